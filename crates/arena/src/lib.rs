//! Matches and tournaments over anything that plays: which player is stronger, and how sure are we.
//!
//! - A game takes part by its [`Rules`], a player by [`Entrant`] and [`Player`]. The rest of the arena knows none of them:
//!   [`star`] and [`noughts`] do.
//! - A [`Plan`] is all games of a run, each of which follows from its number. [`encounters`] says who meets whom, and in which
//!   seats, so that everybody plays every start from every side.
//! - A [`Run`] plays them, several at a time. Each is brought to the disk by a [`Folder`] before it counts, as a
//!   [`GameResult`].
//! - [`stats`] says who is stronger, and how sure that is.

mod folder;
pub mod noughts;
mod plan;
mod player;
mod referee;
pub mod report;
mod result;
mod rules;
mod run;
mod seating;
mod sequential;
pub mod star;
pub mod stats;
mod tally;

pub use folder::{Folder, FolderError, game_path};
pub use plan::{Encounter, Format, Plan, PlanError, Planned, Seating, encounters};
pub use player::{Clock, Entrant, Player, Thought};
pub use players::{Fault, end_programs};
pub use result::{Ending, GameResult, SeatResult};
pub use rules::{Outcome, Record, Rules, places};
pub use run::{Finish, MAX_CONCURRENCY, Run, RunError};
pub use seating::{all_seatings, rotations};
pub use sequential::{Question, QuestionError, Test};
pub use tally::Tally;
