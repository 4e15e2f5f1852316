//! Our Connect Four for the crate `treant`.

use std::time::Duration;

use treant::tree_policy::UCTPolicy;
use treant::{CycleBehaviour, Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use crate::clock::timed;
use crate::connect_four::Board;

impl GameState for Board {
    type Move = u8;
    /// Whether the player who moves first is to move.
    type Player = bool;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> bool {
        self.first_to_move()
    }

    fn available_moves(&self) -> Vec<u8> {
        if self.is_won() { Vec::new() } else { self.open_columns().to_vec() }
    }

    fn make_move(&mut self, column: &u8) {
        *self = self.drop_stone(*column);
    }
}

/// A random game from each new position, as in the other libraries.
struct Playout;

impl Evaluator<Uct> for Playout {
    /// 1 if the player who moves first won, −1 if the other did.
    type StateEvaluation = i64;

    fn evaluate_new_state(&self, board: &Board, moves: &Vec<u8>, _handle: Option<SearchHandle<Uct>>) -> (Vec<()>, i64) {
        let mut board = *board;
        while !board.is_won() && !board.is_full() {
            let open = board.open_columns();
            board = board.drop_stone(open[fastrand::usize(..open.len())]);
        }
        let value = match (board.is_won(), board.first_to_move()) {
            (false, _) => 0,
            (true, true) => -1,
            (true, false) => 1,
        };
        (vec![(); moves.len()], value)
    }

    fn interpret_evaluation_for_player(&self, value: &i64, first: &bool) -> i64 {
        if *first { *value } else { -value }
    }

    fn evaluate_existing_state(&self, _board: &Board, value: &i64, _handle: SearchHandle<Uct>) -> i64 {
        *value
    }
}

#[derive(Default)]
struct Uct;

impl MCTS for Uct {
    type State = Board;
    type Eval = Playout;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();

    fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
        CycleBehaviour::Ignore
    }
}

pub(crate) fn time_playouts(playouts: u32) -> Duration {
    let mut search = MCTSManager::new(Board::default(), Uct, Playout, UCTPolicy::new(1.4), ());
    timed(|| search.playout_n(playouts.into()))
}
