//! Ships that arrive, and the fight that may follow.

use crate::{Fleet, Galaxy, Sector};

impl Galaxy {
    /// Ships of the player arrive in the sector, inactive, and fight an enemy fleet that is there.
    pub(crate) fn arrive(&mut self, player: usize, sector: Sector, ships: i64) {
        let arrivals = |ships| Fleet { owner: player, ships, inactive: ships };
        let place = self.place_mut(sector);
        let fleet = match place.fleet.take() {
            None => arrivals(ships),
            Some(own) if own.owner == player => {
                Fleet { owner: player, ships: own.ships + ships, inactive: own.inactive + ships }
            }
            Some(enemy) if ships > enemy.ships => arrivals(ships - losses(ships, enemy.ships)),
            Some(enemy) if ships < enemy.ships => Fleet { ships: enemy.ships - losses(enemy.ships, ships), ..enemy },
            Some(_) => return,
        };
        place.fleet = Some(fleet);
    }
}

/// What the larger of two fleets loses.
fn losses(larger: i64, smaller: i64) -> i64 {
    if larger < 2 * smaller {
        smaller
    } else if larger < 3 * smaller {
        smaller / 2
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_depend_on_the_ratio() {
        assert_eq!(losses(11, 10), 10);
        assert_eq!(losses(19, 10), 10);
        assert_eq!(losses(20, 10), 5);
        assert_eq!(losses(29, 10), 5);
        assert_eq!(losses(30, 10), 0);
        assert_eq!(losses(2, 1), 0);
        assert_eq!(losses(15, 7), 3);
    }
}
