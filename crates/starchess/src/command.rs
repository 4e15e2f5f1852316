//! The commands of a player, and their notation.

use std::fmt;
use std::str::FromStr;

use players::excerpt;

use crate::reader::{NotationError, Reader, Reason};
use crate::sector::Sector;

/// A command of the player to move, written and read in the game's notation.
///
/// ```
/// use starchess::{Command, Sector};
/// let command: Command = "build a1 5".parse()?;
/// assert_eq!(command, Command::Build { at: Sector::A1, ships: 5 });
/// assert_eq!(command.to_string(), "build A1 5");
/// # Ok::<(), starchess::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "type", rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Command {
    /// Moves active ships to a neighbouring sector.
    Move {
        /// The sector they leave.
        from: Sector,
        /// The sector they move to.
        to: Sector,
        /// The number of ships.
        ships: u32,
    },
    /// Builds ships.
    Build {
        /// The sector of the colony.
        at: Sector,
        /// The number of ships.
        ships: u32,
    },
    /// Turns twenty active ships into a colony.
    Colonize {
        /// The sector.
        at: Sector,
    },
    /// Makes the barren planet of a colony terran.
    Terraform {
        /// The sector.
        at: Sector,
    },
    /// Scraps ships, inactive ones first.
    Scrap {
        /// The sector.
        at: Sector,
        /// The number of ships.
        ships: u32,
    },
    /// Ends the turn.
    EndTurn,
}

impl Command {
    /// The same command on the board turned clockwise by a quarter.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Move { from, to, ships } => Self::Move { from: from.turned(), to: to.turned(), ships },
            Self::Build { at, ships } => Self::Build { at: at.turned(), ships },
            Self::Colonize { at } => Self::Colonize { at: at.turned() },
            Self::Terraform { at } => Self::Terraform { at: at.turned() },
            Self::Scrap { at, ships } => Self::Scrap { at: at.turned(), ships },
            Self::EndTurn => Self::EndTurn,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Move { from, to, ships } => write!(f, "move {from} {to} {ships}"),
            Self::Build { at, ships } => write!(f, "build {at} {ships}"),
            Self::Colonize { at } => write!(f, "colonize {at}"),
            Self::Terraform { at } => write!(f, "terraform {at}"),
            Self::Scrap { at, ships } => write!(f, "scrap {at} {ships}"),
            Self::EndTurn => f.write_str("end"),
        }
    }
}

impl FromStr for Command {
    type Err = NotationError;

    /// Reads one command. Extra spaces and lower-case sector names are accepted.
    ///
    /// ```
    /// use starchess::Command;
    /// let error = "move A1 B5 3".parse::<Command>().unwrap_err();
    /// assert_eq!(error.to_string(), "column 10: expected a sector from A1 to D4, found '5'");
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader::new(text);
        let command = read_command(&mut reader)?;
        if reader.is_at_end() { Ok(command) } else { Err(reader.unexpected("the end of the command")) }
    }
}

/// Reads commands joined by `; `. A text of nothing but spaces is the empty list.
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

/// Reads the space before a number of ships, and the number. Any number will do: the rules decide
/// whether it is legal.
fn ships(reader: &mut Reader) -> Result<u32, NotationError> {
    reader.gap()?;
    reader.number("the number of ships", 0, u32::MAX)
}
