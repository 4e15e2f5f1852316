//! Alpha-beta pruning.

use crate::game::{Evaluate, Game, Score, adjust_for_ply, for_mover};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::quiescence::{HorizonOf, NoQuiescence, Quiescence};
use crate::report::ReportOf;
use crate::search::{Search, Tree, WORST};
use crate::table::Bound;

/// Alpha-beta pruning, fail-soft: the value and the move of [`Minimax`](crate::Minimax) with far
/// fewer nodes, because a node is left as soon as one move shows that the opponent would avoid it.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E, H = NoQuiescence> {
    evaluator: E,
    horizon: H,
}

impl<E> AlphaBeta<E> {
    /// Alpha-beta with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, horizon: NoQuiescence }
    }

    /// Adds a quiescence search of at most `max_plies` plies at the horizon.
    pub fn with_quiescence(self, max_plies: u32) -> AlphaBeta<E, Quiescence> {
        AlphaBeta { evaluator: self.evaluator, horizon: Quiescence::new(max_plies) }
    }
}

impl<G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>> Search<G> for AlphaBeta<E, H> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let plies = limits.plies();
        let tree = Tree::new(game, state, &self.evaluator, self.horizon, Meter::new(limits), plies);
        let mut slots = tree.slots(state);
        let mover = game.to_move(state);
        tree.run(state, Deepening::new(limits, 1..=plies), each, |tree, depth| {
            Some(for_mover(alpha_beta::<true, false, _, _, _>(tree, &mut slots, 0, depth, WORST, -WORST)?, mover))
        })
    }
}

/// The value of the position in the first slot, which is not a leaf, for the player to move if it
/// lies between `alpha` and `beta`; otherwise a bound on it, on the same side of them.
///
/// Most of the time goes into the nodes one and two plies above the horizon: the [`frontier`] and
/// the `PRE_FRONTIER`. They are compiled apart from the rest, so that its recursion costs them
/// nothing.
fn alpha_beta<const ROOT: bool, const PRE_FRONTIER: bool, G, E, H>(
    tree: &mut Tree<G, E, H>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Option<Score>
where
    G: Game<Scores = [Score; 2]>,
    E: Evaluate<G>,
    H: HorizonOf<G>,
{
    let depth = if PRE_FRONTIER { 2 } else { depth };
    if H::QUIESCES && depth == 0 {
        return H::value(tree, slots, ply, alpha, beta);
    }
    let [here, below @ ..] = slots else { return None };
    // There is a slot for every ply. Checked once, this is not checked again at every move.
    if below.len() < depth as usize {
        return None;
    }
    let copy;
    let here = if const { is_small::<G::State>() } {
        copy = here.clone();
        &copy
    } else {
        &*here
    };
    let mover = tree.game.to_move(here);
    let mut best = WORST;
    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return Some(score_of(scores, mover));
    }
    // Whatever a move pushes onto the stack is gone again before the next one.
    let mut tried = first;
    while let Some(&mv) = tree.moves.get(tried) {
        tried += 1;
        let next = &mut below[0];
        let leaf = tree.play(here, mv, next, ply + 1, depth - 1)?;
        let value = if let Some(scores) = leaf {
            score_of(scores, mover)
        } else {
            // Where turns alternate, the compiler can see that these differ, but not as numbers.
            let is_same = (tree.game.to_move(next) == 0) == (mover == 0);
            let (low, high) = if is_same { (alpha, beta) } else { (-beta, -alpha) };
            let value = match below {
                [next, last, ..] if PRE_FRONTIER => frontier(tree, next, last, ply + 1, low, high)?,
                _ if depth == 3 && !H::QUIESCES => {
                    alpha_beta::<false, true, _, _, _>(tree, below, ply + 1, depth - 1, low, high)?
                }
                _ => alpha_beta::<false, false, _, _, _>(tree, below, ply + 1, depth - 1, low, high)?,
            };
            if is_same { value } else { -value }
        };
        if ROOT {
            // The root's window is open above.
            let is_exact = leaf.is_some() || value > alpha;
            tree.add_root_move(mv, value, if is_exact { Bound::Exact } else { Bound::Upper });
        }
        // Without a branch, which could not be predicted. The best so far is at most alpha.
        best = best.max(value);
        if value > alpha {
            if value >= beta {
                tree.meter.count_cut();
                break;
            }
            alpha = value;
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    Some(best)
}

/// [`alpha_beta`] where all moves lead to the horizon. Most nodes are there, so this does nothing
/// that only the others need: no recursion and, where the meter allows all moves, no look at it.
#[inline(always)]
pub(crate) fn frontier<G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
    here: &G::State,
    next: &mut G::State,
    ply: usize,
    alpha: Score,
    beta: Score,
) -> Option<Score> {
    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return Some(score_of(scores, tree.game.to_move(here)));
    }
    // Near a limit some moves may be too many. That is rare, so it does not stand in the way.
    let best = if tree.meter.allows(tree.moves.len() - first) {
        leaves::<false, _, _, _>(tree, here, next, first, ply, alpha, beta)?
    } else {
        metered_leaves(tree, here, next, first, ply, alpha, beta)?
    };
    tree.moves.truncate(first);
    Some(best)
}

#[cold]
#[inline(never)]
fn metered_leaves<G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
    here: &G::State,
    next: &mut G::State,
    first: usize,
    ply: usize,
    alpha: Score,
    beta: Score,
) -> Option<Score> {
    leaves::<true, _, _, _>(tree, here, next, first, ply, alpha, beta)
}

/// The value of a node at the [`frontier`], whose moves are on the stack from `first` on. If it is
/// `METERED`, the meter is asked before every leaf.
#[inline(always)]
fn leaves<const METERED: bool, G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
    here: &G::State,
    next: &mut G::State,
    first: usize,
    ply: usize,
    alpha: Score,
    beta: Score,
) -> Option<Score> {
    let mut small;
    let next = if const { is_small::<G::State>() } {
        small = here.clone();
        &mut small
    } else {
        next
    };
    let Tree { game, evaluator, meter, moves, path, .. } = tree;
    let mover = game.to_move(here);
    let moves = &moves[first..];
    let (mut tried, mut finished) = (0, 0);
    let (mut best, mut best_at) = (WORST, 0);
    while let Some(&mv) = moves.get(tried) {
        tried += 1;
        game.play(here, mv, next);
        if METERED {
            meter.enter()?;
            meter.count_evaluation();
        }
        let value = if G::REPEATS && path.enter(*game, here, mv, next, ply + 1) {
            finished += 1;
            0
        } else if let Some(outcome) = game.outcome(next) {
            finished += 1;
            adjust_for_ply(score_of(evaluator.evaluate_outcome(game, next, outcome), mover), ply + 1)
        } else {
            score_of(evaluator.evaluate(game, next), mover)
        };
        // Without a branch, as above. Alpha is not needed before the end.
        if value > best {
            (best, best_at) = (value, tried);
        }
        if value >= beta {
            meter.count_cut();
            break;
        }
    }
    if !METERED {
        meter.count_leaves(tried);
    }
    tree.horizon |= finished < tried;
    if alpha < best && best < beta {
        let mv = tree.moves[first + best_at - 1];
        tree.set_line(ply, mv, true);
    }
    Some(best)
}

/// Whether states are small enough to be kept in registers. The compiler does that with a copy in
/// a variable, but not with a slot.
const fn is_small<S>() -> bool {
    !std::mem::needs_drop::<S>() && size_of::<S>() <= 64
}

/// The score of `player`. Where turns alternate, the compiler can see which of the two that is; an
/// index would hide it.
#[inline(always)]
fn score_of([first, second]: [Score; 2], player: usize) -> Score {
    if player == 0 { first } else { second }
}
