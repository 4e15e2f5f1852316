//! The end of a line: captures are played out before a position is evaluated.

use cozy_chess::BitBoard;
use gametree::{Bound, Entry, SURE, Score, WIN};

use super::moves::{PackedMove, is_noisy, was_principal};
use super::picker::{Hints, Picker};
use super::see::wins_at_least;
use super::worker::{MAX_PLY, Worker};

impl Worker<'_> {
    /// The value of a position for the side to move once all captures that matter have been played.
    pub(crate) fn quiesce(&mut self, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        self.quiesce_from(ply, alpha, beta, true)
    }

    /// The same; on the first ply checks are tried as well, since a threat of mate is no quiet
    /// position.
    fn quiesce_from(&mut self, ply: usize, mut alpha: Score, beta: Score, is_first: bool) -> Option<Score> {
        self.enter(ply)?;
        self.lines[ply].clear();
        if self.is_draw(ply) {
            return Some(0);
        }
        let board = self.frames[ply].board.clone();
        if ply >= MAX_PLY {
            return Some(self.evaluate(&board));
        }
        let is_scout = alpha + 1 == beta;
        let entry = self.shared.table.probe(self.key(&board), ply);
        if let Some(entry) = entry.filter(|entry| is_scout && decides(entry, alpha, beta)) {
            return Some(entry.score);
        }
        let table_move = entry.and_then(|entry| PackedMove::of(entry).legal(&board));
        let in_check = !board.checkers().is_empty();
        let stand_pat = if in_check { None } else { Some(self.evaluate(&board)) };
        self.frames[ply].eval = stand_pat;
        let stand_pat = stand_pat.map(|eval| improved(eval, entry));
        self.frames[ply].attacked = BitBoard::EMPTY;
        let mut best = match stand_pat {
            Some(eval) if eval >= beta => return Some(between(eval, beta)),
            Some(eval) => {
                alpha = alpha.max(eval);
                eval
            }
            // In check every move counts; without one it is mate.
            None => ply as Score - WIN,
        };
        let mut picker = if in_check {
            let hints = Hints { table: table_move, context: self.context(ply), ..Hints::default() };
            Picker::new(hints, self.history)
        } else {
            Picker::captures(table_move, &board, is_first)
        };
        let delta = self.shared.margins.delta;
        let mut best_move = PackedMove::NONE;
        let old_alpha = alpha;
        while let Some(mv) = picker.next(&board, self.history) {
            if let Some(eval) = stand_pat {
                // What is captured cannot raise the value to alpha, or the exchange loses. A check is
                // tried for mate.
                let needed = if is_noisy(&board, mv) { alpha - eval - delta } else { 0 };
                if !wins_at_least(&board, mv, needed.clamp(0, 2_000)) {
                    best = best.max((eval + delta).min(alpha));
                    continue;
                }
            } else if best > -SURE && !wins_at_least(&board, mv, 0) {
                continue;
            }
            self.play(ply, mv);
            let value = self.quiesce_from(ply + 1, -beta, -alpha, false).map(|value| -value);
            self.undo();
            let value = value?;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = mv.into();
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                    self.set_line(ply, mv);
                }
            }
        }
        if best >= beta {
            best = between(best, beta);
        }
        let bound = bound(best, old_alpha, beta);
        // What a deeper search found is worth more than a bound.
        if bound == Bound::Exact || entry.is_none_or(|entry| entry.depth == 0) {
            let best_move =
                if best_move.is_none() { table_move.map_or(best_move, PackedMove::from) } else { best_move };
            let code = best_move.code(!is_scout || was_principal(entry));
            self.shared.table.store(self.key(&board), ply, Entry { score: best, bound, depth: 0, code });
        }
        Some(best)
    }
}

/// What a quiescence search that found `value` above beta reports: it has looked at few moves, so the
/// truth is likely nearer to beta.
fn between(value: Score, beta: Score) -> Score {
    if value.abs().max(beta.abs()) < SURE { (value + beta) / 2 } else { value }
}

/// The static evaluation of a position, or the table's score where that says more.
pub(crate) fn improved(eval: Score, entry: Option<Entry>) -> Score {
    let says_more = |entry: &Entry| match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    };
    entry.filter(|entry| entry.score.abs() < SURE && says_more(entry)).map_or(eval, |entry| entry.score)
}

/// Whether an entry shows on which side of a window the value lies, or what it is.
pub(crate) fn decides(entry: &Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// What a score found with a window says about the value.
pub(crate) fn bound(best: Score, alpha: Score, beta: Score) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
