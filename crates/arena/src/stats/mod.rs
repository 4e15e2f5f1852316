//! Scores, ratings and tests, with confidence intervals.
//!
//! The unit of all statistics is the block: one start, played in all its seatings (for two players,
//! from both sides). Games of one block depend on each other, since a start may favour a seat;
//! blocks are independent.

mod bootstrap;
mod contests;
mod likelihood;
mod live;
mod more_than;
mod pairs;
pub mod plackett_luce;
mod sprt;
mod standings;
mod wilson;

use crate::Ending;

pub use bootstrap::bootstrap;
pub use live::Live;
pub use more_than::{MoreThan, MoreThanError};
pub use pairs::{Pairs, elo_of, score_of};
pub use sprt::{Hypothesis, Sprt, SprtError};
pub use standings::{Standing, standings};
pub use wilson::{share_of_blocks, wilson};

/// The places of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    /// The number of the player in each seat. A player may have several seats.
    pub entrants: Vec<usize>,
    /// Their places, from 1; equal players share the mean of their places.
    pub places: Vec<f64>,
    /// How the game ended.
    pub ending: Ending,
}

impl Placing {
    /// Whether every seat has a place and one of `entrants` players. The statistics ignore games
    /// that are not valid.
    fn is_sound(&self, entrants: usize) -> bool {
        self.entrants.len() == self.places.len()
            && self.entrants.iter().all(|&entrant| entrant < entrants)
            && self.places.iter().all(|place| (1.0..=self.places.len() as f64).contains(place))
    }

    /// The score of a player: from 1 for the first place to 0 for the last. `None` if it did not
    /// play; if it has several seats, the score of the first of them.
    pub fn score(&self, entrant: usize) -> Option<f64> {
        let seat = self.entrants.iter().position(|&seated| seated == entrant)?;
        let seats = self.places.len() as f64;
        Some((seats - self.places.get(seat)?) / (seats - 1.0).max(1.0))
    }

    /// Whether a player has won outright, in any of its seats.
    pub fn is_won_by(&self, entrant: usize) -> bool {
        let is_first = |(seated, place): (&usize, &f64)| *seated == entrant && *place == 1.0;
        self.ending == Ending::Won && self.entrants.iter().zip(&self.places).any(is_first)
    }
}

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
