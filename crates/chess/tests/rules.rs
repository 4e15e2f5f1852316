//! Chess as a game of `gametree`: its promises, and the size of its tree.

use chess::{Material, RandomLeaf, Rules, State, ThreeTerms, read_fen};
use cozy_chess::Board;
use gametree::{Game, Hashed, WIN, WithRepetition, conformance, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn rules(fen: &str) -> Rules {
    Rules::from(read_fen(fen).unwrap())
}

#[test]
fn the_rules_keep_their_promises() {
    conformance::check_rules(&Rules::default()).unwrap();
    conformance::check_rules(&WithRepetition::new(rules(KIWIPETE))).unwrap();
    conformance::check_noisy(&rules(KIWIPETE)).unwrap();
}

/// Comparing the orders of all pairs of moves takes long, so there are few pieces here, but all
/// kinds of special moves.
#[test]
fn equal_positions_have_equal_hashes() {
    conformance::check(&rules("4k3/3p4/8/4P3/8/8/8/R3K3 b Q - 0 1")).unwrap();
}

#[test]
fn the_evaluators_keep_their_promises() {
    conformance::check_evaluator(&Rules::default(), &Material).unwrap();
    conformance::check_evaluator(&Rules::default(), &RandomLeaf { seed: 1 }).unwrap();
    conformance::check_evaluator(&Rules::default(), &ThreeTerms::default()).unwrap();
    let extreme = ThreeTerms { material: 1_000, mobility: 1_000, pawns: 1_000 };
    conformance::check_evaluator(&Rules::default(), &extreme).unwrap();
}

/// Published counts: the initial position, Kiwipete, one of Chess960, and positions with promotions,
/// en passant captures and castling.
#[test]
fn the_size_of_the_tree() {
    let cases: [(&str, &[u64]); 5] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281]),
        (KIWIPETE, &[48, 2_039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", &[24, 496, 9_483, 182_838]),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189, 326_672]),
    ];
    for (fen, counts) in cases {
        let rules = rules(fen).without_draws();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&rules, &rules.start(), depth).leaves, count, "{fen} at depth {depth}");
        }
    }
}

/// All counts of the files that `CHESS_PERFT` names (separated by colons), up to the depth
/// `CHESS_PERFT_DEPTH`, 4 if it is not given. A line is a FEN and counts: `… 0 1 ;D1 20 ;D2 400`.
#[test]
#[ignore = "needs the files that CHESS_PERFT names, and minutes"]
fn the_size_of_many_trees() {
    let files = std::env::var("CHESS_PERFT").expect("CHESS_PERFT names the files");
    let max_depth: u32 = std::env::var("CHESS_PERFT_DEPTH").map_or(4, |depth| depth.parse().unwrap());
    let (mut positions, mut counts, mut leaves) = (0, 0, 0);
    for file in files.split(':') {
        for line in std::fs::read_to_string(file).unwrap().lines().filter(|line| !line.trim().is_empty()) {
            let mut fields = line.split(';');
            let fen = fields.next().unwrap();
            let rules = rules(fen).without_draws();
            positions += 1;
            for field in fields {
                let (depth, count) = field.trim().split_once(' ').unwrap();
                let depth: u32 = depth.strip_prefix('D').unwrap().parse().unwrap();
                if depth <= max_depth {
                    let found = count_leaves(&rules, &rules.start(), depth);
                    assert_eq!(found, count.trim().parse().unwrap(), "{fen} at depth {depth}");
                    (counts, leaves) = (counts + 1, leaves + found);
                }
            }
        }
    }
    println!("{positions} positions, {counts} counts, {leaves} leaves: all as expected");
}

/// As `perft`, but the moves before the leaves are only counted.
fn count_leaves(rules: &Rules, state: &State, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(Rules::MAX_MOVES);
    rules.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut next = state.clone();
    let below = |&mv: &_| {
        rules.play(state, mv, &mut next);
        count_leaves(rules, &next, depth - 1)
    };
    moves.iter().map(below).sum()
}

#[test]
fn the_ends_of_a_game() {
    let outcome = |fen: &str| {
        let rules = rules(fen);
        rules.outcome(&rules.start())
    };
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some([-WIN, WIN])),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some([WIN, -WIN])),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some([0, 0])),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", Some([0, 0])),
        ("7k/8/8/8/8/8/8/RK6 w - - 99 90", None),
        ("7k/8/8/8/8/8/8/RK6 w - - 100 90", Some([0, 0])),
        // A mate counts even if it comes with the fiftieth move.
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", Some([WIN, -WIN])),
    ];
    for (fen, expected) in cases {
        assert_eq!(outcome(fen), expected, "{fen}");
        let rules = rules(fen).without_draws();
        let ends = rules.outcome(&rules.start());
        assert_eq!(ends, expected.filter(|_| !fen.contains("KB6") && !fen.contains("RK6 w - - 100")), "{fen}");
    }
}

#[test]
fn an_en_passant_square_counts_only_if_a_capture_is_legal() {
    let hash = |fen: &str| {
        let board = read_fen(fen).unwrap();
        Rules::default().hash(&State::from(board))
    };
    let same = |one: &str, other: &str| {
        let states = [one, other].map(|fen| State::from(read_fen(fen).unwrap()));
        assert_eq!(states[0] == states[1], hash(one) == hash(other), "{one}, {other}");
        states[0] == states[1]
    };
    let opened = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert!(same(&format!("{opened} e3 0 1"), &format!("{opened} - 4 3")));
    let beside = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    assert!(!same(&format!("{beside} d6 0 3"), &format!("{beside} - 4 5")));
    // The pawn could capture, but the king would stand in check.
    let pinned = "8/8/8/K2pP2r/8/8/8/7k w -";
    assert!(same(&format!("{pinned} d6 0 1"), &format!("{pinned} - 0 1")));
}

#[test]
fn moves_have_different_codes_in_every_position() {
    let mut board = Board::default();
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..300 {
        let mut moves = Vec::new();
        Rules::default().moves(&State::from(board.clone()), &mut moves);
        let codes: std::collections::HashSet<u16> = moves.iter().map(|&mv| Rules::default().code(mv)).collect();
        assert_eq!(codes.len(), moves.len(), "{board}");
        let Some(mv) = rng.choice(moves) else { break };
        board.play(mv);
    }
}
