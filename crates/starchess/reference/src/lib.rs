//! Star Chess as its specification says it, sentence by sentence: the rules and the published
//! computer player.
//!
//! This package exists to be compared with. It is the oracle of the differential tests and the
//! yardstick of the benchmarks of the real implementation, and shares nothing with it. So it is
//! plain: every question is answered by looking at the sixteen sectors again, and nothing is
//! remembered, merged or made fast.
//!
//! - A [`Galaxy`] is a position: [`Place`]s, [`Reserves`], player to move and turn. Its fields are
//!   open, for tests.
//! - [`Galaxy::apply`] carries out a [`Command`] or says why it is refused; [`Galaxy::score`]
//!   judges a position.
//! - [`Galaxy::parse`], [`Command::parse`] and [`parse_commands`] read the notation, `to_string`
//!   and [`write_commands`] write it.
//! - [`full_mask`], [`masks`], [`requests`], [`turn_for_mask`] and [`predict`] are the published
//!   computer player.
//!
//! Players are numbered from 0 here, and from 1 in the notation.
//!
//! ```
//! use starchess_reference::{Galaxy, predict, write_commands};
//!
//! let mut galaxy = Galaxy::terran();
//! let prediction = predict(&galaxy, 0, false).expect("the game is not over");
//! assert_eq!(write_commands(&prediction.commands), "move A1 A2 20; end");
//! for command in &prediction.commands {
//!     galaxy.apply(command)?;
//! }
//! assert_eq!(galaxy.player, 1);
//! # Ok::<(), String>(())
//! ```

mod combat;
mod command_text;
mod commands;
mod end_of_turn;
mod galaxy;
mod income;
mod masks;
mod position_text;
mod prediction;
mod requests;
mod score;
mod sector;
mod start;
mod turn;

pub use command_text::{parse_commands, write_commands};
pub use commands::Command;
pub use galaxy::{Colony, Fleet, Galaxy, Place, Reserves};
pub use income::Income;
pub use masks::{full_mask, masks};
pub use prediction::{Prediction, predict};
pub use requests::{Request, RequestCommand, requests, threat};
pub use sector::Sector;
pub use turn::turn_for_mask;
