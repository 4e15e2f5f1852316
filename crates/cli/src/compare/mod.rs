//! `starchess compare`: runs all searches on one position and compares their work.

mod chess;
mod json;
mod measure;
mod table;

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, Subcommand};
use gametree::Stop;
use indicatif::ProgressBar;
use noughts::{Board, EvaluatorKind, Noughts};

use self::chess::CompareChess;
use self::measure::ComparisonPlan;
use crate::figures::whole;
use crate::interrupt::{Interrupt, Interrupted};
use crate::noughts::{FULL_DEPTH, evaluators};
use crate::terminal;

/// The game to compare the searches on.
#[derive(Debug, Subcommand)]
pub(crate) enum CompareCommand {
    /// Compare the searches on a position of noughts and crosses
    Noughts(CompareNoughts),
    /// Compare the searches of two papers on a chess position
    Chess(CompareChess),
}

/// A position of noughts and crosses, with the depth and evaluator of the searches.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{JSON}\n\n{EXAMPLES}"))]
pub(crate) struct CompareNoughts {
    /// Search depth in plies; no game is longer than 9
    #[arg(long, value_name = "N", default_value_t = FULL_DEPTH, value_parser = whole(1..=FULL_DEPTH))]
    pub(crate) depth: u32,
    /// Position: three lines of X, O and . separated by /
    #[arg(long, value_name = "POS", default_value = ".../.../...")]
    pub(crate) position: Board,
    /// Evaluator at the horizon: outcome (only finished games count) or paper (the paper's features)
    #[arg(long, value_name = "EVAL", value_parser = evaluators(), default_value_t = EvaluatorKind::Outcome)]
    pub(crate) eval: EvaluatorKind,
    /// Write JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "Examples:
  starchess compare noughts --depth 9
  starchess compare noughts --depth 2 --eval paper
  starchess compare noughts --position X../.O./..X --json";

const JSON: &str = "The JSON object has these fields:
  game, position, to_move, depth, eval  the input
  win                     value of a won game; a win in n plies: win − n
  is_complete             false if Ctrl-C stopped the comparison
  rows                    one object for each search:
    search, player        its name, and the player that runs it
    value                 for the side to move; for mcts the mean of its
                          playouts, from −win to win, unless solved
    solved                true if a deeper search would not change the value
    move, line            best move and principal line
    nodes                 positions searched
    evaluations           positions scored at the horizon
    cuts, table_hits      the work that pruning and the table saved
    nodes_of_minimax      nodes as a fraction of minimax's
    time_us               elapsed time in microseconds
    counts_vary           true if the counts vary from run to run";

impl CompareCommand {
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let (text, is_complete) = match self {
            Self::Noughts(args) => args.run(interrupt)?,
            Self::Chess(args) => args.run(interrupt)?,
        };
        output.write_all(text.as_bytes())?;
        ensure!(is_complete, Interrupted);
        Ok(())
    }
}

impl CompareNoughts {
    /// Runs all searches. The result is the text to print, and whether all of them finished.
    fn run(&self, interrupt: &Interrupt) -> Result<(String, bool)> {
        let &Self { depth, position, eval, json } = self;
        ensure!(!position.is_over(), "the game is over in {position:?}, so there is nothing to search");
        let plan = ComparisonPlan { game: Noughts, state: position, eval: eval.to_string(), depth };
        let comparison = with_spinner(interrupt, |stop, on_start| plan.run(stop, on_start))?;
        let text = if json { json::write(&comparison)? } else { terminal::fit_terminal(&table::draw(&comparison)) };
        Ok((text, comparison.is_complete))
    }
}

impl CompareChess {
    /// Runs all searches. The result is the text to print, and whether all of them finished.
    fn run(&self, interrupt: &Interrupt) -> Result<(String, bool)> {
        if let Some(ending) = ::chess::Game::new(self.fen.clone()).ending() {
            bail!("the game is over in {:?} by {ending}, so there is nothing to search", self.fen.to_string());
        }
        let comparison = with_spinner(interrupt, |stop, on_start| self.compare(stop, on_start))?;
        let text = if self.json { comparison.json()? } else { terminal::fit_terminal(&comparison.draw()) };
        Ok((text, comparison.is_complete))
    }
}

/// Does work that Ctrl-C stops, and shows the name of the search under way. The spinner is hidden if
/// stderr is not a terminal.
fn with_spinner<T>(interrupt: &Interrupt, work: impl FnOnce(&Stop, &mut dyn FnMut(&str)) -> T) -> T {
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(Duration::from_millis(200));
    let mut on_start = |search: &str| spinner.set_message(format!("running {search}"));
    let result = interrupt.during(|stop| work(stop, &mut on_start));
    spinner.finish_and_clear();
    result
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    /// clap would break longer lines without regard to the columns.
    #[test]
    fn lists_of_fields_fit_a_terminal() {
        for line in JSON.lines().chain(chess::JSON.lines()) {
            assert!(line.width() <= 80, "{line}");
        }
    }
}
