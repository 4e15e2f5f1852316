//! `starchess chess`: the chess engine's tools.

mod bench;
mod self_play;
mod tune;

use anyhow::Result;
use clap::Subcommand;

pub(crate) use self::bench::BenchArgs;
use self::self_play::SelfPlayArgs;
use self::tune::TuneArgs;
use crate::interrupt::Interrupt;

#[derive(Debug, Subcommand)]
pub(crate) enum ChessCommand {
    /// Let the engine play against itself, for training
    #[command(name = "datagen")]
    SelfPlay(SelfPlayArgs),
    /// Fit the weights of the evaluation to played games
    Tune(TuneArgs),
}

impl ChessCommand {
    pub(crate) fn run(&self) -> Result<()> {
        let interrupt = Interrupt::install()?;
        let output = &mut std::io::stdout();
        match self {
            Self::SelfPlay(args) => args.run(&interrupt, output),
            Self::Tune(args) => args.run(&interrupt, output),
        }
    }
}
