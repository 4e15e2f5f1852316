//! Matches and tournaments over anything that plays: which player is stronger, and how sure are we.

mod result;
pub mod stats;

pub use result::{Ending, GameResult, SeatResult};
