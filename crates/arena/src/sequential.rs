//! Tests that say by themselves when there are enough games.

use serde::{Deserialize, Serialize};

use crate::stats::{Hypothesis, MoreThan, MoreThanError, Pairs, Sprt, SprtError};
use crate::tally::Tally;

/// How often a test may err, either way.
const ERROR: f64 = 0.05;

/// A question about the first entrant, in a run of one encounter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// For two players: is it `high` Elo points stronger, or only `low`?
    Sprt {
        /// The lesser strength.
        low: f64,
        /// The greater strength.
        high: f64,
    },
    /// For more players: does it win more than this share of its games?
    MoreThan {
        /// The share, between 0 and 1.
        share: f64,
    },
}

/// A question, and what the games have said about it so far.
#[derive(Clone, Debug)]
pub struct Test {
    method: Method,
    /// The first block that it has not seen. It looks at the blocks in the order of the plan, so that it decides the same
    /// however fast some games were, and whether or not the run was interrupted.
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
    /// About Elo points.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// About a share.
    #[error(transparent)]
    MoreThan(#[from] MoreThanError),
}

impl Question {
    /// Asks it.
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
    /// Looks at the blocks that have become complete. Says whether the answer is yes or no, once that is clear.
    pub fn look(&mut self, tally: &Tally) -> Option<bool> {
        while self.verdict().is_none() {
            let block = tally.block(0, self.next)?;
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

    /// Yes or no, once that is clear.
    pub fn verdict(&self) -> Option<bool> {
        match &self.method {
            Method::Sprt { sprt, pairs } => {
                sprt.verdict(sprt.llr(&pairs.block_scores())).map(|hypothesis| hypothesis == Hypothesis::High)
            }
            Method::MoreThan(test) => test.verdict(),
        }
    }

    /// How many blocks it has seen.
    pub fn blocks(&self) -> u64 {
        self.next
    }

    /// Between which shares of wins the truth lies with 95 % confidence, although one may have looked after every block.
    pub fn interval(&self) -> Option<[f64; 2]> {
        match &self.method {
            Method::Sprt { .. } => None,
            Method::MoreThan(test) => Some(test.interval()),
        }
    }

    /// How it stands, in a few words.
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
