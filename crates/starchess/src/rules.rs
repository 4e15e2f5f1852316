//! The rules of the commands: when they are legal, and what they do.
//!
//! [`Galaxy::apply`] checks a command first. The unchecked functions are for the computer players,
//! which make legal commands only.

use crate::combat::fight;
use crate::command::Command;
use crate::command_error::{BuildShortage, CommandError};
use crate::constants::{MAX_SHIPS, MIN_POPULATION, SHIP_COST, SHIPS_PER_COLONY, TERRAFORM_COST, WORKERS_PER_SHIP};
use crate::galaxy::{Galaxy, GameResult};
use crate::sector::Sector;

impl Galaxy {
    /// Carries out a command of the player to move, or returns the rule that forbids it and changes
    /// nothing.
    ///
    /// ```
    /// use starchess::{Galaxy, Start};
    /// let mut galaxy = Galaxy::start(Start::Terran);
    /// galaxy.apply("move A1 B2 17".parse()?)?;
    /// let error = galaxy.apply("move B2 A1 5".parse()?).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "17 of the 17 ships in B2 have already moved or were built this turn, so 5 cannot move"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        self.check(command)?;
        self.carry_out(command);
        Ok(())
    }

    /// Carries out a legal command.
    pub(crate) fn carry_out(&mut self, command: Command) {
        match command {
            // The numbers fit: no legal command is for more than 999 ships.
            Command::Move { from, to, ships } => self.move_ships(from, to, ships as u16),
            Command::Build { at, ships } => self.build(at, ships as u16),
            Command::Colonize { at } => self.colonize(at),
            Command::Terraform { at } => self.terraform(at),
            Command::Scrap { at, ships } => self.scrap(at, ships as u16),
            Command::EndTurn => self.end_turn(),
        }
    }

    /// Checks whether a command of the player to move is legal.
    pub fn check(&self, command: Command) -> Result<(), CommandError> {
        if let GameResult::Win(winner) = self.result() {
            return Err(CommandError::GameOver { winner });
        }
        match command {
            Command::Move { from, to, ships } => self.check_move(from, to, ships),
            Command::Build { at, ships } => self.check_build(at, ships),
            Command::Colonize { at } => self.check_colonize(at),
            Command::Terraform { at } => self.check_terraform(at),
            Command::Scrap { at, ships } => self.check_own_ships(at, ships),
            Command::EndTurn => Ok(()),
        }
    }

    /// Checks that the player to move has this many ships in a sector, active or not.
    fn check_own_ships(&self, at: Sector, asked: u32) -> Result<(), CommandError> {
        let player = self.to_move;
        if asked == 0 {
            return Err(CommandError::NoShips);
        }
        match self.ships_in(player, at) {
            0 => Err(CommandError::NoFleet { player, at }),
            ships if u32::from(ships) < asked => Err(CommandError::TooFewShips { at, ships, asked }),
            _ => Ok(()),
        }
    }

    fn check_move(&self, from: Sector, to: Sector, asked: u32) -> Result<(), CommandError> {
        let player = self.to_move;
        let distance = from.distance(to);
        if distance != 1 {
            return Err(CommandError::NotNeighbours { from, to, distance });
        }
        self.check_own_ships(from, asked)?;
        let (ships, inactive) = (self.ships[from.index()], self.inactive[from.index()]);
        if u32::from(ships - inactive) < asked {
            return Err(CommandError::AlreadyMoved { at: from, ships, inactive, asked });
        }
        if !self.in_reach(player).has(to) {
            return Err(CommandError::OutOfReach { player, to });
        }
        let there = self.ships_in(player, to);
        if u32::from(there) + asked > u32::from(MAX_SHIPS) {
            return Err(CommandError::NoRoom { at: to, ships: there, asked });
        }
        Ok(())
    }

    fn check_build(&self, at: Sector, asked: u32) -> Result<(), CommandError> {
        let player = self.to_move;
        if !self.colonies(player).has(at) {
            return Err(CommandError::NoColony { player, at });
        }
        if asked == 0 {
            return Err(CommandError::NoShips);
        }
        let limits = self.build_limits(at);
        if asked > limits.max() {
            let (population, worked) = (self.population[at.index()], self.worked[at.index()]);
            let (reserves, ships) = (self.reserves(player), self.ships_in(player, at));
            let shortage = BuildShortage { at, asked, limits, population, worked, reserves, ships };
            return Err(CommandError::CannotBuild(shortage));
        }
        Ok(())
    }

    fn check_colonize(&self, at: Sector) -> Result<(), CommandError> {
        if let Some(colony) = self.colony(at) {
            return Err(CommandError::Colonized { at, owner: colony.owner });
        }
        self.check_own_ships(at, 1)?;
        let ships = self.ships[at.index()];
        let active = ships - self.inactive[at.index()];
        if active < SHIPS_PER_COLONY {
            return Err(CommandError::TooFewToColonize { at, ships, active });
        }
        Ok(())
    }

    fn check_terraform(&self, at: Sector) -> Result<(), CommandError> {
        let player = self.to_move;
        if !self.colonies(player).has(at) {
            return Err(CommandError::NoColony { player, at });
        }
        if self.terran.has(at) {
            return Err(CommandError::AlreadyTerran { at });
        }
        let materials = self.reserves(player).materials;
        if materials < TERRAFORM_COST {
            return Err(CommandError::CannotTerraform { materials });
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn move_ships(&mut self, from: Sector, to: Sector, ships: u16) {
        let (there, inactive) = (self.ships[from.index()], self.inactive[from.index()]);
        self.set_fleet(self.to_move, from, there - ships, inactive);
        self.arrive(to, ships);
    }

    #[inline(always)]
    pub(crate) fn build(&mut self, at: Sector, ships: u16) {
        let reserves = &mut self.reserves[self.to_move.index()];
        reserves.materials -= SHIP_COST.materials * u32::from(ships);
        reserves.credits -= SHIP_COST.credits * u32::from(ships);
        self.worked[at.index()] += WORKERS_PER_SHIP * ships;
        self.arrive(at, ships);
    }

    /// Ships of the player to move arrive in a sector: they join the player's fleet or fight an
    /// enemy fleet, and are inactive.
    #[inline(always)]
    fn arrive(&mut self, at: Sector, arriving: u16) {
        let player = self.to_move;
        let there = self.ships[at.index()];
        if !self.enemy_fleets(player).has(at) {
            return self.set_fleet(player, at, there + arriving, self.inactive[at.index()] + arriving);
        }
        let (arrived, left) = fight(arriving, there);
        if left == 0 {
            for fleets in &mut self.fleets {
                fleets.remove(at);
            }
            self.set_fleet(player, at, arrived, arrived);
        } else {
            self.ships[at.index()] = left;
        }
    }

    #[inline(always)]
    pub(crate) fn colonize(&mut self, at: Sector) {
        let player = self.to_move;
        let (ships, inactive) = (self.ships[at.index()], self.inactive[at.index()]);
        self.set_fleet(player, at, ships - SHIPS_PER_COLONY, inactive);
        self.colonies[player.index()].insert(at);
        self.population[at.index()] = MIN_POPULATION;
    }

    #[inline(always)]
    pub(crate) fn terraform(&mut self, at: Sector) {
        self.reserves[self.to_move.index()].materials -= TERRAFORM_COST;
        self.terran.insert(at);
    }

    #[inline(always)]
    pub(crate) fn scrap(&mut self, at: Sector, ships: u16) {
        let (there, inactive) = (self.ships[at.index()], self.inactive[at.index()]);
        self.set_fleet(self.to_move, at, there - ships, inactive.saturating_sub(ships));
    }
}
