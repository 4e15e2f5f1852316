//! The paper's program: a fixed-depth minimax search with an evaluation of weighted features.

use gametree::{Evaluate, Limits, Minimax, Search};

use crate::board::Board;
use crate::evaluation::{Evaluation, Weights};
use crate::game::Noughts;
use crate::square::{Square, Squares};

/// A program that searches to a fixed depth and plays the move with the best evaluation. It plays
/// either side, and knows about wins and losses only what its features say.
///
/// ```
/// use noughts::{Board, Program, Square, Weights};
/// let paper = Program { weights: Weights::PAPER, depth: 2 };
/// assert_eq!(paper.best_move(Board::EMPTY), Some(Square::CENTRE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The weights of the features.
    pub weights: Weights,
    /// The search depth in plies; 0 counts as 1.
    pub depth: u32,
}

impl Program {
    /// The first of the best moves; `None` if the game is over.
    pub fn best_move(&self, board: Board) -> Option<Square> {
        Minimax::new(self.evaluation(board)).search(&Noughts, &board, &Limits::depth(self.depth)).best
    }

    /// All best moves.
    ///
    /// ```
    /// use noughts::{Board, Feature, Program, Weights};
    /// let corner_player = Program { weights: Weights::new(&[(Feature::OwnCorners, 1)])?, depth: 1 };
    /// assert_eq!(corner_player.best_moves(Board::EMPTY).to_string(), "acgi");
    /// # Ok::<(), noughts::WeightError>(())
    /// ```
    pub fn best_moves(&self, board: Board) -> Squares {
        let evaluation = self.evaluation(board);
        let value = |square: &Square| {
            let after = board.play(*square);
            // A search has a depth of at least one ply, so a leaf is evaluated without one.
            let scores = match self.depth {
                0 | 1 => evaluation.evaluate(&Noughts, &after),
                depth => Minimax::new(evaluation).search(&Noughts, &after, &Limits::depth(depth - 1)).scores,
            };
            scores[evaluation.side.index()]
        };
        let best = board.moves().into_iter().map(|square| value(&square)).max();
        board.moves().into_iter().filter(|square| Some(value(square)) == best).collect()
    }

    fn evaluation(&self, board: Board) -> Evaluation {
        Evaluation { side: board.to_move(), weights: self.weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::features::Feature;
    use crate::positions::positions;
    use crate::verification::{ResultCounts, Verification, verify};

    #[test]
    fn minimax_plays_the_first_of_the_best_moves() {
        for depth in 0..4 {
            let paper = Program { weights: Weights::PAPER, depth };
            for board in positions() {
                assert_eq!(paper.best_moves(board).into_iter().next(), paper.best_move(board), "{board:?}");
            }
        }
    }

    /// At 1 and 2 plies the paper's evaluation is perfect for cross, who has the initiative, but
    /// not for nought; at 3 plies it is perfect for neither. It does not count n3, so the program
    /// does not recognize a loss, and the deeper it searches, the more lost positions it meets.
    #[test]
    fn the_papers_evaluation_is_not_perfect() {
        let expected = [
            (1, Side::Cross, ResultCounts { won: 144, drawn: 8, lost: 0 }, None),
            // Nought replies to two opposite corners with a corner, and is forked.
            (1, Side::Nought, ResultCounts { won: 640, drawn: 304, lost: 16 }, Some(("aeicgdh", 3))),
            (2, Side::Cross, ResultCounts { won: 144, drawn: 24, lost: 0 }, None),
            // Nought lets cross complete abc: in the final position cross has no 2-row any more.
            (2, Side::Nought, ResultCounts { won: 512, drawn: 496, lost: 352 }, Some(("aebgc", 3))),
            // Cross, and in the next line nought, lets the opponent complete adg.
            (3, Side::Cross, ResultCounts { won: 424, drawn: 16, lost: 8 }, Some(("eabhfdig", 6))),
            (3, Side::Nought, ResultCounts { won: 1216, drawn: 368, lost: 304 }, Some(("aebcgfd", 5))),
        ];
        for (depth, side, results, counterexample) in expected {
            let paper = Program { weights: Weights::PAPER, depth };
            let verification = verify(side, |board| paper.best_moves(board)).unwrap();
            let found = verification
                .counterexample
                .map(|lost| (lost.game.into_iter().map(Square::name).collect::<String>(), lost.mistake));
            assert_eq!(verification.results, results);
            assert_eq!(
                found,
                counterexample.map(|(game, mistake)| (game.to_owned(), mistake)),
                "{depth} plies, {side}"
            );
            // Taking the first of several best moves does not help.
            assert_eq!(verify(side, |board| paper.best_move(board)).unwrap().is_perfect(), counterexample.is_none());
        }
    }

    /// The paper's evaluation lacks only a weight for losing. If losing counts as much as winning,
    /// it is perfect at three plies. At two plies it no longer loses, but misses wins as nought.
    #[test]
    fn the_papers_evaluation_with_losses_is_perfect_at_three_plies() {
        let mut terms: Vec<_> = Weights::PAPER.terms().collect();
        terms.push((Feature::Their3, -128));
        let weights = Weights::new(&terms).unwrap();
        let verifications = |depth| {
            let program = Program { weights, depth };
            Side::BOTH.map(|side| verify(side, |board| program.best_moves(board)).unwrap())
        };
        assert!(verifications(3).iter().all(Verification::is_perfect));
        let [cross, nought] = verifications(2);
        assert!(cross.is_perfect() && !nought.is_perfect());
        assert_eq!(nought.results.lost, 0);
    }
}
