//! A position: everything there is in the galaxy.

use crate::constants::{MAX_BARREN_POPULATION, MAX_TERRAN_POPULATION, SHIP_COST, WORKERS_PER_SHIP};
use crate::lanes::{lanes, only, sum};
use crate::player::{PLAYERS, Player};
use crate::sector::{SECTORS, Sector, Sectors};

/// What a planet is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Class {
    /// Little grows, but there is much to dig for.
    Barren,
    /// Like Earth.
    Terran,
}

impl Class {
    /// A colony grows up to this.
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
pub struct Colony {
    /// Whose it is.
    pub owner: Player,
    /// Its inhabitants.
    pub population: u16,
    /// Those of them who have built ships this turn, ten for each.
    pub worked: u16,
}

/// The ships in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fleet {
    /// Whose they are.
    pub owner: Player,
    /// How many there are.
    pub ships: u16,
    /// Those of them that arrived this turn, and so can neither move nor colonize.
    pub inactive: u16,
}

impl Fleet {
    /// The ships that can still move or colonize.
    pub const fn active(self) -> u16 {
        self.ships.saturating_sub(self.inactive)
    }
}

/// What a player has in store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reserves {
    /// Materials.
    pub materials: u32,
    /// Credits.
    pub credits: u32,
}

impl Reserves {
    /// How many ships can be built from these reserves.
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
    /// All others are defeated.
    Win(Player),
}

/// A position: planets, colonies, fleets and reserves, the player to move and the turn.
///
/// It is 184 bytes without pointers, made to be copied. Who owns what is kept as one set of sectors per player, and the
/// numbers by sector. In a sector without a colony population and workers are zero, without a fleet the ships are:
/// equal positions are equal byte by byte. A player is defeated exactly if its home world is not its own colony.
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
    /// No colony and no fleet anywhere: not a position, only the beginning of one.
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

    /// Whose turn it is. Once the game is over, whose turn it was.
    #[inline]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// The number of the round, from 1 to [`MAX_ROUND`](crate::MAX_ROUND). The notation and the saved
    /// games call it the turn.
    #[inline]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// What the planet of a sector is like.
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

    /// What a player has in store; nothing if it is defeated.
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

    /// The sectors with a colony of this player in them or next to them: the player's ships can go there.
    #[inline(always)]
    pub const fn in_reach(&self, player: Player) -> Sectors {
        self.colonies(player).spread()
    }

    /// The ships of this player in a sector.
    #[inline(always)]
    pub const fn ships_in(&self, player: Player, sector: Sector) -> u16 {
        if self.fleets(player).has(sector) { self.ships[sector.index()] } else { 0 }
    }

    /// All ships of a player.
    #[inline]
    pub fn ships(&self, player: Player) -> u32 {
        sum(&only(&lanes(&self.ships), self.fleets(player)))
    }

    /// The ships that a sector's colony still has people to build.
    #[inline(always)]
    pub const fn workforce(&self, sector: Sector) -> u16 {
        (self.population[sector.index()] - self.worked[sector.index()]) / WORKERS_PER_SHIP
    }

    /// Whether a player has lost its home world, and everything else with it.
    #[inline(always)]
    pub const fn is_defeated(&self, player: Player) -> bool {
        !self.colonies(player).has(player.home())
    }

    /// Whether the game goes on, or who has won it.
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

    /// Whether somebody has won.
    #[inline]
    pub fn is_over(&self) -> bool {
        let living = Player::ALL.iter().filter(|&&player| !self.is_defeated(player)).count();
        living < 2
    }

    /// Puts a number of ships, perhaps none, in place of a player's fleet in a sector.
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
