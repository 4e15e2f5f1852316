//! What every position is worth with best play.

use std::collections::HashMap;

use crate::board::{Board, Side};
use crate::positions::positions;
use crate::square::Square;

/// Who wins each position if both sides play their best.
///
/// Worked out backwards from the finished games, without any search, so that searches can be tested against it.
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
    /// Works out the values of all positions.
    pub fn new() -> Self {
        let mut values: HashMap<Board, Option<Side>> = HashMap::new();
        // Positions with more signs first: those after a move are known before the one that it is made in.
        for board in positions().into_iter().rev() {
            let (moves, mover) = (board.moves(), board.to_move());
            let best = moves
                .into_iter()
                .map(|square| values[&board.play(square)])
                .max_by_key(|&winner| for_side(winner, mover));
            values.insert(board, best.unwrap_or_else(|| board.winner()));
        }
        Self(values)
    }

    /// Who wins with best play; none means a draw.
    pub fn winner(&self, board: Board) -> Option<Side> {
        self.0.get(&board).copied().flatten()
    }

    /// Whether the legal move `square` keeps what the position is worth to the side that moves.
    pub fn keeps(&self, board: Board, square: Square) -> bool {
        self.winner(board.play(square)) == self.winner(board)
    }
}

/// A result as `side` likes it: 1 for a win, 0 for a draw, −1 for a loss.
pub(crate) fn for_side(winner: Option<Side>, side: Side) -> i8 {
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
            assert_eq!(score.signum(), i32::from(for_side(values.winner(board), Side::Cross)), "{board:?}");
        }
    }
}
