//! `starchess train`: the strongest player of Star Chess learns from games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use arena::stats::{Estimate, wilson};
use clap::Args;
use starchess::DEFAULT_ROUNDS;
use starchess::training::{Measured, Purpose, Settings, Step, Threads, Training, TrainingError, Workplace};
use workers::TrainingWorkers;

use crate::figures::whole;
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress::{self, ExtraLine};
use crate::terminal;
use crate::workers::{WorkersBoard, Workforce, WorkforceArgs};

/// How to train.
#[derive(Args, Debug)]
#[command(after_help = "The folder holds everything. Ctrl-C stops at any time; the same command goes on where
it stopped. generation-N.txt is what generation N ended with; to play with it, write it to
crates/starchess/src/rollout/tuning.txt and build the program again. docs/players.md tells
what training gained.

Examples:
  starchess train my-training --generations 8 --games 400
  starchess train my-training --generations 8 --measure 100
  starchess train my-adversary --adversary --generations 10 --measure 400
  starchess train my-training --workers nats://127.0.0.1:4222")]
pub(crate) struct TrainArgs {
    /// Folder of the training; a new one begins from nothing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Generations in all
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole(1..=10_000_u32))]
    generations: u32,
    /// Games that each generation plays to learn from
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole(1..=1_000_000_u32))]
    games: u32,
    /// Games of two against two that decide whether a change is kept
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(0..=1_000_000_u32))]
    challenge: u32,
    /// Steps in which each generation tunes all numbers, two games each
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(0..=1_000_000_u32))]
    steps: u32,
    /// Rounds that each player plays in rollouts for a turn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(1..=1_000_000_u64))]
    rounds: u64,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Tune an adversary that beats three of the built-in player, beginning with its numbers
    #[arg(long)]
    adversary: bool,
    /// Games of the result against three of the built-in player, on galaxies that training never uses
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=1_000_000_u32))]
    measure: u32,
    /// Rounds that each player plays in rollouts for a turn of --measure
    #[arg(long, value_name = "N", default_value_t = DEFAULT_ROUNDS, value_parser = whole(1..=1_000_000_u64))]
    measure_rounds: u64,
    #[command(flatten)]
    workforce: WorkforceArgs,
}

impl TrainArgs {
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let Self { generations, games, challenge, steps, rounds, seed, .. } = *self;
        let Self { adversary: is_adversary, measure, measure_rounds, .. } = *self;
        let folder = storage::expand_home(&self.folder.to_string_lossy());
        let settings = Settings { games, challenge, steps, rounds, seed, is_adversary };
        let workforce = &self.workforce.workforce()?;
        let mut training = Training::open(&folder, settings)?;
        let name = storage::printable(&folder);
        let line = ExtraLine::default();
        let bar = progress::bar_with_line("{prefix} {bar:30} {pos}/{len} games{left}{extra}", games.into(), 0, &line);
        let workers;
        let threads;
        let workplace: &dyn Workplace = match workforce {
            Workforce::Threads(concurrency) => {
                threads = Threads(*concurrency);
                &threads
            }
            Workforce::Workers(server) => {
                let board = WorkersBoard::new(&bar, &line, server.address());
                workers = TrainingWorkers::new(server, &folder, move |roster| board.show(roster));
                &workers
            }
        };
        let mut shown = None;
        let mut show = |step: Step| {
            let purpose = match step.purpose {
                Purpose::Fit => "",
                Purpose::Tune => ", tuning",
                Purpose::Challenge => ", challenge",
                Purpose::Measure => ", measurement",
            };
            bar.set_prefix(format!("generation {}{purpose}", step.generation));
            bar.set_length(step.of.into());
            bar.set_position(step.played.into());
            if shown.replace(step.purpose) != Some(step.purpose) {
                bar.reset_elapsed();
            }
        };
        interrupt.during(|stop| {
            let mut train = || -> Result<()> {
                while training.generation() < generations {
                    let line = training.next_generation(workplace, stop, &mut show)?;
                    bar.suspend(|| writeln!(output, "{}", terminal::fit_terminal(&line)))?;
                }
                if measure > 0 {
                    let measured = training.measure(measure, measure_rounds, workplace, stop, &mut show)?;
                    bar.suspend(|| writeln!(output, "{}", about(&measured)))?;
                }
                Ok(())
            };
            let trained = train();
            bar.finish_and_clear();
            match trained {
                Ok(()) => {
                    writeln!(output, "The result is {name}/generation-{}.txt.", training.generation())?;
                    Ok(())
                }
                Err(error) if matches!(error.downcast_ref(), Some(TrainingError::Stopped)) => {
                    writeln!(output, "Interrupted: the same command goes on where it stopped.")?;
                    Err(Interrupted.into())
                }
                Err(error) => Err(error),
            }
        })
    }
}

/// A measurement in words.
fn about(measured: &Measured) -> String {
    let Estimate { value, low, high } = wilson(measured.won.into(), measured.games().into());
    format!(
        "One against three of the built-in player: {:.1} % ({:.1} to {:.1}) of {} games won, {} stalemates.",
        100.0 * value,
        100.0 * low,
        100.0 * high,
        measured.games(),
        measured.stalemates
    )
}
