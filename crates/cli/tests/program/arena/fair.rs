//! Every player plays every start from every seat, and everything follows from the seed.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use arena::GameResult;

use super::trial::Trial;

#[test]
fn the_seed_decides_at_any_concurrency() {
    let runs = [
        "noughts:mcts:nodes=30 noughts:random noughts:best-reply:depth=2 --games 300",
        "published:1 published:0 --games 24 --limit 8",
        "published:nodes=50 published:0 --games 12 --limit 8 --galaxy symmetric",
    ];
    for (i, run) in runs.into_iter().enumerate() {
        let trial = Trial::new(&format!("seed-{i}"));
        let play = |seed: &str, concurrency: &str, out: &str| {
            let words = run.split(' ').chain(["--seed", seed, "--concurrency", concurrency, "--out", out]);
            let said = trial.finish(&words.collect::<Vec<_>>());
            (said.replace(out, "OUT"), trial.timeless(out))
        };
        let one = play("4", "1", "one");
        assert_eq!(one, play("4", "3", "three"));
        assert_eq!(one, play("4", "256", "many"));
        assert_ne!(one.1, play("5", "1", "other").1);
    }
}

/// The seatings of a block.
fn seatings(block: &[&GameResult]) -> Vec<Vec<String>> {
    block.iter().map(|game| game.seats.iter().map(|seat| seat.player.clone()).collect()).collect()
}

/// Plays two blocks of each encounter, and checks the number of encounters and of games in a block.
#[track_caller]
fn assert_fair(trial: &Trial, words: &str, encounters: usize, games: usize) {
    let total = (2 * encounters * games).to_string();
    let out = words.replace(|c: char| !c.is_alphanumeric(), "-");
    trial.finish(&words.split(' ').chain(["--seed", "1", "--games", &total, "--out", &out]).collect::<Vec<_>>());
    let results = trial.results(&out);
    assert!(results.keys().copied().eq(0..(2 * encounters * games) as u64), "{words}");
    let mut blocks: BTreeMap<(usize, u64), Vec<&GameResult>> = BTreeMap::new();
    for result in results.values() {
        blocks.entry((result.encounter, result.block)).or_default().push(result);
    }
    let wanted: Vec<_> = (0..encounters).flat_map(|encounter| [(encounter, 0), (encounter, 1)]).collect();
    assert!(blocks.keys().eq(&wanted), "{words}: {:?}", blocks.keys());
    for ((encounter, number), block) in &blocks {
        assert_eq!(block.len(), games, "{words}");
        assert!(block.iter().all(|game| game.start == block[0].start));
        let seatings = seatings(block);
        assert_eq!(seatings.iter().collect::<HashSet<_>>().len(), games, "{words}: {seatings:?}");
        for player in seatings.iter().flatten() {
            let in_seat = |seat: usize| seatings.iter().filter(|seating| seating[seat] == *player).count();
            assert!((0..seatings[0].len()).all(|seat| in_seat(seat) == in_seat(0)), "{words}: {seatings:?}");
        }
        assert!(*number == 0 || block[0].start != blocks[&(*encounter, 0)][0].start, "{words}");
    }
    // No two encounters have the same players in the same numbers.
    let line_ups = wanted.iter().step_by(2).map(|key| {
        let mut players = seatings(&blocks[key]).swap_remove(0);
        players.sort();
        players
    });
    assert_eq!(line_ups.collect::<BTreeSet<_>>().len(), encounters, "{words}");
}

#[test]
fn two_players_change_sides() {
    let trial = Trial::new("sides");
    assert_fair(&trial, "noughts:perfect noughts:minimax:depth=2", 1, 2);
    assert_fair(&trial, "noughts:perfect noughts:random noughts:minimax:depth=2", 3, 2);
    assert_fair(&trial, "noughts:perfect noughts:random noughts:minimax:depth=2 --format gauntlet", 2, 2);
}

#[test]
fn four_players_change_seats() {
    let trial = Trial::new("seats");
    let two = "published:0 published:1 --limit 1";
    let three = "published:0 published:1 published:0,no-masks --limit 1";
    let four = "published:0 published:1 published:0,no-masks published:0,plain --limit 1";
    let five = "published:0 published:1 published:0,no-masks published:0,plain published:1,plain --limit 1";
    assert_fair(&trial, two, 1, 6);
    assert_fair(&trial, &format!("{two} --seating one-three"), 1, 4);
    assert_fair(&trial, &format!("{two} --format gauntlet"), 1, 4);
    assert_fair(&trial, &format!("{two} --seating one-three --format round-robin"), 2, 4);
    assert_fair(&trial, three, 3, 6);
    assert_fair(&trial, &format!("{three} --format gauntlet"), 2, 4);
    assert_fair(&trial, &format!("{three} --format gauntlet --seating two-two"), 2, 6);
    assert_fair(&trial, four, 1, 24);
    assert_fair(&trial, &format!("{four} --seating rotations"), 1, 4);
    assert_fair(&trial, five, 5, 24);
    assert_fair(&trial, &format!("{five} --format gauntlet --seating rotations"), 4, 4);
    assert_fair(&trial, "published:0 published:1 published:1 published:0 --seating rotations --limit 1", 1, 4);
}

#[test]
fn deterministic_players_play_no_start_twice() {
    let trial = Trial::new("same");
    let runs = [
        ("published:0 published:1 --limit 1 --galaxy symmetric --games 1000", 8, 48),
        ("published:0 published:1 --limit 1 --galaxy barren --games 1000", 1, 6),
        ("noughts:perfect noughts:minimax:depth=2 --plies 0 --games 1000", 1, 2),
        ("noughts:perfect noughts:random:seed=3 --plies 1 --games 1000", 9, 18),
        ("noughts:perfect noughts:minimax:depth=2 --starts starts.txt --games 1000", 2, 4),
    ];
    std::fs::write(trial.path("starts.txt"), "# two\n.../.X./...\n\n  X../.../...\n.../.X./...\n").unwrap();
    for (i, (words, starts, games)) in runs.into_iter().enumerate() {
        let out = format!("run-{i}");
        let said = trial.finish(&words.split(' ').chain(["--out", &out]).collect::<Vec<_>>());
        let count = if starts == 1 { "one start".to_owned() } else { format!("{starts} different starts") };
        let only = format!("There are only {count}, and deterministic players play none twice: {games} games.\n");
        assert!(said.starts_with(&only), "{said}");
        let results = trial.results(&out);
        assert_eq!(results.len(), games);
        assert_eq!(results.values().map(|result| &result.start).collect::<HashSet<_>>().len(), starts);
    }
    // Other players may, but deterministic ones still play each start only once.
    let words = "noughts:perfect noughts:minimax:depth=2 noughts:random --plies 0 --games 60 --out random";
    trial.finish(&words.split(' ').collect::<Vec<_>>());
    let results = trial.results("random");
    let of = |encounter| results.values().filter(|result| result.encounter == encounter).count();
    assert_eq!([of(0), of(1), of(2)], [2, 20, 20]);
    // With a time limit no player is deterministic.
    trial.finish(&[
        "published:0",
        "published:1",
        "--galaxy",
        "barren",
        "--limit",
        "1",
        "--games",
        "12",
        "--movetime",
        "50",
        "--out",
        "clock",
    ]);
    assert_eq!(trial.results("clock").len(), 12);
}
