//! Games in which positions can occur again.

use crate::game::{Game, Hashed, Noisy, Passing, Score, Symmetric};

/// A game in which the searches score a position that occurred before as a draw.
///
/// The player with the advantage then avoids cycles, the other seeks them, and a playout of
/// [`Mcts`](crate::Mcts) cannot go on forever. Every search supports it: it compares the hash of
/// each position with those of the positions before it, in the line of play and in the game's
/// history, back to the last [irreversible](Game::is_irreversible) move.
/// [Record](Game::record) the moves that are really played, so that the history is known.
/// The root of a search never counts as repeated, so there is always a move.
///
/// States, and so evaluators that are functions of a state, are those of the inner game.
///
/// ```
/// use gametree::{AlphaBeta, Game, Limits, Search, WithRepetition};
/// # use gametree::*;
/// # struct Pace; // Two players step to the left or to the right, for ever.
/// # impl Game for Pace {
/// #     type State = (usize, i8); type Move = i8; type Scores = [Score; 2];
/// #     const MAX_MOVES: usize = 2;
/// #     fn start(&self) -> (usize, i8) { (0, 0) }
/// #     fn to_move(&self, s: &(usize, i8)) -> usize { s.0 }
/// #     fn moves(&self, _: &(usize, i8), moves: &mut Vec<i8>) { moves.extend([-1, 1]) }
/// #     fn play(&self, s: &(usize, i8), d: i8, to: &mut (usize, i8)) { *to = (1 - s.0, s.1 + d) }
/// #     fn outcome(&self, s: &(usize, i8)) -> Option<[Score; 2]> { None }
/// # }
/// # impl Hashed for Pace {
/// #     fn hash(&self, s: &(usize, i8)) -> u64 { (s.1 as u64) << 1 | s.0 as u64 }
/// #     fn code(&self, d: i8) -> u16 { d as u16 }
/// # }
/// let mut game = WithRepetition::new(Pace);
/// let mut search = AlphaBeta::new(|state: &(usize, i8)| [state.1.into(), -Score::from(state.1)]);
/// let mut state = game.start();
/// for _ in 0..3 {
///     let report = search.search(&game, &state, &Limits::depth(4));
///     let mv = report.best.expect("the game is not over");
///     game.record(&state, mv);
///     let from = state;
///     game.play(&from, mv, &mut state);
/// }
/// assert_eq!(game.history().len(), 3);
/// ```
///
/// # The transposition table
///
/// The score of a position can depend on the path to it, because the path decides what counts as
/// repeated. The table does not know the path: it holds one entry per position, so a score found on
/// one path may be used on another, where it is wrong (the *graph history interaction* problem).
/// Game-playing programs accept that, because a table that is split by history finds little.
/// [`Report::solved`](crate::Report::solved) stays honest all the same:
///
/// * An entry whose score depends on a position before its node is never taken for final.
/// * Nor is any entry of an earlier search, for the history was different then.
/// * A win needs no draw, so none of the lines that prove it ends in a repetition. It is a win on
///   every path, but perhaps not the shortest.
///
/// # What it costs
///
/// A game that is not wrapped pays nothing. In a wrapped one every node costs a hash and a scan of
/// the positions since the last irreversible move. It does not take more nodes: in 30 positions of
/// three men's morris, [`Iterative`](crate::Iterative) to 24 plies takes 0.87 times as many as if it
/// ignored repetition, because lines end sooner. (With a table split by history it took 30 times as
/// many.)
#[derive(Clone, Debug)]
pub struct WithRepetition<G> {
    game: G,
    history: Vec<u64>,
}

impl<G: Hashed> WithRepetition<G> {
    /// A game that begins with the first search: no position occurred before.
    pub fn new(game: G) -> Self {
        Self { game, history: Vec::new() }
    }

    /// A game with a history: the hashes of the positions before the root of the next search that
    /// can occur again, oldest first.
    pub fn with_history(game: G, history: Vec<u64>) -> Self {
        Self { game, history }
    }

    /// Whether `state` is in the history.
    pub fn is_repeated(&self, state: &G::State) -> bool {
        self.history.contains(&self.game.hash(state))
    }

    /// The game without repetition.
    pub fn inner(&self) -> &G {
        &self.game
    }
}

impl<G: Hashed> Game for WithRepetition<G> {
    type State = G::State;
    type Move = G::Move;
    type Scores = G::Scores;
    const MAX_MOVES: usize = G::MAX_MOVES;
    const OUTCOME_NEEDS_MOVES: bool = G::OUTCOME_NEEDS_MOVES;
    const REPEATS: bool = true;

    fn start(&self) -> G::State {
        self.game.start()
    }

    #[inline]
    fn to_move(&self, state: &G::State) -> usize {
        self.game.to_move(state)
    }

    #[inline]
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.moves(state, moves);
    }

    #[inline]
    fn play(&self, from: &G::State, mv: G::Move, to: &mut G::State) {
        self.game.play(from, mv, to);
    }

    #[inline]
    fn outcome(&self, state: &G::State) -> Option<G::Scores> {
        self.game.outcome(state)
    }

    #[inline]
    fn moves_or_outcome(&self, state: &G::State, moves: &mut Vec<G::Move>) -> Option<G::Scores> {
        self.game.moves_or_outcome(state, moves)
    }

    #[inline]
    fn priority(&self, state: &G::State, mv: G::Move) -> i32 {
        self.game.priority(state, mv)
    }

    /// Those of the game, and a draw, which is possible as long as positions can occur again.
    #[inline]
    fn bounds(&self, state: &G::State, player: usize) -> (Score, Score) {
        let (low, high) = self.game.bounds(state, player);
        (low.min(0), high.max(0))
    }

    #[inline]
    fn repetition_hash(&self, state: &G::State) -> Option<u64> {
        Some(self.game.hash(state))
    }

    #[inline]
    fn is_irreversible(&self, from: &G::State, mv: G::Move) -> bool {
        self.game.is_irreversible(from, mv)
    }

    fn history(&self) -> &[u64] {
        &self.history
    }

    fn record(&mut self, from: &G::State, mv: G::Move) {
        if self.game.is_irreversible(from, mv) {
            self.history.clear();
        } else {
            self.history.push(self.game.hash(from));
        }
    }
}

impl<G: Hashed> Hashed for WithRepetition<G> {
    #[inline]
    fn hash(&self, state: &G::State) -> u64 {
        self.game.hash(state)
    }

    #[inline]
    fn code(&self, mv: G::Move) -> u16 {
        self.game.code(mv)
    }

    // Not the game's `rest`: a repetition is a draw, whatever the players are ahead.
}

impl<G: Hashed + Noisy> Noisy for WithRepetition<G> {
    #[inline]
    fn noisy_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.noisy_moves(state, moves);
    }

    #[inline]
    fn must_move(&self, state: &G::State) -> bool {
        self.game.must_move(state)
    }
}

impl<G: Hashed + Passing> Passing for WithRepetition<G> {
    fn pass(&self, from: &G::State, to: &mut G::State) -> bool {
        self.game.pass(from, to)
    }
}

impl<G: Hashed + Symmetric> Symmetric for WithRepetition<G> {
    const IMAGES: usize = G::IMAGES;

    fn image(&self, state: &G::State, image: usize) -> G::State {
        self.game.image(state, image)
    }

    fn move_image(&self, mv: G::Move, image: usize) -> G::Move {
        self.game.move_image(mv, image)
    }

    fn player_image(&self, player: usize, image: usize) -> usize {
        self.game.player_image(player, image)
    }
}
