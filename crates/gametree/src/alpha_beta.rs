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
            Some(for_mover(alpha_beta::<true, _, _, _>(tree, &mut slots, 0, depth, WORST, -WORST)?, mover))
        })
    }
}

/// The value of the position in the first slot, which is not a leaf, for the player to move if it
/// lies between `alpha` and `beta`; otherwise a bound on it, on the same side of them.
fn alpha_beta<const ROOT: bool, G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
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
    let mover = tree.game.to_move(here);
    let mut best = WORST;
    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return Some(scores[mover]);
    }
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        let leaf = tree.play(here, mv, next, ply + 1, depth - 1)?;
        let value = if let Some(scores) = leaf {
            scores[mover]
        } else {
            let is_same = tree.game.to_move(next) == mover;
            let (low, high) = if is_same { (alpha, beta) } else { (-beta, -alpha) };
            let value = match below {
                [next, last, ..] if depth == 2 && !H::QUIESCES && tree.meter.allows(G::MAX_MOVES) => {
                    frontier(tree, next, last, ply + 1, low, high)
                }
                _ => alpha_beta::<false, _, _, _>(tree, below, ply + 1, depth - 1, low, high)?,
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

/// [`alpha_beta`] where all moves lead to the horizon and the meter allows them all. Most nodes are
/// there, so this does nothing that only the others need: no recursion, no look at the meter.
#[inline(always)]
fn frontier<G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
    here: &G::State,
    next: &mut G::State,
    ply: usize,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mover = tree.game.to_move(here);
    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return scores[mover];
    }
    // What is played into a small variable of its own, and not into a slot, stays in registers.
    let mut small;
    let next = if const { !std::mem::needs_drop::<G::State>() && size_of::<G::State>() <= 64 } {
        small = here.clone();
        &mut small
    } else {
        next
    };
    let mut best = WORST;
    let mut raised = None;
    let mut horizon = false;
    let Tree { game, evaluator, meter, moves, path, .. } = tree;
    let mut left = moves[first..].iter();
    for &mv in left.by_ref() {
        game.play(here, mv, next);
        let value = if G::REPEATS && path.enter(*game, here, mv, next, ply + 1) {
            0
        } else if let Some(outcome) = game.outcome(next) {
            adjust_for_ply(evaluator.evaluate_outcome(game, next, outcome)[mover], ply + 1)
        } else {
            horizon = true;
            let [first, second] = evaluator.evaluate(game, next);
            if mover == 0 { first } else { second }
        };
        best = best.max(value);
        if value > alpha {
            if value >= beta {
                meter.count_cut();
                break;
            }
            alpha = value;
            raised = Some(mv);
        }
    }
    meter.count_leaves(moves.len() - first - left.len());
    tree.horizon |= horizon;
    tree.moves.truncate(first);
    if let Some(mv) = raised {
        tree.set_line(ply, mv, true);
    }
    best
}
