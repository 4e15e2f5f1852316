//! Best-reply search in which nobody passes.

use std::cell::RefCell;

use crate::game::{Evaluate, Game};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::Search;

use super::search_replies;

/// BRS+ by Esser and others: best-reply search in which the opponents who do not reply make the move
/// that looks best to them without a search, instead of passing. So all positions are legal ones, and
/// the game need not know [passing](crate::Passing).
///
/// What looks best is the move with the highest [priority](Evaluate::priority), the first among
/// equals. With two players this is [`AlphaBeta`](crate::AlphaBeta). The reported line contains only
/// the moves that were searched.
#[derive(Clone, Debug)]
pub struct BestReplyPlus<E> {
    evaluator: E,
}

impl<E> BestReplyPlus<E> {
    /// BRS+ with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game, E: Evaluate<G>> Search<G> for BestReplyPlus<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let evaluator = &self.evaluator;
        let scratch = RefCell::new(Vec::with_capacity(G::MAX_MOVES));
        search_replies(game, state, evaluator, limits, each, |game: &G, from: &G::State, to: &mut G::State| {
            let mut moves = scratch.borrow_mut();
            moves.clear();
            if game.moves_or_outcome(from, &mut moves).is_some() {
                return false;
            }
            let priority = |mv| evaluator.priority(game, from, mv);
            let better = |best, mv| if priority(mv) > priority(best) { mv } else { best };
            let Some(mv) = moves.iter().copied().reduce(better) else { return false };
            game.play(from, mv, to);
            true
        })
    }
}
