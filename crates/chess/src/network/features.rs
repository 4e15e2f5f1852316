//! What the network sees of a position: which piece stands where, from both sides.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// The inputs of one king bucket: own and enemy pieces, by kind and square.
pub(crate) const INPUTS: usize = 2 * Piece::NUM * Square::NUM;

/// The most pieces on a board.
pub(crate) const MAX_PIECES: usize = 32;

/// A piece on its square.
pub(crate) type Placed = (Color, Piece, Square);

/// The pieces of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pieces {
    colors: [BitBoard; Color::NUM],
    kinds: [BitBoard; Piece::NUM],
}

impl From<&Board> for Pieces {
    fn from(board: &Board) -> Self {
        Self { colors: Color::ALL.map(|color| board.colors(color)), kinds: Piece::ALL.map(|kind| board.pieces(kind)) }
    }
}

impl Pieces {
    fn of(&self, color: Color, kind: Piece) -> BitBoard {
        self.colors[color as usize] & self.kinds[kind as usize]
    }

    /// The number of pieces.
    pub(crate) fn count(&self) -> usize {
        (self.colors[0] | self.colors[1]).len() as usize
    }

    /// The squares on which the two differ.
    pub(crate) fn changes(&self, other: &Self) -> BitBoard {
        let colors = self.colors.iter().zip(other.colors).map(|(&one, other)| one ^ other);
        let kinds = self.kinds.iter().zip(other.kinds).map(|(&one, other)| one ^ other);
        colors.chain(kinds).fold(BitBoard::EMPTY, |all, changed| all | changed)
    }

    /// The pieces on some squares, at most [`MAX_PIECES`] of them.
    pub(crate) fn on(&self, squares: BitBoard) -> ArrayVec<Placed, MAX_PIECES> {
        let mut placed = ArrayVec::new();
        for color in Color::ALL {
            for square in squares & self.colors[color as usize] {
                let kind = Piece::ALL.into_iter().find(|&kind| self.kinds[kind as usize].has(square));
                placed.push((color, kind.unwrap_or(Piece::King), square));
            }
        }
        placed
    }

    /// All pieces.
    pub(crate) fn all(&self) -> ArrayVec<Placed, MAX_PIECES> {
        self.on(self.colors[0] | self.colors[1])
    }

    /// The position without one of its pieces.
    pub(crate) fn remove(mut self, (color, kind, square): Placed) -> Self {
        self.colors[color as usize] &= !square.bitboard();
        self.kinds[kind as usize] &= !square.bitboard();
        self
    }

    /// Where a king stands.
    pub(crate) fn king(&self, color: Color) -> Square {
        self.of(color, Piece::King).next_square().unwrap_or(Square::A1)
    }
}

/// How the place of its king changes what a side sees: for every square of the king, as the side
/// sees it, the bucket of its inputs, plus [`MIRRORED`] if the board is turned left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kings(pub(crate) [u8; Square::NUM]);

/// Set in the entries of [`Kings`] for which the board is mirrored.
pub(crate) const MIRRORED: u8 = 0x80;

/// The buckets of a king on the right wing, by rank: on the files e and f, and on g and h.
const FOUR_AREAS: [[u8; 2]; 8] = [[1, 0], [2, 2], [3, 3], [3, 3], [3, 3], [3, 3], [3, 3], [3, 3]];
const EIGHT_AREAS: [[u8; 2]; 8] = [[1, 0], [3, 2], [5, 4], [5, 4], [7, 6], [7, 6], [7, 6], [7, 6]];

impl Kings {
    /// The numbers of buckets for which there is a map.
    pub(crate) const NUMBERS: [usize; 3] = [1, 4, 8];

    /// A map with this many buckets, one of [`Self::NUMBERS`]. The king is always seen on the right
    /// wing, so that a position and its mirror image are the same.
    pub(crate) fn mirrored(buckets: usize) -> Self {
        let areas = match buckets {
            4 => FOUR_AREAS,
            8 => EIGHT_AREAS,
            _ => [[0; 2]; 8],
        };
        Self(std::array::from_fn(|square| {
            let (rank, file) = (square / 8, square % 8);
            let (mirrored, file) = if file < 4 { (MIRRORED, 7 - file) } else { (0, file) };
            mirrored | areas[rank][usize::from(file >= 6)]
        }))
    }

    /// The number of buckets.
    pub(crate) fn buckets(&self) -> usize {
        usize::from(self.0.iter().map(|entry| entry & !MIRRORED).max().unwrap_or(0)) + 1
    }

    /// How a side sees the board when its king stands here.
    pub(crate) fn view(&self, side: Color, king: Square) -> View {
        let turned = if side == Color::White { 0 } else { 56 };
        let entry = self.0[king as usize ^ turned];
        let mirrored = if entry & MIRRORED == 0 { 0 } else { 7 };
        View { side, first: u16::from(entry & !MIRRORED) * INPUTS as u16, flip: (turned ^ mirrored) as u8 }
    }
}

/// How one side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    side: Color,
    /// The first input of the bucket.
    first: u16,
    /// What is exclusive-ored with the number of a square.
    flip: u8,
}

impl View {
    /// The input of a piece.
    fn input(self, (color, kind, square): Placed) -> u16 {
        let side = u16::from(color != self.side);
        let square = square as u16 ^ u16::from(self.flip);
        self.first + (side * Piece::NUM as u16 + kind as u16) * Square::NUM as u16 + square
    }

    /// The inputs of some pieces.
    pub(crate) fn inputs(self, placed: &[Placed]) -> ArrayVec<u16, MAX_PIECES> {
        placed.iter().map(|&placed| self.input(placed)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_and_its_images_have_the_same_inputs() {
        let inputs = |fen: &str, side| {
            let pieces = Pieces::from(&fen.parse::<Board>().unwrap());
            let mut inputs = Kings::mirrored(1).view(side, pieces.king(side)).inputs(&pieces.all());
            inputs.sort();
            inputs
        };
        let position = inputs("4k3/2p5/8/8/8/5N2/1P6/6K1 w - - 0 1", Color::White);
        assert_eq!(position.len(), 5);
        assert_eq!(position, inputs("3k4/5p2/8/8/8/2N5/6P1/1K6 w - - 0 1", Color::White));
        assert_eq!(position, inputs("6k1/1p6/5n2/8/8/8/2P5/4K3 w - - 0 1", Color::Black));
        assert_ne!(position, inputs("6k1/1p6/5n2/8/8/8/2P5/4K3 w - - 0 1", Color::White));
    }

    #[test]
    fn differences_are_what_a_move_changes() {
        let before = Pieces::from(&"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse::<Board>().unwrap());
        let after = Pieces::from(&"4k3/8/8/3P4/8/8/8/4K3 b - - 0 1".parse::<Board>().unwrap());
        let changes = after.changes(&before);
        assert_eq!(changes, Square::D5.bitboard() | Square::E4.bitboard());
        assert_eq!(before.changes(&before), BitBoard::EMPTY);
        assert_eq!(after.on(changes)[..], [(Color::White, Piece::Pawn, Square::D5)]);
        let gone = [(Color::White, Piece::Pawn, Square::E4), (Color::Black, Piece::Pawn, Square::D5)];
        assert_eq!(before.on(changes)[..], gone);
        assert_eq!((before.count(), after.count()), (4, 3));
        let kings = [(Color::White, Piece::King, Square::E1), (Color::Black, Piece::King, Square::E8)];
        assert_eq!(after.all()[..], [kings[0], (Color::White, Piece::Pawn, Square::D5), kings[1]]);
    }
}
