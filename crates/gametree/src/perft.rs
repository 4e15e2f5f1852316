//! Counting the nodes of a game tree: the first test of any rules.

use crate::game::Game;

/// The size of a game tree.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Positions at exactly the given depth: what chess programmers call perft.
    pub leaves: u64,
    /// Nodes at any depth, the root included.
    pub nodes: u64,
    /// Finished games at or above that depth.
    pub finished: u64,
    /// Lines of play: the leaves, and the games that finished before that depth. Some published
    /// counts are of lines, for instance those of Othello.
    pub lines: u64,
}

/// Counts the tree below `state` to `depth` plies. Repetitions are not draws here, as in published
/// counts.
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{Game, perft};
/// // Take one or two of three matches: 1-1-1, 1-2, 2-1.
/// let game = Take { matches: 3 };
/// let count = perft(&game, &game.start(), 3);
/// assert_eq!((count.leaves, count.nodes, count.finished, count.lines), (1, 7, 3, 3));
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> Perft {
    let mut slots = vec![state.clone(); depth as usize + 1];
    let mut moves = Vec::with_capacity(G::MAX_MOVES * slots.len());
    let mut count = Perft::default();
    walk(game, &mut slots, &mut moves, &mut count);
    count
}

fn walk<G: Game>(game: &G, slots: &mut [G::State], moves: &mut Vec<G::Move>, count: &mut Perft) {
    let [here, below @ ..] = slots else { return };
    count.nodes += 1;
    if below.is_empty() {
        count.leaves += 1;
        count.lines += 1;
        count.finished += u64::from(game.outcome(here).is_some());
        return;
    }
    let first = moves.len();
    if game.moves_or_outcome(here, moves).is_some() {
        count.finished += 1;
        count.lines += 1;
        return;
    }
    for i in first..moves.len() {
        game.play(here, moves[i], &mut below[0]);
        walk(game, below, moves, count);
    }
    moves.truncate(first);
}
