//! How computer players are described, built and run, whatever the game.
//!
//! - A game says what its players see and answer by [`Playable`], and lists its players: each is a
//!   [`Kind`] with a name, [`OptionInfo`]s and a function that builds it. **To add a player, add one
//!   file with its `Kind` to the game's crate, and one line to that crate's list.** It then works
//!   everywhere: in games, protocols and tournaments, and in all help texts.
//! - A [`PlayerSpec`] describes one player as text, `published:turns=3,time=50ms`. It is read and
//!   written here and nowhere else.
//! - A [`ComputerPlayer`] is one that was built: a position and limits in, a [`Decision`] with its
//!   reasons out, or a [`Fault`].
//! - Programs in any language play through a [`Protocol`] of the game, over [`process`].

mod decision;
mod excerpt;
mod help;
mod kind;
mod lines;
mod option;
#[cfg_attr(not(unix), path = "no_process.rs")]
pub mod process;
mod program;
mod search_player;
mod spec;

pub use decision::{ComputerPlayer, Decision, Fault, Playable};
pub use excerpt::{excerpt, visible};
pub use help::{computer_overview, overview};
pub use kind::{Build, Built, Kind, Protocol, Setup, draw_seed};
pub use lines::{LineError, Lines};
pub use option::{DEPTH, NODES, OptionInfo, OptionKind, SEED, Settings, THREADS, TIME, Value, read_time};
pub use process::end_programs;
pub use program::ProgramSpec;
pub use search_player::SearchPlayer;
pub use spec::{PlayerSpec, SpecError, unknown};
