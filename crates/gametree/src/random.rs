//! A random move.

use std::time::Instant;

use crate::game::{Game, Scores};
use crate::limits::Limits;
use crate::report::{Counts, Report, ReportOf};
use crate::search::Search;

/// Plays a random legal move: the baseline that every other player should beat easily.
#[derive(Clone, Debug)]
pub struct Random {
    rng: fastrand::Rng,
}

impl Random {
    /// A player whose choices depend only on the seed.
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
        let started = Instant::now();
        let mut moves = Vec::with_capacity(G::MAX_MOVES);
        let outcome = game.moves_or_outcome(state, &mut moves);
        let best = self.rng.choice(moves);
        let counts = Counts { nodes: 1, ..Counts::default() };
        let report = Report {
            best,
            scores: outcome.unwrap_or(G::Scores::EVEN),
            line: best.into_iter().collect(),
            depth: 0,
            solved: outcome.is_some(),
            root_moves: Vec::new(),
            counts,
            elapsed: started.elapsed(),
        };
        each(&report);
        report
    }
}
