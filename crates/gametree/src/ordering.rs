//! Move ordering: the sooner the best move is tried, the more alpha-beta cuts.

use crate::game::Hashed;

/// Move codes share this many history counters.
const COUNTERS: usize = 1 << 12;

/// The rank of the table's move.
const FIRST: i64 = i64::MAX;

/// Tries the table's move first, then the moves with the highest priority, among these the moves
/// that cut most often in the whole tree (history), and otherwise keeps the game's own order. For
/// killers, the moves that last caused a cut in a sibling, history counts several times: trying them
/// before all others takes twice the nodes in Connect Four, where some columns are better than others
/// everywhere.
pub(crate) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By move code: cuts, weighted by depth.
    history: Vec<u32>,
    /// The rank of each move on the search's stack of moves: its priority in the upper half, what
    /// other nodes suggest in the lower half.
    ranks: Vec<i64>,
}

impl<M: Copy + PartialEq> Ordering<M> {
    /// For a stack of about `moves` moves and lines of at most `plies` plies.
    pub(crate) fn new(moves: usize, plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies + 1], history: vec![0; COUNTERS], ranks: Vec::with_capacity(moves) }
    }

    /// Ranks the moves that were just pushed onto the search's stack, from `first` on, without their
    /// priorities. Returns where these are needed: the table's move is tried before anything is asked
    /// about the others, which is often in vain.
    #[inline]
    pub(crate) fn rank<G: Hashed<Move = M>>(
        &mut self,
        game: &G,
        moves: &[M],
        first: usize,
        ply: usize,
        table: Option<u16>,
    ) -> usize {
        let killers = self.killers[ply];
        let history = &self.history;
        let mut is_known = false;
        self.ranks.truncate(first);
        self.ranks.extend(moves[first..].iter().map(|&mv| {
            let code = game.code(mv);
            if table == Some(code) {
                is_known = true;
                return FIRST;
            }
            let times = match Some(mv) {
                killer if killer == killers[0] => 3,
                killer if killer == killers[1] => 2,
                _ => 1,
            };
            i64::from(times * history[usize::from(code) % COUNTERS])
        }));
        first + usize::from(is_known)
    }

    /// Adds the priorities of the moves from `next` on.
    #[inline]
    pub(crate) fn prioritise(&mut self, moves: &[M], next: usize, priority: impl Fn(M) -> i32) {
        for (rank, &mv) in self.ranks[next..].iter_mut().zip(&moves[next..]) {
            *rank += i64::from(priority(mv)) << 32;
        }
    }

    /// Moves the best of the moves from `next` on to `next`; the others keep their order.
    #[inline]
    pub(crate) fn pick(&mut self, moves: &mut [M], next: usize) -> M {
        let ranks = &mut self.ranks[next..moves.len()];
        let moves = &mut moves[next..];
        let (mut best, mut highest) = (0, ranks[0]);
        for (i, &rank) in ranks.iter().enumerate() {
            if rank > highest {
                (best, highest) = (i, rank);
            }
        }
        let picked = (moves[best], highest);
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
        // Three times as much must fit into half a rank. Halving also gives recent cuts more weight.
        if *counter > u32::MAX / 8 {
            self.history.iter_mut().for_each(|counter| *counter /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Score};

    /// A game of which only the codes of the moves matter here.
    struct Codes;

    impl Game for Codes {
        type State = ();
        type Move = u16;
        type Scores = [Score; 2];
        const MAX_MOVES: usize = 5;

        fn start(&self) {}

        fn to_move(&self, (): &()) -> usize {
            0
        }

        fn moves(&self, (): &(), moves: &mut Vec<u16>) {
            moves.extend([1, 2, 3, 4, 5]);
        }

        fn play(&self, (): &(), _: u16, (): &mut ()) {}

        fn outcome(&self, (): &()) -> Option<[Score; 2]> {
            None
        }
    }

    impl Hashed for Codes {
        fn hash(&self, (): &()) -> u64 {
            0
        }

        fn code(&self, mv: u16) -> u16 {
            mv
        }
    }

    /// The order in which a search tries the moves.
    fn order(ordering: &mut Ordering<u16>, table: Option<u16>, priority: impl Fn(u16) -> i32) -> Vec<u16> {
        let mut moves = Codes.legal(&());
        let unranked = ordering.rank(&Codes, &moves, 0, 0, table);
        let pick = |i| {
            if i == unranked {
                ordering.prioritise(&moves, i, &priority);
            }
            ordering.pick(&mut moves, i)
        };
        (0..5).map(pick).collect()
    }

    #[test]
    fn equals_keep_the_order_of_the_game() {
        let mut ordering = Ordering::new(5, 1);
        assert_eq!(order(&mut ordering, None, |_| 0), [1, 2, 3, 4, 5]);
        assert_eq!(order(&mut ordering, None, |mv| i32::from(mv % 2 == 0)), [2, 4, 1, 3, 5]);
        assert_eq!(order(&mut ordering, Some(3), |_| 0), [3, 1, 2, 4, 5]);
        assert_eq!(order(&mut ordering, Some(9), |_| 0), [1, 2, 3, 4, 5], "a move of another position");
    }

    #[test]
    fn the_table_comes_before_priority_and_priority_before_history() {
        let mut ordering = Ordering::new(5, 1);
        ordering.reward(4, 4, 0, 100);
        assert_eq!(order(&mut ordering, None, |_| 0), [4, 1, 2, 3, 5]);
        assert_eq!(order(&mut ordering, None, |mv| -i32::from(mv == 4)), [1, 2, 3, 5, 4]);
        assert_eq!(order(&mut ordering, Some(5), |mv| i32::from(mv == 2)), [5, 2, 4, 1, 3]);
    }

    #[test]
    fn no_priority_is_too_large() {
        let mut ordering = Ordering::new(5, 1);
        (0..100).for_each(|_| ordering.reward(2, 2, 0, 10_000));
        let extreme = |mv| if mv == 2 { i32::MAX } else { i32::MIN };
        assert_eq!(order(&mut ordering, Some(3), extreme), [3, 2, 1, 4, 5]);
    }

    /// They are often as much work as the moves themselves.
    #[test]
    fn priorities_are_asked_for_when_they_are_needed() {
        let mut ordering = Ordering::new(5, 1);
        let asked = std::cell::Cell::new(0);
        order(&mut ordering, Some(1), |_| {
            asked.set(asked.get() + 1);
            0
        });
        assert_eq!(asked.get(), 4, "not for the move of the table");
    }
}
