//! What a line asks for.

use super::error::SciError;
use super::go::Go;
use super::options::Setting;
use super::position;
use super::words::Words;
use crate::command::Command;
use crate::galaxy::Galaxy;

/// One line of the protocol.
pub(super) enum Order {
    /// `sci`: who are you, and what can be set?
    Introduce,
    /// `isready`: are you there?
    IsReady,
    /// `setoption`
    Set(Setting),
    /// `position`
    Position(Box<Galaxy>),
    /// `apply`
    Apply(Command),
    /// `show`: which position is it?
    Show,
    /// `score`: what are the scores?
    Score,
    /// `result`: who has won?
    Result,
    /// `go`: think!
    Go(Go),
    /// `stop`: answer with what you have!
    Stop,
    /// `quit`
    Quit,
}

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
            "position" => Self::Position(Box::new(position::read(&mut words)?)),
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
            _ => return Err(SciError::NoSuchOrder { column, found: name.to_owned() }),
        };
        words.end()?;
        Ok(Some(order))
    }
}
