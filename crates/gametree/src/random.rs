//! Any move at all.

use crate::game::{Game, Scores};
use crate::limits::Limits;
use crate::report::{Counts, Report, ReportOf};
use crate::search::Search;

/// Plays any legal move: the floor that every other player should be far above.
#[derive(Clone, Debug)]
pub struct Random {
    rng: fastrand::Rng,
}

impl Random {
    /// A player that makes the same choices whenever it is made with the same seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: fastrand::Rng::with_seed(seed) }
    }
}

impl<G: Game> Search<G> for Random {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        _limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let outcome = game.outcome(state);
        let mut moves = Vec::with_capacity(G::MAX_MOVES);
        if outcome.is_none() {
            game.moves(state, &mut moves);
        }
        let best = self.rng.choice(moves);
        let counts = Counts { nodes: 1, ..Counts::default() };
        let (scores, solved) = (outcome.unwrap_or(G::Scores::EVEN), outcome.is_some());
        let report = Report { best, scores, line: best.into_iter().collect(), depth: 0, solved, counts };
        each(&report);
        report
    }
}
