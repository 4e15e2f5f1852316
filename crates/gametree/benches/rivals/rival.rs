//! our rules for minimax
use super::connect_four::*;
use std::sync::atomic::{AtomicU64, Ordering};
pub static APPLIED: AtomicU64 = AtomicU64::new(0);
pub struct Rival<const COUNT: bool>;
impl<const COUNT: bool> minimax::Game for Rival<COUNT> {
    type S = Board;
    type M = u8;
    fn generate_moves(b: &Board, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        if let Some(w) = Self::get_winner(b) {
            return Some(w);
        }
        if b.is_empty() {
            moves.push(3)
        } else {
            moves.extend(b.open_columns())
        }
        None
    }
    fn get_winner(b: &Board) -> Option<minimax::Winner> {
        if b.is_won() {
            Some(minimax::Winner::PlayerJustMoved)
        } else if b.is_full() {
            Some(minimax::Winner::Draw)
        } else {
            None
        }
    }
    fn apply(b: &mut Board, m: u8) -> Option<Board> {
        if COUNT {
            APPLIED.fetch_add(1, Ordering::Relaxed);
        }
        Some(b.drop_stone(m))
    }
    fn zobrist_hash(b: &Board) -> u64 {
        b.hash()
    }
}
#[derive(Clone)]
pub struct Eval<const COUNT: bool>;
impl<const COUNT: bool> minimax::Evaluator for Eval<COUNT> {
    type G = Rival<COUNT>;
    fn evaluate(&self, b: &Board) -> i16 {
        b.worth() as i16
    }
}
