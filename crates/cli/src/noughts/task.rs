//! `starchess noughts task`: solves the paper's task for the month.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use gametree::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::task::{self, Progress, Solution, TaskError, Ties};
use noughts::{Feature, Program, ResultCounts, Side, Weights, verify};

use crate::figures::{grouped, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::terminal;

/// The part of the task to solve.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess noughts task             both parts
  starchess noughts task --plies 3   only the 3-ply search")]
pub(crate) struct TaskArgs {
    /// Search depth in plies; without it, both parts of the task
    #[arg(long, value_name = "N", value_parser = whole(2..=3_u32))]
    plies: Option<u32>,
}

const STATEMENT: &str = "\
The task for the month: find the fewest features with which the program plays perfectly.

The program is a minimax search to a fixed depth. It scores every leaf, including finished games, \
by a weighted sum of features, and plays a best move. It plays perfectly if it keeps the best \
possible result in every position that can occur in its games: on either side, against every \
opponent, and whichever of several best moves it chooses. Then it never loses, and wins whenever \
the opponent lets it.
";

const CONES: &str = "
All weights in a cone make the same decisions, so one test covers them all. Weights on the boundary \
between two cones only add tied moves, so they cannot do better.
";

const FEATURES: &str = "
c is the program's side, n its opponent. c3, c2 and c1 count the rows with 3, 2 or 1 marks of the \
program and none of the opponent; c-centre, c-corners and c-edges count its marks on those squares. \
The features of n count the same for the opponent.
";

impl TaskArgs {
    /// Solves the task and writes the solution.
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        interrupt.during(|stop| self.work(stop, output))
    }

    fn work(&self, stop: &Stop, output: &mut dyn Write) -> Result<()> {
        let features: Vec<_> = Feature::ALL.iter().map(Feature::to_string).collect();
        let introduction = format!("{STATEMENT}\nThe available features: {}\n{FEATURES}", features.join(" "));
        write!(output, "{}", terminal::fit(&introduction))?;
        output.flush()?;
        let parts = self.plies.map_or_else(|| vec![2, 3], |plies| vec![plies]);
        for plies in parts {
            let solution = match solve(plies, stop) {
                Err(TaskError::Stopped) => {
                    let why =
                        format!("\nInterrupted: the search at {plies} plies is incomplete, so it proves nothing.");
                    writeln!(output, "{}", terminal::fit_terminal(&why))?;
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

/// Solves one part of the task, with a progress bar on a terminal.
fn solve(plies: u32, stop: &Stop) -> Result<Solution, TaskError> {
    // The bar is hidden if stderr is not a terminal.
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
    let last = solution.sizes.len();
    for (i, summary) in solution.sizes.iter().enumerate() {
        let perfect = if i + 1 == last { solution.perfect.len() } else { 0 };
        // Writing to a string does not fail.
        let _ =
            writeln!(text, "  {:>8}  {:>4}  {:>16}  {perfect:>12}", summary.size, summary.sets, grouped(summary.cones));
    }
    text.push_str(&terminal::fit(CONES));
    let weights: Vec<Weights> = solution.perfect.iter().filter_map(|set| set.weights).collect();
    if !weights.is_empty() {
        text.push_str(&results(&weights, solution.depth)?);
    }
    Ok(text)
}

fn answer(solution: &Solution) -> String {
    let size = solution.sizes.last().map_or(0, |summary| summary.size);
    match solution.perfect.len() {
        0 => format!("no set of up to {size} features is sufficient."),
        1 => format!("{size} features are necessary, and one set of {size} is sufficient."),
        sets => format!("{size} features are necessary, and {sets} sets of {size} are sufficient."),
    }
}

/// The results of all possible games against the program, as a table.
fn results(weights: &[Weights], depth: u32) -> Result<String> {
    let names: Vec<String> = weights.iter().map(Weights::to_string).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut rows: Vec<[ResultCounts; 2]> = Vec::new();
    for (name, &weights) in names.iter().zip(weights) {
        let program = Program { weights, depth };
        let mut counts = [ResultCounts::default(); 2];
        for (counts, side) in counts.iter_mut().zip(Side::BOTH) {
            let verification = verify(side, |board| program.best_moves(board))?;
            ensure!(verification.is_perfect(), "{name} does not play perfectly as {side}, contrary to the solution");
            *counts = verification.results;
        }
        rows.push(counts);
    }
    // The longest weights, of 2 plies, leave no room to spare in 80 columns.
    let won_width = rows.iter().flatten().map(|counts| grouped(counts.won).len()).max().unwrap_or(0).max("won".len());
    let columns = format!("{:>won_width$} drawn lost", "won");
    let side_width = columns.len();
    let mut text =
        format!("\nResults of all possible games, with the smallest weights of each set:\n\n  {:width$}", "");
    let _ = writeln!(text, "  {:<side_width$}  moving second", "moving first");
    let _ = writeln!(text, "  {:width$}  {columns}  {columns}", "weights");
    for (name, counts) in names.iter().zip(rows) {
        let cells = counts.map(|ResultCounts { won, drawn, lost }| {
            format!("{:>won_width$} {:>5} {:>4}", grouped(won), grouped(drawn), grouped(lost))
        });
        let _ = writeln!(text, "  {name:<width$}  {}", cells.join("  "));
    }
    Ok(text)
}
