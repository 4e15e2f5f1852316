//! `starchess complexity`: how many positions there are to look at.

mod table;

use std::io::Write;

use anyhow::{Context, Result, ensure};
use clap::Args;
use gametree::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use starchess::Galaxy;
use starchess::complexity::{AllTurns, Measurement, Plan, measure, paper, paper_situation};

use crate::interrupt::{Interrupt, Interrupted};

/// A game that is not over after this turn is left: most published players end in a stalemate.
const LAST_TURN: u32 = 120;

/// What is counted and measured.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess complexity
  starchess complexity --games 0          only what need not be played
  starchess complexity --games 1 --turns 3
  starchess complexity --position \"$POS\"  all turns of a position of your own")]
pub(crate) struct ComplexityArgs {
    /// The position whose turns are all counted, in the notation of Star Chess; the paper's situation if not given
    #[arg(long, value_name = "POS")]
    position: Option<Galaxy>,
    /// How many games to measure, each in a random galaxy
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(..=10_000))]
    games: u32,
    /// The seed of the first galaxy; the next has the next seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many turns the players look ahead
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=3))]
    turns: u32,
}

impl ComplexityArgs {
    /// Counts and measures, and writes what comes out.
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        interrupt.during(|stop| self.work(stop, output))
    }

    fn work(&self, stop: &Stop, output: &mut dyn Write) -> Result<()> {
        let galaxy = self.position.unwrap_or_else(paper_situation);
        let all_turns = AllTurns::new(&galaxy).context("the game is over in this position: there are no turns")?;
        write!(output, "{}\n{}", table::estimates(&paper()), table::all_turns(&galaxy, &all_turns))?;
        output.flush()?;
        if self.games == 0 {
            return Ok(());
        }
        let plan = Plan { games: self.games, seed: self.seed, turns: self.turns, last_round: LAST_TURN };
        let measured = play(&plan, stop);
        write!(output, "\n{}", table::measured(&plan, &measured))?;
        ensure!(measured.games == plan.games, Interrupted);
        Ok(())
    }
}

/// Measures games, and shows on a terminal how far it has come.
fn play(plan: &Plan, stop: &Stop) -> Measurement {
    // It hides itself if stderr is no terminal.
    let bar = ProgressBar::new(u64::from(plan.games) * u64::from(plan.last_round));
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} turns") {
        bar.set_style(style);
    }
    let measured = measure(plan, stop, &mut |game, turn| {
        bar.set_prefix(format!("game {} of {}", game + 1, plan.games));
        bar.set_position(u64::from(game) * u64::from(plan.last_round) + u64::from(turn) - 1);
    });
    bar.finish_and_clear();
    measured
}
