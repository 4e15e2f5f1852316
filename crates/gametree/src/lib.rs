//! Game tree search for any number of players.

mod alpha_beta;
mod game;
mod limits;
mod max_n;
mod minimax;
mod negamax;
mod report;
mod search;

pub use alpha_beta::AlphaBeta;
pub use game::{Evaluate, Game, Hashed, OutcomeOnly, Passing, SURE, Score, Scores, Symmetric, WIN};
pub use limits::{Limits, MAX_DEPTH, Stop};
pub use max_n::MaxN;
pub use minimax::Minimax;
pub use negamax::Negamax;
pub use report::{Counts, Report, ReportOf};
pub use search::Search;
