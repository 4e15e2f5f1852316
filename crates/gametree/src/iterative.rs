//! Iterative deepening with a transposition table: alpha-beta for serious play.

use std::sync::Arc;

use crate::alpha_beta::frontier;
use crate::game::{Evaluate, Hashed, SURE, Score, for_mover};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::ordering::Ordering;
use crate::quiescence::{HorizonOf, NoQuiescence, Quiescence};
use crate::report::ReportOf;
use crate::search::{Search, Tree, WORST};
use crate::table::{Bound, Entry, TO_THE_END, Table};

/// Half the width of the first aspiration window.
const ASPIRATION: Score = 16;

/// Nodes whose moves all lead to leaves are not kept in the table: most nodes are such, and to
/// search one again takes less time than to fetch it from memory.
const MIN_DEPTH_KEPT: u32 = 2;

/// Moves that all lead to the horizon are tried without asking for their priorities, which often takes
/// as long as to try them.
const MIN_DEPTH_PRIORITISED: u32 = 2;

/// Iterative deepening over alpha-beta with a transposition table, ordered moves, null windows for
/// all but the first move (principal variation search) and aspiration windows at the root.
///
/// The table is kept from one search to the next, as a game goes on; [`clear`](Iterative::clear) it
/// to repeat a search exactly.
#[derive(Debug)]
pub struct Iterative<E, H = NoQuiescence> {
    evaluator: E,
    table: Arc<Table>,
    horizon: H,
    step: u32,
}

impl<E> Iterative<E> {
    /// Iterative deepening with a static evaluator and a table. Keep a clone of the `Arc` to read
    /// the table's [occupancy](Table::permille_full) during a search.
    pub fn new(evaluator: E, table: impl Into<Arc<Table>>) -> Self {
        Self { evaluator, table: table.into(), horizon: NoQuiescence, step: 1 }
    }

    /// Adds a quiescence search of at most `max_plies` plies at the horizon.
    pub fn with_quiescence(self, max_plies: u32) -> Iterative<E, Quiescence> {
        let Self { evaluator, table, step, .. } = self;
        Iterative { evaluator, table, horizon: Quiescence::new(max_plies), step }
    }
}

impl<E, H> Iterative<E, H> {
    /// Deepens by `plies` plies at a time, so that the last iteration has the depth of the limits. Two
    /// at a time often take fewer nodes, because scores swing with the player who moved last.
    pub fn with_step(self, plies: u32) -> Self {
        Self { step: plies, ..self }
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The transposition table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

impl<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>> Search<G> for Iterative<E, H> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.table.next_search();
        let deepening = Deepening::always(1..=limits.plies()).by(self.step);
        deepen(game, &self.evaluator, self.horizon, &self.table, state, limits, deepening, each, aspire)
    }
}

/// Searches to all depths of `deepening`. `pass` finds the value of the root at one depth, given that
/// at the depth before.
#[expect(clippy::too_many_arguments, reason = "everything a thread of a search needs")]
pub(crate) fn deepen<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    game: &G,
    evaluator: &E,
    horizon: H,
    table: &Table,
    state: &G::State,
    limits: &Limits,
    deepening: Deepening,
    each: &mut dyn FnMut(&ReportOf<G>),
    pass: impl Fn(&mut Tree<G, E, H>, &mut Memory<G::Move>, &mut [G::State], u32, Option<Score>) -> Option<Score>,
) -> ReportOf<G> {
    let tree = Tree::new(game, state, evaluator, horizon, Meter::new(limits), limits.plies());
    let mut slots = tree.slots(state);
    let mut memory = Memory { table, ordering: Ordering::new(tree.moves.capacity(), limits.plies() as usize) };
    let mover = game.to_move(state);
    let mut previous = None;
    tree.run(state, deepening, each, |tree, depth| {
        let value = pass(tree, &mut memory, &mut slots, depth, previous)?;
        previous = Some(value);
        // A forced win or loss is final: a deeper search finds no shorter one.
        tree.horizon &= value.abs() <= SURE;
        Some(for_mover(value, mover))
    })
}

/// What speeds up one search: a table shared with other threads, and its own move ordering.
pub(crate) struct Memory<'a, M> {
    pub(crate) table: &'a Table,
    ordering: Ordering<M>,
}

/// The value of the root: first with a narrow window around the value of the previous iteration,
/// which cuts more, then with wider ones while the value falls outside.
pub(crate) fn aspire<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
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
        tree.begin_root();
        let value = search::<true, _, _, _>(tree, memory, slots, 0, depth, alpha, beta)?;
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
pub(crate) fn search<const ROOT: bool, G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
    memory: &mut Memory<G::Move>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Option<Score> {
    if H::QUIESCES && depth == 0 {
        return H::value(tree, slots, ply, alpha, beta);
    }
    let [here, below @ ..] = slots else { return None };
    let game = tree.game;
    let mover = game.to_move(here);

    let hash = (depth >= MIN_DEPTH_KEPT).then(|| game.hash(here));
    let known = hash.and_then(|hash| memory.table.probe_with_age(hash, ply));
    if let Some((entry, is_current)) = known {
        tree.meter.count_table_hit();
        // Not on the principal line, which would end here.
        let is_scout = alpha + 1 == beta;
        // The history may have been different in an earlier search, and so the final score.
        let is_valid = !G::REPEATS || is_current || !is_final(entry);
        if !ROOT && is_scout && is_valid && u32::from(entry.depth) >= depth && entry.decides(alpha, beta) {
            tree.horizon |= entry.depth != TO_THE_END;
            return Some(entry.score);
        }
    }

    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return Some(scores[mover]);
    }
    let code = known.map(|(entry, _)| entry.code);
    let unranked = memory.ordering.rank(game, &tree.moves, first, ply, code);
    let outer_horizon = std::mem::replace(&mut tree.horizon, false);
    let outer_repeated =
        if G::REPEATS { std::mem::replace(&mut tree.path.lowest_repeated, usize::MAX) } else { usize::MAX };
    let old_alpha = alpha;
    let (mut best, mut best_code) = (WORST, 0);
    for i in first..tree.moves.len() {
        if i == unranked && depth >= MIN_DEPTH_PRIORITISED {
            memory.ordering.prioritise(&tree.moves, i, |mv| tree.evaluator.priority(game, here, mv));
        }
        let mv = memory.ordering.pick(&mut tree.moves, i);
        let next = &mut below[0];
        // The processor fetches the entry while this looks whether the game is over.
        let leaf = tree.play_and(here, mv, next, ply + 1, depth - 1, |next| {
            if depth > MIN_DEPTH_KEPT {
                memory.table.prefetch(game.hash(next));
            }
        })?;
        let value = if let Some(scores) = leaf {
            scores[mover]
        } else {
            let same_side = game.to_move(next) == mover;
            let mut look = |tree: &mut Tree<G, E, H>, alpha: Score, beta: Score| {
                let (low, high) = if same_side { (alpha, beta) } else { (-beta, -alpha) };
                let value = match below {
                    // Where all moves lead to leaves, to order them takes longer than to try them.
                    [next, last, ..] if depth == 2 && !H::QUIESCES => frontier(tree, next, last, ply + 1, low, high)?,
                    _ => search::<false, _, _, _>(tree, memory, below, ply + 1, depth - 1, low, high)?,
                };
                Some(if same_side { value } else { -value })
            };
            if i == first {
                look(tree, alpha, beta)?
            } else {
                // Probably no better than the best so far; a null window is enough to show that.
                let value = look(tree, alpha, alpha + 1)?;
                if value > alpha && value < beta {
                    tree.meter.enter()?;
                    look(tree, alpha, beta)?
                } else {
                    value
                }
            }
        };
        if ROOT {
            let bound = match leaf {
                None if value >= beta => Bound::Lower,
                None if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            tree.add_root_move(mv, value, bound);
        }
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
        let depends_on_path = G::REPEATS && tree.path.repeats_before(ply);
        let depth = if tree.horizon || depends_on_path { depth as u8 } else { TO_THE_END };
        memory.table.store(hash, ply, Entry { score: best, bound, depth, code: best_code });
    }
    tree.horizon |= outer_horizon;
    if G::REPEATS {
        tree.path.lowest_repeated = tree.path.lowest_repeated.min(outer_repeated);
    }
    Some(best)
}

/// Whether an entry claims the end of the game.
fn is_final(entry: Entry) -> bool {
    entry.depth == TO_THE_END || entry.score.abs() > SURE
}
