//! Where games of Star Chess begin.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use starchess::{Galaxy, Start};

use crate::plan::mix;

/// So many galaxies are different, at most: twelve planets, each terran or barren.
const MOST: usize = 1 << 12;

/// How many seeds in a row may bring nothing new before there is nothing new.
const PATIENCE: u64 = 200_000;

/// What the planets are like that are nobody's home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Each terran or barren by chance.
    Random,
    /// All barren.
    Barren,
    /// All terran.
    Terran,
    /// By chance, but the same for all players.
    Symmetric,
}

/// At most so many different galaxies of a kind, in an order that follows from the seed: 4,096 at random, 8 symmetric ones,
/// and one where all planets are the same.
///
/// ```
/// use arena::star::{Kind, starts};
/// assert_eq!(starts(Kind::Symmetric, 1, 100).len(), 8);
/// assert_eq!(starts(Kind::Random, 1, 3), starts(Kind::Random, 1, 5)[..3]);
/// ```
pub fn starts(kind: Kind, seed: u64, most: usize) -> Vec<String> {
    let most = most.min(match kind {
        Kind::Random => MOST,
        Kind::Barren | Kind::Terran => 1,
        Kind::Symmetric => 8,
    });
    let mut seen = HashSet::new();
    let mut starts = Vec::with_capacity(most);
    let mut since = 0;
    for number in 0.. {
        if starts.len() >= most || since > PATIENCE {
            break;
        }
        let seed = mix(seed, number);
        let galaxy = Galaxy::start(match kind {
            Kind::Random => Start::Random(seed),
            Kind::Barren => Start::Barren,
            Kind::Terran => Start::Terran,
            Kind::Symmetric => Start::Symmetric(seed),
        });
        since += 1;
        if seen.insert(galaxy) {
            starts.push(galaxy.to_string());
            since = 0;
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_galaxy_comes_twice_and_none_is_missing() {
        let all = starts(Kind::Random, 7, usize::MAX);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), MOST);
        assert_eq!(starts(Kind::Barren, 7, 10).len(), 1);
        assert_eq!(starts(Kind::Terran, 7, 10).len(), 1);
    }

    #[test]
    fn the_seed_decides_on_the_order() {
        assert_ne!(starts(Kind::Random, 1, 20), starts(Kind::Random, 2, 20));
    }
}
