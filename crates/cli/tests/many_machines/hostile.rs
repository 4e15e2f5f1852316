//! What others may do to the queue.

use crate::stage::{Stage, words};

const NOUGHTS: [&str; 8] = ["arena", "noughts:perfect", "noughts:random", "--games", "400", "--seed", "2", "--out"];

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn garbage_is_not_taken_and_the_run_is_the_same() {
    let stage = Stage::new(&[]);
    stage.run(&[&NOUGHTS[..], &["local"]].concat());
    stage.run(&["arena", "noughts:random", "noughts:mcts:nodes=10", "--games", "4", "--seed", "9", "--out", "other"]);
    let other = std::fs::read_to_string(stage.folder.path().join("other/games.jsonl")).unwrap();
    let other = other.lines().next().unwrap();
    let coordinator = stage.start(&[&NOUGHTS[..], &["remote", "--workers", "ADDRESS"]].concat());
    coordinator.wait_until_printed("No worker has come yet");
    let mut stranger = stage.stranger();
    let run = stranger.hear_of_run();
    let huge = vec![b'x'; 900_000];
    let of_another_run = format!("{{\"worker\":\"me\",\"games\":[[6,{{\"Ok\":{{\"result\":{other}}}}}]]}}");
    for (number, text) in
        [&b"garbage"[..], b"", b"{}", b"null", b"\xff\xfe", &huge, of_another_run.as_bytes()].iter().enumerate()
    {
        stranger.publish(&format!("starchess.run.{run}.result.{number}"), text);
    }
    // Numbers that are in no plan, and subjects that have none.
    for subject in ["result.99999999", "result.18446744073709551615", "result.x", "job.x", "job.99999999", "job.400"] {
        stranger.publish(&format!("starchess.run.{run}.{subject}"), b"{\"games\":[[1,null]]}");
    }
    for text in [
        &b"garbage"[..],
        b"{}",
        b"[]",
        b"{\"run\":\"../..\",\"build\":{\"version\":\"1\",\"sources\":\"2\"},\"task\":{}}",
    ] {
        stranger.publish("starchess.runs", text);
        stranger.publish(&format!("starchess.reports.{run}"), text);
    }
    coordinator.wait_until_printed("me has sent a game that is not in the plan");
    let _worker = stage.worker();
    let (printed, code) = coordinator.end();
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("A result of game 0 is not taken"), "{printed}");
    stage.assert_equal("local", "remote");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_worker_of_another_build_refuses_and_names_both() {
    let stage = Stage::new(&[]);
    let worker = stage.worker();
    let mut stranger = stage.stranger();
    stranger.subscribe("starchess.reports.ab-cd");
    let announcement = r#"{"run":"ab-cd","build":{"version":"9.9.9","sources":"0123"},"task":{"run":{}}}"#;
    stranger.publish("starchess.runs", announcement.as_bytes());
    let report = stranger.read_until("refusal");
    worker.wait_until_printed("begun by starchess 9.9.9 with rules and players 0123, but this worker is starchess");
    assert!(words(&report).contains("\"worker\""), "{report}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_worker_refuses_a_plan_that_is_not_that_of_the_queue_and_names_both() {
    let stage = Stage::new(&[]);
    let coordinator = stage.start(&[&NOUGHTS[..], &["run", "--workers", "ADDRESS"]].concat());
    coordinator.wait_until_printed("No worker has come yet");
    let mut stranger = stage.stranger();
    let run = stranger.hear_of_run();
    let announcement = stranger.read_until("\"is_over\":false}");
    let begin = announcement.find('{').unwrap();
    let announcement = announcement[begin..].lines().next().unwrap().replace("\"task\":{", "\"task\":{ ");
    // Before the coordinator says it again.
    let worker = stage.start(&["worker", "ADDRESS"]);
    let (_, plan) = run.split_once('-').unwrap();
    let refusal = format!("but its queue was made for plan {plan}");
    while !worker.printed().contains(&refusal) {
        stranger.publish("starchess.runs", announcement.replace(&run, &format!("ab-{plan}")).as_bytes());
    }
    // The true plan is played.
    let (printed, code) = coordinator.end();
    assert_eq!(code, Some(0), "{printed}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_flood_of_runs_does_not_keep_a_worker_from_its_games() {
    let stage = Stage::new(&[]);
    let worker = stage.worker();
    let mut stranger = stage.stranger();
    for number in 0..2_000 {
        let announcement =
            format!(r#"{{"run":"{number}-cd","build":{{"version":"9","sources":"0"}},"task":{{"run":{{}}}}}}"#);
        stranger.publish("starchess.runs", announcement.as_bytes());
    }
    worker.wait_until_printed("A run is refused");
    let printed = stage.run(&[&NOUGHTS[..], &["run", "--workers", "ADDRESS"]].concat());
    assert!(printed.contains("400 of 400 games"), "{printed}");
    let refusals = worker.printed().matches("A run is refused").count();
    assert!(refusals <= 300, "{refusals}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn a_program_that_hangs_does_not_keep_a_worker_from_other_runs() {
    let stage = Stage::new(&[]);
    let worker = stage.start(&["worker", "ADDRESS", "--allow", "bot=sci:sleep 100000"]);
    worker.wait_until_printed("waits for games");
    let hanging = ["arena", "random", "bot=sci:bot", "--patience", "86400", "--workers", "ADDRESS"];
    let hanging = stage.start(&hanging);
    hanging.wait_until_printed("No worker has come yet");
    let printed = stage.run(&[&NOUGHTS[..], &["run", "--workers", "ADDRESS"]].concat());
    assert!(printed.contains("400 of 400 games"), "{printed}");
    worker.interrupt();
    let (printed, code) = worker.end();
    assert_eq!(code, Some(0), "{printed}");
}

/// A server that takes only such messages.
fn stage_for_small_messages(bytes: usize) -> Stage {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("queue.conf");
    std::fs::write(&config, format!("max_payload: {bytes}\n")).unwrap();
    Stage::new(&["-c", config.to_str().unwrap()])
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn jobs_are_made_to_fit_into_messages() {
    let stage = stage_for_small_messages(2_500);
    stage.run(&[&NOUGHTS[..], &["local"]].concat());
    let _worker = stage.worker();
    let printed = stage.run(&[&NOUGHTS[..], &["remote", "--workers", "ADDRESS"]].concat());
    assert!(printed.contains("400 of 400 games"), "{printed}");
    stage.assert_equal("local", "remote");
    // A single game that is too large is an error, and so is a run.
    let galaxy = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000,b,b,t4@1000";
    let start = format!("{galaxy} 1 1 {}0:0,0:0,0:0,0:0\n", " ".repeat(2_000));
    std::fs::write(stage.folder.path().join("starts"), start).unwrap();
    let (printed, code) =
        stage.start(&["arena", "random", "published", "--starts", "starts", "--workers", "ADDRESS"]).end();
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("game 0 has 2"), "{printed}");
    let stage = stage_for_small_messages(1_100);
    let (printed, code) = stage.start(&[&NOUGHTS[..], &["remote", "--workers", "ADDRESS"]].concat()).end();
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("the announcement of the run has "), "{printed}");
    assert!(printed.contains("bytes, and the NATS server takes 76 in a message: raise max_payload"), "{printed}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn what_is_wrong_with_the_server_is_said() {
    let stage = Stage::new(&[]);
    for (address, part) in [
        ("nats://127.0.0.1:1", "no NATS server can be reached at nats://127.0.0.1:1"),
        ("http://127.0.0.1", "invalid scheme for NATS server URL: http"),
        ("ws://127.0.0.1", "ws:// is not nats:// or tls://"),
        ("nats://", "is not the address of a NATS server"),
    ] {
        for arguments in [&["worker", address][..], &["arena", "random", "published", "--workers", address]] {
            let (printed, code) = stage.start(arguments).end();
            assert_eq!(code, Some(1), "{printed}");
            assert!(printed.contains(part), "{printed}");
        }
    }
    let (printed, code) = stage.start(&["worker", "ADDRESS", "--creds", "no-such-file"]).end();
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("no-such-file: No such file"), "{printed}");
    let (printed, _) = stage.start(&["worker", "nats://127.0.0.2,nats://192.0.2.1:1", "--token", "no-such-file"]).end();
    assert!(printed.contains("the connection to 192.0.2.1 is not encrypted"), "{printed}");
}
