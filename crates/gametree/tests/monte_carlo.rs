//! Monte Carlo tree search: what it finds and what it proves.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/othello/game.rs"]
mod othello;

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/othello_variant.rs"]
mod othello_variant;

use std::num::NonZeroUsize;

use connect_four::{Board, ConnectFour, middle_counts};
use gametree::{
    Bound, Game, Limits, Mcts, Minimax, OutcomeOnly, Random, ReportOf, Rng, SURE, Score, Search, WIN, duel,
};
use noughts::Noughts;
use othello::Othello;
use othello_variant::OthelloVariant;

/// With enough playouts it proves what minimax finds.
#[test]
fn it_solves_noughts_and_crosses() {
    for board in noughts::positions().into_iter().filter(|board| board.empty().len() <= 7).step_by(37) {
        let truth = Minimax::new(OutcomeOnly).search(&Noughts, &board, &Limits::default());
        let solved = Mcts::new(1).search(&Noughts, &board, &Limits::nodes(100_000));
        assert!(solved.solved, "{board:?}");
        // A proven win need not be the shortest, so only the winner is compared.
        assert_eq!(
            solved.scores.map(|score| score.clamp(-SURE, SURE)),
            truth.scores.map(|score| score.clamp(-SURE, SURE))
        );
        if let Some(best) = solved.best {
            let mut next = board;
            Noughts.play(&board, best, &mut next);
            let after = Minimax::new(OutcomeOnly).search(&Noughts, &next, &Limits::default());
            assert_eq!(after.scores[0].signum(), truth.scores[0].signum(), "{best:?} keeps the value of {board:?}");
        }
    }
}

/// Most moves are draws here. They must not keep it from trying the others.
#[test]
fn it_solves_noughts_and_crosses_from_the_start() {
    let solved = Mcts::new(1).search(&Noughts, &Noughts.start(), &Limits::nodes(200_000));
    assert!(solved.solved);
    assert_eq!(solved.scores, [0, 0]);
}

#[test]
fn it_takes_a_win_and_prevents_a_loss() {
    // Complete the column; make an open three; close the only end of a three.
    for (moves, wanted) in [("121213", 0), ("2233", 3), ("43536", 6)] {
        let report = Mcts::new(2).search(&ConnectFour, &Board::after(moves), &Limits::nodes(20_000));
        assert_eq!(report.best, Some(wanted), "{moves}: {report:?}");
    }
    let report = Mcts::new(2).search(&ConnectFour, &Board::after("121213"), &Limits::nodes(20_000));
    assert_eq!(report.scores, [WIN - 1, -WIN + 1]);
    assert_eq!(report.line, [0]);
}

/// The root moves have estimates, and exact scores where they are proven.
#[test]
fn the_scores_of_root_moves() {
    let report = Mcts::new(2).search(&ConnectFour, &Board::after("2233"), &Limits::nodes(20_000));
    assert_eq!(report.root_moves.len(), 7);
    let best = report.root_moves.iter().find(|it| Some(it.mv) == report.best).unwrap();
    assert!(report.root_moves.iter().all(|it| it.score <= best.score), "{report:?}");
    let won = Mcts::new(2).search(&ConnectFour, &Board::after("121213"), &Limits::nodes(20_000));
    let best = won.root_moves.iter().find(|it| Some(it.mv) == won.best).unwrap();
    assert_eq!((best.score, best.bound), (WIN - 1, Some(Bound::Exact)));
    let one = Mcts::new(2).search(&ConnectFour, &Board::after("2233"), &Limits::nodes(1));
    assert_eq!(one.root_moves.len(), 1);
    assert_eq!(one.root_moves[0].bound, None);
}

#[test]
fn the_same_seed_plays_the_same_and_another_differs() {
    let search = |seed| Mcts::new(seed).search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(500));
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

#[test]
fn a_full_tree_does_not_stop_it() {
    let limits = Limits::nodes(5_000);
    let small = Mcts::new(1).with_capacity(0).search(&ConnectFour, &ConnectFour.start(), &limits);
    assert_eq!(small.counts.nodes, 5_000);
    assert_eq!(small.depth, 1);
}

/// An estimate never claims a proven win.
#[test]
fn estimates_stay_within_bounds() {
    for playouts in [1, 2, 10] {
        let report = Mcts::new(9).search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(playouts));
        assert!(report.scores.iter().all(|score| score.abs() <= SURE));
        assert!(report.best.is_some());
    }
}

/// A player of Othello, whose scores are margins of discs, who is told only who won.
struct ToldWinner(Mcts);

impl Search<Othello> for ToldWinner {
    fn watch(
        &mut self,
        _: &Othello,
        board: &othello::Board,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<Othello>),
    ) -> ReportOf<Othello> {
        let game = OthelloVariant { has_order: true, only_winner: true };
        self.0.watch(&game, board, limits, each)
    }
}

/// Margins are scaled to rewards, by the range that is seen or declared: a player who is told them is
/// not weaker than one who is told who won. (When they were not scaled, it lost all 40 games.)
#[test]
fn margins_are_as_good_as_wins() {
    let limits = Limits::nodes(100);
    for (name, mut search) in [("seen", Mcts::new(1)), ("declared", Mcts::new(1).with_range(-64..=64))] {
        let tally = duel(&Othello, &mut search, &mut ToldWinner(Mcts::new(2)), &limits, 20, 4);
        assert!(2 * tally.wins + tally.draws >= 40 - 8, "{name}: {tally:?}");
    }
}

/// The first of three players chooses how many points it gets, and then the others, to whom it makes no
/// difference, add some of their own. Nobody gets less than `base`.
struct Gifts {
    base: Score,
    declares: bool,
}

impl Game for Gifts {
    /// The number of moves, and the points of the first player.
    type State = (u8, u8);
    type Move = u8;
    type Scores = [Score; 3];
    const MAX_MOVES: usize = 3;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn to_move(&self, state: &(u8, u8)) -> usize {
        if state.0 == 0 { 0 } else { 1 + usize::from(state.0 % 2) }
    }

    fn moves(&self, _: &(u8, u8), moves: &mut Vec<u8>) {
        moves.extend([0, 1, 2]);
    }

    fn play(&self, from: &(u8, u8), points: u8, to: &mut (u8, u8)) {
        *to = (from.0 + 1, from.1 + points);
    }

    fn outcome(&self, state: &(u8, u8)) -> Option<[Score; 3]> {
        (state.0 == 5).then(|| [self.base + Score::from(state.1), self.base, self.base])
    }

    fn bounds(&self, _: &(u8, u8), _: usize) -> (Score, Score) {
        if self.declares { (self.base, self.base + 10) } else { (-WIN, WIN) }
    }
}

/// Only the differences of scores matter: the better move is found as fast if all scores are high, or
/// all low.
#[test]
fn the_range_of_scores_need_not_contain_zero() {
    for (declares, base) in [false, true].into_iter().flat_map(|it| [-500_000, 0, 500_000].map(|base| (it, base))) {
        let game = Gifts { base, declares };
        // No more than the moves at the root are kept, so that nothing is proven.
        let search = || Mcts::new(3).with_capacity(0).with_exploration(0.5);
        let reports = [
            search().search(&game, &game.start(), &Limits::nodes(300)),
            search().on_threads(NonZeroUsize::MIN).search(&game, &game.start(), &Limits::nodes(300)),
        ];
        for report in reports {
            assert_eq!(report.best, Some(2), "{declares}, {base}: {report:?}");
            // Mostly the best move is tried, so the mean is close to its 6 points.
            assert!((5..=6).contains(&(report.scores[0] - base)), "{declares}, {base}: {report:?}");
        }
    }
}

/// Every option keeps what the search promises: the playouts are counted, wins are found.
#[test]
fn every_option_takes_a_win() {
    let limits = Limits::nodes(20_000);
    let middle_first = |_: &Board, moves: &[u8], rng: &mut Rng| {
        moves.iter().position(|&column| column == 3).filter(|_| rng.unit() < 0.5).unwrap_or(rng.below(moves.len()))
    };
    let two = NonZeroUsize::new(2).unwrap();
    let searches: Vec<(&str, Box<dyn Search<ConnectFour>>)> = vec![
        ("exploration", Box::new(Mcts::new(2).with_exploration(0.7))),
        ("RAVE", Box::new(Mcts::new(2).with_rave(300.0))),
        ("bias", Box::new(Mcts::new(2).with_bias(0.1))),
        ("policy", Box::new(Mcts::new(2).with_policy(middle_first))),
        ("evaluation", Box::new(Mcts::new(2).with_evaluator(middle_counts, 0).with_range(-10..=10))),
        ("short rollouts", Box::new(Mcts::new(2).with_evaluator(middle_counts, 4).with_range(-10..=10))),
        ("threads", Box::new(Mcts::new(2).on_threads(two))),
        ("threads with RAVE", Box::new(Mcts::new(2).with_rave(300.0).on_threads(two))),
    ];
    for (name, mut search) in searches {
        for (moves, wanted) in [("121213", 0), ("2233", 3), ("43536", 6)] {
            let report = search.search(&ConnectFour, &Board::after(moves), &limits);
            assert_eq!(report.best, Some(wanted), "{name}, {moves}: {report:?}");
        }
        let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(2_000));
        assert_eq!(report.counts.nodes, 2_000, "{name}");
        let default = search.search(&ConnectFour, &ConnectFour.start(), &Limits::default());
        assert_eq!(default.counts.nodes, Mcts::DEFAULT_PLAYOUTS, "{name}");
    }
}

/// With one thread it is reproducible, and virtual losses are taken back.
#[test]
fn one_thread_is_reproducible() {
    let one = NonZeroUsize::new(1).unwrap();
    let search = || Mcts::new(4).on_threads(one).search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(2_000));
    assert_eq!(search(), search());
    let visits = search();
    assert!(visits.scores.iter().all(|score| score.abs() < WIN / 2), "{visits:?}");
}

#[test]
fn it_beats_the_baseline() {
    let tally = duel(&ConnectFour, &mut Mcts::new(1), &mut Random::new(1), &Limits::nodes(300), 10, 0);
    assert!(tally.wins >= 19, "{tally:?}");
}
