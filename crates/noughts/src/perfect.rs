//! A player that looks to the end of every game.

use gametree::{AlphaBeta, Limits, OutcomeOnly, Search};

use crate::board::Board;
use crate::game::Noughts;
use crate::square::Square;

/// The best move, found by searching the whole rest of the tree; none if the game is over.
///
/// It wins as soon as it can, and if it could lose, as late as it can; [`prove`](crate::prove) shows that it never
/// does.
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
    use crate::proof::{Tally, prove};
    use crate::values::Values;

    /// Over all games that anyone could play against it.
    #[test]
    fn it_never_loses_and_wins_when_it_can() {
        let first = prove(Side::Cross, perfect_move).unwrap();
        let second = prove(Side::Nought, perfect_move).unwrap();
        assert!(first.is_perfect() && second.is_perfect());
        assert_eq!(first.tally, Tally { won: 71, drawn: 2, lost: 0 });
        assert_eq!(second.tally, Tally { won: 386, drawn: 183, lost: 0 });
    }

    /// Also in positions that its own games never lead to.
    #[test]
    fn it_makes_no_mistake_in_any_position() {
        let values = Values::new();
        for board in positions() {
            match perfect_move(board) {
                Some(square) => assert!(values.keeps(board, square), "{square} in {board:?}"),
                None => assert!(board.is_over()),
            }
        }
    }
}
