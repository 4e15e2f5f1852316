//! Moves in sixteen bits, for tables.

use cozy_chess::{Board, Move, Piece, Square};

/// A move as from, to and promotion in sixteen bits. 0 is no move, since no move goes from a1 to a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedMove(pub(crate) u16);

impl PackedMove {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The move, if it is legal in this position.
    pub(crate) fn legal(self, board: &Board) -> Option<Move> {
        if self.is_none() {
            return None;
        }
        let mv = Move {
            from: Square::index(usize::from(self.0) & 63),
            to: Square::index(usize::from(self.0) >> 6 & 63),
            promotion: Piece::try_index(usize::from(self.0) >> 12).filter(|&piece| piece != Piece::Pawn),
        };
        board.is_legal(mv).then_some(mv)
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> Self {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        Self(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }
}

/// Whether a move captures a piece or promotes a pawn.
pub(crate) fn is_noisy(board: &Board, mv: Move) -> bool {
    mv.promotion.is_some() || captured(board, mv).is_some()
}

/// The piece that a move captures.
pub(crate) fn captured(board: &Board, mv: Move) -> Option<Piece> {
    // Castling is written as the king capturing its own rook.
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to);
    }
    let is_en_passant =
        mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from) && !board.occupied().has(mv.to);
    is_en_passant.then_some(Piece::Pawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_read_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            board.generate_moves(|moves| {
                for mv in moves {
                    assert_eq!(PackedMove::from(mv).legal(&board), Some(mv));
                }
                false
            });
        }
    }
}
