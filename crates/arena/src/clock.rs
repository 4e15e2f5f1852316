//! How long players may think.

use std::num::NonZeroUsize;
use std::time::Duration;

use gametree::{Limits, Stop};
use players::{Fault, Setup};

/// The time control of a run, the same for every seat and turn.
#[derive(Clone, Debug)]
pub struct Clock {
    /// The time for a turn. A player with a limit of its own keeps to both.
    pub time: Option<Duration>,
    /// How much longer than `time` a turn may take before the player forfeits.
    pub margin: Duration,
    /// A player forfeits after this long without being ready, or without a reply where a turn has
    /// no time limit.
    pub patience: Duration,
    /// Raised when the game is no longer wanted.
    pub stop: Stop,
}

impl Clock {
    /// When a player forfeits, counted from the beginning of its turn.
    pub fn deadline(&self) -> Duration {
        self.time.map_or(self.patience, |time| time.saturating_add(self.margin))
    }

    /// The fault of a player that exceeds the [`deadline`](Self::deadline).
    pub fn fault(&self) -> Fault {
        match self.time {
            Some(time) => Fault::Overtime { time, margin: self.margin },
            None => Fault::Hangs(self.patience),
        }
    }

    /// The limits of a turn, as players get them.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, cancel: Some(self.stop.clone()), ..Limits::default() }
    }

    /// How a player is built. It has one thread: the arena plays as many games at once as the
    /// machine has cores.
    pub(crate) fn setup(&self, seat: usize, seed: u64) -> Setup {
        let Self { margin, patience, ref stop, .. } = *self;
        Setup { seat, seed, threads: NonZeroUsize::MIN, patience, margin, cancel: stop.clone() }
    }
}
