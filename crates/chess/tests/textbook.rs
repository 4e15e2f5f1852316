//! The textbook search agrees with the searches of `gametree`, whatever is added to it.

use chess::{Material, Parts, RandomLeaf, Rules, TableUse, Textbook, ThreeTerms, Ties, read_fen};
use gametree::{AlphaBeta, Evaluate, Game, Iterative, Limits, Minimax, Search, Table};

/// Openings, tactics, mates, promotions, stalemates and draws.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "6q1/R2Q3p/1p1p1ppk/1P1N4/1P2rP2/6P1/7P/6K1 w - - 0 1",
    "3B4/k7/3Q4/3B4/P2P4/2P3pR/1P1NNP2/R3K3 w Q - 2 33",
    "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "8/8/4k3/8/8/3nK3/8/8 b - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQ - 0 1",
];

fn parts() -> impl Iterator<Item = Parts> {
    let tables = [TableUse::None, TableUse::Sound];
    (0..32).map(move |bits: u32| Parts {
        prunes: bits & 1 != 0,
        deepens: bits & 2 != 0,
        table: tables[(bits >> 2 & 1) as usize],
        reorders: bits & 8 != 0,
        opens_root: bits & 16 != 0,
        ties: Ties::First,
    })
}

fn agree(evaluator: impl Evaluate<Rules> + Copy, max_depth: u32) {
    for fen in POSITIONS {
        let rules = Rules::from(read_fen(fen).unwrap());
        let start = rules.start();
        for depth in 1..=max_depth {
            let limits = Limits::depth(depth);
            let expected = Minimax::new(evaluator).search(&rules, &start, &limits);
            for parts in parts() {
                let found = Textbook::new(evaluator, parts).search(&rules, &start, &limits);
                assert_eq!(found.scores, expected.scores, "{parts:?} at depth {depth} in {fen}");
                // Another order of moves may find another of several best moves.
                if !parts.reorders {
                    assert_eq!(found.best, expected.best, "{parts:?} at depth {depth} in {fen}");
                }
            }
            let plain = Textbook::new(evaluator, Parts::default()).search(&rules, &start, &limits);
            assert_eq!(plain, expected, "depth {depth} in {fen}");
            let parts = Parts { prunes: true, ..Parts::default() };
            let pruned = Textbook::new(evaluator, parts).search(&rules, &start, &limits);
            let expected_pruned = AlphaBeta::new(evaluator).search(&rules, &start, &limits);
            assert_eq!(pruned.line, expected_pruned.line, "depth {depth} in {fen}");
            assert_eq!(pruned.counts, expected_pruned.counts, "depth {depth} in {fen}");
            let iterative = Iterative::new(evaluator, Table::with_bytes(1 << 20)).search(&rules, &start, &limits);
            assert_eq!(iterative.scores, expected.scores, "depth {depth} in {fen}");
        }
    }
}

#[test]
fn with_material() {
    agree(Material, 3);
}

#[test]
fn with_random_leaves() {
    agree(RandomLeaf { seed: 7 }, 3);
}

#[test]
fn with_three_terms() {
    agree(ThreeTerms::default(), 2);
}

#[test]
fn all_best_moves_come_up_and_the_last_in_half_of_all_cases() {
    let rules = Rules::default();
    let limits = Limits::depth(1);
    let mut times = std::collections::HashMap::new();
    let mut moves = Vec::new();
    rules.moves(&rules.start(), &mut moves);
    for seed in 0..1000 {
        let parts = Parts { prunes: true, opens_root: true, ties: Ties::Coin { seed }, ..Parts::default() };
        let best = Textbook::new(Material, parts).search(&rules, &rules.start(), &limits).best.unwrap();
        let again = Textbook::new(Material, parts).search(&rules, &rules.start(), &limits).best.unwrap();
        assert_eq!(best, again);
        *times.entry(best.to_string()).or_insert(0) += 1;
    }
    let last = times[&moves.last().unwrap().to_string()];
    assert!((440..560).contains(&last), "{last}");
    assert!(times.len() > 6, "{times:?}");
}

#[test]
fn limits_hold_and_there_is_always_a_move() {
    let rules = Rules::from(read_fen(POSITIONS[1]).unwrap());
    for parts in parts() {
        for nodes in [1, 100, 5_000] {
            let report = Textbook::new(Material, parts).search(&rules, &rules.start(), &Limits::nodes(nodes));
            assert!(report.best.is_some());
            // The first iteration always completes.
            assert!(report.counts.nodes <= nodes.max(49), "{parts:?}: {:?}", report.counts);
        }
    }
}
