//! Anything that plays.

use std::time::Duration;

use gametree::Stop;
use players::Fault;

use crate::rules::Rules;

/// Somebody who sits at one seat of one game.
pub trait Player<R: Rules> {
    /// Decides on a turn.
    fn turn(&mut self, game: &R::Game, clock: &Clock) -> Result<Thought<R::Turn>, Fault>;
}

/// Somebody who takes part in a tournament, and can sit at any number of seats at once.
pub trait Entrant<R: Rules>: Sync {
    /// What it is called in the results. No two entrants have the same name.
    fn name(&self) -> &str;

    /// Whether it always plays the same from the same start, so that it should not play from there twice.
    fn is_deterministic(&self) -> bool;

    /// Takes a seat in a new game, before it is anybody's turn. All its random choices follow from the seed. The clock says
    /// how long it may take to be ready: the patience.
    fn sit(&self, seat: usize, seed: u64, clock: &Clock) -> Result<Box<dyn Player<R> + '_>, Fault>;
}

/// A turn, and the work that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<T> {
    /// What to play.
    pub turn: T,
    /// Positions that were looked at, as the player counts them.
    pub nodes: u64,
    /// Positions that were scored.
    pub evaluations: u64,
}

/// How long a player may think.
#[derive(Clone, Debug)]
pub struct Clock {
    /// For a turn. A player who has a limit of its own keeps both.
    pub time: Option<Duration>,
    /// How much longer than that is forgiven.
    pub margin: Duration,
    /// After how long a player is taken for dead who has no time limit, or is not even ready to play.
    pub patience: Duration,
    /// Raised when nobody wants to know any more.
    pub stop: Stop,
}

impl Clock {
    /// After how long the game goes on without the player.
    pub fn limit(&self) -> Duration {
        self.time.map_or(self.patience, |time| time + self.margin)
    }

    /// What it is to have taken longer.
    pub fn fault(&self) -> Fault {
        match self.time {
            Some(time) => Fault::Overtime { time, margin: self.margin },
            None => Fault::Hangs(self.patience),
        }
    }
}
