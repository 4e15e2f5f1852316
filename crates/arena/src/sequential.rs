//! Tests that end a run as soon as there are enough games.

use serde::{Deserialize, Serialize};

use crate::scoreboard::Scoreboard;
use crate::stats::{Hypothesis, MoreThan, MoreThanError, Pairs, Sprt, SprtError};

/// The probability of a wrong answer, either way.
const ERROR: f64 = 0.05;

/// A question about the first entrant, in a run of one encounter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// In a game for two: is it `high` Elo points stronger, or only `low`?
    Sprt {
        /// The smaller difference.
        low: f64,
        /// The greater difference.
        high: f64,
    },
    /// In a game for more: does it win more than this share of its games?
    MoreThan {
        /// The share, from 0 to 1.
        share: f64,
    },
}

/// A question, and what the games show about it so far.
#[derive(Clone, Debug)]
pub struct Test {
    method: Method,
    /// The first block that it has not seen. It sees blocks in the order of the plan, so that the
    /// answer does not depend on how long games take, or on interruptions.
    next: u64,
}

#[derive(Clone, Debug)]
enum Method {
    Sprt { sprt: Sprt, pairs: Pairs },
    MoreThan(MoreThan),
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum QuestionError {
    /// The question is about Elo points.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The question is about a share.
    #[error(transparent)]
    MoreThan(#[from] MoreThanError),
}

impl Question {
    /// Begins a test.
    pub fn ask(self) -> Result<Test, QuestionError> {
        let method = match self {
            Self::Sprt { low, high } => {
                Method::Sprt { sprt: Sprt::elo(low, high, ERROR, ERROR)?, pairs: Pairs::default() }
            }
            Self::MoreThan { share } => Method::MoreThan(MoreThan::new(share, ERROR)?),
        };
        Ok(Test { method, next: 0 })
    }
}

impl Test {
    /// Takes in the blocks that are complete by now. Returns the answer once it is decided.
    pub fn update(&mut self, results: &Scoreboard) -> Option<bool> {
        while self.verdict().is_none() {
            let block = results.block(0, self.next)?;
            match &mut self.method {
                Method::Sprt { pairs, .. } => {
                    if let [one, other] = &block[..] {
                        pairs.add([one, other].map(|game| game.score(0).unwrap_or(0.5)));
                    }
                }
                Method::MoreThan(test) => {
                    let wins = block.iter().filter(|placing| placing.is_won_by(0)).count();
                    test.add(wins as f64 / block.len() as f64);
                }
            }
            self.next += 1;
        }
        self.verdict()
    }

    /// The answer, once it is decided.
    pub fn verdict(&self) -> Option<bool> {
        match &self.method {
            Method::Sprt { sprt, pairs } => {
                sprt.verdict(sprt.llr(&pairs.block_scores())).map(|hypothesis| hypothesis == Hypothesis::High)
            }
            Method::MoreThan(test) => test.verdict(),
        }
    }

    /// The number of blocks it has seen.
    pub fn blocks(&self) -> u64 {
        self.next
    }

    /// The 95 % confidence interval of the share of wins. It is valid even if it is read after
    /// every block.
    pub fn interval(&self) -> Option<[f64; 2]> {
        match &self.method {
            Method::Sprt { .. } => None,
            Method::MoreThan(test) => Some(test.interval()),
        }
    }

    /// The state of the test, in a few words.
    pub fn status(&self) -> String {
        match &self.method {
            Method::Sprt { sprt, pairs } => {
                let [low, high] = sprt.bounds();
                let llr = sprt.llr(&pairs.block_scores());
                format!("LLR {llr:.2}, decided at {low:.2} or {high:.2}").replace('-', "−")
            }
            Method::MoreThan(test) => {
                let [more, less] = test.evidence();
                let decides = 1.0 / ERROR;
                format!("evidence for more {}, for less {}, decided at {decides}", figure(more), figure(less))
            }
        }
    }
}

fn figure(evidence: f64) -> String {
    if evidence < 1000.0 { format!("{evidence:.2}") } else { format!("{evidence:.0e}") }
}
