//! The command line.

use std::ffi::OsString;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};

use crate::arena::ArenaArgs;
use crate::chess::{self, BenchArgs, ChessCommand};
use crate::compare::CompareCommand;
use crate::complexity::ComplexityArgs;
use crate::console::Console;
use crate::experiments::ExperimentsCommand;
use crate::interrupt::Interrupt;
use crate::menu;
use crate::noughts::NoughtsCommand;
use crate::sci;
use crate::serve::ServeArgs;
use crate::star::{PlayArgs, ReplayArgs};
use crate::terminal;
use crate::train::TrainArgs;
use crate::workers::WorkerArgs;

/// Computer players that think ahead, and games to play against them.
///
/// Without a command, the games are played in the browser.
#[derive(Debug, Parser)]
#[command(
    name = "starchess",
    version,
    after_help = "Examples:
  starchess                               play in the browser
  starchess menu                          play in the terminal
  starchess play                          play Star Chess against three computers
  starchess play --continue               play on with your last game
  starchess play --watch                  watch four computers play Star Chess
  starchess replay game.txt               step through a saved game
  starchess arena published:3 published:2 find out which of two players is stronger
  starchess complexity                    count turns and positions
  starchess chess play                    play chess against the engine
  starchess noughts play                  play noughts and crosses against a perfect player
  starchess noughts tree                  draw the game tree of the paper
  starchess noughts task                  solve the paper's task for the month
  starchess compare noughts --depth 9     compare the search algorithms"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play all games in the browser
    Serve(ServeArgs),
    /// Choose from a menu and play in the terminal
    Menu,
    /// Play Star Chess, or watch it
    Play(Box<PlayArgs>),
    /// Step through a saved game of Star Chess
    Replay(ReplayArgs),
    /// Run tournaments, with confidence intervals
    Arena(Box<ArenaArgs>),
    /// Test the paper's claims about its player
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
    /// Chess: play it, and the engine's tools
    #[command(
        subcommand,
        after_help = "Examples:
  starchess chess play --black engine:time=5s
  starchess chess suite win-at-chess.epd --movetime 1000
  starchess chess datagen games.bin --games 10000
  starchess chess train games.bin --out chess.net
  starchess chess tune games.bin --out weights.txt"
    )]
    Chess(ChessCommand),
    /// Play chess through the UCI protocol
    ///
    /// This is what a chess GUI starts: add `starchess uci` as an engine.
    Uci,
    /// Measure the chess engine: a node count that repeats, and nodes per second
    Bench(BenchArgs),
    /// Compare the search algorithms on one position
    #[command(
        subcommand,
        after_help = "Examples:
  starchess compare noughts --depth 9
  starchess compare noughts --depth 9 --json
  starchess compare chess --depth 3"
    )]
    Compare(CompareCommand),
    /// Play Star Chess through the engine protocol
    ///
    /// Reads one command per line from standard input and answers on standard output, in the style of UCI.
    #[command(after_help = "The protocol is in --help.", after_long_help = sci::help())]
    Sci,
    /// Count the positions and turns of Star Chess
    Complexity(ComplexityArgs),
    /// Train the strongest player of Star Chess
    Train(TrainArgs),
    /// Play games for runs on other machines
    Worker(WorkerArgs),
}

/// What an error of the command line repeats of it.
const REPEATED: [ContextKind; 3] = [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand];

/// The whole of a command of which only the last word was typed: `chess datagen` for `datagen`.
fn found_elsewhere(word: &str) -> Option<String> {
    let all = Cli::command();
    let parent = all.get_subcommands().find(|parent| parent.get_subcommands().any(|child| child.get_name() == word))?;
    Some(format!("{} {word}", parent.get_name()))
}

impl Cli {
    /// Reads the command line. An error repeats what is wrong shortened, and without anything that a
    /// terminal would act on.
    pub(crate) fn read(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Self, clap::Error> {
        Self::try_parse_from(arguments).map_err(|mut error| {
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
                && let Some(path) = found_elsewhere(word)
            {
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![path]));
            }
            for kind in REPEATED {
                if let Some(ContextValue::String(text)) = error.get(kind) {
                    let text = ContextValue::String(players::excerpt(text));
                    error.insert(kind, text);
                }
            }
            error
        })
    }

    /// Runs the command `arena` from the menu.
    pub(crate) fn run_arena(self, console: &mut Console) -> Result<()> {
        match self.command {
            Some(Command::Arena(args)) => args.run(&console.interrupt, &mut console.output),
            _ => Ok(()),
        }
    }

    pub(crate) fn run(self) -> Result<()> {
        match self.command {
            None => ServeArgs::default().run(),
            Some(Command::Serve(args)) => args.run(),
            Some(Command::Menu) => menu::run(&mut Console::new()?),
            Some(Command::Play(args)) => args.run(&mut Console::new()?),
            Some(Command::Replay(args)) => args.run(&mut Console::new()?),
            Some(Command::Arena(args)) => args.run(&Interrupt::install()?, &mut *terminal::output()),
            Some(Command::Experiments(command)) => command.run(&mut *terminal::output()),
            Some(Command::Noughts(command)) => command.run(),
            Some(Command::Chess(command)) => command.run(),
            Some(Command::Uci) => chess::uci(),
            Some(Command::Bench(args)) => args.run(&Interrupt::install()?, &mut *terminal::output()),
            Some(Command::Compare(command)) => command.run(&Interrupt::install()?, &mut *terminal::output()),
            Some(Command::Sci) => sci::run(),
            Some(Command::Complexity(args)) => args.run(&Interrupt::install()?, &mut *terminal::output()),
            Some(Command::Train(args)) => args.run(&Interrupt::install()?, &mut *terminal::output()),
            Some(Command::Worker(args)) => args.run(&Interrupt::install()?, &mut *terminal::output()),
        }
    }
}
