//! `starchess chess tune`: fits the weights of the evaluation to played games.

use std::io::Write;
use std::path::PathBuf;

use ::chess::training::{TuneError, TuneProgress, Tuned, Tuning, tune};
use anyhow::{Context, Result};
use clap::Args;

use super::{check_once, check_out};
use crate::figures::{grouped, number, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress;

/// What to tune.
#[derive(Args, Debug)]
#[command(after_help = "The weights that the engine plays with are crates/chess/src/engine/weights.txt. To play with \
tuned ones, copy them there and build the engine again.

Example:
  starchess chess tune games.bin --out weights.txt")]
pub(crate) struct TuneArgs {
    /// Files of games, as datagen writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the weights are written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often all positions are gone through
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole(0..=u32::MAX))]
    epochs: u32,
    /// How much the result of the game counts, as opposed to the score of the search: 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = number(0.0..=1.0))]
    blend: f64,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

impl TuneArgs {
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let out = storage::expand_home(&self.out.to_string_lossy());
        check_out(&out)?;
        let files: Vec<PathBuf> = self.files.iter().map(|file| storage::expand_home(&file.to_string_lossy())).collect();
        check_once(&files)?;
        let bar = progress::bar("{bar:20} {pos}/{len} epochs{msg}", self.epochs.into(), 0);
        let result = interrupt.during(|stop| {
            let tuning = Tuning { files, epochs: self.epochs, blend: self.blend, seed: self.seed, stop: stop.clone() };
            tune(&tuning, &mut |progress| match progress {
                TuneProgress::Reading(positions) => {
                    bar.set_message(format!(", {} positions read", grouped(positions as u64)))
                }
                TuneProgress::Epoch { number, training, validation } => {
                    bar.set_position(number.into());
                    bar.set_message(format!(", error {training:.6}, on unseen games {validation:.6}"));
                }
            })
        });
        bar.finish_and_clear();
        let Tuned { weights, positions, steepness, validation: [before, after] } = match result {
            Err(TuneError::Stopped) => {
                writeln!(output, "Interrupted: no weights were written.")?;
                return Err(Interrupted.into());
            }
            result => result?,
        };
        let name = storage::printable(&out);
        storage::write_atomically(&out, &weights).with_context(|| format!("cannot write {name}"))?;
        writeln!(
            output,
            "{} positions, steepness {steepness:.5}.\nMean squared error on unseen games: {before:.6} before, \
             {after:.6} after.\nThe weights are in {name}.",
            grouped(positions as u64),
        )?;
        Ok(())
    }
}
