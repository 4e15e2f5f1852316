//! `starchess noughts task`: the paper's task for the month, solved.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use gametree::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::task::{self, Progress, Solution, TaskError, Ties};
use noughts::{Feature, Program, Side, Tally, Weights, prove};

use crate::figures::grouped;
use crate::interrupt::{Interrupt, Interrupted};

/// Which part of the task.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess noughts task             both parts
  starchess noughts task --plies 3   only the 3-ply search")]
pub(crate) struct TaskArgs {
    /// How many plies the program looks ahead; both parts of the task if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=3))]
    plies: Option<u32>,
}

const STATEMENT: &str = "\
The task for the month: the fewest features with which the program plays perfectly.

The program looks a fixed number of plies ahead by minimax. It scores every position at the end
of a line by its features times their weights, finished games like all others, and plays a best
move. It plays perfectly if in every position that can arise in its games, on either side,
against anything whatsoever and whichever of several best moves it takes, it keeps the best
result that is possible. So it never loses, and wins whenever the opponent lets it.
";

const CONES: &str = "
All weights of a cone decide alike, so that trying one is trying them all. Weights between two
cones only make more moves tie, and so can be no better.
";

const FEATURES: &str = "
c is own and n is their; 3, 2 and 1 are the rows with so many signs of one side and none of the
other; centre, corners and edges are the signs that stand there.
";

impl TaskArgs {
    /// Solves the task and writes the solution.
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        interrupt.during(|stop| self.work(stop, output))
    }

    fn work(&self, stop: &Stop, output: &mut dyn Write) -> Result<()> {
        let features: Vec<_> = Feature::ALL.iter().map(Feature::to_string).collect();
        write!(output, "{STATEMENT}\nThe features to choose from: {}\n{FEATURES}", features.join(" "))?;
        output.flush()?;
        let parts = self.plies.map_or_else(|| vec![2, 3], |plies| vec![plies]);
        for plies in parts {
            let solution = match solve(plies, stop) {
                Err(TaskError::Stopped) => {
                    writeln!(output, "\nInterrupted: the answer for {plies} plies is incomplete and proves nothing.")?;
                    return Err(Interrupted.into());
                }
                solution => solution?,
            };
            output.write_all(describe(&solution)?.as_bytes())?;
            output.flush()?;
        }
        Ok(())
    }
}

/// Solves one part of the task, and shows on a terminal how far it has come.
fn solve(plies: u32, stop: &Stop) -> Result<Solution, TaskError> {
    // It hides itself if stderr is no terminal.
    let bar = ProgressBar::new(1);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} sets") {
        bar.set_style(style);
    }
    let mut show = |Progress { size, done, total }: Progress| {
        bar.set_prefix(format!("{plies} plies, {size} features"));
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let solution = task::solve(plies, Ties::All, &mut show, stop);
    bar.finish_and_clear();
    solution
}

fn describe(solution: &Solution) -> Result<String> {
    let mut text = format!("\n{} plies: {}\n\nProof by exhaustion:\n\n", solution.depth, answer(solution));
    text.push_str("  features  sets  cones of weights  perfect sets\n");
    let last = solution.tried.len();
    for (i, tried) in solution.tried.iter().enumerate() {
        let perfect = if i + 1 == last { solution.perfect.len() } else { 0 };
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {:>8}  {:>4}  {:>16}  {perfect:>12}", tried.size, tried.sets, grouped(tried.cones));
    }
    text.push_str(CONES);
    let weights: Vec<Weights> = solution.perfect.iter().filter_map(|set| set.weights).collect();
    if !weights.is_empty() {
        text.push_str(&tallies(&weights, solution.depth)?);
    }
    Ok(text)
}

fn answer(solution: &Solution) -> String {
    let size = solution.tried.last().map_or(0, |tried| tried.size);
    match solution.perfect.len() {
        0 => format!("even {size} features are not enough."),
        1 => format!("{size} features are needed, and one set of {size} is enough."),
        sets => format!("{size} features are needed, and {sets} sets of {size} are enough."),
    }
}

/// How all games end that can be played against the program.
fn tallies(weights: &[Weights], depth: u32) -> Result<String> {
    let names: Vec<String> = weights.iter().map(Weights::to_string).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("\nAll games against the smallest weights of each set:\n\n  {:width$}", "");
    text.push_str("    moving first              moving second\n");
    let columns = format!("{:>6} {:>6} {:>6}", "won", "drawn", "lost");
    let _ = writeln!(text, "  {:width$}  {columns}      {columns}", "weights");
    for (name, &weights) in names.iter().zip(weights) {
        let program = Program { weights, depth };
        let mut tallies = Vec::new();
        for side in Side::BOTH {
            let proof = prove(side, |board| program.best_moves(board))?;
            ensure!(proof.is_perfect(), "{name} does not play perfectly as {side}, against what was found");
            tallies.push(columns_of(proof.tally));
        }
        let _ = writeln!(text, "  {name:<width$}  {}", tallies.join("      "));
    }
    Ok(text)
}

fn columns_of(Tally { won, drawn, lost }: Tally) -> String {
    format!("{:>6} {:>6} {:>6}", grouped(won), grouped(drawn), grouped(lost))
}
