//! What a run is: all that is needed to go on with it.

use std::num::NonZeroU32;
use std::time::Duration;

use arena::star::Kind;
use arena::{Clock, Plan, Question};
use gametree::Stop;
use serde::{Deserialize, Serialize};

/// A run, as it is kept in its folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The program that began it.
    pub(crate) program: String,
    /// The command that plays the same again.
    pub(crate) command: String,
    /// How the players were named, in the order of the plan's entrants.
    pub(crate) players: Vec<String>,
    pub(crate) game: Game,
    /// The time for a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) movetime_ms: Option<u64>,
    /// How much longer is forgiven.
    pub(crate) margin_ms: u64,
    /// After how long a player without a time limit is taken for dead.
    pub(crate) patience_ms: u64,
    /// A test that ends the run when it knows the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) question: Option<Question>,
    pub(crate) plan: Plan,
}

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Game {
    /// Star Chess up to a number of turns. The galaxy is that of the starts, if they are not from a file.
    Star { turn_limit: NonZeroU32, galaxy: Option<Kind> },
    /// Noughts and crosses.
    Noughts,
}

impl Game {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Star { .. } => "Star Chess",
            Self::Noughts => "Noughts and crosses",
        }
    }

    pub(crate) const fn seats(self) -> usize {
        self.seat_names().len()
    }

    pub(crate) const fn seat_names(self) -> &'static [&'static str] {
        match self {
            Self::Star { .. } => &["player 1", "player 2", "player 3", "player 4"],
            Self::Noughts => &["cross", "nought"],
        }
    }
}

impl Settings {
    pub(crate) fn clock(&self, stop: Stop) -> Clock {
        Clock {
            time: self.movetime_ms.map(Duration::from_millis),
            margin: Duration::from_millis(self.margin_ms),
            patience: Duration::from_millis(self.patience_ms),
            stop,
        }
    }
}
