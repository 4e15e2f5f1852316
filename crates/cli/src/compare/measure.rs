//! Runs the searches on one position. Knows no game.

use std::time::{Duration, Instant};

use anyhow::Result;
use gametree::{Counts, Limits, Score, Stop};
use players::{PlayerSpec, Setup};

use crate::searched::Searched;

/// The searches that are compared. Plain minimax comes first: the others are measured against it.
pub(super) const SEARCHES: [&str; 9] =
    ["minimax", "negamax", "alpha-beta", "iterative", "lazy-smp", "max-n", "paranoid", "best-reply", "mcts"];

/// The playouts of the Monte Carlo search, which knows no depth, and its seed.
const PLAYOUTS: u64 = 10_000;
const SEED: u64 = 1;

/// The threads of the parallel search.
const THREADS: usize = 2;

/// A position, and how it is to be searched.
pub(super) struct Question<G: Searched> {
    pub(super) game: G,
    pub(super) state: G::State,
    /// The evaluator's name.
    pub(super) eval: String,
    pub(super) depth: u32,
}

/// What all searches found.
pub(super) struct Comparison {
    pub(super) game: &'static str,
    pub(super) position: String,
    pub(super) to_move: &'static str,
    pub(super) depth: u32,
    pub(super) eval: String,
    /// One for each search that finished.
    pub(super) rows: Vec<Row>,
    /// Whether all of them finished.
    pub(super) is_complete: bool,
}

/// What one search found.
pub(super) struct Row {
    pub(super) search: &'static str,
    /// The specification of a player that searches exactly like this.
    pub(super) player: String,
    /// The score for the side to move.
    pub(super) value: Score,
    /// Whether that is proven: looking further would not change it.
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
    /// The nodes of a search as a fraction of those of plain minimax.
    pub(super) fn part_of_minimax(&self, row: &Row) -> Option<f64> {
        let minimax = self.rows.iter().find(|row| row.search == "minimax")?;
        Some(row.counts.nodes as f64 / minimax.counts.nodes as f64)
    }
}

impl<G: Searched> Question<G> {
    /// Runs one search after the other until all have finished or `stop` is raised. Calls `begin` with
    /// the name of each before it starts.
    pub(super) fn ask(&self, stop: &Stop, mut begin: impl FnMut(&str)) -> Result<Comparison> {
        let mut rows = Vec::with_capacity(SEARCHES.len());
        for search in SEARCHES {
            begin(search);
            let row = self.measure(search, stop)?;
            // The result of an interrupted search is not the one that it would have found.
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
        let limits = Limits::default().with_stop(stop.clone());
        let begin = Instant::now();
        let report = player.think(&self.state, &limits, &mut |_| ())?.reasons;
        let time = begin.elapsed();
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

    fn question(depth: u32) -> Question<Noughts> {
        Question { game: Noughts, state: Board::EMPTY, eval: "outcome".to_owned(), depth }
    }

    #[test]
    fn every_search_has_its_row() {
        let comparison = question(3).ask(&Stop::new(), |_| ()).unwrap();
        assert!(comparison.is_complete);
        assert_eq!(comparison.rows.iter().map(|row| row.search).collect::<Vec<_>>(), SEARCHES);
        assert_eq!(comparison.part_of_minimax(&comparison.rows[0]), Some(1.0));
    }

    #[test]
    fn an_interrupted_comparison_is_not_complete() {
        let stop = Stop::new();
        stop.raise();
        assert!(!question(9).ask(&stop, |_| ()).unwrap().is_complete);
    }
}
