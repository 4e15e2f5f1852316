//! The messages between page and server, as JSON: the envelope that all games share.
//!
//! What is inside (orders, questions, answers, views) belongs to each game. `web/protocol.d.ts` is
//! generated from these types by a test, so that page and server cannot drift apart.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::live::Refusal;

/// A request of the page, with a number that its answer repeats.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with id and request", deny_unknown_fields)]
pub struct NumberedRequest {
    /// Chosen by the page.
    pub id: u32,
    /// What is requested.
    pub request: Request,
}

/// What a page can ask for over its socket.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Opens a game. The keys say what the page may do in it; without any it can only watch.
    Join {
        /// The game's id.
        game: String,
        /// Secrets from links: of a seat, of the game's host, or of the server's owner.
        keys: Vec<String>,
    },
    /// Changes the game. It is on disk before it is answered.
    Order {
        /// The number of orders that the game had when this one was made. If it has more by now, the order
        /// was made for a position that is gone, and is refused. Without it, it is for any position.
        #[serde(default)]
        after: Option<u32>,
        /// An order of the game's own type.
        #[cfg_attr(test, ts(type = "unknown"))]
        order: Value,
    },
    /// Asks something that changes nothing.
    Ask {
        /// A question of the game's own type.
        #[cfg_attr(test, ts(type = "unknown"))]
        question: Value,
    },
    /// Tells the computer that thinks to play the best it has found so far.
    Hurry,
    /// Withdraws the questions of this page that computers still think about.
    Cancel,
    /// Sets how fast computers play.
    Pace {
        /// The new pace.
        pace: Pace,
    },
    /// Lets one computer play although the game is paused.
    Step,
    /// Agrees to what another player proposes, or not. Who proposed it can withdraw it.
    Consent {
        /// Whether the page agrees.
        is_agreed: bool,
    },
}

/// How fast computers play after one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with is_paused and gap_ms", deny_unknown_fields)]
pub struct Pace {
    /// Whether they wait for [`Request::Step`].
    pub is_paused: bool,
    /// The least number of milliseconds between the moves of two computers.
    pub gap_ms: u32,
}

/// What the server tells a page over its socket.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The answer to a request.
    Answer {
        /// The request's number.
        id: u32,
        /// To [`Request::Join`] a [`Joined`], to a question the game's own answer, else nothing.
        #[cfg_attr(test, ts(type = "unknown"))]
        answer: Value,
    },
    /// The request changed nothing.
    Refused {
        /// The request's number.
        id: u32,
        /// Why, as a sentence for the user.
        reason: String,
    },
    /// The game changed. It is sent to everyone in it.
    Update {
        /// How it stands now: the game's own view.
        #[cfg_attr(test, ts(type = "unknown"))]
        view: Value,
        /// What happened: the game's own news.
        #[cfg_attr(test, ts(type = "unknown"))]
        news: Value,
        /// The number of orders that the game has now.
        orders: u32,
    },
    /// What happens around the game changed: who is there, who thinks, how fast computers play.
    Status(Status),
    /// The game was closed: it could not be stored, or was deleted. The connection ends, and whoever joins again
    /// finds what is there.
    Closed,
    /// A computer that thinks for a seat found something.
    Progress {
        /// The game's own progress.
        #[cfg_attr(test, ts(type = "unknown"))]
        progress: Value,
    },
}

/// [`Message::Update`] as it is written, without a detour through [`Value`]: it is sent most often.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "update")]
pub(crate) struct Update<'a, V, N> {
    pub(crate) view: &'a V,
    pub(crate) news: &'a N,
    pub(crate) orders: u32,
}

impl Message {
    /// The answer to a request, or why there is none.
    pub(crate) fn answer(id: u32, answer: Result<Value, Refusal>) -> Self {
        match answer {
            Ok(answer) => Self::Answer { id, answer },
            Err(Refusal(reason)) => Self::Refused { id, reason },
        }
    }
}

/// What happens around a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Status {
    /// Whether a computer thinks about its move.
    pub is_thinking: bool,
    /// Whether it waits for other games' computers first.
    pub is_queued: bool,
    /// How fast computers play.
    pub pace: Pace,
    /// How many pages show the game.
    pub pages: u32,
    /// The seats that people are here for by a link, from 0: the host leaves them to these.
    pub guests: Vec<u32>,
    /// Why the computer to move has failed, if it has.
    pub fault: Option<String>,
    /// What a player wants to take back, if others have to agree.
    pub proposal: Option<Proposal>,
}

/// A player wants to take something back, and others have to agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proposal {
    /// The seats of the player who asks, from 0.
    pub by: Vec<u32>,
    /// Whether that is the host.
    pub is_by_host: bool,
    /// The seats that have not agreed yet.
    pub waits_for: Vec<u32>,
}

/// The answer to [`Request::Join`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Joined {
    /// The kind of the game.
    pub kind: GameKind,
    /// Whether the page may do everything in this game.
    pub is_host: bool,
    /// The seats that the page may play, from 0.
    pub seats: Vec<u32>,
    /// The keys of all seats, for the host to hand out.
    pub seat_keys: Vec<String>,
    /// How the game stands: the game's own view.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub view: Value,
    /// The number of orders that the game has.
    pub orders: u32,
    /// What happens around it.
    pub status: Status,
}

/// The games that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Star Chess.
    Star,
    /// Chess.
    Chess,
    /// Noughts and crosses.
    Noughts,
}

impl GameKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Star, Self::Chess, Self::Noughts];

    /// The name in addresses and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Star => "star",
            Self::Chess => "chess",
            Self::Noughts => "noughts",
        }
    }
}

/// The body of `POST /api/games`, which makes a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with kind and setup", deny_unknown_fields)]
pub struct NewGame {
    /// The kind.
    pub kind: GameKind,
    /// How it begins, in the game's own type.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub setup: Value,
}

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CreatedGame {
    /// The game's id.
    pub game: String,
    /// The key with which a page may do everything in it.
    pub host_key: String,
}

/// The body of `POST /api/branch`, which makes a game that goes on from a moment of another. It is answered
/// with a [`CreatedGame`].
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with game and moment", deny_unknown_fields)]
pub struct BranchGame {
    /// The id of the other game.
    pub game: String,
    /// The moment, as the game counts them: in Star Chess the number of commands before it.
    pub moment: u32,
}

/// A game, and what a page can show to be let in: the body of `POST /api/delete`, which deletes the game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with game and keys", deny_unknown_fields)]
pub struct KnownGame {
    /// The game's id.
    pub game: String,
    /// The keys that the page has of it.
    pub keys: Vec<String>,
}

/// The body of `POST /api/recent`, which lists games.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with games and owner_key", deny_unknown_fields)]
pub struct RecentGames {
    /// The games that the page knows of.
    pub games: Vec<KnownGame>,
    /// The key of the server's owner, who sees all games; may be empty.
    pub owner_key: String,
}

/// The answer to `POST /api/recent`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameList {
    /// The games, the last changed first.
    pub games: Vec<ListedGame>,
    /// How many games are not listed because they cannot be read.
    pub unread: u32,
    /// What is wrong with the file of the games, if anything.
    pub faults: Vec<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedGame {
    /// The game's id.
    pub game: String,
    /// Its kind.
    pub kind: GameKind,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: u64,
    /// When it last changed.
    #[cfg_attr(test, ts(type = "number"))]
    pub changed: u64,
    /// Whether the page may do everything in it, and so delete it.
    pub is_host: bool,
    /// How it stands, in a few words and in the game's own type.
    pub summary: Summary,
}

/// How a game stands, for lists.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// Who plays: "against Teal, Yellow and Rose".
    pub players: String,
    /// How it stands: "Round 33, your turn".
    pub state: String,
    /// Whether it has ended.
    pub is_over: bool,
    /// Whether a person has a seat.
    pub has_human: bool,
    /// More, in the game's own type: a small picture of the board.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub details: Value,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_is_written_as_the_message_says() {
        let (view, news) = (Value::from("view"), Value::from(7));
        let quick = serde_json::to_value(Update { view: &view, news: &news, orders: 3 }).unwrap();
        assert_eq!(quick, serde_json::to_value(Message::Update { view, news, orders: 3 }).unwrap());
    }
}
