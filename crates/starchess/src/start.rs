//! The positions in which games begin.

use crate::constants::{HOME_POPULATION, HOME_SHIPS};
use crate::galaxy::Galaxy;
use crate::player::Player;
use crate::random::split_mix;
use crate::sector::{Sector, Sectors};

/// The planet classes outside the home sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Each terran or barren with equal probability, from a seed.
    Random(u64),
    /// All barren.
    Barren,
    /// All terran.
    Terran,
    /// Random, from a seed, but unchanged by a quarter turn of the board: no seat is favoured.
    Symmetric(u64),
}

impl Galaxy {
    /// The position in which a game begins.
    ///
    /// The galaxy of a seed never changes. The bits of the seed's first SplitMix64 number, from the
    /// lowest on, decide which planets are terran. A random galaxy uses one bit per planet, row by
    /// row from B1 to C4; a symmetric one uses three, for A2, B1 and B2, and copies them around the
    /// board.
    ///
    /// ```
    /// use starchess::{Galaxy, Start};
    /// let galaxy = Galaxy::start(Start::Random(1));
    /// assert_eq!(
    ///     galaxy.to_string(),
    ///     "t2@1000+2x20,t,t,t3@1000+3x20/t,t,b,b/b,b,b,b/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0"
    /// );
    /// ```
    pub fn start(start: Start) -> Self {
        let mut galaxy = Self::VOID;
        galaxy.terran = match start {
            Start::Random(seed) => chosen(seed, !Sectors::HOMES).collect(),
            Start::Barren => Sectors::NONE,
            Start::Terran => Sectors::ALL,
            Start::Symmetric(seed) => {
                let quarter = [Sector::new(0, 1), Sector::new(1, 0), Sector::new(1, 1)];
                chosen(seed, quarter).flat_map(quarters).collect()
            }
        };
        for player in Player::ALL {
            let home = player.home();
            galaxy.terran.insert(home);
            galaxy.colonies[player.index()].insert(home);
            galaxy.population[home.index()] = HOME_POPULATION;
            galaxy.set_fleet(player, home, HOME_SHIPS, 0);
        }
        galaxy
    }
}

/// The sectors that the seed makes terran.
fn chosen(seed: u64, sectors: impl IntoIterator<Item = Sector>) -> impl Iterator<Item = Sector> {
    let bits = split_mix(seed);
    sectors.into_iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1).map(|(_, sector)| sector)
}

/// The four sectors that a sector is moved to by quarter turns of the board.
fn quarters(sector: Sector) -> [Sector; 4] {
    let second = sector.turned();
    let third = second.turned();
    [sector, second, third, third.turned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes of all planets, row by row from A1 to D4.
    fn planets(start: Start) -> String {
        let galaxy = Galaxy::start(start);
        Sector::all().map(|sector| if galaxy.terran.has(sector) { 't' } else { 'b' }).collect()
    }

    #[test]
    fn the_kinds() {
        assert_eq!(planets(Start::Barren), "tbbtbbbbbbbbtbbt");
        assert_eq!(planets(Start::Terran), "tttttttttttttttt");
        assert_eq!(
            Galaxy::start(Start::Barren).to_string(),
            "t2@1000+2x20,b,b,t3@1000+3x20/b,b,b,b/b,b,b,b/t1@1000+1x20,b,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0"
        );
    }

    /// These must never change.
    #[test]
    fn what_the_seeds_give() {
        let random = [0, 1, 2, 3, u64::MAX].map(|seed| planets(Start::Random(seed)));
        assert_eq!(
            random,
            ["ttttttbtbttbtttt", "ttbtbbbbttbbtttt", "tbttttbbttbtttbt", "ttbtttbttttttttt", "tbbtbbbtbbbbtttt"]
        );
        let symmetric = [0, 1, 2, 3, u64::MAX].map(|seed| planets(Start::Symmetric(seed)));
        assert_eq!(
            symmetric,
            ["tttttttttttttttt", "tbtttbbbbbbtttbt", "ttbtbttttttbtbtt", "tbtttttbbtttttbt", "tbbtbbbbbbbbtbbt"]
        );
    }

    #[test]
    fn symmetric_galaxies_are_the_same_from_every_seat() {
        let mut kinds = std::collections::HashSet::new();
        for seed in 0..100 {
            let galaxy = Galaxy::start(Start::Symmetric(seed));
            assert_eq!(galaxy.terran.turned(), galaxy.terran);
            kinds.insert(galaxy.terran);
        }
        assert_eq!(kinds.len(), 8);
    }

    #[test]
    fn random_galaxies_are_about_half_terran() {
        let terran: usize = (0..1_000).map(|seed| Galaxy::start(Start::Random(seed)).terran.len() - 4).sum();
        assert!((5_800..6_200).contains(&terran), "{terran} of 12,000");
    }
}
