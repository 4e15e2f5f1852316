//! What is written down of a game: one line of JSON.

use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Which game of the run.
    pub id: u64,
    /// Which encounter of the run: the players who meet.
    pub encounter: usize,
    /// Which block of the encounter: one start, played in all its seatings.
    pub block: u64,
    /// The position in which it began.
    pub start: String,
    /// How it ended.
    pub ending: Ending,
    /// The same in words.
    pub how: String,
    /// How many turns it took, as the game counts them.
    pub turns: u32,
    /// Who played, in the order of the seats.
    pub seats: Vec<SeatResult>,
    /// The moves, where the game has no file of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

/// How a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// One player has won, by the rules or because nobody else is left.
    Won,
    /// The rules say that nobody has won.
    Drawn,
    /// The turns were up before anybody had won. The places are those of that moment.
    Stalemate,
}

/// What one player made of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The player's name.
    pub player: String,
    /// From 1, the best. Those who are equal share the mean of their places.
    pub place: f64,
    /// Why the player lost before the game was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Positions that it looked at, as it counts them itself.
    pub nodes: u64,
    /// Positions that it scored.
    pub evaluations: u64,
    /// How long it took for each of its turns, in microseconds.
    pub micros: Vec<u64>,
}
