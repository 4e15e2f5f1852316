//! `starchess noughts`: the commands for noughts and crosses.

mod play;
mod task;
mod tree;

use anyhow::Result;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use noughts::EvaluatorKind;

pub(crate) use play::PlayArgs;
use task::TaskArgs;
pub(crate) use tree::TreeArgs;

use crate::console::Console;
use crate::interrupt::Interrupt;

/// The length of the longest game in plies, and so the depth of a complete search.
pub(crate) const FULL_DEPTH: u32 = 9;

/// Parses the name of an evaluator.
pub(crate) fn evaluators() -> impl TypedValueParser<Value = EvaluatorKind> {
    PossibleValuesParser::new(EvaluatorKind::NAMES).try_map(|name| name.parse::<EvaluatorKind>())
}

/// The commands for noughts and crosses.
#[derive(Debug, Subcommand)]
pub(crate) enum NoughtsCommand {
    /// Play a game, or watch one
    Play(Box<PlayArgs>),
    /// Draw the search tree with its backed-up scores
    Tree(TreeArgs),
    /// Solve the paper's task for the month: the fewest features for perfect play
    Task(TaskArgs),
}

impl NoughtsCommand {
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Self::Play(args) => args.run(&mut Console::new()?),
            Self::Tree(args) => args.run(&mut std::io::stdout().lock()),
            Self::Task(args) => args.run(&Interrupt::install()?, &mut std::io::stdout().lock()),
        }
    }
}
