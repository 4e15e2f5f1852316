//! What is the same for all games of a run.

use std::time::Duration;

use gametree::Stop;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock::{Clock, TimeControl};
use crate::game::{ArenaGame, Field, FieldError};
use crate::plan::MAX_PLAYERS;

/// What is played, by whom, and how long the players may think.
#[derive(Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The players as they were written, in the order of the plan's entrants.
    pub players: Vec<String>,
    /// The game with its options.
    pub game: Box<dyn ArenaGame>,
    /// The time for a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime_ms: Option<u64>,
    /// The clock of each player, if games have clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<TimeControl>,
    /// How much longer a turn may take.
    pub margin_ms: u64,
    /// A player forfeits after this long without a reply, if it has no time limit.
    pub patience_ms: u64,
}

/// Why nothing can be played on these terms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TermsError {
    /// A player cannot take part.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// More players than a run can have.
    #[error("a run has at most {MAX_PLAYERS} players, and this one has {0}")]
    TooMany(usize),
    /// The names in the plan are not those of the players.
    #[error("the entrants of the plan are not the players of the run")]
    Entrants,
    /// There are too many or too few clocks.
    #[error("the run needs one clock for each of its players")]
    Clocks,
}

impl Terms {
    /// How long players may think, until the flag is raised.
    pub fn clock(&self, stop: Stop) -> Clock {
        Clock {
            time: self.movetime_ms.map(Duration::from_millis),
            controls: self.clocks.clone(),
            margin: Duration::from_millis(self.margin_ms),
            patience: Duration::from_millis(self.patience_ms),
            stop,
        }
    }

    /// The players. Makes sure that terms which were read from somewhere are those of a plan with
    /// these entrants.
    pub fn field(&self, entrants: &[String]) -> Result<Box<dyn Field + '_>, TermsError> {
        if self.players.len() > MAX_PLAYERS {
            return Err(TermsError::TooMany(self.players.len()));
        }
        let field = self.game.field(&self.players)?;
        let are_called_so = entrants.iter().enumerate().all(|(player, name)| field.is_called(player, name));
        if entrants.len() != self.players.len() || !are_called_so {
            return Err(TermsError::Entrants);
        }
        if !self.clocks.is_empty() && self.clocks.len() != self.players.len() {
            return Err(TermsError::Clocks);
        }
        Ok(field)
    }
}
