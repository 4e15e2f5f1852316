//! The numbers of Mengjia Kong's *Chess AI*, where the position is printed or can be reconstructed.
//!
//! Its program prints moves as the numbers of its chess library, 4096 + 64·to + from with a1 = 0 and
//! h8 = 63, so that positions before a move follow from those after it.
//!
//! Not to be had from the text: the boards of Figures 1 and 4, the positions of Figures 13 (16,479 and
//! 1,849) and 16 (1,949 and 740), the 3,300 of Figures 11 and 14, which depend on the order of moves
//! in a middlegame, and the 422 of Figure 17.

use chess::{Ending, Game, Material, Parts, PlayerSpec, Position, Rules, State, TableUse, Textbook, read_fen};
use cozy_chess::{Board, Color, Move, Piece, Square};
use gametree::{Evaluate, Game as _, Hashed, Limits, ReportOf, Score, Search, WIN, perft};
use players::Setup;

/// The position before the mate of Figure 2: the move 7639 is h3h7.
const FIGURE_2: &str = "3B4/k7/3Q4/3B4/P2P4/2P3pR/1P1NNP2/R3K3 w Q - 2 33";
/// The position of Figure 5. Figure 10 prints a position of its search, three plies later; only one
/// way to take back two quiet moves leads to the 923 states of Figure 7.
const FIGURE_5: &str = "6q1/R2Q3p/1p1p1ppk/1P1N4/1P2rP2/6P1/7P/6K1 w - - 0 1";

const MINIMAX: Parts = Parts {
    prunes: false,
    deepens: false,
    table: TableUse::None,
    reorders: false,
    ties: chess::Ties::First,
    opens_root: true,
};
const ALPHA_BETA: Parts = Parts { prunes: true, ..MINIMAX };

fn search<G>(game: &G, parts: Parts, depth: u32) -> ReportOf<G>
where
    G: Hashed<State = State, Scores = [Score; 2]>,
    Material: Evaluate<G>,
{
    Textbook::new(Material, parts).search(game, &game.start(), &Limits::depth(depth))
}

fn rules(fen: &str) -> Rules {
    Rules::from(read_fen(fen).unwrap())
}

/// A move as the paper prints it.
fn printed(number: u16) -> String {
    let square = |bits: u16| Square::index(usize::from(bits % 64));
    format!("{}{}", square(number - 4096), square((number - 4096) / 64))
}

#[test]
fn the_mates_that_are_printed() {
    let mates = [
        ("3B4/k6R/3Q4/3B4/P2P4/2P3p1/1P1NNP2/R3K3 b Q - 3 33", 7639, "h3h7"),
        ("1k1B4/2Q5/8/3B3p/P2P3R/2P3P1/1P1N1P2/R3K1N1 b Q - 1 30", 7347, "d7c7"),
        ("6q1/R6p/1p1p1ppk/1P6/1P3P2/2N1r1PQ/7P/6K1 b - - 3 2", 5619, "d7h3"),
    ];
    for (fen, number, mv) in mates {
        let game = Game::new(read_fen(fen).unwrap());
        assert_eq!(game.ending(), Some(Ending::Checkmate), "{fen}");
        assert_eq!(game.winner(), Some(Color::White), "{fen}");
        assert_eq!(printed(number), mv);
    }
}

#[test]
fn a_won_a_lost_and_a_drawn_game() {
    let value = |fen: &str| search(&rules(fen), MINIMAX, 1).scores;
    assert_eq!(value("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), [WIN, -WIN]);
    assert_eq!(value("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1"), [-WIN, WIN]);
    assert_eq!(value("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), [0, 0]);
}

/// 34,292 states, at depth 4.
#[test]
fn figure_2() {
    let report = search(&rules(FIGURE_2), MINIMAX, 4);
    assert_eq!(report.counts.nodes, 34_292);
    assert_eq!(report.best.unwrap().to_string(), printed(7639));
    assert_eq!(report.scores, [WIN - 1, 1 - WIN]);
}

/// The last move of Figure 3, in the position before it.
#[test]
fn figure_3() {
    let before = rules("1k1B4/3Q4/8/3B3p/P2P3R/2P3P1/1P1N1P2/R3K1N1 w Q - 0 30");
    for depth in 1..=3 {
        assert_eq!(search(&before, ALPHA_BETA, depth).scores, [WIN - 1, 1 - WIN]);
    }
    let mut game = Game::new(before.start().board().clone());
    game.play(game.read_move(&printed(7347)).unwrap()).unwrap();
    assert_eq!(game.board().to_string(), "1k1B4/2Q5/8/3B3p/P2P3R/2P3P1/1P1N1P2/R3K1N1 b Q - 1 30");
}

/// The position that Figure 10 prints is three plies below that of Figure 5.
#[test]
fn figure_10() {
    let mut game = Game::new(read_fen(FIGURE_5).unwrap());
    for mv in ["d5c3", "e4e3", &printed(5619)] {
        game.play(game.read_move(mv).unwrap()).unwrap();
    }
    assert_eq!(game.board().to_string(), "6q1/R6p/1p1p1ppk/1P6/1P3P2/2N1r1PQ/7P/6K1 b - - 3 2");
}

/// Figures 7, 9 and 11: 923 states at depth 2, 32,783 at depth 3, and at depth 4 768,165 instead of
/// 769,088. Their counter was not reset.
#[test]
fn figures_7_9_and_11() {
    let rules = rules(FIGURE_5);
    for (depth, states) in [(2, 923), (3, 32_783), (4, 769_088 - 923)] {
        let report = search(&rules, MINIMAX, depth);
        assert_eq!(report.counts.nodes, states);
        assert_eq!(report.best.unwrap().to_string(), printed(5619));
        assert_eq!(report.scores, [WIN - 1, 1 - WIN]);
    }
    let pruned = search(&rules, ALPHA_BETA, 3);
    assert_eq!(pruned.best.unwrap().to_string(), printed(5619));
    assert!(pruned.counts.nodes < 32_783);
}

/// 9,323 states at depth 3 and, with their counter reset, 5,072,213 at depth 5.
#[test]
fn figure_8() {
    let report = search(&Rules::default(), MINIMAX, 3);
    assert_eq!(report.counts.nodes, 9_323);
    assert_eq!(report.counts.nodes, 1 + 20 + 400 + 8_902);
    assert_eq!(search(&Rules::default(), MINIMAX, 5).counts.nodes, 5_081_536 - 9_323);
}

/// Chess with the moves of knights before all others, those of White from a1 on and those of Black
/// from h8 on. This is one of the simple orders that fit the paper: all moves have the value 0 there,
/// and the first is b1a3.
struct KnightsFirst;

impl gametree::Game for KnightsFirst {
    type State = State;
    type Move = Move;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = Rules::MAX_MOVES;

    fn start(&self) -> State {
        State::from(Board::default())
    }

    fn to_move(&self, state: &State) -> usize {
        Rules::default().to_move(state)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let first = moves.len();
        Rules::default().moves(state, moves);
        let number = |square: Square| match state.board().side_to_move() {
            Color::White => square as usize,
            Color::Black => Square::NUM - square as usize,
        };
        let is_other = |mv: &Move| state.board().piece_on(mv.from) != Some(Piece::Knight);
        moves[first..].sort_by_key(|mv| (is_other(mv), number(mv.from), mv.to));
    }

    fn play(&self, from: &State, mv: Move, to: &mut State) {
        Rules::default().play(from, mv, to);
    }

    fn outcome(&self, state: &State) -> Option<[Score; 2]> {
        Rules::default().outcome(state)
    }
}

impl Hashed for KnightsFirst {
    fn hash(&self, state: &State) -> u64 {
        Rules::default().hash(state)
    }

    fn code(&self, mv: Move) -> u16 {
        Rules::default().code(mv)
    }
}

/// Minimax visits 9,323 states and alpha-beta 1,246. Both choose move 5121.
#[test]
fn figure_12() {
    let material = |state: &State| Material.evaluate(&Rules::default(), state);
    for (parts, states) in [(MINIMAX, 9_323), (ALPHA_BETA, 1_246)] {
        let start = KnightsFirst.start();
        let report = Textbook::new(material, parts).search(&KnightsFirst, &start, &Limits::depth(3));
        assert_eq!(report.counts.nodes, states);
        assert_eq!(report.best.unwrap().to_string(), printed(5121));
        assert_eq!(report.scores, [0, 0]);
    }
}

/// With the table alpha-beta visits 922 states instead of 3,300, and 421 instead of 1,246. These are
/// all positions above the horizon except the mate: the search before had left the values of all
/// leaves that were needed in the table.
#[test]
fn figures_14_and_15() {
    let above = |rules: Rules| perft(&rules, &rules.start(), 2);
    assert_eq!(above(rules(FIGURE_5)).nodes, 922 + 1);
    assert_eq!(above(rules(FIGURE_5)).finished, 1);
    assert_eq!(above(Rules::default()).nodes, 421);
}

/// "Iterative" to depth 3 stops at depth 2: 21 + 421 = 442 states. After that the table knows all
/// moves from the initial position, and "iterative reorder" visits nothing but the root, twice.
#[test]
fn figures_17_and_18() {
    let rules = Rules::default();
    let deepening = Parts { deepens: true, ..ALPHA_BETA };
    assert_eq!(search(&rules, deepening, 2).counts.nodes, 442);
    let mut with_table = Textbook::new(Material, Parts { table: TableUse::Paper, reorders: true, ..deepening });
    let mut visited = || {
        let counts = with_table.search(&rules, &rules.start(), &Limits::depth(2)).counts;
        counts.nodes - counts.table_hits
    };
    assert_eq!(visited(), 21 + 1);
    assert_eq!(visited(), 2);
}

#[test]
fn the_material() {
    let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    assert_eq!(pieces.map(Material::of), [100, 300, 325, 500, 900]);
    let rules = rules(FIGURE_5);
    // A queen each and a rook each, a knight, and five pawns against five.
    assert_eq!(Material.evaluate(&rules, &rules.start()), [300, -300]);
}

/// The player finds the mate with every combination of its parts, with the paper's table as well.
#[test]
fn the_player_mates() {
    for search in ["alpha-beta", "minimax"] {
        for table in ["none", "sound", "paper"] {
            for rest in ["", ",deepen", ",reorder", ",deepen,reorder", ",leaf=random", ",ties=first", ",nodes=5000"] {
                let spec = format!("kong:depth=2,search={search},table={table}{rest}");
                let mut player = spec.parse::<PlayerSpec>().unwrap().build(&Setup::default()).unwrap();
                let position = Position::from(Game::new(read_fen(FIGURE_5).unwrap()));
                let decision = player.think(&position, &Limits::default(), &mut |_| ()).unwrap();
                assert_eq!(decision.turn.to_string(), "d7h3", "{spec}");
                assert_eq!(decision.reasons.score, Some(WIN - 1), "{spec}");
            }
        }
    }
}

/// Without random choice the first paper's player would move a piece to and fro; with it, games
/// differ by the seed only.
#[test]
fn the_seed_decides_among_equals() {
    let first_move = |spec: &str, seed| {
        let setup = Setup { seed, ..Setup::default() };
        let mut player = spec.parse::<PlayerSpec>().unwrap().build(&setup).unwrap();
        player.think(&Position::default(), &Limits::default(), &mut |_| ()).unwrap().turn
    };
    let moves: std::collections::HashSet<_> =
        (0..20).map(|seed| first_move("kong:depth=2", seed).to_string()).collect();
    assert!(moves.len() > 3, "{moves:?}");
    assert_eq!(first_move("kong:depth=2,seed=5", 1), first_move("kong:depth=2", 5));
    assert_eq!(first_move("kong:depth=2,ties=first", 1), first_move("kong:depth=2,ties=first", 2));
}
