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

/// A castling field with the file of each rook, as Shredder-FEN has it. In others `KQkq` stand for the
/// outermost rook on either side of the king (X-FEN). What names no rook stays as it is.
pub(crate) fn shredder_castling(pieces: &str, castling: &str) -> String {
    let mut ranks = pieces.split('/');
    let (black, white) = (ranks.next().unwrap_or_default(), ranks.next_back().unwrap_or_default());
    let rook = |letter: char| {
        let (rank, king) = if letter.is_ascii_uppercase() { (white, 'K') } else { (black, 'k') };
        let own_rook = if letter.is_ascii_uppercase() { 'R' } else { 'r' };
        let squares: Vec<char> = squares(rank).collect();
        let king = squares.iter().position(|&square| square == king)?;
        let is_rook = |&file: &usize| squares[file] == own_rook;
        let file = match letter.to_ascii_uppercase() {
            'K' => (king..squares.len().min(8)).rev().find(is_rook),
            'Q' => (0..king.min(8)).find(is_rook),
            _ => None,
        }?;
        let file = char::from(b'a' + file as u8);
        Some(if letter.is_ascii_uppercase() { file.to_ascii_uppercase() } else { file })
    };
    castling.chars().map(|letter| rook(letter).unwrap_or(letter)).collect()
}

/// The squares of a rank of a FEN; those that are empty are points.
fn squares(rank: &str) -> impl Iterator<Item = char> {
    rank.chars().flat_map(|c| match c.to_digit(9) {
        Some(empty) => std::iter::repeat_n('.', empty as usize),
        None => std::iter::repeat_n(c, 1),
    })
}

/// The letter of a piece: a capital for White's.
pub(crate) fn colored_letter(color: Color, piece: Piece) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read_fen;

    #[test]
    fn castling_rights_of_all_first_positions_are_read_in_either_notation() {
        for number in 0..960 {
            let board = Board::chess960_startpos(number);
            // X-FEN, and Shredder-FEN where it is another.
            for text in [board.to_string(), format!("{board:#}"), fen(&board)] {
                assert_eq!(read_fen(&text).unwrap(), board, "{text}");
            }
        }
    }

    #[test]
    fn castling_letters_name_the_outermost_rooks() {
        let read = |pieces, castling| shredder_castling(pieces, castling);
        assert_eq!(read("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"), "HAha");
        assert_eq!(read("1r2k1r1/8/8/8/8/8/8/RR2K1RR", "KQkq"), "HAgb");
        assert_eq!(read("4k3/8/8/8/8/8/8/2R1K3", "KQ"), "KC");
        for (pieces, castling) in [("4k3/8/8/8/8/8/8/4K3", "-"), ("", "KQkq"), ("K", "é")] {
            assert_eq!(read(pieces, castling), castling, "{pieces}");
        }
        assert!(read_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").is_err());
    }
}
