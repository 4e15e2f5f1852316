//! Game tree search for any number of players: describe the rules of a game, and search it.
//!
//! # A game in 40 lines
//!
//! A game has any number of players, and their turns need not alternate. This one is for three: in
//! turn they take one, two or three matches from a heap, and the one who takes the last match loses
//! to both others.
//!
//! ```
//! use gametree::{Game, Limits, MaxN, OutcomeOnly, Score, Search, WIN};
//!
//! struct Matches;
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! struct Heap {
//!     matches: u8,
//!     to_move: usize,
//! }
//!
//! impl Game for Matches {
//!     type State = Heap;
//!     type Move = u8;
//!     type Scores = [Score; 3]; // one for each player
//!     const MAX_MOVES: usize = 3;
//!
//!     fn start(&self) -> Heap {
//!         Heap { matches: 15, to_move: 0 }
//!     }
//!
//!     fn to_move(&self, heap: &Heap) -> usize {
//!         heap.to_move
//!     }
//!
//!     fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
//!         moves.extend(1..=heap.matches.min(3));
//!     }
//!
//!     fn play(&self, from: &Heap, taken: u8, to: &mut Heap) {
//!         *to = Heap { matches: from.matches - taken, to_move: (from.to_move + 1) % 3 };
//!     }
//!
//!     fn outcome(&self, heap: &Heap) -> Option<[Score; 3]> {
//!         let loser = (heap.to_move + 2) % 3; // the player who moved last
//!         let score = |player| if player == loser { -WIN } else { WIN / 2 };
//!         (heap.matches == 0).then(|| [0, 1, 2].map(score))
//!     }
//! }
//!
//! let report = MaxN::new(OutcomeOnly).search(&Matches, &Matches.start(), &Limits::depth(15));
//! assert!(report.solved);
//! assert_eq!(report.scores, [WIN / 2, WIN / 2, 9 - WIN]); // the third player loses in nine plies
//! gametree::conformance::check_rules(&Matches).unwrap(); // the rules keep their promises
//! ```
//!
//! A search of a game that is too large to be searched to its end needs a static evaluator for the
//! positions at its horizon: any function from a state to scores is one, and so is any type that
//! implements [`Evaluate`]. [`Limits`] say how long to search; the result is a [`Report`].
//!
//! # Which search?
//!
//! | search | players | also needs | use it for |
//! |---|---|---|---|
//! | [`Minimax`] | 2 | | learning, and as the reference for all others |
//! | [`Negamax`] | 2 | | the same with one rule for both sides |
//! | [`AlphaBeta`] | 2 | | small trees: the value and move of minimax with far fewer nodes |
//! | [`Pvs`] | 2 | | the same, where the game lists good moves first |
//! | [`Iterative`] | 2 | [`Hashed`] | serious play of two-player games, by the clock |
//! | [`MtdF`] | 2 | [`Hashed`] | the same with null windows only |
//! | [`LazySmp`] | 2 | [`Hashed`] | the same on several cores |
//! | [`Solver`] | 2 | [`Hashed`] | the exact score, or only the winner: straight to the end of the game |
//! | [`ProofNumber`] | 2 | [`Hashed`] | who wins, where wins are forced by threats |
//! | [`MaxN`] | any | | players who each maximise their own score; with pruning for bounded sums |
//! | [`Paranoid`] | any | | deeper searches than max^n, assuming that all others are allied |
//! | [`BestReply`] | any | [`Passing`] | many players: long plans against the worst single reply |
//! | [`BestReplyPlus`] | any | | the same for games in which nobody can pass |
//! | [`Mcts`] | any | | games without a good evaluator, or with very many moves |
//! | [`ParallelMcts`] | any | | the same on several cores |
//! | [`Random`] | any | | a baseline |
//!
//! Searches that must agree are tested to agree. The same search with the same limits always does
//! the same work, unless the clock ends it; every position that is entered counts as one node, the
//! root included. Only the threads of [`LazySmp`] and [`ParallelMcts`] interleave differently in
//! every run. What an object keeps from one search to the next, such as a table or the state of a
//! random number generator, is in its documentation.
//!
//! The crate is for games of perfect information without chance: no dice, no hidden cards.
//!
//! # Solving and playing
//!
//! To play by the clock, search with [`Iterative`]: it looks a ply deeper each time and has an answer
//! whenever it is stopped. It notices when a position is solved, but deepening to the end of a long
//! game takes far more nodes than going there straight. That is what [`Solver`] is for. Both depend
//! on the order of moves: see [`Game::priority`]. [`Game::bounds`] helps the solver.
//!
//! # Abilities of a game
//!
//! * [`Hashed`]: positions have hashes, for the transposition [`Table`].
//! * [`Noisy`]: some moves are noisy, for quiescence search.
//! * [`Symmetric`]: the board can be rotated or mirrored.
//! * [`Passing`]: players can be made to pass.
//!
//! Wrapped in [`WithRepetition`], a game is a draw as soon as a position occurs again.
//!
//! [`conformance`] checks what a game and its abilities promise, and [`perft`] counts its tree: the
//! first two tests of any new game. [`duel`] plays a match, to test whether one search is stronger
//! than another, and [`play_game`] a game with any number of players.
//!
//! # An engine of your own
//!
//! The parts that the searches are built from are public: [`Meter`] counts the work and enforces
//! the limits, [`Deepening`] hands out the depths, and [`Table`] is the transposition table.
//!
//! # Speed
//!
//! States are copied into slots that exist before the search starts, and a search allocates nothing
//! while it runs: a test counts allocations, and a benchmark compares the speed with that of other
//! libraries.
//!
//! # The game of the examples
//!
//! Most examples in this documentation play `Take`:
//!
//! ```
#![doc = include_str!("../doc/take.rs")]
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alpha_beta;
mod best_reply;
pub mod conformance;
mod duel;
mod game;
mod huge_pages;
mod iterative;
mod lazy_smp;
mod limits;
mod max_n;
mod mcts;
mod meter;
mod minimax;
mod mtd_f;
mod negamax;
mod ordering;
mod paranoid;
mod path;
mod perft;
mod prefetch;
mod proof_number;
mod pvs;
mod quiescence;
mod random;
mod repetition;
mod report;
mod search;
mod solver;
mod table;
mod viewpoint;

pub use alpha_beta::AlphaBeta;
pub use best_reply::{BestReply, BestReplyPlus};
pub use duel::{Tally, duel, play_game};
pub use game::{
    Evaluate, Game, Hashed, Noisy, OutcomeOnly, Passing, SURE, Score, Scores, Symmetric, WIN, adjust_for_ply,
    for_mover, mix,
};
pub use iterative::Iterative;
pub use lazy_smp::LazySmp;
pub use limits::{Limits, MAX_DEPTH, Stop};
pub use max_n::MaxN;
pub use mcts::{Mcts, ParallelMcts, Policy, Rng, Uniform};
pub use meter::{Deepening, Meter};
pub use minimax::Minimax;
pub use mtd_f::MtdF;
pub use negamax::Negamax;
pub use paranoid::Paranoid;
pub use perft::{Perft, perft};
pub use proof_number::ProofNumber;
pub use pvs::Pvs;
pub use quiescence::{HorizonOf, MAX_QUIESCENCE, NoQuiescence, Quiescence};
pub use random::Random;
pub use repetition::WithRepetition;
pub use report::{Counts, Report, ReportOf, RootMove};
pub use search::Search;
pub use solver::Solver;
pub use table::{Bound, Entry, TO_THE_END, Table};
