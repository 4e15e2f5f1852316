//! A run that is killed again and again has the same results.

use std::collections::HashMap;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use arena::{Ending, GameResult};
use starchess::{GameFile, Verdict};

use super::trial::Trial;

/// Pseudo-random numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Kills a run this many times and then lets it finish. A complete line must never change.
fn kill_often(trial: &Trial, players: &[&str], kills: u32, games: u64) {
    let count = games.to_string();
    let run = |out: &'static str| [players, &["--games", &count, "--seed", "11", "--out", out]].concat();
    trial.finish(&run("whole"));
    let mut chance = Chance(7);
    let mut kept: HashMap<u64, String> = HashMap::new();
    let (mut killed, mut in_work, mut longest) = (0, 0, 40);
    while killed < kills {
        let has_begun = trial.path("often/run.json").exists();
        let words = if has_begun { vec!["--resume", "often"] } else { run("often") };
        let mut child = trial.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_micros(chance.below(longest * 1_000)));
        child.kill().unwrap();
        // It may have finished before.
        let was_killed = child.wait().unwrap().code().is_none();
        let results = trial.results("often");
        let lines: HashMap<u64, String> = trial.lines("often").into_iter().map(|line| (number(&line), line)).collect();
        assert!(kept.iter().all(|(id, line)| lines.get(id) == Some(line)), "lines were lost or changed");
        killed += u32::from(was_killed);
        let has_worked = results.len() > kept.len();
        in_work += u32::from(was_killed && has_worked && (results.len() as u64) < games);
        kept = lines;
        if results.len() as u64 == games || !was_killed {
            compare(trial);
            fs::remove_dir_all(trial.path("often")).unwrap();
            kept.clear();
        }
        // A slow machine takes longer to begin.
        longest = if has_worked { longest } else { (longest + 2).min(1_000) };
    }
    assert!(in_work * 10 >= kills, "only {in_work} of {kills} were killed while they worked");
    if trial.path("often/run.json").exists() {
        trial.finish(&["--resume", "often"]);
    } else {
        trial.finish(&run("often"));
    }
    compare(trial);
}

fn number(line: &str) -> u64 {
    serde_json::from_str::<GameResult>(line).unwrap().id
}

/// The run that was killed has the same games as the other.
fn compare(trial: &Trial) {
    trial.finish(&["--resume", "often"]);
    let (often, whole) = (trial.timeless("often"), trial.timeless("whole"));
    assert!(often.iter().map(|result| result.id).eq(0..whole.len() as u64));
    assert_eq!(often, whole);
}

#[test]
fn noughts_and_crosses() {
    let trial = Trial::new("kill-noughts");
    kill_often(&trial, &["noughts:mcts:nodes=100", "noughts:random"], 120, 4_000);
}

#[test]
fn star_chess() {
    let trial = Trial::new("kill-star");
    kill_often(&trial, &["published:1", "published:0", "--limit", "12"], 80, 480);
    for (id, result) in trial.results("often") {
        let read = |out| fs::read_to_string(trial.path(out).join(format!("games/{id:06}.txt"))).unwrap();
        assert_eq!(read("often"), read("whole"));
        let file: GameFile = read("often").parse().unwrap();
        let players: Vec<_> = result.seats.iter().map(|seat| seat.player.clone()).collect();
        assert_eq!(file.players.to_vec(), players);
        assert_eq!(file.record.start().to_string(), result.start);
        // Result files call the limit by the name that saved games use.
        assert_eq!(file.verdict().to_string().replace("round limit", "turn limit"), result.how);
        assert_eq!(matches!(file.verdict(), Verdict::Conquest(_)), result.ending == Ending::Won);
        if let Some(winner) = file.verdict().winner() {
            assert_eq!(result.seats[winner.index()].place, 1.0);
        }
    }
}

#[test]
fn damaged_results_are_reported_and_left_alone() {
    let trial = Trial::new("wrong");
    trial.finish(&["noughts:perfect", "noughts:random", "--games", "6", "--seed", "2", "--out", "run"]);
    let file = trial.path("run/games.jsonl");
    let lines = trial.lines("run");
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line.to_owned();
        lines.join("\n") + "\n"
    };
    let again = format!("{}\n", lines[1]);
    let wrong = [
        (with(3, &lines[2][..20]), "line 3 of run/games.jsonl is not a result: "),
        (with(2, ""), "line 2 of run/games.jsonl is not a result: "),
        (with(5, "\u{0}\u{0}"), "line 5 of run/games.jsonl is not a result: "),
        (lines.join("\n") + "\n" + &again, "line 7 of run/games.jsonl has game "),
        (with(1, &lines[0].replacen("noughts:random", "noughts:nobody", 1)), "game "),
    ];
    for (text, error) in wrong {
        // Not even the torn line at the end may be removed.
        let text = text + "{\"id\":";
        fs::write(&file, &text).unwrap();
        let said = trial.run(&["--resume", "run"]);
        assert_eq!(said.code, Some(1), "{said:?}");
        assert!(said.stderr.starts_with(&format!("error: {error}")), "{}", said.stderr);
        if !error.starts_with("game") {
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }
}
