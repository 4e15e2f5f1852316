//! `starchess chess`: chess at the terminal, and the engine's tools.

mod bench;
mod play;
mod self_play;
mod suite;
mod train;
mod tune;
mod tune_search;

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use ::chess::engine::Evaluation;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};

pub(crate) use self::bench::BenchArgs;
pub(crate) use self::play::{ChessFile, PlayArgs};
use self::self_play::SelfPlayArgs;
use self::suite::SuiteArgs;
use self::train::TrainArgs;
use self::tune::TuneArgs;
use self::tune_search::TuneSearchArgs;
use crate::console::Console;
use crate::figures::whole;
use crate::interrupt::Interrupt;
use crate::lock::Lock;
use crate::terminal;

#[derive(Debug, Subcommand)]
pub(crate) enum ChessCommand {
    /// Play chess, or watch it
    Play(Box<PlayArgs>),
    /// Let the engine play against itself, for training
    #[command(name = "datagen")]
    SelfPlay(SelfPlayArgs),
    /// Solve the positions of a test suite
    Suite(SuiteArgs),
    /// Train a network that evaluates positions on played games
    Train(TrainArgs),
    /// Fit the weights of the hand-written evaluation to played games
    Tune(TuneArgs),
    /// Find the margins of the search that win most games
    TuneSearch(TuneSearchArgs),
}

impl ChessCommand {
    pub(crate) fn run(self) -> Result<()> {
        let output = &mut *terminal::output();
        match self {
            Self::Play(args) => args.run(&mut Console::new()?),
            Self::SelfPlay(args) => args.run(&Interrupt::install()?, output),
            Self::Suite(args) => args.run(&Interrupt::install()?, output),
            Self::Train(args) => args.run(&Interrupt::install()?, output),
            Self::Tune(args) => args.run(&Interrupt::install()?, output),
            Self::TuneSearch(args) => args.run(&Interrupt::install()?, output),
        }
    }
}

/// How the engine searches when it plays against itself.
#[derive(Args, Debug)]
struct SearchArgs {
    /// The nodes of each search
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole(100..=u64::MAX))]
    nodes: u64,
    /// The games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u64))]
    threads: u64,
    /// The file of the network that evaluates positions, or `classical` for the hand-written
    /// evaluation (default: the built-in evaluation)
    #[arg(long, value_name = "NET", default_value = "", hide_default_value = true)]
    eval: String,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

impl SearchArgs {
    fn evaluation(&self) -> Result<Evaluation> {
        Ok(Evaluation::read(&storage::expand_home(&self.eval).to_string_lossy())?)
    }

    fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads as usize).unwrap_or(NonZeroUsize::MIN)
    }
}

/// The name of a file with an ending added.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Claims a result and what is kept beside it for this process; an error if another one is at work.
fn claim(out: &Path) -> Result<Lock> {
    let path = beside(out, "lock");
    let lock = Lock::take(path.clone());
    let lock = lock.with_context(|| format!("--out: cannot write {}", storage::printable(&path)))?;
    lock.with_context(|| format!("--out {}: another process is at work on it", storage::printable(out)))
}

/// Refuses a file for a result that exists, or could not be written when all the work is done.
fn check_out(out: &Path) -> Result<()> {
    let name = storage::printable(out);
    ensure!(!out.exists(), "--out {name}: the file exists; remove it or choose another name");
    storage::check_writable(out).with_context(|| format!("--out: cannot write {name}"))
}

/// Refuses a file of games that is given twice: games held out would be learned from.
fn check_once(files: &[PathBuf]) -> Result<()> {
    let mut seen = HashSet::new();
    for file in files {
        let is_new = seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone()));
        ensure!(is_new, "{} is given twice", storage::printable(file));
    }
    Ok(())
}

fn write(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<()> {
    storage::write_atomically(path, content).with_context(|| format!("cannot write {}", storage::printable(path)))
}

/// `starchess uci`: speaks UCI with the program at the other end.
pub(crate) fn uci() -> Result<()> {
    if io::stdin().is_terminal() {
        let hint = "This is the chess engine as a chess GUI starts it. \"help\" lists what it understands, \"quit\" \
                    leaves. To play against it here: starchess chess play";
        eprintln!("{}", terminal::fit_stderr(hint));
    }
    Ok(::chess::uci::serve(io::stdin().lock(), io::stdout())?)
}
