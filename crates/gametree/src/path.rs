//! The positions behind a node, by which repetitions are recognised.

use crate::game::Game;

/// The hashes of the game's history, of the root, and of the positions on the way to a node.
///
/// It belongs to the search: states carry no history, and the transposition table is not split by
/// it. For games without repetition it is empty, and the code that uses it is never compiled.
pub(crate) struct Path {
    /// `None` for positions that cannot occur again.
    hashes: Vec<Option<u64>>,
    /// By ply, the index of the first hash that can occur again.
    first_reversible: Vec<usize>,
    /// The index of the root's hash.
    root: usize,
    /// The lowest index of a hash that occurred again since this was last reset: scores depend on
    /// the path from there on.
    pub(crate) lowest_repeated: usize,
}

impl Path {
    /// A path with room for `plies` plies from `state`.
    pub(crate) fn new<G: Game>(game: &G, state: &G::State, plies: usize) -> Self {
        let mut path = Self { hashes: Vec::new(), first_reversible: Vec::new(), root: 0, lowest_repeated: usize::MAX };
        if G::REPEATS {
            let history = game.history();
            path.root = history.len();
            path.hashes = Vec::with_capacity(history.len() + plies + 1);
            path.hashes.extend(history.iter().map(|&hash| Some(hash)));
            path.hashes.push(game.repetition_hash(state));
            path.hashes.resize(history.len() + plies + 1, None);
            path.first_reversible = vec![0; plies + 1];
        }
        path
    }

    /// Enters the position `to`, `ply` plies from the root, to which `mv` leads. Returns whether it
    /// occurred before.
    #[inline]
    pub(crate) fn enter<G: Game>(&mut self, game: &G, from: &G::State, mv: G::Move, to: &G::State, ply: usize) -> bool {
        let here = self.root + ply;
        let first = if game.is_irreversible(from, mv) { here } else { self.first_reversible[ply - 1] };
        self.first_reversible[ply] = first;
        let hash = game.repetition_hash(to);
        self.hashes[here] = hash;
        // Backwards: short cycles are the most frequent.
        let is_same = |before: &Option<u64>| hash.is_some() && *before == hash;
        match self.hashes[first..here].iter().rposition(is_same) {
            Some(back) => {
                self.lowest_repeated = self.lowest_repeated.min(first + back);
                true
            }
            None => false,
        }
    }

    /// Whether a position before the node at `ply` occurred again since
    /// [`lowest_repeated`](Path::lowest_repeated) was reset.
    #[inline]
    pub(crate) fn repeats_before(&self, ply: usize) -> bool {
        self.lowest_repeated < self.root + ply
    }
}
