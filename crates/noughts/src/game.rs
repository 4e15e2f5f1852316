//! Noughts and crosses as a game for the searches of `gametree`.

use gametree::{Game, Hashed, Passing, Score, Symmetric, WIN};

use crate::board::{Board, Side};
use crate::square::Square;
use crate::symmetry::{SYMMETRIES, square_image};

/// The game of noughts and crosses.
///
/// ```
/// use gametree::{Game, Limits, Minimax, OutcomeOnly, Search};
/// use noughts::Noughts;
/// let report = Minimax::new(OutcomeOnly).search(&Noughts, &Noughts.start(), &Limits::depth(9));
/// assert_eq!(report.scores, [0, 0]); // with best play, a draw
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Noughts;

impl Game for Noughts {
    type State = Board;
    type Move = Square;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 9;

    fn start(&self) -> Board {
        Board::EMPTY
    }

    #[inline]
    fn to_move(&self, board: &Board) -> usize {
        board.to_move().index()
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<Square>) {
        moves.extend(board.empty());
    }

    #[inline]
    fn play(&self, from: &Board, square: Square, to: &mut Board) {
        *to = from.play(square);
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        match board.winner() {
            Some(Side::Cross) => Some([WIN, -WIN]),
            Some(Side::Nought) => Some([-WIN, WIN]),
            None => board.empty().is_empty().then_some([0, 0]),
        }
    }
}

impl Hashed for Noughts {
    /// The board has eighteen bits. Two multiplications spread them over all sixty-four.
    fn hash(&self, board: &Board) -> u64 {
        let [cross, nought] = Side::BOTH.map(|side| u64::from(board.of_side(side).bits()));
        let mixed = (1 | cross << 1 | nought << 10).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn code(&self, square: Square) -> u16 {
        square.index() as u16
    }
}

/// The signs on the board determine the player to move, so no player can pass.
impl Passing for Noughts {
    fn pass(&self, _from: &Board, _to: &mut Board) -> bool {
        false
    }
}

impl Symmetric for Noughts {
    const IMAGES: usize = SYMMETRIES;

    fn image(&self, board: &Board, image: usize) -> Board {
        board.image(image)
    }

    fn move_image(&self, square: Square, image: usize) -> Square {
        square_image(square, image)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gametree::{Limits, Minimax, OutcomeOnly, Search};

    use super::*;
    use crate::positions::positions;

    #[test]
    fn the_whole_tree() {
        let report = Minimax::new(OutcomeOnly).search(&Noughts, &Board::EMPTY, &Limits::depth(9));
        assert_eq!(report.counts.nodes, 549_946);
        assert_eq!(report.counts.evaluations, 255_168); // all are finished games
        assert_eq!(report.scores, [0, 0]);
    }

    #[test]
    fn every_position_has_its_own_hash() {
        let hashes: HashSet<u64> = positions().iter().map(|board| Noughts.hash(board)).collect();
        assert_eq!(hashes.len(), positions().len());
    }

    #[test]
    fn images_are_positions_of_the_same_game() {
        for board in &positions() {
            assert_eq!(Noughts.image(board, 0), *board);
            for image in 0..Noughts::IMAGES {
                let turned = Noughts.image(board, image);
                assert_eq!(turned.canonical(), board.canonical());
                assert_eq!(Noughts.outcome(&turned), Noughts.outcome(board));
                for square in board.moves() {
                    let there = turned.play(Noughts.move_image(square, image));
                    assert_eq!(there, Noughts.image(&board.play(square), image));
                }
            }
        }
    }

    #[test]
    fn different_moves_reach_every_class_once() {
        for board in positions() {
            let classes = |moves: crate::Squares| -> Vec<Board> {
                moves.into_iter().map(|square| board.play(square).canonical()).collect()
            };
            let (all, different) = (classes(board.moves()), classes(board.different_moves()));
            let set: HashSet<Board> = all.into_iter().collect();
            assert_eq!(different.len(), set.len());
            assert_eq!(different.into_iter().collect::<HashSet<_>>(), set);
        }
    }
}
