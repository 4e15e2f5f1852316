//! Principal variation search.

use crate::game::{Evaluate, Game, Score, for_mover};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::quiescence::{HorizonOf, NoQuiescence, Quiescence};
use crate::report::ReportOf;
use crate::search::{Search, Tree, WORST};
use crate::table::Bound;

/// Principal variation search: alpha-beta that takes the first move for the best one. A search with
/// a null window, which cuts most, shows that the others are no better; the few that are better are
/// searched again.
///
/// It finds the value and the move of [`AlphaBeta`](crate::AlphaBeta). It takes fewer nodes if the
/// first move usually is the best, and more if not: it needs a game that lists good moves first.
#[derive(Clone, Debug)]
pub struct Pvs<E, H = NoQuiescence> {
    evaluator: E,
    horizon: H,
}

impl<E> Pvs<E> {
    /// Principal variation search with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, horizon: NoQuiescence }
    }

    /// Adds a quiescence search of at most `max_plies` plies at the horizon.
    pub fn with_quiescence(self, max_plies: u32) -> Pvs<E, Quiescence> {
        Pvs { evaluator: self.evaluator, horizon: Quiescence::new(max_plies) }
    }
}

impl<G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>> Search<G> for Pvs<E, H> {
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
            Some(for_mover(pvs::<true, _, _, _>(tree, &mut slots, 0, depth, WORST, -WORST)?, mover))
        })
    }
}

/// As in [`AlphaBeta`](crate::AlphaBeta): the value between `alpha` and `beta`, or a bound on it.
fn pvs<const ROOT: bool, G: Game<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
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
            let mut look = |tree: &mut Tree<G, E, H>, alpha: Score, beta: Score| {
                if is_same {
                    pvs::<false, _, _, _>(tree, below, ply + 1, depth - 1, alpha, beta)
                } else {
                    pvs::<false, _, _, _>(tree, below, ply + 1, depth - 1, -beta, -alpha).map(|value| -value)
                }
            };
            if i == first {
                look(tree, alpha, beta)?
            } else {
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
            let is_exact = leaf.is_some() || value > alpha;
            tree.add_root_move(mv, value, if is_exact { Bound::Exact } else { Bound::Upper });
        }
        if value > best {
            best = value;
            if value >= beta {
                tree.meter.count_cut();
                break;
            }
            if value > alpha {
                alpha = value;
                tree.set_line(ply, mv, leaf.is_some());
            }
        }
    }
    tree.moves.truncate(first);
    Some(best)
}
