//! Extended position description: positions with operations, one per line, as in opening books and
//! test suites.

use cozy_chess::{Board, Move};
use thiserror::Error;

use crate::game::{FenError, read_fen};
use crate::san::{SanError, read_san};

/// Why a line is not a position with operations.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of an operation cannot be read.
    #[error("{operation}: {error}")]
    Move {
        /// The operation.
        operation: String,
        /// What is wrong with its move.
        error: SanError,
    },
    /// A quotation mark is missing.
    #[error("the operation {0} has an opening quotation mark without a closing one")]
    Quotes(String),
}

/// A position with operations such as `bm Nf3; id "WAC.001";`.
///
/// ```
/// use chess::{Epd, write_san};
/// let epd = Epd::read("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";")?;
/// let best: Vec<String> = epd.moves("bm")?.iter().map(|&mv| write_san(&epd.board, mv)).collect();
/// assert_eq!((best, epd.operation("id")), (vec!["Qg6".to_owned()], Some("WAC.001")));
/// # Ok::<(), chess::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The operations with their operands, in their order; operands without quotation marks.
    pub operations: Vec<(String, String)>,
}

impl Epd {
    /// Reads a line. The counters of a FEN may stand before the operations.
    pub fn read(line: &str) -> Result<Self, EpdError> {
        let (position, rest) = split_words(line, 4);
        let (counters, after) = split_words(rest, 2);
        let has_counters = counters.split_whitespace().count() == 2
            && counters.split_whitespace().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let operations = read_operations(if has_counters { after } else { rest })?;
        let find = |name: &str| operations.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let fen = if has_counters {
            format!("{position} {counters}")
        } else {
            format!("{position} {} {}", find("hmvc").unwrap_or("0"), find("fmvn").unwrap_or("1"))
        };
        // Shorter than a position, it is best explained without the counters.
        let is_short = position.split_whitespace().count() < 4;
        let board = read_fen(if is_short { position } else { &fen })?;
        Ok(Self { board, operations })
    }

    /// The operand of an operation.
    pub fn operation(&self, name: &str) -> Option<&str> {
        self.operations.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The moves of an operation such as `bm` (best moves) or `am` (moves to avoid); none if it is
    /// missing.
    pub fn moves(&self, name: &str) -> Result<Vec<Move>, EpdError> {
        let words = self.operation(name).unwrap_or_default().split_ascii_whitespace();
        let read = |word| read_san(&self.board, word);
        words.map(read).collect::<Result<_, _>>().map_err(|error| EpdError::Move { operation: name.to_owned(), error })
    }
}

/// The first words of a text, and the rest.
fn split_words(text: &str, count: usize) -> (&str, &str) {
    let text = text.trim();
    let mut end = 0;
    for _ in 0..count {
        let rest = &text[end..];
        let begin = end + rest.len() - rest.trim_start().len();
        end = begin + text[begin..].find(char::is_whitespace).unwrap_or(text.len() - begin);
    }
    text.split_at(end)
}

fn read_operations(text: &str) -> Result<Vec<(String, String)>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_at(rest.find([' ', '\t', ';']).unwrap_or(rest.len()));
        let after = after.trim_start();
        let (operand, next) = match after.strip_prefix('"') {
            Some(quoted) => {
                let end = quoted.find('"').ok_or_else(|| EpdError::Quotes(players::excerpt(name)))?;
                let behind = &quoted[end + 1..];
                (&quoted[..end], behind.split_once(';').map_or("", |(_, next)| next))
            }
            None => after.split_once(';').unwrap_or((after, "")),
        };
        if !name.is_empty() {
            operations.push((name.to_owned(), operand.trim().to_owned()));
        }
        rest = next.trim_start();
    }
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_books_and_suites() {
        let book = Epd::read("rnbqkbnr/p1p1pp1p/1p1p2p1/8/1PP5/3P4/P3PPPP/RNBQKBNR w KQkq - 3 4").unwrap();
        assert_eq!((book.board.halfmove_clock(), book.board.fullmove_number(), book.operations.len()), (3, 4, 0));
        let suite =
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - hmvc 5; bm Rxb2 Rb3xb2;c0 \"a; b\" ; noop ;id \"WAC.2\"";
        let suite = Epd::read(suite).unwrap();
        let names: Vec<_> = suite.operations.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(names, [("hmvc", "5"), ("bm", "Rxb2 Rb3xb2"), ("c0", "a; b"), ("noop", ""), ("id", "WAC.2")]);
        assert_eq!(suite.moves("bm").unwrap(), vec!["b3b2".parse().unwrap(); 2]);
        assert_eq!((suite.moves("am").unwrap().len(), suite.board.halfmove_clock()), (0, 5));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |line: &str| Epd::read(line).unwrap_err().to_string();
        assert!(error("").starts_with("not a FEN: expected pieces"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w").starts_with("not a FEN: expected pieces"));
        assert_eq!(error("4k3/8/8/8/8/8/8/8 w - - id 1;"), "not a possible position: White has 0 kings instead of 1");
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - id \"x;").contains("the operation id has an opening"));
        let epd = Epd::read("4k3/8/8/8/8/8/8/4K3 w - - bm Kf3;").unwrap();
        assert_eq!(epd.moves("bm").unwrap_err().to_string(), "bm: Kf3 is not legal here");
    }
}
