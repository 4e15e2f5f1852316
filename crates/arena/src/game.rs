//! Games as the arena sees them.
//!
//! **To add a game, implement [`Rules`] in one module and add its [`GameInfo`] to [`GAMES`].** Its
//! players then meet in tournaments, its options are on the command line, and its games are kept,
//! resumed and reported like all others.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt::Debug;
use std::num::NonZeroUsize;

use players::{Decision, Fault, OptionInfo, Playable, PlayerSpec, Settings, SpecError};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::clock::{Clock, SeatClock, TimeControl};
use crate::plan::PlannedGame;
use crate::referee::{self, Played};
use crate::result::{Ending, GameResult};
use crate::run::{Threads, Workplace};
use crate::text::shorten;
use crate::{chess, noughts, star};

/// How much of a start an error shows: a game of chess can be long.
const SHOWN_START: usize = 100;

/// All games, one line each. The first is played unless another one is named.
pub static GAMES: [&GameInfo; 3] = [&star::STAR_CHESS, &noughts::NOUGHTS, &chess::CHESS];

/// What distinguishes a game from the others.
#[derive(Debug)]
pub struct GameInfo {
    /// Its name within a sentence.
    pub name: &'static str,
    /// Its name in `run.json` and on the command line.
    pub key: &'static str,
    /// What its players' names begin with in the results: `noughts:`.
    pub prefix: &'static str,
    /// The names of the seats, in their order.
    pub seat_names: &'static [&'static str],
    /// The unit of a game's length, in the singular: `round` or `move`.
    pub length_unit: &'static str,
    /// Options that change the rules.
    pub rule_options: &'static [OptionInfo],
    /// Options that choose the positions to begin in.
    pub start_options: &'static [OptionInfo],
    /// Whether players can have clocks for a whole game.
    pub has_clocks: bool,
    /// The command that replays a saved game, if the game keeps files.
    pub replay: Option<&'static str>,
    /// The file with all games in a notation that other programs read, if there is one.
    pub transcript: Option<&'static str>,
    /// Lists the players, for help texts.
    pub players: fn() -> String,
    /// The game with these options, or why they do not go together.
    pub configure: fn(&Choices) -> Result<Box<dyn ArenaGame>, String>,
    /// The game with the options that [`Rules::fields`] has written.
    pub restore: Restore,
}

/// Reads a game with its options from their names and values.
pub type Restore = fn(Map<String, Value>) -> serde_json::Result<Box<dyn ArenaGame>>;

/// The options of a game, as they were chosen.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The [rule options](GameInfo::rule_options).
    pub rules: Settings,
    /// The [start options](GameInfo::start_options); `None` if the starts are given one by one.
    pub starts: Option<Settings>,
}

impl GameInfo {
    /// The game of this name, if there is one.
    pub fn find(key: &str) -> Option<&'static Self> {
        GAMES.iter().find(|game| game.key == key).copied()
    }

    /// The game that a player names before a colon, if it names one.
    ///
    /// ```
    /// use arena::GameInfo;
    /// assert_eq!(GameInfo::of_player("noughts:perfect").map(GameInfo::title).as_deref(), Some("Noughts and crosses"));
    /// assert_eq!(GameInfo::of_player("published:3").map(GameInfo::title), None);
    /// ```
    pub fn of_player(player: &str) -> Option<&'static Self> {
        Self::find(player.split_once(':')?.0)
    }

    /// A player without the name of this game before it.
    fn strip<'a>(&self, player: &'a str) -> &'a str {
        player.strip_prefix(self.key).and_then(|rest| rest.strip_prefix(':')).unwrap_or(player)
    }

    /// Its name at the beginning of a sentence.
    pub fn title(&self) -> String {
        let mut rest = self.name.chars();
        rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
    }

    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.seat_names.len()
    }
}

/// The rules of a game with its options: how it begins, proceeds and ends, and how it is kept.
pub trait Rules: Debug + Send + Sync + 'static {
    /// The game as its players know it.
    type Game: Playable;
    /// A game in progress.
    type State;

    /// What distinguishes the game from the others.
    fn info() -> &'static GameInfo;

    /// The options, by name, as `run.json` keeps them. Empty if there is nothing to keep.
    fn fields(&self) -> Vec<(&'static str, Value)>;

    /// At most `count` different positions to begin in. All follow from the seed.
    fn starts(&self, seed: u64, count: usize) -> Vec<String>;

    /// What a report should say about the options, by name.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// The positions in the text of a file, each with its line. As a rule there is one per line, and
    /// lines that begin with # are comments.
    fn list_starts(&self, text: &str) -> Result<Vec<(usize, String)>, StartError> {
        let lines = text.lines().map(str::trim).enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        Ok(lines.map(|(i, line)| (i + 1, line.to_owned())).collect())
    }

    /// Begins a game in this position, or says what is wrong with it.
    fn begin(&self, start: &str) -> Result<Self::State, String>;

    /// The position, as the player to move sees it.
    fn position<'a>(&self, game: &'a Self::State) -> &'a <Self::Game as Playable>::Position;

    /// The seat to move. Never called on a finished game.
    fn to_move(&self, game: &Self::State) -> usize;

    /// Plays a turn. An illegal turn changes nothing, and the error says why it is illegal.
    fn play(&self, game: &mut Self::State, turn: &<Self::Game as Playable>::Turn) -> Result<(), String>;

    /// Sets the clocks that the players see, one per seat; none if the game is played without.
    fn show_clocks(&self, _game: &mut Self::State, _clocks: &[SeatClock]) {}

    /// Takes in what a player thought about the turn that it has just played.
    fn note(&self, _game: &mut Self::State, _decision: &Decision<Self::Game>) {}

    /// Removes a player that has lost for a reason outside the rules. Where the others still have
    /// something to decide, they play on.
    fn forfeit(&self, game: &mut Self::State, seat: usize);

    /// How the game has ended, if it has.
    fn outcome(&self, game: &Self::State) -> Option<Outcome>;

    /// The length of the game so far, as the game counts it.
    fn turns(&self, game: &Self::State) -> u32;

    /// The game as it is saved.
    fn record(&self, game: &Self::State, players: &[&str]) -> SavedGame;

    /// The score of every seat after each round of a saved game; `None` if the game has no scores,
    /// or the record is of another game.
    fn scores(&self, record: &SavedGame) -> Option<Vec<Vec<f64>>>;

    /// A finished game in a notation that other programs read, given the time control of each seat;
    /// `None` if there is no such notation.
    fn transcript(&self, _result: &GameResult, _controls: &[TimeControl]) -> Option<String> {
        None
    }
}

/// A position that no game can begin in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct StartError {
    /// Where it is, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The kind of ending.
    pub ending: Ending,
    /// The place of every seat, from 1. Equal players share the mean of their places.
    pub places: Vec<f64>,
    /// The ending in words.
    pub how: String,
}

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedGame {
    /// The text of a separate file.
    File(String),
    /// The moves, short enough to be kept with the result.
    Moves(String),
}

/// The places of players by merit, the greatest first. Equal merits share the mean of their places.
///
/// ```
/// assert_eq!(arena::places(&[7, 3, 9, 3]), [2.0, 3.5, 1.0, 3.5]);
/// ```
pub fn places<M: Ord>(merits: &[M]) -> Vec<f64> {
    let count = |own: &M, wanted: Ordering| merits.iter().filter(|other| (*other).cmp(own) == wanted).count() as f64;
    merits.iter().map(|own| 1.0 + count(own, Ordering::Greater) + (count(own, Ordering::Equal) - 1.0) / 2.0).collect()
}

/// [`Rules`] whose types are hidden, so that all games can be treated alike. Every `Rules` is one.
pub trait ArenaGame: Debug + Send + Sync {
    /// See [`Rules::info`].
    fn info(&self) -> &'static GameInfo;

    /// See [`Rules::fields`].
    fn fields(&self) -> Vec<(&'static str, Value)>;

    /// See [`Rules::starts`].
    fn starts(&self, seed: u64, count: usize) -> Vec<String>;

    /// See [`Rules::facts`].
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// See [`Rules::scores`].
    fn scores(&self, record: &SavedGame) -> Option<Vec<Vec<f64>>>;

    /// See [`Rules::transcript`].
    fn transcript(&self, result: &GameResult, controls: &[TimeControl]) -> Option<String>;

    /// The different positions in the text of a file. Games can begin in all of them.
    fn read_starts(&self, text: &str) -> Result<Vec<String>, StartError>;

    /// Makes sure that a game can begin in this position, or says why not.
    fn check_start(&self, start: &str) -> Result<(), String>;

    /// Reads the players of a run. The name of the game and a colon may stand before them.
    fn field(&self, players: &[String]) -> Result<Box<dyn Field + '_>, FieldError>;
}

/// The players of a run, with their game.
pub trait Field {
    /// The name of every player in the results.
    fn names(&self) -> Vec<String>;

    /// Whether this name, from a run that was saved, is that of the player with this number. Names
    /// that are written differently today still count.
    fn is_called(&self, player: usize, name: &str) -> bool;

    /// Whether two of the players, by number, are the same.
    fn are_same(&self, one: usize, other: usize) -> bool;

    /// For each player, whether it always plays the same from the same start.
    fn are_deterministic(&self) -> Vec<bool>;

    /// The options that a player is given, if it is a program and not one of our own players.
    fn program_options(&self, player: usize) -> Option<&[(String, String)]>;

    /// Builds every player once, so that one that cannot play is found before it loses games.
    fn check(&self, clock: &Clock) -> Result<(), FieldError>;

    /// Threads of this process in which these players play.
    fn threads(&self, options: RunOptions) -> Box<dyn Workplace + '_>;

    /// Plays one game, given the names of all players. Returns `None` if the clock's stop flag was
    /// raised before its end, and the reason if it cannot begin.
    fn play(&self, names: &[String], game: &PlannedGame, clock: &Clock) -> Result<Option<Played>, String>;
}

/// How the games of a run are played.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The number of games at once.
    pub concurrency: NonZeroUsize,
    /// How long players may think, and when to stop.
    pub clock: Clock,
}

/// Why players cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum FieldError {
    /// It is not a player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It is a person.
    #[error("{0}: only computers play in the arena")]
    Human(String),
    /// It cannot be built.
    #[error("{player} cannot take part: {fault}")]
    Build { player: String, fault: Fault },
}

impl<R: Rules> ArenaGame for R {
    fn info(&self) -> &'static GameInfo {
        R::info()
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        Rules::fields(self)
    }

    fn starts(&self, seed: u64, count: usize) -> Vec<String> {
        Rules::starts(self, seed, count)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        Rules::facts(self)
    }

    fn scores(&self, record: &SavedGame) -> Option<Vec<Vec<f64>>> {
        Rules::scores(self, record)
    }

    fn transcript(&self, result: &GameResult, controls: &[TimeControl]) -> Option<String> {
        Rules::transcript(self, result, controls)
    }

    fn read_starts(&self, text: &str) -> Result<Vec<String>, StartError> {
        let (mut starts, mut seen) = (Vec::new(), HashSet::new());
        for (line, start) in self.list_starts(text)? {
            self.check_start(&start).map_err(|reason| StartError { line, reason })?;
            // Deterministic players would play the same game again.
            if seen.insert(start.clone()) {
                starts.push(start);
            }
        }
        Ok(starts)
    }

    fn check_start(&self, start: &str) -> Result<(), String> {
        match self.outcome(&self.begin(start)?) {
            None => Ok(()),
            Some(_) => Err(format!("the game is over in {:?}", shorten(start, SHOWN_START))),
        }
    }

    fn field(&self, players: &[String]) -> Result<Box<dyn Field + '_>, FieldError> {
        let players = players.iter().map(|text| read::<R>(text)).collect::<Result<_, _>>()?;
        Ok(Box::new(Players { rules: self, players }))
    }
}

/// Reads a player, with the name of the game or without it.
fn read<R: Rules>(text: &str) -> Result<PlayerSpec<R::Game>, FieldError> {
    let spec = PlayerSpec::<R::Game>::read_computer(R::info().strip(text))?;
    if spec.is_human() { Err(FieldError::Human(text.to_owned())) } else { Ok(spec) }
}

/// The name of a player in the results.
fn name<R: Rules>(player: &PlayerSpec<R::Game>) -> String {
    format!("{}{}", R::info().prefix, player.name())
}

struct Players<'a, R: Rules> {
    rules: &'a R,
    players: Vec<PlayerSpec<R::Game>>,
}

impl<R: Rules> Field for Players<'_, R> {
    fn names(&self) -> Vec<String> {
        self.players.iter().map(name::<R>).collect()
    }

    fn is_called(&self, player: usize, name: &str) -> bool {
        let Some(player) = self.players.get(player) else { return false };
        self::name::<R>(player) == name || read::<R>(name).is_ok_and(|read| *player == read)
    }

    fn are_same(&self, one: usize, other: usize) -> bool {
        self.players.get(one) == self.players.get(other)
    }

    fn are_deterministic(&self) -> Vec<bool> {
        self.players.iter().map(PlayerSpec::is_deterministic).collect()
    }

    fn program_options(&self, player: usize) -> Option<&[(String, String)]> {
        match self.players.get(player)? {
            PlayerSpec::Program(program) => Some(&program.options),
            _ => None,
        }
    }

    fn check(&self, clock: &Clock) -> Result<(), FieldError> {
        for (player, name) in self.players.iter().zip(self.names()) {
            player.build(&clock.setup(0, 0)).map_err(|fault| FieldError::Build { player: name, fault })?;
        }
        Ok(())
    }

    fn threads(&self, options: RunOptions) -> Box<dyn Workplace + '_> {
        Box::new(Threads { rules: self.rules, players: &self.players, options })
    }

    fn play(&self, names: &[String], game: &PlannedGame, clock: &Clock) -> Result<Option<Played>, String> {
        referee::play(self.rules, &self.players, names, game, clock)
    }
}

/// As `run.json` has it: the key of the game, with its options if it has any.
impl Serialize for dyn ArenaGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Fields(Vec<(&'static str, Value)>);
        impl Serialize for Fields {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
            }
        }
        let (key, fields) = (self.info().key, self.fields());
        if fields.is_empty() {
            return serializer.serialize_str(key);
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(key, &Fields(fields))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Box<dyn ArenaGame> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (key, fields) = match Value::deserialize(deserializer)? {
            Value::String(key) => (key, Map::new()),
            Value::Object(map) => match map.into_iter().next() {
                Some((key, Value::Object(fields))) => (key, fields),
                _ => return Err(D::Error::custom("expected a game with its options")),
            },
            _ => return Err(D::Error::custom("expected the name of a game")),
        };
        let names: Vec<&str> = GAMES.iter().map(|game| game.key).collect();
        let game = GameInfo::find(&key).ok_or_else(|| D::Error::custom(players::unknown("game", &key, &names)))?;
        (game.restore)(fields).map_err(D::Error::custom)
    }
}
