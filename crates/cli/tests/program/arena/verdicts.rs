//! A test has the same answer however its games were played.

use std::fs;

use super::trial::Trial;

/// The line that answers the question.
fn answer(said: &str) -> &str {
    assert!(said.contains("; the test is decided.\n"), "{said}");
    said.lines().find(|line| line.contains("? After ")).unwrap()
}

fn assert_same_answer(name: &str, words: &str, verdict: &str) {
    let trial = Trial::new(name);
    let run = |concurrency, out| {
        let more = ["--seed", "1", "--concurrency", concurrency, "--out", out];
        trial.finish(&words.split(' ').chain(more).collect::<Vec<_>>())
    };
    let said = run("1", "one");
    let answered = answer(&said).to_owned();
    assert!(answered.contains(verdict), "{answered}");
    assert_eq!(answer(&run("5", "five")), answered);
    // Showing it again changes nothing.
    assert_eq!(trial.finish(&["--resume", "one"]), said);
    // Interrupted after some of the games, and with results in another order.
    let lines = trial.lines("one");
    for kept in [0, 1, lines.len() / 2, lines.len() - 1] {
        let some: String = lines[..kept].iter().rev().map(|line| format!("{line}\n")).collect();
        fs::write(trial.path("one/games.jsonl"), some).unwrap();
        assert_eq!(answer(&trial.finish(&["--resume", "one"])), answered, "{kept} games were kept");
    }
}

#[test]
fn sprt() {
    let words = "noughts:perfect noughts:random --sprt 0,50";
    assert_same_answer("sprt-yes", words, "Is noughts:perfect 50 Elo stronger, rather than 0? After ");
    let words = "noughts:random noughts:perfect --sprt 0,50";
    assert_same_answer("sprt-no", words, " blocks: no (");
}

#[test]
fn more_than() {
    let words = "published:2 published:0 --seating one-three --limit 60 --more-than 25";
    assert_same_answer("more-yes", words, "Does published:turns=2 win more than 25.0 % of its games? After ");
    let words = "published:0 published:2 --seating one-three --limit 60 --more-than 25";
    assert_same_answer("more-no", words, " blocks: no (");
}
