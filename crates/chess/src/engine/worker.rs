//! One thread's share of a search: its line of play, its memory of moves, and its limits.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::Instant;

use cozy_chess::{BitBoard, Board, Move, Piece};
use gametree::{Limits, Score, Stop, Table};

use super::deepening::Finding;
use super::evaluator::{Evaluation, Evaluator};
use super::handicap::Handicap;
use super::history::{Context, History, PieceTo, piece_to};
use super::margins::{Margins, Reductions};
use super::moves::PackedMove;
use super::time::Go;
use crate::rules::MAX_MOVES;

/// No line of play is searched deeper.
pub(crate) const MAX_PLY: usize = 128;

/// How many nodes pass between two looks at the clock and the stop flag.
const NODES_PER_LOOK: u64 = 512;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) go: &'a Go,
    pub(crate) margins: &'a Margins,
    pub(crate) reductions: &'a Reductions,
    /// The limit to its strength, if there is one.
    pub(crate) handicap: Option<Handicap>,
    pub(crate) started: Instant,
    /// Raised when the search is over, for whatever reason.
    pub(crate) over: &'a Stop,
    /// The nodes of all threads, brought up to date from time to time.
    pub(crate) nodes: &'a AtomicU64,
    /// The depth of the first thread's iteration.
    pub(crate) iteration: &'a AtomicI32,
}

/// What is known about a node on the line of play.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) board: Board,
    /// The static evaluation; none in check.
    pub(crate) eval: Option<Score>,
    /// The move that is being searched here: who moves where. None for a null move.
    pub(crate) moved: Option<PieceTo>,
    /// The same move if it is quiet; none if it is a capture, a promotion or a null move.
    pub(crate) quiet: Option<Move>,
    /// The move that a search for a singular move leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) killers: [PackedMove; 2],
    /// The squares that the opponent attacks; empty in the quiescence search, which does not ask.
    pub(crate) attacked: BitBoard,
    /// How often a line was extended above this node.
    pub(crate) extensions: u8,
    /// How often a move was refuted here since the node two plies above was entered.
    pub(crate) cutoffs: u32,
}

/// What a thread keeps from one search to the next.
pub(crate) struct Memory {
    pub(crate) history: History,
    pub(crate) evaluator: Evaluator,
}

impl Memory {
    pub(crate) fn new(evaluation: &Evaluation) -> Self {
        Self { history: History::default(), evaluator: Evaluator::new(evaluation) }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: Shared<'a>,
    pub(crate) history: &'a mut History,
    evaluator: &'a mut Evaluator,
    pub(crate) frames: Vec<Frame>,
    /// The hashes of all positions from the beginning of the game to the current node.
    pub(crate) hashes: Vec<u64>,
    /// How many of them lie before the root.
    pub(crate) root: usize,
    /// The best line from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) nodes: u64,
    /// The most nodes of this thread.
    max_nodes: u64,
    /// How much of that is in the shared count.
    reported: u64,
    pub(crate) selective_depth: usize,
    /// Where findings are told, for the thread that watches the limits.
    pub(crate) each: Option<&'a mut dyn FnMut(&Finding)>,
    /// The depth of the iteration.
    pub(crate) iteration: u32,
    /// The score of the root's best line.
    pub(crate) root_score: Score,
    /// The root moves that later lines of a multi-line search leave out.
    pub(crate) excluded_roots: Vec<Move>,
    /// Nodes spent on each root move, by its packed form.
    pub(crate) root_effort: Vec<(Move, u64)>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: Shared<'a>,
        memory: &'a mut Memory,
        board: &Board,
        before: &[u64],
        each: Option<&'a mut dyn FnMut(&Finding)>,
    ) -> Self {
        let frame = Frame {
            board: board.clone(),
            eval: None,
            moved: None,
            quiet: None,
            excluded: None,
            killers: [PackedMove::NONE; 2],
            attacked: BitBoard::EMPTY,
            extensions: 0,
            cutoffs: 0,
        };
        // The first thread watches the limits for all.
        let max_nodes = shared.go.limits.nodes.filter(|_| each.is_some()).unwrap_or(u64::MAX);
        let mut hashes = Vec::with_capacity(before.len() + MAX_PLY + 1);
        hashes.extend_from_slice(before);
        hashes.push(board.hash());
        Self {
            shared,
            history: &mut memory.history,
            evaluator: &mut memory.evaluator,
            frames: vec![frame; MAX_PLY + 1],
            root: before.len(),
            hashes,
            lines: (0..=MAX_PLY).map(|ply| Vec::with_capacity(MAX_PLY + 1 - ply)).collect(),
            nodes: 0,
            max_nodes,
            reported: 0,
            selective_depth: 0,
            each,
            iteration: 0,
            root_score: 0,
            excluded_roots: Vec::new(),
            root_effort: Vec::with_capacity(MAX_MOVES),
        }
    }

    /// Whether this thread watches the limits.
    pub(crate) fn is_main(&self) -> bool {
        self.each.is_some()
    }

    /// Whether it looks for a mate, and therefore at every move: none is pruned or reduced.
    pub(crate) fn is_exhaustive(&self) -> bool {
        self.shared.go.mate.is_some()
    }

    /// Where the table has a position. What other searches found cannot be used by an exhaustive one.
    pub(crate) fn key(&self, board: &Board) -> u64 {
        if self.is_exhaustive() { !board.hash() } else { board.hash() }
    }

    /// Counts a node; none if the search must end.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> Option<()> {
        if self.nodes == self.max_nodes {
            self.shared.over.raise();
            return None;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.look()?;
        }
        Some(())
    }

    #[cold]
    fn look(&mut self) -> Option<()> {
        self.report_nodes();
        if self.is_main() {
            let go = self.shared.go;
            let Limits { time, stop, cancel, .. } = &go.limits;
            let is_late = time.is_some_and(|time| self.shared.started.elapsed() >= time);
            let is_stopped = [stop, cancel].into_iter().flatten().any(Stop::is_raised);
            if is_stopped || is_late && !go.is_pondering() {
                self.shared.over.raise();
            }
        }
        (!self.shared.over.is_raised()).then_some(())
    }

    /// Brings the shared node count up to date.
    pub(crate) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    /// The static evaluation of a position, with what the search has learned about its pawn
    /// structure.
    pub(crate) fn evaluate(&mut self, board: &Board) -> Score {
        let mistake = self.shared.handicap.map_or(0, |handicap| handicap.mistake(board));
        let ply = self.hashes.len() - 1 - self.root;
        self.evaluator.evaluate(ply, board) + self.history.correction(board) + mistake
    }

    /// Plays a move from `ply` to `ply + 1`.
    #[inline]
    pub(crate) fn play(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (here, next) = (&mut above[ply], &mut below[0]);
        let piece = here.board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        here.moved = Some(piece_to(here.board.side_to_move(), piece, mv.to));
        here.quiet = None;
        next.board = here.board.clone();
        next.board.play_unchecked(mv);
        self.shared.table.prefetch(next.board.hash());
        next.extensions = here.extensions;
        self.hashes.push(next.board.hash());
    }

    /// Passes the move from `ply` to `ply + 1`; says whether that is possible.
    pub(crate) fn play_null(&mut self, ply: usize) -> bool {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (here, next) = (&mut above[ply], &mut below[0]);
        let Some(board) = here.board.null_move() else { return false };
        here.moved = None;
        here.quiet = None;
        next.board = board;
        self.shared.table.prefetch(next.board.hash());
        next.extensions = here.extensions;
        self.hashes.push(next.board.hash());
        true
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.hashes.pop();
    }

    /// What the history of quiet moves goes by at `ply`.
    pub(crate) fn context(&self, ply: usize) -> Context {
        let moved = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].moved);
        let frame = &self.frames[ply];
        Context {
            before: [moved(1), moved(2), moved(4)],
            attacked: frame.attacked,
            pawns: History::pawn_structure(&frame.board),
        }
    }

    /// Whether the position is a draw by repetition, by the fifty-move rule or for lack of material.
    pub(crate) fn is_draw(&self, ply: usize) -> bool {
        let board = &self.frames[ply].board;
        let clock = usize::from(board.halfmove_clock());
        if clock >= 100 && (board.checkers().is_empty() || has_moves(board)) {
            return true;
        }
        is_insufficient(board) || self.is_repeated(clock)
    }

    /// Whether the position has occurred before: once since the root, or twice before it.
    fn is_repeated(&self, clock: usize) -> bool {
        let last = self.hashes.len() - 1;
        let hash = self.hashes[last];
        let mut count = 0;
        // The same side is to move every second ply, and nothing before the last irreversible move
        // can come back.
        let first = last.saturating_sub(clock);
        let mut at = last;
        while at >= first + 2 {
            at -= 2;
            if self.hashes[at] == hash {
                count += 1;
                if at >= self.root || count == 2 {
                    return true;
                }
            }
        }
        false
    }
}

fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether neither side can ever mate: bare kings, or one minor piece.
pub(crate) fn is_insufficient(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    heavy.is_empty() && board.occupied().len() <= 3
}
