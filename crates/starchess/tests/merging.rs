//! The merging tree finds what the plain tree finds.

use std::time::Duration;

use gametree::{Limits, Stop};
use starchess::{Galaxy, Prediction, Published, Start, Survey, predict};

/// Positions from lively games of the published player, and what its players do in them.
fn midgame() -> Vec<Galaxy> {
    include_str!("data/midgame.txt").lines().map(|line| line.parse().expect("a position")).collect()
}

fn merged(galaxy: &Galaxy, turns: u32, all_masks: bool) -> Option<Prediction> {
    Published { turns, all_masks, ..Published::default() }.think(galaxy, &Limits::default(), &mut |_| ())
}

fn check(galaxy: &Galaxy, turns: u32, all_masks: bool) -> [u64; 2] {
    let (plain, merged) = (predict(galaxy, turns, all_masks), merged(galaxy, turns, all_masks));
    let (Some(plain), Some(merged)) = (plain, merged) else { panic!("no prediction in {galaxy}") };
    let counts = [plain.generated, merged.generated];
    let same = Prediction { player: plain.player, generated: plain.generated, evaluated: plain.evaluated, ..merged };
    assert_eq!(same, plain, "{turns} turns, all masks {all_masks}, {galaxy}");
    counts
}

/// Positions from games of the published player itself: every turn of some games on different
/// galaxies.
fn played(turns: u32, games: u64, length: usize) -> Vec<Galaxy> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut galaxy = Galaxy::start(Start::Random(seed));
        for _ in 0..length {
            positions.push(galaxy);
            let Some(prediction) = merged(&galaxy, turns, false) else { break };
            for command in prediction.commands {
                galaxy.apply(command).expect("its commands are legal");
            }
        }
    }
    positions
}

#[test]
fn it_agrees_in_the_middle_of_games() {
    let (mut plain, mut merged) = (0, 0);
    for galaxy in midgame() {
        for turns in 0..=2 {
            let [a, b] = check(&galaxy, turns, false);
            plain += a;
            merged += b;
        }
    }
    // Merging must save most of the work.
    assert!(merged * 4 < plain, "{merged} of {plain}");
}

#[test]
fn it_agrees_all_through_real_games() {
    let positions = played(2, 8, 120);
    assert!(positions.len() > 800);
    for galaxy in positions.iter().step_by(2) {
        check(galaxy, 2, false);
    }
}

#[test]
fn it_agrees_when_all_masks_are_tried() {
    for galaxy in midgame().iter().step_by(5) {
        check(galaxy, 0, true);
    }
    for galaxy in played(2, 3, 12) {
        check(&galaxy, 1, true);
    }
}

#[test]
fn it_agrees_when_players_are_defeated() {
    for line in [
        "t2@30+1x60,b,b,b/b1@100,b,b,b/b,b,b,b/t1@1000+1x20,b,b,b 1 5 9000:9000,70:80,-,-",
        "b,b,b,t3@1000+3x40/b,b,b3@150,b/b,b1@20+1x30,b,b/t1@1000+1x50,b,b,b 3 9 900:900,-,500:800,-",
    ] {
        let galaxy: Galaxy = line.parse().expect("a position");
        for turns in 0..=3 {
            check(&galaxy, turns, false);
        }
    }
}

#[test]
fn its_counts_are_always_the_same() {
    let galaxy = midgame()[3];
    assert_eq!(merged(&galaxy, 2, false), merged(&galaxy, 2, false));
}

/// An incomplete prediction is discarded, and the prediction of 0 turns always completes.
#[test]
fn limits_leave_the_last_finished_prediction() {
    let galaxy = midgame()[0];
    for plain in [false, true] {
        let player = Published { turns: 3, plain, ..Published::default() };
        for nodes in [0, 1, 100, 1_000, 10_000] {
            let mut finished = Vec::new();
            let limits = Limits::nodes(nodes);
            let last = player.think(&galaxy, &limits, &mut |it| finished.push(it.clone())).expect("a turn");
            assert_eq!(Some(&last), finished.last());
            let whole = Published { turns: last.turns, ..player }.think(&galaxy, &Limits::default(), &mut |_| ());
            let whole = whole.expect("a turn");
            assert_eq!((last.mask, last.scores), (whole.mask, whole.scores), "{nodes} nodes, plain {plain}");
        }
        let stop = Stop::new();
        stop.raise();
        let stopped = player.think(&galaxy, &Limits::default().with_stop(stop), &mut |_| ()).expect("a turn");
        assert_eq!(stopped.turns, 0);
        let late = player.think(&galaxy, &Limits::time(Duration::ZERO), &mut |_| ()).expect("a turn");
        assert_eq!(late.turns, 0);
    }
}

#[test]
fn a_game_that_is_over_has_no_turn() {
    let won: Galaxy = "t,b,t,b/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,b 1 9 0:0,-,-,-".parse().expect("a position");
    assert_eq!(merged(&won, 2, false), None);
    assert_eq!(Survey::new(&won).commands(&won, Survey::new(&won).full_mask()), []);
}

/// Four turns are shared between two threads.
#[test]
fn two_threads_agree_with_one() {
    for galaxy in played(2, 2, 6) {
        check(&galaxy, 4, false);
    }
    let galaxy = midgame()[1];
    let one = Published { turns: 4, ..Published::default() }.think(&galaxy, &Limits::nodes(u64::MAX), &mut |_| ());
    let (one, two) = (one.expect("a turn"), merged(&galaxy, 4, false).expect("a turn"));
    assert_eq!((one.mask, one.scores, one.commands), (two.mask, two.scores, two.commands.clone()));
    assert_eq!(merged(&galaxy, 4, false), Some(two));
}
