//! Othello, an example of a game for `gametree`. The tests and benches use it too.

use gametree::{Game, Hashed, Score, mix};

/// A position. Bit `8 * row + column` is a square, a1 is bit 0 and h8 bit 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The discs of the player to move.
    pub own: u64,
    /// The discs of the opponent.
    pub other: u64,
    /// Whose turn it is: 0 for Black, who moves first.
    pub to_move: u8,
}

/// The move of a player who cannot place a disc. All others are squares.
pub const PASS: u8 = 64;

const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_COLUMN_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Lines along a row must not run on into the next: their inner discs are in columns b to g.
const INNER: u64 = NOT_COLUMN_A & NOT_COLUMN_H;

/// The steps to the next square along a row, a column and the two diagonals, each with the discs
/// that a line can run through.
const STEPS: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

impl Board {
    /// Reads 64 squares from a1 to h8: `X` and `O` are discs, everything else is empty. `X` is to
    /// move.
    pub fn read(squares: &str) -> Self {
        let discs = |disc: u8| {
            let set = squares.bytes().enumerate().filter(|&(_, it)| it == disc);
            set.fold(0, |discs, (square, _)| discs | 1 << square)
        };
        Self { own: discs(b'X'), other: discs(b'O'), to_move: 0 }
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares where the player to move can place a disc.
    #[inline]
    pub fn mobility(&self) -> u64 {
        mobility(self.own, self.other)
    }

    /// The squares where the opponent could place a disc now.
    #[inline]
    fn other_mobility(&self) -> u64 {
        mobility(self.other, self.own)
    }

    /// The position after the player to move places a disc on `square`, or passes.
    #[inline]
    pub fn place(&self, square: u8) -> Self {
        let to_move = 1 - self.to_move;
        if square == PASS {
            return Self { own: self.other, other: self.own, to_move };
        }
        let disc = 1 << square;
        let flipped = flipped(disc, self.own, self.other);
        Self { own: self.other ^ flipped, other: self.own | flipped | disc, to_move }
    }

    /// Whether neither player can place a disc.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.empty() == 0 || (self.mobility() == 0 && self.other_mobility() == 0)
    }

    /// The discs of the player to move less those of the opponent; the winner also gets the squares
    /// that stayed empty.
    #[inline]
    pub fn margin(&self) -> Score {
        let [own, other] = [self.own, self.other].map(|discs| discs.count_ones() as Score);
        let empty = 64 - own - other;
        own - other + empty * (own - other).signum()
    }

    /// A well-mixed number, different for every position.
    #[inline]
    pub fn hash(&self) -> u64 {
        mix(self.own ^ mix(self.other ^ u64::from(self.to_move) << 35))
    }
}

/// The empty squares at the end of a line of `other` discs that begins at an `own` one.
#[inline]
fn mobility(own: u64, other: u64) -> u64 {
    let mut squares = 0;
    for (step, inner) in STEPS {
        let through = other & inner;
        // Up to six discs in a line, both ways at once.
        let mut up = through & (own << step);
        let mut down = through & (own >> step);
        up |= through & (up << step);
        down |= through & (down >> step);
        let (pairs_up, pairs_down) = (through & (through << step), through & (through >> step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        squares |= (up << step) | (down >> step);
    }
    squares & !(own | other)
}

/// The `other` discs between `disc` and the next `own` ones.
#[inline]
fn flipped(disc: u64, own: u64, other: u64) -> u64 {
    let mut flipped = 0;
    for (step, inner) in STEPS {
        let through = other & inner;
        let mut up = through & (disc << step);
        let mut down = through & (disc >> step);
        up |= through & (up << step);
        down |= through & (down >> step);
        let (pairs_up, pairs_down) = (through & (through << step), through & (through >> step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        if (up << step) & own != 0 {
            flipped |= up;
        }
        if (down >> step) & own != 0 {
            flipped |= down;
        }
    }
    flipped
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [black, white] = if self.to_move == 0 { [self.own, self.other] } else { [self.other, self.own] };
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for column in 0..8 {
                let square = 1 << (8 * row + column);
                let disc = if black & square != 0 {
                    'X'
                } else if white & square != 0 {
                    'O'
                } else {
                    '.'
                };
                write!(f, " {disc}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  a b c d e f g h")
    }
}

/// A simple evaluator: the moves that each player has, and its corners.
#[inline]
pub fn mobility_and_corners(board: &Board) -> [Score; 2] {
    let [own, other] = [(board.own, board.mobility()), (board.other, board.other_mobility())]
        .map(|(discs, moves)| (moves.count_ones() + 8 * (discs & CORNERS).count_ones()) as Score);
    gametree::for_mover(own - other, usize::from(board.to_move))
}

/// The name of a square, such as `a2`.
pub fn name(square: u8) -> String {
    if square == PASS {
        return "pass".to_owned();
    }
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The rules of Othello. The final score is the margin in discs, from −64 to 64.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello;

impl Game for Othello {
    type State = Board;
    type Move = u8;
    type Scores = [Score; 2];
    /// No position with more moves is known.
    const MAX_MOVES: usize = 34;

    fn start(&self) -> Board {
        Board { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, to_move: 0 }
    }

    #[inline]
    fn to_move(&self, board: &Board) -> usize {
        usize::from(board.to_move)
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        let mut squares = board.mobility();
        if squares == 0 {
            moves.push(PASS);
        }
        // Corners first.
        for mut squares in [squares & CORNERS, std::mem::take(&mut squares) & !CORNERS] {
            while squares != 0 {
                moves.push(squares.trailing_zeros() as u8);
                squares &= squares - 1;
            }
        }
    }

    #[inline]
    fn play(&self, from: &Board, square: u8, to: &mut Board) {
        *to = from.place(square);
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        board.is_over().then(|| gametree::for_mover(board.margin(), usize::from(board.to_move)))
    }

    /// Fastest first: the fewer moves the opponent has left, the smaller the tree. Corners count as
    /// much as several moves. With few empty squares it is faster not to look.
    #[inline]
    fn priority(&self, board: &Board, square: u8) -> i32 {
        if board.empty().count_ones() < 7 || square == PASS {
            return 0;
        }
        let next = board.place(square);
        let squares = next.mobility();
        -((squares.count_ones() + (squares & CORNERS).count_ones()) as i32)
    }
}

impl Hashed for Othello {
    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    #[inline]
    fn code(&self, square: u8) -> u16 {
        square.into()
    }
}
