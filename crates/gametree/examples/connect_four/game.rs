//! Connect Four, an example of a game for `gametree`. The tests and benches use it too.

use gametree::{Game, Hashed, Score, Symmetric, WIN};

/// The number of columns.
pub const COLUMNS: u32 = 7;
/// The number of stones that fit into a column.
pub const ROWS: u32 = 6;
/// Bits per column: one more than its rows, so that lines do not continue into the next column.
const STRIDE: u32 = ROWS + 1;
const COLUMN: u64 = (1 << ROWS) - 1;

/// A position. Bit `STRIDE * column + row` is a stone, row 0 at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The stones of the player to move.
    mine: u64,
    /// The stones of both players.
    all: u64,
    /// The number of stones.
    plies: u32,
    /// The value of the mover's stones less that of the opponent's.
    worth: Score,
}

/// The value of a stone in each column: near the middle it can be part of more lines.
const WORTH: [Score; COLUMNS as usize] = [0, 0, 1, 2, 1, 0, 0];

impl Board {
    /// The position after stones are dropped into these columns, 1 to 7, such as `"4435"`.
    pub fn after(columns: &str) -> Self {
        let mut board = Self::default();
        for column in columns.bytes() {
            board = board.drop_stone(column - b'1');
        }
        board
    }

    /// The position after the player to move drops a stone into `column`.
    #[inline]
    pub fn drop_stone(self, column: u8) -> Self {
        let bottom = 1 << (u32::from(column) * STRIDE);
        // Adding one to a run of set bits carries into the first free one.
        Self {
            mine: self.mine ^ self.all,
            all: self.all | (self.all + bottom),
            plies: self.plies + 1,
            worth: -(self.worth + WORTH[usize::from(column)]),
        }
    }

    /// The stones of the player who moved last.
    #[inline]
    fn theirs(self) -> u64 {
        self.mine ^ self.all
    }

    /// Whether the player who moved last has four in a row.
    #[inline]
    pub fn is_won(self) -> bool {
        let stones = self.theirs();
        let lines = [1, STRIDE - 1, STRIDE, STRIDE + 1].map(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step))
        });
        lines[0] | lines[1] | lines[2] | lines[3] != 0
    }

    /// Whether no stone has been dropped.
    pub fn is_empty(self) -> bool {
        self.plies == 0
    }

    /// Whether it is the turn of the player who moves first.
    #[inline]
    pub fn first_to_move(self) -> bool {
        self.plies.is_multiple_of(2)
    }

    /// Whether no stone can be dropped.
    #[inline]
    pub fn is_full(self) -> bool {
        self.plies == COLUMNS * ROWS
    }

    /// The columns that are not full.
    #[inline]
    pub fn open_columns(self) -> &'static [u8] {
        let (columns, count) = self.open();
        &columns[..count]
    }

    /// Appends the columns that are not full.
    #[inline]
    pub fn push_open_columns(self, moves: &mut Vec<u8>) {
        let (columns, count) = self.open();
        let end = moves.len() + count;
        // Seven bytes are copied faster than a number of bytes that varies.
        moves.extend_from_slice(columns);
        moves.truncate(end);
    }

    /// The columns that are not full, and how many these are.
    #[inline]
    fn open(self) -> (&'static [u8; COLUMNS as usize], usize) {
        // The product brings the top bit of each column into one of the seven highest bits.
        let full = (self.all & TOP).wrapping_mul(GATHER) >> (64 - COLUMNS);
        let (columns, count) = &OPEN[full as usize];
        (columns, usize::from(*count))
    }

    /// A well-mixed number, different for every position.
    #[inline]
    pub fn hash(self) -> u64 {
        // The lowest free bit of each column marks its height, which makes the sum unique.
        let key = self.mine + self.all + BOTTOM;
        let mixed = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }

    /// The value of the mover's stones less that of the opponent's, by their columns.
    #[inline]
    pub fn worth(self) -> Score {
        self.worth
    }
}

const BOTTOM: u64 = column_bits(0)
    | column_bits(1)
    | column_bits(2)
    | column_bits(3)
    | column_bits(4)
    | column_bits(5)
    | column_bits(6);
const fn column_bits(column: u32) -> u64 {
    1 << (column * STRIDE)
}

const TOP: u64 = BOTTOM << (ROWS - 1);

/// Multiplied with a number of which only bits of [`TOP`] are set, brings that of column c to bit
/// 57 + c. No two bits of the two meet at the same place, so nothing is carried.
const GATHER: u64 = {
    let (mut factor, mut column) = (0, 0);
    while column < COLUMNS {
        factor |= 1 << (64 - COLUMNS + column - (column * STRIDE + ROWS - 1));
        column += 1;
    }
    factor
};

/// The columns that are not full, and how many these are, by the set of full columns.
const OPEN: [([u8; COLUMNS as usize], u8); 1 << COLUMNS] = {
    let mut open = [([0; COLUMNS as usize], 0); 1 << COLUMNS];
    let mut full = 0;
    while full < open.len() {
        let mut column = 0;
        while column < COLUMNS as u8 {
            if full >> column & 1 == 0 {
                let (columns, count) = &mut open[full];
                columns[*count as usize] = column;
                *count += 1;
            }
            column += 1;
        }
        full += 1;
    }
    open
};

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, second) =
            if self.first_to_move() { (self.mine, self.theirs()) } else { (self.theirs(), self.mine) };
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                let bit = 1 << (column * STRIDE + row);
                write!(
                    f,
                    " {}",
                    if first & bit != 0 {
                        'X'
                    } else if second & bit != 0 {
                        'O'
                    } else {
                        '.'
                    }
                )?;
            }
            writeln!(f)?;
        }
        writeln!(f, " 1 2 3 4 5 6 7")
    }
}

/// The rules of Connect Four. A move is a column, from 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type State = Board;
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = COLUMNS as usize;

    fn start(&self) -> Board {
        Board::default()
    }

    #[inline]
    fn to_move(&self, board: &Board) -> usize {
        usize::from(!board.first_to_move())
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        board.push_open_columns(moves);
    }

    #[inline]
    fn play(&self, from: &Board, column: u8, to: &mut Board) {
        *to = from.drop_stone(column);
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        if board.is_won() {
            Some(if self.to_move(board) == 0 { [-WIN, WIN] } else { [WIN, -WIN] })
        } else {
            board.is_full().then_some([0, 0])
        }
    }
}

impl Hashed for ConnectFour {
    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    #[inline]
    fn code(&self, column: u8) -> u16 {
        u16::from(column)
    }
}

impl Symmetric for ConnectFour {
    const IMAGES: usize = 2;

    fn image(&self, board: &Board, image: usize) -> Board {
        let mirror = |stones: u64| {
            (0..COLUMNS).fold(0, |sum, column| {
                sum | ((stones >> (column * STRIDE) & COLUMN) << ((COLUMNS - 1 - column) * STRIDE))
            })
        };
        if image == 0 { *board } else { Board { mine: mirror(board.mine), all: mirror(board.all), ..*board } }
    }

    fn move_image(&self, column: u8, image: usize) -> u8 {
        if image == 0 { column } else { COLUMNS as u8 - 1 - column }
    }
}

/// A simple evaluator: [`Board::worth`].
#[inline]
pub fn middle_counts(board: &Board) -> [Score; 2] {
    let worth = board.worth();
    if board.first_to_move() { [worth, -worth] } else { [-worth, worth] }
}
