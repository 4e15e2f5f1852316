//! Star Chess, the game of Christoph Nahr's paper *Computer Players in the Star Chess Game*: the
//! galaxy, its rules and notation, and the published computer player.
//!
//! - A position is a [`Galaxy`]: [`Sector`]s and [`Sectors`], the [`Colony`] and [`Fleet`] in each,
//!   and the [`Reserves`] of each [`Player`]. A game begins with [`Galaxy::start`].
//! - [`Galaxy::apply`] carries out a [`Command`] or returns the rule that forbids it
//!   ([`CommandError`]). [`Galaxy::result`] and [`Galaxy::scores`] give the state of the game.
//! - [`Galaxy::choices`] lists what can be ordered, [`Galaxy::preview`] and [`Galaxy::forecast`] show
//!   what a command and the end of the turn would bring, and [`Galaxy::apply_with_events`] tells what
//!   happened: all as data, serializable with the feature `serde`.
//! - A [`GameRecord`] is a game from its start to the present. A [`Session`] adds four players and lets
//!   the computers among them play. A [`GameFile`] is a saved game.
//! - Positions and commands are read with [`FromStr`](std::str::FromStr) and written with
//!   `Display`; lists of commands with [`read_commands`] and [`write_commands`]. What cannot be
//!   read is refused with the reason and the column ([`NotationError`]).
//! - A [`PlayerSpec`] describes a player: a human, a computer player of the list in `players.rs`, or a
//!   program that speaks [`sci`], the engine protocol. A computer player decides on whole turns, and
//!   gives its [`Reasons`].
//! - The published player: a [`Survey`] of a position has its threats and [`Request`]s, and makes a
//!   whole turn of each *mask*, a set of sectors that may make requests. [`MaskGame`] is the game of
//!   those masks for the searches of [`gametree`], [`predict`] finds the turn, and
//!   [`Prediction::explain`] its reasons.
//! - A [`Policy`] makes a turn without looking ahead. Rollouts and evolutionary players are made of
//!   policies.
//!
//! ```
//! use starchess::{Galaxy, Start, predict};
//!
//! let mut galaxy = Galaxy::start(Start::Symmetric(7));
//! let prediction = predict(&galaxy, 2, false).expect("the game has only begun");
//! for command in prediction.commands {
//!     galaxy.apply(command)?;
//! }
//! assert_eq!(galaxy.to_move().number(), 2);
//! # Ok::<(), starchess::CommandError>(())
//! ```

mod build_step;
mod choices;
mod combat;
mod command;
mod command_error;
pub mod complexity;
mod constants;
mod end_of_turn;
mod event;
mod experiments;
mod explain;
mod forecast;
mod galaxy;
mod game_file;
mod lanes;
mod mask;
mod mask_game;
mod merging;
mod move_step;
mod notation;
mod player;
mod players;
mod policy;
mod preview;
mod published;
mod quarter_turn;
mod random;
mod random_player;
mod reader;
mod reasons;
mod record;
mod request;
mod rollout;
mod rules;
pub mod sci;
mod score;
mod seat;
mod sector;
#[cfg(feature = "serde")]
mod serde_impls;
mod session;
mod start;
mod survey;
mod thinking;
mod threat;
mod turn;
mod verdict;

pub use self::players::{PlayerSpec, StarChess};
pub use choices::{BuildChoice, BuildLimits, Choices, Idle, IdleFleet, MoveChoice};
pub use combat::fight;
pub use command::{Command, read_commands, write_commands};
pub use command_error::{BuildShortage, CommandError};
pub use constants::*;
pub use end_of_turn::Income;
pub use event::{Combatant, Event, LossCause, ScrapCause};
pub use experiments::{Experiments, ShortTermGains};
pub use explain::{ExpectedTurn, ExplainedRequest, Explanation};
pub use forecast::{Balance, Bombardment, Defeat, EndOfTurn, Growth, ScrappedShips};
pub use galaxy::{Class, Colony, Fleet, Galaxy, GameResult, Reserves};
pub use game_file::{GameFile, GameFileError, GameFileReason, LoadError};
pub use mask::MAX_MASKS;
pub use mask_game::{MAX_PREDICTION_TURNS, MaskGame, MaskState, ShipsAndColonies};
pub use player::{PLAYERS, Player};
pub use policy::{Policy, PublishedTurn};
pub use preview::{Overview, PlayerOverview, Preview, SectorOverview};
pub use published::{Prediction, Published, TriedMask, predict};
pub use random_player::RandomTurn;
pub use reader::{NotationError, Reason};
pub use reasons::{Info, Reasons};
pub use record::{FROZEN_ROUNDS, GameRecord, RecordedTurn, UndoError};
pub use request::{Errand, Request};
pub use rollout::{
    AIM_NAMES, AIMS, DEFAULT_ROUNDS, FEATURE_NAMES, FEATURES, Features, Goal, GoalPlayer, Judged, LEVELS, Lesson,
    Model, OpponentBelief, Opponents, Plan, Planets, Restraint, STAGES, Script, ScriptNumbers, Strength, Terraforming,
    Tuning, TuningError, Weights, Worth, features, training,
};
pub use sector::{NotASector, SECTORS, Sector, Sectors, SectorsIter};
pub use session::{Next, PlayedTurn, Session, SessionError, UndoTurnError};
pub use start::Start;
pub use survey::Survey;
pub use thinking::{Thinking, Thought, TurnError};
pub use verdict::Verdict;
