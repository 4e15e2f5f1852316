//! The size of the game tree: the paper's estimates, the exact number of turns in a position, and
//! the trees of the published player in games.
//!
//! The paper (sections 2.1.5 to 2.3.2) argues that a search of *all* turns is hopeless, but a
//! search of masks is not. [`paper`] computes its numbers, [`AllTurns`] counts all turns of any
//! position, and [`measure`] plays games and measures the trees.

mod all_turns;
mod count;
mod distributions;
mod measure;
mod paper;

pub use all_turns::{AllTurns, Builder, Mover};
pub use count::{Count, binomial};
pub use measure::{Figures, Measurement, PHASES, Phase, Plan, Spread, measure};
pub use paper::{Estimate, paper, paper_situation};
