//! `starchess arena`: which player is stronger, and how sure are we.

mod args;
mod conduct;
mod entrants;
mod names;
mod page;
mod progress;
mod settings;
mod summary;

pub(crate) use args::{ArenaArgs, concurrency};
pub(crate) use conduct::{Conducted, Manner};
pub(crate) use entrants::Entrants;
pub(crate) use settings::{Game, Settings};
