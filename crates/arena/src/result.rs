//! The result of a game: one line of JSON.

use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number in the run.
    pub id: u64,
    /// Its encounter: the players that meet.
    pub encounter: usize,
    /// Its block in the encounter: one start, played in all its seatings.
    pub block: u64,
    /// The position in which it began.
    pub start: String,
    /// How it ended.
    pub ending: Ending,
    /// How it ended, in words.
    pub how: String,
    /// Its length, as the game counts it: in rounds or moves.
    pub turns: u32,
    /// The players, in the order of the seats.
    pub seats: Vec<SeatResult>,
    /// The moves, where the game keeps no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

/// How a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A player has won, by the rules or because all others are out.
    Won,
    /// A draw by the rules.
    Drawn,
    /// The limit was reached before a player had won. The places are those at that moment.
    Stalemate,
}

/// The result of one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The player's name.
    pub player: String,
    /// The place, from 1, the best. Equal players share the mean of their places.
    pub place: f64,
    /// Why the player forfeited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Positions generated, as the player counts them.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// The time of each of its turns, in microseconds.
    pub micros: Vec<u64>,
}
