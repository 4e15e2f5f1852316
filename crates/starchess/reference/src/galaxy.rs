//! The state of a game, and what can be read off it.

use crate::Sector;

/// A colony on a planet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colony {
    /// Its owner.
    pub owner: usize,
    /// Its inhabitants.
    pub population: i64,
    /// How many of them have worked this turn.
    pub worked: i64,
}

impl Colony {
    /// How many ships its idle colonists can still build this turn.
    pub fn workforce(&self) -> i64 {
        (self.population - self.worked) / 10
    }
}

/// The ships in a sector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fleet {
    /// Their owner.
    pub owner: usize,
    /// How many there are.
    pub ships: i64,
    /// How many of them have arrived this turn.
    pub inactive: i64,
}

impl Fleet {
    /// How many of the ships can still move this turn.
    pub fn active(&self) -> i64 {
        self.ships - self.inactive
    }
}

/// What a sector holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Whether the planet is terran; otherwise it is barren.
    pub terran: bool,
    /// The colony on the planet.
    pub colony: Option<Colony>,
    /// The ships in the sector.
    pub fleet: Option<Fleet>,
}

/// What a player has in store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reserves {
    /// Materials.
    pub materials: i64,
    /// Credits.
    pub credits: i64,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Galaxy {
    /// What the sixteen sectors hold, by [`Sector`] index.
    pub places: Vec<Place>,
    /// The player to move, 0 to 3.
    pub player: usize,
    /// The turn, from 1.
    pub turn: i64,
    /// The reserves of the four players, nothing for a defeated one.
    pub reserves: Vec<Option<Reserves>>,
}

impl Galaxy {
    /// What a sector holds.
    pub fn place(&self, sector: Sector) -> &Place {
        &self.places[sector.0]
    }

    pub(crate) fn place_mut(&mut self, sector: Sector) -> &mut Place {
        &mut self.places[sector.0]
    }

    /// Whether the player has been defeated.
    pub fn is_defeated(&self, player: usize) -> bool {
        self.reserves[player].is_none()
    }

    /// Whether only one player is undefeated.
    pub fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// The only undefeated player.
    pub fn winner(&self) -> Option<usize> {
        let mut living = (0..4).filter(|&player| !self.is_defeated(player));
        match (living.next(), living.next()) {
            (Some(player), None) => Some(player),
            _ => None,
        }
    }

    /// The player's colony in the sector.
    pub fn own_colony(&self, player: usize, sector: Sector) -> Option<&Colony> {
        self.place(sector).colony.as_ref().filter(|colony| colony.owner == player)
    }

    /// The player's ships in the sector.
    pub fn own_ships(&self, player: usize, sector: Sector) -> i64 {
        self.place(sector).fleet.as_ref().filter(|fleet| fleet.owner == player).map_or(0, |fleet| fleet.ships)
    }

    /// The player's active ships in the sector.
    pub fn own_active_ships(&self, player: usize, sector: Sector) -> i64 {
        self.place(sector).fleet.as_ref().filter(|fleet| fleet.owner == player).map_or(0, Fleet::active)
    }

    /// Ships of others than the player in the sector.
    pub fn enemy_ships(&self, player: usize, sector: Sector) -> i64 {
        self.place(sector).fleet.as_ref().filter(|fleet| fleet.owner != player).map_or(0, |fleet| fleet.ships)
    }

    /// All ships of the player.
    pub fn ships(&self, player: usize) -> i64 {
        Sector::all().map(|sector| self.own_ships(player, sector)).sum()
    }

    /// How many colonies the player has.
    pub fn colonies(&self, player: usize) -> i64 {
        Sector::all().filter(|&sector| self.own_colony(player, sector).is_some()).count() as i64
    }

    /// Whether a colony of the player is in the sector or next to it.
    pub fn in_reach(&self, player: usize, sector: Sector) -> bool {
        Sector::all().any(|other| other.distance(sector) <= 1 && self.own_colony(player, other).is_some())
    }

    /// The same position with board and players turned clockwise by a quarter. The turn keeps its
    /// number.
    pub fn turned(&self) -> Galaxy {
        let mut turned = self.clone();
        for sector in Sector::all() {
            let mut place = self.place(sector).clone();
            if let Some(colony) = &mut place.colony {
                colony.owner = (colony.owner + 1) % 4;
            }
            if let Some(fleet) = &mut place.fleet {
                fleet.owner = (fleet.owner + 1) % 4;
            }
            turned.places[sector.turned().0] = place;
        }
        for player in 0..4 {
            turned.reserves[(player + 1) % 4] = self.reserves[player].clone();
        }
        turned.player = (self.player + 1) % 4;
        turned
    }
}
