//! Positions as text.

use cozy_chess::{Board, Color, File, Piece};

/// A position in FEN; with Shredder castling fields where others would be ambiguous.
///
/// ```
/// use chess::{fen, read_fen};
/// let text = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
/// assert_eq!(fen(&read_fen(text)?), text);
/// # Ok::<(), chess::FenError>(())
/// ```
pub fn fen(board: &Board) -> String {
    if is_chess960(board) { format!("{board:#}") } else { board.to_string() }
}

/// Whether castling is possible from other squares than in the usual game.
pub fn is_chess960(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        let is_usual = |rook: Option<File>, usual: File| rook.is_none_or(|file| file == usual);
        let has_rights = rights.short.is_some() || rights.long.is_some();
        has_rights
            && !(board.king(color).file() == File::E
                && is_usual(rights.short, File::H)
                && is_usual(rights.long, File::A))
    })
}

/// The letter of a piece: a capital for White's.
pub(crate) fn colored_letter(color: Color, piece: Piece) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}
