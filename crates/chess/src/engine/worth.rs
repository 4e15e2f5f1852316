//! What each piece is worth to an evaluation.

use cozy_chess::{Board, BoardBuilder, CastleRights, Color, Piece, Square};
use gametree::Score;

use super::evaluation::Classical;
use super::evaluator::Evaluation;
use crate::network::PieceValues;

impl Evaluation {
    /// Evaluates a position, and again without each of its pieces.
    ///
    /// ```
    /// use chess::Board;
    /// use chess::engine::Evaluation;
    ///
    /// let worth = Evaluation::default().worth(&Board::default());
    /// assert_eq!(worth.pieces.len(), 30);
    /// let of = |at: &str| worth.pieces.iter().find(|(square, ..)| square.to_string() == at).unwrap().3;
    /// assert!(of("d1") > of("b1") && of("b1") > of("a2") && of("d8") < of("a7"));
    /// ```
    pub fn worth(&self, board: &Board) -> PieceValues {
        match self {
            Self::Network(network) => network.explain(board),
            Self::Classical => {
                let mut classical = Classical::default();
                let with = classical.for_white(board);
                let worth = |square: Square| {
                    let (color, piece) = (board.color_on(square)?, board.piece_on(square)?);
                    let without = without(board, square)?;
                    Some((square, color, piece, with - classical.for_white(&without)))
                };
                let others = board.occupied() - board.pieces(Piece::King);
                let pieces = others.into_iter().filter_map(worth).collect();
                PieceValues { value: classical.evaluate(board), pieces }
            }
        }
    }
}

impl Classical {
    /// The value for White, whoever is to move.
    fn for_white(&mut self, board: &Board) -> Score {
        let breakdown = self.explain(board);
        let value = breakdown.value - breakdown.tempo;
        if board.side_to_move() == Color::White { value } else { -value }
    }
}

/// The position without a piece. Where a king would stand in check although its side has just moved,
/// the other side is to move; nothing if both kings would be in check.
fn without(board: &Board, square: Square) -> Option<Board> {
    let mut builder = BoardBuilder::from_board(board);
    *builder.square_mut(square) = None;
    // Rights that the rules would not grant any more are not part of the evaluation.
    builder.en_passant = None;
    builder.castle_rights = [CastleRights::EMPTY; 2];
    builder.build().ok().or_else(|| {
        builder.side_to_move = !builder.side_to_move;
        builder.build().ok()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::network::tests::{POSITIONS, random_network};

    #[test]
    fn both_evaluations_judge_the_same_pieces() {
        let network = Evaluation::Network(Arc::new(random_network(32, 1, 1)));
        for fen in POSITIONS {
            let board: Board = fen.parse().unwrap();
            let placed = |evaluation: &Evaluation| -> Vec<_> {
                let mut pieces: Vec<_> = evaluation.worth(&board).pieces;
                pieces.sort_by_key(|(square, ..)| *square);
                pieces.into_iter().map(|(square, color, piece, _)| (square, color, piece)).collect()
            };
            assert_eq!(placed(&Evaluation::Classical), placed(&network), "{fen}");
        }
    }

    #[test]
    fn the_value_is_that_of_the_search_and_mirrored_pieces_are_worth_the_same() {
        let board: Board = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4".parse().unwrap();
        let worth = Evaluation::Classical.worth(&board);
        assert_eq!(worth.value, Classical::default().evaluate(&board));
        let start = Evaluation::Classical.worth(&Board::default()).pieces;
        let of = |at: Square| start.iter().find(|(square, ..)| *square == at).unwrap().3;
        for square in [Square::A1, Square::B1, Square::C1, Square::D1, Square::E2] {
            assert_eq!(of(square), -of(square.flip_rank()), "{square}");
        }
    }

    /// Without its only guard a king would be in check with the other side to move.
    #[test]
    fn a_piece_that_shields_a_king_has_a_worth() {
        let board: Board = "4r2k/8/8/8/8/8/4R3/4K3 b - - 0 1".parse().unwrap();
        let pieces = Evaluation::Classical.worth(&board).pieces;
        assert_eq!(pieces.len(), 2);
        assert!(pieces.iter().all(|&(_, color, _, worth)| (worth > 300) == (color == Color::White)), "{pieces:?}");
    }
}
