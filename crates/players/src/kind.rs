//! The kinds of players that a game has.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::time::Duration;

use gametree::Stop;

use crate::decision::{ComputerPlayer, Fault, Playable};
use crate::option::{OptionInfo, Settings};
use crate::program::ProgramSpec;

/// A kind of computer player: one entry of a game's list of players.
pub struct Kind<G: Playable> {
    /// Its name in specifications, in kebab case.
    pub name: &'static str,
    /// One line about it, for help texts.
    pub about: &'static str,
    /// Its options, in the order in which they are written. Limits are options too: [`DEPTH`],
    /// [`NODES`] and [`TIME`] have the same meaning for all players.
    ///
    /// [`DEPTH`]: crate::DEPTH
    /// [`NODES`]: crate::NODES
    /// [`TIME`]: crate::TIME
    pub options: &'static [OptionInfo],
    /// Writes out the settings that follow from others or have a default worth telling, so that the
    /// written specification says exactly who plays.
    pub complete: fn(&mut Settings),
    /// Whether, given the same settings and seed, it makes the same decision whenever it is asked, as
    /// long as no clock is involved.
    pub is_deterministic: bool,
    /// Builds the player.
    pub build: Build<G>,
}

/// A player that was built, or why it could not be.
pub type Built<G> = Result<Box<dyn ComputerPlayer<G>>, Fault>;

/// Builds a player from its settings.
pub type Build<G> = fn(&Settings, &Setup) -> Built<G>;

/// A protocol by which programs play.
pub struct Protocol<G: Playable> {
    /// Its name in specifications: `sci` in `sci:python3 bot.py`.
    pub name: &'static str,
    /// One line about it, for help texts.
    pub about: &'static str,
    /// Starts a program and waits until it is ready to play.
    pub start: fn(&ProgramSpec<G>, &Setup) -> Built<G>,
}

/// The circumstances in which a player is built.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where it sits, from 0.
    pub seat: usize,
    /// Where its random choices begin, unless its specification has a seed.
    pub seed: u64,
    /// How many threads it may use, unless its specification says so.
    pub threads: NonZeroUsize,
    /// A program forfeits after this long without being ready, or without an answer where a turn
    /// has no time limit.
    pub patience: Duration,
    /// How much longer than its time limit a program may take.
    pub margin: Duration,
    /// Raised when the player is not wanted any more.
    pub cancel: Stop,
}

impl Default for Setup {
    /// The first seat, seed 0, one thread, a minute of patience and a margin of 200 ms.
    fn default() -> Self {
        Self {
            seat: 0,
            seed: 0,
            threads: NonZeroUsize::MIN,
            patience: Duration::from_secs(60),
            margin: Duration::from_millis(200),
            cancel: Stop::new(),
        }
    }
}

/// Draws a seed by chance, short enough to be typed again.
pub fn draw_seed() -> u64 {
    RandomState::new().hash_one(0) % 10_000
}
