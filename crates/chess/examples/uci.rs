//! The engine as a program: it speaks UCI, or with the argument `bench` searches a fixed workload.

use std::io;

use chess::engine::{BENCH_DEPTH, Options, bench};

fn main() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("bench") => {
            let depth = std::env::args().nth(2).and_then(|depth| depth.parse().ok()).unwrap_or(BENCH_DEPTH);
            let bench = bench(depth, Options::default(), &mut |_, _, _| ());
            println!("{} nodes {} nps", bench.nodes, bench.rate());
            Ok(())
        }
        _ => chess::uci::serve(io::stdin().lock(), io::stdout()),
    }
}
