//! `starchess chess train`: trains a network on played games.

use std::fs;
use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ::chess::network::Network;
use ::chess::training::{PARTS, TrainError, Trainer, Training, draw_losses};
use anyhow::{Context, Result};
use clap::Args;
use gametree::Stop;

use super::{beside, check_once, check_out, claim, write};
use crate::figures::{grouped, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress;

/// The time between two checkpoints.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(60);

/// The steps of the progress bar.
const STEPS: u64 = 1_000;

/// What to train.
#[derive(Args, Debug)]
#[command(
    after_help = "A training that was interrupted, by Ctrl-C or a power failure, goes on when the same command is \
                  given again; at most a minute is lost. Beside the network NET there are NET.checkpoint while it is \
                  trained, and NET.svg, a plot of the errors. The same games, settings and seed give the same network, \
                  with any number of threads.

To play with the network, set the UCI option EvalFile to it.

Examples:
  starchess chess train games.bin --out chess.net
  starchess chess train one.bin two.bin --out chess.net --hidden 256 --epochs 20 --threads 2"
)]
pub(crate) struct TrainArgs {
    /// Files of games, as datagen writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the network is written
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// The neurons of the first layer, for each side: a multiple of 32
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = whole(32..=2_048_u32))]
    hidden: u32,
    /// The king buckets: different weights for different places of the king, 1, 4 or 8
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=8_u32))]
    kings: u32,
    /// The output buckets: different weights for different numbers of pieces
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole(1..=32_u32))]
    buckets: u32,
    /// How often all positions are gone through
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole(1..=u32::MAX))]
    epochs: u32,
    /// The positions in a step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = whole(1..=1_048_576_u32))]
    batch: u32,
    /// The greatest learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.003)]
    rate: f64,
    /// How much the result of the game counts, as opposed to the score of the search: 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    blend: f64,
    /// The network to begin with, of the same size; one king bucket is enough
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Learn the values of the hand-written evaluation, in positions near those of the games
    #[arg(long, conflicts_with = "blend")]
    imitate: bool,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=PARTS as u64))]
    threads: u64,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

impl TrainArgs {
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let out = storage::expand_home(&self.out.to_string_lossy());
        let name = storage::printable(&out);
        let _lock = claim(&out)?;
        check_out(&out)?;
        let checkpoint = beside(&out, "checkpoint");
        let mut trainer = self.begin(&checkpoint)?;
        let [teaching, held_out] = trainer.games().map(|games| grouped(games as u64));
        writeln!(output, "{teaching} games to learn from, {held_out} held out.")?;
        if trainer.done() > 0.0 {
            writeln!(output, "Going on after {:.1} %.", 100.0 * trainer.done())?;
        }
        let begin = Instant::now();
        let positions = interrupt.during(|stop| train(&mut trainer, &checkpoint, stop))?;
        let seconds = begin.elapsed().as_secs_f64();
        let rate = positions as f64 / seconds.max(1e-9);
        let positions = grouped(positions);
        writeln!(
            output,
            "Learned from {positions} positions in {seconds:.0} s, {} positions/s, each counted in every epoch.",
            grouped(rate as u64)
        )?;
        write(&beside(&out, "svg"), &draw_losses(trainer.losses()))?;
        if !trainer.is_done() {
            writeln!(output, "Interrupted after {:.1} %. The same command goes on.", 100.0 * trainer.done())?;
            return Err(Interrupted.into());
        }
        write(&out, &trainer.network().to_bytes())?;
        let _ = fs::remove_file(&checkpoint);
        let error = trainer.losses().last().map_or(0.0, |losses| losses.validation);
        writeln!(output, "Mean squared error on the games held out: {error:.6}.\nThe network is in {name}.")?;
        Ok(())
    }

    /// A new training, or the one that was interrupted.
    fn begin(&self, checkpoint: &Path) -> Result<Trainer> {
        let from = self.from.as_ref().map(|from| storage::expand_home(&from.to_string_lossy()));
        let start = from.map(|from| Network::read(&from).context("--from")).transpose()?;
        let files: Vec<PathBuf> = self.files.iter().map(|file| storage::expand_home(&file.to_string_lossy())).collect();
        check_once(&files)?;
        let training = Training {
            files,
            hidden: self.hidden as usize,
            kings: self.kings as usize,
            outputs: self.buckets as usize,
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            blend: self.blend,
            start,
            imitate: self.imitate,
            seed: self.seed,
        };
        let threads = NonZeroUsize::new(self.threads as usize).unwrap_or(NonZeroUsize::MIN);
        let name = storage::printable(checkpoint);
        match fs::read(checkpoint) {
            Ok(bytes) => Trainer::resume(training, threads, &bytes).map_err(|error| match error {
                TrainError::Checkpoint(error) => anyhow::anyhow!("{name}: {error}; remove it to begin anew"),
                error => error.into(),
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Trainer::new(training, threads)?),
            Err(error) => Err(error).with_context(|| format!("cannot read {name}")),
        }
    }
}

/// Trains until it is done or stopped, and returns the number of positions.
fn train(trainer: &mut Trainer, checkpoint: &Path, stop: &Stop) -> Result<u64> {
    let bar = progress::bar("{bar:20} {percent} %{left}\n{msg}", STEPS, (trainer.done() * STEPS as f64) as u64);
    let (begin, mut saved) = (Instant::now(), Instant::now());
    let mut positions = 0;
    while !trainer.is_done() && !stop.is_raised() {
        let before = trainer.positions();
        trainer.advance()?;
        positions += trainer.positions() - before;
        let rate = positions as f64 / begin.elapsed().as_secs_f64().max(1e-9);
        let losses = trainer.losses().last().map_or_else(String::new, |losses| {
            format!(", error {:.6}, on games held out {:.6}", losses.training, losses.validation)
        });
        bar.set_message(format!("epoch {}, {} positions/s{losses}", trainer.epoch(), grouped(rate as u64)));
        bar.set_position((trainer.done() * STEPS as f64) as u64);
        if saved.elapsed() >= BETWEEN_CHECKPOINTS {
            write(checkpoint, &trainer.checkpoint())?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if !trainer.is_done() {
        write(checkpoint, &trainer.checkpoint())?;
    }
    Ok(positions)
}
