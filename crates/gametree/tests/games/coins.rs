//! A game for any number of players, small enough to search by hand-written recursion.

use gametree::{Evaluate, Game, Hashed, Passing, Score, Scores, Symmetric};

/// A row of coins. Players take the coin at the left or right end in turn, and a player who takes a
/// coin of 5 or more moves again. Each wants more than the others.
pub struct Coins<const N: usize> {
    pub row: Vec<Score>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table<const N: usize> {
    pub left: usize,
    pub right: usize,
    pub taken: [Score; N],
    pub to_move: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Left,
    Right,
}

impl<const N: usize> Coins<N> {
    /// The same row for the same seed.
    pub fn new(coins: usize, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        Self { row: (0..coins).map(|_| rng.i32(1..=6)).collect() }
    }

    /// What each player has above the average, times the number of players.
    fn scores(table: &Table<N>) -> [Score; N] {
        let sum: Score = table.taken.iter().sum();
        table.taken.map(|own| own * N as Score - sum)
    }
}

impl<const N: usize> Game for Coins<N> {
    type State = Table<N>;
    type Move = End;
    type Scores = [Score; N];
    const MAX_MOVES: usize = 2;

    fn start(&self) -> Table<N> {
        Table { left: 0, right: self.row.len(), taken: [0; N], to_move: 0 }
    }

    fn to_move(&self, table: &Table<N>) -> usize {
        table.to_move
    }

    fn moves(&self, table: &Table<N>, moves: &mut Vec<End>) {
        if table.left < table.right {
            moves.extend([End::Left, End::Right]);
        }
    }

    fn play(&self, from: &Table<N>, end: End, to: &mut Table<N>) {
        *to = *from;
        let coin = match end {
            End::Left => {
                to.left += 1;
                self.row[from.left]
            }
            End::Right => {
                to.right -= 1;
                self.row[to.right]
            }
        };
        to.taken[from.to_move] += coin;
        if coin < 5 {
            to.to_move = (from.to_move + 1) % N;
        }
    }

    fn outcome(&self, table: &Table<N>) -> Option<[Score; N]> {
        (table.left == table.right).then(|| Self::scores(table))
    }
}

impl<const N: usize> Passing for Coins<N> {
    fn pass(&self, from: &Table<N>, to: &mut Table<N>) -> bool {
        *to = Table { to_move: (from.to_move + 1) % N, ..*from };
        true
    }
}

impl<const N: usize> Hashed for Coins<N> {
    fn hash(&self, table: &Table<N>) -> u64 {
        let numbers = [table.left, table.right, table.to_move].into_iter().chain(table.taken.map(|own| own as usize));
        numbers.fold(0, |hash, number| (hash ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    fn code(&self, end: End) -> u16 {
        end as u16
    }
}

impl<const N: usize> Symmetric for Coins<N> {}

/// What every player has so far.
#[derive(Clone)]
pub struct Taken;

impl<const N: usize> Evaluate<Coins<N>> for Taken {
    fn evaluate(&self, _game: &Coins<N>, table: &Table<N>) -> [Score; N] {
        Coins::scores(table)
    }
}

/// The positions after each move.
pub fn next<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv| {
        let mut to = state.clone();
        game.play(state, mv, &mut to);
        to
    };
    moves.into_iter().map(after).collect()
}

/// The scores of a leaf, or `None` for an inner node.
pub fn leaf<G: Game, E: Evaluate<G>>(game: &G, evaluator: &E, state: &G::State, depth: u32) -> Option<G::Scores> {
    let outcome = game.outcome(state).map(|outcome| evaluator.evaluate_outcome(game, state, outcome));
    outcome.or_else(|| (depth == 0).then(|| evaluator.evaluate(game, state)))
}

/// The first of the largest.
pub fn first_max<T>(items: impl IntoIterator<Item = T>, key: impl Fn(&T) -> Score) -> T {
    items.into_iter().reduce(|best, item| if key(&item) > key(&best) { item } else { best }).unwrap()
}

/// The score of one player.
pub fn of<S: Scores>(scores: &S, player: usize) -> Score {
    scores.of(player)
}
