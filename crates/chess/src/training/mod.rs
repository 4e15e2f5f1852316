//! What the engine learns from its own games.
//!
//! [`self_play`] plays games and appends them to a [`GameFile`]; [`tune`] fits the weights of the
//! hand-written evaluation to their positions, and a [`Trainer`] trains a network on them. A
//! [`SearchTuner`] finds the margins of the search that win most games.

mod archive;
mod game_file;
mod quiet;
mod search_tuner;
mod self_play;
mod trainer;
mod tuner;

pub use game_file::{GameFile, GameFileError, PlayedGame, PlayedMove, read_games};
pub use search_tuner::{SearchTuner, SearchTunerError, SearchTuning};
pub use self_play::{SelfPlay, SelfPlayProgress, self_play};
pub use trainer::{CheckpointError, Losses, PARTS, TrainError, Trainer, Training, draw_losses};
pub use tuner::{TuneError, TuneProgress, Tuned, Tuning, tune};
