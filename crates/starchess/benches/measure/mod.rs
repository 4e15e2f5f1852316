//! What the benches share: the positions, and how work is measured.

use std::process::Command;
use std::time::{Duration, Instant};

use starchess::Galaxy;

/// How often everything is measured; the best time counts.
pub(crate) const ROUNDS: usize = 5;

/// Positions from lively games of the published player.
pub(crate) const MIDGAME: &str = include_str!("../../tests/data/midgame.txt");

pub(crate) fn positions() -> Vec<Galaxy> {
    MIDGAME.lines().map(|line| line.parse().expect("a position")).collect()
}

/// Something to measure: its name, and a function that does the work and returns its amount.
pub(crate) type Entry<'a> = (&'static str, &'a dyn Fn() -> u64);

/// The amount of the work of each entry and its best time, measured in turn, so that other work on the
/// machine slows all of them.
pub(crate) fn measure<const N: usize>(entries: &[Entry; N]) -> [(u64, Duration); N] {
    let mut best = [(0, Duration::MAX); N];
    for _ in 0..ROUNDS {
        for ((amount, time), (_, work)) in best.iter_mut().zip(entries) {
            let started = Instant::now();
            *amount = work();
            *time = started.elapsed().min(*time);
        }
    }
    best
}

/// The mode in which [`instructions`] runs this program, if it does.
pub(crate) fn counting_mode() -> Option<String> {
    std::env::args().find_map(|argument| argument.strip_prefix("count=").map(str::to_owned))
}

/// The number of instructions of this program in another mode; `None` without valgrind.
pub(crate) fn instructions(mode: &str) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .arg(format!("count={mode}"))
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    text.split("Collected :").nth(1)?.split_whitespace().next()?.parse().ok()
}
