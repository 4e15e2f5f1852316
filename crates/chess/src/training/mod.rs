//! What the engine learns from its own games.
//!
//! [`self_play`] plays games and appends them to a [`GameFile`]; [`tune`] fits the weights of the
//! static evaluation to their positions.

mod game_file;
mod quiet;
mod self_play;
mod tuner;

pub use game_file::{GameFile, GameFileError, PlayedGame, PlayedMove, read_games};
pub use self_play::{SelfPlay, SelfPlayProgress, self_play};
pub use tuner::{TuneError, TuneProgress, Tuned, Tuning, tune};
