//! Solves Othello endgames: `cargo run --release -p gametree --example othello`, or with a position
//! of your own, 64 squares from a1 to h8 with `X` to move: `… --example othello -- XO--…`.

#[allow(dead_code, unreachable_pub, reason = "the tests and benches use more of it")]
mod game;

use std::process::ExitCode;

use game::{Board, Othello, name};
use gametree::{Limits, Search, Solver, Table};

/// Number 40 of the endgames of the French Othello Federation: 20 empty squares, X wins by 38.
const NUMBER_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";

fn main() -> ExitCode {
    let squares = std::env::args().nth(1).unwrap_or(NUMBER_40.to_owned());
    if squares.len() != 64 || !squares.bytes().all(|square| b"XO-".contains(&square)) {
        eprintln!("a position has 64 squares, each X, O or -, but this is {squares:?}");
        return ExitCode::FAILURE;
    }
    let board = Board::read(&squares);
    println!("{board}\n{} empty squares, X to move", board.empty().count_ones());
    let mut solver = Solver::new(Table::with_bytes(256 << 20));
    let report = solver.watch(&Othello, &board, &Limits::default(), &mut |report| {
        if !report.solved {
            println!("  {:+} is proven after {} nodes", report.scores[0], report.counts.nodes);
        }
    });
    let line: Vec<String> = report.line.into_iter().map(name).collect();
    let nodes = report.counts.nodes;
    println!("{:+} by {}, {nodes} nodes in {:.1?}", report.scores[0], line.join(" "), report.elapsed);
    ExitCode::SUCCESS
}
