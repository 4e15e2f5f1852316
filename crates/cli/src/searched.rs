//! What the program needs from a two-player game to compare and print its searches.

use gametree::{Game, ReportOf, Score};
use noughts::{Board, Noughts, Square};
use players::Playable;

use crate::figures::{mean, value};

/// A two-player game whose computer players are searches of `gametree`, so that their reports can
/// be compared and printed.
pub(crate) trait Searched:
    Game<Scores = [Score; 2]>
    + Playable<Position = <Self as Game>::State, Turn = <Self as Game>::Move, Reasons = ReportOf<Self>>
{
    /// The game's name on the command line.
    const NAME: &'static str;

    /// The names of the sides, by player index.
    const SIDES: [&'static str; 2];

    /// Formats a position on one line.
    fn write_position(&self, state: &Self::State) -> String;

    /// Formats a move that is played in `state`.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The name of the side to move.
    fn side_to_move(&self, state: &Self::State) -> &'static str {
        Self::SIDES[self.to_move(state)]
    }

    /// Formats the moves of a line that starts in `state`.
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

impl Searched for Noughts {
    const NAME: &'static str = "noughts";
    const SIDES: [&'static str; 2] = ["cross", "nought"];

    fn write_position(&self, board: &Board) -> String {
        board.notation()
    }

    fn write_move(&self, _board: &Board, square: Square) -> String {
        square.to_string()
    }
}

/// Formats the score of a search: for an unsolved `mcts` the mean result of its playouts, for all
/// others the value.
pub(crate) fn write_score(player: &str, score: Score, is_solved: bool) -> String {
    if player == "mcts" && !is_solved { mean(score) } else { value(score) }
}

#[cfg(test)]
mod tests {
    use noughts::Side;

    use super::*;

    #[test]
    fn sides_have_the_names_of_the_game() {
        assert_eq!(Noughts::SIDES.map(str::to_owned), Side::BOTH.map(|side| side.to_string()));
    }
}
