//! What a coordinator wants to have played.

use serde_json::Value;

use crate::protocol::Outcome;

/// The games that are to be played, by number.
pub(crate) trait Assignment {
    /// Whether it has a game of this number that was not taken yet.
    fn wants(&self, number: u64) -> bool;

    /// The number of a game that is wanted and was not asked for before, if there is one.
    fn next(&mut self) -> Option<u64>;

    /// How many games were not asked for yet, or a few more.
    fn left(&self) -> u64;

    /// What a worker needs to know of a game that is wanted.
    fn job(&self, number: u64) -> Value;

    /// Takes what a worker sent for a game that is wanted.
    fn take(&mut self, number: u64, outcome: Outcome, worker: &str) -> Result<(), NotTaken>;
}

/// Why a result is not taken.
pub(crate) enum NotTaken {
    /// It is not a result of this game.
    Wrong(String),
    /// Nobody wants results any more.
    Closed,
}

/// A set of numbers of games, of which there may be many millions.
#[derive(Default)]
pub(crate) struct NumberSet(Vec<u64>);

impl NumberSet {
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// Adds a number, which must be that of a game: memory grows with it.
    pub(crate) fn insert(&mut self, number: u64) {
        let place = (number / 64) as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (number % 64);
    }
}
