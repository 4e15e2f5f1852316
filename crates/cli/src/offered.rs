//! What a game must tell the program beyond its rules.

use gametree::{Hashed, Passing, Score};
use noughts::{Board, Noughts, Square};

/// A game for two that the program offers: every search can play it, on any thread, and its positions and moves can be
/// written.
pub(crate) trait Offered:
    Hashed<State: Send + Sync, Move: Send, Scores = [Score; 2]> + Passing + Clone + Send + Sync + 'static
{
    /// A move that is made in `state`.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// A line of play that begins in `state`.
    fn write_line(&self, state: &Self::State, line: &[Self::Move]) -> Vec<String> {
        let (mut here, mut next) = (state.clone(), state.clone());
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            texts.push(self.write_move(&here, mv));
            self.play(&here, mv, &mut next);
            std::mem::swap(&mut here, &mut next);
        }
        texts
    }
}

impl Offered for Noughts {
    fn write_move(&self, _board: &Board, square: Square) -> String {
        square.to_string()
    }
}
