//! Chess: positions and games, the textbook players of two papers, and a UCI engine.

pub mod engine;
mod game;
mod players;
pub mod training;
pub mod uci;

pub use game::{Ending, FenError, Game, MoveError, has_insufficient_material, read_fen};
pub use players::{Chess, PlayerSpec, Position, Reasons};
