//! The solver against published results and against plain searches.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

#[allow(dead_code, unreachable_pub, reason = "shared with the example")]
#[path = "../examples/kalah/game.rs"]
mod kalah;

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/othello/game.rs"]
mod othello;

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/othello_variant.rs"]
mod othello_variant;

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/coins.rs"]
mod coins;

use connect_four::ConnectFour;
use gametree::{
    AlphaBeta, Bound, Game, Hashed, Iterative, Limits, OutcomeOnly, Random, ReportOf, Score, Search, Solver, Table,
};
use kalah::Kalah;
use noughts::Noughts;
use othello::Othello;
use othello_variant::OthelloVariant;

fn solver() -> Solver {
    Solver::new(Table::with_bytes(4 << 20))
}

/// The line is legal, and ends with the score that the report has.
fn check_line<G: Game<Scores = [Score; 2]>>(game: &G, state: &G::State, report: &ReportOf<G>) {
    assert_eq!(report.best, report.line.first().copied());
    let mut end = state.clone();
    for &mv in &report.line {
        assert!(game.legal(&end).contains(&mv), "{report:?}");
        end = game.after(&end, mv);
    }
    let outcome = game.outcome(&end).expect("the line ends with the game");
    let score = gametree::adjust_for_ply(outcome[0], report.line.len());
    assert_eq!(score, report.scores[0], "{report:?}");
}

/// Scores, lines and root moves agree with alpha-beta, which searches everything.
fn check<G: Hashed<Scores = [Score; 2]>>(game: &G, state: &G::State, solver: &mut Solver)
where
    G::State: std::fmt::Debug,
{
    let truth = AlphaBeta::new(OutcomeOnly).search(game, state, &Limits::default());
    assert!(truth.solved);
    let report = solver.search(game, state, &Limits::default());
    assert!(report.solved);
    assert_eq!(report.scores, truth.scores, "{state:?}");
    check_line(game, state, &report);
    let mover = game.to_move(state);
    for it in &report.root_moves {
        let next = game.after(state, it.mv);
        let exact = AlphaBeta::new(OutcomeOnly).search(game, &next, &Limits::default()).scores[mover];
        let exact = gametree::adjust_for_ply(exact, 1);
        let holds = match it.bound {
            Some(Bound::Exact) => it.score == exact,
            Some(Bound::Lower) => it.score <= exact,
            Some(Bound::Upper) => it.score >= exact,
            None => false,
        };
        assert!(holds, "{it:?} but {exact} in {state:?}");
    }
    let winner = Solver::new(Table::with_bytes(1 << 16)).winner_only().search(game, state, &Limits::default());
    assert!(winner.solved);
    assert_eq!(winner.scores[0].signum(), truth.scores[0].signum(), "{state:?}");
}

#[test]
fn noughts_and_crosses() {
    let mut solver = solver();
    for board in noughts::positions().into_iter().filter(|board| board.empty().len() <= 7).step_by(23) {
        check(&Noughts, &board, &mut solver);
    }
}

#[test]
fn players_who_may_move_twice() {
    for seed in 0..50 {
        let game = coins::Coins::<2>::new(12, seed);
        check(&game, &game.start(), &mut solver());
    }
}

#[test]
fn the_end_of_connect_four() {
    let mut random = Random::new(5);
    for _ in 0..10 {
        let mut board = ConnectFour.start();
        for _ in 0..30 {
            let Some(mv) = random.search(&ConnectFour, &board, &Limits::default()).best else { break };
            board = ConnectFour.after(&board, mv);
        }
        check(&ConnectFour, &board, &mut solver());
    }
}

#[test]
fn small_games_of_kalah() {
    for (houses, seeds) in [(1, 2), (2, 2), (2, 3), (3, 1), (3, 2)] {
        for game in [Kalah::new(houses, seeds), Kalah::new(houses, seeds).with_empty_capture()] {
            check(&game, &game.start(), &mut solver());
        }
    }
}

/// Who wins Kalah(houses, seeds), as Irving, Donkers and Uiterwijk found (ICGA Journal 23, 2000).
#[test]
fn kalah_is_won_by_whom_it_is_known_to_be() {
    let known = ["DLWLWD", "WLLLWW", "DWWWWL", "WWWWWD"];
    for (houses, row) in (1..).zip(known) {
        // Larger ones take longer than a test should.
        for (seeds, winner) in (1..=6).zip(row.chars()).take(if houses == 4 { 3 } else { 6 }) {
            let game = Kalah::new(houses, seeds);
            let report = solver().winner_only().search(&game, &game.start(), &Limits::default());
            let found = ['L', 'D', 'W'][(report.scores[0].signum() + 1) as usize];
            assert!(report.solved);
            assert_eq!(found, winner, "Kalah({houses}, {seeds})");
        }
    }
}

/// Endgames 20 and 21 of the French Othello Federation with the best move, and the margin for the
/// player to move.
const ENDGAMES: [(&str, &str, Score); 2] = [
    ("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-", "h5", 6),
    // White is to move in the original: the colours are exchanged.
    ("XXXXXXXXOXXOOO--OOXXOXX-OXOXXX--OXXXXO--OXXOXX--OXXXXX--OOOO----", "g5", 0),
];

#[test]
fn endgames_of_othello() {
    for (squares, best, margin) in ENDGAMES {
        let board = othello::Board::read(squares);
        let report = solver().search(&Othello, &board, &Limits::default());
        assert!(report.solved);
        assert_eq!(report.scores, [margin, -margin], "{board}");
        assert_eq!(report.best.map(othello::name).as_deref(), Some(best), "{board}");
        check_line(&Othello, &board, &report);
    }
}

/// Published counts of the lines of play: some games are over before depth 10.
#[test]
fn perft_of_othello() {
    let known = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
    for (depth, lines) in (1..).zip(known) {
        assert_eq!(gametree::perft(&Othello, &Othello.start(), depth).lines, lines);
    }
}

/// Node counts are the same on every machine. Run it with `--release -- --ignored`.
#[test]
#[ignore = "takes half a minute when optimised"]
fn hard_positions_take_few_nodes() {
    let solver = || Solver::new(Table::with_bytes(256 << 20));
    // Number 40 of the French Othello Federation.
    let number_40 = othello::Board::read("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------");
    let report = solver().search(&Othello, &number_40, &Limits::default());
    assert_eq!((report.scores, report.best.map(othello::name).as_deref()), ([38, -38], Some("a2")));
    assert!(report.counts.nodes <= 30_000_000, "{}", report.counts.nodes);
    let kalah = Kalah::new(6, 3);
    let report = solver().search(&kalah, &kalah.start(), &Limits::default());
    assert_eq!(report.scores, [2, -2]);
    assert!(report.counts.nodes <= 5_000_000, "{}", report.counts.nodes);
}

/// The nodes that [`Iterative`] takes to the end of the game without and with an order of moves.
fn nodes_by_order(board: &othello::Board) -> [u64; 2] {
    [false, true].map(|has_order| {
        let game = OthelloVariant { has_order, only_winner: false };
        let report = Iterative::new(OutcomeOnly, Table::with_bytes(64 << 20)).search(&game, board, &Limits::default());
        assert!(report.solved);
        report.counts.nodes
    })
}

/// Without an order of moves the same search takes far more nodes.
#[test]
fn fastest_first_saves_nodes() {
    let nodes = nodes_by_order(&othello::Board::read(ENDGAMES[1].0));
    assert!(3 * nodes[1] < nodes[0], "{nodes:?}");
}

/// The same after random games, twelve with each number of empty squares.
#[test]
#[ignore = "takes half a minute when optimised"]
fn fastest_first_saves_nodes_in_many_endgames() {
    for empty in [15, 16] {
        let mut sum = [0, 0];
        for seed in 0..12 {
            let (mut random, mut board) = (Random::new(seed), Othello.start());
            while board.empty().count_ones() > empty {
                let Some(mv) = random.search(&Othello, &board, &Limits::default()).best else { break };
                board = Othello.after(&board, mv);
            }
            let nodes = nodes_by_order(&board);
            sum = [sum[0] + nodes[0], sum[1] + nodes[1]];
        }
        assert!(3 * sum[1] < sum[0], "{empty} empty squares: {sum:?}");
    }
}

/// A limit ends it with what is proven so far, and there is always a move.
#[test]
fn an_unsolved_position_has_a_move() {
    let board = othello::Board::read(ENDGAMES[1].0);
    for nodes in [0, 1, 10, 1_000] {
        let report = solver().search(&Othello, &board, &Limits::nodes(nodes));
        assert!(!report.solved);
        assert!(report.best.is_some());
        assert_eq!(report.counts.nodes, nodes);
    }
}

#[test]
fn a_finished_game_is_solved() {
    let board = othello::Board { own: u64::MAX, other: 0, to_move: 1 };
    let report = solver().search(&Othello, &board, &Limits::default());
    assert!(report.solved);
    assert_eq!((report.scores, report.best), ([-64, 64], None));
}
