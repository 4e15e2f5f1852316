//! Tournaments between computer players of any game, with ratings and confidence intervals.
//!
//! - A game takes part by its [`Rules`] and one line in the list of [`GAMES`]. Apart from that, and
//!   from the modules [`star`], [`noughts`] and [`chess`], nothing here knows a particular game.
//! - Players are those of the `players` crate, built anew for every seat of every game.
//! - A [`Plan`] is all games of a run. Each follows from its number. [`encounters`] decides who
//!   meets whom, and in which seats, so that every player plays every start from every side.
//! - A [`Workplace`] plays the games, several at a time: the threads of this process, or workers on
//!   other machines. [`play`] writes each to the [`Folder`] of the run, on the disk, before it counts as
//!   a [`GameResult`].
//! - [`stats`] computes ratings and tests with their errors, and [`report`] shows them on a page.

pub mod chess;
mod clock;
mod folder;
mod game;
pub mod noughts;
mod plan;
mod referee;
pub mod report;
mod result;
mod run;
mod scoreboard;
mod sequential;
pub mod star;
pub mod stats;
mod terms;
pub mod text;
mod transcript;

pub use clock::{Clock, SeatClock, TimeControl, TimeControlError};
pub use folder::{Folder, FolderError, game_path};
pub use game::{
    ArenaGame, Choices, Field, FieldError, GAMES, GameInfo, Outcome, Restore, Rules, RunOptions, SavedGame, StartError,
    places,
};
pub use plan::{
    Encounter, Format, MAX_PLAYERS, Plan, PlanError, PlannedGame, Seating, all_seatings, encounters, rotations, shuffle,
};
pub use referee::Played;
pub use result::{Ending, GameResult, SeatResult};
pub use run::{Finish, HandedIn, MAX_CONCURRENCY, RunError, Threads, Workplace, play};
pub use scoreboard::Scoreboard;
pub use sequential::{Question, QuestionError, Test};
pub use terms::{Terms, TermsError};
pub use transcript::write_transcript;
