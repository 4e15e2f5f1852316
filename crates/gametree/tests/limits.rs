//! Limits, and their effect on counts and reports.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

use std::num::NonZeroUsize;
use std::time::Duration;

use connect_four::{ConnectFour, middle_counts};
use gametree::{
    AlphaBeta, BestReply, BestReplyPlus, Bound, Counts, Game, Iterative, LazySmp, Limits, MaxN, Mcts, Minimax, MtdF,
    Negamax, OutcomeOnly, Paranoid, Passing, ProofNumber, Pvs, Random, ReportOf, RootMove, Search, Solver, Stop, Table,
    adjust_for_ply,
};
use noughts::Noughts;

impl Passing for ConnectFour {
    fn pass(&self, _from: &connect_four::Board, _to: &mut connect_four::Board) -> bool {
        false
    }
}

fn iterative() -> Iterative<fn(&connect_four::Board) -> [i32; 2]> {
    Iterative::new(middle_counts, Table::with_bytes(1 << 20))
}

fn all() -> Vec<(&'static str, Box<dyn Search<ConnectFour>>)> {
    vec![
        ("minimax", Box::new(Minimax::new(middle_counts))),
        ("alpha-beta", Box::new(AlphaBeta::new(middle_counts))),
        ("negamax", Box::new(Negamax::new(middle_counts))),
        ("max^n", Box::new(MaxN::new(middle_counts))),
        ("paranoid", Box::new(Paranoid::new(middle_counts))),
        ("best reply", Box::new(BestReply::new(middle_counts))),
        ("BRS+", Box::new(BestReplyPlus::new(middle_counts))),
        ("principal variation search", Box::new(Pvs::new(middle_counts))),
        ("MTD(f)", Box::new(MtdF::new(middle_counts, Table::with_bytes(1 << 20)))),
        // On one thread, so that its counts are reproducible.
        ("lazy SMP", Box::new(LazySmp::new(middle_counts, Table::with_bytes(1 << 20), NonZeroUsize::MIN))),
        ("iterative", Box::new(iterative())),
        ("mcts", Box::new(Mcts::new(5))),
        ("parallel mcts", Box::new(Mcts::new(5).on_threads(NonZeroUsize::MIN))),
        ("random", Box::new(Random::new(5))),
    ]
}

/// Those that also respect the depth, and those that search every line to the end of the game.
fn with_solvers() -> Vec<(&'static str, Box<dyn Search<ConnectFour>>)> {
    let table = || Table::with_bytes(1 << 20);
    let mut searches = all();
    searches.push(("solver", Box::new(Solver::new(table()))));
    searches.push(("solver of the winner", Box::new(Solver::new(table()).winner_only())));
    searches.push(("proof numbers", Box::new(ProofNumber::with_bytes(1 << 20))));
    searches
}

#[test]
fn same_limits_same_counts() {
    let start = ConnectFour.start();
    for limits in [Limits::depth(5), Limits::nodes(12_345), Limits::depth(3).with_nodes(1_000)] {
        let first: Vec<_> = all().into_iter().map(|(_, mut s)| s.search(&ConnectFour, &start, &limits)).collect();
        let again: Vec<_> = all().into_iter().map(|(_, mut s)| s.search(&ConnectFour, &start, &limits)).collect();
        assert_eq!(first, again);
    }
}

#[test]
fn a_cleared_table_makes_the_same_search_again() {
    let (start, limits) = (ConnectFour.start(), Limits::depth(8));
    let mut search = iterative();
    let first = search.search(&ConnectFour, &start, &limits);
    let with_memory = search.search(&ConnectFour, &start, &limits);
    assert!(with_memory.counts.nodes < first.counts.nodes);
    assert_eq!(with_memory.scores, first.scores);
    search.clear();
    assert_eq!(search.search(&ConnectFour, &start, &limits), first);
}

/// An interrupted search reports the last completed iteration, whatever it found in the next.
#[test]
fn an_interrupted_search_returns_the_last_completed_iteration() {
    let start = ConnectFour.start();
    for (name, mut search) in all() {
        if ["mcts", "parallel mcts", "random"].contains(&name) {
            continue;
        }
        for nodes in [1, 9, 100, 1_000, 3_333, 20_000] {
            let mut completed = Vec::new();
            let report =
                search.watch(&ConnectFour, &start, &Limits::nodes(nodes), &mut |report| completed.push(report.clone()));
            let last = completed.last().expect("the first iteration always completes");
            assert_eq!(report, with_counts(last, report.counts), "{name}, {nodes} nodes");
            assert!(report.best.is_some());
            // Only the first iteration may go over the limit.
            assert!(report.counts.nodes == nodes || report.depth == 1, "{name}, {nodes} nodes: {report:?}");
            assert_eq!(completed.len(), report.depth as usize, "one report per iteration");
            search = all().into_iter().find(|(other, _)| *other == name).unwrap().1;
            let fixed = search.search(&ConnectFour, &start, &Limits::depth(report.depth));
            assert_eq!((report.scores, report.best, report.line), (fixed.scores, fixed.best, fixed.line), "{name}");
            search = all().into_iter().find(|(other, _)| *other == name).unwrap().1;
        }
    }
}

/// The same report with other counts.
fn with_counts(report: &ReportOf<ConnectFour>, counts: Counts) -> ReportOf<ConnectFour> {
    let mut report = report.clone();
    report.counts = counts;
    report
}

/// The depth-first searches that deepen only if they have a budget.
const DEEPEN_IF_ASKED: [&str; 8] =
    ["minimax", "alpha-beta", "negamax", "max^n", "paranoid", "best reply", "BRS+", "principal variation search"];

/// The report of a search, and the number of its iterations.
fn iterations(search: &mut dyn Search<ConnectFour>, limits: &Limits) -> (ReportOf<ConnectFour>, u32) {
    let mut iterations = 0;
    let report = search.watch(&ConnectFour, &ConnectFour.start(), limits, &mut |_| iterations += 1);
    (report, iterations)
}

/// A search can be stopped at any time, and deepens so that it then has a useful answer. Without a
/// budget it goes to the depth directly.
#[test]
fn only_a_budget_makes_a_search_deepen() {
    let depth = Limits::depth(4);
    let day = Duration::from_secs(86_400);
    let budgets = [
        depth.clone().with_stop(Stop::new()),
        depth.clone().with_nodes(u64::MAX),
        depth.clone().with_time(day),
        depth.clone().with_soft_time(day),
    ];
    for (name, mut search) in all().into_iter().filter(|(name, _)| DEEPEN_IF_ASKED.contains(name)) {
        let (direct, count) = iterations(&mut *search, &depth);
        assert_eq!(count, 1, "{name}");
        for limits in &budgets {
            let (report, count) = iterations(&mut *search, limits);
            assert_eq!(count, 4, "{name}");
            assert_eq!(report, with_counts(&direct, report.counts), "{name}");
        }
    }
}

/// A flag that cancels a search changes nothing while it is lowered, not even the counts.
/// With the flag the meter hands out nodes in portions, so the searches are longer than a portion.
#[test]
fn a_lowered_cancel_flag_changes_nothing() {
    for limits in [Limits::depth(6), Limits::depth(20).with_nodes(5_000)] {
        for ((name, mut search), (_, mut other)) in all().into_iter().zip(all()) {
            let with_flag = limits.clone().with_cancel(Stop::new());
            assert_eq!(iterations(&mut *search, &limits), iterations(&mut *other, &with_flag), "{name}");
        }
    }
}

/// Wherever a search is interrupted, all that it did is counted.
#[test]
fn one_node_more_is_at_most_one_evaluation_more() {
    for name in ["alpha-beta", "iterative"] {
        let evaluations = (3_000..3_200).map(|nodes| {
            let (_, mut search) = all().into_iter().find(|(other, _)| *other == name).unwrap();
            search.search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(nodes)).counts.evaluations
        });
        let evaluations: Vec<u64> = evaluations.collect();
        assert!(evaluations.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{name}: {evaluations:?}");
        assert!(evaluations[199] > evaluations[0] + 100, "{name}: {evaluations:?}");
    }
}

/// `MAX_MOVES` is what the searches reserve. One that is too small costs an allocation, no more.
#[test]
fn too_small_a_maximum_of_moves_does_not_undo_the_limits() {
    #[derive(Clone)]
    struct Understated;

    impl Game for Understated {
        type State = connect_four::Board;
        type Move = <ConnectFour as Game>::Move;
        type Scores = [i32; 2];
        const MAX_MOVES: usize = 1;

        fn start(&self) -> Self::State {
            ConnectFour.start()
        }
        fn to_move(&self, state: &Self::State) -> usize {
            ConnectFour.to_move(state)
        }
        fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
            ConnectFour.moves(state, moves);
        }
        fn play(&self, from: &Self::State, mv: Self::Move, to: &mut Self::State) {
            ConnectFour.play(from, mv, to);
        }
        fn outcome(&self, state: &Self::State) -> Option<[i32; 2]> {
            ConnectFour.outcome(state)
        }
    }

    let start = ConnectFour.start();
    for nodes in 3_000..3_050 {
        let limits = Limits::depth(8).with_nodes(nodes);
        let report = AlphaBeta::new(middle_counts).search(&Understated, &start, &limits);
        let expected = AlphaBeta::new(middle_counts).search(&ConnectFour, &start, &limits);
        assert_eq!(report, expected);
        assert_eq!(report.counts.nodes, nodes);
    }
}

#[test]
fn a_raised_flag_ends_the_search_at_once_with_a_move() {
    let flag = Stop::new();
    flag.raise();
    for limits in [Limits::default().with_stop(flag.clone()), Limits::default().with_cancel(flag.clone())] {
        for (name, mut search) in with_solvers() {
            let report = search.search(&ConnectFour, &ConnectFour.start(), &limits);
            assert!(report.best.is_some(), "{name}");
            assert!(report.depth <= 1 && report.counts.nodes < 2_000, "{name}: {report:?}");
        }
    }
}

/// The first iteration begins before the soft limit, and no other after it.
#[test]
fn no_iteration_begins_after_the_soft_time_limit() {
    let limits = Limits::default().with_soft_time(Duration::ZERO);
    for (name, mut search) in all() {
        let report = search.search(&ConnectFour, &ConnectFour.start(), &limits);
        assert!(report.best.is_some() && report.depth <= 1, "{name}");
        if name == "mcts" {
            assert_eq!(report.counts.nodes, 1);
        }
    }
    // The last iteration that began is completed.
    let mut iterations = Vec::new();
    let limits = Limits::depth(30).with_soft_time(Duration::from_millis(5));
    let report = iterative().watch(&ConnectFour, &ConnectFour.start(), &limits, &mut |it| iterations.push(it.counts));
    assert_eq!(iterations.last(), Some(&report.counts));
}

#[test]
fn the_table_tells_its_occupancy_during_a_search() {
    let mut search = iterative();
    let table = search.table().clone();
    let mut occupancy = Vec::new();
    assert_eq!(table.permille_full(), 0);
    let each = &mut |_: &ReportOf<ConnectFour>| occupancy.push(table.permille_full());
    search.watch(&ConnectFour, &ConnectFour.start(), &Limits::depth(14), each);
    assert_eq!(occupancy.len(), 14);
    assert!(occupancy.is_sorted() && occupancy[13] > 100, "{occupancy:?}");
    search.clear();
    assert_eq!(table.permille_full(), 0);
}

#[test]
fn the_scores_of_all_moves_and_the_elapsed_time_are_reported() {
    for (name, mut search) in all() {
        let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::depth(4));
        assert!(report.elapsed > Duration::ZERO, "{name}");
        assert_eq!(report.root_moves.len(), if name == "random" { 0 } else { 7 }, "{name}");
        let mut later = report.clone();
        later.elapsed = Duration::MAX;
        assert_eq!(report, later, "the time is not compared");
    }
}

#[test]
fn a_flag_raised_by_another_thread_ends_the_search() {
    for (name, mut search) in with_solvers() {
        let stop = Stop::new();
        let limits = Limits::default().with_stop(stop.clone());
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                stop.raise();
            });
            search.search(&ConnectFour, &ConnectFour.start(), &limits)
        });
        assert!(report.best.is_some(), "{name}");
    }
}

#[test]
fn time_ends_the_search() {
    for (name, mut search) in with_solvers() {
        let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::time(Duration::from_millis(30)));
        assert!(report.best.is_some() && !report.solved, "{name}");
    }
}

#[test]
fn odd_depths_do_no_harm() {
    for depth in [0, 1, u32::MAX] {
        for (name, mut search) in with_solvers() {
            let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::depth(depth).with_nodes(500));
            assert!(report.best.is_some(), "{name}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let won = connect_four::Board::after("1212121");
    for (name, mut search) in with_solvers() {
        for limits in [Limits::depth(3), Limits::nodes(100)] {
            let report = search.search(&ConnectFour, &won, &limits);
            assert_eq!((report.best, report.line.len()), (None, 0), "{name}");
            assert_eq!(report.scores, [gametree::WIN, -gametree::WIN], "{name}");
        }
    }
}

const THREADS: NonZeroUsize = NonZeroUsize::new(3).unwrap();

fn lazy_smp() -> LazySmp<fn(&connect_four::Board) -> [i32; 2]> {
    LazySmp::new(middle_counts, Table::with_bytes(1 << 20), THREADS)
}

#[test]
fn several_threads_end_together() {
    let stop = Stop::new();
    for limits in [
        Limits::depth(7),
        Limits::nodes(10_000),
        Limits::time(Duration::from_millis(20)),
        Limits::depth(1),
        Limits::default().with_stop(stop.clone()),
    ] {
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                stop.raise();
            });
            lazy_smp().search(&ConnectFour, &ConnectFour.start(), &limits)
        });
        assert!(report.best.is_some() && report.depth >= 1, "{limits:?}");
    }
}

/// The other threads end with the first one, however it ends.
#[test]
fn a_panic_is_passed_on_and_leaves_no_thread_behind() {
    let panic = std::panic::catch_unwind(|| {
        lazy_smp().watch(&ConnectFour, &ConnectFour.start(), &Limits::default(), &mut |report| {
            assert!(report.depth < 3, "enough");
        })
    });
    assert!(panic.is_err());
}

/// The score of a root move agrees with what minimax finds.
fn holds(it: &RootMove<noughts::Square>, board: &noughts::Board, only_winner: bool) -> bool {
    let mover = Noughts.to_move(board);
    let exact = Minimax::new(OutcomeOnly).search(&Noughts, &Noughts.after(board, it.mv), &Limits::default());
    let exact = adjust_for_ply(exact.scores[mover], 1);
    let exact = if only_winner { exact.signum() } else { exact };
    match it.bound {
        Some(Bound::Exact) => it.score == exact,
        Some(Bound::Lower) => it.score <= exact,
        Some(Bound::Upper) => it.score >= exact,
        None => false,
    }
}

/// Wherever a search to the end of the game is interrupted, what it says about the root moves is
/// true, and it never recommends a move that it knows to be worse than another.
#[test]
fn an_interrupted_solver_says_what_it_proved() {
    let mut partial = [0, 0];
    for board in noughts::positions().into_iter().filter(|board| (5..=7).contains(&board.empty().len())).step_by(61) {
        for nodes in (0..400).step_by(7) {
            let limits = Limits::nodes(nodes);
            let solver = Solver::new(Table::with_bytes(1 << 16)).search(&Noughts, &board, &limits);
            let proof_number = ProofNumber::with_bytes(1 << 16).search(&Noughts, &board, &limits);
            for (i, report) in [solver, proof_number].into_iter().enumerate() {
                assert_eq!(report.best.is_some(), Noughts.outcome(&board).is_none(), "{report:?}");
                assert_eq!(report.line.first().copied(), report.best, "{report:?}");
                for it in &report.root_moves {
                    assert!(holds(it, &board, i == 1), "{it:?} of {board:?}, {nodes} nodes: {report:?}");
                }
                let best = report.root_moves.iter().find(|it| Some(it.mv) == report.best);
                let most = best.filter(|it| it.bound != Some(Bound::Lower)).map_or(i32::MAX, |it| it.score);
                let is_better = |it: &RootMove<_>| it.bound != Some(Bound::Upper) && it.score > most;
                assert!(!report.root_moves.iter().any(is_better), "{board:?}, {nodes} nodes: {report:?}");
                partial[i] += usize::from(!report.solved && !report.root_moves.is_empty());
            }
        }
    }
    assert!(partial.iter().all(|&reports| reports > 100), "{partial:?}");
}

/// A flag is a budget: without another limit, a search goes on until it is raised.
#[test]
fn playouts_go_on_until_the_flag_is_raised() {
    let searches: [Box<dyn Search<ConnectFour>>; 2] =
        [Box::new(Mcts::new(5)), Box::new(Mcts::new(5).on_threads(NonZeroUsize::MIN))];
    for mut search in searches {
        let stop = Stop::new();
        let limits = Limits::default().with_stop(stop.clone());
        let mut each = |report: &ReportOf<ConnectFour>| {
            if report.counts.nodes > 3 * Mcts::DEFAULT_PLAYOUTS {
                stop.raise();
            }
        };
        let report = search.watch(&ConnectFour, &ConnectFour.start(), &limits, &mut each);
        assert!(report.counts.nodes > 3 * Mcts::DEFAULT_PLAYOUTS);
    }
}
