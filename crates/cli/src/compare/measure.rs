//! The searches at work on one position. Knows no game.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use gametree::{Counts, Evaluate, Score, Stop};

use crate::offered::Offered;
use crate::players::{self, Kind, PlayerSpec};

/// The searches that are compared. Plain minimax comes first: the others are measured by it.
const SEARCHES: [Kind; 9] = [
    Kind::Minimax,
    Kind::Negamax,
    Kind::AlphaBeta,
    Kind::Iterative,
    Kind::LazySmp,
    Kind::MaxN,
    Kind::Paranoid,
    Kind::BestReply,
    Kind::Mcts,
];

/// The random games of the Monte Carlo search, which knows no depth, and where they begin.
const PLAYOUTS: u64 = 10_000;
const SEED: u64 = 1;

/// A position, and how it is to be searched.
pub(super) struct Question<G: Offered, E, V> {
    pub(super) game: G,
    pub(super) state: G::State,
    pub(super) evaluator: E,
    /// The evaluator's name.
    pub(super) eval: V,
    pub(super) depth: u32,
}

/// What all searches made of a position.
pub(super) struct Comparison {
    pub(super) game: &'static str,
    pub(super) position: String,
    pub(super) to_move: &'static str,
    pub(super) depth: u32,
    pub(super) eval: String,
    /// One for each search that ended.
    pub(super) rows: Vec<Row>,
    /// Whether all of them did.
    pub(super) is_complete: bool,
}

/// What one search made of it.
pub(super) struct Row {
    pub(super) search: Kind,
    /// The player who would search just so.
    pub(super) player: String,
    /// For the side to move.
    pub(super) value: Score,
    /// Whether that is the truth.
    pub(super) solved: bool,
    pub(super) line: Vec<String>,
    pub(super) counts: Counts,
    pub(super) time: Duration,
}

impl Row {
    /// Whether the counts depend on how threads meet.
    pub(super) fn counts_vary(&self) -> bool {
        self.search == Kind::LazySmp
    }

    /// The best move.
    pub(super) fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }
}

impl Comparison {
    /// The nodes of a search as a part of those of plain minimax.
    pub(super) fn part_of_minimax(&self, row: &Row) -> Option<f64> {
        let minimax = self.rows.iter().find(|row| row.search == Kind::Minimax)?;
        Some(row.counts.nodes as f64 / minimax.counts.nodes as f64)
    }
}

impl<G, E, V> Question<G, E, V>
where
    G: Offered,
    E: Evaluate<G> + Clone + Sync + 'static,
    V: ValueEnum + Clone,
{
    /// Runs one search after the other until all have ended or `stop` is raised. Before each, `begin` is told its name.
    pub(super) fn ask(&self, stop: &Stop, mut begin: impl FnMut(Kind)) -> Comparison {
        let eval = self.eval.to_possible_value().map_or_else(String::new, |eval| eval.get_name().to_owned());
        let mut rows = Vec::with_capacity(SEARCHES.len());
        for search in SEARCHES {
            begin(search);
            let row = self.measure(search, stop);
            // What a search found that was stopped is not what it would have found.
            if stop.is_raised() {
                break;
            }
            rows.extend(row);
        }
        Comparison {
            game: G::NAME,
            position: self.game.write_position(&self.state),
            to_move: self.game.side_to_move(&self.state),
            depth: self.depth,
            eval,
            is_complete: rows.len() == SEARCHES.len(),
            rows,
        }
    }

    /// Runs one search.
    fn measure(&self, search: Kind, stop: &Stop) -> Option<Row> {
        let is_mcts = search == Kind::Mcts;
        let spec = PlayerSpec {
            depth: (!is_mcts).then_some(self.depth),
            nodes: is_mcts.then_some(PLAYOUTS),
            seed: is_mcts.then_some(SEED),
            threads: (search == Kind::LazySmp).then_some(players::THREADS),
            eval: (!is_mcts).then(|| self.eval.clone()),
            ..PlayerSpec::new(search)
        };
        let limits = spec.limits(self.depth).with_cancel(stop.clone());
        let mut player = players::build::<G, _, _>(&spec, self.evaluator.clone())?;
        let begin = Instant::now();
        let report = player.search(&self.game, &self.state, &limits);
        let time = begin.elapsed();
        Some(Row {
            search,
            player: spec.to_string(),
            value: report.scores[self.game.to_move(&self.state)],
            solved: report.solved,
            line: self.game.write_line(&self.state, &report.line),
            counts: report.counts,
            time,
        })
    }
}

#[cfg(test)]
mod tests {
    use noughts::{Board, Noughts, Side};

    use super::*;
    use crate::noughts::Opinion;

    fn question(depth: u32) -> Question<Noughts, impl Evaluate<Noughts> + Clone + Sync + 'static, Opinion> {
        let eval = Opinion::Outcome;
        Question { game: Noughts, state: Board::EMPTY, evaluator: eval.of(Side::Cross), eval, depth }
    }

    #[test]
    fn every_search_has_its_row() {
        let comparison = question(3).ask(&Stop::new(), |_| ());
        assert!(comparison.is_complete);
        assert_eq!(comparison.rows.iter().map(|row| row.search).collect::<Vec<_>>(), SEARCHES);
        assert_eq!(comparison.part_of_minimax(&comparison.rows[0]), Some(1.0));
    }

    #[test]
    fn an_interrupted_comparison_is_not_complete() {
        let stop = Stop::new();
        stop.raise();
        assert!(!question(9).ask(&stop, |_| ()).is_complete);
    }
}
