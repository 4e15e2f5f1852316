//! The ways to score positions that can be chosen by name.

use clap::ValueEnum;
use gametree::{Evaluate, OutcomeOnly, Score};
use noughts::{Board, Evaluation, Noughts, Side, Weights};

use super::FULL_DEPTH;

/// A way to score positions, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Opinion {
    /// The paper's features: rows of three, two and one
    Paper,
    /// Only finished games count
    Outcome,
}

/// How far ahead players look who score by the paper's features and are not told how far: as far as the paper does.
const PAPER_DEPTH: u32 = 2;

impl Opinion {
    /// How far ahead players look who are not told how far.
    pub(crate) const fn depth(self) -> u32 {
        match self {
            Self::Paper => PAPER_DEPTH,
            Self::Outcome => FULL_DEPTH,
        }
    }

    /// The evaluator for a program that plays `side`.
    pub(crate) const fn of(self, side: Side) -> Judge {
        match self {
            Self::Paper => Judge::Paper(Evaluation { side, weights: Weights::PAPER }),
            Self::Outcome => Judge::Outcome,
        }
    }
}

/// An evaluator that was chosen by name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    Paper(Evaluation),
    Outcome,
}

impl Evaluate<Noughts> for Judge {
    #[inline]
    fn evaluate(&self, game: &Noughts, board: &Board) -> [Score; 2] {
        match self {
            Self::Paper(evaluation) => evaluation.evaluate(game, board),
            Self::Outcome => OutcomeOnly.evaluate(game, board),
        }
    }

    #[inline]
    fn evaluate_outcome(&self, game: &Noughts, board: &Board, outcome: [Score; 2]) -> [Score; 2] {
        match self {
            Self::Paper(evaluation) => evaluation.evaluate_outcome(game, board, outcome),
            Self::Outcome => outcome,
        }
    }
}
