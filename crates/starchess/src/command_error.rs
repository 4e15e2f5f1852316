//! Why a command is refused.

use std::fmt;

use thiserror::Error;

use crate::choices::BuildLimits;
use crate::constants::{MAX_SHIPS, SHIPS_PER_COLONY, TERRAFORM_COST};
use crate::galaxy::Reserves;
use crate::player::Player;
use crate::sector::Sector;

/// The rule that a command breaks, and the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum CommandError {
    /// Commands are refused once the game is over.
    #[error("the game is over: {winner} has won")]
    GameOver { winner: Player },
    /// A command needs at least one ship.
    #[error("the number of ships must be at least 1")]
    NoShips,
    /// The player has no fleet there.
    #[error("{player} has no ships in {at}")]
    NoFleet { player: Player, at: Sector },
    /// There are fewer ships.
    #[error("there are only {ships} ships in {at}, not {asked}")]
    TooFewShips { at: Sector, ships: u16, asked: u32 },
    /// Ships that arrived this turn are inactive.
    #[error(
        "{inactive} of the {ships} ships in {at} have already moved or were built this turn, so {asked} cannot move"
    )]
    AlreadyMoved { at: Sector, ships: u16, inactive: u16, asked: u32 },
    /// Ships move one sector at a time.
    #[error("{from} and {to} are not neighbours: their distance is {distance}, not 1")]
    NotNeighbours { from: Sector, to: Sector, distance: usize },
    /// Ships must stay within one sector of a colony of their owner.
    #[error("{to} is out of reach: {player} has no colony there or in a neighbouring sector")]
    OutOfReach { player: Player, to: Sector },
    /// The sector has no room for all ships.
    #[error("{at} holds {ships} ships and {asked} more would be over the limit of {MAX_SHIPS}")]
    NoRoom { at: Sector, ships: u16, asked: u32 },
    /// Only the player's own colonies can build and terraform.
    #[error("{player} has no colony in {at}")]
    NoColony { player: Player, at: Sector },
    /// Colonists, materials, credits or room are too few for the ships.
    #[error(transparent)]
    CannotBuild(BuildShortage),
    /// A planet has at most one colony.
    #[error("there is already a colony of {owner} in {at}")]
    Colonized { at: Sector, owner: Player },
    /// A colony takes twenty active ships.
    #[error(
        "a colony takes {SHIPS_PER_COLONY} ships that have not moved this turn: \
         {active} of the {ships} ships in {at} have not"
    )]
    TooFewToColonize { at: Sector, ships: u16, active: u16 },
    /// Only barren planets can be terraformed.
    #[error("the planet in {at} is already terran")]
    AlreadyTerran { at: Sector },
    /// Terraforming costs materials.
    #[error("terraforming costs {TERRAFORM_COST} materials, but only {materials} are in reserve")]
    CannotTerraform { materials: u32 },
}

/// Why ships cannot be built: every limit that they exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub struct BuildShortage {
    /// The sector of the colony.
    pub at: Sector,
    /// The number of ships to build.
    pub asked: u32,
    /// How many could be built, by each limit.
    pub limits: BuildLimits,
    /// The population of the colony.
    pub population: u16,
    /// The colonists who have worked this turn.
    pub worked: u16,
    /// The player's reserves.
    pub reserves: Reserves,
    /// The player's ships in the sector.
    pub ships: u16,
}

impl fmt::Display for BuildShortage {
    /// Names every limit that is exceeded.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { at, asked, limits, population, worked, reserves, ships } = self;
        let BuildLimits { workforce, materials, credits, room } = *limits;
        write!(f, "cannot build {} in {at}", count(*asked))?;
        let idle = population.saturating_sub(*worked);
        let reasons = [
            (workforce, format!("{idle} of {population} colonists can still work, enough for {}", count(workforce))),
            (materials, format!("{} materials are enough for {}", reserves.materials, count(materials))),
            (credits, format!("{} credits are enough for {}", reserves.credits, count(credits))),
            (room, format!("{} there leave room for {} up to {MAX_SHIPS}", count((*ships).into()), count(room))),
        ];
        let exceeded = reasons.iter().filter(|(limit, _)| asked > limit);
        for (i, (_, reason)) in exceeded.enumerate() {
            write!(f, "{} {reason}", if i == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

fn count(ships: u32) -> String {
    format!("{ships} ship{}", if ships == 1 { "" } else { "s" })
}
