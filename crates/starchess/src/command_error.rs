//! Why a command is refused.

use thiserror::Error;

use crate::galaxy::{MAX_SHIPS, SHIP_COST, SHIPS_PER_COLONY, TERRAFORM_COST, WORKERS_PER_SHIP};
use crate::player::Player;
use crate::sector::Sector;

/// The rule that a command breaks, and the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum CommandError {
    /// Nothing can be ordered once the game is over.
    #[error("the game is over: {winner} has won")]
    GameOver { winner: Player },
    /// There is no order for no ships.
    #[error("the number of ships must be at least 1")]
    NoShips,
    /// There is nothing to command.
    #[error("{player} has no ships in {at}")]
    NoFleet { player: Player, at: Sector },
    /// More ships than there are.
    #[error("there are only {ships} ships in {at}, not {asked}")]
    TooFewShips { at: Sector, ships: u16, asked: u32 },
    /// Ships that arrived this turn cannot move again.
    #[error(
        "{inactive} of the {ships} ships in {at} have already moved or were built this turn, so {asked} cannot move"
    )]
    AlreadyMoved { at: Sector, ships: u16, inactive: u16, asked: u32 },
    /// Ships go one sector at a time.
    #[error("{from} and {to} are not neighbours: their distance is {distance}, not 1")]
    NotNeighbours { from: Sector, to: Sector, distance: usize },
    /// Ships need a colony at most one sector away.
    #[error("{to} is out of reach: {player} has no colony there or in a neighbouring sector")]
    OutOfReach { player: Player, to: Sector },
    /// A sector has room for so many ships.
    #[error("{at} holds {ships} ships and {asked} more would be over the limit of {MAX_SHIPS}")]
    NoRoom { at: Sector, ships: u16, asked: u32 },
    /// Only own colonies build and terraform.
    #[error("{player} has no colony in {at}")]
    NoColony { player: Player, at: Sector },
    /// Each ship takes ten colonists who have not worked yet.
    #[error(
        "{worked} of the {population} colonists in {at} have already worked and each ship takes {WORKERS_PER_SHIP}, \
         so they can build {workforce} ships, not {asked}"
    )]
    TooFewColonists { at: Sector, population: u16, worked: u16, workforce: u16, asked: u32 },
    /// Ships cost materials.
    #[error(
        "{asked} ships at {cost} materials each are more than the {materials} in reserve",
        cost = SHIP_COST.materials
    )]
    TooFewMaterials { materials: u32, asked: u32 },
    /// Ships cost credits.
    #[error("{asked} ships at {cost} credits each are more than the {credits} in reserve", cost = SHIP_COST.credits)]
    TooFewCredits { credits: u32, asked: u32 },
    /// A planet has one colony at most.
    #[error("there is already a colony of {owner} in {at}")]
    Colonized { at: Sector, owner: Player },
    /// A colony takes twenty active ships.
    #[error(
        "a colony takes {SHIPS_PER_COLONY} ships that have not moved this turn: \
         {active} of the {ships} ships in {at} have not"
    )]
    TooFewToColonize { at: Sector, ships: u16, active: u16 },
    /// Terraforming makes barren planets terran.
    #[error("the planet in {at} is terran already")]
    AlreadyTerran { at: Sector },
    /// Terraforming costs materials.
    #[error("to terraform takes {TERRAFORM_COST} materials and there are {materials} in reserve")]
    CannotTerraform { materials: u32 },
}
