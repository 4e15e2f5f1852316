//! Chess: positions and games, the textbook players of two papers, and a UCI engine.

pub mod engine;
mod epd;
mod fen;
mod game;
mod kong;
mod negamax;
pub mod network;
pub mod pgn;
mod players;
mod programs;
mod rules;
mod san;
mod session;
mod textbook;
mod textbook_player;
pub mod training;
pub mod uci;

pub use cozy_chess::{Board, Color, Move, Piece};
pub use epd::{Epd, EpdError};
pub use fen::{fen, is_chess960};
pub use game::{Ending, FenError, Game, MoveError, has_insufficient_material, read_fen};
pub use kong::{Material, RandomLeaf};
pub use negamax::ThreeTerms;
pub use players::{Chess, PlayerSpec, Position, Reasons, with_drawn_seed};
pub use rules::{Rules, State};
pub use san::{SanError, read_san, write_san};
pub use session::{ClaimError, Conclusion, Next, Session, Undone, color_name};
pub use textbook::{Parts, TableUse, Textbook, Ties};
