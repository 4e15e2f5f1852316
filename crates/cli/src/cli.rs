//! The command line.

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::arena::ArenaArgs;
use crate::compare::CompareCommand;
use crate::complexity::ComplexityArgs;
use crate::console::Console;
use crate::experiments::ExperimentsCommand;
use crate::interrupt::Interrupt;
use crate::menu;
use crate::noughts::NoughtsCommand;
use crate::sci;
use crate::star::{PlayArgs, ReplayArgs};

/// Computer players that think ahead, and the games to meet them in.
///
/// Without a command, a menu leads to the games.
#[derive(Debug, Parser)]
#[command(
    name = "starchess",
    version,
    after_help = "Examples:
  starchess                               the menu
  starchess play                          Star Chess against three computers
  starchess play --watch                  four computers play it
  starchess replay game.txt               a saved game, step by step
  starchess arena published:3 published:2 which of two players is stronger
  starchess complexity                    how many turns and positions there are
  starchess noughts play                  a game against a perfect player
  starchess noughts tree                  the game tree of the paper
  starchess noughts task                  the paper's task for the month, solved
  starchess compare noughts --depth 9     what each search makes of a position"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play Star Chess, or watch it
    Play(PlayArgs),
    /// Step through a saved game of Star Chess
    Replay(ReplayArgs),
    /// Let players meet in many games: which is stronger, and how sure is that
    Arena(Box<ArenaArgs>),
    /// What the paper claims about its player, and whether it is so
    #[command(subcommand)]
    Experiments(ExperimentsCommand),
    /// Noughts and crosses
    #[command(
        subcommand,
        after_help = "Examples:
  starchess noughts play --cross human --nought perfect
  starchess noughts tree --depth 2
  starchess noughts task --plies 3"
    )]
    Noughts(NoughtsCommand),
    /// Compare the searches on one position
    #[command(
        subcommand,
        after_help = "Examples:
  starchess compare noughts --depth 9
  starchess compare noughts --depth 9 --json"
    )]
    Compare(CompareCommand),
    /// Play Star Chess for another program: the engine protocol
    ///
    /// One line is one order, read from standard input and answered on standard output, in the shape of UCI.
    #[command(after_help = "The protocol is in --help.", after_long_help = sci::HELP)]
    Sci,
    /// Count the positions of Star Chess: the paper's numbers, all turns of a position, and games
    Complexity(ComplexityArgs),
}

impl Cli {
    pub(crate) fn run(self) -> Result<()> {
        match self.command {
            None => menu::run(&mut Console::new()?),
            Some(Command::Play(args)) => args.run(&mut Console::new()?),
            Some(Command::Replay(args)) => args.run(&mut Console::new()?),
            Some(Command::Arena(args)) => args.run(&Interrupt::install()?, &mut std::io::stdout().lock()),
            Some(Command::Experiments(command)) => command.run(&mut std::io::stdout().lock()),
            Some(Command::Noughts(command)) => command.run(),
            Some(Command::Compare(command)) => command.run(&Interrupt::install()?, &mut std::io::stdout().lock()),
            Some(Command::Sci) => sci::run(),
            Some(Command::Complexity(args)) => args.run(&Interrupt::install()?, &mut std::io::stdout().lock()),
        }
    }
}
