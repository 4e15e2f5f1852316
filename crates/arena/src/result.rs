//! The result of a game: one line of JSON.

use serde::{Deserialize, Deserializer, Serialize};

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
    #[serde(deserialize_with = "visible")]
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
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "visible_if_any")]
    pub fault: Option<String>,
    /// Positions generated, as the player counts them.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// The time of each of its turns, in microseconds.
    pub micros: Vec<u64>,
}

/// Reads a text that is shown on terminals and pages. It may come from a stranger.
fn visible<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| players::visible(&text))
}

fn visible_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::<String>::deserialize(deserializer).map(|text| text.map(|text| players::visible(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_cannot_move_the_cursor_or_turn_the_text() {
        let text = r#"{"id":0,"encounter":0,"block":0,"start":"","ending":"won","how":"a\u001b[2Jb","turns":1,"seats":[
            {"player":"p","place":1,"fault":"c\u202ed","nodes":0,"evaluations":0,"micros":[]},
            {"player":"q","place":2,"fault":null,"nodes":0,"evaluations":0,"micros":[]},
            {"player":"r","place":3,"nodes":0,"evaluations":0,"micros":[]}]}"#;
        let result: GameResult = serde_json::from_str(text).unwrap();
        assert_eq!(result.how, "a\\u{1b}[2Jb");
        let faults: Vec<_> = result.seats.iter().map(|seat| seat.fault.as_deref()).collect();
        assert_eq!(faults, [Some("c\\u{202e}d"), None, None]);
        // Escaped texts stay as they are.
        let again: GameResult = serde_json::from_str(&serde_json::to_string(&result).unwrap()).unwrap();
        assert_eq!(again, result);
    }
}
