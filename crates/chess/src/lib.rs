//! Chess: positions and games, the textbook players of two papers, and a UCI engine.

pub mod engine;
mod game;
mod kong;
mod negamax;
mod players;
mod rules;
mod textbook;
mod textbook_player;
pub mod uci;

pub use game::{Ending, FenError, Game, MoveError, has_insufficient_material, read_fen};
pub use kong::{Material, RandomLeaf};
pub use negamax::ThreeTerms;
pub use players::{Chess, PlayerSpec, Position, Reasons};
pub use rules::{Rules, State};
pub use textbook::{Parts, TableUse, Textbook, Ties};
