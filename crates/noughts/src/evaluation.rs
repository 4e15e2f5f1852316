//! The paper's evaluation function: a weighted sum of features.

use std::fmt;

use gametree::{Evaluate, SURE, Score};
use thiserror::Error;

use crate::board::{Board, Side};
use crate::features::{Feature, count_features};
use crate::game::Noughts;

/// The weights of the features; an unused feature has weight 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weights([Score; Feature::COUNT]);

/// Why a list of weights is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WeightError {
    /// A weight so large that the weighted sum could overflow a score.
    #[error("the weight {weight} of {feature} is outside ±{}", Weights::MAX_WEIGHT)]
    TooLarge {
        /// The feature.
        feature: Feature,
        /// Its weight.
        weight: Score,
    },
    /// A feature with two weights.
    #[error("{0} has two weights")]
    Duplicate(Feature),
}

impl Weights {
    /// The largest absolute value of a weight. With every count and every weight at its maximum,
    /// the sum still lies within the ±[`SURE`] that the searches allow, so it cannot overflow.
    pub const MAX_WEIGHT: Score = 10_000;

    /// The paper's evaluation: 128·c3 − 63·n2 + 31·c2 − 15·n1 + 7·c1.
    pub const PAPER: Self = {
        let mut weights = [0; Feature::COUNT];
        weights[Feature::Own3.index()] = 128;
        weights[Feature::Their2.index()] = -63;
        weights[Feature::Own2.index()] = 31;
        weights[Feature::Their1.index()] = -15;
        weights[Feature::Own1.index()] = 7;
        Self(weights)
    };

    /// The weights of some features; all others have weight 0.
    ///
    /// # Errors
    /// If a weight is outside ±[`Weights::MAX_WEIGHT`], or a feature is listed twice.
    pub fn new(terms: &[(Feature, Score)]) -> Result<Self, WeightError> {
        let mut weights = [None; Feature::COUNT];
        for &(feature, weight) in terms {
            if !(-Self::MAX_WEIGHT..=Self::MAX_WEIGHT).contains(&weight) {
                return Err(WeightError::TooLarge { feature, weight });
            }
            if weights[feature.index()].replace(weight).is_some() {
                return Err(WeightError::Duplicate(feature));
            }
        }
        Ok(Self(weights.map(Option::unwrap_or_default)))
    }

    /// The weight of a feature; 0 if it is unused.
    pub const fn of(&self, feature: Feature) -> Score {
        self.0[feature.index()]
    }

    /// The features with a weight other than 0, in the order of [`Feature::ALL`].
    pub fn terms(&self) -> impl Iterator<Item = (Feature, Score)> {
        Feature::ALL.into_iter().map(|feature| (feature, self.of(feature))).filter(|&(_, weight)| weight != 0)
    }

    /// The weighted sum of the features of a position from the point of view of `side`.
    pub fn value(&self, board: Board, side: Side) -> Score {
        count_features(board, side).iter().zip(self.0).map(|(count, weight)| count * weight).sum()
    }
}

const _: () = assert!(Feature::COUNT as Score * Feature::MAX_COUNT * Weights::MAX_WEIGHT <= SURE);

impl fmt::Display for Weights {
    /// Formatted as in the paper: `128·c3 − 63·n2`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut separator = "";
        for (feature, weight) in self.terms() {
            let sign = match (separator, weight < 0) {
                ("", true) => "−",
                (_, true) => "− ",
                ("", false) => "",
                (_, false) => "+ ",
            };
            write!(f, "{separator}{sign}{}·{feature}", weight.abs())?;
            separator = " ";
        }
        if separator.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The static evaluator of a program that plays `side`.
///
/// As in the paper, it scores finished games by their features like all other positions. It knows
/// nothing else about wins and losses.
///
/// ```
/// use gametree::{Limits, Minimax, Search};
/// use noughts::{Board, Evaluation, Noughts, Side, Square, Weights};
/// let evaluation = Evaluation { side: Side::Cross, weights: Weights::PAPER };
/// let report = Minimax::new(evaluation).search(&Noughts, &Board::EMPTY, &Limits::depth(2));
/// assert_eq!(report.best, Some(Square::CENTRE));
/// assert_eq!(report.scores, [-9, 9]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The side whose features count as *own*.
    pub side: Side,
    /// The weights of the features.
    pub weights: Weights,
}

impl Evaluate<Noughts> for Evaluation {
    #[inline]
    fn evaluate(&self, _game: &Noughts, board: &Board) -> [Score; 2] {
        let value = self.weights.value(*board, self.side);
        match self.side {
            Side::Cross => [value, -value],
            Side::Nought => [-value, value],
        }
    }

    #[inline]
    fn evaluate_outcome(&self, game: &Noughts, board: &Board, _outcome: [Score; 2]) -> [Score; 2] {
        self.evaluate(game, board)
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Limits, Minimax, ReportOf, Search};

    use super::*;
    use crate::positions::positions;
    use crate::square::Square;

    const PAPER: Evaluation = Evaluation { side: Side::Cross, weights: Weights::PAPER };

    /// The position after the moves in `line`.
    fn after(line: &str) -> Board {
        line.chars()
            .fold(Board::EMPTY, |board, name| board.try_play(name.to_string().parse::<Square>().unwrap()).unwrap())
    }

    /// The paper's value of the position after these moves.
    fn value(line: &str) -> Score {
        Weights::PAPER.value(after(line), Side::Cross)
    }

    fn minimax(board: Board, depth: u32) -> ReportOf<Noughts> {
        Minimax::new(PAPER).search(&Noughts, &board, &Limits::depth(depth))
    }

    /// The paper's S1, S2 and S3 of the 1-ply search.
    #[test]
    fn first_moves() {
        assert_eq!(["e", "a", "b"].map(value), [28, 21, 14]);
        let report = minimax(Board::EMPTY, 1);
        assert_eq!((report.best, report.scores), (Some(Square::CENTRE), [28, -28]));
    }

    /// S11 and S12. The paper introduces the positions as P21 and P12, but means P11 and P12. It
    /// also says that c2 = n2 = c1 = 0 in both, and in the next sentence that c1 = 3; it means c3 =
    /// c2 = n2 = 0.
    #[test]
    fn replies_to_the_centre() {
        assert_eq!(["ea", "eb"].map(value), [-9, 6]);
        for (line, c1, n1) in [("ea", 3, 2), ("eb", 3, 1)] {
            let counts = count_features(after(line), Side::Cross);
            assert_eq!(counts[..Feature::OwnCentre.index()], [0, 0, 0, 0, c1, n1]);
        }
    }

    /// S21 to S25. The paper does not say which reply is which, but the counts that it gives
    /// identify all except m22 and m23. (It first calls the positions P31 to P35, then correctly
    /// P21 to P25.)
    #[test]
    fn replies_to_the_corner() {
        let replies = [("ae", 3, 2, -31), ("ac", 2, 2, -16), ("ai", 2, 2, -16), ("ab", 1, 2, -1), ("af", 2, 3, -9)];
        for (line, n1, c1, score) in replies {
            let counts = count_features(after(line), Side::Cross);
            assert_eq!(counts[..Feature::OwnCentre.index()], [0, 0, 0, 0, c1, n1]);
            assert_eq!(value(line), score);
        }
    }

    /// S31 to S35. All five numbers are right, and they differ, so each identifies one reply.
    #[test]
    fn replies_to_the_edge() {
        assert_eq!(["be", "bh", "bg", "bd", "ba"].map(value), [-38, -8, -31, -16, -23]);
    }

    /// The backed-up scores −9, −31 and −38, the choice of the centre, and −9 at the root of the
    /// 2-ply search.
    #[test]
    fn two_plies() {
        for (first, reply, score) in [("e", "a", -9), ("a", "e", -31), ("b", "e", -38)] {
            let report = minimax(after(first), 1);
            assert_eq!((report.best, report.scores), (Some(reply.parse().unwrap()), [score, -score]));
        }
        let report = minimax(Board::EMPTY, 2);
        assert_eq!((report.best, report.scores), (Some(Square::CENTRE), [-9, 9]));
    }

    /// The inequalities that the paper's weights satisfy. An own 3-row outweighs two of their
    /// 2-rows (k3 > 2·k2'), and their 2-row outweighs four own 1-rows (k2' > 4·k1). But the paper
    /// concludes from "no more than three 1-rows" that k2 > 2·k1' is enough, and its weights
    /// satisfy no more than that: an own 2-row outweighs two of their 1-rows, not three or four.
    #[test]
    fn relations_of_the_weights() {
        let [k3, k2_, k2, k1_, k1] = [Feature::Own3, Feature::Their2, Feature::Own2, Feature::Their1, Feature::Own1]
            .map(|feature| Weights::PAPER.of(feature).abs());
        assert!(k3 > 2 * k2_ && k2_ > 4 * k1);
        assert!(k2 > 2 * k1_ && k2 < 3 * k1_);
        // Cross wins on the next move, yet the score is negative.
        let winning: Board = "XX./..O/O..".parse().unwrap();
        assert_eq!(Weights::PAPER.value(winning, Side::Cross), 31 - 4 * 15 + 2 * 7);
    }

    /// The paper asks for the positions with the highest and the lowest score. The highest has two
    /// 3-rows completed by one move. The lowest is not a lost game, since the formula does not
    /// count n3, but has three 2-rows of nought.
    #[test]
    fn extremes_of_the_paper() {
        let value = |board: &Board| Weights::PAPER.value(*board, Side::Cross);
        let positions = positions();
        assert_eq!(positions.iter().map(value).max(), Some(2 * 128));
        assert_eq!(positions.iter().map(value).min(), Some(7 - 3 * 63));
        assert_eq!(value(&"OOX/OOX/XXX".parse().unwrap()), 2 * 128);
        assert_eq!(value(&".X./XOX/O.O".parse().unwrap()), 7 - 3 * 63);
    }

    /// No weights that the constructor accepts can overflow, whatever their signs: the counts of a
    /// position, rows and marks together, add up to at most twelve.
    #[test]
    fn extremes_of_any_weights() {
        let max_count =
            positions().into_iter().map(|board| count_features(board, Side::Cross).iter().sum::<Score>()).max();
        assert_eq!(max_count, Some(12));
        let all = Feature::ALL.map(|feature| (feature, Weights::MAX_WEIGHT));
        let largest = Weights::new(&all).unwrap();
        let value = positions().into_iter().map(|board| largest.value(board, Side::Cross)).max();
        assert_eq!(value, Some(12 * Weights::MAX_WEIGHT));
        assert!(value <= Some(SURE));
    }

    #[test]
    fn invalid_weights_are_refused() {
        let weights = |weight| Weights::new(&[(Feature::Own3, 1), (Feature::Their2, weight)]);
        assert!(weights(Weights::MAX_WEIGHT).is_ok() && weights(-Weights::MAX_WEIGHT).is_ok());
        for weight in [Weights::MAX_WEIGHT + 1, -Weights::MAX_WEIGHT - 1, Score::MIN, Score::MAX] {
            let error = weights(weight).unwrap_err();
            assert_eq!(error.to_string(), format!("the weight {weight} of n2 is outside ±10000"));
        }
        let twice = Weights::new(&[(Feature::Own3, 1), (Feature::Own3, 0)]);
        assert_eq!(twice, Err(WeightError::Duplicate(Feature::Own3)));
    }

    #[test]
    fn weights_are_formatted_as_in_the_paper() {
        assert_eq!(Weights::PAPER.to_string(), "128·c3 + 31·c2 − 63·n2 + 7·c1 − 15·n1");
        assert_eq!(Weights::new(&[(Feature::Their2, -1)]).unwrap().to_string(), "−1·n2");
        assert_eq!(Weights::new(&[]).unwrap().to_string(), "0");
        let terms: Vec<_> = Weights::PAPER.terms().collect();
        assert_eq!(Weights::new(&terms), Ok(Weights::PAPER));
    }

    #[test]
    fn the_evaluation_is_zero_sum() {
        let nought = Evaluation { side: Side::Nought, ..PAPER };
        for board in positions() {
            let [cross, against] = PAPER.evaluate(&Noughts, &board);
            let value = Weights::PAPER.value(board, Side::Cross);
            assert_eq!((cross, against), (value, -value));
            assert_eq!(nought.evaluate(&Noughts, &board)[1], Weights::PAPER.value(board, Side::Nought));
            assert_eq!(nought.evaluate_outcome(&Noughts, &board, [0, 0]), nought.evaluate(&Noughts, &board));
        }
    }
}
