//! The chess engine as a program of its own, for chess GUIs and test frameworks. Without arguments
//! it speaks UCI; `bench [DEPTH]` searches a fixed workload.

use std::io;
use std::process::ExitCode;

use chess::engine::{BENCH_DEPTH, Options, bench};
use gametree::Stop;

const USAGE: &str = "usage: starchess-engine             speak UCI
       starchess-engine bench [DEPTH]  search a fixed workload, print nodes and nodes/s";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["uci"] => match chess::uci::serve(io::stdin().lock(), io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: cannot read the input: {error}");
                ExitCode::FAILURE
            }
        },
        ["bench"] => run_bench(BENCH_DEPTH),
        ["bench", depth] => match depth.parse() {
            Ok(depth @ 1..=30) => run_bench(depth),
            _ => usage(&format!("bench {depth}: expected a depth from 1 to 30")),
        },
        ["--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => usage("unknown arguments"),
    }
}

fn run_bench(depth: u32) -> ExitCode {
    if let Some(bench) = bench(depth, Options::default(), &Stop::new(), &mut |_, _, _| ()) {
        println!("{bench}");
    }
    ExitCode::SUCCESS
}

fn usage(error: &str) -> ExitCode {
    eprintln!("error: {error}\n{USAGE}");
    ExitCode::from(2)
}
