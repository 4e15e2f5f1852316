//! Programs that misbehave: they forfeit the game, and nothing else happens.

use starchess::GameFile;

use super::trial::{Said, Trial, python};

/// Two bad bots at a table with two good players, each in every seat.
fn table(trial: &Trial, modes: [&str; 2], more: &[&str]) -> Said {
    let bots = [trial.bad_bot("one", modes[0]), trial.bad_bot("two", modes[1])];
    let mut words = vec![&*bots[0], &*bots[1], "published:0", "published:1", "--seed", "5", "--out", "run"];
    words.extend(["--seating", "rotations", "--games", "4", "--limit", "4", "--concurrency", "4"]);
    words.extend(more);
    let said = trial.run(&words);
    trial.assert_no_process_is_left();
    said
}

/// Both bots forfeit all four games for this reason and are placed behind the good players, which
/// play on.
#[track_caller]
fn both_forfeit(modes: [&str; 2], more: &[&str], reasons: [&str; 2]) {
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
        assert!(said.stdout.contains(&format!("\n{name} forfeited ")), "{}", said.stdout);
    }
}

#[test]
fn the_bot_of_the_examples_plays() {
    let trial = Trial::new("example");
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py");
    // By this name the test recognises the bot's own process.
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
    trial.assert_no_process_is_left();
}

#[test]
fn a_crash_forfeits_and_its_last_words_are_kept() {
    let crashed = "crashed: exit status: 7; its last words: the last words \\u{1b}[31m";
    both_forfeit(["start-crash", "crash@3"], &[], [crashed, crashed]);
}

#[test]
fn a_hanging_program_forfeits() {
    both_forfeit(["hang", "hang@2"], &["--patience", "3"], ["no answer in 3 s"; 2]);
}

#[test]
fn a_program_that_does_not_start_or_end_forfeits() {
    both_forfeit(["start-silent", "stubborn"], &["--patience", "3"], ["no answer in 3 s"; 2]);
}

#[test]
fn a_program_that_does_not_read_or_leaves_its_group_forfeits() {
    both_forfeit(["deaf", "group"], &["--patience", "3"], ["no answer in 3 s"; 2]);
}

/// Its child keeps the output open. Its death is noticed all the same, long before the patience
/// ends.
#[test]
fn a_dead_program_with_a_living_child_forfeits() {
    both_forfeit(["child", "child@2"], &["--patience", "3600"], ["crashed: exit status: 3"; 2]);
}

#[test]
fn an_illegal_turn_forfeits() {
    both_forfeit(["illegal", "no-end"], &[], ["illegal: command ", "illegal: the turn does not end"]);
    both_forfeit(
        ["after-end@2", "others"],
        &[],
        ["illegal: the turn goes on after its end", "illegal: command 1, move "],
    );
    both_forfeit(["again", "again@2"], &[], ["illegal: command 1, move "; 2]);
    both_forfeit(
        ["empty", "error@3"],
        &[],
        ["illegal: the turn does not end", "not understood: error I do not want to"],
    );
}

#[test]
fn an_unreadable_turn_forfeits() {
    both_forfeit(
        ["garbage", "bytes"],
        &[],
        ["not understood: bestturn \\u{1b}[31mxyzzy", "not understood: bestturn \u{fffd}"],
    );
}

#[test]
fn a_flood_forfeits() {
    both_forfeit(["flood", "line"], &["--patience", "3600"], ["floods: 100001 lines", "floods: a line of more than"]);
}

#[test]
fn a_slow_player_forfeits() {
    let clock = ["--movetime", "50", "--margin", "3000"];
    both_forfeit(["slow", "slow@2"], &clock, ["took more than 50 ms for a turn plus the margin of 3000 ms"; 2]);
}

/// Odd behaviour that does no harm.
#[test]
fn harmless_behaviour_is_tolerated() {
    let pairs = [["two", "complain"], ["boast", "fine"], ["late", "session"]];
    for modes in pairs {
        let trial = Trial::new(modes[0]);
        let said = table(&trial, modes, &["--report", "page"]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{modes:?}: {}", said.stdout);
        let results = trial.results("run");
        assert_eq!(results.len(), 4);
        assert!(results.values().flat_map(|result| &result.seats).all(|seat| seat.fault.is_none()), "{results:?}");
        let page = std::fs::read_to_string(trial.path("page/index.html")).unwrap();
        assert!((0..4).all(|id| page.contains(&format!("starchess replay run/games/{id:06}.txt"))));
    }
}

/// A program that cannot play at all is reported before a folder is made.
#[test]
fn a_program_that_cannot_be_started_is_refused() {
    let trial = Trial::new("refused");
    let silent = trial.bad_bot("silent", "start-silent");
    let crashing = trial.bad_bot("crashing", "start-crash");
    // From now on they misbehave.
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
    trial.assert_no_process_is_left();
}

/// Signals that the arena waits for must still end the programs that it starts.
#[cfg(target_os = "linux")]
#[test]
fn programs_inherit_no_blocked_signals() {
    let trial = Trial::new("signals");
    let bot = "bot=sci:sh -c 'grep SigBlk /proc/self/status >&2'";
    let said = trial.run(&["published", bot, "--out", "run"]);
    let mask = said.stderr.trim_end().rsplit("\\t").next().unwrap();
    let mask = u64::from_str_radix(mask, 16).unwrap_or_else(|_| panic!("no mask in {:?}", said.stderr));
    // SIGHUP, SIGTERM and SIGXFSZ have the numbers 1, 15 and 25.
    assert_eq!(mask & (1 << 0 | 1 << 14 | 1 << 24), 0, "{mask:x}");
}

/// A program that is gone when a run is resumed must not lose all games that are left.
#[test]
fn a_program_that_is_gone_on_resume_is_reported() {
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
