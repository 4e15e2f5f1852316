//! What colonies produce and consume.

use crate::{Galaxy, Sector};

/// What colonies add to the reserves of their owner at the end of its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Income {
    /// Materials produced.
    pub materials: i64,
    /// Credits produced.
    pub credits: i64,
    /// Credits consumed.
    pub consumption: i64,
}

impl Income {
    /// What one colony produces and consumes.
    pub(crate) fn of_colony(terran: bool, population: i64) -> Income {
        if terran {
            Income { materials: population.min(200), credits: population.min(1000), consumption: 0 }
        } else {
            Income { materials: (5 * population).min(1000), credits: 0, consumption: population.min(200) }
        }
    }
}

impl Galaxy {
    /// The income of a player as the sectors are now: of all its colonies without an enemy fleet.
    pub fn income(&self, player: usize) -> Income {
        let mut sum = Income { materials: 0, credits: 0, consumption: 0 };
        for sector in Sector::all() {
            if let Some(colony) = self.own_colony(player, sector)
                && self.enemy_ships(player, sector) == 0
            {
                let income = Income::of_colony(self.place(sector).terran, colony.population);
                sum.materials += income.materials;
                sum.credits += income.credits;
                sum.consumption += income.consumption;
            }
        }
        sum
    }
}
