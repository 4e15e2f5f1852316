//! How long to think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cozy_chess::Move;
use gametree::{Limits, MAX_DEPTH};

/// What a GUI says about the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left for the game, or up to the next time control.
    pub left: Duration,
    /// The time that is added for every move.
    pub increment: Duration,
    /// The number of moves up to the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// After how long no new iteration is begun, and after how long the search ends at once.
    ///
    /// `overhead` is the time that passes between the engine's answer and the GUI's clock.
    ///
    /// ```
    /// use chess::engine::Clock;
    /// use std::time::Duration;
    /// let clock = Clock { left: Duration::from_secs(60), ..Clock::default() };
    /// let (soft, hard) = clock.allot(Duration::from_millis(10));
    /// assert!(soft < hard && hard < clock.left);
    /// ```
    pub fn allot(&self, overhead: Duration) -> (Duration, Duration) {
        let left = self.left.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = self.moves_to_go.unwrap_or(19).clamp(1, 40);
        // A quarter of the increment is kept: it adds up to a reserve of several moves, since a busy machine
        // may stop the program for a while.
        let share = left / moves + self.increment * 3 / 4;
        // Some time always stays for the moves to come.
        let most = if self.moves_to_go == Some(1) { left * 4 / 5 } else { left * 2 / 5 };
        let soft = share.min(most);
        let hard = (share * 4).min(most);
        (soft, hard.max(soft))
    }
}

/// What a search is asked for, as `go` asks in the UCI protocol.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// When it ends.
    pub limits: Limits,
    /// The moves to choose from; all if there are none.
    pub moves: Vec<Move>,
    /// It looks for a mate in at most this many moves, and at all of them: it ends when one is found or
    /// when there is none. At least 1.
    pub mate: Option<u32>,
    /// While this is set the clock does not count.
    pub pondering: Arc<AtomicBool>,
    /// Whether the answer waits until the search is stopped, whatever else ends it.
    pub is_infinite: bool,
}

impl From<Limits> for Go {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

impl Go {
    /// Whether the clock does not count yet.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Whether only a stop flag ends the search.
    pub fn is_endless(&self) -> bool {
        let Limits { depth, nodes, time, soft_time, .. } = &self.limits;
        let has_no_limit = *depth >= MAX_DEPTH && nodes.is_none() && time.is_none() && soft_time.is_none();
        self.is_infinite || has_no_limit && self.mate.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_is_ever_overrun() {
        for left in [0, 1, 5, 50, 500, 10_000, 3_600_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock {
                        left: Duration::from_millis(left),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let (soft, hard) = clock.allot(Duration::from_millis(10));
                    assert!(soft <= hard);
                    assert!(hard <= clock.left.max(Duration::from_millis(1)), "{clock:?}: {hard:?}");
                }
            }
        }
    }
}
