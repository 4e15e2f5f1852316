//! Othello with two switches.

use gametree::{Game, Hashed, Score, WIN};

use super::othello::{Board, Othello};

/// Othello with or without its order of moves, in which the score is the margin or only the winner.
#[derive(Clone, Copy, Debug)]
pub struct OthelloVariant {
    pub has_order: bool,
    pub only_winner: bool,
}

impl Game for OthelloVariant {
    type State = Board;
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = Othello::MAX_MOVES;

    fn start(&self) -> Board {
        Othello.start()
    }

    fn to_move(&self, board: &Board) -> usize {
        Othello.to_move(board)
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        Othello.moves(board, moves);
    }

    fn play(&self, from: &Board, square: u8, to: &mut Board) {
        Othello.play(from, square, to);
    }

    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        let scores = Othello.outcome(board)?;
        Some(if self.only_winner { scores.map(|score| score.signum() * WIN) } else { scores })
    }

    fn priority(&self, board: &Board, square: u8) -> i32 {
        if self.has_order { Othello.priority(board, square) } else { 0 }
    }
}

impl Hashed for OthelloVariant {
    fn hash(&self, board: &Board) -> u64 {
        Othello.hash(board)
    }

    fn code(&self, square: u8) -> u16 {
        Othello.code(square)
    }
}
