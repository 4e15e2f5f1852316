//! `starchess compare`: all searches on one position, side by side.

mod json;
mod measure;
mod table;

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use gametree::MAX_DEPTH;
use indicatif::ProgressBar;
use noughts::{Board, EvaluatorKind, Noughts};

use self::measure::Question;
use crate::interrupt::{Interrupt, Interrupted};
use crate::noughts::{FULL_DEPTH, evaluators};

/// The game in which the searches are compared.
#[derive(Debug, Subcommand)]
pub(crate) enum CompareCommand {
    /// A position of noughts and crosses
    Noughts(CompareNoughts),
}

/// A position of noughts and crosses, and how it is searched.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{JSON}\n\n{EXAMPLES}"))]
pub(crate) struct CompareNoughts {
    /// How many plies to look ahead
    #[arg(long, value_name = "N", default_value_t = FULL_DEPTH, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// The position: X, O and . in three lines with / between
    #[arg(long, value_name = "POS", default_value = ".../.../...")]
    pub(crate) position: Board,
    /// How positions at the search's horizon are scored
    #[arg(long, value_name = "EVAL", value_parser = evaluators(), default_value_t = EvaluatorKind::Outcome)]
    pub(crate) eval: EvaluatorKind,
    /// Write a JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "Examples:
  starchess compare noughts --depth 9
  starchess compare noughts --depth 2 --eval paper
  starchess compare noughts --position X../.O./..X --json";

const JSON: &str = "The JSON object has these fields:
  game, position, to_move, depth, eval   what was asked
  win                                    the value of a won game; a win in n plies is win − n
  is_complete                            false if Ctrl-C came before the last search finished
  rows                                   one object for each search:
    search, player                       its name, and the player that searches exactly so
    value                                for the side to move, as an integer; for mcts the mean of
                                         its playouts, between win and −win, unless solved
    solved                               true if looking further would not change the value
    move, line                           the best move, and the line of play that begins with it
    nodes, evaluations, cuts, table_hits the work done
    nodes_of_minimax                     nodes as a fraction of those of plain minimax
    time_us                              the time taken, in microseconds
    counts_vary                          true if the counts are not the same in every run";

impl CompareCommand {
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let Self::Noughts(args) = self;
        let &CompareNoughts { depth, position, eval, json } = args;
        ensure!(!position.is_over(), "the game is over in {position:?}, so there is nothing to search");
        let question = Question { game: Noughts, state: position, eval: eval.to_string(), depth };
        // It hides itself if stderr is not a terminal.
        let spinner = ProgressBar::new_spinner();
        spinner.enable_steady_tick(Duration::from_millis(200));
        let begin = |search: &str| spinner.set_message(format!("{search} is searching"));
        let comparison = interrupt.during(|stop| question.ask(stop, begin));
        spinner.finish_and_clear();
        let comparison = comparison?;
        let text = if json { json::write(&comparison)? } else { table::draw(&comparison) };
        output.write_all(text.as_bytes())?;
        ensure!(comparison.is_complete, Interrupted);
        Ok(())
    }
}
