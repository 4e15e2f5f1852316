//! Why a text is not a position or a command.

use thiserror::Error;

use crate::player::Player;
use crate::sector::Sector;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {reason}")]
pub struct NotationError {
    /// The character at which it goes wrong, from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum Reason {
    /// Something else was expected here.
    #[error("{found:?} where {expected} should be")]
    Unexpected { found: char, expected: &'static str },
    /// The text ends too early.
    #[error("the text ends where {expected} should be")]
    Ends { expected: &'static str },
    /// A number is written with needless zeros.
    #[error("a number with leading zeros")]
    LeadingZero,
    /// A number is too large.
    #[error("{what} over {max}")]
    TooLarge { what: &'static str, max: u32 },
    /// A number is too small.
    #[error("{found} is too few for {what}: at least {min}")]
    TooSmall { what: &'static str, min: u32, found: u32 },
    /// There is no such player.
    #[error("player {found}: players are 1 to 4")]
    NoSuchPlayer { found: u32 },
    /// The first word is no command.
    #[error("unknown command \"{found}\"; expected move, build, colonize, terraform, scrap or end")]
    NoSuchCommand { found: String },
    /// More of a colony have worked than live there.
    #[error("{worked} colonists have worked but only {population} live there")]
    TooManyWorkers { worked: u32, population: u32 },
    /// Ten colonists build a ship.
    #[error("{worked} colonists have worked, which is not a multiple of 10")]
    OddWorkers { worked: u32 },
    /// More ships are inactive than there are.
    #[error("{inactive} ships are inactive but there are only {ships}")]
    TooManyInactive { inactive: u32, ships: u32 },
    /// Only the player to move can have colonists who have worked.
    #[error("colonists of {owner} have worked but {to_move} is to move")]
    WorkedOutOfTurn { owner: Player, to_move: Player },
    /// Only the player to move can have inactive ships.
    #[error("ships of {owner} are inactive but {to_move} is to move")]
    InactiveOutOfTurn { owner: Player, to_move: Player },
    /// A defeated player has no colonies.
    #[error("a colony of {owner}, who is defeated")]
    ColonyOfDefeated { owner: Player },
    /// A defeated player has no ships.
    #[error("a fleet of {owner}, who is defeated")]
    FleetOfDefeated { owner: Player },
    /// Who has lost its home world is defeated.
    #[error("{player} is not defeated but has no colony on its home world {home}")]
    NoHome { player: Player, home: Sector },
    /// Home worlds are terran as long as they are inhabited.
    #[error("the home world {home} of {player} is barren")]
    BarrenHome { player: Player, home: Sector },
    /// The player to move must be in the game.
    #[error("{player} is to move but defeated")]
    DefeatedToMove { player: Player },
    /// Somebody must be left.
    #[error("all players are defeated")]
    NobodyLeft,
}
