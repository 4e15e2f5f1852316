//! What holds on one machine holds on many.

use crate::stage::Stage;

const STAR: [&str; 9] =
    ["arena", "published:turns=1", "published:turns=0", "random", "--games", "72", "--seed", "5", "--out"];

/// A run that goes on while a test stops and starts one thing after the other, also on a fast machine.
const LONG: [&str; 9] =
    ["arena", "published:turns=1", "published:turns=0", "random", "--games", "720", "--seed", "5", "--out"];

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn three_workers_play_the_same_games_as_one_machine() {
    let stage = Stage::new(&[]);
    stage.run(&[&STAR[..], &["local"]].concat());
    let workers = [stage.worker(), stage.worker(), stage.worker()];
    let printed = stage.run(&[&STAR[..], &["remote", "--workers", "ADDRESS"]].concat());
    assert!(printed.contains("72 of 72 games"), "{printed}");
    stage.assert_equal("local", "remote");
    // The queue is removed, and run.json does not tell where it was.
    assert!(!stage.folder.path().join("remote/queue.txt").exists());
    let description = std::fs::read_to_string(stage.folder.path().join("remote/run.json")).unwrap();
    assert!(!description.contains("nats:"), "{description}");
    let mut played = 0;
    for worker in workers {
        worker.interrupt();
        let (printed, code) = worker.end();
        assert_eq!(code, Some(0), "{printed}");
        let total = printed.strip_suffix(" games played here.").or(printed.strip_suffix(" game played here."));
        played +=
            total.and_then(|text| text.rsplit(' ').next()?.parse::<u64>().ok()).unwrap_or_else(|| panic!("{printed}"));
    }
    assert_eq!(played, 72);
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_test_ends_a_run_of_workers_early_and_an_experiment_is_the_same() {
    let stage = Stage::new(&[]);
    let _worker = stage.worker();
    let sprt = ["arena", "noughts:perfect", "noughts:random", "--sprt", "0,50", "--seed", "3", "--out"];
    let printed = stage.run(&[&sprt[..], &["sprt", "--workers", "ADDRESS"]].concat());
    assert!(printed.contains("50 Elo"), "{printed}");
    assert!(stage.lines("sprt") < 5_000, "{} games", stage.lines("sprt"));
    let experiment = ["experiments", "run", "masks", "--galaxies", "1"];
    let local = stage.run(&[&experiment[..], &["--out", "one"]].concat());
    let remote = stage.run(&[&experiment[..], &["--out", "two", "--workers", "ADDRESS"]].concat());
    let without_times = |text: &str| text.split(' ').filter(|word| !word.contains('.')).collect::<Vec<_>>().join(" ");
    assert_eq!(without_times(&local), without_times(&remote));
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_training_learns_the_same_from_the_games_of_workers() {
    let stage = Stage::new(&[]);
    let _worker = stage.worker();
    let train = "--generations 1 --games 4 --challenge 6 --steps 2 --rounds 2 --seed 3";
    let train: Vec<&str> = train.split(' ').collect();
    stage.run(&[&["train", "local"], &train[..]].concat());
    stage.run(&[&["train", "remote", "--workers", "ADDRESS"], &train[..]].concat());
    // The games end in any order.
    let lines = |folder: &str, file: &str| {
        let text = std::fs::read_to_string(stage.folder.path().join(folder).join(file)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for file in ["games.txt", "challenges.txt", "generation-1.txt", "log.txt"] {
        assert_eq!(lines("local", file), lines("remote", file), "{file}");
    }
    assert_eq!(lines("remote", "games.txt").len(), 4);
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn whoever_is_killed_nothing_is_lost_and_nothing_doubled() {
    let mut stage = Stage::new(&[]);
    stage.run(&[&LONG[..], &["local"]].concat());
    let (mut first, _second) = (stage.worker(), stage.worker());
    let mut coordinator = stage.start(&[&LONG[..], &["remote", "--workers", "ADDRESS"]].concat());
    stage.wait_for_lines("remote", 5);
    first.kill();
    stage.wait_for_lines("remote", 10);
    coordinator.kill();
    stage.kill_server();
    stage.start_server();
    let before = stage.lines("remote");
    let coordinator = stage.start(&["arena", "--resume", "remote", "--workers", "ADDRESS"]);
    stage.wait_for_lines("remote", before + 5);
    // Ctrl-C keeps what has been played, and says how to go on.
    coordinator.interrupt();
    let (printed, code) = coordinator.end();
    assert_eq!(code, Some(130), "{printed}");
    assert!(printed.contains("--resume remote --workers nats://127.0.0.1:"), "{printed}");
    let printed = stage.run(&["arena", "--resume", "remote", "--workers", "ADDRESS"]);
    assert!(printed.contains("720 of 720 games"), "{printed}");
    stage.assert_equal("local", "remote");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_run_can_be_stopped_while_the_server_is_gone() {
    let mut stage = Stage::new(&[]);
    stage.run(&[&STAR[..], &["local"]].concat());
    let _worker = stage.worker();
    let coordinator = stage.start(&[&STAR[..], &["remote", "--workers", "ADDRESS"]].concat());
    stage.wait_for_lines("remote", 5);
    stage.kill_server();
    coordinator.wait_until_printed("The connection to the server is lost");
    coordinator.interrupt();
    // The server does not come back, and yet the run ends, and says how to go on.
    let (printed, code) = coordinator.end();
    assert_eq!(code, Some(130), "{printed}");
    assert!(printed.contains("--resume remote --workers nats://127.0.0.1:"), "{printed}");
    stage.start_server();
    let printed = stage.run(&["arena", "--resume", "remote", "--workers", "ADDRESS"]);
    assert!(printed.contains("72 of 72 games"), "{printed}");
    stage.assert_equal("local", "remote");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_worker_can_leave_while_the_server_is_gone() {
    let mut stage = Stage::new(&[]);
    let worker = stage.worker();
    let _coordinator = stage.start(&[&STAR[..], &["remote", "--workers", "ADDRESS"]].concat());
    stage.wait_for_lines("remote", 5);
    stage.kill_server();
    worker.wait_until_printed("The connection to the server is lost");
    worker.interrupt();
    let (printed, code) = worker.end();
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.ends_with("played here."), "{printed}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn programs_play_only_where_they_are_allowed() {
    let stage = Stage::new(&[]);
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py");
    let program = env!("CARGO_BIN_EXE_starchess");
    let allowed = format!("bot=sci:python3 '{bot}' 1 '{program}'");
    let strict = stage.worker();
    // What the coordinator would start does not exist: only the worker's own command counts.
    let arena = [
        "arena",
        "published:turns=0",
        "bot=sci:no-such-program",
        "--games",
        "6",
        "--limit",
        "3",
        "--out",
        "run",
        "--workers",
        "ADDRESS",
    ];
    let coordinator = stage.start(&arena);
    strict.wait_until_printed("bot is a program, and this worker was not started with --allow");
    coordinator.wait_until_printed("does not play: bot is a program");
    let _worker = stage.start(&["worker", "ADDRESS", "--allow", &allowed]);
    let (printed, code) = coordinator.end();
    assert_eq!(code, Some(0), "{printed}");
    assert!(!printed.contains("forfeited"), "{printed}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_worker_that_leaves_returns_its_games() {
    let stage = Stage::new(&[]);
    let leaving = stage.worker();
    // Games that take long enough to be in the middle of one.
    let arena =
        ["arena", "published:turns=3", "published:turns=2", "--games", "12", "--out", "run", "--workers", "ADDRESS"];
    let coordinator = stage.start(&arena);
    leaving.wait_until_printed("Playing Star Chess");
    stage.wait_for_lines("run", 1);
    leaving.interrupt();
    leaving.end();
    coordinator.wait_until_printed("has left");
    let _worker = stage.worker();
    let (printed, code) = coordinator.end();
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("12 of 12 games"), "{printed}");
}
