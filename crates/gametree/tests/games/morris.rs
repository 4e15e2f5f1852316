//! Three men's morris: small, with positions that occur again, and it may take generating the moves
//! to see that the game is over.

use gametree::{Game, Hashed, Passing, Score, Symmetric, WIN};

/// Two players place three men each on a board of nine points, then move them to adjacent points.
/// Three in a row win, and a player without a move loses.
///
/// If `BY_MOVES`, the searches find the outcome by generating moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Morris<const BY_MOVES: bool>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The points of each player's men, as bits.
    pub men: [u16; 2],
    pub to_move: usize,
}

/// From a point, or from the hand (9), to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: u8,
    pub to: u8,
}

const HAND: u8 = 9;

const ROWS: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100];

/// The points next to each point. All are next to the centre.
const ADJACENT: [u16; 9] = [
    0b000_011_010,
    0b000_010_101,
    0b000_110_010,
    0b001_010_001,
    0b111_101_111,
    0b100_010_100,
    0b010_011_000,
    0b101_010_000,
    0b010_110_000,
];

fn points(mut bits: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (bits != 0).then_some(bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(point)
    })
}

impl Board {
    fn empty(&self) -> u16 {
        0o777 & !(self.men[0] | self.men[1])
    }

    /// The scores if the player who moved last has three in a row.
    fn won(&self) -> Option<[Score; 2]> {
        let theirs = self.men[1 - self.to_move];
        ROWS.contains(&theirs).then(|| self.lost_for_mover())
    }

    fn lost_for_mover(&self) -> [Score; 2] {
        if self.to_move == 0 { [-WIN, WIN] } else { [WIN, -WIN] }
    }
}

impl<const BY_MOVES: bool> Game for Morris<BY_MOVES> {
    type State = Board;
    type Move = Step;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 9;
    const OUTCOME_NEEDS_MOVES: bool = BY_MOVES;

    fn start(&self) -> Board {
        Board { men: [0; 2], to_move: 0 }
    }

    fn to_move(&self, board: &Board) -> usize {
        board.to_move
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Step>) {
        let own = board.men[board.to_move];
        if own.count_ones() < 3 {
            moves.extend(points(board.empty()).map(|to| Step { from: HAND, to }));
            return;
        }
        for from in points(own) {
            moves.extend(points(board.empty() & ADJACENT[usize::from(from)]).map(|to| Step { from, to }));
        }
    }

    fn play(&self, board: &Board, step: Step, to: &mut Board) {
        *to = Board { to_move: 1 - board.to_move, ..*board };
        let men = &mut to.men[board.to_move];
        *men |= 1 << step.to;
        if step.from != HAND {
            *men &= !(1 << step.from);
        }
    }

    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        let mut moves = Vec::new();
        self.moves_or_outcome(board, &mut moves)
    }

    fn moves_or_outcome(&self, board: &Board, moves: &mut Vec<Step>) -> Option<[Score; 2]> {
        if let Some(won) = board.won() {
            return Some(won);
        }
        let before = moves.len();
        self.moves(board, moves);
        (moves.len() == before).then(|| board.lost_for_mover())
    }

    fn is_irreversible(&self, _board: &Board, step: Step) -> bool {
        step.from == HAND
    }
}

impl<const BY_MOVES: bool> Hashed for Morris<BY_MOVES> {
    fn hash(&self, board: &Board) -> u64 {
        let key = u64::from(board.men[0]) | u64::from(board.men[1]) << 9 | (board.to_move as u64) << 18;
        let mixed = (key + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn code(&self, step: Step) -> u16 {
        u16::from(step.from) * 16 + u16::from(step.to)
    }
}

impl<const BY_MOVES: bool> Symmetric for Morris<BY_MOVES> {}

impl<const BY_MOVES: bool> Passing for Morris<BY_MOVES> {
    fn pass(&self, _from: &Board, _to: &mut Board) -> bool {
        false
    }
}

/// The number of own men next to the centre or on it, less that of the opponent.
pub fn near_the_centre(board: &Board) -> [Score; 2] {
    let value = |men: u16| Score::from(men >> 4 & 1 == 1) * 3 + (men & 0b010_101_010).count_ones() as Score;
    let difference = value(board.men[0]) - value(board.men[1]);
    [difference, -difference]
}

/// All men are placed, and neither side has won.
pub fn end_of_placing() -> Board {
    Board { men: [0b010_001_001, 0b100_100_010], to_move: 0 }
}
