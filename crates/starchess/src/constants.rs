//! The numbers of the rules, each in this one place.

use crate::galaxy::Reserves;

/// A player never has more than this many ships in one sector.
pub const MAX_SHIPS: u16 = 999;

/// A colony with fewer inhabitants is lost.
pub const MIN_POPULATION: u16 = 20;

/// A colony on a terran planet grows up to this population.
pub const MAX_TERRAN_POPULATION: u16 = 1_000;

/// A colony on a barren planet grows up to this population.
pub const MAX_BARREN_POPULATION: u16 = 200;

/// A terran colony grows by its population divided by this.
pub const TERRAN_GROWTH_DIVISOR: u16 = 5;

/// A barren colony grows by its population divided by this.
pub const BARREN_GROWTH_DIVISOR: u16 = 10;

/// Each inhabitant of a terran planet produces one unit of material, up to this many in all.
pub const MAX_TERRAN_MATERIALS: u16 = 200;

/// Each inhabitant of a terran planet produces one credit, up to this many in all.
pub const MAX_TERRAN_CREDITS: u16 = 1_000;

/// Each inhabitant of a barren planet produces this many units of material.
pub const BARREN_MATERIALS_PER_INHABITANT: u16 = 5;

/// A barren colony produces no more materials than this.
pub const MAX_BARREN_MATERIALS: u16 = 1_000;

/// Each inhabitant of a barren planet consumes one credit, up to this many in all.
pub const MAX_BARREN_CONSUMPTION: u16 = 200;

/// The price of a ship.
pub const SHIP_COST: Reserves = Reserves { materials: 20, credits: 40 };

/// The upkeep of a ship, due at the end of each of its owner's turns.
pub const SHIP_SUPPORT: Reserves = Reserves { materials: 10, credits: 20 };

/// The colonists it takes to build a ship.
pub const WORKERS_PER_SHIP: u16 = 10;

/// The active ships that turn into a new colony.
pub const SHIPS_PER_COLONY: u16 = 20;

/// The materials it takes to make a barren planet terran.
pub const TERRAFORM_COST: u32 = 1_000;

/// Each bombarding ship kills one percent of a colony's population, up to this many ships.
pub const MAX_BOMBARDMENT: u16 = 50;

/// The population of a home world at the start: just enough to support its ships.
pub const HOME_POPULATION: u16 = 1_000;

/// The ships at a home world at the start.
pub const HOME_SHIPS: u16 = 20;

/// Reserves of materials and credits stop growing here: the notation has no larger ones.
pub const MAX_RESERVE: u32 = 1_000_000_000;

/// The number of the round stops growing here: the notation has no larger one.
pub const MAX_ROUND: u32 = 1_000_000;
