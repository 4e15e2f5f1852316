//! Runs all searches on one position of any game.

use std::time::{Duration, Instant};

use anyhow::Result;
use gametree::{Counts, Limits, Score, Stop};
use players::{PlayerSpec, Setup};

use crate::searched::Searched;

/// The searches in the order of the rows. Minimax is first: it is the baseline for the others.
pub(super) const SEARCHES: [&str; 11] = [
    "minimax",
    "negamax",
    "alpha-beta",
    "pvs",
    "iterative",
    "mtd-f",
    "lazy-smp",
    "max-n",
    "paranoid",
    "best-reply",
    "mcts",
];

/// The limit of the Monte Carlo search, which has no depth.
const PLAYOUTS: u64 = 10_000;

/// The seed of the Monte Carlo search.
const SEED: u64 = 1;

/// The number of threads of the parallel search.
const THREADS: usize = 2;

/// A position, and the depth and evaluator of the searches.
pub(super) struct ComparisonPlan<G: Searched> {
    pub(super) game: G,
    pub(super) state: G::State,
    /// The name of the evaluator.
    pub(super) eval: String,
    pub(super) depth: u32,
}

/// The results of all searches.
pub(super) struct Comparison {
    pub(super) game: &'static str,
    pub(super) position: String,
    pub(super) to_move: &'static str,
    pub(super) depth: u32,
    pub(super) eval: String,
    /// One row for each search that finished.
    pub(super) rows: Vec<Row>,
    /// Whether all searches finished.
    pub(super) is_complete: bool,
}

/// The result of one search.
pub(super) struct Row {
    pub(super) search: &'static str,
    /// The specification of the player that runs this search.
    pub(super) player: String,
    /// The score for the side to move.
    pub(super) value: Score,
    /// Whether the value is exact: a deeper search would not change it.
    pub(super) solved: bool,
    pub(super) line: Vec<String>,
    pub(super) counts: Counts,
    pub(super) time: Duration,
}

impl Row {
    /// Whether the counts depend on the timing of threads.
    pub(super) fn counts_vary(&self) -> bool {
        self.search == "lazy-smp"
    }

    /// The best move.
    pub(super) fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }
}

impl Comparison {
    /// The node count of a search as a fraction of minimax's.
    pub(super) fn fraction_of_minimax(&self, row: &Row) -> Option<f64> {
        let minimax = self.rows.iter().find(|row| row.search == "minimax")?;
        Some(row.counts.nodes as f64 / minimax.counts.nodes as f64)
    }
}

impl<G: Searched> ComparisonPlan<G> {
    /// Runs the searches one after another until all have finished or `stop` is raised. Calls
    /// `on_start` with the name of each search before it starts.
    pub(super) fn run(&self, stop: &Stop, mut on_start: impl FnMut(&str)) -> Result<Comparison> {
        let mut rows = Vec::with_capacity(SEARCHES.len());
        for search in SEARCHES {
            on_start(search);
            let row = self.measure(search, stop)?;
            // An interrupted search has no valid result.
            if stop.is_raised() {
                break;
            }
            rows.push(row);
        }
        Ok(Comparison {
            game: G::NAME,
            position: self.game.write_position(&self.state),
            to_move: self.game.side_to_move(&self.state),
            depth: self.depth,
            eval: self.eval.clone(),
            is_complete: rows.len() == SEARCHES.len(),
            rows,
        })
    }

    /// Runs one search.
    fn measure(&self, search: &'static str, stop: &Stop) -> Result<Row> {
        let Self { depth, eval, .. } = self;
        let spec: PlayerSpec<G> = match search {
            "mcts" => format!("mcts:nodes={PLAYOUTS},seed={SEED}"),
            "lazy-smp" => format!("lazy-smp:depth={depth},threads={THREADS},eval={eval}"),
            _ => format!("{search}:depth={depth},eval={eval}"),
        }
        .parse()?;
        let mover = self.game.to_move(&self.state);
        let mut player = spec.build(&Setup { seat: mover, ..Setup::default() })?;
        let limits = Limits::default().with_cancel(stop.clone());
        let start = Instant::now();
        let report = player.think(&self.state, &limits, &mut |_| ())?.reasons;
        let time = start.elapsed();
        Ok(Row {
            search,
            player: spec.to_string(),
            value: report.scores[mover],
            solved: report.solved,
            line: self.game.write_line(&self.state, &report.line),
            counts: report.counts,
            time,
        })
    }
}

#[cfg(test)]
mod tests {
    use noughts::{Board, Noughts};

    use super::*;

    fn plan(depth: u32) -> ComparisonPlan<Noughts> {
        ComparisonPlan { game: Noughts, state: Board::EMPTY, eval: "outcome".to_owned(), depth }
    }

    #[test]
    fn every_search_has_a_row() {
        let comparison = plan(3).run(&Stop::new(), |_| ()).unwrap();
        assert!(comparison.is_complete);
        assert_eq!(comparison.rows.iter().map(|row| row.search).collect::<Vec<_>>(), SEARCHES);
        assert_eq!(comparison.fraction_of_minimax(&comparison.rows[0]), Some(1.0));
    }

    #[test]
    fn an_interrupted_comparison_is_incomplete() {
        let stop = Stop::new();
        stop.raise();
        assert!(!plan(9).run(&stop, |_| ()).unwrap().is_complete);
    }
}
