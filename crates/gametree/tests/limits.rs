//! Limits, and what they do to counts and reports.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

use std::num::NonZeroUsize;
use std::time::Duration;

use connect_four::{ConnectFour, middle_counts};
use gametree::{
    AlphaBeta, BestReply, Game, Iterative, LazySmp, Limits, MaxN, Mcts, Minimax, Negamax, Paranoid, Passing, Random,
    Report, Search, Stop, Table,
};

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
        // With one thread, so that its counts can be relied on.
        ("lazy SMP", Box::new(LazySmp::new(middle_counts, Table::with_bytes(1 << 20), NonZeroUsize::MIN))),
        ("iterative", Box::new(iterative())),
        ("mcts", Box::new(Mcts::new(5))),
        ("random", Box::new(Random::new(5))),
    ]
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

/// An interrupted search reports the last iteration it finished, whatever it saw of the next.
#[test]
fn an_interrupted_search_returns_the_last_finished_iteration() {
    let start = ConnectFour.start();
    for (name, mut search) in all() {
        if ["mcts", "random"].contains(&name) {
            continue;
        }
        for nodes in [1, 9, 100, 1_000, 3_333, 20_000] {
            let mut finished = Vec::new();
            let report =
                search.watch(&ConnectFour, &start, &Limits::nodes(nodes), &mut |report| finished.push(report.clone()));
            let last = finished.last().expect("the first iteration always finishes");
            assert_eq!(report, Report { counts: report.counts, ..last.clone() }, "{name}, {nodes} nodes");
            assert!(report.best.is_some());
            // Only the first iteration may go over the limit.
            assert!(report.counts.nodes == nodes || report.depth == 1, "{name}, {nodes} nodes: {report:?}");
            assert_eq!(finished.len(), report.depth as usize, "one report per iteration");
            search = all().into_iter().find(|(other, _)| *other == name).unwrap().1;
            let fixed = search.search(&ConnectFour, &start, &Limits::depth(report.depth));
            assert_eq!((report.scores, report.best, report.line), (fixed.scores, fixed.best, fixed.line), "{name}");
            search = all().into_iter().find(|(other, _)| *other == name).unwrap().1;
        }
    }
}

#[test]
fn a_depth_alone_goes_straight_there() {
    let mut iterations = 0;
    AlphaBeta::new(middle_counts)
        .watch(&ConnectFour, &ConnectFour.start(), &Limits::depth(6), &mut |_| iterations += 1);
    assert_eq!(iterations, 1);
}

#[test]
fn a_raised_flag_still_gives_a_move() {
    let stop = Stop::new();
    stop.raise();
    for (name, mut search) in all() {
        let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::default().with_stop(stop.clone()));
        assert!(report.best.is_some(), "{name}");
        assert!(report.depth <= 1, "{name}");
    }
}

#[test]
fn a_flag_raised_by_another_thread_ends_the_search() {
    for (name, mut search) in all() {
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
    for (name, mut search) in all() {
        let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::time(Duration::from_millis(30)));
        assert!(report.best.is_some() && !report.solved, "{name}");
    }
}

#[test]
fn odd_depths_do_no_harm() {
    for depth in [0, 1, u32::MAX] {
        for (name, mut search) in all() {
            let report = search.search(&ConnectFour, &ConnectFour.start(), &Limits::depth(depth).with_nodes(500));
            assert!(report.best.is_some(), "{name}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let won = connect_four::Board::after("1212121");
    for (name, mut search) in all() {
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

/// The other threads look at the first one's end, however it ends.
#[test]
fn a_panic_is_passed_on_and_leaves_no_thread_behind() {
    let panic = std::panic::catch_unwind(|| {
        lazy_smp().watch(&ConnectFour, &ConnectFour.start(), &Limits::default(), &mut |report| {
            assert!(report.depth < 3, "enough");
        })
    });
    assert!(panic.is_err());
}
