//! Plain minimax for two players.

use crate::game::{Evaluate, Game, Score};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::quiescence::NoQuiescence;
use crate::report::ReportOf;
use crate::search::{Search, Tree};
use crate::table::Bound;

/// Textbook minimax: player 0 maximises the value, player 1 minimises it, and every line of play is
/// searched.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
}

impl<E> Minimax<E> {
    /// Minimax with a static evaluator.
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
        let plies = limits.plies();
        let tree = Tree::new(game, state, &self.evaluator, NoQuiescence, Meter::new(limits), plies);
        let mut slots = tree.slots(state);
        tree.run(state, Deepening::new(limits, 1..=plies), each, |tree, depth| {
            let value = minimax::<true, _, _>(tree, &mut slots, 0, depth)?;
            Some([value, -value])
        })
    }
}

/// The value of the position in the first slot, which is not a leaf, for player 0.
fn minimax<const ROOT: bool, G: Game<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let maximize = tree.game.to_move(here) == 0;
    let mut best = if maximize { Score::MIN } else { Score::MAX };
    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return Some(scores[0]);
    }
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        let leaf = tree.play(here, mv, next, ply + 1, depth - 1)?;
        let value = match leaf {
            Some(scores) => scores[0],
            None => minimax::<false, _, _>(tree, below, ply + 1, depth - 1)?,
        };
        if ROOT {
            tree.add_root_move(mv, if maximize { value } else { -value }, Bound::Exact);
        }
        if if maximize { value > best } else { value < best } {
            best = value;
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    Some(best)
}
