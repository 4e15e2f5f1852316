//! Positions: planets, colonies, fleets and reserves.

use crate::constants::{MAX_BARREN_POPULATION, MAX_TERRAN_POPULATION, SHIP_COST, WORKERS_PER_SHIP};
use crate::lanes::{lanes, only, sum};
use crate::player::{PLAYERS, Player};
use crate::sector::{SECTORS, Sector, Sectors};

/// The class of a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Class {
    /// Small population, many materials; consumes credits.
    Barren,
    /// Large population, many credits.
    Terran,
}

impl Class {
    /// The population at which a colony stops growing.
    pub const fn max_population(self) -> u16 {
        match self {
            Self::Barren => MAX_BARREN_POPULATION,
            Self::Terran => MAX_TERRAN_POPULATION,
        }
    }
}

/// A colony on a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Colony {
    /// Its owner.
    pub owner: Player,
    /// Its inhabitants.
    pub population: u16,
    /// The colonists who have built ships this turn, ten for each ship.
    pub worked: u16,
}

/// The ships in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fleet {
    /// Their owner.
    pub owner: Player,
    /// Their number.
    pub ships: u16,
    /// The ships that arrived this turn, and can neither move nor colonize until the next.
    pub inactive: u16,
}

impl Fleet {
    /// The ships that can still move or colonize.
    pub const fn active(self) -> u16 {
        self.ships.saturating_sub(self.inactive)
    }
}

/// Materials and credits: what a player has in reserve, or what something costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reserves {
    /// Materials.
    pub materials: u32,
    /// Credits.
    pub credits: u32,
}

impl Reserves {
    /// The number of ships that these reserves can pay for.
    #[inline]
    pub const fn affordable_ships(self) -> u32 {
        let (materials, credits) = (self.materials / SHIP_COST.materials, self.credits / SHIP_COST.credits);
        if materials < credits { materials } else { credits }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// At least two players are undefeated.
    Ongoing,
    /// All other players are defeated.
    Win(Player),
}

/// A position: planets, colonies, fleets and reserves, the player to move and the round.
///
/// It has 184 bytes and no pointers, and is meant to be copied. Ownership is one set of sectors per
/// player; populations and ships are arrays by sector, zero where there is no colony or fleet, so
/// that equal positions are equal byte by byte. A player is defeated exactly if there is no colony
/// of its own on its home world.
///
/// ```
/// use starchess::{Command, Galaxy, Player, Start};
/// let mut galaxy = Galaxy::start(Start::Terran);
/// galaxy.apply("move A1 B2 20".parse()?)?;
/// galaxy.apply(Command::EndTurn)?;
/// assert_eq!(galaxy.to_move(), Player::TWO);
/// assert_eq!(size_of::<Galaxy>(), 184);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Galaxy {
    pub(crate) population: [u16; SECTORS],
    pub(crate) worked: [u16; SECTORS],
    pub(crate) ships: [u16; SECTORS],
    pub(crate) inactive: [u16; SECTORS],
    pub(crate) reserves: [Reserves; PLAYERS],
    pub(crate) colonies: [Sectors; PLAYERS],
    pub(crate) fleets: [Sectors; PLAYERS],
    pub(crate) terran: Sectors,
    pub(crate) to_move: Player,
    pub(crate) round: u32,
}

impl Galaxy {
    /// A galaxy without colonies and fleets, to be filled. Not a legal position.
    pub(crate) const VOID: Self = Self {
        population: [0; SECTORS],
        worked: [0; SECTORS],
        ships: [0; SECTORS],
        inactive: [0; SECTORS],
        reserves: [Reserves { materials: 0, credits: 0 }; PLAYERS],
        colonies: [Sectors::NONE; PLAYERS],
        fleets: [Sectors::NONE; PLAYERS],
        terran: Sectors::NONE,
        to_move: Player::ONE,
        round: 1,
    };

    /// The player to move. Once the game is over, the player who moved last.
    #[inline]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// The same position with another player to move, to see it through that player's eyes.
    #[must_use]
    pub const fn with_to_move(mut self, player: Player) -> Self {
        self.to_move = player;
        self
    }

    /// The number of the round, from 1 to [`MAX_ROUND`](crate::MAX_ROUND). The notation and the
    /// saved games call it the turn.
    #[inline]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The class of a sector's planet.
    pub fn class(&self, sector: Sector) -> Class {
        if self.terran.has(sector) { Class::Terran } else { Class::Barren }
    }

    /// The colony in a sector.
    pub fn colony(&self, sector: Sector) -> Option<Colony> {
        let owner = Player::ALL.into_iter().find(|&player| self.colonies(player).has(sector))?;
        let index = sector.index();
        Some(Colony { owner, population: self.population[index], worked: self.worked[index] })
    }

    /// The fleet in a sector.
    pub fn fleet(&self, sector: Sector) -> Option<Fleet> {
        let owner = Player::ALL.into_iter().find(|&player| self.fleets(player).has(sector))?;
        let index = sector.index();
        Some(Fleet { owner, ships: self.ships[index], inactive: self.inactive[index] })
    }

    /// A player's reserves; zero if the player is defeated.
    #[inline]
    pub const fn reserves(&self, player: Player) -> Reserves {
        self.reserves[player.index()]
    }

    /// The sectors with a colony of this player.
    #[inline(always)]
    pub const fn colonies(&self, player: Player) -> Sectors {
        self.colonies[player.index()]
    }

    /// The sectors with a fleet of this player.
    #[inline(always)]
    pub const fn fleets(&self, player: Player) -> Sectors {
        self.fleets[player.index()]
    }

    /// The sectors with a fleet of another player.
    #[inline(always)]
    pub fn enemy_fleets(&self, player: Player) -> Sectors {
        let [a, b, c, d] = self.fleets;
        (a | b | c | d) & !self.fleets(player)
    }

    /// The sectors with a colony of another player.
    #[inline(always)]
    pub fn enemy_colonies(&self, player: Player) -> Sectors {
        let [a, b, c, d] = self.colonies;
        (a | b | c | d) & !self.colonies(player)
    }

    /// The sectors at most one step from a colony of this player: those that its ships can enter.
    #[inline(always)]
    pub const fn in_reach(&self, player: Player) -> Sectors {
        self.colonies(player).spread()
    }

    /// The number of this player's ships in a sector.
    #[inline(always)]
    pub const fn ships_in(&self, player: Player, sector: Sector) -> u16 {
        if self.fleets(player).has(sector) { self.ships[sector.index()] } else { 0 }
    }

    /// The number of all ships of a player.
    #[inline]
    pub fn ships(&self, player: Player) -> u32 {
        sum(&only(&lanes(&self.ships), self.fleets(player)))
    }

    /// The number of ships that the colonists of a sector can still build this turn.
    #[inline(always)]
    pub const fn workforce(&self, sector: Sector) -> u16 {
        (self.population[sector.index()] - self.worked[sector.index()]) / WORKERS_PER_SHIP
    }

    /// Whether a player has lost its home world, and with it everything else.
    #[inline(always)]
    pub const fn is_defeated(&self, player: Player) -> bool {
        !self.colonies(player).has(player.home())
    }

    /// The result so far.
    ///
    /// ```
    /// # use starchess::{Galaxy, GameResult, Start};
    /// assert_eq!(Galaxy::start(Start::Barren).result(), GameResult::Ongoing);
    /// ```
    pub fn result(&self) -> GameResult {
        let mut living = Player::ALL.into_iter().filter(|&player| !self.is_defeated(player));
        match (living.next(), living.next()) {
            (Some(winner), None) => GameResult::Win(winner),
            _ => GameResult::Ongoing,
        }
    }

    /// Whether a player has won.
    #[inline]
    pub fn is_over(&self) -> bool {
        let living = Player::ALL.iter().filter(|&&player| !self.is_defeated(player)).count();
        living < 2
    }

    /// Replaces a player's fleet in a sector; removes it if `ships` is 0.
    #[inline(always)]
    pub(crate) const fn set_fleet(&mut self, player: Player, sector: Sector, ships: u16, inactive: u16) {
        self.ships[sector.index()] = ships;
        self.inactive[sector.index()] = inactive;
        if ships == 0 {
            self.fleets[player.index()].remove(sector);
        } else {
            self.fleets[player.index()].insert(sector);
        }
    }
}
