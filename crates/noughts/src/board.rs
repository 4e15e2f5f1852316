//! The rules.

use std::fmt;

use thiserror::Error;

use crate::square::{Square, Squares};

/// The eight rows: three across, three down, two diagonals.
pub const ROWS: [Squares; 8] = [
    Squares::from_bits(0b000_000_111),
    Squares::from_bits(0b000_111_000),
    Squares::from_bits(0b111_000_000),
    Squares::from_bits(0b001_001_001),
    Squares::from_bits(0b010_010_010),
    Squares::from_bits(0b100_100_100),
    Squares::from_bits(0b100_010_001),
    Squares::from_bits(0b001_010_100),
];

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Moves first; player 0 of the searches.
    Cross,
    /// Moves second; player 1 of the searches.
    Nought,
}

impl Side {
    /// Both sides, in the order of their first moves.
    pub const BOTH: [Self; 2] = [Self::Cross, Self::Nought];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Cross => Self::Nought,
            Self::Nought => Self::Cross,
        }
    }

    /// The player's index in the searches.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The sign that the side leaves on the board: X or O.
    pub const fn sign(self) -> char {
        match self {
            Self::Cross => 'X',
            Self::Nought => 'O',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Cross => "cross",
            Self::Nought => "nought",
        })
    }
}

/// A position that can arise in a game.
///
/// ```
/// use noughts::{Board, Side, Square};
/// let board: Board = "XX./OO./...".parse()?;
/// assert_eq!(board.to_move(), Side::Cross);
/// let won = board.try_play("c".parse()?)?;
/// assert_eq!(won.winner(), Some(Side::Cross));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    cross: Squares,
    nought: Squares,
}

/// Why no game leads to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Impossible {
    /// Two signs on one square.
    #[error("cross and nought are both on {0}")]
    Shared(Squares),
    /// Too many signs of one side.
    #[error("{crosses} X and {noughts} O: X begins, so there are as many X as O, or one more")]
    Count {
        /// How many crosses there are.
        crosses: usize,
        /// How many noughts there are.
        noughts: usize,
    },
    /// The game would have ended before the second row was made.
    #[error("both sides have a row: cross {cross} and nought {nought}")]
    BothRows {
        /// A row of cross.
        cross: Squares,
        /// A row of nought.
        nought: Squares,
    },
    /// The game would have ended before the other side's last move.
    #[error("{side} has the row {row}, but {} moved after it", side.other())]
    MovedAfterEnd {
        /// The side that has the row.
        side: Side,
        /// The row.
        row: Squares,
    },
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The square is not empty.
    #[error("{} is already on {square}", side.sign())]
    Taken {
        /// The square.
        square: Square,
        /// Whose sign is on it.
        side: Side,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

impl Board {
    /// The empty board, with which every game starts.
    pub const EMPTY: Self = Self { cross: Squares::NONE, nought: Squares::NONE };

    /// The position with these signs, if a game can lead to it.
    ///
    /// # Errors
    /// [`Impossible`] says why not.
    pub fn new(cross: Squares, nought: Squares) -> Result<Self, Impossible> {
        let board = Self { cross, nought };
        let shared = cross.and(nought);
        if !shared.is_empty() {
            return Err(Impossible::Shared(shared));
        }
        let (crosses, noughts) = (cross.len(), nought.len());
        if crosses != noughts && crosses != noughts + 1 {
            return Err(Impossible::Count { crosses, noughts });
        }
        match Side::BOTH.map(|side| board.row_of(side)) {
            [Some(cross), Some(nought)] => return Err(Impossible::BothRows { cross, nought }),
            [Some(row), _] if board.to_move() == Side::Cross => {
                return Err(Impossible::MovedAfterEnd { side: Side::Cross, row });
            }
            [_, Some(row)] if board.to_move() == Side::Nought => {
                return Err(Impossible::MovedAfterEnd { side: Side::Nought, row });
            }
            // No count above allows two rows that were not made with one move: they would take six signs.
            _ => {}
        }
        Ok(board)
    }

    /// The position with these signs, which must be one that a game leads to.
    pub(crate) const fn of(cross: Squares, nought: Squares) -> Self {
        Self { cross, nought }
    }

    /// The squares on which `side` has its sign.
    pub const fn of_side(self, side: Side) -> Squares {
        match side {
            Side::Cross => self.cross,
            Side::Nought => self.nought,
        }
    }

    /// The squares without a sign.
    pub const fn empty(self) -> Squares {
        self.cross.or(self.nought).others()
    }

    /// Whose sign is on `square`.
    pub fn at(self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.of_side(side).has(square))
    }

    /// Whose turn it is, or would be if the game were not over.
    #[inline]
    pub const fn to_move(self) -> Side {
        if self.cross.len() == self.nought.len() { Side::Cross } else { Side::Nought }
    }

    /// The first of the eight rows that is full of the signs of `side`.
    pub fn row_of(self, side: Side) -> Option<Squares> {
        ROWS.into_iter().find(|&row| self.of_side(side).contains(row))
    }

    /// Who has won.
    #[inline]
    pub fn winner(self) -> Option<Side> {
        // Only the last move can have made a row.
        let last = self.to_move().other();
        ROWS.into_iter().any(|row| self.of_side(last).contains(row)).then_some(last)
    }

    /// Whether the game has ended, by a row or because the board is full.
    pub fn is_over(self) -> bool {
        self.empty().is_empty() || self.winner().is_some()
    }

    /// The legal moves: the empty squares, or none if the game is over.
    pub fn moves(self) -> Squares {
        if self.is_over() { Squares::NONE } else { self.empty() }
    }

    /// The position after a legal move. See [`try_play`](Board::try_play) for one that may not be.
    #[inline]
    #[must_use]
    pub fn play(self, square: Square) -> Self {
        debug_assert!(self.moves().has(square), "{square} is not a legal move in {self:?}");
        match self.to_move() {
            Side::Cross => Self { cross: self.cross.with(square), ..self },
            Side::Nought => Self { nought: self.nought.with(square), ..self },
        }
    }

    /// The position after a move, if it is legal.
    ///
    /// # Errors
    /// [`Illegal`] says why it is not.
    pub fn try_play(self, square: Square) -> Result<Self, Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        match self.at(square) {
            Some(side) => Err(Illegal::Taken { square, side }),
            None => Ok(self.play(square)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(notation: &str) -> Board {
        notation.parse().unwrap()
    }

    fn squares(names: &str) -> Squares {
        names.chars().map(|name| name.to_string().parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn the_rows() {
        let names = ROWS.map(|row| row.to_string());
        assert_eq!(names, ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]);
    }

    #[test]
    fn a_game() {
        let mut position = Board::EMPTY;
        for (square, mover) in "eabhc".chars().zip([Side::Cross, Side::Nought].into_iter().cycle()) {
            assert_eq!(position.to_move(), mover);
            position = position.try_play(square.to_string().parse().unwrap()).unwrap();
        }
        assert_eq!(position, board("OXX/.X./.O."));
        let won = board("OXX/OX./XO.");
        assert_eq!(won.winner(), Some(Side::Cross));
        assert_eq!(won.moves(), Squares::NONE);
        assert_eq!(won.try_play(squares("f").into_iter().next().unwrap()), Err(Illegal::Over));
        let centre = Board::EMPTY.play(Square::CENTRE);
        let taken = Illegal::Taken { square: Square::CENTRE, side: Side::Cross };
        assert_eq!(centre.try_play(Square::CENTRE), Err(taken));
        assert_eq!(taken.to_string(), "X is already on e");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let none = Squares::NONE;
        let cases = [
            (squares("ab"), squares("bc"), "cross and nought are both on b"),
            (squares("ab"), none, "2 X and 0 O: X begins, so there are as many X as O, or one more"),
            (none, squares("a"), "0 X and 1 O: X begins, so there are as many X as O, or one more"),
            (squares("abc"), squares("ghi"), "both sides have a row: cross abc and nought ghi"),
            (squares("abc"), squares("deg"), "cross has the row abc, but nought moved after it"),
            (squares("abdf"), squares("ceg"), "nought has the row ceg, but cross moved after it"),
        ];
        for (cross, nought, message) in cases {
            assert_eq!(Board::new(cross, nought).unwrap_err().to_string(), message);
        }
    }
}
