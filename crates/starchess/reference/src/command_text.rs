//! Commands and lists of commands as text.

use std::fmt;

use crate::{Command, Sector, position_text::read_number};

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Move { from, to, ships } => write!(f, "move {from} {to} {ships}"),
            Command::Build { at, ships } => write!(f, "build {at} {ships}"),
            Command::Colonize { at } => write!(f, "colonize {at}"),
            Command::Terraform { at } => write!(f, "terraform {at}"),
            Command::Scrap { at, ships } => write!(f, "scrap {at} {ships}"),
            Command::End => f.write_str("end"),
        }
    }
}

impl Command {
    /// Reads a command. Extra spaces and lower-case sector names are forgiven.
    ///
    /// ```
    /// use starchess_reference::Command;
    ///
    /// assert_eq!(Command::parse(" move a1  B2 20")?.to_string(), "move A1 B2 20");
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(text: &str) -> Result<Command, String> {
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["move", from, to, ships] => {
                Ok(Command::Move { from: sector(from)?, to: sector(to)?, ships: read_number(ships)? })
            }
            ["build", at, ships] => Ok(Command::Build { at: sector(at)?, ships: read_number(ships)? }),
            ["colonize", at] => Ok(Command::Colonize { at: sector(at)? }),
            ["terraform", at] => Ok(Command::Terraform { at: sector(at)? }),
            ["scrap", at, ships] => Ok(Command::Scrap { at: sector(at)?, ships: read_number(ships)? }),
            ["end"] => Ok(Command::End),
            _ => Err(format!("'{text}' is not a command")),
        }
    }
}

fn sector(name: &str) -> Result<Sector, String> {
    Sector::parse(name).ok_or_else(|| format!("'{name}' is not a sector"))
}

/// Reads a list of commands joined by `; `. A text of nothing but spaces is the empty list.
pub fn parse_commands(text: &str) -> Result<Vec<Command>, String> {
    if text.chars().all(|c| c == ' ') {
        return Ok(Vec::new());
    }
    let mut commands = Vec::new();
    for (i, part) in text.split(';').enumerate() {
        if i > 0 && !part.starts_with(' ') {
            return Err(format!("command {}: no space after ';'", i + 1));
        }
        commands.push(Command::parse(part).map_err(|reason| format!("command {}: {reason}", i + 1))?);
    }
    Ok(commands)
}

/// Writes a list of commands, joined by `; `.
pub fn write_commands(commands: &[Command]) -> String {
    commands.iter().map(Command::to_string).collect::<Vec<_>>().join("; ")
}
