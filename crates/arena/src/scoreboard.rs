//! The results of a run, counted as they come in.

use std::collections::{BTreeMap, HashMap};

use crate::plan::Plan;
use crate::result::{Ending, GameResult};
use crate::stats::{Live, Placing};

/// The results of a run, sorted into blocks. Apart from the live ratings, nothing depends on the
/// order in which they are added.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    /// The numbers of the entrants, by name.
    numbers: HashMap<String, usize>,
    /// The number of games in a block of each encounter.
    sizes: Vec<usize>,
    /// The games of incomplete blocks, by encounter and block.
    begun: HashMap<(usize, u64), BTreeMap<u64, Placing>>,
    /// The complete blocks of each encounter, by number.
    complete: Vec<BTreeMap<u64, Vec<Placing>>>,
    live: Live,
    games: u64,
    stalemates: u64,
    faults: u64,
}

impl Scoreboard {
    /// No results.
    pub fn new(plan: &Plan) -> Self {
        Self {
            numbers: plan.entrants.iter().enumerate().map(|(number, name)| (name.clone(), number)).collect(),
            sizes: plan.encounters.iter().map(|encounter| encounter.seatings.len()).collect(),
            begun: HashMap::new(),
            complete: vec![BTreeMap::new(); plan.encounters.len()],
            live: Live::new(plan.entrants.len()),
            games: 0,
            stalemates: 0,
            faults: 0,
        }
    }

    /// Adds a game. A game that does not belong to the plan is ignored.
    pub fn add(&mut self, result: &GameResult) {
        let Some(placing) = self.placing(result) else { return };
        let Some(&size) = self.sizes.get(result.encounter) else { return };
        self.games += 1;
        self.stalemates += u64::from(result.ending == Ending::Stalemate);
        self.faults += result.seats.iter().filter(|seat| seat.fault.is_some()).count() as u64;
        self.live.add(&placing);
        let key = (result.encounter, result.block);
        let block = self.begun.entry(key).or_default();
        block.insert(result.id, placing);
        if block.len() == size
            && let Some(block) = self.begun.remove(&key)
        {
            self.complete[result.encounter].insert(result.block, block.into_values().collect());
        }
    }

    /// The places of a game; `None` if one of its players is not in the plan.
    fn placing(&self, result: &GameResult) -> Option<Placing> {
        let entrants =
            result.seats.iter().map(|seat| self.numbers.get(&seat.player).copied()).collect::<Option<_>>()?;
        let places = result.seats.iter().map(|seat| seat.place).collect();
        Some(Placing { entrants, places, ending: result.ending })
    }

    /// All complete blocks, in the order of the plan. Incomplete blocks would favour the seatings
    /// that were played first.
    pub fn blocks(&self) -> Vec<Vec<Placing>> {
        let mut blocks: Vec<_> = self
            .complete
            .iter()
            .enumerate()
            .flat_map(|(e, all)| all.iter().map(move |(b, block)| (b, e, block)))
            .collect();
        blocks.sort_by_key(|&(block, encounter, _)| (block, encounter));
        blocks.into_iter().map(|(_, _, block)| block.clone()).collect()
    }

    /// The complete blocks of an encounter.
    pub fn blocks_of(&self, encounter: usize) -> impl Iterator<Item = &Vec<Placing>> + Clone {
        self.complete.get(encounter).into_iter().flat_map(BTreeMap::values)
    }

    /// A block, if it is complete.
    pub fn block(&self, encounter: usize, number: u64) -> Option<&Vec<Placing>> {
        self.complete.get(encounter)?.get(&number)
    }

    /// Ratings to show while the run goes on.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games in incomplete blocks.
    pub fn games_in_begun_blocks(&self) -> u64 {
        self.begun.values().map(|block| block.len() as u64).sum()
    }

    /// The number of games that ended in a stalemate.
    pub fn stalemates(&self) -> u64 {
        self.stalemates
    }

    /// The number of seats that were forfeited.
    pub fn faults(&self) -> u64 {
        self.faults
    }
}
