//! `starchess compare`: runs all searches on one position and compares their work.

mod json;
mod measure;
mod table;

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::{Args, Subcommand};

use indicatif::ProgressBar;
use noughts::{Board, EvaluatorKind, Noughts};

use self::measure::ComparisonPlan;
use crate::figures::whole;
use crate::interrupt::{Interrupt, Interrupted};
use crate::noughts::{FULL_DEPTH, evaluators};

/// The game to compare the searches on.
#[derive(Debug, Subcommand)]
pub(crate) enum CompareCommand {
    /// Compare the searches on a position of noughts and crosses
    Noughts(CompareNoughts),
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
  game, position, to_move, depth, eval   the input
  win                                    the value of a won game; a win in n plies is win − n
  is_complete                            false if Ctrl-C stopped the comparison
  rows                                   one object for each search:
    search, player                       its name, and the player specification that runs it
    value                                the score for the side to move, an integer; for mcts the mean
                                         of its playouts, from −win to win, unless solved
    solved                               true if a deeper search would not change the value
    move, line                           the best move and the principal line
    nodes, evaluations, cuts, table_hits the work done
    nodes_of_minimax                     nodes as a fraction of minimax's
    time_us                              the elapsed time in microseconds
    counts_vary                          true if the counts vary from run to run";

impl CompareCommand {
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let Self::Noughts(args) = self;
        let &CompareNoughts { depth, position, eval, json } = args;
        ensure!(!position.is_over(), "the game is over in {position:?}, so there is nothing to search");
        let plan = ComparisonPlan { game: Noughts, state: position, eval: eval.to_string(), depth };
        // The spinner is hidden if stderr is not a terminal.
        let spinner = ProgressBar::new_spinner();
        spinner.enable_steady_tick(Duration::from_millis(200));
        let on_start = |search: &str| spinner.set_message(format!("running {search}"));
        let comparison = interrupt.during(|stop| plan.run(stop, on_start));
        spinner.finish_and_clear();
        let comparison = comparison?;
        let text = if json { json::write(&comparison)? } else { table::draw(&comparison) };
        output.write_all(text.as_bytes())?;
        ensure!(comparison.is_complete, Interrupted);
        Ok(())
    }
}
