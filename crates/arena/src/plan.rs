//! The games of a run. Each follows from the plan and its number, so any game can be played, or
//! played again, by itself.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::result::GameResult;

/// The most players of a run, and the most encounters. With more, the ratings and the numbers of games would
/// take longer than the games.
pub const MAX_PLAYERS: usize = 100;
const MAX_ENCOUNTERS: usize = 10_000;

/// All games of a run, numbered from 0: first all encounters on their first start, then all on the
/// next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The names of the players.
    pub entrants: Vec<String>,
    /// Who meets whom.
    pub encounters: Vec<Encounter>,
    /// The positions to begin in, one per block. Further blocks begin again with the first.
    pub starts: Vec<String>,
    /// The number of blocks of each encounter. Deterministic players never play a start twice, so
    /// theirs may be fewer.
    pub blocks: u64,
    /// For each entrant, whether it is deterministic. Entrants beyond the end are not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub always_the_same: Vec<bool>,
    /// Seeds the random choices of all players.
    pub seed: u64,
}

/// Players that meet, and the seatings in which they play each start. One start in all seatings is
/// a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Encounter {
    /// The numbers of the entrants, in the order of the seats.
    pub seatings: Vec<Vec<usize>>,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedGame<'a> {
    /// Its number.
    pub id: u64,
    /// Its encounter.
    pub encounter: usize,
    /// Its block.
    pub block: u64,
    /// The position in which it begins.
    pub start: &'a str,
    /// The number of the entrant in each seat.
    pub seating: &'a [usize],
    /// Seeds its random choices.
    pub seed: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The first player against each of the others.
    Gauntlet,
    /// Every player against every other.
    RoundRobin,
}

/// How the players of an encounter are seated, where there are more than two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// One against three of another, from each seat.
    OneThree,
    /// Two against two, in all six seatings.
    TwoTwo,
    /// Four players, rotated around the table.
    Rotations,
    /// Four players in all 24 seatings.
    All,
}

/// Why a tournament cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is no opponent.
    #[error("{0} player cannot play alone: name at least two")]
    TooFew(usize),
    /// More players than a run can have.
    #[error("at most {MAX_PLAYERS} players can take part, and {0} are named")]
    TooMany(usize),
    /// More encounters than a run can have.
    #[error(
        "{named} players would meet in {encounters} different ways, and at most {MAX_ENCOUNTERS} are possible: name \
             fewer, or choose a gauntlet or another seating"
    )]
    #[allow(missing_docs, reason = "the message says what the fields are")]
    TooManyEncounters { named: usize, encounters: usize },
    /// Not enough players for this seating.
    #[error("this seating needs {seats} players, and {named} are named (a player may be named again)")]
    #[allow(missing_docs, reason = "the message says what the fields are")]
    TooFewForTable { seats: usize, named: usize },
    /// A player is named twice where that makes no sense.
    #[error("a player that is named twice would play against itself")]
    Twice,
    /// A saved plan makes no sense.
    #[error("the plan cannot be played: it needs starts, and seatings with a known player in every seat")]
    Broken,
    /// Two players can only be seated in one way.
    #[error("a game for two has no choice of seatings: leave --seating out")]
    SeatingForTwo,
}

impl Plan {
    /// The number of games.
    pub fn games(&self) -> u64 {
        let of = |encounter: &Encounter| self.blocks_of(encounter).saturating_mul(encounter.seatings.len() as u64);
        self.encounters.iter().map(of).fold(0, u64::saturating_add)
    }

    /// All game numbers are below this. Not every number below it is a game.
    pub fn end(&self) -> u64 {
        let blocks = self.encounters.iter().map(|encounter| self.blocks_of(encounter)).max();
        blocks.unwrap_or(0).saturating_mul(self.games_per_round())
    }

    /// The number of blocks of an encounter.
    fn blocks_of(&self, encounter: &Encounter) -> u64 {
        let is_deterministic = |entrant: &usize| self.always_the_same.get(*entrant).copied().unwrap_or(false);
        if encounter.seatings.iter().flatten().all(is_deterministic) {
            self.blocks.min(self.starts.len() as u64)
        } else {
            self.blocks
        }
    }

    /// Makes sure that a plan that was read from a file can be played in a game with this many
    /// seats.
    pub fn check(&self, seats: usize) -> Result<(), PlanError> {
        let is_seating = |seating: &Vec<usize>| {
            seating.len() == seats && seating.iter().all(|&entrant| entrant < self.entrants.len())
        };
        let seatings = || self.encounters.iter().flat_map(|encounter| &encounter.seatings);
        let is_plan = seatings().next().is_some() && seatings().all(is_seating) && !self.starts.is_empty();
        if is_plan { Ok(()) } else { Err(PlanError::Broken) }
    }

    /// The number of games in one block of every encounter.
    fn games_per_round(&self) -> u64 {
        self.encounters.iter().map(|encounter| encounter.seatings.len() as u64).sum()
    }

    /// Whether this is the result of a game of this plan.
    pub fn has(&self, result: &GameResult) -> bool {
        let names = |seating: &[usize]| seating.iter().map(|&entrant| self.entrants.get(entrant)).collect::<Vec<_>>();
        self.game(result.id).is_some_and(|game| {
            let players: Vec<_> = result.seats.iter().map(|seat| Some(&seat.player)).collect();
            (game.encounter, game.block, game.start) == (result.encounter, result.block, result.start.as_str())
                && names(game.seating) == players
        })
    }

    /// The game with this number, if there is one.
    pub fn game(&self, id: u64) -> Option<PlannedGame<'_>> {
        let round = self.games_per_round();
        if id >= self.end() || self.starts.is_empty() {
            return None;
        }
        let (block, mut left) = (id / round, (id % round) as usize);
        let start = &self.starts[(block % self.starts.len() as u64) as usize];
        for (encounter, Encounter { seatings }) in self.encounters.iter().enumerate() {
            if let Some(seating) = seatings.get(left) {
                if block >= self.blocks_of(&self.encounters[encounter]) {
                    return None;
                }
                return Some(PlannedGame { id, encounter, block, start, seating, seed: mix(self.seed, id) });
            }
            left -= seatings.len();
        }
        None
    }
}

/// Who meets whom, given the numbers of the entrants as they are named. A number may come twice.
pub fn encounters(
    named: &[usize],
    seats: usize,
    format: Format,
    seating: Option<Seating>,
) -> Result<Vec<Encounter>, PlanError> {
    let Some((&hero, others)) = named.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Err(PlanError::TooFew(named.len()));
    };
    if named.len() > MAX_PLAYERS {
        return Err(PlanError::TooMany(named.len()));
    }
    let is_table = seats > 2 && matches!(seating, Some(Seating::Rotations | Seating::All));
    if is_table && named.len() < seats {
        return Err(PlanError::TooFewForTable { seats, named: named.len() });
    }
    let is_one_table = is_table && named.len() == seats;
    if !is_one_table && (1..named.len()).any(|i| named[..i].contains(&named[i])) {
        return Err(PlanError::Twice);
    }
    if is_table {
        let encounters = match format {
            Format::RoundRobin => ways_to_choose(named.len(), seats),
            Format::Gauntlet => ways_to_choose(others.len(), seats - 1),
        };
        if encounters > MAX_ENCOUNTERS {
            return Err(PlanError::TooManyEncounters { named: named.len(), encounters });
        }
    }
    let pairs = || match format {
        Format::Gauntlet => others.iter().map(|&other| (hero, other)).collect(),
        Format::RoundRobin => all_pairs(named),
    };
    let lineups: Vec<Vec<usize>> = match (seats, seating) {
        (2, Some(_)) => return Err(PlanError::SeatingForTwo),
        (2, None) => pairs().into_iter().map(|(one, other)| vec![one, other]).collect(),
        (_, Some(Seating::Rotations | Seating::All)) => match format {
            Format::RoundRobin => choose(named, seats),
            Format::Gauntlet => choose(others, seats - 1).into_iter().map(|rest| [vec![hero], rest].concat()).collect(),
        },
        (_, Some(Seating::TwoTwo)) => pairs().into_iter().map(|(one, other)| vec![one, one, other, other]).collect(),
        (_, Some(Seating::OneThree) | None) => {
            let lone = |(one, other): (usize, usize)| vec![one, other, other, other];
            match format {
                Format::Gauntlet => pairs().into_iter().map(lone).collect(),
                // Each of the two is alone once.
                Format::RoundRobin => {
                    pairs().into_iter().flat_map(|(one, other)| [lone((one, other)), lone((other, one))]).collect()
                }
            }
        }
    };
    let seat = |lineup: Vec<usize>| match seating {
        Some(Seating::TwoTwo | Seating::All) => all_seatings(&lineup),
        _ => rotations(&lineup),
    };
    Ok(lineups.into_iter().map(|lineup| Encounter { seatings: seat(lineup) }).collect())
}

fn all_pairs(named: &[usize]) -> Vec<(usize, usize)> {
    (0..named.len()).flat_map(|i| (i + 1..named.len()).map(move |j| (named[i], named[j]))).collect()
}

/// The number of ways to choose `count` of `all`.
fn ways_to_choose(all: usize, count: usize) -> usize {
    (0..count).fold(1, |ways, chosen| ways * (all - chosen.min(all)) / (chosen + 1))
}

/// All ways to choose `count` of them, in their order.
fn choose(from: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let Some((&first, rest)) = from.split_first() else { return Vec::new() };
    let with_first = choose(rest, count - 1).into_iter().map(|others| [vec![first], others].concat());
    with_first.chain(choose(rest, count)).collect()
}

/// A pseudo-random number that follows from two others (SplitMix64).
pub(crate) fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Puts starts into an order that follows from the seed.
pub fn shuffle(starts: &mut [String], seed: u64) {
    let mut random = fastrand::Rng::with_seed(mix(seed, 0));
    random.shuffle(starts);
}

/// All different seatings of a line-up by rotation around the table.
///
/// ```
/// assert_eq!(arena::rotations(&[0, 1]), [[0, 1], [1, 0]]);
/// assert_eq!(arena::rotations(&[0, 1, 0, 1]).len(), 2);
/// ```
pub fn rotations(lineup: &[usize]) -> Vec<Vec<usize>> {
    let mut seatings: Vec<Vec<usize>> = Vec::new();
    for turned in 0..lineup.len() {
        let mut seating = lineup.to_vec();
        seating.rotate_right(turned);
        if !seatings.contains(&seating) {
            seatings.push(seating);
        }
    }
    seatings
}

/// All different seatings of a line-up.
///
/// ```
/// assert_eq!(arena::all_seatings(&[0, 1, 2, 3]).len(), 24);
/// assert_eq!(arena::all_seatings(&[0, 0, 1, 1]).len(), 6);
/// ```
pub fn all_seatings(lineup: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = lineup.split_first() else { return vec![Vec::new()] };
    let mut seatings = Vec::new();
    for others in all_seatings(rest) {
        for seat in 0..=others.len() {
            let mut seating = others.clone();
            seating.insert(seat, first);
            seatings.push(seating);
        }
    }
    seatings.sort();
    seatings.dedup();
    seatings
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn plan(encounters: Vec<Encounter>, blocks: u64) -> Plan {
        let entrants = (0..6).map(|i| format!("player {i}")).collect();
        Plan {
            entrants,
            encounters,
            starts: vec!["one".to_owned(), "two".to_owned()],
            blocks,
            always_the_same: vec![],
            seed: 7,
        }
    }

    fn lineups(encounters: &[Encounter]) -> Vec<&[usize]> {
        encounters.iter().map(|encounter| encounter.seatings[0].as_slice()).collect()
    }

    #[test]
    fn every_game_has_one_number() {
        let meetings = encounters(&[0, 1, 2], 4, Format::RoundRobin, Some(Seating::TwoTwo)).unwrap();
        let plan = plan(meetings, 3);
        assert_eq!(plan.games(), 3 * 3 * 6);
        let games: HashSet<_> = (0..plan.games())
            .map(|id| plan.game(id).unwrap())
            .map(|game| (game.encounter, game.block, game.seating.to_vec()))
            .collect();
        assert_eq!(games.len(), 54);
        assert_eq!(plan.game(54), None);
        assert_eq!((plan.game(17).unwrap().start, plan.game(18).unwrap().start), ("one", "two"));
    }

    #[test]
    fn deterministic_players_play_no_start_twice_even_if_others_do() {
        let meetings = encounters(&[0, 1, 2], 2, Format::RoundRobin, None).unwrap();
        let plan = Plan { always_the_same: vec![true, true, false], ..plan(meetings, 5) };
        // There are two starts: players 0 and 1 meet on both, the others five times.
        assert_eq!((plan.games(), plan.end()), (2 * (2 + 5 + 5), 30));
        let games: Vec<_> = (0..plan.end()).filter_map(|id| plan.game(id)).collect();
        assert_eq!(games.len() as u64, plan.games());
        assert_eq!(games.iter().filter(|game| game.encounter == 0).count(), 4);
    }

    #[test]
    fn a_plan_that_was_tampered_with_is_refused() {
        let plan = |seatings: Vec<Vec<usize>>| plan(vec![Encounter { seatings }], 1);
        assert_eq!(plan(vec![vec![0, 5], vec![5, 0]]).check(2), Ok(()));
        for seatings in [vec![], vec![vec![0, 1, 0]], vec![vec![0, 6]]] {
            assert_eq!(plan(seatings).check(2), Err(PlanError::Broken));
        }
        assert_eq!(Plan { starts: vec![], ..plan(vec![vec![0, 1]]) }.check(2), Err(PlanError::Broken));
    }

    #[test]
    fn pairs_and_tournaments_for_two() {
        let meet = |named: &[usize], format| encounters(named, 2, format, None).unwrap();
        assert_eq!(meet(&[0, 1], Format::RoundRobin)[0].seatings, [[0, 1], [1, 0]]);
        assert_eq!(lineups(&meet(&[0, 1, 2], Format::RoundRobin)), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(lineups(&meet(&[2, 1, 0], Format::Gauntlet)), [[2, 1], [2, 0]]);
    }

    #[test]
    fn tournaments_for_four() {
        let meet = |named: &[usize], format, seating| encounters(named, 4, format, Some(seating)).unwrap();
        let lone = meet(&[0, 1], Format::Gauntlet, Seating::OneThree);
        assert_eq!(lone[0].seatings, [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]);
        let both = meet(&[0, 1], Format::RoundRobin, Seating::OneThree);
        assert_eq!(lineups(&both), [[0, 1, 1, 1], [1, 0, 0, 0]]);
        assert_eq!(meet(&[0, 1, 1, 1], Format::RoundRobin, Seating::Rotations), lone);
        assert_eq!(meet(&[0, 1, 2, 3], Format::RoundRobin, Seating::All)[0].seatings.len(), 24);
        assert_eq!(meet(&[0, 1, 2, 3, 4, 5], Format::RoundRobin, Seating::Rotations).len(), 15);
        assert_eq!(meet(&[0, 1, 2, 3, 4, 5], Format::Gauntlet, Seating::Rotations).len(), 10);
        let most: Vec<usize> = (0..MAX_PLAYERS).collect();
        assert_eq!(meet(&most, Format::RoundRobin, Seating::OneThree).len(), 9_900);
        assert_eq!(meet(&most[..23], Format::RoundRobin, Seating::All).len(), 8_855);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let refused =
            |named: &[usize], seats, seating| encounters(named, seats, Format::RoundRobin, seating).unwrap_err();
        assert_eq!(refused(&[0], 2, None), PlanError::TooFew(1));
        assert_eq!(refused(&[0, 0], 2, None), PlanError::Twice);
        assert_eq!(refused(&[0, 1], 2, Some(Seating::All)), PlanError::SeatingForTwo);
        assert_eq!(refused(&[0, 1], 4, Some(Seating::All)), PlanError::TooFewForTable { seats: 4, named: 2 });
        assert_eq!(refused(&[0, 1, 2, 2, 3], 4, Some(Seating::All)), PlanError::Twice);
        let many: Vec<usize> = (0..=MAX_PLAYERS).collect();
        assert_eq!(refused(&many, 2, None), PlanError::TooMany(101));
        let too_many = PlanError::TooManyEncounters { named: 24, encounters: 10_626 };
        assert_eq!(refused(&many[..24], 4, Some(Seating::Rotations)), too_many);
    }

    proptest! {
        #[test]
        fn every_player_sits_in_every_seat_equally_often(lineup in prop::collection::vec(0..3_usize, 1..5)) {
            for seatings in [rotations(&lineup), all_seatings(&lineup)] {
                for player in 0..3 {
                    let in_seat = |seat: usize| seatings.iter().filter(|seating| seating[seat] == player).count();
                    prop_assert!((0..lineup.len()).all(|seat| in_seat(seat) == in_seat(0)));
                }
                let different: std::collections::HashSet<_> = seatings.iter().collect();
                prop_assert_eq!(different.len(), seatings.len());
            }
        }
    }
}
