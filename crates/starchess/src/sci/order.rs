//! One line of the protocol: what it orders, or what is wrong with it.

use std::time::Duration;

use gametree::Limits;
use players::{LineError, Value, unknown};
use thiserror::Error;

use super::options::{Setting, read_turns};
use crate::command::{Command, read_commands};
use crate::command_error::CommandError;
use crate::galaxy::Galaxy;
use crate::reader::NotationError;
use crate::start::Start;

/// The seed of a galaxy for which none is given.
const SEED: u64 = 1;

/// The position before any other is set.
pub(super) fn first_position() -> Galaxy {
    Galaxy::start(Start::Random(SEED))
}

/// What is wrong with a line, and where.
#[derive(Debug, Error)]
pub(super) enum SciError {
    /// A word that the protocol does not know.
    #[error("column {column}: {message}")]
    Unknown { column: usize, message: String },
    /// Something else should be there.
    #[error("column {column}: expected {expected}, found {found:?}")]
    Unexpected { column: usize, found: String, expected: &'static str },
    /// Something is missing.
    #[error("column {column}: expected {expected}, found the end of the line")]
    Ends { column: usize, expected: &'static str },
    /// A number out of range, or not a number.
    #[error("column {column}: expected a whole number from {min} to {max}, found {found:?}")]
    Number { column: usize, found: String, min: u64, max: u64 },
    /// The same thing is said twice.
    #[error("column {column}: {what} is given twice")]
    Twice { column: usize, what: &'static str },
    /// Not a position, or not a command.
    #[error(transparent)]
    Notation(NotationError),
    /// An illegal command.
    #[error("{command}: {reason}")]
    Illegal { command: Command, reason: CommandError },
    /// An illegal command in a list.
    #[error("command {number} of the list, {command}: {reason}")]
    IllegalInList { number: usize, command: Command, reason: CommandError },
    /// There is no turn to find.
    #[error("the game is over")]
    GameOver,
    /// The search has to end first.
    #[error("thinking: only stop, isready and quit are allowed until bestturn")]
    Thinking,
    /// The player cannot be built, or found no turn.
    #[error("cannot think: {0}")]
    CannotThink(String),
    /// Not text, or longer than any order.
    #[error(transparent)]
    Line(#[from] LineError),
}

impl SciError {
    /// An error in the part of a line that begins at `column`.
    fn notation(column: usize, mut error: NotationError) -> Self {
        error.column += column - 1;
        Self::Notation(error)
    }
}

/// What a line orders.
pub(super) enum Order {
    /// `sci`: introduce yourself and announce your options.
    Introduce,
    /// `isready`
    IsReady,
    /// `setoption`
    Set(Setting),
    /// `position`
    Position(Box<Galaxy>),
    /// `apply`
    Apply(Command),
    /// `show`: tell the position.
    Show,
    /// `score`: tell the scores.
    Score,
    /// `result`: tell whether the game is over.
    Result,
    /// `go`: think.
    Go(Go),
    /// `stop`: answer with the best turn so far.
    Stop,
    /// `quit`
    Quit,
}

/// The first words of all orders.
const ORDERS: [&str; 11] =
    ["sci", "isready", "setoption", "position", "apply", "show", "score", "result", "go", "stop", "quit"];

impl Order {
    /// Reads a line; none if it is empty.
    pub(super) fn read(line: &str) -> Result<Option<Self>, SciError> {
        let mut words = Words::new(line);
        let column = words.column();
        let Some(name) = words.next() else { return Ok(None) };
        let order = match name {
            "sci" => Self::Introduce,
            "isready" => Self::IsReady,
            "setoption" => Self::Set(Setting::read(&mut words)?),
            "position" => Self::Position(Box::new(read_position(&mut words)?)),
            "apply" => {
                let command = words.rest().trim_ascii_end().parse();
                return match command {
                    Ok(command) => Ok(Some(Self::Apply(command))),
                    Err(error) => Err(SciError::notation(words.column(), error)),
                };
            }
            "show" => Self::Show,
            "score" => Self::Score,
            "result" => Self::Result,
            "go" => Self::Go(Go::read(&mut words)?),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            _ => return Err(SciError::Unknown { column, message: unknown("order", name, &ORDERS) }),
        };
        words.end()?;
        Ok(Some(order))
    }
}

/// What follows `go`.
#[derive(Clone, Default)]
pub(super) struct Go {
    /// The turns to look ahead, if not as many as the option says.
    pub(super) turns: Option<Value>,
    pub(super) limits: Limits,
}

impl Go {
    /// Reads `turns`, `movetime` and `nodes` in any order.
    fn read(words: &mut Words) -> Result<Self, SciError> {
        let mut go = Self::default();
        loop {
            let column = words.column();
            let Some(word) = words.peek() else { return Ok(go) };
            let Some(what) = ["turns", "movetime", "nodes"].into_iter().find(|&what| what == word) else {
                return Err(words.unexpected("turns, movetime, nodes or the end of the line"));
            };
            words.next();
            let is_second = match what {
                "turns" => go.turns.replace(read_turns(words)?).is_some(),
                "movetime" => {
                    let time = Duration::from_millis(words.number("a number of milliseconds", 0, u64::MAX)?);
                    go.limits.time.replace(time).is_some()
                }
                _ => go.limits.nodes.replace(words.number("a number of nodes", 0, u64::MAX)?).is_some(),
            };
            if is_second {
                return Err(SciError::Twice { column, what });
            }
        }
    }
}

/// Reads what follows `position`: a start or a position, and optional commands to play from there.
fn read_position(words: &mut Words) -> Result<Galaxy, SciError> {
    let mut galaxy = if words.takes("start") { read_start(words)? } else { read_notation(words)? };
    if words.takes("commands") {
        let list = read_commands(words.rest()).map_err(|error| SciError::notation(words.column(), error))?;
        for (i, command) in list.into_iter().enumerate() {
            let refused = |reason| SciError::IllegalInList { number: i + 1, command, reason };
            galaxy.apply(command).map_err(refused)?;
        }
        // The list was the rest of the line.
        while words.next().is_some() {}
    }
    Ok(galaxy)
}

fn read_start(words: &mut Words) -> Result<Galaxy, SciError> {
    let kind: fn(u64) -> Start = match words.peek() {
        Some("random") => Start::Random,
        Some("symmetric") => Start::Symmetric,
        // The protocol allows a seed for every kind; these two ignore it.
        Some("barren") => |_| Start::Barren,
        Some("terran") => |_| Start::Terran,
        _ => return Err(words.unexpected("random, barren, terran or symmetric")),
    };
    words.next();
    let seed = match words.peek() {
        None | Some("commands") => SEED,
        Some(_) => words.number("a seed", 0, u64::MAX)?,
    };
    if !matches!(words.peek(), None | Some("commands")) {
        return Err(words.unexpected("commands or the end of the line"));
    }
    Ok(Galaxy::start(kind(seed)))
}

fn read_notation(words: &mut Words) -> Result<Galaxy, SciError> {
    let (column, text) = (words.column(), words.rest());
    while words.peek().is_some_and(|word| word != "commands") {
        words.next();
    }
    let text = &text[..text.len() - words.rest().len()];
    text.parse().map_err(|error| SciError::notation(column, error))
}

/// A line, word by word, with the column of each.
#[derive(Clone)]
pub(super) struct Words<'a> {
    line: &'a str,
    read: usize,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Self {
        let mut words = Self { line, read: 0 };
        words.skip_spaces();
        words
    }

    /// The rest of the line.
    fn rest(&self) -> &'a str {
        self.line.get(self.read..).unwrap_or_default()
    }

    /// The column at which the rest begins, in characters from 1.
    pub(super) fn column(&self) -> usize {
        1 + self.line.get(..self.read).unwrap_or_default().chars().count()
    }

    fn skip_spaces(&mut self) {
        self.read += self.rest().len() - self.rest().trim_ascii_start().len();
    }

    /// The next word, which stays unread.
    fn peek(&self) -> Option<&'a str> {
        self.rest().split_ascii_whitespace().next()
    }

    /// Reads the next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.read += word.len();
        self.skip_spaces();
        Some(word)
    }

    /// Skips `wanted` if it is the next word.
    fn takes(&mut self, wanted: &str) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Skips `wanted`, which must be the next word.
    pub(super) fn expect(&mut self, wanted: &'static str) -> Result<(), SciError> {
        if self.takes(wanted) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// An error at the next word.
    pub(super) fn unexpected(&self, expected: &'static str) -> SciError {
        let column = self.column();
        match self.peek() {
            Some(found) => SciError::Unexpected { column, found: found.to_owned(), expected },
            None => SciError::Ends { column, expected },
        }
    }

    /// Reads one of several names, which are not case-sensitive, and returns its index.
    pub(super) fn one_of(&mut self, what: &'static str, names: &[&str]) -> Result<usize, SciError> {
        let Some(word) = self.peek() else { return Err(self.unexpected(what)) };
        let wrong = || SciError::Unknown { column: self.column(), message: unknown(what, word, names) };
        let index = names.iter().position(|name| name.eq_ignore_ascii_case(word)).ok_or_else(wrong)?;
        self.next();
        Ok(index)
    }

    /// Reads a number from `min` to `max`, made of digits only.
    pub(super) fn number(&mut self, expected: &'static str, min: u64, max: u64) -> Result<u64, SciError> {
        let Some(word) = self.peek() else { return Err(self.unexpected(expected)) };
        let digits = Some(word).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok()).filter(|number| (min..=max).contains(number));
        let number = number.ok_or(SciError::Number { column: self.column(), found: word.to_owned(), min, max })?;
        self.next();
        Ok(number)
    }

    /// Makes sure that nothing follows.
    fn end(&self) -> Result<(), SciError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("the end of the line")) }
    }
}
