//! The rules: positions and legal moves.

use std::fmt;

use thiserror::Error;

use crate::square::{Square, Squares};

/// The eight winning rows: three across, three down, two diagonal.
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
    /// Moves first; player 0 in searches.
    Cross,
    /// Moves second; player 1 in searches.
    Nought,
}

impl Side {
    /// Both sides; cross, who moves first, comes first.
    pub const BOTH: [Self; 2] = [Self::Cross, Self::Nought];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Cross => Self::Nought,
            Self::Nought => Self::Cross,
        }
    }

    /// The side's player index in searches.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side's mark on the board: X or O.
    pub const fn mark(self) -> char {
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

/// A position that is reachable in a game.
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

/// Why a position cannot be reached in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidPosition {
    /// Both sides have a mark on the same square.
    #[error("cross and nought are both on {0}")]
    Shared(Squares),
    /// One side has too many marks.
    #[error("{crosses} X and {noughts} O: X moves first, so expected as many X as O, or one more")]
    Count {
        /// The number of crosses.
        crosses: usize,
        /// The number of noughts.
        noughts: usize,
    },
    /// Both sides have a row of three, but the first one ends the game.
    #[error("both sides have a row: cross {cross} and nought {nought}")]
    BothRows {
        /// The row of cross.
        cross: Squares,
        /// The row of nought.
        nought: Squares,
    },
    /// The loser moved after the game was won.
    #[error("{side} has the row {row}, but {} moved after it", side.other())]
    MovedAfterEnd {
        /// The winning side.
        side: Side,
        /// Its row.
        row: Squares,
    },
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The square is occupied.
    #[error("{} is already on {square}", side.mark())]
    Occupied {
        /// The square.
        square: Square,
        /// The side whose mark is on it.
        side: Side,
    },
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl Board {
    /// The empty board, the start of every game.
    pub const EMPTY: Self = Self { cross: Squares::NONE, nought: Squares::NONE };

    /// The position with these marks, if it is reachable.
    ///
    /// # Errors
    /// [`InvalidPosition`] if no game leads to it.
    pub fn new(cross: Squares, nought: Squares) -> Result<Self, InvalidPosition> {
        let board = Self { cross, nought };
        let shared = cross.and(nought);
        if !shared.is_empty() {
            return Err(InvalidPosition::Shared(shared));
        }
        let (crosses, noughts) = (cross.len(), nought.len());
        if crosses != noughts && crosses != noughts + 1 {
            return Err(InvalidPosition::Count { crosses, noughts });
        }
        match Side::BOTH.map(|side| board.completed_row(side)) {
            [Some(cross), Some(nought)] => return Err(InvalidPosition::BothRows { cross, nought }),
            [Some(row), _] if board.to_move() == Side::Cross => {
                return Err(InvalidPosition::MovedAfterEnd { side: Side::Cross, row });
            }
            [_, Some(row)] if board.to_move() == Side::Nought => {
                return Err(InvalidPosition::MovedAfterEnd { side: Side::Nought, row });
            }
            // A side with two rows needs no check. It has at most five marks, so the rows share a
            // square and one move can have completed both.
            _ => {}
        }
        Ok(board)
    }

    /// The position with these marks; the caller guarantees that it is reachable.
    pub(crate) const fn new_unchecked(cross: Squares, nought: Squares) -> Self {
        Self { cross, nought }
    }

    /// The squares with a mark of `side`.
    pub const fn of_side(self, side: Side) -> Squares {
        match side {
            Side::Cross => self.cross,
            Side::Nought => self.nought,
        }
    }

    /// The empty squares.
    pub const fn empty(self) -> Squares {
        self.cross.or(self.nought).complement()
    }

    /// The side whose mark is on `square`, if any.
    pub fn at(self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.of_side(side).has(square))
    }

    /// The side to move, or that would be to move if the game were not over.
    #[inline]
    pub const fn to_move(self) -> Side {
        if self.cross.len() == self.nought.len() { Side::Cross } else { Side::Nought }
    }

    /// The first of the eight rows that `side` has completed.
    pub fn completed_row(self, side: Side) -> Option<Squares> {
        ROWS.into_iter().find(|&row| self.of_side(side).contains(row))
    }

    /// The winner, if the game is won.
    #[inline]
    pub fn winner(self) -> Option<Side> {
        // Only the side that moved last can have completed a row.
        let last = self.to_move().other();
        ROWS.into_iter().any(|row| self.of_side(last).contains(row)).then_some(last)
    }

    /// Whether the game is over: a row is complete or the board is full.
    pub fn is_over(self) -> bool {
        self.empty().is_empty() || self.winner().is_some()
    }

    /// The legal moves: the empty squares, or none after the end of the game.
    pub fn moves(self) -> Squares {
        if self.is_over() { Squares::NONE } else { self.empty() }
    }

    /// The position after a legal move. Use [`try_play`](Board::try_play) if it may be illegal.
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
    /// [`IllegalMove`] if it is not.
    pub fn try_play(self, square: Square) -> Result<Self, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        match self.at(square) {
            Some(side) => Err(IllegalMove::Occupied { square, side }),
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
    fn rows_are_lines_of_three() {
        let names = ROWS.map(|row| row.to_string());
        assert_eq!(names, ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]);
    }

    #[test]
    fn sides_alternate_until_the_game_is_over() {
        let mut position = Board::EMPTY;
        for (square, mover) in "eabhc".chars().zip([Side::Cross, Side::Nought].into_iter().cycle()) {
            assert_eq!(position.to_move(), mover);
            position = position.try_play(square.to_string().parse().unwrap()).unwrap();
        }
        assert_eq!(position, board("OXX/.X./.O."));
        let won = board("OXX/OX./XO.");
        assert_eq!(won.winner(), Some(Side::Cross));
        assert_eq!(won.moves(), Squares::NONE);
        assert_eq!(won.try_play(squares("f").into_iter().next().unwrap()), Err(IllegalMove::GameOver));
        let centre = Board::EMPTY.play(Square::CENTRE);
        let taken = IllegalMove::Occupied { square: Square::CENTRE, side: Side::Cross };
        assert_eq!(centre.try_play(Square::CENTRE), Err(taken));
        assert_eq!(taken.to_string(), "X is already on e");
    }

    #[test]
    fn unreachable_positions_are_refused() {
        let none = Squares::NONE;
        let cases = [
            (squares("ab"), squares("bc"), "cross and nought are both on b"),
            (squares("ab"), none, "2 X and 0 O: X moves first, so expected as many X as O, or one more"),
            (none, squares("a"), "0 X and 1 O: X moves first, so expected as many X as O, or one more"),
            (squares("abc"), squares("ghi"), "both sides have a row: cross abc and nought ghi"),
            (squares("abc"), squares("deg"), "cross has the row abc, but nought moved after it"),
            (squares("abdf"), squares("ceg"), "nought has the row ceg, but cross moved after it"),
        ];
        for (cross, nought, message) in cases {
            assert_eq!(Board::new(cross, nought).unwrap_err().to_string(), message);
        }
    }
}
