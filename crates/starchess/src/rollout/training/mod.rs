//! Training: the strongest player learns from games against itself, its earlier versions and the
//! published player.
//!
//! A *generation* plays games, fits the weights of the evaluation to their results, and keeps them if
//! they win the *challenge*, a match of two against two. Then it tunes all numbers by games, and keeps
//! what it found if that wins a challenge too. All of it is in one folder: `games.txt` and
//! `challenges.txt` have one line per game, `generation-N.txt` the tuning that a generation ended with,
//! and `log.txt` how it came about. Whatever is in the folder is not done again,
//! so a training that was stopped at any point goes on from there.
//!
//! An *adversary* is tuned in the same way to beat the built-in player, and a *measurement* tells how
//! a result does against it, in galaxies that are never used in training.
//!
//! The games are played at a [`Workplace`]: in threads of this process, or on other machines.

mod adversary;
mod fit;
mod folder;
mod game;
mod spsa;
mod workplace;

pub use adversary::Measured;
pub use fit::{Fit, Sample, fit};
pub use folder::{Purpose, Settings, Step, Training, TrainingError};
pub use game::{MAX_ROUNDS, PlayedGame, TrainingGame, TrainingSeat, held_out_start, is_held_out, training_start};
pub use workplace::{Threads, Workplace};
