//! Minimax for any number of players.

use crate::game::{Evaluate, Game};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::{Search, Tree, is_better};

/// Max^n: every player seeks the highest score of its own, and knows that the others do.
///
/// With two players and scores that add up to zero this is [`Minimax`](crate::Minimax).
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    evaluator: E,
}

impl<E> MaxN<E> {
    /// Max^n with this opinion about positions.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game, E: Evaluate<G>> Search<G> for MaxN<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let tree = Tree::new(game, &self.evaluator, limits);
        let mut slots = tree.slots(state);
        tree.run(state, limits.first_depth(), each, |tree, depth| max_n(tree, &mut slots, 0, depth))
    }
}

/// The scores of all players that best play from the first slot's position, not a leaf, leads to.
fn max_n<G: Game, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
) -> Option<G::Scores> {
    let [here, below @ ..] = slots else { return None };
    let mover = tree.game.to_move(here);
    let mut best = None;
    let first = tree.moves.len();
    tree.game.moves(here, &mut tree.moves);
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        tree.game.play(here, mv, next);
        let leaf = tree.enter(next, ply + 1, depth - 1)?;
        let scores = match leaf {
            Some(scores) => scores,
            None => max_n(tree, below, ply + 1, depth - 1)?,
        };
        if is_better(&scores, best.as_ref(), mover) {
            best = Some(scores);
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    best
}
