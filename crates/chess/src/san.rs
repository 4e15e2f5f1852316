//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use cozy_chess::{Board, File, Move, Piece, Rank, Square};
use thiserror::Error;

/// Why a text in algebraic notation is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SanError {
    /// The text is not a move.
    #[error("{0:?} is not a move; expected one such as Nf3 or exd5")]
    Notation(String),
    /// No legal move is written so.
    #[error("{0} is not legal here")]
    Illegal(String),
    /// Several legal moves can be written so: these.
    #[error("{text} is ambiguous: {}", alternatives(moves))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What may be meant.
        moves: Vec<String>,
    },
}

/// A legal move in algebraic notation.
///
/// # Panics
///
/// If the move is not legal.
///
/// ```
/// use chess::{read_fen, write_san};
/// let board = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
/// assert_eq!(write_san(&board, "e1h1".parse()?), "O-O");
/// assert_eq!(write_san(&board, "a1a8".parse()?), "Rxa8+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_san(board: &Board, mv: Move) -> String {
    cozy_chess::util::display_san_move(board, mv).to_string()
}

/// Reads a move in algebraic notation, also where it is written less strictly: with zeros for
/// castling, with more of the origin than is needed (`Ng1f3`, `e2-e4`), without `x`, `=` or `+`,
/// with `e.p.`, or with an annotation such as `!?`.
///
/// ```
/// use chess::{read_san, write_san};
/// let board = Default::default();
/// for text in ["Nf3", "Ng1f3", "Ng1-f3!", "g1f3"] {
///     assert_eq!(write_san(&board, read_san(&board, text)?), "Nf3");
/// }
/// assert_eq!(read_san(&board, "Nf4").unwrap_err().to_string(), "Nf4 is not legal here");
/// # Ok::<(), chess::SanError>(())
/// ```
pub fn read_san(board: &Board, text: &str) -> Result<Move, SanError> {
    let shown = || players::excerpt(text);
    let pattern = Pattern::read(text).ok_or_else(|| SanError::Notation(shown()))?;
    let mut found = Vec::new();
    board.generate_moves(|moves| {
        found.extend(moves.into_iter().filter(|&mv| pattern.fits(board, mv)));
        false
    });
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(SanError::Illegal(shown())),
        _ => {
            let moves = found.iter().map(|&mv| write_san(board, mv)).collect();
            Err(SanError::Ambiguous { text: shown(), moves })
        }
    }
}

/// Several moves as alternatives.
fn alternatives(moves: &[String]) -> String {
    match moves {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => moves.concat(),
    }
}

/// What a text says about a move.
enum Pattern {
    Castling {
        is_short: bool,
    },
    Plain {
        /// None if the text names the squares only.
        piece: Option<Piece>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['!', '?']).trim_end_matches("e.p.").trim_end_matches(['+', '#']);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castling { is_short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castling { is_short: false }),
            _ => {}
        }
        let mut signs: Vec<char> = text.chars().filter(|c| !"x-:=()/".contains(*c)).collect();
        let promotion = match signs[..] {
            [.., '1' | '8', letter] if letter.is_ascii_alphabetic() => {
                signs.pop();
                Some(Piece::try_from(letter.to_ascii_lowercase()).ok()?)
            }
            _ => None,
        };
        let named = signs.first().filter(|letter| letter.is_ascii_uppercase()).copied();
        let rest = &signs[usize::from(named.is_some())..];
        let named = named.map(|letter| Piece::try_from(letter.to_ascii_lowercase())).transpose().ok()?;
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = Square::new(to[0].try_into().ok()?, to[1].try_into().ok()?);
        let (file, rank) = match *origin {
            [] => (None, None),
            [one] => (File::try_from(one).ok(), Rank::try_from(one).ok()),
            [file, rank] => (Some(file.try_into().ok()?), Some(rank.try_into().ok()?)),
            _ => return None,
        };
        if origin.len() == 1 && file.is_none() && rank.is_none() {
            return None;
        }
        // With both squares the text may be that of a program: g1f3.
        let piece = if named.is_none() && origin.len() == 2 { None } else { Some(named.unwrap_or(Piece::Pawn)) };
        Some(Self::Plain { piece, file, rank, to, promotion })
    }

    fn fits(&self, board: &Board, mv: Move) -> bool {
        let is_castling = board.colors(board.side_to_move()).has(mv.to);
        match *self {
            Self::Castling { is_short } => is_castling && (mv.to.file() > mv.from.file()) == is_short,
            Self::Plain { piece: None, .. } if is_castling => {
                let written = cozy_chess::util::display_uci_move(board, mv).to_string();
                [written, mv.to_string()].iter().any(|text| self.is_from_to(text))
            }
            Self::Plain { piece, file, rank, to, promotion } => {
                !is_castling
                    && mv.to == to
                    && mv.promotion == promotion
                    && piece.is_none_or(|piece| board.piece_on(mv.from) == Some(piece))
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
            }
        }
    }

    /// Whether a move, as a program writes it, has these squares.
    fn is_from_to(&self, text: &str) -> bool {
        let Self::Plain { file: Some(file), rank: Some(rank), to, .. } = *self else { return false };
        text.parse().is_ok_and(|mv: Move| (mv.from, mv.to) == (Square::new(file, rank), to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read_fen;

    #[test]
    fn every_move_is_read_back() {
        let positions = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        ];
        for fen in positions {
            let board = read_fen(fen).unwrap();
            board.generate_moves(|moves| {
                for mv in moves {
                    let text = write_san(&board, mv);
                    assert_eq!(read_san(&board, &text), Ok(mv), "{text} in {fen}");
                }
                false
            });
        }
    }

    #[test]
    fn loose_notation_is_read() {
        let board = read_fen("r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 2").unwrap();
        let cases = [
            ("0-0", "e1h1"),
            ("O-O-O+!", "e1a1"),
            ("e1g1", "e1h1"),
            ("e1c1", "e1a1"),
            ("dxc6e.p.", "d5c6"),
            ("dc6", "d5c6"),
            ("b8Q", "b7b8q"),
            ("bxa8(n)", "b7a8n"),
            ("b8/R+", "b7b8r"),
            ("Ra1xa8", "a1a8"),
            ("Rhxh8??", "h1h8"),
            ("d5-d6", "d5d6"),
        ];
        for (text, expected) in cases {
            assert_eq!(read_san(&board, text).map(|mv| mv.to_string()), Ok(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn the_error_says_what_is_wrong() {
        let board = read_fen("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1").unwrap();
        let error = |text: &str| read_san(&board, text).unwrap_err().to_string();
        assert_eq!(error("Nf3"), "Nf3 is not legal here");
        assert_eq!(error("Kb1"), "Kb1 is not legal here");
        for text in ["", "e", "x9", "Zf3", "e4e5e6", "--", "\u{1b}"] {
            assert!(error(text).contains("is not a move"), "{text:?}");
        }
        let board = read_fen("4k3/8/8/8/8/8/8/R5RK w - - 0 1").unwrap();
        assert_eq!(read_san(&board, "Rc1").unwrap_err().to_string(), "Rc1 is ambiguous: Rac1 or Rgc1");
    }
}
