//! Othello: iterative deepening on twelve positions, by us and by the crate `minimax`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gametree::{Game, Iterative, Limits, Random, Search, Table};
use minimax::{Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};

use crate::clock::timed;
use crate::contests::{Entrant, TABLE_BYTES};
use crate::othello::{Board, Othello, PASS, mobility_and_corners};

pub(crate) const ENTRANTS: &[Entrant] = &[
    Entrant { name: "gametree", run: |depth| time_ours(depth, 2), work: |depth| our_nodes(depth, 2) },
    Entrant { name: "by one ply", run: |depth| time_ours(depth, 1), work: |depth| our_nodes(depth, 1) },
    Entrant { name: "minimax 0.6", run: time_rival::<false>, work: rival_nodes::<false> },
    Entrant { name: "minimax tuned", run: time_rival::<true>, work: rival_nodes::<true> },
];

/// Positions after twenty random moves.
fn positions() -> Vec<Board> {
    let mut random = Random::new(12);
    let mut position = || {
        let mut board = Othello.start();
        for _ in 0..20 {
            if let Some(square) = random.search(&Othello, &board, &Limits::default()).best {
                board = board.place(square);
            }
        }
        board
    };
    (0..12).map(|_| position()).collect()
}

/// The search of each position begins with an empty table, which is not part of the time.
fn time_ours(depth: u32, step: u32) -> Duration {
    let time = |board: &Board| {
        let mut search = Iterative::new(mobility_and_corners, Table::with_bytes(TABLE_BYTES)).with_step(step);
        timed(|| search.search(&Othello, board, &Limits::depth(depth)))
    };
    positions().iter().map(time).sum()
}

fn our_nodes(depth: u32, step: u32) -> u64 {
    let nodes = |board: &Board| {
        let mut search = Iterative::new(mobility_and_corners, Table::with_bytes(TABLE_BYTES)).with_step(step);
        search.search(&Othello, board, &Limits::depth(depth)).counts.nodes
    };
    positions().iter().map(nodes).sum()
}

/// The same rules. If `COUNTED`, calls of `apply` are counted as nodes.
struct Rules<const COUNTED: bool>;

static APPLIED: AtomicU64 = AtomicU64::new(0);

impl<const COUNTED: bool> minimax::Game for Rules<COUNTED> {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(board) {
            return Some(winner);
        }
        Othello.moves(board, moves);
        None
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        board.is_over().then(|| match board.margin() {
            1.. => Winner::PlayerToMove,
            0 => Winner::Draw,
            ..0 => Winner::PlayerJustMoved,
        })
    }

    fn apply(board: &mut Board, square: u8) -> Option<Board> {
        if COUNTED {
            APPLIED.fetch_add(1, Ordering::Relaxed);
        }
        Some(board.place(square))
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash()
    }

    fn table_index(square: u8) -> u16 {
        square.into()
    }

    fn max_table_index() -> u16 {
        PASS.into()
    }
}

#[derive(Clone)]
struct MobilityAndCorners<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for MobilityAndCorners<COUNTED> {
    type G = Rules<COUNTED>;

    fn evaluate(&self, board: &Board) -> i16 {
        mobility_and_corners(board)[usize::from(board.to_move)] as i16
    }
}

/// With its default options, or if `TUNED` with history, two plies deeper at a time.
fn rival<const TUNED: bool, const COUNTED: bool>(depth: u32) -> IterativeSearch<MobilityAndCorners<COUNTED>> {
    let mut options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    if TUNED {
        options = options.with_countermove_history().with_double_step_increment();
    }
    let mut search = IterativeSearch::new(MobilityAndCorners, options);
    search.set_max_depth(depth as u8);
    search
}

fn time_rival<const TUNED: bool>(depth: u32) -> Duration {
    let time = |board: &Board| {
        let mut search = rival::<TUNED, false>(depth);
        timed(|| search.choose_move(board))
    };
    positions().iter().map(time).sum()
}

fn rival_nodes<const TUNED: bool>(depth: u32) -> u64 {
    APPLIED.store(0, Ordering::Relaxed);
    for board in positions() {
        rival::<TUNED, true>(depth).choose_move(&board);
    }
    APPLIED.load(Ordering::Relaxed)
}
