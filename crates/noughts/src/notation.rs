//! Positions on one line, such as `X.O/.X./...`, and drawn on five.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Impossible, Side};
use crate::square::{Square, Squares};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Not three lines.
    #[error("{found} lines between slashes instead of 3")]
    Lines {
        /// How many there are.
        found: usize,
    },
    /// A line that does not have three squares.
    #[error("line {line} has {found} squares instead of 3")]
    Width {
        /// The line, from 1.
        line: usize,
        /// How many squares it has.
        found: usize,
    },
    /// Something else than a sign or an empty square.
    #[error("{found:?} on square {square}: a square is X, O or .")]
    Sign {
        /// The square.
        square: Square,
        /// What is written for it.
        found: char,
    },
    /// No game leads to the position.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

impl FromStr for Board {
    type Err = NotationError;

    /// Reads the three lines from top to bottom: X, O (small letters will do) and `.` for an empty square.
    ///
    /// ```
    /// # use noughts::Board;
    /// let error = "XX./.../...".parse::<Board>().unwrap_err();
    /// assert_eq!(error.to_string(), "2 X and 0 O: X begins, so there are as many X as O, or one more");
    /// let error = "X../.?./..O".parse::<Board>().unwrap_err();
    /// assert_eq!(error.to_string(), "'?' on square e: a square is X, O or .");
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = text.split('/').count();
        if found != 3 {
            return Err(NotationError::Lines { found });
        }
        for (line, squares) in text.split('/').enumerate() {
            let found = squares.chars().count();
            if found != 3 {
                return Err(NotationError::Width { line: line + 1, found });
            }
        }
        let (mut cross, mut nought) = (Squares::NONE, Squares::NONE);
        for (square, found) in Square::all().zip(text.split('/').flat_map(str::chars)) {
            match found {
                'X' | 'x' => cross = cross.with(square),
                'O' | 'o' => nought = nought.with(square),
                '.' => {}
                _ => return Err(NotationError::Sign { square, found }),
            }
        }
        Ok(Self::new(cross, nought)?)
    }
}

impl Board {
    /// The position on one line.
    ///
    /// ```
    /// # use noughts::{Board, Square};
    /// assert_eq!(Board::EMPTY.play(Square::CENTRE).notation(), ".../.X./...");
    /// ```
    pub fn notation(self) -> String {
        let mut text = String::with_capacity(11);
        for square in Square::all() {
            if matches!(square.index(), 3 | 6) {
                text.push('/');
            }
            text.push(self.at(square).map_or('.', Side::sign));
        }
        text
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.notation())
    }
}

impl fmt::Display for Board {
    /// Draws the board; the empty squares show their names.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for square in Square::all() {
            let sign = self.at(square).map_or(square.name(), Side::sign);
            match square.index() {
                8 => write!(f, " {sign}")?,
                2 | 5 => write!(f, " {sign}\n---+---+---\n")?,
                _ => write!(f, " {sign} |")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::positions::positions;

    /// Positions of random games, finished ones included.
    fn any_board() -> impl Strategy<Value = Board> {
        prop::collection::vec(0..9usize, 0..=9).prop_map(|choices| {
            choices.into_iter().fold(Board::EMPTY, |board, choice| {
                let moves = board.moves();
                match moves.into_iter().nth(choice % moves.len().max(1)) {
                    Some(square) => board.play(square),
                    None => board,
                }
            })
        })
    }

    #[test]
    fn the_drawing() {
        let board: Board = "X.O/.X./...".parse().unwrap();
        assert_eq!(board.to_string(), " X | b | O\n---+---+---\n d | X | f\n---+---+---\n g | h | i");
        assert_eq!(format!("{board:?}"), "X.O/.X./...");
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            ("", "1 lines between slashes instead of 3"),
            ("X../...", "2 lines between slashes instead of 3"),
            ("X../.../.../", "4 lines between slashes instead of 3"),
            ("X../..../...", "line 2 has 4 squares instead of 3"),
            ("X../.../é.", "line 3 has 2 squares instead of 3"),
            ("X../.../..é", "'é' on square i: a square is X, O or ."),
            ("X../0../...", "'0' on square d: a square is X, O or ."),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Board>().unwrap_err().to_string(), message);
        }
    }

    /// The reader lets in exactly the positions that games lead to: of all 3⁹ ways to fill the board, 5,478.
    #[test]
    fn exactly_the_reachable_positions_are_read() {
        let reachable: HashSet<Board> = positions().into_iter().collect();
        let mut read = 0;
        for number in 0..3usize.pow(9) {
            let signs: Vec<char> = (0..9).map(|i| ['.', 'X', 'O'][number / 3usize.pow(i) % 3]).collect();
            let text = signs.chunks(3).map(String::from_iter).collect::<Vec<_>>().join("/");
            if let Ok(board) = text.parse::<Board>() {
                assert!(reachable.contains(&board), "{text} cannot arise");
                assert_eq!(board.notation(), text);
                read += 1;
            }
        }
        assert_eq!(read, reachable.len());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(board in any_board()) {
            prop_assert_eq!(board.notation().parse(), Ok(board));
            prop_assert_eq!(board.notation().to_lowercase().parse(), Ok(board));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.notation(), text.to_uppercase());
            }
        }

        #[test]
        fn nearly_positions_are_read_or_refused(text in "[XO.xo/é]{9,13}") {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.notation(), text.to_uppercase());
            }
        }
    }
}
