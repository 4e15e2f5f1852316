//! Principal variation search: what a position is worth if both sides play their best moves.

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move, Piece};
use gametree::{Bound, Entry, SURE, Score, WIN};

use super::deepening::Finding;
use super::history::Context;
use super::margins::PLY;
use super::moves::{PackedMove, attacked_by, attacked_by_lesser, captured, gives_check, is_noisy, was_principal};
use super::picker::{Hints, Picker};
use super::quiescence::{bound, decides, improved};
use super::see::wins_at_least;
use super::worker::{Frame, MAX_PLY, Worker};

/// A window, and how deep to look.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) depth: i32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Whether a cutoff is expected: then late moves are reduced more.
    pub(crate) is_cut: bool,
}

impl Task {
    /// Whether the exact value is wanted, and not only on which side of alpha it lies.
    fn is_principal(self) -> bool {
        self.alpha + 1 < self.beta
    }
}

/// What is known about a node before its moves are searched.
struct Node {
    board: Board,
    ply: usize,
    in_check: bool,
    /// The static evaluation, corrected by the table's score; of no use in check.
    eval: Score,
    /// Whether the static evaluation is better than two plies before, or than the opponent's one ply
    /// before says.
    is_improving: bool,
    entry: Option<Entry>,
    table_move: Option<Move>,
    /// Whether the table's move is a capture or a promotion.
    has_noisy_table_move: bool,
    /// Whether this is, or was once, on a principal variation.
    was_principal: bool,
}

/// The move before was a mistake if both sides' static evaluations, before and after it, add up to
/// more.
const MISTAKE: Score = 20;

/// A move to try.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// Its place in the order, from 1.
    number: usize,
    /// How good it was before if it is quiet; none for captures and promotions.
    past: Option<i32>,
}

/// Moves that were tried and failed, to be remembered as worse than the one that succeeded; the
/// first of them, if there are many.
type Tried = ArrayVec<Move, 64>;

/// What the search for a move much better than all others found.
enum Extension {
    /// So many plies more, or fewer.
    Plies(i32),
    /// There are several moves that beat beta: the value of the node.
    Cutoff(Score),
}

impl Worker<'_> {
    /// The value of the position at `ply` for the side to move; none if the search must end.
    pub(crate) fn search(&mut self, ply: usize, mut task: Task) -> Option<Score> {
        if task.depth <= 0 {
            return self.quiesce(ply, task.alpha, task.beta);
        }
        self.enter(ply)?;
        if ply > 0 {
            // The root's line outlives a search that is repeated with another window or cut short.
            self.lines[ply].clear();
            if self.is_draw(ply) {
                return Some(0);
            }
            if ply >= MAX_PLY {
                let board = self.frames[ply].board.clone();
                return Some(self.evaluate(&board));
            }
            // A mate found nearer to the root is better than any here.
            task.alpha = task.alpha.max(ply as Score - WIN);
            task.beta = task.beta.min(WIN - ply as Score - 1);
            if task.alpha >= task.beta {
                return Some(task.alpha);
            }
        }
        let excluded = self.frames[ply].excluded;
        let board = self.frames[ply].board.clone();
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(self.key(&board), ply) };
        if let Some(entry) = entry
            && !task.is_principal()
            && i32::from(entry.depth) >= task.depth
            && decides(&entry, task.alpha, task.beta)
            // Near the fifty-move rule the table knows too little.
            && board.halfmove_clock() < 90
        {
            return Some(entry.score);
        }
        let node = self.look_at(ply, board, entry, task.is_principal());
        if excluded.is_none() {
            self.judge_last_move(&node);
        }
        if !task.is_principal()
            && !node.in_check
            && excluded.is_none()
            && !self.is_exhaustive()
            && let Some(value) = self.prune_node(&node, task)?
        {
            return Some(value);
        }
        // Without a move to try first it is better to look for one with less depth.
        let is_unknown = node.table_move.is_none() && (task.is_principal() || task.is_cut);
        if task.depth >= 4 && is_unknown && !self.is_exhaustive() {
            task.depth -= 1;
        }
        self.frames[ply + 1].killers = [PackedMove::NONE; 2];
        self.search_moves(&node, task)
    }

    /// Evaluates a position before its moves are searched.
    fn look_at(&mut self, ply: usize, board: Board, entry: Option<Entry>, is_principal: bool) -> Node {
        let in_check = !board.checkers().is_empty();
        let table_move = entry.and_then(|entry| PackedMove::of(entry).legal(&board));
        let has_noisy_table_move = table_move.is_some_and(|mv| is_noisy(&board, mv));
        let static_eval = if in_check {
            None
        } else if self.frames[ply].excluded.is_some() {
            self.frames[ply].eval
        } else {
            Some(self.evaluate(&board))
        };
        self.frames[ply].eval = static_eval;
        let eval = static_eval.map_or(0, |eval| improved(eval, entry));
        let before = |plies| ply.checked_sub(plies).and_then(|ply| self.frames[ply].eval);
        let is_improving = static_eval.is_some_and(|now| {
            // Or the opponent's last move was a mistake.
            before(2).is_none_or(|before| now > before) || before(1).is_some_and(|other| now + other > MISTAKE)
        });
        let was_principal = is_principal || was_principal(entry);
        Node { board, ply, in_check, eval, is_improving, entry, table_move, has_noisy_table_move, was_principal }
    }

    /// Tries to show without a full search that the value lies beyond the window.
    fn prune_node(&mut self, node: &Node, task: Task) -> Option<Option<Score>> {
        let &Node { eval, is_improving, .. } = node;
        let Task { depth, beta, .. } = task;
        let margins = self.shared.margins;
        // Reverse futility: far above beta, the opponent cannot make up for it.
        let margin = margins.reverse_futility * (depth - i32::from(is_improving));
        if depth <= 8 && beta.abs() < SURE && eval < SURE && eval - margin >= beta {
            return Some(Some((eval + beta) / 2));
        }
        if let Some(value) = self.try_null_move(node, task)? {
            return Some(Some(value));
        }
        if let Some(value) = self.try_probcut(node, task)? {
            return Some(Some(value));
        }
        Some(None)
    }

    /// Null move: if even passing keeps the value above beta, some move will too.
    fn try_null_move(&mut self, node: &Node, task: Task) -> Option<Option<Score>> {
        let &Node { ref board, ply, eval, .. } = node;
        let Task { depth, beta, is_cut, .. } = task;
        let was_null = ply > 0 && self.frames[ply - 1].moved.is_none();
        let margins = self.shared.margins;
        let least = beta + margins.null_move_base - margins.null_move_depth * depth;
        let is_good = is_cut && eval >= beta && self.frames[ply].eval.is_some_and(|eval| eval >= least);
        if depth < 3 || !is_good || was_null || beta.abs() >= SURE || !has_pieces(board) {
            return Some(None);
        }
        let reduction = 3 + depth / 3 + ((eval - beta) / margins.null_move).min(3);
        if !self.play_null(ply) {
            return Some(None);
        }
        let task = Task { depth: depth - reduction, alpha: -beta, beta: 1 - beta, is_cut: !is_cut };
        let value = self.search(ply + 1, task).map(|value| -value);
        self.undo();
        let value = value?;
        // A mate that only a pass allows proves nothing.
        Some((value >= beta).then_some(if value >= SURE { beta } else { value }))
    }

    /// Probcut: if a capture is good enough in a shallow search, it will be in a deep one.
    fn try_probcut(&mut self, node: &Node, task: Task) -> Option<Option<Score>> {
        let &Node { ref board, ply, eval, entry, .. } = node;
        let Task { depth, beta, .. } = task;
        let high = beta + self.shared.margins.probcut;
        let is_hopeless = entry.is_some_and(|entry| i32::from(entry.depth) >= depth - 3 && entry.score < high);
        if depth < 5 || beta.abs() >= SURE || is_hopeless {
            return Some(None);
        }
        let mut picker = Picker::captures(node.table_move, board, false);
        while let Some(mv) = picker.next(board, self.history) {
            if !wins_at_least(board, mv, high - eval) {
                continue;
            }
            self.play(ply, mv);
            let mut value = self.quiesce(ply + 1, -high, 1 - high).map(|value| -value);
            if value.is_some_and(|value| value >= high) {
                let task = Task { depth: depth - 4, alpha: -high, beta: 1 - high, is_cut: !task.is_cut };
                value = self.search(ply + 1, task).map(|value| -value);
            }
            self.undo();
            let value = value?;
            if value >= high {
                let code = PackedMove::from(mv).code(node.was_principal);
                let entry = Entry { score: value, bound: Bound::Lower, depth: (depth - 3) as u8, code };
                self.shared.table.store(self.key(board), ply, entry);
                return Some(Some(value));
            }
        }
        Some(None)
    }

    /// Searches the moves of a node one after the other.
    fn search_moves(&mut self, node: &Node, task: Task) -> Option<Score> {
        let &Node { ref board, ply, in_check, table_move, .. } = node;
        let excluded = self.frames[ply].excluded;
        // Only now: most nodes are pruned before their moves are looked at.
        let threats = attacked_by_lesser(board, !board.side_to_move());
        self.frames[ply].attacked = attacked_by(board, !board.side_to_move(), threats);
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.cutoffs = 0;
        }
        let context = self.context(ply);
        let hints = Hints { table: table_move, killers: self.frames[ply].killers, context, threats };
        let mut picker = Picker::new(hints, self.history);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let mut best = -WIN;
        let mut best_move = None;
        let mut alpha = task.alpha;
        let mut depth = task.depth;
        let mut number = 0;
        while let Some(mv) = picker.next(board, self.history) {
            if excluded == Some(mv) || ply == 0 && !self.is_allowed_root(mv) {
                continue;
            }
            number += 1;
            let candidate = Candidate { mv, number, past: self.past(node, mv, context) };
            let may_prune = ply > 0 && best > -SURE && !self.is_exhaustive();
            if may_prune && self.is_pruned(node, task, &mut picker, candidate, alpha) {
                continue;
            }
            let is_noisy = candidate.past.is_none();
            let extension = self.extension(node, task, mv)?;
            let extension = match extension {
                Extension::Plies(plies) => plies,
                // Several moves beat beta: no need to search any.
                Extension::Cutoff(value) => return Some(value),
            };
            let nodes = self.nodes;
            if let (0, Some(each)) = (ply, &mut self.each) {
                each(&Finding::Move { depth: self.iteration, mv, number });
            }
            self.play(ply, mv);
            self.frames[ply].quiet = Some(mv).filter(|_| !is_noisy);
            self.frames[ply + 1].extensions += u8::from(extension > 0);
            let move_task = Task { depth: depth - 1 + extension, alpha, ..task };
            let value = self.search_move(node, move_task, candidate);
            self.undo();
            let value = value?;
            if ply == 0 {
                self.count_effort(mv, self.nodes - nodes);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    self.set_line(ply, mv);
                    if ply == 0 {
                        self.root_score = value;
                    }
                    if value >= task.beta {
                        self.frames[ply].cutoffs += 1;
                        self.remember(node, task.depth, mv, is_noisy, &quiets, &captures);
                        break;
                    }
                    alpha = value;
                    // Once there is a good move, the others are not looked at as closely.
                    depth -= i32::from(depth > 2 && depth < 12 && value.abs() < SURE && !self.is_exhaustive());
                }
            }
            let failed = if is_noisy { &mut captures } else { &mut quiets };
            let _ = failed.try_push(mv);
        }
        if number == 0 {
            return Some(match excluded {
                Some(_) => task.alpha,
                None if in_check => ply as Score - WIN,
                None => 0,
            });
        }
        if best >= task.beta && !task.is_principal() && best.abs().max(task.beta.abs()) < SURE {
            // The deeper the search was, the more it is to be believed how far above beta the value is.
            best = (best * task.depth + task.beta) / (task.depth + 1);
        }
        if excluded.is_none() {
            if best <= task.alpha {
                self.praise_last_move(ply, task.depth);
            }
            self.store(node, task, best, best_move);
        }
        Some(best)
    }

    /// How good a quiet move was before.
    fn past(&self, node: &Node, mv: Move, context: Context) -> Option<i32> {
        let board = &node.board;
        let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        (!is_noisy(board, mv)).then(|| self.history.quiets(board.side_to_move(), context).past(piece, mv))
    }

    /// Searches one move, already played: first with a narrow window and less depth, then in full if
    /// it turns out better than expected.
    fn search_move(&mut self, node: &Node, task: Task, candidate: Candidate) -> Option<Score> {
        let Task { depth, alpha, beta, is_cut } = task;
        let Candidate { number, .. } = candidate;
        let ply = node.ply + 1;
        let is_principal = task.is_principal();
        let is_late = depth >= 2 && number > 2 + usize::from(is_principal) && !self.is_exhaustive();
        let reduction = if is_late { self.late_move_reduction(node, task, candidate).clamp(0, depth - 1) } else { 0 };
        let margins = self.shared.margins;
        let mut search = |depth: i32, alpha: Score, beta: Score, is_cut: bool| {
            self.search(ply, Task { depth, alpha: -beta, beta: -alpha, is_cut }).map(|value| -value)
        };
        if number == 1 {
            return search(depth, alpha, beta, !is_principal && !is_cut);
        }
        let mut again = depth;
        if reduction > 0 {
            let value = search(depth - reduction, alpha, alpha + 1, true)?;
            if value <= alpha {
                return Some(value);
            }
            // How much better it looks than expected says how much deeper to look.
            again += i32::from(value > alpha + margins.deeper + 2 * depth);
            again -= i32::from(value < alpha + margins.shallower && reduction > 1);
        }
        let value = search(again, alpha, alpha + 1, !is_cut || is_late && reduction == 0)?;
        if value > alpha && value < beta && is_principal {
            return search(depth, alpha, beta, false);
        }
        Some(value)
    }

    /// By how many plies a late move is searched less deep.
    fn late_move_reduction(&self, node: &Node, task: Task, candidate: Candidate) -> i32 {
        let &Node { ply, is_improving, .. } = node;
        let next = &self.frames[ply + 1];
        let mut parts = self.shared.reductions.parts(task.depth, candidate.number);
        if let Some(past) = candidate.past {
            parts -= past * PLY / self.shared.margins.reduction_history;
            parts += PLY * i32::from(task.is_cut);
            // Where a capture is best, quiet moves seldom are.
            parts += PLY * i32::from(node.has_noisy_table_move);
            // The opponent has refuted several moves before this one.
            parts += PLY * 3 / 4 * i32::from(next.cutoffs > 3);
        } else {
            parts /= 2;
        }
        parts += PLY * i32::from(!is_improving);
        parts -= PLY * i32::from(task.is_principal());
        // It may become important again.
        parts -= PLY * 3 / 4 * i32::from(node.was_principal);
        // Giving check is forcing.
        parts.div_euclid(PLY) - 2 * i32::from(!next.board.checkers().is_empty())
    }

    /// Whether a move is so unlikely to matter that it is not searched at all.
    fn is_pruned(&self, node: &Node, task: Task, picker: &mut Picker, candidate: Candidate, alpha: Score) -> bool {
        let &Node { ref board, in_check, eval, is_improving, .. } = node;
        let Candidate { mv, number, past } = candidate;
        if !has_pieces(board) {
            return false;
        }
        let depth = task.depth;
        let margins = self.shared.margins;
        let reduced = (depth - self.shared.reductions.parts(depth, number) / PLY).max(0);
        let Some(past) = past else {
            // A sacrifice with check may be the beginning of a mate.
            return picker.is_at_bad_captures()
                && depth <= 6
                && !wins_at_least(board, mv, -margins.losing_capture * depth)
                && !gives_check(board, mv);
        };
        // Late move pruning: after this many quiet moves none is likely to be better.
        let most =
            (margins.late_moves + margins.late_moves_depth * depth * depth) / if is_improving { 100 } else { 200 };
        if !in_check && depth <= 8 && number as i32 > most {
            picker.skip_quiets();
            return true;
        }
        // Futility: a quiet move does not make up for this much.
        let is_futile = !in_check && reduced <= 6 && eval + margins.futility_base + margins.futility * reduced <= alpha;
        let is_bad = depth <= 4 && past < -margins.bad_history * depth;
        if (is_futile || is_bad) && !gives_check(board, mv) {
            return true;
        }
        depth <= 8 && !wins_at_least(board, mv, -margins.losing_quiet * reduced * reduced)
    }

    /// How many plies more a move deserves; or the node's value, if the search found out that several
    /// moves beat beta.
    fn extension(&mut self, node: &Node, task: Task, mv: Move) -> Option<Extension> {
        let &Node { ply, entry, table_move, .. } = node;
        let has_room = usize::from(self.frames[ply].extensions) < 16 && ply > 0 && !self.is_exhaustive();
        let Some(entry) = entry.filter(|entry| {
            has_room
                && Some(mv) == table_move
                && task.depth >= 6
                && i32::from(entry.depth) >= task.depth - 3
                && entry.bound != Bound::Upper
                && entry.score.abs() < SURE
        }) else {
            return Some(Extension::Plies(0));
        };
        // Is the table's move much better than all others?
        let limit = entry.score - self.shared.margins.singular * task.depth / 100;
        self.frames[ply].excluded = Some(mv);
        let depth = (task.depth - 1) / 2;
        let value = self.search(ply, Task { depth, alpha: limit - 1, beta: limit, is_cut: task.is_cut });
        self.frames[ply].excluded = None;
        Some(match value? {
            // All others are worse by far.
            value if value < limit - self.shared.margins.doubly_singular && !task.is_principal() => Extension::Plies(2),
            value if value < limit => Extension::Plies(1),
            value if value >= task.beta && value.abs() < SURE => Extension::Cutoff(value),
            _ if entry.score >= task.beta => Extension::Plies(-1),
            _ => Extension::Plies(0),
        })
    }

    /// Remembers whether the quiet move before was good, by how the static evaluation changed.
    fn judge_last_move(&mut self, node: &Node) {
        let &Node { ref board, ply, .. } = node;
        let Some(above) = ply.checked_sub(1).map(|ply| &self.frames[ply]) else { return };
        if let (Some(mv), Some(before), Some(now)) = (above.quiet, above.eval, self.frames[ply].eval) {
            let bonus = (-8 * (before + now)).clamp(-800, 800);
            self.history.update_squares(!board.side_to_move(), mv, above.attacked, bonus);
        }
    }

    /// Remembers that no move was good enough after the quiet move before.
    fn praise_last_move(&mut self, ply: usize, depth: i32) {
        let Some(above) = ply.checked_sub(1) else { return };
        let Frame { board, quiet: Some(mv), .. } = &self.frames[above] else { return };
        let (mv, us) = (*mv, board.side_to_move());
        let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let bonus = (8 * depth * depth + 64 * depth).min(900);
        self.history.update_quiet(us, piece, mv, self.context(above), bonus);
    }

    /// Remembers a move that caused a cutoff, and that the moves before it did not.
    fn remember(&mut self, node: &Node, depth: i32, mv: Move, is_noisy: bool, quiets: &Tried, captures: &Tried) {
        let &Node { ref board, ply, .. } = node;
        let bonus = (300 * depth - 200).min(2_400);
        let us = board.side_to_move();
        let piece = |mv: Move| board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let context = self.context(ply);
        if let Some(victim) = captured(board, mv) {
            self.history.update_capture(us, piece(mv), mv, victim, bonus);
        }
        if !is_noisy {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != mv.into() {
                *killers = [mv.into(), killers[0]];
            }
            self.history.set_counter(context.before[0], mv);
            self.history.update_quiet(us, piece(mv), mv, context, bonus);
            for &other in quiets {
                self.history.update_quiet(us, piece(other), other, context, -bonus);
            }
        }
        for &other in captures {
            if let Some(victim) = captured(board, other) {
                self.history.update_capture(us, piece(other), other, victim, -bonus);
            }
        }
    }

    /// Stores what a node was worth, and learns where the static evaluation was wrong.
    fn store(&mut self, node: &Node, task: Task, best: Score, best_move: Option<Move>) {
        let &Node { ref board, ply, in_check, table_move, .. } = node;
        let bound = bound(best, task.alpha, task.beta);
        let is_quiet = best_move.is_none_or(|mv| !is_noisy(board, mv));
        if let Some(eval) = self.frames[ply].eval
            && !in_check
            && is_quiet
            && best.abs() < SURE
            && match bound {
                Bound::Exact => true,
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
            }
        {
            self.history.update_correction(board, task.depth, best, eval);
        }
        if ply == 0 && !self.excluded_roots.is_empty() {
            return;
        }
        // A bound from above has no best move; the one from before is still the best guess.
        let code = best_move.or(table_move).map_or(PackedMove::NONE, PackedMove::from).code(node.was_principal);
        let depth = task.depth.clamp(0, 127) as u8;
        self.shared.table.store(self.key(board), ply, Entry { score: best, bound, depth, code });
    }

    /// The best line at `ply` is now `mv` and what follows it.
    #[inline]
    pub(crate) fn set_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    fn is_allowed_root(&self, mv: Move) -> bool {
        let allowed = &self.shared.go.moves;
        !self.excluded_roots.contains(&mv) && (allowed.is_empty() || allowed.contains(&mv))
    }

    fn count_effort(&mut self, mv: Move, nodes: u64) {
        match self.root_effort.iter_mut().find(|(root, _)| *root == mv) {
            Some((_, effort)) => *effort += nodes,
            None => self.root_effort.push((mv, nodes)),
        }
    }
}

/// Whether the side to move has more than pawns and its king: without, passing may be best.
fn has_pieces(board: &Board) -> bool {
    let us = board.colors(board.side_to_move());
    !(us & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King)).is_empty()
}
