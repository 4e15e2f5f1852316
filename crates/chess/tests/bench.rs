//! The workload of the engine takes the recorded number of nodes.

use chess::engine::{BENCH_DEPTH, Options, bench};
use gametree::Stop;

/// If the search or the evaluation was meant to change, record the new number in bench.txt; if
/// not, this test has found a mistake.
#[test]
fn the_node_count_is_the_recorded_one() {
    let recorded: u64 = include_str!("../bench.txt").trim().parse().unwrap();
    let found = bench(BENCH_DEPTH, Options::default(), &Stop::new(), &mut |_, _, _| ()).unwrap();
    assert_eq!(found.nodes, recorded);
}
