//! Negamax that leaves out what cannot matter.

use crate::game::{Evaluate, Game, Score};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::{Search, Tree, WORST, for_mover};

/// Alpha-beta pruning, fail-soft: the value and the move of [`Minimax`](crate::Minimax) with far fewer nodes, because a
/// node is left as soon as one move shows that the opponent would never let it come to this.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    evaluator: E,
}

impl<E> AlphaBeta<E> {
    /// Alpha-beta with this opinion about positions.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game<Scores = [Score; 2]>, E: Evaluate<G>> Search<G> for AlphaBeta<E> {
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
            Some(for_mover(alpha_beta(tree, &mut slots, 0, depth, WORST, -WORST)?, mover))
        })
    }
}

/// The value of the first slot's position, which is not a leaf, for the player to move if it lies between `alpha` and
/// `beta`; otherwise a bound on it, on the same side of them.
fn alpha_beta<G: Game<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let mover = tree.game.to_move(here);
    let mut best = WORST;
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
            alpha_beta(tree, below, ply + 1, depth - 1, alpha, beta)?
        } else {
            -alpha_beta(tree, below, ply + 1, depth - 1, -beta, -alpha)?
        };
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
