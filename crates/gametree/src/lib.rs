//! Game tree search for any number of players: tell it the rules of a game, and it thinks ahead.
//!
//! # A game in 40 lines
//!
//! A game is for any number of players, and their turns need not alternate. This one is for three: in turn they take
//! one, two or three matches from a heap, and who takes the last one loses to both others.
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
//!         let loser = (heap.to_move + 2) % 3; // whose turn it was before
//!         (heap.matches == 0).then(|| [0, 1, 2].map(|player| if player == loser { -WIN } else { WIN / 2 }))
//!     }
//! }
//!
//! let report = MaxN::new(OutcomeOnly).search(&Matches, &Matches.start(), &Limits::depth(15));
//! assert!(report.solved);
//! assert_eq!(report.scores, [WIN / 2, WIN / 2, 9 - WIN]); // the third player loses in nine plies
//! gametree::conformance::check_rules(&Matches).unwrap(); // the rules keep their promises
//! ```
//!
//! To look ahead in a game that is too large to be seen to its end, a search needs an opinion about the positions where
//! it stops: any function from a state to scores is one, and so is whatever implements [`Evaluate`]. How long it may
//! think is said by [`Limits`]; what it found is a [`Report`].
//!
//! # Which search?
//!
//! | search | players | also needs | for |
//! |---|---|---|---|
//! | [`Minimax`] | 2 | | learning, and as the measure of all others |
//! | [`Negamax`] | 2 | | the same with one rule for both sides |
//! | [`AlphaBeta`] | 2 | | small trees: the value and the move of minimax with far fewer nodes |
//! | [`Iterative`] | 2 | [`Hashed`] | playing two-player games in earnest, by the clock |
//! | [`LazySmp`] | 2 | [`Hashed`] | the same on several cores |
//! | [`MaxN`] | any | | players who each mind their own score; exact, and nothing can be cut |
//! | [`Paranoid`] | any | | looking deeper than max^n by fearing that all are against you |
//! | [`BestReply`] | any | [`Passing`] | many players: long plans, against the worst single answer |
//! | [`Mcts`] | any | | games that nobody can evaluate, and those with very many moves |
//! | [`Random`] | any | | the floor |
//!
//! Where two of them must agree they are tested to agree. The same search with the same limits always does the same
//! work: one node is counted per entry into the search, the root included, and only the threads of [`LazySmp`] meet by
//! chance.
//!
//! # What a game can also be
//!
//! * [`Hashed`]: its positions have hashes. It can use the transposition [`Table`].
//! * [`Symmetric`]: its board can be turned or mirrored.
//! * [`Passing`]: players can be made to pass.
//! * [`Repeating`]: its positions can come back. In a [`Guarded`] game no search walks in circles.
//!
//! [`conformance`] checks all of these promises, and [`perft`] counts the tree: the first two tests of any new game.
//!
//! # Speed
//!
//! States are copied into slots that exist before the search starts, and a search allocates nothing while it runs.
//! `cargo bench -p gametree` measures it beside other libraries.

mod alpha_beta;
mod best_reply;
pub mod conformance;
mod game;
mod iterative;
mod lazy_smp;
mod limits;
mod max_n;
mod mcts;
mod minimax;
mod negamax;
mod ordering;
mod paranoid;
mod perft;
mod random;
mod repetition;
mod report;
mod search;
mod table;
mod viewpoint;

pub use alpha_beta::AlphaBeta;
pub use best_reply::BestReply;
pub use game::{Evaluate, Game, Hashed, OutcomeOnly, Passing, SURE, Score, Scores, Symmetric, WIN, delayed};
pub use iterative::Iterative;
pub use lazy_smp::LazySmp;
pub use limits::{Limits, MAX_DEPTH, Stop};
pub use max_n::MaxN;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use negamax::Negamax;
pub use paranoid::Paranoid;
pub use perft::{Perft, perft};
pub use random::Random;
pub use repetition::{Guarded, GuardedState, Repeating};
pub use report::{Counts, Report, ReportOf};
pub use search::Search;
pub use table::{Bound, Entry, TO_THE_END, Table};
