//! The result of a search.

use std::ops::AddAssign;
use std::time::Duration;

use crate::game::{Game, Score};
use crate::table::Bound;

/// The work a search did. The same search with the same limits always does the same work, unless it
/// remembers something of earlier searches (see there) or has several threads.
#[non_exhaustive]
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

impl Counts {
    /// So many nodes, and nothing else.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::default() }
    }
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
#[non_exhaustive]
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
    /// A move and what is known about it.
    pub fn new(mv: M, score: Score, bound: Option<Bound>) -> Self {
        Self { mv, score, bound }
    }

    /// The same about the move that `change` makes of this one.
    pub(crate) fn map<N>(self, change: impl FnOnce(M) -> N) -> RootMove<N> {
        RootMove { mv: change(self.mv), score: self.score, bound: self.bound }
    }
}

/// The result of a search.
///
/// Two reports are equal if everything but the [elapsed time](Report::elapsed) is.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Report<M, S> {
    /// The best move; `None` if the game is over. Among equals, the first that was tried.
    pub best: Option<M>,
    /// The expected score of each player, by player index. A win in n plies scores
    /// [`WIN`](crate::WIN) − n.
    pub scores: S,
    /// The principal variation: the moves that lead to these scores, beginning with `best`. It ends
    /// early where a search reads it from a table that has forgotten the rest
    /// ([`MtdF`](crate::MtdF), [`ProofNumber`](crate::ProofNumber)) or where a limit is reached
    /// ([`Solver`](crate::Solver)).
    pub line: Vec<M>,
    /// The depth in plies of the last completed iteration. For the searches that do not deepen
    /// ([`Solver`](crate::Solver), [`ProofNumber`](crate::ProofNumber), [`Mcts`](crate::Mcts)) it is
    /// the length of the line; 0 if the solver was ended by a limit.
    pub depth: u32,
    /// Whether the scores are final: a deeper search would find the same. ([`Mcts`](crate::Mcts),
    /// and a search with a table in a game [with repetition](crate::WithRepetition), may not have
    /// found the shortest win.) With more than two players, "final" is relative to what a search
    /// assumes of the others: [`Paranoid`](crate::Paranoid), that they are allied;
    /// [`BestReply`](crate::BestReply), that only one of them replies.
    pub solved: bool,
    /// The moves tried at the root in the last completed iteration, in the order in which they were
    /// tried. In a search that prunes, only the best move has an exact score: the others need only be
    /// shown to be no better, and have upper [bounds](RootMove::bound).
    pub root_moves: Vec<RootMove<M>>,
    /// The work done, incomplete iterations included.
    pub counts: Counts,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl<M: Copy, S> Report<M, S> {
    /// The report of a search that found this and nothing else: for searches of your own, which then
    /// set the other fields.
    pub fn new(best: Option<M>, scores: S) -> Self {
        Self {
            best,
            scores,
            line: best.into_iter().collect(),
            depth: 0,
            solved: false,
            root_moves: Vec::new(),
            counts: Counts::default(),
            elapsed: Duration::ZERO,
        }
    }
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
