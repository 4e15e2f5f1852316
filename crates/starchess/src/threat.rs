//! Threats: the enemy ships that could be in a sector before the player moves again.

use crate::galaxy::Galaxy;
use crate::lanes::{Lanes, full, lanes, max, numbers, only, sum_around};
use crate::player::Player;
use crate::sector::{SECTORS, Sector};

impl Galaxy {
    /// The threat to `player` in every sector, by index: the ships of all enemy fleets in it, and
    /// of those in neighbouring sectors that have it in reach.
    ///
    /// ```
    /// use starchess::{Galaxy, Player, Start};
    /// let threats = Galaxy::start(Start::Terran).threats(Player::ONE);
    /// assert_eq!(threats, [0, 0, 20, 20, 0, 0, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20]);
    /// ```
    #[inline]
    pub fn threats(&self, player: Player) -> [u16; SECTORS] {
        let mut threats: Lanes = [0; 4];
        self.each_threat(player, |threat| {
            for (sum, row) in threats.iter_mut().zip(threat) {
                *sum += row;
            }
        });
        numbers(&threats)
    }

    /// The threat to `player` in every sector, and that of the enemy with the most ships there.
    #[inline]
    pub(crate) fn all_and_greatest_threats(&self, player: Player) -> ([u16; SECTORS], [u16; SECTORS]) {
        let (mut all, mut greatest): (Lanes, Lanes) = ([0; 4], [0; 4]);
        self.each_threat(player, |threat| {
            for row in 0..4 {
                all[row] += threat[row];
                greatest[row] = max(greatest[row], threat[row]);
            }
        });
        (numbers(&all), numbers(&greatest))
    }

    /// The threat to `player` in one sector.
    #[inline]
    pub(crate) fn threat(&self, player: Player, sector: Sector) -> u32 {
        let near = sector.alone().spread();
        let mut threat = 0;
        let mut enemy = player;
        for _ in 1..Player::ALL.len() {
            enemy = enemy.next();
            let sources = if self.in_reach(enemy).has(sector) { near } else { sector.alone() };
            for source in self.fleets(enemy) & sources {
                threat += u32::from(self.ships[source.index()]);
            }
        }
        threat
    }

    /// Calls `each` with the threat of every enemy of `player`.
    #[inline(always)]
    fn each_threat(&self, player: Player, mut each: impl FnMut(Lanes)) {
        let ships = lanes(&self.ships);
        let mut enemy = player;
        for _ in 1..Player::ALL.len() {
            enemy = enemy.next();
            let own = only(&ships, self.fleets(enemy));
            let around = sum_around(&own);
            let in_reach = full(self.in_reach(enemy));
            // Out of reach, only ships that are already there count.
            each(std::array::from_fn(|row| around[row] & in_reach[row] | own[row] & !in_reach[row]));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::galaxy::Galaxy;
    use crate::player::Player;
    use crate::sector::Sector;

    #[test]
    fn only_fleets_that_may_come_are_a_threat() {
        // Player 2's ships in B2 can go wherever its colonies in A4 and B3 reach: not to row 1.
        // Those of player 3 in C1 have nothing nearby in reach.
        let line = "t2@1000,b,b,t3@1000/b,b2@20,b,b/b,b+2x7,b,b/t1@1000,b,b+3x5,b 1 9 0:0,0:0,0:0,-";
        let galaxy: Galaxy = line.parse().unwrap();
        let threats = galaxy.threats(Player::ONE);
        let expected = [
            ("A1", 0),
            ("B1", 0),
            ("C1", 5),
            ("D1", 0),
            ("A2", 7),
            ("B2", 7),
            ("C2", 7),
            ("D2", 0),
            ("A3", 7),
            ("B3", 7),
            ("C3", 7),
            ("D3", 0),
            ("A4", 0),
            ("B4", 0),
            ("C4", 0),
            ("D4", 0),
        ];
        for (name, threat) in expected {
            let sector: Sector = name.parse().unwrap();
            assert_eq!(threats[sector.index()], threat, "{name}");
            assert_eq!(galaxy.threat(Player::ONE, sector), u32::from(threat), "{name}");
        }
        assert_eq!(galaxy.threats(Player::TWO)[Sector::new(2, 0).index()], 5);
        assert_eq!(galaxy.threats(Player::TWO)[Sector::new(1, 1).index()], 0);
    }

    #[test]
    fn the_greatest_threat_is_that_of_one_enemy() {
        for line in include_str!("../tests/data/midgame.txt").lines() {
            let galaxy: Galaxy = line.parse().unwrap();
            for player in Player::ALL {
                let (all, greatest) = galaxy.all_and_greatest_threats(player);
                assert_eq!(all, galaxy.threats(player));
                for sector in Sector::all() {
                    let index = sector.index();
                    assert_eq!(galaxy.threat(player, sector), u32::from(all[index]), "{sector} in {galaxy}");
                    let alone = Player::ALL.into_iter().filter(|&enemy| enemy != player).map(|enemy| {
                        let near = sector.alone().spread() & galaxy.fleets(enemy);
                        let in_reach = galaxy.in_reach(enemy).has(sector);
                        let here = near.into_iter().filter(|&from| in_reach || from == sector);
                        here.map(|from| galaxy.ships[from.index()]).sum::<u16>()
                    });
                    assert_eq!(Some(greatest[index]), alone.max(), "{sector} in {galaxy}");
                }
            }
        }
    }
}
