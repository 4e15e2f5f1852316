//! The eight symmetries of the board.

use crate::board::{Board, Side};
use crate::square::{Square, Squares};

/// The number of symmetries, including the identity.
pub const SYMMETRIES: usize = 8;

/// The image of every set of squares under every symmetry. Symmetry n mirrors the board if n is 4
/// or more, and then rotates it by n mod 4 quarter turns.
static IMAGES: [[u16; 512]; SYMMETRIES] = images();

const fn images() -> [[u16; 512]; SYMMETRIES] {
    let mut images = [[0; 512]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut set = 0;
        while set < 512 {
            let mut square = 0;
            while square < 9 {
                if set >> square & 1 != 0 {
                    images[symmetry][set] |= 1 << moved(square, symmetry);
                }
                square += 1;
            }
            set += 1;
        }
        symmetry += 1;
    }
    images
}

/// The index of the square's image under the symmetry.
const fn moved(square: usize, symmetry: usize) -> usize {
    let (mut line, mut column) = (square / 3, square % 3);
    if symmetry >= 4 {
        column = 2 - column;
    }
    let mut turns = symmetry % 4;
    while turns > 0 {
        (line, column) = (column, 2 - line);
        turns -= 1;
    }
    3 * line + column
}

/// The image of a square under a symmetry, numbered modulo 8.
pub fn square_image(square: Square, symmetry: usize) -> Square {
    squares_image(Squares::NONE.with(square), symmetry).into_iter().next().unwrap_or(square)
}

/// The image of a set of squares under a symmetry, numbered modulo 8.
#[inline]
pub fn squares_image(squares: Squares, symmetry: usize) -> Squares {
    Squares::from_bits(IMAGES[symmetry % SYMMETRIES][squares.bits() as usize])
}

impl Board {
    /// The position's image under a symmetry, numbered modulo 8; 0 is the identity.
    #[inline]
    #[must_use]
    pub fn image(self, symmetry: usize) -> Self {
        let [cross, nought] = Side::BOTH.map(|side| squares_image(self.of_side(side), symmetry));
        Self::new_unchecked(cross, nought)
    }

    /// The smallest of the position's eight images. It is the same for all positions that are equal
    /// up to symmetry.
    #[must_use]
    pub fn canonical(self) -> Self {
        (1..SYMMETRIES).fold(self, |least, symmetry| least.min(self.image(symmetry)))
    }

    /// The essentially different moves: the first of those that lead to the same position up to
    /// symmetry.
    ///
    /// ```
    /// # use noughts::Board;
    /// assert_eq!(Board::EMPTY.different_moves().to_string(), "abe"); // corner, edge, centre
    /// ```
    pub fn different_moves(self) -> Squares {
        let mut seen = Vec::with_capacity(9);
        let is_new = |&square: &Square| {
            let next = self.play(square).canonical();
            let new = !seen.contains(&next);
            seen.push(next);
            new
        };
        self.moves().into_iter().filter(is_new).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::ROWS;

    #[test]
    fn symmetries_are_distinct_and_preserve_the_rows() {
        let rows = HashSet::from(ROWS);
        let permutations: HashSet<Vec<Square>> =
            (0..SYMMETRIES).map(|n| Square::all().map(|square| square_image(square, n)).collect()).collect();
        assert_eq!(permutations.len(), SYMMETRIES);
        for symmetry in 0..SYMMETRIES {
            assert_eq!(ROWS.map(|row| squares_image(row, symmetry)).into_iter().collect::<HashSet<_>>(), rows);
        }
    }

    #[test]
    fn different_moves_as_in_the_paper() {
        let replies = |first: &str| Board::EMPTY.play(first.parse().unwrap()).different_moves();
        assert_eq!(Board::EMPTY.different_moves().to_string(), "abe");
        assert_eq!(replies("e").to_string(), "ab");
        assert_eq!(replies("a").to_string(), "bcefi");
        assert_eq!(replies("b").to_string(), "adegh");
    }
}
