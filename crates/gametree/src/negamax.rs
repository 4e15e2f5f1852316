//! Minimax with one rule for both players.

use crate::game::{Evaluate, Game, Score, for_mover};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::quiescence::NoQuiescence;
use crate::report::ReportOf;
use crate::search::{Search, Tree};
use crate::table::Bound;

/// Negamax: since max(a, b) = −min(−a, −b), values are seen from the player to move and one rule
/// serves both. It searches the same positions as [`Minimax`](crate::Minimax).
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    evaluator: E,
}

impl<E> Negamax<E> {
    /// Negamax with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game<Scores = [Score; 2]>, E: Evaluate<G>> Search<G> for Negamax<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let plies = limits.plies();
        let tree = Tree::new(game, state, &self.evaluator, NoQuiescence, Meter::new(limits), plies);
        let mut slots = tree.slots(state);
        let mover = game.to_move(state);
        tree.run(state, Deepening::new(limits, 1..=plies), each, |tree, depth| {
            Some(for_mover(negamax::<true, _, _>(tree, &mut slots, 0, depth)?, mover))
        })
    }
}

/// The value of the position in the first slot, which is not a leaf, for the player to move.
fn negamax<const ROOT: bool, G: Game<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let mover = tree.game.to_move(here);
    let mut best = Score::MIN;
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
        } else if tree.game.to_move(next) == mover {
            negamax::<false, _, _>(tree, below, ply + 1, depth - 1)?
        } else {
            -negamax::<false, _, _>(tree, below, ply + 1, depth - 1)?
        };
        if ROOT {
            tree.add_root_move(mv, value, Bound::Exact);
        }
        if value > best {
            best = value;
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    Some(best)
}
