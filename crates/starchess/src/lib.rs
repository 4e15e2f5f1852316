//! Star Chess: the galaxy, its rules and notation, and the published computer player.

mod combat;
mod command;
mod command_error;
mod command_notation;
mod end_of_turn;
mod galaxy;
mod lanes;
mod notation;
mod notation_error;
mod player;
mod quarter_turn;
mod random;
mod reader;
mod rules;
mod score;
mod seat;
mod sector;
mod start;

pub use combat::fight;
pub use command::Command;
pub use command_error::CommandError;
pub use command_notation::{read_commands, write_commands};
pub use end_of_turn::Income;
pub use galaxy::{
    Class, Colony, Fleet, Galaxy, GameResult, MAX_SHIPS, MIN_POPULATION, Reserves, SHIP_COST, SHIP_SUPPORT,
    SHIPS_PER_COLONY, TERRAFORM_COST, WORKERS_PER_SHIP,
};
pub use notation_error::{NotationError, Reason};
pub use player::{PLAYERS, Player};
pub use sector::{NotASector, SECTORS, Sector, Sectors, SectorsIter};
pub use start::Start;
