//! The static evaluators that can be chosen by name.

use std::fmt;
use std::str::FromStr;

use gametree::{Evaluate, OutcomeOnly, Score};

use crate::board::{Board, Side};
use crate::evaluation::{Evaluation, Weights};
use crate::game::Noughts;

/// The name of a static evaluator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluatorKind {
    /// Only finished games count.
    #[default]
    Outcome,
    /// The paper's features: rows of three, two and one.
    Paper,
}

impl EvaluatorKind {
    /// The names, in the order of the variants.
    pub const NAMES: [&'static str; 2] = ["outcome", "paper"];

    /// The depth of a search without an explicit one: the whole game, or two plies as in the paper.
    pub const fn default_depth(self) -> u32 {
        match self {
            Self::Outcome => 9,
            Self::Paper => 2,
        }
    }

    /// The evaluator for a program that plays `side`.
    pub const fn for_side(self, side: Side) -> Evaluator {
        match self {
            Self::Outcome => Evaluator::Outcome,
            Self::Paper => Evaluator::Paper(Evaluation { side, weights: Weights::PAPER }),
        }
    }
}

impl fmt::Display for EvaluatorKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

/// A text that does not name an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown evaluator {0:?}; expected outcome or paper")]
pub struct UnknownEvaluator(pub String);

impl FromStr for EvaluatorKind {
    type Err = UnknownEvaluator;

    fn from_str(text: &str) -> Result<Self, UnknownEvaluator> {
        match text {
            "outcome" => Ok(Self::Outcome),
            "paper" => Ok(Self::Paper),
            _ => Err(UnknownEvaluator(text.to_owned())),
        }
    }
}

/// A static evaluator that was chosen by name.
#[derive(Clone, Copy, Debug)]
pub enum Evaluator {
    /// Only finished games count.
    Outcome,
    /// The paper's features.
    Paper(Evaluation),
}

impl Evaluate<Noughts> for Evaluator {
    #[inline]
    fn evaluate(&self, game: &Noughts, board: &Board) -> [Score; 2] {
        match self {
            Self::Outcome => OutcomeOnly.evaluate(game, board),
            Self::Paper(evaluation) => evaluation.evaluate(game, board),
        }
    }

    #[inline]
    fn evaluate_outcome(&self, game: &Noughts, board: &Board, outcome: [Score; 2]) -> [Score; 2] {
        match self {
            Self::Outcome => outcome,
            Self::Paper(evaluation) => evaluation.evaluate_outcome(game, board, outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in EvaluatorKind::NAMES {
            assert_eq!(name.parse::<EvaluatorKind>().unwrap().to_string(), name);
        }
        assert!("papr".parse::<EvaluatorKind>().is_err());
    }
}
