//! The engine protocol, so that bots in any language can play and any program can use our players.
//!
//! It is UCI's shape, for Star Chess: one line is one order, and [`serve`] answers it. `docs/sci.md` describes it for those
//! who write bots.

mod client;
mod desk;
mod error;
mod go;
mod lines;
mod options;
mod order;
mod position;
mod session;
mod words;

pub(crate) use client::SCI;
pub use session::serve;
