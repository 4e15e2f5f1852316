//! How many positions there are to look at: the paper's estimates, the exact number of all turns of a position, and what
//! the published player meets in games.
//!
//! The paper (sections 2.1.5 to 2.3.2) argues that a search of *all* turns is hopeless, and that masks are not. [`paper`]
//! computes its numbers, [`AllTurns`] counts what its argument is about in any position, and [`measure`] plays games to
//! see how large the trees are in truth.

mod all_turns;
mod count;
mod distributions;
mod measure;
mod paper;

pub use all_turns::{AllTurns, Builder, Mover};
pub use count::{Count, binomial};
pub use measure::{Figures, Measurement, PHASES, Phase, Plan, Spread, measure};
pub use paper::{Estimate, paper, paper_situation};
