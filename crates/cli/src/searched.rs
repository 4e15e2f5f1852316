//! What a game for two must tell the program beyond its rules and its players.

use gametree::{Game, ReportOf, Score};
use noughts::{Board, Noughts, Square};
use players::Playable;

use crate::figures::{mean, value};

/// A game for two whose players are searches of `gametree`: their thinking can be compared and
/// written.
pub(crate) trait Searched:
    Game<Scores = [Score; 2]>
    + Playable<Position = <Self as Game>::State, Turn = <Self as Game>::Move, Reasons = ReportOf<Self>>
{
    /// The name on the command line.
    const NAME: &'static str;

    /// The two sides, by player index.
    const SIDES: [&'static str; 2];

    /// A position on one line.
    fn write_position(&self, state: &Self::State) -> String;

    /// A move that is made in `state`.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The side to move.
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

/// The score that a player of this kind found, in words. That of random games is their mean, unless
/// it is proven.
pub(crate) fn write_score(player: &str, score: Score, is_solved: bool) -> String {
    if player == "mcts" && !is_solved { mean(score) } else { value(score) }
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
