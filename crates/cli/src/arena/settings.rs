//! The description of a run: everything that is needed to resume it.

use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use arena::{ArenaGame, Clock, Field, Plan, Question, TimeControl};
use gametree::Stop;
use serde::{Deserialize, Serialize};

/// A run, as `run.json` in its folder has it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The program that began it.
    pub(crate) program: String,
    /// The command that plays the same games again.
    pub(crate) command: String,
    /// The players as they were written, in the order of the plan's entrants.
    pub(crate) players: Vec<String>,
    pub(crate) game: Box<dyn ArenaGame>,
    /// The time for a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) movetime_ms: Option<u64>,
    /// The clock of each player, if games have clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) clocks: Vec<TimeControl>,
    /// How much longer a turn may take.
    pub(crate) margin_ms: u64,
    /// A player forfeits after this long without a reply, if it has no time limit.
    pub(crate) patience_ms: u64,
    /// A test that ends the run once it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) question: Option<Question>,
    pub(crate) plan: Plan,
}

impl Settings {
    pub(crate) fn clock(&self, stop: Stop) -> Clock {
        Clock {
            time: self.movetime_ms.map(Duration::from_millis),
            controls: self.clocks.clone(),
            margin: Duration::from_millis(self.margin_ms),
            patience: Duration::from_millis(self.patience_ms),
            stop,
        }
    }

    /// The number of seats.
    pub(crate) fn seats(&self) -> usize {
        self.game.info().seats()
    }

    /// The players. Makes sure that a run that was read from a file can be played.
    pub(crate) fn field(&self) -> Result<Box<dyn Field + '_>> {
        self.plan.check(self.seats())?;
        let field = self.game.field(&self.players)?;
        let entrants = &self.plan.entrants;
        let are_called_so = entrants.iter().enumerate().all(|(player, name)| field.is_called(player, name));
        ensure!(
            entrants.len() == self.players.len() && are_called_so,
            "the entrants of the plan are not the players of the run"
        );
        ensure!(
            self.clocks.is_empty() || self.clocks.len() == self.players.len(),
            "the run needs one clock for each of its players"
        );
        self.plan.starts.iter().try_for_each(|start| self.game.check_start(start)).map_err(|error| anyhow!(error))?;
        Ok(field)
    }
}
