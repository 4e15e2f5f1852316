//! Ctrl-C, and two arenas at once.

use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use super::trial::Trial;

/// Starts the arena in its own process group, as a shell does.
fn start(trial: &Trial, words: &[&str]) -> Child {
    let mut command = trial.command(words);
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().unwrap()
}

/// Ctrl-C reaches all processes in the group.
fn press_ctrl_c(arena: &Child) {
    let group = format!("-{}", arena.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
}

/// It stops with the finished games, says how to continue, and leaves no process behind.
fn ends_cleanly(trial: &Trial, arena: Child) {
    let output = arena.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(130), Vec::new()), "{said}");
    assert!(said.contains("; stopped.\n"), "{said}");
    // Without games there is nothing to tell about the players.
    assert_eq!(said.contains("\nplayer "), !said.contains(": 0 of "), "{said}");
    assert!(said.ends_with("To continue: starchess arena --resume run\n"), "{said}");
    trial.assert_no_process_is_left();
}

#[test]
fn ctrl_c_keeps_what_is_finished() {
    let trial = Trial::new("ctrl-c");
    let players = ["noughts:mcts:nodes=3000", "noughts:random", "--seed", "3", "--games"];
    let arena = start(&trial, &[&players[..], &["1000000", "--out", "run"]].concat());
    trial.wait_until("games", || trial.lines("run").len() > 20);
    press_ctrl_c(&arena);
    ends_cleanly(&trial, arena);
    let kept = trial.timeless("run");
    let most = kept.iter().map(|result| result.id + 1).max().unwrap();
    trial.finish(&[&players[..], &[&most.to_string(), "--out", "whole"]].concat());
    let whole = trial.timeless("whole");
    assert!(kept.iter().all(|result| whole.contains(result)));
}

/// The bot would report a Ctrl-C that reached it.
#[test]
fn ctrl_c_while_a_program_thinks() {
    for mode in ["hears", "stubborn", "chat", "flood", "deaf"] {
        let trial = Trial::new(&format!("ctrl-c-{mode}"));
        let bot = trial.bad_bot("bot", mode);
        let words = ["--seating", "one-three", "--limit", "9", "--patience", "3600", "--out", "run"];
        let arena = start(&trial, &[&[&*bot, "published:0"], &words[..]].concat());
        trial.wait_until("the run", || trial.path("run/run.json").exists() && trial.bots() > 0);
        // It may still be starting. In both cases it must be stopped.
        thread::sleep(Duration::from_millis(300));
        press_ctrl_c(&arena);
        ends_cleanly(&trial, arena);
        assert!(!trial.path("bot").exists(), "the signal came to the bot");
    }
}

/// Ctrl-C also works in the check before the games, and while a program starts.
#[test]
fn ctrl_c_while_a_program_starts() {
    let trial = Trial::new("ctrl-c-start");
    let bot = trial.bad_bot("bot", "start-silent");
    let words = [&bot, "published:0", "--seating", "one-three", "--patience", "3600", "--out", "run"];
    let arena = start(&trial, &words);
    trial.wait_until("the run", || trial.path("run/run.json").exists() && trial.bots() > 0);
    press_ctrl_c(&arena);
    ends_cleanly(&trial, arena);
    std::fs::remove_dir_all(trial.path("run")).unwrap();
    let arena = start(&trial, &words);
    trial.wait_until("the check", || trial.bots() > 0);
    thread::sleep(Duration::from_millis(300));
    press_ctrl_c(&arena);
    assert_eq!(arena.wait_with_output().unwrap().status.code(), Some(130));
    trial.assert_no_process_is_left();
    assert!(!trial.path("run").exists());
}

#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    let trial = Trial::new("ctrl-c-twice");
    let bots = ["one", "two", "three", "four"].map(|name| trial.bad_bot(name, "stubborn"));
    let bots: Vec<&str> = bots.iter().map(|bot| &**bot).collect();
    let arena = start(&trial, &[&bots[..], &["--patience", "3600", "--concurrency", "4", "--out", "run"]].concat());
    trial.wait_until("bots", || trial.path("run/run.json").exists() && trial.bots() > 10);
    press_ctrl_c(&arena);
    thread::sleep(Duration::from_millis(100));
    press_ctrl_c(&arena);
    let output = arena.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    trial.assert_no_process_is_left();
    assert!(trial.lines("run").is_empty());
}

/// The arena cannot end its programs then. Those that read their input end by themselves; these do
/// not.
#[test]
fn no_program_outlives_an_arena_that_is_killed() {
    let trial = Trial::new("killed");
    let bots = ["one", "two"].map(|name| trial.bad_bot(name, "stubborn"));
    let words = ["--patience", "3600", "--concurrency", "2", "--out", "run"];
    let mut arena = start(&trial, &[&[&*bots[0], &bots[1]], &words[..]].concat());
    trial.wait_until("bots", || trial.path("run/run.json").exists() && trial.bots() > 3);
    arena.kill().unwrap();
    arena.wait().unwrap();
    trial.assert_no_process_is_left();
}

/// A file that was deleted can still be written to, so the arena has to check that it is there.
#[test]
fn results_that_were_deleted_are_not_said_to_be_there() {
    for is_moved in [false, true] {
        let trial = Trial::new(if is_moved { "moved" } else { "deleted" });
        let players = ["noughts:random", "noughts:random:seed=1", "--games", "1000000", "--out", "run"];
        let arena = start(&trial, &players);
        trial.wait_until("games", || trial.lines("run").len() > 2);
        if is_moved {
            std::fs::rename(trial.path("run"), trial.path("elsewhere")).unwrap();
        } else {
            std::fs::remove_dir_all(trial.path("run")).unwrap();
        }
        let output = arena.wait_with_output().unwrap();
        let error = "error: run/games.jsonl was deleted, moved or replaced while the games were played\n";
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), error.to_owned()));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    }
}

/// The file may grow to 64 blocks of 512 or 1,024 bytes. The line that does not fit is cut off.
#[test]
fn a_disk_that_is_full_leaves_no_part_of_a_line() {
    let trial = Trial::new("full");
    let players = "noughts:mcts:nodes=10 noughts:random --games 1000 --seed 3";
    let program = env!("CARGO_BIN_EXE_starchess");
    let script = format!("trap '' XFSZ; ulimit -f 64; exec '{program}' arena {players} --out run");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&trial.folder).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: run/games.jsonl: File too large"), "{error}");
    assert_eq!(output.status.code(), Some(1));
    let text = std::fs::read_to_string(trial.path("run/games.jsonl")).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{:?}", text.lines().last());
    trial.finish(&["--resume", "run"]);
    trial.finish(&players.split(' ').chain(["--out", "whole"]).collect::<Vec<_>>());
    assert_eq!(trial.timeless("run"), trial.timeless("whole"));
}

/// As on a read-only disk, nothing is locked or written.
#[test]
fn a_complete_run_is_shown_without_touching_it() {
    let trial = Trial::new("shown");
    let said = trial.finish(&["noughts:perfect", "noughts:random", "--games", "20", "--seed", "2", "--out", "run"]);
    let file = trial.path("run/games.jsonl");
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{whole}{{\"id\":")).unwrap();
    let lock = std::fs::File::open(&file).unwrap();
    lock.lock().unwrap();
    for path in ["run/games.jsonl", "run/run.json", "run/games", "run"] {
        let mut permissions = std::fs::metadata(trial.path(path)).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(trial.path(path), permissions).unwrap();
    }
    let again = trial.run(&["--resume", "run"]);
    std::fs::set_permissions(trial.path("run"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::set_permissions(trial.path("run/games"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!((again.stdout, again.stderr, again.code), (said, String::new(), Some(0)));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{whole}{{\"id\":"));
}

#[test]
fn two_arenas_in_one_folder() {
    let trial = Trial::new("both");
    let players = ["noughts:mcts:nodes=3000", "noughts:random", "--games", "1000000", "--out", "run"];
    let arena = start(&trial, &players);
    trial.wait_until("games", || trial.lines("run").len() > 2);
    let busy = trial.run(&["--resume", "run"]);
    assert_eq!((busy.code, busy.stderr.as_str()), (Some(1), "error: another arena is at work in run\n"));
    let taken = trial.run(&players);
    let error = "error: there is a run in run already: resume it with --resume\n";
    assert_eq!((taken.code, taken.stderr.as_str()), (Some(1), error));
    press_ctrl_c(&arena);
    ends_cleanly(&trial, arena);
}
