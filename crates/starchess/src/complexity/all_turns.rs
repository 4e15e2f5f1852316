//! All turns that a player could make by movement and shipbuilding.

use super::count::{Count, binomial};
use super::distributions::{self, Group};
use crate::constants::MAX_SHIPS;
use crate::galaxy::Galaxy;
use crate::sector::{Sector, Sectors};

/// A fleet with ships that can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Where it is.
    pub at: Sector,
    /// The number of its ships that can move.
    pub ships: u16,
    /// Where they can go.
    pub to: Sectors,
}

/// A colony that can build ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builder {
    /// Where it is.
    pub at: Sector,
    /// The number of ships that its workforce can build.
    pub ships: u16,
}

/// The turns of the player to move by movement and shipbuilding alone, which is how the paper
/// counts: without colonizing, terraforming and scrapping.
///
/// Two turns lead to the same position if they leave the same number of ships in every sector
/// before `end`. (The end of the turn may make further positions equal, if the player cannot
/// support all its ships or has some out of reach.)
///
/// Battles are left out: their outcome depends on the order and size of the attacks, not only on
/// the ships sent. Where [`enemies`](Self::enemies) is not empty there are more positions than
/// counted here.
///
/// ```
/// use starchess::complexity::{AllTurns, Count, paper_situation};
/// let turns = AllTurns::new(&paper_situation()).expect("the game is not over");
/// assert_eq!(turns.positions, Some(Count::of(65_270_205)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AllTurns {
    /// The fleets that can move.
    pub movers: Vec<Mover>,
    /// The colonies that can build.
    pub builders: Vec<Builder>,
    /// The number of ships that workforce and reserves allow to be built in all.
    pub affordable: u32,
    /// The product of the choices of each fleet and of the shipbuilding. There are at most as many
    /// positions, for a sector can be filled from several fleets.
    pub choices: Count,
    /// The number of different positions; none if they take too long to count.
    pub positions: Option<Count>,
    /// Sectors where the player could start a battle, which this count leaves out.
    pub enemies: Sectors,
    /// Whether more ships than a sector can hold could meet in one. The count ignores that limit.
    pub is_crowded: bool,
}

/// Counting is given up after this many partial products: a second or two.
const MAX_STEPS: u32 = 8_000_000;

impl AllTurns {
    /// Counts the turns of the player to move; none if the game is over.
    pub fn new(galaxy: &Galaxy) -> Option<Self> {
        Self::within(galaxy, MAX_STEPS)
    }

    /// The same, but counting is given up after `max_steps` partial products.
    pub(super) fn within(galaxy: &Galaxy, max_steps: u32) -> Option<Self> {
        if galaxy.is_over() {
            return None;
        }
        let player = galaxy.to_move();
        let hostile = galaxy.enemy_fleets(player);
        let in_reach = galaxy.in_reach(player);
        let (mut movers, mut enemies) = (Vec::new(), Sectors::NONE);
        for at in galaxy.fleets(player) {
            let ships = galaxy.ships[at.index()] - galaxy.inactive[at.index()];
            let near = at.neighbours() & in_reach;
            if ships > 0 {
                movers.push(Mover { at, ships, to: near & !hostile });
                enemies = enemies | near & hostile;
            }
        }
        let reserves = galaxy.reserves(player).affordable_ships();
        let mut builders = Vec::new();
        for at in galaxy.colonies(player) {
            let ships = galaxy.workforce(at);
            if ships == 0 || reserves == 0 {
                continue;
            }
            if hostile.has(at) {
                enemies.insert(at);
            } else {
                builders.push(Builder { at, ships });
            }
        }
        let workers: u32 = builders.iter().map(|builder| u32::from(builder.ships)).sum();
        let affordable = reserves.min(workers);
        let moves = movers.iter().map(|mover| mover.choices());
        let choices = moves.fold(build_choices(&builders, affordable), Count::times);
        let groups = movers.iter().map(|mover| mover.group()).chain(build_groups(&builders, affordable));
        let positions = distributions::count(groups, max_steps);
        let is_crowded = Sector::all().any(|at| max_ships(galaxy, at, &movers, &builders) > MAX_SHIPS.into());
        Some(Self { movers, builders, affordable, choices, positions, enemies, is_crowded })
    }

    /// The number of ways to build ships, in all colonies together.
    pub fn build_choices(&self) -> Count {
        build_choices(&self.builders, self.affordable)
    }
}

impl Mover {
    /// The number of ways to distribute the ships over their own sector and those where they can
    /// go.
    pub fn choices(&self) -> Count {
        let others = self.to.len() as u32;
        binomial(u32::from(self.ships) + others, others)
    }

    fn group(&self) -> Group {
        Group { ships: self.ships.into(), places: (self.to | self.at.alone()).bits().into() }
    }
}

/// An upper bound of the ships that can meet in a sector.
fn max_ships(galaxy: &Galaxy, at: Sector, movers: &[Mover], builders: &[Builder]) -> u32 {
    let coming = movers.iter().filter(|mover| mover.to.has(at)).map(|mover| u32::from(mover.ships));
    let built = builders.iter().filter(|builder| builder.at == at).map(|builder| u32::from(builder.ships));
    u32::from(galaxy.ships_in(galaxy.to_move(), at)) + coming.sum::<u32>() + built.sum::<u32>()
}

/// The number of ways in which the colonies can build at most `affordable` ships in all.
fn build_choices(builders: &[Builder], affordable: u32) -> Count {
    // The number of ways to build exactly n ships, by n, for one colony after the other. Sixteen
    // colonies with 101 choices each have fewer than 10³³: that fits.
    let mut ways = vec![0u128; affordable as usize + 1];
    ways[0] = 1;
    for builder in builders {
        let most = usize::from(builder.ships);
        ways = (0..ways.len()).map(|built| ways[built.saturating_sub(most)..=built].iter().sum()).collect();
    }
    Count::of(ways.iter().sum())
}

/// The place of the ships that are not built, after those of the sectors.
const UNBUILT: u32 = 1 << crate::sector::SECTORS;

/// What can be built, as groups of ships.
///
/// Imagine `affordable` ships that are either built somewhere or stay unbuilt. If every colony
/// could build them all, they would be one group that can go to all colonies; if the reserves
/// sufficed for all colonies, each would have a group of its own. In between there is a group for
/// every set of colonies. Its size follows from this: the sizes of the groups that must stay within
/// a set of colonies, or unbuilt, add up to the ships that the other colonies cannot build. Some
/// sizes are negative.
fn build_groups(builders: &[Builder], affordable: u32) -> impl Iterator<Item = Group> {
    let sets = 1usize << builders.len();
    let members = move |set: usize| (0..usize::BITS as usize).filter(move |i| set >> i & 1 == 1);
    let mut sizes: Vec<i64> = (0..sets)
        .map(|set| {
            let by_others: i64 = members((sets - 1) & !set).map(|i| i64::from(builders[i].ships)).sum();
            (i64::from(affordable) - by_others).max(0)
        })
        .collect();
    // From the sums over all subsets back to the single sets.
    for i in 0..builders.len() {
        for set in (0..sets).filter(|set| set >> i & 1 == 1) {
            sizes[set] -= sizes[set & !(1 << i)];
        }
    }
    let places: Vec<u32> = (0..sets)
        .map(|set| members(set).map(|i| u32::from(builders[i].at.alone().bits())).fold(UNBUILT, |all, at| all | at))
        .collect();
    sizes.into_iter().zip(places).map(|(ships, places)| Group { ships, places })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reserves for three ships, and four colonies that can build at most two each.
    #[test]
    fn groups_of_a_negative_size() {
        let builders: Vec<Builder> = Sector::all().take(4).map(|at| Builder { at, ships: 2 }).collect();
        let mut groups: Vec<_> = build_groups(&builders, 3).filter(|group| group.ships != 0).collect();
        groups.sort_by_key(|group| group.places);
        let expected = [(1, 7), (1, 11), (1, 13), (1, 14), (-1, 15)];
        assert_eq!(groups, expected.map(|(ships, places)| Group { ships, places: places | UNBUILT }));
        // As many as there are ways to build: 1 + 4 + 10 + 20, without the 4 to build all three in
        // one place.
        assert_eq!(build_choices(&builders, 3), Count::of(31));
        assert_eq!(distributions::count(groups, MAX_STEPS), Some(Count::of(31)));
    }
}
