//! What the search remembers about moves: which ones were good before, and where the static
//! evaluation was wrong.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use gametree::Score;

use super::evaluation::pawn_hash;
use super::moves::PackedMove;

/// Counters stay within ± this.
const MAX_HISTORY: i32 = 16_384;

/// Entries of a correction table for each side.
const CORRECTIONS: usize = 1 << 14;

/// The number of pawn structures that are told apart: a power of two.
const STRUCTURES: usize = 1 << STRUCTURE_BITS;
const STRUCTURE_BITS: u32 = 9;

/// What the pieces of each colour say about the correction, in hundredths of what the pawns say.
const PIECES_PERCENT: i32 = 60;

/// Corrections are kept in these fractions of a point.
const CORRECTION_GRAIN: i32 = 256;

/// The largest correction, in points.
const MAX_CORRECTION: i32 = 64;

/// A piece of one colour that moves to a square.
pub(crate) type PieceTo = usize;

const PIECE_TO: usize = 2 * Piece::NUM * Square::NUM;

/// The index of a piece that moves to a square.
pub(crate) fn piece_to(color: Color, piece: Piece, to: Square) -> PieceTo {
    (color as usize * Piece::NUM + piece as usize) * Square::NUM + to as usize
}

/// What a quiet move is remembered with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    /// The moves one, two and four plies before.
    pub(crate) before: [Option<PieceTo>; 3],
    /// The squares that the opponent attacks: a move away from one, or to one, is another matter.
    pub(crate) attacked: BitBoard,
    /// The pawn structure, from [`History::pawn_structure`].
    pub(crate) pawns: usize,
}

/// Which of the tables of quiet moves: by whether from and to are attacked, and the colour.
fn danger(color: Color, mv: Move, attacked: BitBoard) -> usize {
    usize::from(attacked.has(mv.from)) << 2 | usize::from(attacked.has(mv.to)) << 1 | color as usize
}

const FROM_TO: usize = Square::NUM * Square::NUM;

fn from_to(mv: Move) -> usize {
    mv.from as usize * Square::NUM + mv.to as usize
}

/// What is remembered of replies to no move.
static NOTHING: [i16; PIECE_TO] = [0; PIECE_TO];

/// The memory of a side's quiet moves in one position: what does not depend on the move is looked up
/// once.
#[derive(Clone, Copy)]
pub(crate) struct Quiets<'a> {
    color: Color,
    attacked: BitBoard,
    squares: &'a [[i16; FROM_TO]],
    pawns: &'a [i16; PIECE_TO],
    replies: [&'a [i16; PIECE_TO]; 3],
}

impl Quiets<'_> {
    /// How good a move was before, also in reply to the moves before it and with these pawns.
    #[inline]
    pub(crate) fn past(&self, piece: Piece, mv: Move) -> i32 {
        let this = piece_to(self.color, piece, mv.to);
        i32::from(self.squares[danger(self.color, mv, self.attacked)][from_to(mv)])
            + i32::from(self.pawns[this])
            + self.replies.iter().map(|reply| i32::from(reply[this])).sum::<i32>()
    }
}

/// One worker's memory of moves. Counters rise when a move causes a cutoff, and fall when it was
/// tried before the one that did.
pub(crate) struct History {
    /// Quiet moves by whether from and to are attacked, colour, from and to.
    quiet: Vec<i16>,
    /// Captures by piece and target, and the piece captured.
    capture: Vec<i16>,
    /// Quiet moves by the move before (or two or four before) and the move itself.
    continuation: Vec<i16>,
    /// Quiet moves by the pawn structure and the move itself.
    pawns: Vec<i16>,
    /// The quiet move that refuted a move.
    counter: Vec<PackedMove>,
    /// How far the static evaluation was off, by pawn structure, White's pieces and Black's pieces,
    /// and the side to move.
    correction: Vec<i16>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: vec![0; 4 * 2 * Square::NUM * Square::NUM],
            capture: vec![0; PIECE_TO * Piece::NUM],
            continuation: vec![0; PIECE_TO * PIECE_TO],
            pawns: vec![0; STRUCTURES * PIECE_TO],
            counter: vec![PackedMove::NONE; PIECE_TO],
            correction: vec![0; 3 * 2 * CORRECTIONS],
        }
    }
}

impl History {
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.pawns.fill(0);
        self.counter.fill(PackedMove::NONE);
        self.correction.fill(0);
    }

    /// Which pawn structure a position has, for [`Context::pawns`].
    pub(crate) fn pawn_structure(board: &Board) -> usize {
        (pawn_hash(board) >> (u64::BITS - STRUCTURE_BITS)) as usize
    }

    /// How good the quiet moves of a side were before.
    pub(crate) fn quiets(&self, color: Color, context: Context) -> Quiets<'_> {
        let (rows, _) = self.continuation.as_chunks();
        Quiets {
            color,
            attacked: context.attacked,
            squares: self.quiet.as_chunks().0,
            pawns: &self.pawns.as_chunks().0[context.pawns],
            replies: context.before.map(|before| before.map_or(&NOTHING, |before| &rows[before])),
        }
    }

    /// How good a capture was before.
    pub(crate) fn capture(&self, color: Color, piece: Piece, mv: Move, captured: Piece) -> i32 {
        i32::from(self.capture[piece_to(color, piece, mv.to) * Piece::NUM + captured as usize])
    }

    /// The quiet move that refuted the move before.
    pub(crate) fn counter(&self, before: Option<PieceTo>) -> PackedMove {
        before.map_or(PackedMove::NONE, |before| self.counter[before])
    }

    pub(crate) fn update_quiet(&mut self, color: Color, piece: Piece, mv: Move, context: Context, bonus: i32) {
        self.update_squares(color, mv, context.attacked, bonus);
        let this = piece_to(color, piece, mv.to);
        update(&mut self.pawns[context.pawns * PIECE_TO + this], bonus);
        for before in context.before.into_iter().flatten() {
            update(&mut self.continuation[before * PIECE_TO + this], bonus);
        }
    }

    /// Remembers a quiet move by its squares only.
    pub(crate) fn update_squares(&mut self, color: Color, mv: Move, attacked: BitBoard, bonus: i32) {
        let (table, squares) = (danger(color, mv, attacked), from_to(mv));
        update(&mut self.quiet.as_chunks_mut::<FROM_TO>().0[table][squares], bonus);
    }

    pub(crate) fn update_capture(&mut self, color: Color, piece: Piece, mv: Move, captured: Piece, bonus: i32) {
        update(&mut self.capture[piece_to(color, piece, mv.to) * Piece::NUM + captured as usize], bonus);
    }

    pub(crate) fn set_counter(&mut self, before: Option<PieceTo>, mv: Move) {
        if let Some(before) = before {
            self.counter[before] = mv.into();
        }
    }

    /// Where the corrections for a position lie: by its pawns, White's pieces and Black's pieces.
    fn correction_indices(board: &Board) -> [usize; 3] {
        let keys = [pawn_hash(board), piece_hash(board, Color::White), piece_hash(board, Color::Black)];
        let side = board.side_to_move() as usize;
        std::array::from_fn(|table| (table * 2 + side) * CORRECTIONS + (keys[table] >> 50) as usize)
    }

    /// How much to add to the static evaluation of this position.
    pub(crate) fn correction(&self, board: &Board) -> Score {
        let [pawns, white, black] = Self::correction_indices(board).map(|at| i32::from(self.correction[at]));
        (pawns + (white + black) * PIECES_PERCENT / 100) / CORRECTION_GRAIN
    }

    /// A search found `score` where the static evaluation, corrected, said `eval`.
    pub(crate) fn update_correction(&mut self, board: &Board, depth: i32, score: Score, eval: Score) {
        let uncorrected = eval - self.correction(board);
        let weight = (depth + 1).min(16);
        let target = (score - uncorrected).clamp(-4 * MAX_CORRECTION, 4 * MAX_CORRECTION) * CORRECTION_GRAIN;
        let max = MAX_CORRECTION * CORRECTION_GRAIN;
        for at in Self::correction_indices(board) {
            let entry = &mut self.correction[at];
            let mean = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            *entry = mean.clamp(-max, max) as i16;
        }
    }
}

/// A hash of where one side has its pieces and its king, good in the high bits.
fn piece_hash(board: &Board, color: Color) -> u64 {
    let own = board.colors(color);
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let mixed = pieces.into_iter().zip(1..).fold(0, |key: u64, (piece, number)| {
        let key = (key ^ (own & board.pieces(piece)).0.wrapping_add(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key ^ key >> 29
    });
    mixed.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
}

/// Moves a counter towards ±[`MAX_HISTORY`], the more slowly the nearer it is.
fn update(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / MAX_HISTORY) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_in_bounds() {
        let mut counter = 0;
        for bonus in (0..1_000).map(|i| i * 37 % 50_000 - 20_000).chain([i32::MAX / 4; 50]) {
            update(&mut counter, bonus);
            assert!(i32::from(counter).abs() <= MAX_HISTORY);
        }
        assert!(i32::from(counter) > MAX_HISTORY - 100);
    }
}
