//! What a game must tell the program beyond its rules.

use gametree::{Hashed, Passing, Score};
use noughts::{Board, Noughts, Square};

/// A game for two that the program offers: every search can play it, on any thread, and its positions and moves can be
/// written.
pub(crate) trait Offered: Hashed<State: Sync, Move: Send, Scores = [Score; 2]> + Passing + Sync {
    /// The name on the command line.
    const NAME: &'static str;

    /// The two sides, by player index.
    const SIDES: [&'static str; 2];

    /// A position on one line.
    fn write_position(&self, state: &Self::State) -> String;

    /// A move that is made in `state`.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The side whose turn it is.
    fn side_to_move(&self, state: &Self::State) -> &'static str {
        Self::SIDES[self.to_move(state)]
    }

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
    const NAME: &'static str = "noughts";
    const SIDES: [&'static str; 2] = ["cross", "nought"];

    fn write_position(&self, board: &Board) -> String {
        board.notation()
    }

    fn write_move(&self, _board: &Board, square: Square) -> String {
        square.to_string()
    }
}

#[cfg(test)]
mod tests {
    use noughts::Side;

    use super::*;

    #[test]
    fn sides_are_called_as_the_game_calls_them() {
        assert_eq!(Noughts::SIDES.map(str::to_owned), Side::BOTH.map(|side| side.to_string()));
    }
}
