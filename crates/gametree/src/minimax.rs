//! Plain minimax for two players.

use crate::game::{Evaluate, Game, Score};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::{Search, Tree};

/// Minimax as in the textbook: player 0 seeks the highest value, player 1 the lowest, and every line of
/// play is looked at.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
}

impl<E> Minimax<E> {
    /// Minimax with this opinion about positions.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game<Scores = [Score; 2]>, E: Evaluate<G>> Search<G> for Minimax<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let tree = Tree::new(game, &self.evaluator, limits);
        let mut slots = tree.slots(state);
        tree.run(state, limits.first_depth(), each, |tree, depth| {
            let value = minimax(tree, &mut slots, 0, depth)?;
            Some([value, -value])
        })
    }
}

/// The value of the first slot's position, which is not a leaf, for player 0.
fn minimax<G: Game<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let maximize = tree.game.to_move(here) == 0;
    let mut best = if maximize { Score::MIN } else { Score::MAX };
    let first = tree.moves.len();
    tree.game.moves(here, &mut tree.moves);
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        tree.game.play(here, mv, next);
        let leaf = tree.enter(next, ply + 1, depth - 1)?;
        let value = match leaf {
            Some(scores) => scores[0],
            None => minimax(tree, below, ply + 1, depth - 1)?,
        };
        if if maximize { value > best } else { value < best } {
            best = value;
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    Some(best)
}
