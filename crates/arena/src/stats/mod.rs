//! How sure are we: scores, ratings and tests, with intervals that mean something.
//!
//! The unit of all of them is the block: one start, played in all its seatings (for two players, from both sides). Games
//! of one block depend on each other, since a start may favour a seat; blocks do not.

mod bootstrap;
mod contests;
mod elo;
mod likelihood;
mod live;
mod more_than;
mod normal;
mod pairs;
pub mod plackett_luce;
mod sprt;
mod standings;
mod wilson;

use crate::Ending;

pub use bootstrap::bootstrap;
pub use elo::{elo_of, score_of};
pub use live::Live;
pub use more_than::{MoreThan, MoreThanError};
pub use pairs::Pairs;
pub use sprt::{Hypothesis, Sprt, SprtError};
pub use standings::{Standing, standings};
pub use wilson::{share_of_blocks, wilson};

/// Who came where in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    /// The players in the order of the seats, by number. The same may sit in several.
    pub entrants: Vec<usize>,
    /// Their places from 1; those who are equal share the mean of their places.
    pub places: Vec<f64>,
    /// How the game ended.
    pub ending: Ending,
}

impl Placing {
    /// Whether every seat has a place and a player, of whom there are so many. The statistics leave out what is not
    /// sound.
    fn is_sound(&self, entrants: usize) -> bool {
        self.entrants.len() == self.places.len()
            && self.entrants.iter().all(|&entrant| entrant < entrants)
            && self.places.iter().all(|place| (1.0..=self.places.len() as f64).contains(place))
    }

    /// What a player scored: 1 for the first place, 0 for the last, and what is between for those between. None if it did not
    /// play; if it has several seats, that of the first.
    pub fn score(&self, entrant: usize) -> Option<f64> {
        let seat = self.entrants.iter().position(|&seated| seated == entrant)?;
        let seats = self.places.len() as f64;
        Some((seats - self.places.get(seat)?) / (seats - 1.0).max(1.0))
    }

    /// Whether a player has won outright, in whichever of its seats.
    pub fn is_won_by(&self, entrant: usize) -> bool {
        let is_first = |(seated, place): (&usize, &f64)| *seated == entrant && *place == 1.0;
        self.ending == Ending::Won && self.entrants.iter().zip(&self.places).any(is_first)
    }
}

/// A figure and the interval in which the truth lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
