//! `starchess arena`: tournaments, with confidence intervals.

mod args;
mod conduct;
mod game_args;
mod page;
mod progress;
mod settings;
mod summary;

pub(crate) use args::{ArenaArgs, MAX_GAMES, check_players, shell_word};
pub(crate) use conduct::{Conducted, conduct, default_concurrency, read_concurrency};
pub(crate) use settings::Settings;
