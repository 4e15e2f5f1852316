//! What the search remembers about moves: which ones were good before, and where the static
//! evaluation was wrong.

use cozy_chess::{Board, Color, Move, Piece, Square};
use gametree::Score;

use super::evaluation::pawn_hash;
use super::moves::PackedMove;

/// Counters stay within ± this.
const MAX_HISTORY: i32 = 16_384;

/// Entries of the correction table for each side.
const CORRECTIONS: usize = 1 << 14;

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

/// One worker's memory of moves. Counters rise when a move causes a cutoff, and fall when it was
/// tried before the one that did.
pub(crate) struct History {
    /// Quiet moves by colour, from and to.
    quiet: Vec<i16>,
    /// Captures by piece and target, and the piece captured.
    capture: Vec<i16>,
    /// Quiet moves by the move before (or two before) and the move itself.
    continuation: Vec<i16>,
    /// The quiet move that refuted a move.
    counter: Vec<PackedMove>,
    /// How far the static evaluation was off, by side and pawn structure.
    correction: Vec<i16>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: vec![0; 2 * Square::NUM * Square::NUM],
            capture: vec![0; PIECE_TO * Piece::NUM],
            continuation: vec![0; PIECE_TO * PIECE_TO],
            counter: vec![PackedMove::NONE; PIECE_TO],
            correction: vec![0; 2 * CORRECTIONS],
        }
    }
}

impl History {
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.counter.fill(PackedMove::NONE);
        self.correction.fill(0);
    }

    fn quiet_index(color: Color, mv: Move) -> usize {
        (color as usize * Square::NUM + mv.from as usize) * Square::NUM + mv.to as usize
    }

    /// How good a quiet move was before, also in reply to the moves before it.
    pub(crate) fn quiet(&self, color: Color, piece: Piece, mv: Move, before: [Option<PieceTo>; 2]) -> i32 {
        let this = piece_to(color, piece, mv.to);
        let replies = before.into_iter().flatten().map(|before| i32::from(self.continuation[before * PIECE_TO + this]));
        i32::from(self.quiet[Self::quiet_index(color, mv)]) + replies.sum::<i32>()
    }

    /// How good a capture was before.
    pub(crate) fn capture(&self, color: Color, piece: Piece, mv: Move, captured: Piece) -> i32 {
        i32::from(self.capture[piece_to(color, piece, mv.to) * Piece::NUM + captured as usize])
    }

    /// The quiet move that refuted the move before.
    pub(crate) fn counter(&self, before: Option<PieceTo>) -> PackedMove {
        before.map_or(PackedMove::NONE, |before| self.counter[before])
    }

    pub(crate) fn update_quiet(
        &mut self,
        color: Color,
        piece: Piece,
        mv: Move,
        before: [Option<PieceTo>; 2],
        bonus: i32,
    ) {
        update(&mut self.quiet[Self::quiet_index(color, mv)], bonus);
        let this = piece_to(color, piece, mv.to);
        for before in before.into_iter().flatten() {
            update(&mut self.continuation[before * PIECE_TO + this], bonus);
        }
    }

    pub(crate) fn update_capture(&mut self, color: Color, piece: Piece, mv: Move, captured: Piece, bonus: i32) {
        update(&mut self.capture[piece_to(color, piece, mv.to) * Piece::NUM + captured as usize], bonus);
    }

    pub(crate) fn set_counter(&mut self, before: Option<PieceTo>, mv: Move) {
        if let Some(before) = before {
            self.counter[before] = mv.into();
        }
    }

    fn correction_index(board: &Board) -> usize {
        board.side_to_move() as usize * CORRECTIONS + (pawn_hash(board) >> 50) as usize
    }

    /// How much to add to the static evaluation of this position.
    pub(crate) fn correction(&self, board: &Board) -> Score {
        i32::from(self.correction[Self::correction_index(board)]) / CORRECTION_GRAIN
    }

    /// A search found `score` where the static evaluation, corrected, said `eval`.
    pub(crate) fn update_correction(&mut self, board: &Board, depth: i32, score: Score, eval: Score) {
        let uncorrected = eval - self.correction(board);
        let entry = &mut self.correction[Self::correction_index(board)];
        let weight = (depth + 1).min(16);
        let target = (score - uncorrected).clamp(-4 * MAX_CORRECTION, 4 * MAX_CORRECTION) * CORRECTION_GRAIN;
        let mean = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
        let max = MAX_CORRECTION * CORRECTION_GRAIN;
        *entry = mean.clamp(-max, max) as i16;
    }
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
