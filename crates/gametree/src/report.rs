//! The result of a search.

use std::ops::AddAssign;
use std::time::Duration;

use crate::game::{Game, Score};
use crate::table::Bound;

/// The work a search did. The same search with the same limits always does the same work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries into the search function, the root and quiescence included
    /// ([`Mcts`](crate::Mcts): playouts).
    pub nodes: u64,
    /// Positions scored: those at the horizon, in quiescence, and finished games.
    pub evaluations: u64,
    /// Nodes left before all moves were tried, because the opponent would avoid them.
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

/// What a search knows about one move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score for the player to move, or a bound on it.
    pub score: Score,
    /// How `score` relates to the score that the move has at this depth. `None` marks an estimate
    /// from random playouts ([`Mcts`](crate::Mcts)), which bounds nothing.
    pub bound: Option<Bound>,
}

impl<M> RootMove<M> {
    /// The same about the move that `change` makes of this one.
    pub(crate) fn map<N>(self, change: impl FnOnce(M) -> N) -> RootMove<N> {
        RootMove { mv: change(self.mv), score: self.score, bound: self.bound }
    }
}

/// The result of a search.
///
/// Two reports are equal if everything but the [elapsed time](Report::elapsed) is.
#[derive(Clone, Debug)]
pub struct Report<M, S> {
    /// The best move; `None` if the game is over. Among equals, the first that was tried.
    pub best: Option<M>,
    /// The expected score of each player, by player index. A win in n plies scores
    /// [`WIN`](crate::WIN) − n.
    pub scores: S,
    /// The principal variation: the moves that lead to these scores, beginning with `best`.
    pub line: Vec<M>,
    /// The depth in plies of the last completed iteration.
    pub depth: u32,
    /// Whether the scores are final: a deeper search would find the same. ([`Mcts`](crate::Mcts),
    /// and a search with a table in a game [with repetition](crate::WithRepetition), may not have
    /// found the shortest win.)
    pub solved: bool,
    /// The moves tried at the root in the last completed iteration, in the order in which they were
    /// tried.
    pub root_moves: Vec<RootMove<M>>,
    /// The work done, incomplete iterations included.
    pub counts: Counts,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl<M: PartialEq, S: PartialEq> PartialEq for Report<M, S> {
    fn eq(&self, other: &Self) -> bool {
        let Self { best, scores, line, depth, solved, root_moves, counts, elapsed: _ } = self;
        (best, scores, line, depth) == (&other.best, &other.scores, &other.line, &other.depth)
            && (solved, root_moves, counts) == (&other.solved, &other.root_moves, &other.counts)
    }
}

/// The report of a search of game `G`.
pub type ReportOf<G> = Report<<G as Game>::Move, <G as Game>::Scores>;
