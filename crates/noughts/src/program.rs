//! The paper's program: a search to a fixed depth, and an evaluation of features and weights.

use gametree::{Evaluate, Limits, Minimax, Search};

use crate::board::Board;
use crate::evaluation::{Evaluation, Weights};
use crate::game::Noughts;
use crate::square::{Square, Squares};

/// A program that looks some plies ahead and plays what its evaluation likes best. It plays either side, and knows of
/// wins and losses only what its features tell it.
///
/// ```
/// use noughts::{Board, Program, Square, Weights};
/// let paper = Program { weights: Weights::PAPER, depth: 2 };
/// assert_eq!(paper.best_move(Board::EMPTY), Some(Square::CENTRE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the features count.
    pub weights: Weights,
    /// How many plies it looks ahead; 0 counts as 1.
    pub depth: u32,
}

impl Program {
    /// The move that minimax finds: of those that tie for best the first; none if the game is over.
    pub fn best_move(&self, board: Board) -> Option<Square> {
        Minimax::new(self.evaluation(board)).search(&Noughts, &board, &Limits::depth(self.depth)).best
    }

    /// All moves that tie for best.
    ///
    /// ```
    /// use noughts::{Board, Feature, Program, Weights};
    /// let likes_corners = Program { weights: Weights::new(&[(Feature::OwnCorners, 1)])?, depth: 1 };
    /// assert_eq!(likes_corners.best_moves(Board::EMPTY).to_string(), "acgi");
    /// # Ok::<(), noughts::WeightError>(())
    /// ```
    pub fn best_moves(&self, board: Board) -> Squares {
        let evaluation = self.evaluation(board);
        let value = |square: &Square| {
            let after = board.play(*square);
            // A search looks at least one ply ahead, so the position after the last ply is scored without one.
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
    use crate::proof::{Proof, Tally, prove};

    #[test]
    fn minimax_plays_the_first_of_the_best_moves() {
        for depth in 0..4 {
            let paper = Program { weights: Weights::PAPER, depth };
            for board in positions() {
                assert_eq!(paper.best_moves(board).into_iter().next(), paper.best_move(board), "{board:?}");
            }
        }
    }

    /// At 1 and 2 plies the paper's evaluation is perfect for cross, who has the initiative, but not for nought; at 3
    /// plies for neither. It does not count n3, so the program does not see that it loses: the further it looks, the
    /// more lost games look like all others to it.
    #[test]
    fn the_papers_own_evaluation() {
        let expected = [
            (1, Side::Cross, Tally { won: 144, drawn: 8, lost: 0 }, None),
            // Nought takes a corner against two opposite corners and is forked.
            (1, Side::Nought, Tally { won: 640, drawn: 304, lost: 16 }, Some(("aeicgdh", 3))),
            (2, Side::Cross, Tally { won: 144, drawn: 24, lost: 0 }, None),
            // Nought lets cross finish abc: with the game over, cross has no 2-row any more.
            (2, Side::Nought, Tally { won: 512, drawn: 496, lost: 352 }, Some(("aebgc", 3))),
            // Cross, and next nought, lets the other side finish adg.
            (3, Side::Cross, Tally { won: 424, drawn: 16, lost: 8 }, Some(("eabhfdig", 6))),
            (3, Side::Nought, Tally { won: 1216, drawn: 368, lost: 304 }, Some(("aebcgfd", 5))),
        ];
        for (depth, side, tally, flaw) in expected {
            let paper = Program { weights: Weights::PAPER, depth };
            let proof = prove(side, |board| paper.best_moves(board)).unwrap();
            let found =
                proof.flaw.map(|flaw| (flaw.game.into_iter().map(Square::name).collect::<String>(), flaw.mistake));
            assert_eq!(proof.tally, tally);
            assert_eq!(found, flaw.map(|(game, mistake)| (game.to_owned(), mistake)), "{depth} plies, {side}");
            // That ties go to the first best move does not help.
            assert_eq!(prove(side, |board| paper.best_move(board)).unwrap().is_perfect(), flaw.is_none());
        }
    }

    /// All that the paper's evaluation lacks is that losing counts as much as winning: with that it is perfect at three
    /// plies. At two it does not lose any more, but as nought it does not win all that it could.
    #[test]
    fn the_papers_evaluation_when_losing_counts() {
        let mut terms: Vec<_> = Weights::PAPER.terms().collect();
        terms.push((Feature::Their3, -128));
        let weights = Weights::new(&terms).unwrap();
        let proofs = |depth| {
            let program = Program { weights, depth };
            Side::BOTH.map(|side| prove(side, |board| program.best_moves(board)).unwrap())
        };
        assert!(proofs(3).iter().all(Proof::is_perfect));
        let [cross, nought] = proofs(2);
        assert!(cross.is_perfect() && !nought.is_perfect());
        assert_eq!(nought.tally.lost, 0);
    }
}
