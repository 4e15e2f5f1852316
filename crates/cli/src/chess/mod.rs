//! `starchess chess`: chess at the terminal, and the engine's tools.

mod bench;
mod play;
mod self_play;
mod suite;
mod train;
mod tune;

use anyhow::Result;
use clap::Subcommand;

pub(crate) use self::bench::BenchArgs;
pub(crate) use self::play::{ChessFile, PlayArgs};
use self::self_play::SelfPlayArgs;
use self::suite::SuiteArgs;
use self::train::TrainArgs;
use self::tune::TuneArgs;
use crate::console::Console;
use crate::interrupt::Interrupt;
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
        }
    }
}
