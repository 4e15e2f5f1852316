//! `starchess chess tune-search`: finds the margins of the search that win most games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use ::chess::engine::Margins;
use ::chess::training::{SearchTuner, SearchTuning};
use anyhow::{Context, Result};
use clap::Args;
use gametree::Stop;

use super::{SearchArgs, beside, check_out, claim, write};
use crate::figures::{grouped, plural, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress;

/// The time between two checkpoints.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(10);

/// What to tune.
#[derive(Args, Debug)]
#[command(after_help = "All margins are moved a little at once, each up or down at random. The engine with these \
margins plays the engine with the opposite ones, and the margins take a small step towards the winner (SPSA).

A run that was interrupted goes on when the same command is given again: FILE.tuning keeps what it has learned. \
The margins that the engine plays with are crates/chess/src/engine/margins.txt. To play with tuned ones, copy them \
there and build the engine again.

Example:
  starchess chess tune-search --out margins.txt --pairs 20000 --threads 2")]
pub(crate) struct TuneSearchArgs {
    /// Where the margins are written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The pairs of games, each from one opening with both colours
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1..=u64::MAX))]
    pairs: u64,
    #[command(flatten)]
    search: SearchArgs,
}

impl TuneSearchArgs {
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let out = storage::expand_home(&self.out.to_string_lossy());
        let name = storage::printable(&out);
        let _lock = claim(&out)?;
        check_out(&out)?;
        let checkpoint = beside(&out, "tuning");
        let mut tuning = SearchTuning {
            pairs: self.pairs,
            nodes: self.search.nodes,
            threads: self.search.threads(),
            evaluation: self.search.evaluation()?,
            seed: self.search.seed,
            stop: Stop::new(),
        };
        let mut tuner = begin(&tuning, &checkpoint)?;
        if tuner.pairs() > 0 {
            writeln!(output, "Going on after {} pairs of games.", grouped(tuner.pairs()))?;
        }
        let begin = Instant::now();
        let before = tuner.pairs();
        interrupt.during(|stop| {
            tuning.stop = stop.clone();
            tune(&mut tuner, &tuning, &checkpoint)
        })?;
        let played = tuner.pairs() - before;
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(output, "Played {} of games in {seconds:.0} s.", plural(played as usize, "pair"))?;
        if tuner.pairs() < self.pairs {
            write(&checkpoint, &tuner.to_string())?;
            let (done, all) = (grouped(tuner.pairs()), grouped(self.pairs));
            writeln!(output, "Interrupted after {done} of {all} pairs. The same command goes on.")?;
            return Err(Interrupted.into());
        }
        write(&out, &tuner.margins().to_string())?;
        let _ = fs::remove_file(&checkpoint);
        writeln!(output, "{:20} {:>8} {:>6}", "margin", "built in", "tuned")?;
        let old = Margins::default().numbers();
        for ((margin, old), new) in Margins::ALL.iter().zip(old).zip(tuner.margins().numbers()) {
            writeln!(output, "{:20} {old:>8} {new:>6}", margin.name)?;
        }
        writeln!(output, "The tuned margins are in {name}.")?;
        Ok(())
    }
}

/// A new tuning, or the one that was interrupted.
fn begin(tuning: &SearchTuning, checkpoint: &Path) -> Result<SearchTuner> {
    let name = storage::printable(checkpoint);
    if !checkpoint.exists() {
        return Ok(SearchTuner::new(tuning, &Margins::default()));
    }
    let text = storage::read_text(checkpoint).with_context(|| format!("cannot read {name}"))?;
    SearchTuner::resume(tuning, &text).map_err(|error| anyhow::anyhow!("{name}: {error}; remove it to begin anew"))
}

/// Plays until it is done or stopped, and saves from time to time what it has learned.
fn tune(tuner: &mut SearchTuner, tuning: &SearchTuning, checkpoint: &Path) -> Result<()> {
    let bar = progress::bar("{bar:20} {pos}/{len} pairs{msg}{left}", tuning.pairs, tuner.pairs());
    let (begin, mut saved) = (Instant::now(), Instant::now());
    let before = tuner.pairs();
    let failure = Mutex::new(None);
    tuner.run(tuning, |tuner| {
        let rate = (tuner.pairs() - before) as f64 / begin.elapsed().as_secs_f64().max(1e-9);
        bar.set_message(format!(", {rate:.1} pairs/s"));
        bar.set_position(tuner.pairs());
        if saved.elapsed() >= BETWEEN_CHECKPOINTS {
            saved = Instant::now();
            if let Err(error) = write(checkpoint, &tuner.to_string()) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                tuning.stop.raise();
            }
        }
    });
    bar.finish_and_clear();
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
