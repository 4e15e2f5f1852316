//! A player that searches every game to its end.

use gametree::{AlphaBeta, Limits, OutcomeOnly, Search};

use crate::board::Board;
use crate::game::Noughts;
use crate::square::Square;

/// The best move, found by searching the remaining tree; `None` if the game is over.
///
/// It wins as early and loses as late as possible. [`verify`](crate::verify) shows that from the
/// start it never loses.
///
/// ```
/// use noughts::{Board, perfect_move};
/// let board: Board = "XX./OO./...".parse()?;
/// assert_eq!(perfect_move(board), Some("c".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perfect_move(board: Board) -> Option<Square> {
    AlphaBeta::new(OutcomeOnly).search(&Noughts, &board, &Limits::depth(9)).best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::positions::positions;
    use crate::values::Values;
    use crate::verification::{ResultCounts, verify};

    /// In all games that can be played against it.
    #[test]
    fn it_never_loses_and_wins_when_it_can() {
        let first = verify(Side::Cross, perfect_move).unwrap();
        let second = verify(Side::Nought, perfect_move).unwrap();
        assert!(first.is_perfect() && second.is_perfect());
        assert_eq!(first.results, ResultCounts { won: 71, drawn: 2, lost: 0 });
        assert_eq!(second.results, ResultCounts { won: 386, drawn: 183, lost: 0 });
    }

    /// Including positions that its own games never reach.
    #[test]
    fn it_makes_no_mistake_in_any_position() {
        let values = Values::new();
        for board in positions() {
            match perfect_move(board) {
                Some(square) => assert!(values.keeps_value(board, square), "{square} in {board:?}"),
                None => assert!(board.is_over()),
            }
        }
    }
}
