//! A game as a text file.
//!
//! ```text
//! Star Chess game, format 1
//! Player 1: human
//! Player 2: published:turns=2
//! Player 3: published
//! Player 4: published
//! Turn limit: 200
//! Start: t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0
//! 1.1: move A1 B2 20; end
//! 1.2: move A4 A3 20
//! Result: ongoing
//! Sum: 6f1d3c2a90b4e587
//! ```
//!
//! The turn limit counts rounds. The sum covers all lines before it, so that a file that was cut
//! off or changed is noticed even if it still reads as a game.

use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use players::excerpt;
use storage::{ReadError, read_text, write_atomically};
use thiserror::Error;

use crate::command::{Command, read_commands, write_commands};
use crate::command_error::CommandError;
use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::reader::NotationError;
use crate::record::GameRecord;
use crate::verdict::Verdict;

const TITLE: &str = "Star Chess game, format 1";

/// A game and its players, as they are saved.
///
/// ```
/// use starchess::{Galaxy, GameFile, GameRecord, Start};
/// let game = GameFile::new(GameRecord::new(Galaxy::start(Start::Terran)));
/// let again: GameFile = game.to_string().parse()?;
/// assert_eq!(again.record.start(), game.record.start());
/// # Ok::<(), starchess::GameFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameFile {
    /// The specifications of the players, each on one line. They need not be known to this program.
    pub players: [String; PLAYERS],
    /// The number of rounds from the start after which the highest score wins.
    pub round_limit: Option<NonZeroU32>,
    /// The game.
    pub record: GameRecord,
}

/// Why a text is not a saved game, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct GameFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: GameFileReason,
}

/// What can be wrong with a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum GameFileReason {
    /// A line is missing or different.
    #[error("expected a line that begins with \"{expected}\", found \"{found}\"")]
    Unexpected { expected: String, found: String },
    /// The file ends too early.
    #[error("expected a line that begins with \"{expected}\", found the end of the file")]
    Ends { expected: String },
    /// Something follows the last line.
    #[error("the file continues after its last line")]
    More,
    /// The turn limit is not a number.
    #[error("expected a turn limit of at least 1 or none, found \"{found}\"")]
    RoundLimit { found: String },
    /// The start is not a position.
    #[error("the start is not a position: {0}")]
    Start(NotationError),
    /// The commands cannot be read.
    #[error("the commands cannot be read: {0}")]
    Notation(NotationError),
    /// A command breaks a rule.
    #[error("command {number} of this turn, {command}, is refused: {error}")]
    Refused { number: usize, command: Command, error: CommandError },
    /// Commands follow the end of the turn.
    #[error("commands follow the end of the turn")]
    AfterEnd,
    /// A turn has no end but another one follows.
    #[error("this turn has no end but is not the last")]
    NoEnd,
    /// The result is not that of the game.
    #[error("the result is \"{found}\", but the moves above lead to \"{actual}\"")]
    Result { found: String, actual: String },
    /// The lines above are not those that were saved.
    #[error("the file was changed after it was saved: the sum of the lines above is {actual}, not \"{found}\"")]
    Sum { found: String, actual: String },
}

use GameFileReason as Reason;

/// Why a game cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read as text.
    #[error(transparent)]
    File(#[from] ReadError),
    /// The text is not a saved game.
    #[error("{path} is not a saved game: {error}", path = storage::printable(path))]
    Game {
        /// The file.
        path: PathBuf,
        /// What is wrong, and in which line.
        error: GameFileError,
    },
}

impl GameFile {
    /// A game between four humans without a round limit.
    pub fn new(record: GameRecord) -> Self {
        Self { players: std::array::from_fn(|_| "human".to_owned()), round_limit: None, record }
    }

    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        self.record.verdict(self.round_limit)
    }

    /// Saves the game. Whatever happens meanwhile, the file is either as it was or complete.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_atomically(path, &self.to_string())
    }

    /// Loads a game and checks it by replaying it.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        read_text(path)?.parse().map_err(|error| LoadError::Game { path: path.to_owned(), error })
    }
}

impl fmt::Display for GameFile {
    /// Writes the whole file.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = format!("{TITLE}\n");
        for (player, name) in Player::ALL.into_iter().zip(&self.players) {
            // Each player has exactly one line.
            text += &format!("Player {}: {}\n", player.number(), name.replace(['\n', '\r'], " "));
        }
        let limit = self.round_limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        text += &format!("Turn limit: {limit}\nStart: {}\n", self.record.start());
        for turn in self.record.turns() {
            text += &format!("{}{}\n", heading(turn.round, turn.player), write_commands(&turn.commands));
        }
        text += &format!("Result: {}\n", self.verdict());
        writeln!(f, "{text}Sum: {}", sum(&text))
    }
}

impl FromStr for GameFile {
    type Err = GameFileError;

    /// Reads a file and replays the game: every line is checked.
    fn from_str(text: &str) -> Result<Self, GameFileError> {
        let mut lines = Lines { text, next: 0, number: 0 };
        let title = lines.value(TITLE)?;
        if !title.is_empty() {
            return Err(lines.unexpected(TITLE, &format!("{TITLE}{title}")));
        }
        let mut players: [String; PLAYERS] = Default::default();
        for player in Player::ALL {
            players[player.index()] = lines.value(&format!("Player {}: ", player.number()))?.to_owned();
        }
        let round_limit = match lines.value("Turn limit: ")? {
            "none" => None,
            found => match found.parse() {
                Ok(limit) => Some(limit),
                Err(_) => return Err(lines.error(Reason::RoundLimit { found: excerpt(found) })),
            },
        };
        let start: Galaxy = lines.value("Start: ")?.parse().map_err(|error| lines.error(Reason::Start(error)))?;
        let mut game = Self { players, round_limit, record: GameRecord::new(start) };
        read_turns(&mut lines, &mut game.record)?;
        let (found, actual) = (lines.value("Result: ")?, game.verdict().to_string());
        if found != actual {
            return Err(lines.error(Reason::Result { found: excerpt(found), actual }));
        }
        // Some programs write other ends of lines on the way.
        let actual = sum(&lines.read().replace('\r', ""));
        let found = lines.value("Sum: ")?;
        if found != actual {
            return Err(lines.error(Reason::Sum { found: excerpt(found), actual }));
        }
        match lines.peek() {
            None => Ok(game),
            Some(_) => {
                lines.number += 1;
                Err(lines.error(Reason::More))
            }
        }
    }
}

/// Reads and plays turns up to the first line that is not a turn.
fn read_turns(lines: &mut Lines, record: &mut GameRecord) -> Result<(), GameFileError> {
    let mut has_ended = true;
    while lines.peek().is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        if !has_ended {
            return Err(lines.error(Reason::NoEnd));
        }
        let galaxy = *record.galaxy();
        let text = lines.value(&heading(galaxy.round(), galaxy.to_move()))?;
        let commands = read_commands(text).map_err(|error| lines.error(Reason::Notation(error)))?;
        has_ended = false;
        for (i, &command) in commands.iter().enumerate() {
            if has_ended {
                return Err(lines.error(Reason::AfterEnd));
            }
            let refused = |error| Reason::Refused { number: i + 1, command, error };
            record.apply(command).map_err(|error| lines.error(refused(error)))?;
            has_ended = command == Command::EndTurn;
        }
    }
    Ok(())
}

/// The beginning of a turn's line: "12.3: " for player 3 in round 12.
fn heading(round: u32, player: Player) -> String {
    format!("{round}.{}: ", player.number())
}

/// The 64-bit FNV-1a hash of a text.
fn sum(text: &str) -> String {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{sum:016x}")
}

/// A text that is read line by line.
struct Lines<'a> {
    text: &'a str,
    /// Where the next line begins.
    next: usize,
    /// The number of the last line read, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// Everything read so far.
    fn read(&self) -> &'a str {
        &self.text[..self.next]
    }

    fn peek(&self) -> Option<&'a str> {
        self.text[self.next..].lines().next()
    }

    /// The rest of the next line, which must begin with `start`.
    fn value(&mut self, start: &str) -> Result<&'a str, GameFileError> {
        self.number += 1;
        let Some(line) = self.peek() else {
            return Err(self.error(Reason::Ends { expected: start.trim_end().to_owned() }));
        };
        let rest = &self.text[self.next..];
        self.next += rest.find('\n').map_or(rest.len(), |end| end + 1);
        line.strip_prefix(start).ok_or_else(|| self.unexpected(start, line))
    }

    fn unexpected(&self, expected: &str, found: &str) -> GameFileError {
        self.error(Reason::Unexpected { expected: expected.trim_end().to_owned(), found: excerpt(found) })
    }

    fn error(&self, reason: Reason) -> GameFileError {
        GameFileError { line: self.number, reason }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;
    use crate::start::Start;

    fn played() -> GameFile {
        let mut game = GameFile::new(GameRecord::new(Galaxy::start(Start::Random(7))));
        game.players[1] = "published:turns=2".to_owned();
        game.round_limit = NonZeroU32::new(200);
        for command in
            read_commands("move A1 B2 20; end; move A4 A3 3; scrap A4 1; end; end; end; colonize B2").unwrap()
        {
            game.record.apply(command).unwrap();
        }
        game
    }

    /// The file with some lines changed, and the sum adjusted to them.
    fn forged(change: impl Fn(String) -> String) -> Result<GameFile, GameFileError> {
        let text = played().to_string();
        let lines = &text[..text.rfind("Sum: ").unwrap()];
        let changed = change(lines.to_owned());
        format!("{changed}Sum: {}\n", sum(&changed)).parse()
    }

    fn reason(result: Result<GameFile, GameFileError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let game = played();
        let again: GameFile = game.to_string().parse().unwrap();
        assert_eq!(again.to_string(), game.to_string());
        assert_eq!(again.record.galaxy(), game.record.galaxy());
        assert_eq!((again.players, again.round_limit), (game.players, game.round_limit));
    }

    /// Rounds beyond the last number of the notation are written with that number, and count all the
    /// same.
    #[test]
    fn a_game_beyond_the_last_round_is_read_back() {
        let line = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 2 999999 1000000000:0,0:0,-,-";
        let mut game = GameFile::new(GameRecord::new(line.parse().unwrap()));
        game.round_limit = NonZeroU32::new(4);
        while game.verdict() == Verdict::Ongoing {
            game.record.apply(Command::EndTurn).unwrap();
        }
        let again: GameFile = game.to_string().parse().unwrap();
        assert_eq!(again.to_string(), game.to_string());
        assert_eq!((again.record.rounds_played(), again.record.galaxy().round()), (4, 1_000_000));
    }

    #[test]
    fn this_is_what_it_looks_like() {
        let text = played().to_string();
        let start = Galaxy::start(Start::Random(7));
        let expected = format!(
            "Star Chess game, format 1\nPlayer 1: human\nPlayer 2: published:turns=2\nPlayer 3: human\n\
             Player 4: human\nTurn limit: 200\nStart: {start}\n1.1: move A1 B2 20; end\n\
             1.2: move A4 A3 3; scrap A4 1; end\n1.3: end\n1.4: end\n2.1: colonize B2\nResult: ongoing\nSum: "
        );
        assert!(text.starts_with(&expected), "{text}");
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let cases: [(&str, &str, &str); 10] = [
            ("format 1", "format 2", "line 1: "),
            (
                "Player 3",
                "Player 5",
                "line 4: expected a line that begins with \"Player 3:\", found \"Player 5: human\"",
            ),
            ("limit: 200", "limit: 0", "line 6: expected a turn limit of at least 1 or none, found \"0\""),
            ("Start: ", "Start: x", "line 7: the start is not a position: column 1: "),
            ("B2 20; end", "B2 21; end", "line 8: command 1 of this turn, move A1 B2 21, is refused: "),
            ("B2 20; end", "B2 20", "line 8: this turn has no end but is not the last"),
            ("1.2: ", "1.3: ", "line 9: "),
            ("1.3: end", "1.3: end; end", "line 10: commands follow the end of the turn"),
            ("2.1: colonize", "2.1: colonise", "line 12: the commands cannot be read: column 1: "),
            ("Result: ongoing", "Result: player 1 wins by conquest", "line 13: the result is "),
        ];
        for (from, to, expected) in cases {
            let found = reason(forged(|text| text.replacen(from, to, 1)));
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn changes_that_are_still_a_game_are_noticed() {
        let text = played().to_string().replace("scrap A4 1", "scrap A4 2");
        assert!(reason(text.parse()).starts_with("line 14: the file was changed after it was saved"));
    }

    #[test]
    fn a_file_that_was_cut_off_is_refused_wherever_it_was() {
        let text = played().to_string();
        for end in 0..text.len() - 1 {
            assert!(text[..end].parse::<GameFile>().is_err(), "cut at {end}");
        }
        assert!(reason(format!("{text}more").parse()).starts_with("line 15: the file continues"));
    }

    /// A long line is not echoed in full.
    #[test]
    fn errors_quote_only_the_beginning_of_a_line() {
        let long = "x".repeat(3_000_000);
        for (from, to) in [
            ("Player 3", long.as_str()),
            ("limit: 200", &format!("limit: {long}")),
            ("Start: ", &format!("Start: {long}")),
            ("colonize B2", &long),
            ("colonize B2", &format!("colonize {long}")),
            ("Result: ongoing", &format!("Result: {long}")),
        ] {
            let found = reason(forged(|text| text.replacen(from, to, 1)));
            assert!(found.len() < 1_000, "{} bytes", found.len());
        }
    }

    #[test]
    fn saved_games_are_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my game.txt");
        let game = played();
        game.save(&path).unwrap();
        game.save(&path).unwrap();
        assert_eq!(GameFile::load(&path).unwrap().to_string(), game.to_string());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // An editor on Windows may have changed the line ends.
        fs::write(&path, game.to_string().replace('\n', "\r\n")).unwrap();
        assert_eq!(GameFile::load(&path).unwrap().to_string(), game.to_string());
    }

    #[test]
    fn what_cannot_be_loaded_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let message = |path: &Path| GameFile::load(path).unwrap_err().to_string();
        assert!(message(&path).starts_with("cannot read "));
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(message(&path).ends_with("is not a text file: there is no text at byte 0"));
        fs::write(&path, "hello").unwrap();
        assert!(message(&path).contains("game.txt is not a saved game: line 1: "));
        assert!(played().save(&folder.path().join("no such folder/game.txt")).is_err());
        #[cfg(unix)]
        assert_eq!(message(Path::new("/dev/zero")), "cannot read /dev/zero: not a regular file");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".*", line in 0..14_usize) {
            let _ = text.parse::<GameFile>();
            let _ = forged(|game| game.lines().enumerate().map(|(i, it)| if i == line { format!("{text}\n") } else { format!("{it}\n") }).collect());
        }
    }
}
