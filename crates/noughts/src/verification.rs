//! Exhaustive verification: a player against every possible opponent.

use std::collections::HashMap;

use thiserror::Error;

use crate::board::{Board, IllegalMove, Side};
use crate::square::{Square, Squares};
use crate::values::{Values, result_for};

/// How often each result occurred in a set of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Games won by the player.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games lost by the player.
    pub lost: u64,
}

impl ResultCounts {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// A game with a worse result for the player than perfect play would have given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// All moves of the game.
    pub game: Vec<Square>,
    /// The index of the player's first mistake, a move that changed the value of the position.
    pub mistake: usize,
}

/// The results of a player in all games that are possible against it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The results of all games.
    pub results: ResultCounts,
    /// The first game in which a mistake cost the player a better result; `None` if it is perfect.
    pub counterexample: Option<Counterexample>,
}

impl Verification {
    /// Whether the player never makes a mistake: every move preserves the value of the position, so
    /// it never loses, and wins whenever the opponent lets it.
    pub const fn is_perfect(&self) -> bool {
        self.counterexample.is_none()
    }
}

/// How a player violated the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RuleViolation {
    /// It returned no move although the game was not over.
    #[error("the player returned no move in {board:?}")]
    NoMove {
        /// The position.
        board: Board,
    },
    /// It returned an illegal move.
    #[error("the player returned the illegal move {square} in {board:?}: {reason}")]
    IllegalMove {
        /// The position.
        board: Board,
        /// The move.
        square: Square,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}

/// Plays all possible games of `player` on `side`: the opponent tries every legal move.
///
/// The player returns its move in a position as an `Option<Square>`, or all moves it might choose
/// as [`Squares`], and then every one of them is played. It is called once per position.
///
/// # Errors
/// [`RuleViolation`] if the player returns no move or an illegal one.
///
/// ```
/// use noughts::{Board, Side, verify};
/// let first_empty = |board: Board| board.moves().into_iter().next();
/// let verification = verify(Side::Nought, first_empty)?;
/// assert!(verification.results.lost > 0);
/// # Ok::<(), noughts::RuleViolation>(())
/// ```
pub fn verify<M: IntoIterator<Item = Square>>(
    side: Side,
    mut player: impl FnMut(Board) -> M,
) -> Result<Verification, RuleViolation> {
    let mut games = AllGames {
        side,
        values: Values::new(),
        choices: HashMap::new(),
        player: |board| player(board).into_iter().collect(),
        game: Vec::with_capacity(9),
        verification: Verification::default(),
    };
    games.play(Board::EMPTY, None)?;
    Ok(games.verification)
}

struct AllGames<P> {
    side: Side,
    values: Values,
    /// The player's moves in the positions seen so far.
    choices: HashMap<Board, Squares>,
    player: P,
    /// The moves that led to the current position.
    game: Vec<Square>,
    verification: Verification,
}

impl<P: FnMut(Board) -> Squares> AllGames<P> {
    /// Plays all games that continue from `board`. `mistake` is the player's first mistake so far.
    fn play(&mut self, board: Board, mistake: Option<usize>) -> Result<(), RuleViolation> {
        if board.is_over() {
            self.count(board, mistake);
            return Ok(());
        }
        let moves = if board.to_move() == self.side { self.choose(board)? } else { board.moves() };
        for square in moves {
            let is_mistake = board.to_move() == self.side && !self.values.keeps_value(board, square);
            let mistake = mistake.or_else(|| is_mistake.then_some(self.game.len()));
            self.game.push(square);
            self.play(board.play(square), mistake)?;
            self.game.pop();
        }
        Ok(())
    }

    fn choose(&mut self, board: Board) -> Result<Squares, RuleViolation> {
        if let Some(&moves) = self.choices.get(&board) {
            return Ok(moves);
        }
        let moves = (self.player)(board);
        if moves.is_empty() {
            return Err(RuleViolation::NoMove { board });
        }
        for square in moves {
            board.try_play(square).map_err(|reason| RuleViolation::IllegalMove { board, square, reason })?;
        }
        self.choices.insert(board, moves);
        Ok(moves)
    }

    fn count(&mut self, board: Board, mistake: Option<usize>) {
        let ResultCounts { won, drawn, lost } = &mut self.verification.results;
        *match result_for(board.winner(), self.side) {
            1 => won,
            0 => drawn,
            _ => lost,
        } += 1;
        // A mistake that went unpunished is no counterexample. Since the opponent tries every move,
        // each mistake is punished in some game.
        let Some(mistake) = mistake else { return };
        let before = self.game[..mistake].iter().fold(Board::EMPTY, |board, &square| board.play(square));
        let was_punished = result_for(board.winner(), self.side) < result_for(self.values.winner(before), self.side);
        if was_punished && self.verification.counterexample.is_none() {
            self.verification.counterexample = Some(Counterexample { game: self.game.clone(), mistake });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_tries_every_move_plays_all_games() {
        let cross = verify(Side::Cross, Board::moves).unwrap();
        assert_eq!(cross.results, ResultCounts { won: 131_184, drawn: 46_080, lost: 77_904 });
        let nought = verify(Side::Nought, Board::moves).unwrap();
        assert_eq!(nought.results, ResultCounts { won: 77_904, drawn: 46_080, lost: 131_184 });
        assert_eq!(cross.results.games(), 255_168);
    }

    #[test]
    fn a_counterexample_has_a_punished_mistake() {
        let values = Values::new();
        for side in Side::BOTH {
            let verification = verify(side, |board| board.moves().into_iter().next()).unwrap();
            let Counterexample { game, mistake } = verification.counterexample.unwrap();
            let mut board = Board::EMPTY;
            for (i, &square) in game.iter().enumerate() {
                let good = values.keeps_value(board, square);
                assert!(if i < mistake { good || board.to_move() != side } else { i > mistake || !good });
                board = board.try_play(square).unwrap();
            }
            assert!(board.is_over() && board.winner() != Some(side));
        }
    }

    #[test]
    fn rule_violations_are_reported() {
        let corner = Square::all().next();
        let error = verify(Side::Nought, |_| corner).unwrap_err();
        assert_eq!(error.to_string(), "the player returned the illegal move a in X../.../...: X is already on a");
        let error = verify(Side::Cross, |_| None).unwrap_err();
        assert_eq!(error, RuleViolation::NoMove { board: Board::EMPTY });
    }
}
