//! What a search found out, as data.

use std::ops::AddAssign;

use crate::game::Game;

/// The work a search did. The same search with the same limits always does the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries into the search function, the root included ([`Mcts`](crate::Mcts): playouts).
    pub nodes: u64,
    /// Positions scored: those at the search's horizon and finished games.
    pub evaluations: u64,
    /// Nodes left before all moves were tried, because the opponent would not let it come to this.
    pub cuts: u64,
    /// Nodes found in the transposition table.
    pub table_hits: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.cuts += other.cuts;
        self.table_hits += other.table_hits;
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M, S> {
    /// The best move; none if the game is over. Of equally good ones, the first that was tried.
    pub best: Option<M>,
    /// What every player can expect, by player index. A win in n plies is worth
    /// [`WIN`](crate::WIN) − n.
    pub scores: S,
    /// The line of play that leads to these scores, beginning with `best`.
    pub line: Vec<M>,
    /// How many plies ahead the search looked in the last iteration that it finished.
    pub depth: u32,
    /// Whether this is the truth: to look further would not change the scores. ([`Mcts`](crate::Mcts) may not know yet
    /// how soon a sure win can be had.)
    pub solved: bool,
    /// The work done, unfinished iterations included.
    pub counts: Counts,
}

/// The report of a search of game `G`.
pub type ReportOf<G> = Report<<G as Game>::Move, <G as Game>::Scores>;
