//! What the results come to, while they come in.

use std::collections::{BTreeMap, HashMap};

use crate::plan::Plan;
use crate::result::{Ending, GameResult};
use crate::stats::{Live, Placing};

/// The results of a run, sorted into blocks. It does not matter in which order they come, but for the live ratings.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The numbers of the entrants by name.
    numbers: HashMap<String, usize>,
    /// How many games a block of each encounter has.
    sizes: Vec<usize>,
    /// The games of blocks that are not complete yet, by encounter and block.
    begun: HashMap<(usize, u64), BTreeMap<u64, Placing>>,
    /// The complete blocks of each encounter, by number.
    complete: Vec<BTreeMap<u64, Vec<Placing>>>,
    live: Live,
    games: u64,
    stalemates: u64,
    faults: u64,
}

impl Tally {
    /// Nothing yet.
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

    /// Adds a game. One that does not belong to the plan is left out.
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

    /// Who came where in a game; none if somebody played in it who is not in the plan.
    fn placing(&self, result: &GameResult) -> Option<Placing> {
        let entrants =
            result.seats.iter().map(|seat| self.numbers.get(&seat.player).copied()).collect::<Option<_>>()?;
        let places = result.seats.iter().map(|seat| seat.place).collect();
        Some(Placing { entrants, places, ending: result.ending })
    }

    /// All complete blocks, in the order of the plan. What is not complete would favour the seats that came first.
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

    /// Ratings for those who watch.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them belong to blocks that are not complete.
    pub fn games_in_begun_blocks(&self) -> u64 {
        self.begun.values().map(|block| block.len() as u64).sum()
    }

    /// How many games were a stalemate.
    pub fn stalemates(&self) -> u64 {
        self.stalemates
    }

    /// How often somebody lost by a crash, a timeout, or against the rules.
    pub fn faults(&self) -> u64 {
        self.faults
    }
}
