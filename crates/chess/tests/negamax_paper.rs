//! The numbers of the paper *NegaMax Chess Engine*. Those of its evaluation are tested beside it.
//!
//! The figures are not in the text: of the example trees it tells only some leaves, and the others
//! are made up here within what it says. The board against repetition (section 1.1.2) cannot be
//! reconstructed.

use chess::{Game, Parts, PlayerSpec, Position, Textbook, read_fen};
use gametree::{AlphaBeta, Game as _, Hashed, Limits, Minimax, Negamax, ReportOf, Score, Search, perft};
use players::Setup;

/// A tree in which every inner node has the same number of branches. The players move by turns, and
/// the game never ends by itself.
struct Uniform {
    branches: u64,
}

/// A node: its ply, and its number within the ply.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    ply: u32,
    number: u64,
}

impl gametree::Game for Uniform {
    type State = Node;
    type Move = u64;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 31;

    fn start(&self) -> Node {
        Node { ply: 0, number: 0 }
    }

    fn to_move(&self, node: &Node) -> usize {
        node.ply as usize % 2
    }

    fn moves(&self, _node: &Node, moves: &mut Vec<u64>) {
        moves.extend(0..self.branches);
    }

    fn play(&self, from: &Node, branch: u64, to: &mut Node) {
        *to = Node { ply: from.ply + 1, number: from.number * self.branches + branch };
    }

    fn outcome(&self, _node: &Node) -> Option<[Score; 2]> {
        None
    }
}

impl Hashed for Uniform {
    fn hash(&self, node: &Node) -> u64 {
        (u64::from(node.ply) << 40 | node.number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn code(&self, branch: u64) -> u16 {
        branch as u16
    }
}

/// The table of section 1, with the last columns as the paper rounds them down. One of its entries is
/// wrong: 12⁵ is more than 24·10⁴, not 24·10⁵.
#[test]
fn the_number_of_nodes() {
    let table: [(u64, [(u64, u64); 5]); 5] = [
        (2, [(2, 1), (4, 1), (8, 1), (16, 1), (32, 1)]),
        (3, [(3, 1), (9, 1), (27, 1), (81, 1), (243, 1)]),
        (7, [(7, 1), (49, 1), (343, 1), (2_401, 1), (16, 1_000)]),
        (12, [(12, 1), (144, 1), (1_728, 1), (20, 1_000), (24, 10_000)]),
        (31, [(31, 1), (961, 1), (29, 1_000), (92, 10_000), (28, 1_000_000)]),
    ];
    for (branches, row) in table {
        for (depth, (number, unit)) in (1..).zip(row) {
            let leaves = branches.pow(depth);
            assert_eq!(leaves / unit, number, "{branches} branches at depth {depth}");
            // The tree itself only where that takes no time.
            if leaves < 1_000_000 {
                let game = Uniform { branches };
                assert_eq!(perft(&game, &game.start(), depth).leaves, leaves);
            }
        }
    }
}

/// The report of every algorithm about a binary tree with these leaves.
fn reports(leaves: &[Score]) -> [ReportOf<Uniform>; 4] {
    let game = Uniform { branches: 2 };
    let limits = Limits::depth(leaves.len().ilog2());
    let leaf = |node: &Node| {
        let value = leaves[node.number as usize];
        [value, -value]
    };
    let start = game.start();
    [
        Minimax::new(leaf).search(&game, &start, &limits),
        Negamax::new(leaf).search(&game, &start, &limits),
        AlphaBeta::new(leaf).search(&game, &start, &limits),
        Textbook::new(leaf, Parts { prunes: true, ..Parts::default() }).search(&game, &start, &limits),
    ]
}

/// Section 1.1: B has the highest leaf of all and −199, so B is worth −199; C is worth 5, and so is A,
/// who chooses C.
#[test]
fn the_tree_of_depth_2() {
    for report in reports(&[250, -199, 5, 90]) {
        assert_eq!(report.scores, [5, -5]);
        assert_eq!(report.best, Some(1));
    }
}

/// Section 1.1.1: D is worth 53, and E's first leaf is 62. Four of the fourteen nodes below the root
/// are culled, 29 %: E's second leaf, and the second branch of C with its leaves.
#[test]
fn the_tree_that_is_pruned() {
    let [minimax, negamax, alpha_beta, textbook] = reports(&[12, 53, 62, 7, 20, 41, 80, 3]);
    for report in [&minimax, &negamax, &alpha_beta, &textbook] {
        assert_eq!(report.scores, [53, -53]);
        assert_eq!(report.best, Some(0));
    }
    assert_eq!((minimax.counts.nodes, negamax.counts.nodes), (1 + 14, 1 + 14));
    assert_eq!((alpha_beta.counts.nodes, textbook.counts.nodes), (1 + 14 - 4, 1 + 14 - 4));
    assert_eq!((4.0_f64 / 14.0 * 100.0).round(), 29.0);
}

fn play(spec: &str, game: &Game) -> String {
    let mut player = spec.parse::<PlayerSpec>().unwrap().build(&Setup::default()).unwrap();
    let decision = player.think(&Position::from(game.clone()), &Limits::default(), &mut |_| ()).unwrap();
    decision.turn.to_string()
}

fn in_position(spec: &str, fen: &str) -> String {
    play(spec, &Game::new(read_fen(fen).unwrap()))
}

/// The paper's table of characters, as far as one ply shows them.
#[test]
fn the_characters() {
    // A knight can take a queen, the same knight has a freer square, and a pawn can advance.
    let fen = "7k/8/8/8/8/1q6/7P/N6K w - - 0 1";
    assert_eq!(in_position("negamax:depth=1,material=10,mobility=0,pawns=0", fen), "a1b3");
    assert_eq!(in_position("negamax:depth=1,material=0,mobility=10,pawns=0", fen), "a1b3");
    assert_eq!(in_position("negamax:depth=1,material=0,mobility=0,pawns=10", fen), "h2h4");
    assert_eq!(in_position("negamax:depth=1", fen), "a1b3");
    // With a negative coefficient it does not take the queen, and its pawn stays where it is.
    assert_ne!(in_position("negamax:depth=1,less-material", fen), "a1b3");
    let pawns_back = in_position("negamax:depth=1,material=0,mobility=0,fewer-pawn-moves", fen);
    assert!(!pawns_back.starts_with("h2"), "{pawns_back}");
    // A pawn is promoted only if material counts too: nothing else has a rank.
    let promotion = "7k/P7/8/8/8/8/8/7K w - - 0 1";
    assert_eq!(in_position("negamax:depth=1,material=5,mobility=0,pawns=5", promotion), "a7a8q");
    assert!(in_position("negamax:depth=1,material=0,mobility=0,pawns=10", promotion).starts_with("h1"));
}

/// Plays `plies` plies of a game against itself and returns how many moves were among the last three
/// of the same side.
fn count_repeated(spec: &str, fen: &str, plies: usize) -> usize {
    let mut game = Game::new(read_fen(fen).unwrap());
    for _ in 0..plies {
        game.play(game.read_move(&play(spec, &game)).unwrap()).unwrap();
    }
    let moves = game.moves();
    let is_repeated = |&i: &usize| moves[..i].iter().rev().skip(1).step_by(2).take(3).any(|mv| *mv == moves[i]);
    (6..moves.len()).filter(is_repeated).count()
}

/// A move is not played again while it is among the last three, unless there is no other.
#[test]
fn the_move_buffer() {
    let rooks = "k6r/8/8/8/8/8/8/K6R w - - 0 1";
    for spec in ["negamax:depth=1,material=0,mobility=1,pawns=0", "negamax:depth=2"] {
        assert_ne!(count_repeated(&format!("{spec},buffer=0"), rooks, 40), 0, "{spec}");
        assert_eq!(count_repeated(spec, rooks, 40), 0, "{spec}");
    }
    // White's only legal move is in the buffer. The paper calls that a stalemate; the rules do not.
    let mut forced = Game::new(read_fen("k7/8/8/8/8/8/r7/7K w - - 0 1").unwrap());
    for mv in ["h1g1", "a2b2", "g1h1", "b2a2", "h1g1", "a2b2", "g1h1", "b2a2"] {
        forced.play(forced.read_move(mv).unwrap()).unwrap();
    }
    assert_eq!(play("negamax:buffer=4,depth=2", &forced), "h1g1");
}
