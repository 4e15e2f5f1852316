//! `starchess bench`: the chess engine's fixed workload.

use std::io::Write;

use ::chess::engine::{BENCH_DEPTH, Options, bench, most_threads};
use anyhow::Result;
use clap::Args;

use crate::figures::whole;
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress;

/// How to search it.
#[derive(Args, Debug)]
#[command(
    after_help = "With one thread the number of nodes is the same on every run and machine: it changes if and only if \
                  the search or the evaluation does."
)]
pub(crate) struct BenchArgs {
    /// The depth in plies
    #[arg(long, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = whole(1..=30_u32))]
    depth: u32,
    /// The number of threads, at most 4 for each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=most_threads() as u32))]
    threads: u32,
}

impl BenchArgs {
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let bar = progress::bar("{bar:30} {pos}/{len} positions{left}", 0, 0);
        let options = Options { threads: self.threads as usize, ..Options::default() };
        let bench = interrupt.during(|stop| {
            bench(self.depth, options, stop, &mut |number, all, _| {
                bar.set_length(all as u64);
                bar.set_position(number as u64);
            })
        });
        bar.finish_and_clear();
        let bench = bench.ok_or(Interrupted)?;
        writeln!(output, "{bench}")?;
        Ok(())
    }
}
