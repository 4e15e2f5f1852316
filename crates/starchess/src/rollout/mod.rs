//! Players that follow a goal, and choose it by playing rounds ahead.
//!
//! - A [`Goal`] is a handful of numbers. The [`Script`] is a policy that makes a turn of a goal.
//! - Each turn the player varies its last goal, and judges each variation by a *rollout*: it plays a
//!   number of rounds in which it follows the script, and the others a *model* of them.
//! - The position at the end of a rollout is judged by an evaluation that was fitted to games.

mod belief;
mod evaluation;
mod goal;
mod levels;
mod model;
mod plan;
mod player;
mod published_model;
mod replies;
mod script;
mod script_numbers;
mod search;
pub mod training;
mod tuning;

pub use evaluation::{AIM_NAMES, AIMS, FEATURE_NAMES, FEATURES, Features, STAGES, Weights, Worth, features};
pub use goal::{Goal, Planets, Terraforming};
pub(crate) use levels::LEVEL_PLAYER;
pub use levels::{LEVELS, Restraint};
pub use model::Model;
pub use plan::{Judged, Lesson, OpponentBelief, Plan};
pub use player::{DEFAULT_ROUNDS, GoalPlayer, Opponents, Strength};
pub(crate) use player::{ROLLOUT, STRONGEST};
pub use script::Script;
pub use script_numbers::ScriptNumbers;
pub use tuning::{Tuning, TuningError};
