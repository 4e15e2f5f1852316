//! How long players may think.

use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

use gametree::{Limits, Stop};
use players::{Fault, Setup};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest time on a clock.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);

/// The time control of a run.
#[derive(Clone, Debug)]
pub struct Clock {
    /// The time for a turn. A player with a limit of its own keeps to both.
    pub time: Option<Duration>,
    /// The time of each entrant for a whole game, by number. Empty if games have no clocks.
    pub controls: Vec<TimeControl>,
    /// How much longer than its time a turn may take before the player forfeits.
    pub margin: Duration,
    /// A player forfeits after this long without being ready, or without a reply where a turn has
    /// no time limit.
    pub patience: Duration,
    /// Raised when the game is no longer wanted.
    pub stop: Stop,
}

impl Clock {
    /// When a player forfeits, counted from the beginning of its turn, and the fault. `left` is the
    /// time on its clock.
    pub(crate) fn deadline(&self, left: Option<Duration>) -> (Duration, Fault) {
        match (self.time, left) {
            (Some(time), left) if left.is_none_or(|left| time < left) => {
                (time.saturating_add(self.margin), Fault::Overtime { time, margin: self.margin })
            }
            (_, Some(left)) => (left.saturating_add(self.margin), Fault::Flag),
            (_, None) => (self.patience, Fault::Hangs(self.patience)),
        }
    }

    /// The limits of a turn, as players get them.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default().with_cancel(self.stop.clone());
        limits.time = self.time;
        limits
    }

    /// How a player is built. It has one thread: the arena plays as many games at once as the
    /// machine has cores.
    pub(crate) fn setup(&self, seat: usize, seed: u64) -> Setup {
        let Self { margin, patience, ref stop, .. } = *self;
        Setup { seat, seed, threads: NonZeroUsize::MIN, patience, margin, cancel: stop.clone() }
    }
}

/// The time of a player for a whole game, written `BASE+INCREMENT` or `MOVES/BASE+INCREMENT`, in
/// seconds.
///
/// ```
/// use arena::TimeControl;
/// use std::time::Duration;
/// let control: TimeControl = "3+0.03".parse()?;
/// assert_eq!((control.base, control.increment), (Duration::from_secs(3), Duration::from_millis(30)));
/// let control: TimeControl = "40/60".parse()?;
/// assert_eq!((control.moves.map(|moves| moves.get()), control.to_string().as_str()), (Some(40), "40/60"));
/// # Ok::<(), arena::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for the game, or for each [`moves`](Self::moves).
    pub base: Duration,
    /// The time that every move adds.
    pub increment: Duration,
    /// After this many moves the base is added again.
    pub moves: Option<NonZeroU32>,
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a time control; expected BASE+INCREMENT in seconds such as 3+0.03, or MOVES/BASE such as 40/60")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = || TimeControlError(players::excerpt(text));
        let seconds = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let seconds = text.parse().ok().filter(|_| is_number).and_then(|s| Duration::try_from_secs_f64(s).ok());
            seconds.filter(|&time| time <= MAX_TIME).ok_or_else(wrong)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| wrong())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let control = Self { base: seconds(base)?, increment: seconds(increment)?, moves };
        if control.base.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A player's clock in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// Its time control.
    pub control: TimeControl,
    /// The time left.
    pub left: Duration,
    /// The number of moves until the base is added again.
    pub moves_to_go: Option<u32>,
}

impl SeatClock {
    /// A clock at the beginning of a game.
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: control.base, moves_to_go: control.moves.map(NonZeroU32::get) }
    }

    /// Ends a turn that took this long.
    pub(crate) fn press(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.base;
                self.moves_to_go = self.control.moves.map(NonZeroU32::get);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["3+0.03", "1+0.01", "60", "40/60+0.5", "0.1", "1000000"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "0", "0+1", "-3", "3+-1", "1e3", "inf", "nan", "0/3", "x/3", "3+", "+3", "3+1+1", "1000001"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_and_are_wound_up_again() {
        let mut clock = SeatClock::new("2/1+0.1".parse().unwrap());
        clock.press(ms(300));
        assert_eq!((clock.left, clock.moves_to_go), (ms(800), Some(1)));
        clock.press(ms(900));
        assert_eq!((clock.left, clock.moves_to_go), (ms(1100), Some(2)));
    }

    #[test]
    fn the_shorter_time_decides() {
        let clock =
            Clock { time: Some(ms(100)), controls: vec![], margin: ms(10), patience: ms(9_000), stop: Stop::new() };
        assert!(matches!(clock.deadline(None), (time, Fault::Overtime { .. }) if time == ms(110)));
        assert!(matches!(clock.deadline(Some(ms(500))), (time, Fault::Overtime { .. }) if time == ms(110)));
        assert_eq!(clock.deadline(Some(ms(50))), (ms(60), Fault::Flag));
        let clock = Clock { time: None, ..clock };
        assert_eq!(clock.deadline(Some(ms(50))), (ms(60), Fault::Flag));
        assert_eq!(clock.deadline(None), (ms(9_000), Fault::Hangs(ms(9_000))));
    }
}
