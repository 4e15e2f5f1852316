//! The speed of the published player: `cargo bench -p starchess`.
//!
//! The yardstick is the plain port of the specification (`reference`), measured alternately with
//! ours in the same run. Instructions are counted by callgrind if valgrind is installed: this
//! program runs itself under it.

mod measure;

use std::hint::black_box;

use gametree::Limits;
use starchess::{Galaxy, Published};
use starchess_reference as reference;

use self::measure::{Entry, MIDGAME, ROUNDS, counting_mode, instructions, measure, positions};

/// The reference and callgrind are slow: they get one in this many positions.
const SAMPLE: usize = 5;

/// Thinks in all positions. Returns the number of turns generated.
fn think(positions: &[Galaxy], turns: u32, plain: bool) -> u64 {
    let player = Published { turns, plain, ..Published::default() };
    let thoughts = positions.iter().filter_map(|galaxy| player.think(galaxy, &Limits::default(), &mut |_| ()));
    black_box(thoughts).map(|prediction| prediction.generated).sum()
}

/// Thinks on one thread, with a limit of nodes that is never reached. With a limit it makes the
/// smaller predictions too, whose turns are not counted here; they take little time.
fn think_alone(positions: &[Galaxy], turns: u32) -> u64 {
    let player = Published { turns, ..Published::default() };
    let limits = Limits::nodes(u64::MAX);
    let thoughts = positions.iter().filter_map(|galaxy| player.think(galaxy, &limits, &mut |_| ()));
    black_box(thoughts).map(|prediction| prediction.generated).sum()
}

fn think_in_the_reference(turns: usize) -> u64 {
    let positions = MIDGAME.lines().step_by(SAMPLE).filter_map(|line| reference::Galaxy::parse(line).ok());
    let thoughts = positions.filter_map(|galaxy| reference::predict(&galaxy, turns, false));
    black_box(thoughts).map(|prediction| prediction.generated).sum()
}

fn main() {
    let positions = positions();
    let sample: Vec<Galaxy> = positions.iter().copied().step_by(SAMPLE).collect();
    if let Some(mode) = counting_mode() {
        match mode.as_str() {
            "plain" => think(&sample, 2, true),
            "merging" => think(&sample, 2, false),
            _ => think_in_the_reference(2),
        };
        return;
    }
    let entries: [Entry; 7] = [
        ("plain tree, 2 turns", &|| think(&positions, 2, true)),
        ("merging tree, 2 turns", &|| think(&positions, 2, false)),
        ("merging tree, 3 turns", &|| think(&positions, 3, false)),
        ("plain tree, 2 turns, 1 in 5", &|| think(&sample, 2, true)),
        ("plain port of the spec, 2 turns, 1 in 5", &|| think_in_the_reference(2)),
        ("merging tree, 4 turns, 1 in 5, 2 threads", &|| think(&sample, 4, false)),
        ("merging tree, 4 turns, 1 in 5, 1 thread", &|| think_alone(&sample, 4)),
    ];
    let best = measure(&entries);
    println!("{} mid-game positions, best of {ROUNDS} rounds", positions.len());
    for ((name, _), (generated, time)) in entries.iter().zip(best) {
        let seconds = time.as_secs_f64();
        let rate = generated as f64 / seconds / 1e6;
        println!("  {name:<40} {generated:>9} positions  {:>8.2} ms  {rate:>5.2} M/s", seconds * 1e3);
    }
    let seconds = |i: usize| best[i].1.as_secs_f64();
    println!("the plain tree is {:.1} × as fast as the plain port, on one core", seconds(4) / seconds(3));
    println!("merging is {:.1} × as fast as the plain tree for 2 turns", seconds(0) / seconds(1));
    println!("two threads are {:.2} × as fast as one for 4 turns", seconds(6) / seconds(5));
    println!("3 turns merged take {:.2} × the time of 2 turns plain", seconds(2) / seconds(0));
    let merged = think(&sample, 2, false);
    for (mode, generated) in [("plain", best[3].0), ("merging", merged), ("reference", best[4].0)] {
        if let Some(count) = instructions(mode) {
            println!("{mode}: {:.0} instructions per position", count as f64 / generated as f64);
        }
    }
}
