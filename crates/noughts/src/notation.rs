//! Positions as text: on one line, such as `X.O/.X./...`, and as a drawn board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, InvalidPosition, Side};
use crate::square::{Square, Squares};

/// Why a text is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Not three lines.
    #[error("expected 3 lines separated by /, found {found}")]
    Lines {
        /// The number of lines.
        found: usize,
    },
    /// A line without exactly three squares.
    #[error("line {line}: expected 3 squares, found {found}")]
    Width {
        /// The line, counted from 1.
        line: usize,
        /// The number of squares.
        found: usize,
    },
    /// A character that does not stand for a square.
    #[error("square {square}: expected X, O or ., found {found:?}")]
    Mark {
        /// The square.
        square: Square,
        /// The character found there.
        found: char,
    },
    /// The position is unreachable.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

impl FromStr for Board {
    type Err = NotationError;

    /// Parses the three lines from top to bottom: X and O in either case, and `.` for an empty
    /// square.
    ///
    /// ```
    /// # use noughts::Board;
    /// let error = "XX./.../...".parse::<Board>().unwrap_err();
    /// assert_eq!(error.to_string(), "2 X and 0 O: X moves first, so expected as many X as O, or one more");
    /// let error = "X../.?./..O".parse::<Board>().unwrap_err();
    /// assert_eq!(error.to_string(), "square e: expected X, O or ., found '?'");
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
                _ => return Err(NotationError::Mark { square, found }),
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
            text.push(self.at(square).map_or('.', Side::mark));
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
    /// Draws the board; empty squares show their names.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for square in Square::all() {
            let mark = self.at(square).map_or(square.name(), Side::mark);
            match square.index() {
                8 => write!(f, " {mark}")?,
                2 | 5 => write!(f, " {mark}\n---+---+---\n")?,
                _ => write!(f, " {mark} |")?,
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

    /// Positions from random games, finished ones included.
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
    fn boards_are_drawn() {
        let board: Board = "X.O/.X./...".parse().unwrap();
        assert_eq!(board.to_string(), " X | b | O\n---+---+---\n d | X | f\n---+---+---\n g | h | i");
        assert_eq!(format!("{board:?}"), "X.O/.X./...");
    }

    #[test]
    fn errors_name_the_location() {
        let cases = [
            ("", "expected 3 lines separated by /, found 1"),
            ("X../...", "expected 3 lines separated by /, found 2"),
            ("X../.../.../", "expected 3 lines separated by /, found 4"),
            ("X../..../...", "line 2: expected 3 squares, found 4"),
            ("X../.../é.", "line 3: expected 3 squares, found 2"),
            ("X../.../..é", "square i: expected X, O or ., found 'é'"),
            ("X../0../...", "square d: expected X, O or ., found '0'"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Board>().unwrap_err().to_string(), message);
        }
    }

    /// Of the 3⁹ ways to fill the board, the parser accepts exactly the 5,478 reachable ones.
    #[test]
    fn exactly_the_reachable_positions_are_accepted() {
        let reachable: HashSet<Board> = positions().into_iter().collect();
        let mut accepted = 0;
        for number in 0..3usize.pow(9) {
            let marks: Vec<char> = (0..9).map(|i| ['.', 'X', 'O'][number / 3usize.pow(i) % 3]).collect();
            let text = marks.chunks(3).map(String::from_iter).collect::<Vec<_>>().join("/");
            if let Ok(board) = text.parse::<Board>() {
                assert!(reachable.contains(&board), "{text} is unreachable");
                assert_eq!(board.notation(), text);
                accepted += 1;
            }
        }
        assert_eq!(accepted, reachable.len());
    }

    proptest! {
        #[test]
        fn notation_round_trips(board in any_board()) {
            prop_assert_eq!(board.notation().parse(), Ok(board));
            prop_assert_eq!(board.notation().to_lowercase().parse(), Ok(board));
        }

        #[test]
        fn arbitrary_text_does_not_panic(text in ".*") {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.notation(), text.to_uppercase());
            }
        }

        #[test]
        fn text_close_to_a_position_does_not_panic(text in "[XO.xo/é]{9,13}") {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.notation(), text.to_uppercase());
            }
        }
    }
}
