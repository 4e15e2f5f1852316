//! The chess engine: a search made for strength.
//!
//! [`Engine::think`] deepens ply by ply. The parts are `search.rs` (principal variation search and
//! its pruning), `quiescence.rs`, `picker.rs` (move ordering), `history.rs` (what it learns about
//! moves), `see.rs` (exchanges), `evaluator.rs` (the hand-written evaluation, which is `evaluation.rs` with
//! `weights.rs`, or a [network](crate::network)), and `time.rs`.

mod bench;
mod deepening;
mod evaluation;
mod evaluator;
mod handicap;
mod history;
mod machine;
mod margins;
mod moves;
mod picker;
mod player;
mod quiescence;
mod search;
mod see;
mod store;
mod time;
mod weights;
mod worker;
mod worth;

pub use bench::{BENCH_DEPTH, Bench, bench};
pub use deepening::{Engine, Finding, Info, Options, Thought};
pub use evaluation::Breakdown;
pub use evaluator::{Evaluation, Explanation};
pub use handicap::{ELO_RANGE, LEVELS};
pub use machine::{check_hash, most_threads};
pub use margins::{Margin, Margins, MarginsError};
pub(crate) use moves::PackedMove;
pub(crate) use player::{ENGINE, MAX_HASH, has_handicap};
pub use time::{Clock, Go};

/// What training needs to know about the evaluation.
pub(crate) mod features {
    pub(crate) use super::evaluation::{Classical, MAX_PHASE, phase, scale, trace};
    pub(crate) use super::moves::is_noisy;
    pub(crate) use super::weights::{COUNT, TEMPO, Weight, Weights};
}
