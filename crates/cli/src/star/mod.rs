//! `starchess play` and `starchess replay`: Star Chess at the terminal.

mod args;
mod board;
mod events;
mod explain;
mod game;
mod order;
mod palette;
mod replay;
mod shorthand;
mod standings;
mod step;
mod texts;
mod think;

pub(crate) use args::PlayArgs;
pub(crate) use replay::ReplayArgs;
