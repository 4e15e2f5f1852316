//! The nine squares, and sets of squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square, named as in the paper:
///
/// ```text
/// a b c
/// d e f
/// g h i
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The centre, e.
    pub const CENTRE: Self = Self(4);

    /// All nine squares, from a to i.
    pub fn all() -> impl Iterator<Item = Self> {
        Squares::ALL.into_iter()
    }

    /// The square with this index: 0 is a, 8 is i.
    ///
    /// ```
    /// # use noughts::Square;
    /// assert_eq!(Square::new(4), Some(Square::CENTRE));
    /// assert_eq!(Square::new(9), None);
    /// ```
    pub const fn new(index: usize) -> Option<Self> {
        if index < 9 { Some(Self(index as u8)) } else { None }
    }

    /// The square's index, from 0 to 8.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square's name, from a to i.
    pub const fn name(self) -> char {
        (b'a' + self.0) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a square: expected a to i, or 1 to 9")]
pub struct UnknownSquare(pub String);

impl FromStr for Square {
    type Err = UnknownSquare;

    /// Parses a letter from a to i in either case, or a digit from 1 (a) to 9 (i).
    ///
    /// ```
    /// # use noughts::Square;
    /// assert_eq!("e".parse(), Ok(Square::CENTRE));
    /// assert_eq!("5".parse(), Ok(Square::CENTRE));
    /// assert!("k".parse::<Square>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, UnknownSquare> {
        let index = match text.as_bytes() {
            [letter @ (b'a'..=b'i' | b'A'..=b'I')] => letter.to_ascii_lowercase() - b'a',
            [digit @ b'1'..=b'9'] => digit - b'1',
            _ => return Err(UnknownSquare(text.to_owned())),
        };
        Ok(Self(index))
    }
}

/// A set of squares as a bit set; square a is the lowest bit.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares(u16);

impl Squares {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self(0b111_111_111);
    /// The centre square.
    pub const CENTRE: Self = Self(0b000_010_000);
    /// The corners a, c, g and i.
    pub const CORNERS: Self = Self(0b101_000_101);
    /// The edge squares b, d, f and h.
    pub const EDGES: Self = Self(0b010_101_010);

    /// The set with these bits; bits above the ninth are ignored.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// Whether the set contains every square of `other`.
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with `square` added.
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// The intersection with `other`.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The union with `other`.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares outside the set.
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    /// Iterates from a to i.
    fn into_iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Iterator over the squares of a set, from a to i.
#[derive(Clone, Debug)]
pub struct SquaresIter(u16);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        Square::new(lowest as usize)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquaresIter {}

impl fmt::Display for Squares {
    /// The names of the squares without a separator, such as `abc`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.into_iter().try_for_each(|square| write!(f, "{square}"))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for (i, square) in Square::all().enumerate() {
            assert_eq!(square.index(), i);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!((i + 1).to_string().parse(), Ok(square));
        }
        for text in ["", "0", "j", "aa", "10", " a", "é"] {
            assert_eq!(text.parse::<Square>(), Err(UnknownSquare(text.to_owned())));
        }
    }

    #[test]
    fn centre_corners_and_edges_make_up_the_board() {
        let parts = [Squares::CENTRE, Squares::CORNERS, Squares::EDGES];
        assert_eq!(parts.map(|part| part.to_string()), ["e", "acgi", "bdfh"]);
        assert_eq!(parts.into_iter().fold(Squares::NONE, Squares::or), Squares::ALL);
        assert_eq!(Squares::CENTRE.or(Squares::EDGES).complement(), Squares::CORNERS);
        assert_eq!(Squares::CORNERS.into_iter().collect::<Squares>(), Squares::CORNERS);
        assert_eq!(Squares::CORNERS.into_iter().len(), 4);
        assert_eq!(Squares::from_bits(u16::MAX), Squares::ALL);
    }
}
