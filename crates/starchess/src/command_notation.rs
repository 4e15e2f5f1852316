//! Commands and lists of commands, read from text.

use std::str::FromStr;

use players::excerpt;

use crate::command::Command;
use crate::notation_error::{NotationError, Reason};
use crate::reader::Reader;

impl FromStr for Command {
    type Err = NotationError;

    /// Reads one command. Extra spaces and lower-case sector names are forgiven.
    ///
    /// ```
    /// use starchess::Command;
    /// let error = "move A1 B5 3".parse::<Command>().unwrap_err();
    /// assert_eq!(error.to_string(), "column 10: '5' where a sector from A1 to D4 should be");
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader::new(text);
        let command = read_command(&mut reader)?;
        if reader.is_at_end() { Ok(command) } else { Err(reader.unexpected("the end of the command")) }
    }
}

/// Reads commands joined by `; `, or more spaces. A text of nothing but spaces is the empty list.
///
/// ```
/// use starchess::{read_commands, write_commands};
/// let commands = read_commands("move a1 b2 20 ;  end")?;
/// assert_eq!(write_commands(&commands), "move A1 B2 20; end");
/// assert_eq!(read_commands("")?, []);
/// # Ok::<(), starchess::NotationError>(())
/// ```
pub fn read_commands(text: &str) -> Result<Vec<Command>, NotationError> {
    let mut reader = Reader::new(text);
    reader.skips_spaces();
    let mut commands = Vec::new();
    if reader.is_at_end() {
        return Ok(commands);
    }
    loop {
        commands.push(read_command(&mut reader)?);
        if reader.is_at_end() {
            return Ok(commands);
        }
        reader.expect(';', "; or the end of the list")?;
        reader.gap()?;
    }
}

/// Writes commands joined by `; `.
pub fn write_commands(commands: &[Command]) -> String {
    let texts: Vec<String> = commands.iter().map(Command::to_string).collect();
    texts.join("; ")
}

/// Reads a command and the spaces around it.
fn read_command(reader: &mut Reader) -> Result<Command, NotationError> {
    reader.skips_spaces();
    let column = reader.column();
    let command = match reader.word() {
        "" => return Err(reader.unexpected("a command")),
        "move" => {
            reader.gap()?;
            let from = reader.sector()?;
            reader.gap()?;
            Command::Move { from, to: reader.sector()?, ships: ships(reader)? }
        }
        "build" => {
            reader.gap()?;
            Command::Build { at: reader.sector()?, ships: ships(reader)? }
        }
        "colonize" => {
            reader.gap()?;
            Command::Colonize { at: reader.sector()? }
        }
        "terraform" => {
            reader.gap()?;
            Command::Terraform { at: reader.sector()? }
        }
        "scrap" => {
            reader.gap()?;
            Command::Scrap { at: reader.sector()?, ships: ships(reader)? }
        }
        "end" => Command::EndTurn,
        found => {
            let reason = Reason::NoSuchCommand { found: excerpt(found) };
            return Err(NotationError { column, reason });
        }
    };
    reader.skips_spaces();
    Ok(command)
}

/// Reads a number of ships and the space before it. Whether there are so many is for the rules to say.
fn ships(reader: &mut Reader) -> Result<u32, NotationError> {
    reader.gap()?;
    reader.number("a number of ships", 0, u32::MAX)
}
