//! The description of a run: everything that is needed to resume it.

use anyhow::{Result, anyhow};
use arena::{Field, Plan, Question, Terms};
use serde::{Deserialize, Serialize};

/// A run, as `run.json` in its folder has it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The program that began it.
    pub(crate) program: String,
    /// The command that plays the same games again.
    pub(crate) command: String,
    #[serde(flatten)]
    pub(crate) terms: Terms,
    /// A test that ends the run once it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) question: Option<Question>,
    pub(crate) plan: Plan,
}

impl Settings {
    /// The number of seats.
    pub(crate) fn seats(&self) -> usize {
        self.terms.game.info().seats()
    }

    /// The players. Makes sure that a run that was read from a file can be played.
    pub(crate) fn field(&self) -> Result<Box<dyn Field + '_>> {
        self.plan.check(self.seats())?;
        let field = self.terms.field(&self.plan.entrants)?;
        let game = &self.terms.game;
        self.plan.starts.iter().try_for_each(|start| game.check_start(start)).map_err(|error| anyhow!(error))?;
        Ok(field)
    }
}
