//! Quarter turns of the board. The rules are the same for all seats, so a turned game is the same
//! game, turned.

use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::sector::{SECTORS, Sector, Sectors};

impl Sectors {
    /// The set on the board turned clockwise by a quarter.
    #[must_use]
    pub fn turned(self) -> Self {
        self.into_iter().map(Sector::turned).collect()
    }
}

impl Galaxy {
    /// The position with board and players turned clockwise by a quarter: what is player 1's
    /// becomes player 2's. The number of the round stays.
    #[must_use]
    pub fn turned(&self) -> Self {
        fn by_sector(numbers: &[u16; SECTORS]) -> [u16; SECTORS] {
            let mut turned = [0; SECTORS];
            for sector in Sector::all() {
                turned[sector.turned().index()] = numbers[sector.index()];
            }
            turned
        }
        fn by_player<T: Copy>(items: &[T; PLAYERS]) -> [T; PLAYERS] {
            let mut turned = *items;
            for player in Player::ALL {
                turned[player.next().index()] = items[player.index()];
            }
            turned
        }
        Self {
            population: by_sector(&self.population),
            worked: by_sector(&self.worked),
            ships: by_sector(&self.ships),
            inactive: by_sector(&self.inactive),
            reserves: by_player(&self.reserves),
            colonies: by_player(&self.colonies).map(Sectors::turned),
            fleets: by_player(&self.fleets).map(Sectors::turned),
            terran: self.terran.turned(),
            to_move: self.to_move.next(),
            round: self.round,
        }
    }
}
