//! Move ordering: the sooner the best move is tried, the more alpha-beta cuts.

use crate::game::Hashed;

/// Move codes share this many history counters.
const COUNTERS: usize = 1 << 12;

/// Tries the table's move first, then the moves with the highest priority, among these the moves
/// that cut most often in the whole tree (history), and otherwise keeps the game's own order. For killers, the moves that last caused a cut in a
/// sibling, history counts several times: trying them before all others takes twice the nodes in
/// Connect Four, where some columns are better than others everywhere.
pub(crate) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By move code: cuts, weighted by depth.
    history: Vec<u32>,
    /// The rank of each move on the search's stack of moves: its priority in the upper half, what
    /// other nodes suggest in the lower half.
    ranks: Vec<u64>,
}

impl<M: Copy + PartialEq> Ordering<M> {
    /// For a stack of about `moves` moves and lines of at most `plies` plies.
    pub(crate) fn new(moves: usize, plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies + 1], history: vec![0; COUNTERS], ranks: Vec::with_capacity(moves) }
    }

    /// Ranks the moves that were just pushed onto the search's stack, from `first` on.
    #[inline]
    pub(crate) fn rank<G: Hashed<Move = M>>(
        &mut self,
        game: &G,
        moves: &[M],
        first: usize,
        ply: usize,
        table: Option<u16>,
        priority: impl Fn(M) -> i32,
    ) {
        let killers = self.killers[ply];
        self.ranks.truncate(first);
        for &mv in &moves[first..] {
            let code = game.code(mv);
            self.ranks.push(if table == Some(code) {
                u64::MAX
            } else {
                let times = match Some(mv) {
                    killer if killer == killers[0] => 3,
                    killer if killer == killers[1] => 2,
                    _ => 1,
                };
                let history = times * self.history[usize::from(code) % COUNTERS];
                u64::from(priority(mv).cast_unsigned() ^ 1 << 31) << 32 | u64::from(history)
            });
        }
    }

    /// Moves the best of the moves from `next` on to `next`; the others keep their order.
    #[inline]
    pub(crate) fn pick(&mut self, moves: &mut [M], next: usize) -> M {
        let ranks = &mut self.ranks[next..moves.len()];
        let moves = &mut moves[next..];
        let mut best = 0;
        for i in 1..ranks.len() {
            if ranks[i] > ranks[best] {
                best = i;
            }
        }
        let picked = (moves[best], ranks[best]);
        for i in (0..best).rev() {
            moves[i + 1] = moves[i];
            ranks[i + 1] = ranks[i];
        }
        (moves[0], ranks[0]) = picked;
        picked.0
    }

    /// Notes that `mv` caused a cut.
    #[inline]
    pub(crate) fn reward(&mut self, mv: M, code: u16, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let counter = &mut self.history[usize::from(code) % COUNTERS];
        *counter += depth * depth;
        // Three times as much must be less than the rank of the table's move. Halving also gives
        // recent cuts more weight.
        if *counter > u32::MAX / 8 {
            self.history.iter_mut().for_each(|counter| *counter /= 2);
        }
    }
}
