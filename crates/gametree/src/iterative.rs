//! Alpha-beta as it is used in earnest.

use crate::game::{Evaluate, Hashed, SURE, Score};
use crate::limits::Limits;
use crate::ordering::Ordering;
use crate::report::ReportOf;
use crate::search::{Search, Tree, WORST, for_mover};
use crate::table::{Bound, Entry, TO_THE_END, Table};

/// The first half width of the aspiration window.
const ASPIRATION: Score = 16;

/// Nodes whose moves all lead to leaves are not kept in the table: most nodes are such, and to search one again takes
/// less time than to fetch it from memory.
const LEAST_DEPTH_KEPT: u32 = 2;

/// Iterative deepening over alpha-beta with a transposition table, ordered moves, null windows for all but the first
/// move (principal variation search) and aspiration windows at the root.
///
/// The table is kept from one search to the next, as a game goes on; [`clear`](Iterative::clear) it to repeat a search
/// exactly.
#[derive(Debug)]
pub struct Iterative<E> {
    evaluator: E,
    table: Table,
}

impl<E> Iterative<E> {
    /// Iterative deepening with this opinion about positions, and this table.
    pub fn new(evaluator: E, table: Table) -> Self {
        Self { evaluator, table }
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}

impl<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>> Search<G> for Iterative<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.table.next_search();
        deepen(game, &self.evaluator, &self.table, state, limits, 1, each)
    }
}

/// Searches to depth `from`, then one ply deeper at a time.
pub(crate) fn deepen<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    table: &Table,
    state: &G::State,
    limits: &Limits,
    from: u32,
    each: &mut dyn FnMut(&ReportOf<G>),
) -> ReportOf<G> {
    let tree = Tree::new(game, evaluator, limits);
    let mut slots = tree.slots(state);
    let mut memory = Memory { table, ordering: Ordering::new(tree.moves.capacity()) };
    let mover = game.to_move(state);
    let mut previous = None;
    tree.run(state, from, each, |tree, depth| {
        let value = aspire(tree, &mut memory, &mut slots, depth, previous)?;
        previous = Some(value);
        // A forced win or loss is final: looking deeper finds no shorter one.
        tree.horizon &= value.abs() <= SURE;
        Some(for_mover(value, mover))
    })
}

/// What helps one search along: shared with other threads, and its own.
struct Memory<'a, M> {
    table: &'a Table,
    ordering: Ordering<M>,
}

/// The value of the root: first by a narrow window around the last iteration's, which cuts more, then by
/// wider ones while the value falls outside.
fn aspire<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    memory: &mut Memory<G::Move>,
    slots: &mut [G::State],
    depth: u32,
    previous: Option<Score>,
) -> Option<Score> {
    let mut width = ASPIRATION;
    let (mut alpha, mut beta) = match previous {
        Some(value) => (value - width, value + width),
        None => (WORST, -WORST),
    };
    loop {
        let value = search(tree, memory, slots, 0, depth, alpha, beta)?;
        width = width.saturating_mul(4);
        if value <= alpha && alpha > WORST {
            alpha = if width > SURE { WORST } else { value - width };
        } else if value >= beta && beta < -WORST {
            beta = if width > SURE { -WORST } else { value + width };
        } else {
            return Some(value);
        }
        tree.meter.enter()?;
    }
}

/// As in [`AlphaBeta`](crate::AlphaBeta): the value between `alpha` and `beta`, or a bound on it.
fn search<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    memory: &mut Memory<G::Move>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let game = tree.game;
    let mover = game.to_move(here);

    let hash = (depth >= LEAST_DEPTH_KEPT).then(|| game.hash(here));
    let known = hash.and_then(|hash| memory.table.probe(hash, ply));
    if let Some(entry) = known {
        tree.meter.count_table_hit();
        // Not on the principal line, which would end here.
        let is_scout = alpha + 1 == beta;
        if is_scout && u32::from(entry.depth) >= depth && decides(entry, alpha, beta) {
            tree.horizon |= entry.depth != TO_THE_END;
            return Some(entry.score);
        }
    }

    let first = tree.moves.len();
    game.moves(here, &mut tree.moves);
    memory.ordering.rank(game, &tree.moves, first, ply, known.map(|entry| entry.code));
    let outer_horizon = std::mem::replace(&mut tree.horizon, false);
    let old_alpha = alpha;
    let (mut best, mut best_code) = (WORST, 0);
    for i in first..tree.moves.len() {
        let mv = memory.ordering.pick(&mut tree.moves, i);
        let next = &mut below[0];
        game.play(here, mv, next);
        let leaf = tree.enter(next, ply + 1, depth - 1)?;
        let value = if let Some(scores) = leaf {
            scores[mover]
        } else {
            let same_side = game.to_move(next) == mover;
            let mut look = |tree: &mut Tree<G, E>, alpha: Score, beta: Score| {
                if same_side {
                    search(tree, memory, below, ply + 1, depth - 1, alpha, beta)
                } else {
                    search(tree, memory, below, ply + 1, depth - 1, -beta, -alpha).map(|value| -value)
                }
            };
            if i == first {
                look(tree, alpha, beta)?
            } else {
                // Expected to be no better than the best so far: enough to show that, while it is so.
                let value = look(tree, alpha, alpha + 1)?;
                if value > alpha && value < beta {
                    tree.meter.enter()?;
                    look(tree, alpha, beta)?
                } else {
                    value
                }
            }
        };
        if value > best {
            best = value;
            best_code = game.code(mv);
            if value >= beta {
                tree.meter.count_cut();
                memory.ordering.reward(mv, best_code, ply, depth);
                break;
            }
            if value > alpha {
                alpha = value;
                tree.set_line(ply, mv, leaf.is_some());
            }
        }
    }
    tree.moves.truncate(first);

    if let Some(hash) = hash {
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = if tree.horizon { depth as u8 } else { TO_THE_END };
        memory.table.store(hash, ply, Entry { score: best, bound, depth, code: best_code });
    }
    tree.horizon |= outer_horizon;
    Some(best)
}

/// Whether an entry shows on which side of a window the value lies, or what it is.
#[inline]
fn decides(entry: Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
