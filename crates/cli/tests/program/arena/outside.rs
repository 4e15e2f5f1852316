//! Programs that play, and what they do wrong: whoever does loses the game, and nothing else happens.

use starchess::GameFile;

use super::trial::{Said, Trial, python};

/// Two bad bots at a table with two good players, each in every seat.
fn table(trial: &Trial, modes: [&str; 2], more: &[&str]) -> Said {
    let bots = [trial.bad_bot("one", modes[0]), trial.bad_bot("two", modes[1])];
    let mut words = vec![&*bots[0], &*bots[1], "published:0", "published:1", "--seed", "5", "--out", "run"];
    words.extend(["--seating", "rotations", "--games", "4", "--limit", "4", "--concurrency", "4"]);
    words.extend(more);
    let said = trial.run(&words);
    trial.assert_nobody_is_left();
    said
}

/// Both bots lose all four games with such a reason, behind the good players, who go on to the end.
#[track_caller]
fn both_lose(modes: [&str; 2], more: &[&str], reasons: [&str; 2]) {
    let trial = Trial::new(modes[0]);
    let said = table(&trial, modes, more);
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{modes:?}: {}", said.stdout);
    let results = trial.results("run");
    assert_eq!(results.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
    for result in results.values() {
        for seat in &result.seats {
            let which = ["one", "two"].iter().position(|name| *name == seat.player);
            match (which, &seat.fault) {
                (Some(which), Some(fault)) => {
                    assert!(fault.contains(reasons[which]), "{}: {fault}", modes[which]);
                    assert!(fault.len() < 1_000 && !fault.contains('\x1b'), "{fault:?}");
                    assert!(seat.place > 2.0, "{result:?}");
                    assert!(said.stdout.contains(fault), "{fault} is not in {}", said.stdout);
                }
                (None, None) => assert!(seat.place <= 2.0 && !seat.micros.is_empty(), "{result:?}"),
                _ => panic!("{modes:?}: {result:?}"),
            }
        }
        assert_eq!(result.turns, 4, "{result:?}");
        let file = std::fs::read_to_string(trial.path("run").join(format!("games/{:06}.txt", result.id))).unwrap();
        let file: GameFile = file.parse().unwrap();
        assert_eq!(file.record.start().to_string(), result.start);
    }
    for name in ["one", "two"] {
        assert!(said.stdout.contains(&format!("\n{name} lost ")), "{}", said.stdout);
    }
}

#[test]
fn the_bot_of_the_examples_plays() {
    let trial = Trial::new("example");
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py");
    // Under this name it is known to be the bot's.
    let program = trial.path("starchess");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_starchess"), &program).unwrap();
    let bot = format!("bot=sci:'{}' '{bot}' 3 '{}'", python(), program.display());
    let words = [&bot, "published:0", "--seating", "one-three", "--games", "4", "--limit", "2", "--out", "run"];
    trial.finish(&words);
    let results = trial.results("run");
    assert_eq!(results.len(), 4);
    for seat in results.values().flat_map(|result| &result.seats) {
        assert_eq!((&seat.fault, seat.micros.len()), (&None, 2));
        assert!(seat.nodes > 0);
    }
    trial.assert_nobody_is_left();
}

#[test]
fn who_crashes_loses_and_its_last_words_are_kept() {
    let crashed = "crashed: exit status: 7; its last words: the last words \\u{1b}[31m";
    both_lose(["start-crash", "crash@3"], &[], [crashed, crashed]);
}

#[test]
fn who_hangs_loses() {
    both_lose(["hang", "hang@2"], &["--patience", "3"], ["no answer in 3 s"; 2]);
}

#[test]
fn who_does_not_start_or_end_loses() {
    both_lose(["start-silent", "stubborn"], &["--patience", "3"], ["no answer in 3 s"; 2]);
}

#[test]
fn who_does_not_listen_or_hides_loses() {
    both_lose(["deaf", "group"], &["--patience", "3"], ["no answer in 3 s"; 2]);
}

/// Its child keeps the output open: that it is dead is noticed all the same, and long before patience is at an end.
#[test]
fn who_leaves_a_child_behind_is_still_dead() {
    both_lose(["child", "child@2"], &["--patience", "3600"], ["crashed: exit status: 3"; 2]);
}

#[test]
fn who_cheats_loses() {
    both_lose(["illegal", "no-end"], &[], ["illegal: command ", "illegal: the turn does not end"]);
    both_lose(["after-end@2", "others"], &[], ["illegal: the turn goes on after its end", "illegal: command 1, move "]);
    both_lose(["again", "again@2"], &[], ["illegal: command 1, move "; 2]);
    both_lose(["empty", "error@3"], &[], ["illegal: the turn does not end", "not understood: error I do not want to"]);
}

#[test]
fn what_cannot_be_read_loses() {
    both_lose(
        ["garbage", "bytes"],
        &[],
        ["not understood: bestturn \\u{1b}[31mxyzzy", "not understood: bestturn \u{fffd}"],
    );
}

#[test]
fn who_floods_loses() {
    both_lose(["flood", "line"], &["--patience", "3600"], ["floods: 100001 lines", "floods: a line of more than"]);
}

#[test]
fn who_is_too_slow_loses() {
    let clock = ["--movetime", "50", "--margin", "3000"];
    both_lose(["slow", "slow@2"], &clock, ["took more than 50 ms for a turn plus the margin of 3000 ms"; 2]);
}

/// Bad manners that harm nobody.
#[test]
fn what_does_no_harm_is_forgiven() {
    let pairs = [["two", "complain"], ["boast", "fine"], ["late", "session"]];
    for modes in pairs {
        let trial = Trial::new(modes[0]);
        let said = table(&trial, modes, &["--report", "page"]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{modes:?}: {}", said.stdout);
        let results = trial.results("run");
        assert_eq!(results.len(), 4);
        assert!(results.values().flat_map(|result| &result.seats).all(|seat| seat.fault.is_none()), "{results:?}");
    }
}

/// Who cannot play at all is told of before there is a folder.
#[test]
fn who_cannot_be_started_is_refused() {
    let trial = Trial::new("refused");
    let silent = trial.bad_bot("silent", "start-silent");
    let crashing = trial.bad_bot("crashing", "start-crash");
    // From now on they do it.
    std::fs::write(trial.path("silent"), "").unwrap();
    std::fs::write(trial.path("crashing"), "").unwrap();
    let refused = [
        ("bot=sci:./nobody", "bot cannot take part: cannot be started: ./nobody: No such file"),
        ("bot=sci:/", "bot cannot take part: cannot be started: /: Permission denied"),
        (&silent, "silent cannot take part: no answer in 1 s"),
        (&crashing, "crashing cannot take part: crashed: exit status: 7; its last words: the last words"),
        ("bot=sci:true", "bot cannot take part: crashed: exit status: 0"),
    ];
    for (bot, reason) in refused {
        let said = trial.run(&["published", bot, "--patience", "1", "--out", "run"]);
        assert_eq!((said.code, said.stdout.as_str()), (Some(1), ""));
        assert!(said.stderr.starts_with(&format!("error: {reason}")), "{}", said.stderr);
        assert!(!trial.path("run").exists());
    }
    trial.assert_nobody_is_left();
}

/// A program that is gone when a run is resumed must not lose all that is left.
#[test]
fn who_is_gone_when_a_run_goes_on_is_told_of() {
    let trial = Trial::new("gone");
    let bot = trial.bad_bot("bot", "start-crash");
    trial.finish(&[&bot, "published:0", "--games", "2", "--seating", "one-three", "--limit", "1", "--out", "run"]);
    // As if it had been killed before the last games.
    let lines = trial.lines("run");
    std::fs::write(trial.path("run").join("games.jsonl"), format!("{}\n", lines[0])).unwrap();
    let said = trial.run(&["--resume", "run"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stderr.starts_with("error: bot cannot take part: crashed"), "{}", said.stderr);
    assert_eq!(trial.lines("run"), lines[..1]);
}
