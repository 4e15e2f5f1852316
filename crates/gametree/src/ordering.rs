//! Which moves to try first: the sooner the best one, the more alpha-beta cuts.

use crate::game::Hashed;
use crate::limits::MAX_DEPTH;

/// Move codes share this many history counters per player.
const COUNTERS: usize = 1 << 12;

/// Tries the table's move first, then the killers (moves that last cut off a sibling), then those that cut most often
/// anywhere (history), and otherwise keeps the game's own order.
pub(crate) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By player and move code: cuts, weighted by depth.
    history: Vec<u32>,
    /// The rank of each move on the search's stack of moves.
    ranks: Vec<u32>,
}

impl<M: Copy + PartialEq> Ordering<M> {
    pub(crate) fn new(players: usize, moves: usize) -> Self {
        Self {
            killers: vec![[None; 2]; MAX_DEPTH as usize + 1],
            history: vec![0; players * COUNTERS],
            ranks: Vec::with_capacity(moves),
        }
    }

    #[inline]
    fn counter(player: usize, code: u16) -> usize {
        player * COUNTERS + usize::from(code) % COUNTERS
    }

    /// Ranks the moves of `player` that were just pushed onto the search's stack, from `first` on.
    #[inline]
    pub(crate) fn rank<G: Hashed<Move = M>>(
        &mut self,
        game: &G,
        moves: &[M],
        first: usize,
        player: usize,
        ply: usize,
        table: Option<u16>,
    ) {
        let killers = self.killers[ply];
        self.ranks.truncate(first);
        for &mv in &moves[first..] {
            let code = game.code(mv);
            self.ranks.push(if table == Some(code) {
                u32::MAX
            } else if killers[0] == Some(mv) {
                u32::MAX - 1
            } else if killers[1] == Some(mv) {
                u32::MAX - 2
            } else {
                self.history[Self::counter(player, code)]
            });
        }
    }

    /// Brings the best of the moves from `next` to the end of the stack to `next`; the others keep their order.
    #[inline]
    pub(crate) fn pick(&mut self, moves: &mut [M], next: usize) -> M {
        let mut best = next;
        for i in next + 1..moves.len() {
            if self.ranks[i] > self.ranks[best] {
                best = i;
            }
        }
        self.ranks[next..=best].rotate_right(1);
        moves[next..=best].rotate_right(1);
        moves[next]
    }

    /// Remembers that `mv` cut off the rest of its node.
    #[inline]
    pub(crate) fn reward(&mut self, mv: M, code: u16, player: usize, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let counter = &mut self.history[Self::counter(player, code)];
        *counter += depth * depth;
        // Far below the ranks of killers, and recent cuts weigh more than old ones.
        if *counter > u32::MAX / 4 {
            self.history.iter_mut().for_each(|counter| *counter /= 2);
        }
    }
}
