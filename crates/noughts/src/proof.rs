//! Playing a player against everything that could be played against it.

use std::collections::HashMap;

use thiserror::Error;

use crate::board::{Board, Illegal, Side};
use crate::square::{Square, Squares};
use crate::values::{Values, for_side};

/// How a number of games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the player won.
    pub won: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that the player lost.
    pub lost: u64,
}

impl Tally {
    /// How many games there were.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// A game that ended worse for the player than it need have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The moves of the whole game.
    pub game: Vec<Square>,
    /// Which of them was the player's mistake, counted from 0: the first after which the other side could do better.
    pub mistake: usize,
}

/// What became of a player in all games that are possible against it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// How the games ended.
    pub tally: Tally,
    /// The first game in which the player made a mistake; without one it is perfect, for in every position of every
    /// game it kept the best result that was possible.
    pub flaw: Option<Flaw>,
}

impl Proof {
    /// Whether the player never makes a mistake: it loses no game, and wins whenever the opponent lets it.
    pub const fn is_perfect(&self) -> bool {
        self.flaw.is_none()
    }
}

/// A player that does not play by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfair {
    /// It has no move where there is one.
    #[error("the player has no move in {board:?}")]
    NoMove {
        /// The position.
        board: Board,
    },
    /// It moves to where it must not.
    #[error("the player moves to {square} in {board:?}: {reason}")]
    Illegal {
        /// The position.
        board: Board,
        /// Its move.
        square: Square,
        /// What is wrong with it.
        reason: Illegal,
    },
}

/// Plays all games that are possible when `player` plays `side` and the other side anything whatsoever.
///
/// The player says which move it makes in a position, as an `Option<Square>`, or which moves it could make, as
/// [`Squares`]: then all of them are played. It is asked once for each position.
///
/// # Errors
/// [`Unfair`] if the player does not make a legal move.
///
/// ```
/// use noughts::{Board, Side, prove};
/// let first_empty = |board: Board| board.moves().into_iter().next();
/// let proof = prove(Side::Nought, first_empty)?;
/// assert!(proof.tally.lost > 0);
/// # Ok::<(), noughts::Unfair>(())
/// ```
pub fn prove<M: IntoIterator<Item = Square>>(side: Side, mut player: impl FnMut(Board) -> M) -> Result<Proof, Unfair> {
    let mut games = AllGames {
        side,
        values: Values::new(),
        choices: HashMap::new(),
        player: |board| player(board).into_iter().collect(),
        game: Vec::with_capacity(9),
        proof: Proof::default(),
    };
    games.play(Board::EMPTY, None)?;
    Ok(games.proof)
}

struct AllGames<P> {
    side: Side,
    values: Values,
    /// What the player chose in the positions that have come up.
    choices: HashMap<Board, Squares>,
    player: P,
    /// The moves that led to the present position.
    game: Vec<Square>,
    proof: Proof,
}

impl<P: FnMut(Board) -> Squares> AllGames<P> {
    /// Plays all games that go on from `board`, where `mistake` is the player's first mistake so far.
    fn play(&mut self, board: Board, mistake: Option<usize>) -> Result<(), Unfair> {
        if board.is_over() {
            self.count(board, mistake);
            return Ok(());
        }
        let moves = if board.to_move() == self.side { self.choose(board)? } else { board.moves() };
        for square in moves {
            let is_mistake = board.to_move() == self.side && !self.values.keeps(board, square);
            let mistake = mistake.or_else(|| is_mistake.then_some(self.game.len()));
            self.game.push(square);
            self.play(board.play(square), mistake)?;
            self.game.pop();
        }
        Ok(())
    }

    fn choose(&mut self, board: Board) -> Result<Squares, Unfair> {
        if let Some(&moves) = self.choices.get(&board) {
            return Ok(moves);
        }
        let moves = (self.player)(board);
        if moves.is_empty() {
            return Err(Unfair::NoMove { board });
        }
        for square in moves {
            board.try_play(square).map_err(|reason| Unfair::Illegal { board, square, reason })?;
        }
        self.choices.insert(board, moves);
        Ok(moves)
    }

    fn count(&mut self, board: Board, mistake: Option<usize>) {
        let Tally { won, drawn, lost } = &mut self.proof.tally;
        *match for_side(board.winner(), self.side) {
            1 => won,
            0 => drawn,
            _ => lost,
        } += 1;
        // A mistake that the other side did not notice makes no good example; where there is a mistake there is also a
        // game in which it tells, because the other side tries everything.
        let Some(mistake) = mistake else { return };
        let before = self.game[..mistake].iter().fold(Board::EMPTY, |board, &square| board.play(square));
        let spoiled = for_side(board.winner(), self.side) < for_side(self.values.winner(before), self.side);
        if spoiled && self.proof.flaw.is_none() {
            self.proof.flaw = Some(Flaw { game: self.game.clone(), mistake });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_could_do_anything_plays_all_games() {
        let cross = prove(Side::Cross, Board::moves).unwrap();
        assert_eq!(cross.tally, Tally { won: 131_184, drawn: 46_080, lost: 77_904 });
        let nought = prove(Side::Nought, Board::moves).unwrap();
        assert_eq!(nought.tally, Tally { won: 77_904, drawn: 46_080, lost: 131_184 });
        assert_eq!(cross.tally.games(), 255_168);
    }

    #[test]
    fn a_flaw_is_a_game_that_was_spoiled() {
        let values = Values::new();
        for side in Side::BOTH {
            let proof = prove(side, |board| board.moves().into_iter().next()).unwrap();
            let Flaw { game, mistake } = proof.flaw.unwrap();
            let mut board = Board::EMPTY;
            for (i, &square) in game.iter().enumerate() {
                let good = values.keeps(board, square);
                assert!(if i < mistake { good || board.to_move() != side } else { i > mistake || !good });
                board = board.try_play(square).unwrap();
            }
            assert!(board.is_over() && board.winner() != Some(side));
        }
    }

    #[test]
    fn unfair_players_are_found_out() {
        let corner = Square::all().next();
        let error = prove(Side::Nought, |_| corner).unwrap_err();
        assert_eq!(error.to_string(), "the player moves to a in X../.../...: X is already on a");
        let error = prove(Side::Cross, |_| None).unwrap_err();
        assert_eq!(error, Unfair::NoMove { board: Board::EMPTY });
    }
}
