//! Moves in sixteen bits, for tables.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves,
};

use gametree::Entry;

use super::evaluation::pawn_attacks;

/// A move as from, to and promotion in fifteen bits. 0 is no move, since no move goes from a1 to a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedMove(pub(crate) u16);

/// The bit of a table entry's code that no move uses: whether the position was on a principal
/// variation once.
const PRINCIPAL: u16 = 1 << 15;

impl PackedMove {
    pub(crate) const NONE: Self = Self(0);

    /// The best move of a table entry, if there is one.
    pub(crate) fn of(entry: Entry) -> Self {
        Self(entry.code & !PRINCIPAL)
    }

    /// The code of a table entry with this move, and whether the position was on a principal variation.
    pub(crate) fn code(self, was_principal: bool) -> u16 {
        self.0 | if was_principal { PRINCIPAL } else { 0 }
    }

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

/// Whether the table says that a position was on a principal variation once.
pub(crate) fn was_principal(entry: Option<Entry>) -> bool {
    entry.is_some_and(|entry| entry.code & PRINCIPAL != 0)
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

/// Whether a move gives check, directly or by opening a line. Checks by castling and en passant are
/// not seen.
pub(crate) fn gives_check(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    let king = board.king(!us);
    let Some(piece) = board.piece_on(mv.from) else { return false };
    let occupied = (board.occupied() & !mv.from.bitboard()) | mv.to.bitboard();
    let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
    let to = mv.to.bitboard();
    let attacks = match mv.promotion.unwrap_or(piece) {
        Piece::Pawn => get_pawn_attacks(king, !us),
        Piece::Knight => get_knight_moves(king),
        Piece::Bishop => diagonal,
        Piece::Rook => straight,
        Piece::Queen => diagonal | straight,
        Piece::King => BitBoard::EMPTY,
    };
    let others = board.colors(us) & !mv.from.bitboard();
    let queens = board.pieces(Piece::Queen);
    let opened = diagonal & (board.pieces(Piece::Bishop) | queens) | straight & (board.pieces(Piece::Rook) | queens);
    !(attacks & to).is_empty() || !(opened & others).is_empty()
}

/// The checks that the side to move can give. It tells the same as [`gives_check`], faster for many
/// moves of one position.
pub(crate) struct Checks {
    king: Square,
    /// The squares from which each piece attacks the king, by piece index.
    from: [BitBoard; Piece::NUM],
    /// The pieces that open a line by leaving it.
    openers: BitBoard,
}

impl Checks {
    pub(crate) fn new(board: &Board) -> Self {
        let us = board.side_to_move();
        let (own, occupied, king) = (board.colors(us), board.occupied(), board.king(!us));
        let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let [bishops, rooks, queens] =
            [Piece::Bishop, Piece::Rook, Piece::Queen].map(|piece| own & board.pieces(piece));
        let behind_diagonal = get_bishop_moves(king, occupied & !(own & diagonal)) & !diagonal;
        let behind_straight = get_rook_moves(king, occupied & !(own & straight)) & !straight;
        let hidden = behind_diagonal & (bishops | queens) | behind_straight & (rooks | queens);
        let openers = hidden.into_iter().fold(BitBoard::EMPTY, |all, square| all | get_between_rays(king, square));
        let from = [
            get_pawn_attacks(king, !us),
            get_knight_moves(king),
            diagonal,
            straight,
            diagonal | straight,
            BitBoard::EMPTY,
        ];
        Self { king, from, openers: openers & own }
    }

    /// Whether a move of this piece that is no promotion gives check.
    pub(crate) fn has(&self, piece: Piece, mv: Move) -> bool {
        self.from[piece as usize].has(mv.to)
            || self.openers.has(mv.from) && !get_line_rays(self.king, mv.from).has(mv.to)
    }
}

/// The squares that one side attacks with pawns; with pawns and minor pieces; with these and rooks.
pub(crate) fn attacked_by_lesser(board: &Board, color: Color) -> [BitBoard; 3] {
    let (own, occupied) = (board.colors(color), board.occupied());
    let [pawns, knights, bishops, rooks] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook].map(|piece| own & board.pieces(piece));
    let pawns = pawn_attacks(pawns, color);
    let mut minors = pawns;
    knights.into_iter().for_each(|square| minors |= get_knight_moves(square));
    bishops.into_iter().for_each(|square| minors |= get_bishop_moves(square, occupied));
    let mut all = minors;
    rooks.into_iter().for_each(|square| all |= get_rook_moves(square, occupied));
    [pawns, minors, all]
}

/// All squares that one side attacks, given those that it attacks with lesser pieces than a queen.
pub(crate) fn attacked_by(board: &Board, color: Color, lesser: [BitBoard; 3]) -> BitBoard {
    let (own, occupied) = (board.colors(color), board.occupied());
    let [.., lesser] = lesser;
    let mut all = lesser | get_king_moves(board.king(color));
    let queens = own & board.pieces(Piece::Queen);
    queens.into_iter().for_each(|square| all |= get_bishop_moves(square, occupied) | get_rook_moves(square, occupied));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_seen() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/1k1N3R/8/5B2/Q7/3K4 w - - 0 1",
            "8/8/3p4/1Pp4r/1K3R2/6k1/4P1P1/8 w - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let checks = Checks::new(&board);
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    let is_check = !next.checkers().is_empty();
                    assert_eq!(gives_check(&board, mv), is_check, "{fen} {mv}");
                    assert!(mv.promotion.is_some() || checks.has(moves.piece, mv) == is_check, "{fen} {mv}");
                }
                false
            });
        }
    }

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
