//! Why an order is refused.

use thiserror::Error;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::reader::NotationError;

/// What is wrong with a line, and where.
#[derive(Debug, Error)]
pub(super) enum SciError {
    /// It is not in the protocol.
    #[error("column {column}: there is no order {found:?}")]
    NoSuchOrder { column: usize, found: String },
    /// Something else should be there.
    #[error("column {column}: {found:?} where {expected} should be")]
    Unexpected { column: usize, found: String, expected: &'static str },
    /// Something should be there.
    #[error("column {column}: the line ends where {expected} should be")]
    Ends { column: usize, expected: &'static str },
    /// A number that is too large or none at all.
    #[error("column {column}: {found:?} is not a whole number from 0 to {max}")]
    Number { column: usize, found: String, max: u64 },
    /// One thing is said twice.
    #[error("column {column}: {what} for the second time")]
    Twice { column: usize, what: &'static str },
    /// There is no such option.
    #[error("column {column}: there is no option {found:?}: Player, Turns, AllMasks or Plain")]
    NoSuchOption { column: usize, found: String },
    /// No position or no command.
    #[error(transparent)]
    Notation(NotationError),
    /// A command that the rules forbid.
    #[error("{command}: {reason}")]
    Forbidden { command: Command, reason: CommandError },
    /// A command of a list that the rules forbid.
    #[error("command {number} of the list, {command}: {reason}")]
    ForbiddenInList { number: usize, command: Command, reason: CommandError },
    /// Nobody has anything to decide.
    #[error("the game is over")]
    GameOver,
    /// The search comes first.
    #[error("thinking: nothing but stop, isready and quit until bestturn")]
    Thinking,
    /// Not even a thread can be had.
    #[error("cannot think: {0}")]
    NoThread(std::io::Error),
    /// No text.
    #[error("column {column}: not UTF-8")]
    NotText { column: usize },
    /// More than anybody has to say.
    #[error("the line is longer than {max} bytes")]
    TooLong { max: usize },
}

impl SciError {
    /// An error in the part of a line that begins at `column`.
    pub(super) fn notation(column: usize, mut error: NotationError) -> Self {
        error.column += column - 1;
        Self::Notation(error)
    }
}
