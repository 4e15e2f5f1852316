//! What a game is to a search: the rules ([`Game`]), an opinion about positions ([`Evaluate`]) and the
//! separate abilities that some searches ask for.

use std::fmt::Debug;

/// How good a position is for one player. Higher is better.
pub type Score = i32;

/// The score of a won game, and its negative that of a lost one.
///
/// The searches take one point off for every ply to a win (and add one for every ply to a loss), so that
/// they prefer short wins and long losses. Everything else must stay within ±[`SURE`].
pub const WIN: Score = 1_000_000;

/// Scores beyond ± this are won or lost games; every evaluation must lie within.
pub const SURE: Score = WIN - 1_000;

/// One score per player, by player index: `[Score; 2]` for two players, `[Score; 4]` for four.
pub trait Scores: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// How many players there are.
    const PLAYERS: usize;
    /// Nobody is better off than anybody else.
    const EVEN: Self;

    /// The score of `player`.
    fn of(&self, player: usize) -> Score;

    /// Each score by `change`.
    fn map(self, change: impl FnMut(Score) -> Score) -> Self;
}

impl<const N: usize> Scores for [Score; N] {
    const PLAYERS: usize = N;
    const EVEN: Self = [0; N];

    #[inline]
    fn of(&self, player: usize) -> Score {
        self[player]
    }

    #[inline]
    fn map(self, change: impl FnMut(Score) -> Score) -> Self {
        <[Score; N]>::map(self, change)
    }
}

/// The rules of a game for any number of players with open information and no chance.
///
/// A search copies states into slots that exist before it starts: [`play`](Game::play) writes the next state
/// over an old one. Nothing is ever undone, and a search allocates nothing unless cloning a state does.
pub trait Game {
    /// A position, with all that the rules need to go on from it.
    type State: Clone;
    /// A move.
    type Move: Copy + PartialEq + Debug;
    /// One score per player: `[Score; N]` for N players.
    type Scores: Scores;
    /// No position has more moves than this. The searches make room for so many before they start.
    const MAX_MOVES: usize;

    /// The position in which a game begins.
    fn start(&self) -> Self::State;

    /// Whose turn it is, from 0. Turns need not alternate. When the game is over it does not matter who is named.
    fn to_move(&self, state: &Self::State) -> usize;

    /// Appends the legal moves, at least one, always in the same order. Nobody asks for them when the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Writes into `to` the position after `mv` is played in `from`.
    fn play(&self, from: &Self::State, mv: Self::Move, to: &mut Self::State);

    /// The final scores if the game is over: [`WIN`] for a win, `-WIN` for a loss, 0 for a draw, anything within ±[`SURE`]
    /// for what lies between.
    fn outcome(&self, state: &Self::State) -> Option<Self::Scores>;
}

/// An opinion about positions in which a search stops.
///
/// Any function from a state to scores is one:
/// `|state: &Board| [material(state), -material(state)]`.
pub trait Evaluate<G: Game> {
    /// The scores of a position that is not finished, each within ±[`SURE`]. For the searches for two players they must
    /// add up to zero.
    fn evaluate(&self, game: &G, state: &G::State) -> G::Scores;

    /// The scores of a finished game. Unless an evaluator has its own way of counting, its outcome.
    #[inline]
    fn evaluate_outcome(&self, _game: &G, _state: &G::State, outcome: G::Scores) -> G::Scores {
        outcome
    }
}

impl<G: Game, F: Fn(&G::State) -> G::Scores> Evaluate<G> for F {
    #[inline]
    fn evaluate(&self, _game: &G, state: &G::State) -> G::Scores {
        self(state)
    }
}

/// No opinion: all unfinished positions are even, only outcomes count.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutcomeOnly;

impl<G: Game> Evaluate<G> for OutcomeOnly {
    #[inline]
    fn evaluate(&self, _game: &G, _state: &G::State) -> G::Scores {
        G::Scores::EVEN
    }
}

/// A game whose positions and moves have short names, for the transposition table and move ordering.
pub trait Hashed: Game {
    /// A number that is the same for equal positions and, as good as always, different for different
    /// ones. All 64 bits should be well mixed. The player to move is part of the position.
    fn hash(&self, state: &Self::State) -> u64;

    /// A number that tells the moves of one position apart, and should mean about the same move in
    /// another.
    fn code(&self, mv: Self::Move) -> u16;
}

/// A game whose board can be turned or mirrored onto itself.
///
/// Image 0 is always the position itself, and the defaults say that there is no other.
pub trait Symmetric: Game {
    /// How many images a position has, itself included.
    const IMAGES: usize = 1;

    /// Image number `image` of a state.
    fn image(&self, state: &Self::State, _image: usize) -> Self::State {
        state.clone()
    }

    /// The same move on image number `image`.
    fn move_image(&self, mv: Self::Move, _image: usize) -> Self::Move {
        mv
    }

    /// The player who has `player`'s place on image number `image`.
    fn player_image(&self, player: usize, _image: usize) -> usize {
        player
    }
}

/// A game in which [`BestReply`](crate::BestReply) may let players pass, whether or not the rules allow it.
///
/// With two players nobody is ever asked to.
pub trait Passing: Game {
    /// Writes into `to` the position `from` with the turn gone to the next player, and says whether that can be:
    /// if not, `to` is not looked at.
    fn pass(&self, from: &Self::State, to: &mut Self::State) -> bool;
}

/// A score as it counts `ply` plies earlier: a win that is further off is worth less, a loss hurts less, and
/// everything else is the same.
#[inline]
pub fn delayed(score: Score, ply: usize) -> Score {
    if score > SURE {
        score - ply as Score
    } else if score < -SURE {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_better_soon_and_losses_late() {
        assert!(delayed(WIN, 1) > delayed(WIN, 3));
        assert!(delayed(-WIN, 1) < delayed(-WIN, 3));
        assert_eq!(delayed(7, 100), 7);
        assert_eq!(delayed(-SURE, 100), -SURE);
    }
}
