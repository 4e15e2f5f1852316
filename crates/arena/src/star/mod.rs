//! Star Chess in the arena.

mod published;
mod rules;
mod sci;
mod starts;

pub use published::PublishedEntrant;
pub use rules::{StarGame, StarRules};
pub use sci::{SciEntrant, SciError};
pub use starts::{Kind, starts};
