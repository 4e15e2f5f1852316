//! Searches that must find the same value do so, on several games and at every depth that is
//! quickly searched.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

use std::num::NonZeroUsize;

use connect_four::{Board, ConnectFour, middle_counts};
use gametree::{
    AlphaBeta, BestReply, BestReplyPlus, Bound, Evaluate, Game, Hashed, Iterative, LazySmp, Limits, MaxN, Minimax,
    MtdF, Negamax, OutcomeOnly, Paranoid, Passing, ProofNumber, Pvs, Random, ReportOf, Score, Search, Table,
};
use noughts::{Evaluation, Noughts, Side, Weights};

/// The line of this one is read from the table and may end early.
const MTD_F: &str = "MTD(f)";

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

impl Passing for ConnectFour {
    fn pass(&self, _from: &Board, _to: &mut Board) -> bool {
        false
    }
}

/// All searches that must find the value of plain minimax.
fn searches<G, E>(evaluator: E) -> Vec<(&'static str, Box<dyn Search<G>>)>
where
    G: Hashed<Scores = [Score; 2]> + Passing + Sync,
    G::State: Sync,
    G::Move: Send,
    E: Evaluate<G> + Clone + Sync + 'static,
{
    // Small enough that entries are replaced all the time.
    let table = || Table::with_bytes(1 << 14);
    vec![
        ("negamax", Box::new(Negamax::new(evaluator.clone()))),
        ("alpha-beta", Box::new(AlphaBeta::new(evaluator.clone()))),
        ("principal variation search", Box::new(Pvs::new(evaluator.clone()))),
        (MTD_F, Box::new(MtdF::new(evaluator.clone(), table()))),
        ("iterative", Box::new(Iterative::new(evaluator.clone(), table()))),
        ("lazy SMP", Box::new(LazySmp::new(evaluator.clone(), table(), TWO))),
        ("max^n", Box::new(MaxN::new(evaluator.clone()))),
        ("paranoid", Box::new(Paranoid::new(evaluator.clone()))),
        ("best reply", Box::new(BestReply::new(evaluator.clone()))),
        ("BRS+", Box::new(BestReplyPlus::new(evaluator))),
    ]
}

/// The line must lead to a position with the reported scores.
fn check_line<G: Game<Scores = [Score; 2]>>(
    game: &G,
    state: &G::State,
    evaluator: &impl Evaluate<G>,
    report: &ReportOf<G>,
) {
    let mut here = state.clone();
    for &mv in &report.line {
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        assert!(moves.contains(&mv), "{mv:?} is not legal in {:?}", report.line);
        let from = here.clone();
        game.play(&from, mv, &mut here);
    }
    let scores = match game.outcome(&here) {
        None => evaluator.evaluate(game, &here),
        Some(outcome) => evaluator.evaluate_outcome(game, &here, outcome).map(|score| {
            let is_sure = score.abs() > gametree::SURE;
            if is_sure { score - score.signum() * report.line.len() as Score } else { score }
        }),
    };
    assert_eq!(scores, report.scores, "at the end of {:?}", report.line);
    assert_eq!(report.best, report.line.first().copied());
}

/// The root moves are all moves. Their scores agree with those of minimax, which are exact, as far
/// as they claim to.
fn check_root_moves<G: Game>(name: &str, report: &ReportOf<G>, minimax: &ReportOf<G>) {
    assert_eq!(report.root_moves.len(), minimax.root_moves.len(), "{name}");
    for exact in &minimax.root_moves {
        assert_eq!(exact.bound, Some(Bound::Exact));
        let found = report.root_moves.iter().find(|it| it.mv == exact.mv).expect("every move is tried");
        match found.bound {
            Some(Bound::Exact) => assert_eq!(found.score, exact.score, "{name}: {found:?}"),
            Some(Bound::Upper) => assert!(found.score >= exact.score, "{name}: {found:?} and {exact:?}"),
            bound => panic!("{name}: {bound:?} is no bound for a root move"),
        }
        if report.best == Some(exact.mv) {
            assert_eq!(found.bound, Some(Bound::Exact), "{name}");
        }
    }
}

fn check_agreement<G, E>(game: &G, states: &[G::State], evaluator: E, depths: std::ops::RangeInclusive<u32>)
where
    G: Hashed<Scores = [Score; 2]> + Passing + Sync,
    G::State: Sync + std::fmt::Debug,
    G::Move: Send,
    E: Evaluate<G> + Clone + Sync + 'static,
{
    for state in states {
        for depth in depths.clone() {
            let limits = Limits::depth(depth);
            let minimax = Minimax::new(evaluator.clone()).search(game, state, &limits);
            check_line(game, state, &evaluator, &minimax);
            for (name, mut search) in searches(evaluator.clone()) {
                let report = search.search(game, state, &limits);
                assert_eq!(report.scores, minimax.scores, "{name} at depth {depth} of {state:?}");
                if name != MTD_F {
                    check_line(game, state, &evaluator, &report);
                }
                assert_eq!(report.best, report.line.first().copied(), "{name}");
                // A search that finds a forced win ends before the depth, and so do the scores of
                // other moves.
                let limits = Limits::depth(report.depth);
                let minimax = Minimax::new(evaluator.clone()).search(game, state, &limits);
                check_root_moves::<G>(name, &report, &minimax);
                // Unless they reorder the moves, they also find the same first best move.
                if !["iterative", "lazy SMP", MTD_F].contains(&name) {
                    assert_eq!(report.best, minimax.best, "{name} at depth {depth} of {state:?}");
                }
                if ["negamax", "max^n"].contains(&name) {
                    assert_eq!(report.counts, minimax.counts, "{name} at depth {depth} of {state:?}");
                }
            }
        }
    }
}

#[test]
fn all_agree_on_noughts_and_crosses() {
    let start = [Noughts.start()];
    check_agreement(&Noughts, &start, OutcomeOnly, 1..=9);
    for side in Side::BOTH {
        check_agreement(&Noughts, &start, Evaluation { side, weights: Weights::PAPER }, 1..=6);
    }
}

#[test]
fn all_agree_on_every_position_of_noughts_and_crosses() {
    // From the third ply on every position is quickly searched to the end; every tenth is enough.
    let states: Vec<_> =
        noughts::positions().into_iter().filter(|board| board.empty().len() <= 6).step_by(10).collect();
    assert!(states.len() > 400);
    check_agreement(&Noughts, &states, OutcomeOnly, 6..=6);
}

#[test]
fn all_agree_on_connect_four() {
    check_agreement(&ConnectFour, &[ConnectFour.start()], middle_counts, 1..=7);
    // Full of threats, close to the end, or won: wins of different lengths.
    let positions = ["4444445222", "112233", "44332", "4455363", "1212121", "41527364", "333333555555444"];
    check_agreement(&ConnectFour, &positions.map(Board::after), middle_counts, 1..=6);
}

/// An unfinished position after `plies` random moves.
fn random_position(plies: usize, seed: u64) -> Board {
    let mut random = Random::new(seed);
    'game: loop {
        let mut board = ConnectFour.start();
        for _ in 0..plies {
            match random.search(&ConnectFour, &board, &Limits::default()).best {
                Some(column) => board = board.drop_stone(column),
                None => continue 'game,
            }
        }
        if ConnectFour.outcome(&board).is_none() {
            return board;
        }
    }
}

/// To the end of the game, deeper than plain minimax can search.
#[test]
fn iterative_solves_the_end_of_connect_four() {
    let (mut plain_nodes, mut nodes) = (0, 0);
    for seed in 0..20 {
        let board = random_position(28, seed);
        let plain = AlphaBeta::new(OutcomeOnly).search(&ConnectFour, &board, &Limits::default());
        let mut iterative = Iterative::new(OutcomeOnly, Table::with_bytes(1 << 20));
        let solved = iterative.search(&ConnectFour, &board, &Limits::default());
        assert_eq!(solved.scores, plain.scores, "{board}");
        // It ends when everything is searched, not at depth 127.
        assert!(solved.depth <= 14, "{board}");
        plain_nodes += plain.counts.nodes;
        nodes += solved.counts.nodes;
    }
    assert!(nodes * 2 < plain_nodes, "{nodes} of {plain_nodes}");
}

/// Proof-number search finds who wins, which minimax knows too.
#[test]
fn proof_numbers_find_the_winner() {
    let mut search = ProofNumber::with_bytes(1 << 20);
    let check = |truth: Score, scores: [Score; 2], solved: bool, state: &dyn std::fmt::Debug| {
        assert!(solved, "{state:?}");
        assert_eq!(scores[0].signum(), truth.signum(), "{state:?}");
    };
    for board in noughts::positions().into_iter().filter(|board| board.empty().len() <= 7).step_by(23) {
        let truth = Minimax::new(OutcomeOnly).search(&Noughts, &board, &Limits::default());
        let report = search.search(&Noughts, &board, &Limits::default());
        check(truth.scores[0], report.scores, report.solved, &board);
        if let Some(best) = report.best {
            let after = Minimax::new(OutcomeOnly).search(&Noughts, &Noughts.after(&board, best), &Limits::default());
            assert_eq!(after.scores[0].signum(), truth.scores[0].signum(), "{best:?} keeps the value of {board:?}");
        }
    }
    for seed in 0..20 {
        let board = random_position(28, seed);
        let truth = AlphaBeta::new(OutcomeOnly).search(&ConnectFour, &board, &Limits::default());
        let report = search.search(&ConnectFour, &board, &Limits::default());
        check(truth.scores[0], report.scores, report.solved, &board);
    }
    let unsolved = search.search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(1_000));
    assert!(!unsolved.solved && unsolved.best.is_some());
    assert_eq!(unsolved.counts.nodes, 1_000);
}

/// The exact work of the searches that prune, where many moves are equally good: a cut that comes
/// one move too late, or one too early, changes the counts.
#[test]
fn the_work_of_pruned_searches_is_known() {
    let limits = Limits::default();
    let counts = |search: &mut dyn Search<Noughts>| {
        let counts = search.search(&Noughts, &Noughts.start(), &limits).counts;
        (counts.nodes, counts.evaluations, counts.cuts, counts.table_hits)
    };
    assert_eq!(counts(&mut AlphaBeta::new(OutcomeOnly)), (20_866, 8_453, 7_692, 0));
    let mut iterative = Iterative::new(OutcomeOnly, Table::with_bytes(64 << 20));
    assert_eq!(counts(&mut iterative), (6_120, 2_582, 2_101, 1_414));
}

/// A search can be passed on as a reference or in a box wherever a search is wanted.
#[test]
fn references_and_boxes_search_as_what_they_hold() {
    fn search(mut search: impl Search<Noughts>) -> ReportOf<Noughts> {
        search.search(&Noughts, &Noughts.start(), &Limits::depth(5))
    }
    let expected = search(AlphaBeta::new(OutcomeOnly));
    let mut alpha_beta = AlphaBeta::new(OutcomeOnly);
    assert_eq!(search(&mut alpha_beta), expected);
    assert_eq!(search(&mut alpha_beta as &mut dyn Search<Noughts>), expected);
    let boxed: Box<dyn Search<Noughts>> = Box::new(alpha_beta);
    assert_eq!(search(boxed), expected);
}

#[test]
fn the_whole_tree_of_noughts_and_crosses() {
    let report = Minimax::new(OutcomeOnly).search(&Noughts, &Noughts.start(), &Limits::default());
    assert_eq!((report.counts.nodes, report.counts.evaluations), (549_946, 255_168));
    assert_eq!(report.scores, [0, 0]);
    assert!(report.solved);
    assert!(!Minimax::new(OutcomeOnly).search(&Noughts, &Noughts.start(), &Limits::depth(8)).solved);
    let perft = gametree::perft(&Noughts, &Noughts.start(), 9);
    assert_eq!((perft.nodes, perft.finished, perft.leaves), (549_946, 255_168, 127_872));
}

#[test]
fn perft_of_connect_four() {
    // Published counts for Connect Four.
    let known = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, leaves) in (1..).zip(known) {
        assert_eq!(gametree::perft(&ConnectFour, &ConnectFour.start(), depth).leaves, leaves);
    }
}
