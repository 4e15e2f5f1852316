//! Static exchange evaluation: what a sequence of captures on one square wins or loses.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// The value of each piece in an exchange, by piece index.
pub(crate) const VALUES: [i32; Piece::NUM] = [100, 310, 320, 500, 950, 20_000];

/// Whether the exchange that `mv` begins wins at least `threshold`, if both sides recapture with
/// their least valuable piece and stop when that is better for them.
pub(crate) fn wins_at_least(board: &Board, mv: Move, threshold: i32) -> bool {
    let us = board.side_to_move();
    // Castling is written as the king capturing its own rook; nothing is exchanged.
    if board.colors(us).has(mv.to) {
        return threshold <= 0;
    }
    let Some(mover) = board.piece_on(mv.from) else { return false };
    let is_en_passant = mover == Piece::Pawn && mv.from.file() != mv.to.file() && board.piece_on(mv.to).is_none();
    let captured = if is_en_passant { Some(Piece::Pawn) } else { board.piece_on(mv.to) };
    let promotion = mv.promotion.map_or(0, |piece| VALUES[piece as usize] - VALUES[Piece::Pawn as usize]);
    let mut balance = captured.map_or(0, |piece| VALUES[piece as usize]) + promotion - threshold;
    if balance < 0 {
        return false;
    }
    let next_victim = mv.promotion.unwrap_or(mover);
    balance -= VALUES[next_victim as usize];
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied() ^ mv.from.bitboard() | mv.to.bitboard();
    if is_en_passant {
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    exchange(board, mv.to, occupied, balance, us)
}

/// Plays out the exchange on `target` after the first capture of `us`, which leaves `balance` if its
/// piece is recaptured. Says whether `us` comes out at or above zero.
fn exchange(board: &Board, target: Square, mut occupied: BitBoard, mut balance: i32, us: Color) -> bool {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers_of(board, target, occupied);
    let mut side = !us;
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        let Some((piece, square)) = least_valuable(board, own) else { break };
        // A king cannot capture into an attack.
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        occupied ^= square.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(target, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(target, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - VALUES[piece as usize];
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot, or need not, go on has lost the exchange.
    side != us
}

fn attackers_of(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
        | get_king_moves(square) & board.pieces(Piece::King)
}

fn least_valuable(board: &Board, pieces: BitBoard) -> Option<(Piece, Square)> {
    Piece::ALL.into_iter().find_map(|piece| {
        let square = (pieces & board.pieces(piece)).next_square()?;
        Some((piece, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact value of an exchange, by bisection.
    fn value(fen: &str, mv: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        (-3_000..=3_000).rev().find(|&threshold| wins_at_least(&board, mv, threshold)).unwrap()
    }

    #[test]
    fn exchanges() {
        assert_eq!(value("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), 100);
        assert_eq!(value("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), 0);
        // A defended pawn costs the queen.
        assert_eq!(value("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5"), 100 - 950);
        // The rook behind the rook recaptures.
        assert_eq!(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(value("3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
        // En passant, and a quiet move to an attacked square.
        assert_eq!(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
        assert_eq!(value("4k3/8/8/3p4/8/8/8/R3K3 w - - 0 1", "a1a4"), 0);
        assert_eq!(value("4k3/8/8/1p6/8/8/8/R3K3 w - - 0 1", "a1a4"), -500);
        // A king recaptures only where it is not attacked.
        assert_eq!(value("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(value("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100 - 500);
    }
}
