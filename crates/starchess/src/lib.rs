//! Star Chess: the galaxy, its rules and notation, and the published computer player.

mod build_step;
mod combat;
mod command;
mod command_error;
mod command_notation;
mod end_of_turn;
mod galaxy;
mod lanes;
mod mask;
mod mask_game;
mod move_step;
mod notation;
mod notation_error;
mod player;
mod predict;
mod quarter_turn;
mod random;
mod reader;
mod request;
mod rules;
mod score;
mod seat;
mod sector;
mod start;
mod survey;
mod threat;
mod turn;

pub use combat::fight;
pub use command::Command;
pub use command_error::CommandError;
pub use command_notation::{read_commands, write_commands};
pub use end_of_turn::Income;
pub use galaxy::{
    Class, Colony, Fleet, Galaxy, GameResult, MAX_SHIPS, MIN_POPULATION, Reserves, SHIP_COST, SHIP_SUPPORT,
    SHIPS_PER_COLONY, TERRAFORM_COST, WORKERS_PER_SHIP,
};
pub use mask::MAX_MASKS;
pub use mask_game::{MAX_PREDICTION_TURNS, MaskGame, MaskState, ShipsAndColonies};
pub use notation_error::{NotationError, Reason};
pub use player::{PLAYERS, Player};
pub use predict::{Prediction, predict};
pub use request::{Errand, Request};
pub use sector::{NotASector, SECTORS, Sector, Sectors, SectorsIter};
pub use start::Start;
pub use survey::Survey;
