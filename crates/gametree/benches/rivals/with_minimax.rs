//! Our Connect Four for the crate `minimax`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use minimax::{
    Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Negamax, Strategy, Winner,
};

use crate::clock::timed;
use crate::connect_four::{Board, COLUMNS};
use crate::contests::TABLE_BYTES;

/// The same rules, except that the first stone must be dropped in the middle if `OPENED`. If
/// `COUNTED`, calls of `apply` are counted as nodes; this is off when time is measured.
struct Rules<const OPENED: bool, const COUNTED: bool>;

static APPLIED: AtomicU64 = AtomicU64::new(0);

impl<const OPENED: bool, const COUNTED: bool> minimax::Game for Rules<OPENED, COUNTED> {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(board) {
            return Some(winner);
        }
        if OPENED && board.is_empty() {
            moves.push(3);
        } else {
            board.push_open_columns(moves);
        }
        None
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        if board.is_won() { Some(Winner::PlayerJustMoved) } else { board.is_full().then_some(Winner::Draw) }
    }

    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        if COUNTED {
            APPLIED.fetch_add(1, Ordering::Relaxed);
        }
        Some(board.drop_stone(column))
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash()
    }

    fn table_index(column: u8) -> u16 {
        column.into()
    }

    fn max_table_index() -> u16 {
        COLUMNS as u16 - 1
    }
}

#[derive(Clone)]
struct MiddleCounts<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for MiddleCounts<COUNTED> {
    type G = Rules<true, COUNTED>;

    fn evaluate(&self, board: &Board) -> i16 {
        board.worth() as i16
    }
}

fn count_applied(work: impl FnOnce()) -> u64 {
    APPLIED.store(0, Ordering::Relaxed);
    work();
    APPLIED.load(Ordering::Relaxed)
}

pub(crate) fn time_negamax(depth: u32) -> Duration {
    let mut search = Negamax::new(MiddleCounts::<false>, depth as u8);
    timed(|| search.choose_move(&Board::default()))
}

pub(crate) fn negamax_nodes(depth: u32) -> u64 {
    count_applied(|| {
        Negamax::new(MiddleCounts::<true>, depth as u8).choose_move(&Board::default());
    })
}

/// With its default options, or if `TUNED` with those that reach depth 14 fastest: history, and two
/// plies deeper at a time.
fn iterative<const TUNED: bool, const COUNTED: bool>(depth: u32) -> IterativeSearch<MiddleCounts<COUNTED>> {
    let mut options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    if TUNED {
        options = options.with_countermove_history().with_double_step_increment();
    }
    let mut search = IterativeSearch::new(MiddleCounts, options);
    search.set_max_depth(depth as u8);
    search
}

pub(crate) fn time_iterative<const TUNED: bool>(depth: u32) -> Duration {
    let mut search = iterative::<TUNED, false>(depth);
    timed(|| search.choose_move(&Board::default()))
}

pub(crate) fn iterative_nodes<const TUNED: bool>(depth: u32) -> u64 {
    count_applied(|| {
        iterative::<TUNED, true>(depth).choose_move(&Board::default());
    })
}

pub(crate) fn time_playouts(playouts: u32) -> Duration {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut search: MonteCarloTreeSearch<Rules<false, false>> = MonteCarloTreeSearch::new(options);
    search.set_max_rollouts(playouts);
    timed(|| search.choose_move(&Board::default()))
}
