//! Which move to try next: the table's, good captures, killers, quiet moves, bad captures.
//!
//! Moves are generated and scored in stages, so that a cutoff by an early move saves the work for the
//! later ones.

use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Move, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::history::{Context, History};
use super::moves::{Checks, PackedMove, captured};
use super::see::{VALUES, wins_at_least};
use crate::rules::MAX_MOVES;

/// What the picker knows about a node.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    pub(crate) table: Option<Move>,
    pub(crate) killers: [PackedMove; 2],
    /// What the history goes by.
    pub(crate) context: Context,
    /// The squares where a piece that is worth more than a pawn, a minor piece or a rook is attacked
    /// by one that is worth less.
    pub(crate) threats: [BitBoard; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    Killers(usize),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateChecks,
    Checks,
    Done,
}

/// Hands out the moves of one node, best first.
pub(crate) struct Picker {
    stage: Stage,
    hints: Hints,
    counter: PackedMove,
    moves: MoveList,
    /// Captures that lose material, to be tried last.
    bad: MoveList,
    next: usize,
    only_captures: bool,
    /// Whether quiet checks follow the captures.
    with_checks: bool,
    skip_quiets: bool,
}

/// What a quiet move that gives check and does not lose its piece counts more than its history.
const CHECK_BONUS: i32 = 8_000;

/// What a minor piece, a rook or a queen counts more for leaving a square where something worth less
/// attacks it, and less for going to one.
const THREAT_BONUS: [i32; 3] = [7_000, 10_000, 14_000];

/// What such a check may lose in an exchange.
const CHECK_LOSS: i32 = 75;

/// Moves with their scores, in place: no allocation in the search.
struct MoveList(ArrayVec<(Move, i32), MAX_MOVES>);

impl MoveList {
    fn new() -> Self {
        Self(ArrayVec::new())
    }

    fn push(&mut self, mv: Move, score: i32) {
        // No position has more moves than there is room for.
        let _ = self.0.try_push((mv, score));
    }

    /// Swaps the best move from `next` on to `next` and returns it.
    fn pick(&mut self, next: usize) -> Option<(Move, i32)> {
        let rest = self.0.get_mut(next..)?;
        let (mut best, mut most) = (0, rest.first()?.1);
        for (i, &(_, score)) in rest.iter().enumerate() {
            if score > most {
                (best, most) = (i, score);
            }
        }
        rest.swap(0, best);
        Some(rest[0])
    }
}

impl Picker {
    pub(crate) fn new(hints: Hints, history: &History) -> Self {
        Self {
            stage: Stage::Table,
            hints,
            counter: history.counter(hints.context.before[0]),
            moves: MoveList::new(),
            bad: MoveList::new(),
            next: 0,
            only_captures: false,
            with_checks: false,
            skip_quiets: false,
        }
    }

    /// For the quiescence search: captures and queen promotions only, and then quiet checks if they
    /// are wanted.
    pub(crate) fn captures(table: Option<Move>, board: &Board, with_checks: bool) -> Self {
        let table = table.filter(|&mv| captured(board, mv).is_some() || mv.promotion == Some(Piece::Queen));
        let hints = Hints { table, ..Hints::default() };
        Self {
            stage: Stage::Table,
            hints,
            counter: PackedMove::NONE,
            moves: MoveList::new(),
            bad: MoveList::new(),
            next: 0,
            only_captures: true,
            with_checks,
            skip_quiets: true,
        }
    }

    /// From now on no more quiet moves are wanted.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move, or none.
    pub(crate) fn next(&mut self, board: &Board, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateCaptures;
                    if self.hints.table.is_some() {
                        return self.hints.table;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(board, history);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.moves.pick(self.next) {
                    Some((mv, score)) => {
                        self.next += 1;
                        // The history makes a doubtful exchange a little better or worse.
                        if !self.only_captures && !wins_at_least(board, mv, -score / 32) {
                            self.bad.push(mv, score);
                            continue;
                        }
                        return Some(mv);
                    }
                    None if self.with_checks => self.stage = Stage::GenerateChecks,
                    None if self.only_captures => self.stage = Stage::Done,
                    None => self.stage = Stage::Killers(0),
                },
                Stage::Killers(number) => {
                    let killers = [self.hints.killers[0], self.hints.killers[1], self.counter];
                    let Some(&killer) = killers.get(number).filter(|_| !self.skip_quiets) else {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    };
                    self.stage = Stage::Killers(number + 1);
                    let is_new = !killers[..number].contains(&killer);
                    let mv = killer.legal(board).filter(|&mv| is_new && self.is_new_quiet(board, mv));
                    if mv.is_some() {
                        return mv;
                    }
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(board, history);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.moves.pick(self.next).filter(|_| !self.skip_quiets) {
                    Some((mv, _)) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadCaptures;
                    }
                },
                Stage::BadCaptures => match self.bad.pick(self.next) {
                    Some((mv, _)) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateChecks => {
                    self.generate_checks(board, history);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.moves.pick(self.next) {
                    Some((mv, _)) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Whether all moves from here on are captures that lose material.
    pub(crate) fn is_at_bad_captures(&self) -> bool {
        self.stage >= Stage::BadCaptures
    }

    fn is_new_quiet(&self, board: &Board, mv: Move) -> bool {
        Some(mv) != self.hints.table && captured(board, mv).is_none() && mv.promotion.is_none()
    }

    /// What a quiet move counts more than its history.
    fn bonus(&self, board: &Board, checks: &Checks, piece: Piece, mv: Move) -> i32 {
        if checks.has(piece, mv) && wins_at_least(board, mv, -CHECK_LOSS) {
            return CHECK_BONUS;
        }
        let kind = match piece {
            Piece::Pawn | Piece::King => return 0,
            Piece::Knight | Piece::Bishop => 0,
            Piece::Rook => 1,
            Piece::Queen => 2,
        };
        let is_threatened = |square| i32::from(self.hints.threats[kind].has(square));
        (is_threatened(mv.from) - is_threatened(mv.to)) * THREAT_BONUS[kind]
    }

    /// Captures and promotions by the value of what they win and by their history.
    #[inline(never)]
    fn generate_captures(&mut self, board: &Board, history: &History) {
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let en_passant = en_passant_target(board);
        let last_rank = Rank::Eighth.relative_to(us).bitboard();
        board.generate_moves(|mut moves| {
            let is_pawn = moves.piece == Piece::Pawn;
            moves.to &= if is_pawn { enemies | en_passant | last_rank } else { enemies };
            for mv in moves {
                if Some(mv) == self.hints.table {
                    continue;
                }
                // Underpromotions hardly ever matter; they are tried with the quiet moves.
                if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
                    continue;
                }
                let victim = captured(board, mv);
                let gain = victim.map_or(0, |piece| VALUES[piece as usize])
                    + mv.promotion.map_or(0, |piece| VALUES[piece as usize]);
                let past = victim.map_or(0, |piece| history.capture(us, moves.piece, mv, piece));
                self.moves.push(mv, 16 * gain + past);
            }
            false
        });
    }

    /// Quiet moves that give check directly, by their history.
    #[inline(never)]
    fn generate_checks(&mut self, board: &Board, history: &History) {
        self.moves.0.clear();
        self.next = 0;
        let us = board.side_to_move();
        let (king, occupied) = (board.king(!us), board.occupied());
        let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let quiets = history.quiets(us, self.hints.context);
        board.generate_moves(|mut moves| {
            moves.to &= !occupied
                & match moves.piece {
                    Piece::Pawn => get_pawn_attacks(king, !us) & !en_passant_target(board),
                    Piece::Knight => get_knight_moves(king),
                    Piece::Bishop => diagonal,
                    Piece::Rook => straight,
                    Piece::Queen => diagonal | straight,
                    Piece::King => BitBoard::EMPTY,
                };
            for mv in moves {
                if Some(mv) != self.hints.table && mv.promotion.is_none() {
                    self.moves.push(mv, quiets.past(moves.piece, mv));
                }
            }
            false
        });
    }

    /// All other moves by their history.
    #[inline(never)]
    fn generate_quiets(&mut self, board: &Board, history: &History) {
        self.moves.0.clear();
        self.next = 0;
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let en_passant = en_passant_target(board);
        let checks = Checks::new(board);
        let quiets = history.quiets(us, self.hints.context);
        board.generate_moves(|mut moves| {
            moves.to &= if moves.piece == Piece::Pawn { !(enemies | en_passant) } else { !enemies };
            for mv in moves {
                if Some(mv) == self.hints.table || mv.promotion == Some(Piece::Queen) {
                    continue;
                }
                let is_underpromotion = mv.promotion.is_some();
                let packed = PackedMove::from(mv);
                let is_killer = self.hints.killers.contains(&packed) || self.counter == packed;
                if is_killer && !is_underpromotion {
                    continue;
                }
                let score = if is_underpromotion {
                    i32::MIN / 2
                } else {
                    quiets.past(moves.piece, mv) + self.bonus(board, &checks, moves.piece, mv)
                };
                self.moves.push(mv, score);
            }
            false
        });
        // Promotions by capture to anything but a queen.
        let last_rank = Rank::Eighth.relative_to(us).bitboard();
        board.generate_moves_for(board.pieces(Piece::Pawn), |mut moves| {
            moves.to &= enemies & last_rank;
            for mv in moves {
                if mv.promotion != Some(Piece::Queen) && Some(mv) != self.hints.table {
                    self.moves.push(mv, i32::MIN / 2);
                }
            }
            false
        });
    }
}

/// The square where a pawn can be captured en passant.
fn en_passant_target(board: &Board) -> BitBoard {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map_or(BitBoard::EMPTY, |file| Square::new(file, rank).bitboard())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn key(mv: Move) -> u16 {
        PackedMove::from(mv).0
    }

    #[test]
    fn every_legal_move_is_handed_out_once() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let mut all = Vec::new();
            board.generate_moves(|moves| {
                all.extend(moves);
                false
            });
            let history = History::default();
            // With any of the moves as the table's, and any two as killers.
            for (i, &table) in all.iter().enumerate() {
                let killers = [all[(i + 1) % all.len()].into(), all[(i + 3) % all.len()].into()];
                let hints = Hints { table: Some(table), killers, ..Hints::default() };
                let mut picker = Picker::new(hints, &history);
                let mut picked = Vec::new();
                while let Some(mv) = picker.next(&board, &history) {
                    picked.push(key(mv));
                }
                assert_eq!(picked[0], key(table));
                assert_eq!(picked.len(), all.len(), "{fen}");
                assert_eq!(picked.iter().collect::<HashSet<_>>().len(), all.len(), "{fen}");
            }
        }
    }
}
