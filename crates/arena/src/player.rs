//! Anything that plays.

use std::time::Duration;

use gametree::Stop;
use thiserror::Error;

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

/// Why a player loses a game that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum Fault {
    /// A program that cannot be run.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It is not there any more.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It says nothing.
    #[error("no answer in {} s", .0.as_secs_f64())]
    Hangs(Duration),
    /// It answers too late.
    #[error("more than {} ms for a turn, and the {} ms that are forgiven", time.as_millis(), margin.as_millis())]
    Overtime { time: Duration, margin: Duration },
    /// It plays against the rules.
    #[error("illegal: {0}")]
    Illegal(String),
    /// It does not keep to the protocol.
    #[error("not understood: {0}")]
    Protocol(String),
    /// It says far too much.
    #[error("floods: {0}")]
    Floods(String),
}
