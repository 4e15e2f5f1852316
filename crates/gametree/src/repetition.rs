//! For games whose positions can come back: do not walk in circles.

use crate::game::{Game, Hashed, Scores, Symmetric};

/// A game in which a position can occur more than once.
pub trait Repeating: Hashed {
    /// Whether no position from before `mv` can ever come back after it (in chess: a capture, a pawn move). Saying no
    /// is always right, and yes saves work.
    fn is_irreversible(&self, _from: &Self::State, _mv: Self::Move) -> bool {
        false
    }
}

/// A game with a buffer of the last `N` positions: to come back to one of them ends the game as a draw.
///
/// Wrapped like this, any search sees that a circle leads nowhere: who is better off avoids it, who is worse off seeks
/// it, and a playout of [`Mcts`](crate::Mcts) cannot go on for ever. In a real game [`play`](Game::play) its moves from
/// the start, so that the buffer knows them too.
///
/// What is behind a position counts, so it is part of its [`hash`](Hashed::hash): positions only share table entries
/// when they can be repeated alike.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<G, const N: usize>(
    /// The game without the buffer.
    pub G,
);

/// A position and those just before it.
#[derive(Clone, Copy, Debug)]
pub struct GuardedState<S, const N: usize> {
    /// The position.
    pub state: S,
    /// The hashes of the positions before it that can come back, the last one first.
    before: [u64; N],
    /// How many there are.
    len: usize,
    /// Whether the position is one of those before it.
    is_repeated: bool,
}

/// What stands in the buffer behind the last position that counts does not.
impl<S: PartialEq, const N: usize> PartialEq for GuardedState<S, N> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.before[..self.len] == other.before[..other.len]
    }
}

impl<G: Repeating, const N: usize> Guarded<G, N> {
    /// A position as if the game had begun with it.
    pub fn begin(&self, state: G::State) -> GuardedState<G::State, N> {
        GuardedState { state, before: [0; N], len: 0, is_repeated: false }
    }
}

impl<G: Repeating, const N: usize> Game for Guarded<G, N> {
    type State = GuardedState<G::State, N>;
    type Move = G::Move;
    type Scores = G::Scores;
    const MAX_MOVES: usize = G::MAX_MOVES;

    fn start(&self) -> Self::State {
        self.begin(self.0.start())
    }

    fn to_move(&self, state: &Self::State) -> usize {
        self.0.to_move(&state.state)
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<G::Move>) {
        self.0.moves(&state.state, moves);
    }

    fn play(&self, from: &Self::State, mv: G::Move, to: &mut Self::State) {
        self.0.play(&from.state, mv, &mut to.state);
        to.len = 0;
        if N > 0 && !self.0.is_irreversible(&from.state, mv) {
            to.len = (from.len + 1).min(N);
            to.before[0] = self.0.hash(&from.state);
            to.before[1..to.len].copy_from_slice(&from.before[..to.len - 1]);
        }
        to.is_repeated = to.before[..to.len].contains(&self.0.hash(&to.state));
    }

    fn outcome(&self, state: &Self::State) -> Option<G::Scores> {
        self.0.outcome(&state.state).or(state.is_repeated.then_some(G::Scores::EVEN))
    }
}

impl<G: Repeating, const N: usize> Hashed for Guarded<G, N> {
    fn hash(&self, state: &Self::State) -> u64 {
        let hash = self.0.hash(&state.state);
        state.before[..state.len]
            .iter()
            .fold(hash, |hash, before| (hash.rotate_left(23) ^ before).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn code(&self, mv: G::Move) -> u16 {
        self.0.code(mv)
    }
}

/// None are known: what is behind a position would have to be turned too.
impl<G: Repeating, const N: usize> Symmetric for Guarded<G, N> {}
