//! What a player can order.

use std::fmt;

use crate::sector::Sector;

/// A command of the player to move.
///
/// Written as the notation has it; [`FromStr`](std::str::FromStr) reads it.
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
pub enum Command {
    /// Sends ships to a neighbouring sector.
    Move {
        /// Where they are.
        from: Sector,
        /// Where they go.
        to: Sector,
        /// How many.
        ships: u32,
    },
    /// Builds ships.
    Build {
        /// The colony that builds them.
        at: Sector,
        /// How many.
        ships: u32,
    },
    /// Turns twenty ships into a colony.
    Colonize {
        /// The planet.
        at: Sector,
    },
    /// Makes a barren planet terran.
    Terraform {
        /// The planet.
        at: Sector,
    },
    /// Gives ships up.
    Scrap {
        /// Where they are.
        at: Sector,
        /// How many.
        ships: u32,
    },
    /// Ends the turn.
    EndTurn,
}

impl Command {
    /// The command on a board turned clockwise by a quarter.
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
