//! The rules of a game ([`Game`]), static evaluation ([`Evaluate`]), and the abilities that only
//! some searches need.

use std::fmt::Debug;

/// How good a position is for one player. Higher is better.
pub type Score = i32;

/// The score of a won game. A lost game scores `-WIN`.
///
/// The searches take one point off for every ply until the win (and add one for every ply until a
/// loss), so that they prefer short wins and long losses. All other scores must stay within
/// ±[`SURE`].
pub const WIN: Score = 1_000_000;

/// Scores beyond ±`SURE` are won or lost games. Every evaluation must lie within.
pub const SURE: Score = WIN - 1_000;

/// One score per player, by player index: `[Score; 2]` for two players, `[Score; 4]` for four.
pub trait Scores: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The number of players.
    const PLAYERS: usize;
    /// The scores of a draw: 0 for every player.
    const EVEN: Self;

    /// The score of `player`.
    fn of(&self, player: usize) -> Score;

    /// Applies `change` to each score.
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

/// The rules of a game with perfect information and no chance, for any number of players.
///
/// A search copies states into slots that exist before it starts: [`play`](Game::play) writes the
/// next state over an old one. Nothing is ever undone, and a search allocates nothing unless
/// cloning a state does.
///
/// Most games implement the six required methods and leave the rest alone.
pub trait Game {
    /// A position, including everything the rules need to continue from it.
    type State: Clone;
    /// A move.
    type Move: Copy + PartialEq + Debug;
    /// One score per player: `[Score; N]` for N players.
    type Scores: Scores;
    /// The maximum number of moves in any position. The searches reserve space for this many.
    const MAX_MOVES: usize;

    /// The position in which a game begins.
    fn start(&self) -> Self::State;

    /// The index of the player to move. Turns need not alternate. Ignored when the game is over.
    fn to_move(&self, state: &Self::State) -> usize;

    /// Appends the legal moves, at least one, always in the same order. Never called on a finished
    /// game.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Writes the position after `mv` is played in `from` into `to`.
    fn play(&self, from: &Self::State, mv: Self::Move, to: &mut Self::State);

    /// The final scores if the game is over: [`WIN`] for a win, `-WIN` for a loss, 0 for a draw, or
    /// any other score within ±[`SURE`].
    fn outcome(&self, state: &Self::State) -> Option<Self::Scores>;

    /// The position after `mv` is played in `state`. For everything but searches, which
    /// [`play`](Game::play) into slots.
    fn after(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(state, mv, &mut next);
        next
    }

    /// The legal moves in a new list, which is empty if the game is over.
    fn legal(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        match self.moves_or_outcome(state, &mut moves) {
            Some(_) => Vec::new(),
            None => moves,
        }
    }

    /// Whether [`outcome`](Game::outcome) has to generate moves, as in chess, where a player
    /// without a move is mated or stalemated. The searches then call
    /// [`moves_or_outcome`](Game::moves_or_outcome) once per node instead of `outcome` first and
    /// [`moves`](Game::moves) later, and `outcome` only at leaves.
    const OUTCOME_NEEDS_MOVES: bool = false;

    /// Appends the legal moves, or returns the final scores if the game is over. Override this if
    /// one call can find out both faster than two.
    #[inline]
    fn moves_or_outcome(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Option<Self::Scores> {
        let outcome = self.outcome(state);
        if outcome.is_none() {
            self.moves(state, moves);
        }
        outcome
    }

    /// How soon the searches that order moves ([`Iterative`](crate::Iterative),
    /// [`LazySmp`](crate::LazySmp), [`MtdF`](crate::MtdF) and [`Solver`](crate::Solver)) should try
    /// `mv` in `state`: moves with a higher priority come first. Among moves of the same priority,
    /// those that were good elsewhere come first, and the rest keep the order of
    /// [`moves`](Game::moves). The other searches always keep that order;
    /// [`Mcts::with_bias`](crate::Mcts::with_bias) has a use of its own for priorities.
    ///
    /// It may be costly enough to look a move ahead: it is not called before the move that the
    /// table remembers has failed, nor where all moves lead to the horizon.
    #[inline]
    fn priority(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// The lowest and the highest final score that `player` can still reach from `state`, which is
    /// not finished. Any bounds that hold are correct; narrow ones save time. By default ±[`WIN`].
    #[inline]
    fn bounds(&self, _state: &Self::State, _player: usize) -> (Score, Score) {
        (-WIN, WIN)
    }

    /// Whether the searches score a position that occurred before, in the line of play or in the
    /// [`history`](Game::history), as a draw. See [`WithRepetition`](crate::WithRepetition), which
    /// switches this on for any hashed game.
    const REPEATS: bool = false;

    /// Identifies a position when it occurs again; `None` if it cannot. The player to move is part
    /// of the position. Only called if [`REPEATS`](Game::REPEATS).
    #[inline]
    fn repetition_hash(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// Whether no position before `mv` can occur again after it (in chess: captures and pawn
    /// moves). `false` is always correct; `true` saves time. Only called if
    /// [`REPEATS`](Game::REPEATS).
    #[inline]
    fn is_irreversible(&self, _from: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// The [`repetition_hash`](Game::repetition_hash)es of the positions that were played before
    /// the root of a search and can occur again, oldest first. Only called if
    /// [`REPEATS`](Game::REPEATS).
    #[inline]
    fn history(&self) -> &[u64] {
        &[]
    }

    /// Adds `from`, in which `mv` is about to be played for good, to the [`history`](Game::history), or
    /// clears it if the move is [irreversible](Game::is_irreversible). The searches never call this,
    /// but [`play_game`](crate::play_game) does. [`WithRepetition`](crate::WithRepetition) implements
    /// it; by default nothing is recorded.
    fn record(&mut self, _from: &Self::State, _mv: Self::Move) {}
}

/// A static evaluator: scores positions without looking ahead.
///
/// Any function from a state to scores is one:
/// `|state: &Board| [material(state), -material(state)]`. The type of the argument is necessary: if the
/// compiler says of a search with a closure that it "doesn't satisfy `_: Evaluate<_>`" or is "not
/// general enough", it is missing or wrong. [`for_mover`] helps if the function sees the position from
/// the side of the player to move.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a static evaluator of the game `{G}`",
    label = "not a function from the game's `&State` to its `Scores`",
    note = "the argument of a closure needs its type: `|state: &MyState| …`",
    note = "a closure returns one score for each player, such as `[Score; 2]`",
    note = "`OutcomeOnly` is the evaluator for games that are searched to their end"
)]
pub trait Evaluate<G: Game> {
    /// The scores of an unfinished position, each within ±[`SURE`]. The searches for two players
    /// need scores that add up to zero.
    fn evaluate(&self, game: &G, state: &G::State) -> G::Scores;

    /// The scores of a finished game: its outcome, unless the evaluator scores it differently.
    #[inline]
    fn evaluate_outcome(&self, _game: &G, _state: &G::State, outcome: G::Scores) -> G::Scores {
        outcome
    }

    /// How soon a search that orders moves should try `mv`: by default the game's
    /// [`priority`](Game::priority).
    #[inline]
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        game.priority(state, mv)
    }
}

impl<G: Game, F: Fn(&G::State) -> G::Scores> Evaluate<G> for F {
    #[inline]
    fn evaluate(&self, _game: &G, state: &G::State) -> G::Scores {
        self(state)
    }
}

/// The evaluator that scores all unfinished positions as even, so that only outcomes count.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutcomeOnly;

impl<G: Game> Evaluate<G> for OutcomeOnly {
    #[inline]
    fn evaluate(&self, _game: &G, _state: &G::State) -> G::Scores {
        G::Scores::EVEN
    }
}

/// A game with position hashes and move codes, for the transposition table and move ordering.
#[diagnostic::on_unimplemented(
    note = "searches with a transposition table need hashes: implement `gametree::Hashed` for `{Self}`",
    note = "`gametree::mix` helps to make good ones"
)]
pub trait Hashed: Game {
    /// A number that is equal for equal positions and, with very high probability, different for
    /// different ones. All 64 bits should be well mixed. The player to move is part of the
    /// position.
    fn hash(&self, state: &Self::State) -> u64;

    /// A number that distinguishes the moves of a position. Similar moves in different positions
    /// should have the same code.
    fn code(&self, mv: Self::Move) -> u16;

    /// A hash of what matters for the rest of the game, and the points that the player to move is
    /// already ahead: its final score is this plus what the rest brings. By default the whole
    /// position, and 0. Positions with the same rest have moves with the same [codes](Hashed::code),
    /// but may be those of different players, as with a board that is seen from the side of the player
    /// to move.
    ///
    /// A game in which points are collected, such as Kalah, can leave them out of this hash. Then
    /// [`Solver`](crate::Solver) knows a position again that was reached with different points. This
    /// is only for final scores that are points: no [`WIN`].
    #[inline]
    fn rest(&self, state: &Self::State) -> (u64, Score) {
        (self.hash(state), 0)
    }
}

/// A game with noisy moves, such as captures, that change the score so much that a position in
/// which they are possible should not be evaluated statically. For quiescence search:
/// [`AlphaBeta::with_quiescence`](crate::AlphaBeta::with_quiescence),
/// [`Iterative::with_quiescence`](crate::Iterative::with_quiescence).
#[diagnostic::on_unimplemented(note = "quiescence search needs noisy moves: implement `gametree::Noisy` for `{Self}`")]
pub trait Noisy: Game {
    /// Appends the noisy moves, which are legal moves, best first as far as that is cheap to guess.
    /// Never called on a finished game.
    fn noisy_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Whether the player to move may not rely on the static evaluation (in chess: is in check).
    /// Quiescence search then tries all moves instead of only the noisy ones.
    #[inline]
    fn must_move(&self, _state: &Self::State) -> bool {
        false
    }
}

/// A game whose board can be rotated or mirrored onto itself.
///
/// Image 0 is always the position itself. By default there is no other.
#[diagnostic::on_unimplemented(note = "a game without symmetries says `impl gametree::Symmetric for {Self} {{}}`")]
pub trait Symmetric: Game {
    /// The number of images of a position, itself included.
    const IMAGES: usize = 1;

    /// Image number `image` of a state.
    fn image(&self, state: &Self::State, _image: usize) -> Self::State {
        state.clone()
    }

    /// The same move on image number `image`.
    fn move_image(&self, mv: Self::Move, _image: usize) -> Self::Move {
        mv
    }

    /// The player in `player`'s place on image number `image`.
    fn player_image(&self, player: usize, _image: usize) -> usize {
        player
    }
}

/// A game in which [`BestReply`](crate::BestReply) can let players pass, whether or not the rules
/// allow it. With two players, no player ever passes.
#[diagnostic::on_unimplemented(
    note = "`BestReply` lets players pass: implement `gametree::Passing` for `{Self}`",
    note = "`BestReplyPlus` is for games in which nobody can pass"
)]
pub trait Passing: Game {
    /// Writes `from` into `to`, unchanged but for the turn, which goes to the next player who is still
    /// in the game. Returns `false` if the player cannot pass; `to` is then ignored.
    fn pass(&self, from: &Self::State, to: &mut Self::State) -> bool;
}

/// The scores of two players when the one to move has `score`: for evaluators that see a position
/// from the side of the player to move.
///
/// ```
/// assert_eq!(gametree::for_mover(7, 0), [7, -7]);
/// assert_eq!(gametree::for_mover(7, 1), [-7, 7]);
/// ```
#[inline]
pub fn for_mover(score: Score, mover: usize) -> [Score; 2] {
    if mover == 0 { [score, -score] } else { [-score, score] }
}

/// Mixes all bits of a number with each other, one to one: for [hashes](Hashed::hash). Positions of
/// several words are mixed one after the other, `mix(a ^ mix(b))`.
///
/// ```
/// use gametree::mix;
/// assert_ne!(mix(1), mix(2));
/// assert_ne!(mix(1 ^ mix(2)), mix(2 ^ mix(1)));
/// ```
#[inline]
pub const fn mix(number: u64) -> u64 {
    // An offset, so that 0 does not stay 0; a multiplication carries bits up, a shift brings them down.
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ (number >> 32)
}

/// Adjusts the score of a position for being `ply` plies away: a win is worth less, a loss costs
/// less, and all other scores stay the same.
#[inline]
pub fn adjust_for_ply(score: Score, ply: usize) -> Score {
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
    fn short_wins_and_long_losses_are_better() {
        assert!(adjust_for_ply(WIN, 1) > adjust_for_ply(WIN, 3));
        assert!(adjust_for_ply(-WIN, 1) < adjust_for_ply(-WIN, 3));
        assert_eq!(adjust_for_ply(7, 100), 7);
        assert_eq!(adjust_for_ply(-SURE, 100), -SURE);
    }
}
