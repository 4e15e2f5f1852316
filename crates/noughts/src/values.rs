//! The game-theoretic value of every position.

use std::collections::HashMap;

use crate::board::{Board, Side};
use crate::positions::positions;
use crate::square::Square;

/// The winner of every position under perfect play.
///
/// Computed by retrograde analysis, independently of the searches, so that tests can compare the
/// two.
///
/// ```
/// use noughts::{Board, Side, Values};
/// let values = Values::new();
/// assert_eq!(values.winner(Board::EMPTY), None); // a draw
/// assert_eq!(values.winner("X../.../.O.".parse()?), Some(Side::Cross));
/// # Ok::<(), noughts::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Values(HashMap<Board, Option<Side>>);

impl Default for Values {
    fn default() -> Self {
        Self::new()
    }
}

impl Values {
    /// Computes the values of all positions.
    pub fn new() -> Self {
        let mut values: HashMap<Board, Option<Side>> = HashMap::new();
        // Positions with more marks first, so that all successors of a position are known before
        // it.
        for board in positions().into_iter().rev() {
            let (moves, mover) = (board.moves(), board.to_move());
            let best = moves
                .into_iter()
                .map(|square| values[&board.play(square)])
                .max_by_key(|&winner| result_for(winner, mover));
            values.insert(board, best.unwrap_or_else(|| board.winner()));
        }
        Self(values)
    }

    /// The winner under perfect play; `None` for a draw.
    pub fn winner(&self, board: Board) -> Option<Side> {
        self.0.get(&board).copied().flatten()
    }

    /// Whether the legal move `square` preserves the position's value for the side to move.
    pub fn keeps_value(&self, board: Board, square: Square) -> bool {
        self.winner(board.play(square)) == self.winner(board)
    }
}

/// A result from the point of view of `side`: 1 for a win, 0 for a draw, −1 for a loss.
pub(crate) fn result_for(winner: Option<Side>, side: Side) -> i8 {
    match winner {
        Some(winner) if winner == side => 1,
        Some(_) => -1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use gametree::{AlphaBeta, Limits, OutcomeOnly, Search};

    use super::*;
    use crate::game::Noughts;

    #[test]
    fn alpha_beta_agrees_on_every_position() {
        let values = Values::new();
        for board in positions() {
            let [score, _] = AlphaBeta::new(OutcomeOnly).search(&Noughts, &board, &Limits::depth(9)).scores;
            assert_eq!(score.signum(), i32::from(result_for(values.winner(board), Side::Cross)), "{board:?}");
        }
    }
}
