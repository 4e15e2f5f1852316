//! The commands: what they are, when they are legal and what they do.

use crate::{Colony, Galaxy, Sector};

/// A command of the player to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Command {
    /// Active ships go to a neighbour sector.
    Move {
        /// Where they are.
        from: Sector,
        /// Where they go.
        to: Sector,
        /// How many.
        ships: i64,
    },
    /// A colony builds ships.
    Build {
        /// Where the colony is.
        at: Sector,
        /// How many.
        ships: i64,
    },
    /// Twenty active ships become a colony.
    Colonize {
        /// Where they are.
        at: Sector,
    },
    /// A barren planet with an own colony becomes terran.
    Terraform {
        /// Where it is.
        at: Sector,
    },
    /// Ships vanish.
    Scrap {
        /// Where they are.
        at: Sector,
        /// How many.
        ships: i64,
    },
    /// The turn of the player ends.
    End,
}

impl Command {
    /// The same command on the board turned clockwise by a quarter.
    pub fn turned(&self) -> Command {
        match *self {
            Command::Move { from, to, ships } => Command::Move { from: from.turned(), to: to.turned(), ships },
            Command::Build { at, ships } => Command::Build { at: at.turned(), ships },
            Command::Colonize { at } => Command::Colonize { at: at.turned() },
            Command::Terraform { at } => Command::Terraform { at: at.turned() },
            Command::Scrap { at, ships } => Command::Scrap { at: at.turned(), ships },
            Command::End => Command::End,
        }
    }
}

/// An error if the condition does not hold.
fn need(condition: bool, reason: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(reason.to_string()) }
}

impl Galaxy {
    /// Carries out a command of the player to move. A command that is refused changes nothing.
    pub fn apply(&mut self, command: &Command) -> Result<(), String> {
        need(!self.is_over(), "the game is over")?;
        match *command {
            Command::Move { from, to, ships } => self.move_ships(from, to, ships),
            Command::Build { at, ships } => self.build(at, ships),
            Command::Colonize { at } => self.colonize(at),
            Command::Terraform { at } => self.terraform(at),
            Command::Scrap { at, ships } => self.scrap(at, ships),
            Command::End => {
                self.end_turn();
                Ok(())
            }
        }
    }

    fn move_ships(&mut self, from: Sector, to: Sector, ships: i64) -> Result<(), String> {
        let player = self.player;
        need(from.distance(to) == 1, "the sectors are not neighbours")?;
        need(ships >= 1, "no ships to move")?;
        need(ships <= self.own_active_ships(player, from), "too few active ships")?;
        need(self.in_reach(player, to), "the target is not in reach")?;
        need(self.own_ships(player, to) + ships <= 999, "more than 999 ships in the target")?;
        self.remove_active(from, ships);
        self.arrive(player, to, ships);
        Ok(())
    }

    fn build(&mut self, at: Sector, ships: i64) -> Result<(), String> {
        let player = self.player;
        let colony = self.own_colony(player, at).ok_or("no own colony")?;
        need(ships >= 1, "no ships to build")?;
        need(ships <= colony.workforce(), "not enough idle colonists")?;
        need(ships <= self.affordable(player), "not enough materials or credits")?;
        need(self.own_ships(player, at) + ships <= 999, "more than 999 ships in the sector")?;
        if let Some(reserves) = &mut self.reserves[player] {
            reserves.materials -= 20 * ships;
            reserves.credits -= 40 * ships;
        }
        if let Some(colony) = &mut self.place_mut(at).colony {
            colony.worked += 10 * ships;
        }
        self.arrive(player, at, ships);
        Ok(())
    }

    fn colonize(&mut self, at: Sector) -> Result<(), String> {
        let player = self.player;
        need(self.place(at).colony.is_none(), "there is a colony already")?;
        need(self.own_active_ships(player, at) >= 20, "fewer than 20 own active ships")?;
        self.remove_active(at, 20);
        self.place_mut(at).colony = Some(Colony { owner: player, population: 20, worked: 0 });
        Ok(())
    }

    fn terraform(&mut self, at: Sector) -> Result<(), String> {
        let player = self.player;
        need(self.own_colony(player, at).is_some(), "no own colony")?;
        need(!self.place(at).terran, "the planet is terran already")?;
        need(self.materials(player) >= 1000, "fewer than 1,000 materials")?;
        if let Some(reserves) = &mut self.reserves[player] {
            reserves.materials -= 1000;
        }
        self.place_mut(at).terran = true;
        Ok(())
    }

    fn scrap(&mut self, at: Sector, ships: i64) -> Result<(), String> {
        need(ships >= 1, "no ships to scrap")?;
        need(ships <= self.own_ships(self.player, at), "too few ships")?;
        let fleet = &mut self.place_mut(at).fleet;
        if let Some(fleet) = fleet {
            fleet.ships -= ships;
            fleet.inactive -= ships.min(fleet.inactive);
        }
        fleet.take_if(|fleet| fleet.ships == 0);
        Ok(())
    }

    /// Takes active ships out of a sector that has them.
    fn remove_active(&mut self, at: Sector, ships: i64) {
        let fleet = &mut self.place_mut(at).fleet;
        if let Some(fleet) = fleet {
            fleet.ships -= ships;
        }
        fleet.take_if(|fleet| fleet.ships == 0);
    }

    /// A player's materials in reserve.
    pub fn materials(&self, player: usize) -> i64 {
        self.reserves[player].as_ref().map_or(0, |reserves| reserves.materials)
    }

    /// The number of ships that a player's reserves can pay for.
    pub fn affordable(&self, player: usize) -> i64 {
        self.reserves[player].as_ref().map_or(0, |reserves| (reserves.materials / 20).min(reserves.credits / 40))
    }
}
