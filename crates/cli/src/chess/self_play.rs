//! `starchess chess datagen`: games of the engine against itself.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use ::chess::engine::Evaluation;
use ::chess::training::{GameFile, SelfPlay, SelfPlayProgress, self_play};
use anyhow::Result;
use clap::Args;
use gametree::Stop;

use super::SearchArgs;
use crate::figures::{plural, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress;

/// What to play.
#[derive(Args, Debug)]
#[command(after_help = "The file takes 4 bytes for a move. A run that was interrupted, by Ctrl-C or a power failure, \
goes on when it is started again with the same file.

Examples:
  starchess chess datagen games.bin --games 10000
  starchess chess datagen games.bin --games 20000 --nodes 5000 --threads 2
  starchess chess datagen games.bin --eval chess.net")]
pub(crate) struct SelfPlayArgs {
    /// The file to which the games are appended
    file: PathBuf,
    /// The number of games, those already in the file included
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1..=u64::MAX))]
    games: u64,
    #[command(flatten)]
    search: SearchArgs,
}

impl SelfPlayArgs {
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let evaluation = self.search.evaluation()?;
        let path = storage::expand_home(&self.file.to_string_lossy());
        let mut file = GameFile::open(&path)?;
        let before = file.positions();
        if file.games() > 0 {
            writeln!(output, "{}", contents(file.games(), before))?;
        }
        let begin = Instant::now();
        let (progress, is_stopped) =
            interrupt.during(|stop| (self.play(evaluation, &mut file, stop, before), stop.is_raised()));
        let SelfPlayProgress { games, positions, draws, played } = progress?;
        let seconds = begin.elapsed().as_secs_f64();
        let rate = (positions - before) as f64 / seconds.max(1e-9);
        let draws = 100.0 * draws as f64 / played.max(1) as f64;
        let played = plural(played as usize, "game");
        writeln!(output, "Played {played} in {seconds:.0} s, {rate:.0} moves/s, {draws:.0} % draws.")?;
        writeln!(output, "{}", contents(games, positions))?;
        if is_stopped { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn play(
        &self,
        evaluation: Evaluation,
        file: &mut GameFile,
        stop: &Stop,
        before: u64,
    ) -> Result<SelfPlayProgress, ::chess::training::GameFileError> {
        let options = SelfPlay {
            games: self.games,
            nodes: self.search.nodes,
            threads: self.search.threads(),
            evaluation,
            seed: self.search.seed,
            stop: stop.clone(),
        };
        let bar = progress::bar("{bar:20} {pos}/{len} games{msg}{left}", self.games, file.games());
        let begin = Instant::now();
        let result = self_play(&options, file, |progress| {
            let rate = (progress.positions - before) as f64 / begin.elapsed().as_secs_f64().max(1e-9);
            let draws = 100 * progress.draws / progress.played.max(1);
            bar.set_message(format!(", {rate:.0} moves/s, {draws} % draws"));
            bar.set_position(progress.games);
        });
        bar.finish_and_clear();
        result
    }
}

/// What is in the file.
fn contents(games: u64, moves: u64) -> String {
    format!("The file has {} with {}.", plural(games as usize, "game"), plural(moves as usize, "move"))
}
