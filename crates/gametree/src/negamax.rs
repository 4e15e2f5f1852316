//! Minimax with one rule for both players.

use crate::game::{Evaluate, Game, Score};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::{Search, Tree, for_mover};

/// Negamax: since max(a, b) = −min(−a, −b), values are seen from the player to move and one rule serves both.
/// Looks at the same positions as [`Minimax`](crate::Minimax).
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    evaluator: E,
}

impl<E> Negamax<E> {
    /// Negamax with this opinion about positions.
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
        let tree = Tree::new(game, &self.evaluator, limits);
        let mut slots = tree.slots(state);
        let mover = game.to_move(state);
        tree.run(state, limits.first_depth(), each, |tree, depth| {
            Some(for_mover(negamax(tree, &mut slots, 0, depth)?, mover))
        })
    }
}

/// The value of the first slot's position, which is not a leaf, for the player to move.
fn negamax<G: Game<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let mover = tree.game.to_move(here);
    let mut best = Score::MIN;
    let first = tree.moves.len();
    tree.game.moves(here, &mut tree.moves);
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        tree.game.play(here, mv, next);
        let leaf = tree.enter(next, ply + 1, depth - 1)?;
        let value = if let Some(scores) = leaf {
            scores[mover]
        } else if tree.game.to_move(next) == mover {
            negamax(tree, below, ply + 1, depth - 1)?
        } else {
            -negamax(tree, below, ply + 1, depth - 1)?
        };
        if value > best {
            best = value;
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    Some(best)
}
