//! Solves Kalah from its start: `cargo run --release -p gametree --example kalah -- 6 3`, with the
//! houses of a player and the seeds in each. Add `winner` to find out only who wins, which is faster,
//! and `empty` for the variation that captures opposite empty houses too.

#[allow(dead_code, unreachable_pub, reason = "the tests use more of it")]
mod game;

use std::process::ExitCode;

use game::{Kalah, MAX_HOUSES};
use gametree::{Game, Limits, Search, Solver, Table};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u8| arguments.get(i).map_or(Ok(default), |text| text.parse());
    let (Ok(houses), Ok(seeds)) = (number(0, 6), number(1, 3)) else {
        eprintln!("the first two arguments are numbers: the houses of a player and the seeds in each");
        return ExitCode::FAILURE;
    };
    if !(1..=MAX_HOUSES).contains(&houses.into()) || !(1..=10).contains(&seeds) {
        eprintln!("Kalah has 1 to {MAX_HOUSES} houses and 1 to 10 seeds, not {houses} and {seeds}");
        return ExitCode::FAILURE;
    }
    let says = |word| arguments.iter().any(|argument| argument == word);
    let mut game = Kalah::new(houses.into(), seeds);
    if says("empty") {
        game = game.with_empty_capture();
    }
    let mut solver = Solver::new(Table::with_bytes(1 << 30));
    if says("winner") {
        solver = solver.winner_only();
    }
    let report = solver.watch(&game, &game.start(), &Limits::default(), &mut |report| {
        if !report.solved {
            println!("  {:+} is proven after {} nodes", report.scores[0], report.counts.nodes);
        }
    });
    let nodes = report.counts.nodes;
    match report.scores[0] {
        0 => print!("a draw"),
        score if says("winner") => print!("the {} player wins", if score > 0 { "first" } else { "second" }),
        score => print!("{score:+} for the first player"),
    }
    println!(", {nodes} nodes in {:.1?}", report.elapsed);
    println!(
        "houses, from the left: {}",
        report.line.iter().map(|house| format!("{} ", house + 1)).collect::<String>()
    );
    ExitCode::SUCCESS
}
