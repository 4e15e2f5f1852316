//! `starchess complexity`: the size of the search space of Star Chess.

mod table;

use std::io::Write;

use anyhow::{Context, Result, ensure};
use clap::Args;
use gametree::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use starchess::Galaxy;
use starchess::complexity::{AllTurns, Measurement, Plan, measure, paper, paper_situation};

use crate::figures::whole;
use crate::interrupt::{Interrupt, Interrupted};
use crate::terminal;

/// Games are abandoned after this round: most games between published players end in a stalemate.
const LAST_ROUND: u32 = 120;

/// The position to count, and the games to measure.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess complexity
  starchess complexity --games 0          without playing games
  starchess complexity --games 1 --turns 3
  starchess complexity --position \"$POS\"  count all turns of another position")]
pub(crate) struct ComplexityArgs {
    /// Position whose turns are counted, in Star Chess notation [default: the paper's situation]
    #[arg(long, value_name = "POS")]
    position: Option<Galaxy>,
    /// Number of games to measure, each in a random galaxy
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole(0..=10_000_u32))]
    games: u32,
    /// Seed of the first galaxy; each further game adds 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Number of turns that the players look ahead
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = whole(0..=3_u32))]
    turns: u32,
}

impl ComplexityArgs {
    /// Counts and measures, and writes the results.
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        interrupt.during(|stop| self.work(stop, output))
    }

    fn work(&self, stop: &Stop, output: &mut dyn Write) -> Result<()> {
        let galaxy = self.position.unwrap_or_else(paper_situation);
        let all_turns =
            AllTurns::new(&galaxy).context("the game is over in this position, so there are no turns to count")?;
        let text = format!("{}\n{}", table::estimates(&paper()), table::all_turns(&galaxy, &all_turns));
        write!(output, "{}", terminal::fit_terminal(&text))?;
        output.flush()?;
        if self.games == 0 {
            return Ok(());
        }
        let plan = Plan { games: self.games, seed: self.seed, turns: self.turns, last_round: LAST_ROUND };
        let measured = play(&plan, stop);
        write!(output, "\n{}", terminal::fit_terminal(&table::measured(&plan, &measured)))?;
        ensure!(measured.games == plan.games, Interrupted);
        Ok(())
    }
}

/// Measures games, with a progress bar on a terminal.
fn play(plan: &Plan, stop: &Stop) -> Measurement {
    // The bar is hidden if stderr is not a terminal.
    let bar = ProgressBar::new(u64::from(plan.games) * u64::from(plan.last_round));
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} rounds") {
        bar.set_style(style);
    }
    let measured = measure(plan, stop, &mut |game, round| {
        bar.set_prefix(format!("game {} of {}", game + 1, plan.games));
        bar.set_position(u64::from(game) * u64::from(plan.last_round) + u64::from(round) - 1);
    });
    bar.finish_and_clear();
    measured
}
