//! The engine protocol, through which bots in any language can play and any program can use our
//! players.
//!
//! It has the shape of UCI, for Star Chess: [`serve`] reads orders, one per line, and answers them.
//! The other side is a player of the protocol `sci` in a [`PlayerSpec`](crate::PlayerSpec), which
//! starts a program and gives it orders. `docs/sci.md` describes the protocol for authors of bots.

mod client;
mod options;
mod order;
mod output;
mod server;

pub(crate) use client::SCI;
pub use options::options_help;
pub use server::serve;
