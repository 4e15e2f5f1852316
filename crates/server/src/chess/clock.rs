//! The clocks of a game of chess.

use std::time::Duration;

use chess::Color;

use crate::chess::messages::ChessTime;
use crate::live::Refusal;

/// The longest time for a game, and the largest increment, in seconds.
const MAX_SECONDS: u32 = 3 * 60 * 60;
const MAX_INCREMENT: u32 = 180;

/// The clocks of both sides after every move. Each side's first move is free, so that nobody loses
/// time before the board is in front of them.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    pub(crate) time: ChessTime,
    /// After each number of moves, from none on.
    left: Vec<[Duration; 2]>,
}

impl Clocks {
    pub(crate) fn new(time: ChessTime, moves: usize) -> Result<Self, Refusal> {
        if time.seconds == 0 || time.seconds > MAX_SECONDS || time.increment > MAX_INCREMENT {
            return Err(Refusal(format!(
                "{} s with {} s a move are not possible: expected 1 to {MAX_SECONDS} s, and 0 to {MAX_INCREMENT} s a move",
                time.seconds, time.increment
            )));
        }
        let full = Duration::from_secs(time.seconds.into());
        Ok(Self { time, left: vec![[full; 2]; moves + 1] })
    }

    /// White's time and Black's at the beginning of the present move.
    pub(crate) fn left(&self) -> [Duration; 2] {
        self.left.last().copied().unwrap_or_default()
    }

    /// Whether the clock of the side to move runs.
    pub(crate) fn is_running(&self, moves_played_here: usize) -> bool {
        moves_played_here >= 2
    }

    /// The time of a side after it has thought so long.
    pub(crate) fn after(&self, side: Color, thought: Duration) -> Duration {
        self.left()[side as usize].saturating_sub(thought)
    }

    pub(crate) fn increment(&self) -> Duration {
        Duration::from_secs(self.time.increment.into())
    }

    /// A side has moved.
    pub(crate) fn press(&mut self, side: Color, thought: Duration) {
        let mut left = self.left();
        left[side as usize] = self.after(side, thought) + self.increment();
        self.left.push(left);
    }

    /// Goes back or forward to this many moves. What is played again takes no time.
    pub(crate) fn rewind(&mut self, moves: usize) {
        let last = self.left();
        self.left.resize(moves + 1, last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_time_and_brings_the_increment() {
        let mut clocks = Clocks::new(ChessTime { seconds: 60, increment: 2 }, 0).unwrap();
        clocks.press(Color::White, Duration::from_secs(5));
        clocks.press(Color::Black, Duration::from_secs(90));
        assert_eq!(clocks.left().map(|left| left.as_secs()), [57, 2]);
        clocks.rewind(1);
        assert_eq!(clocks.left().map(|left| left.as_secs()), [57, 60]);
        clocks.rewind(3);
        assert_eq!(clocks.left().map(|left| left.as_secs()), [57, 60]);
    }

    #[test]
    fn impossible_times_are_refused() {
        for (seconds, increment) in [(0, 0), (MAX_SECONDS + 1, 0), (60, MAX_INCREMENT + 1)] {
            assert!(Clocks::new(ChessTime { seconds, increment }, 0).is_err());
        }
    }
}
