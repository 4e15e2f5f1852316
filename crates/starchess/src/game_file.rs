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
//! The sum is over all lines before it, so that a file that was cut off or changed is noticed even where it still reads
//! as a game.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use thiserror::Error;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::command_notation::{read_commands, write_commands};
use crate::galaxy::Galaxy;
use crate::notation_error::NotationError;
use crate::player::{PLAYERS, Player};
use crate::record::Record;
use crate::verdict::Verdict;

const TITLE: &str = "Star Chess game, format 1";

/// A game and who plays it, as it is saved.
///
/// ```
/// use starchess::{Galaxy, GameFile, Record, Start};
/// let game = GameFile::new(Record::new(Galaxy::start(Start::Terran)));
/// let again: GameFile = game.to_string().parse()?;
/// assert_eq!(again.record.start(), game.record.start());
/// # Ok::<(), starchess::GameFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameFile {
    /// Who plays, as players are written. One line each.
    pub players: [String; PLAYERS],
    /// After how many full turns from the start the highest score wins.
    pub turn_limit: Option<NonZeroU32>,
    /// The game.
    pub record: Record,
}

/// Why a file is not a game, and in which line.
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
    /// A line is missing or is another.
    #[error("{found:?} where a line that begins with {expected:?} should be")]
    Unexpected { expected: String, found: String },
    /// The file ends too early.
    #[error("the file ends where a line that begins with {expected:?} should be")]
    Ends { expected: String },
    /// There is something behind the end.
    #[error("there is more after the last line")]
    More,
    /// The turn limit is no number of turns.
    #[error("{found:?} is not a number of turns from 1, nor none")]
    TurnLimit { found: String },
    /// The start is no position.
    #[error("the start is not a position: {0}")]
    Start(NotationError),
    /// The commands cannot be read.
    #[error("the commands cannot be read: {0}")]
    Notation(NotationError),
    /// A command is against the rules.
    #[error("command {number} of this turn, {command}, is refused: {error}")]
    Refused { number: usize, command: Command, error: CommandError },
    /// Commands follow the end of the turn.
    #[error("the turn goes on after its end")]
    AfterEnd,
    /// A turn is not ended but another follows.
    #[error("this turn has no end, but it is not the last")]
    NoEnd,
    /// The result is not that of the game.
    #[error("the result is {found:?}, but the game played to here is {actual:?}")]
    Result { found: String, actual: String },
    /// The lines above are not those that were saved.
    #[error("the file was changed after it was saved: the sum of the lines above is {actual}, not {found}")]
    Sum { found: String, actual: String },
}

use GameFileReason as Reason;

impl GameFile {
    /// A game between four humans without a turn limit.
    pub fn new(record: Record) -> Self {
        Self { players: std::array::from_fn(|_| "human".to_owned()), turn_limit: None, record }
    }

    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.record.galaxy(), self.record.start().round(), self.turn_limit)
    }
}

impl fmt::Display for GameFile {
    /// Writes the whole file.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = format!("{TITLE}\n");
        for (player, name) in Player::ALL.into_iter().zip(&self.players) {
            // A name of several lines would not be one.
            text += &format!("Player {}: {}\n", player.number(), name.replace(['\n', '\r'], " "));
        }
        let limit = self.turn_limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        text += &format!("Turn limit: {limit}\nStart: {}\n", self.record.start());
        for turn in self.record.turns() {
            text += &format!("{}{}\n", heading(turn.turn, turn.player), write_commands(&turn.commands));
        }
        text += &format!("Result: {}\n", self.verdict());
        writeln!(f, "{text}Sum: {}", sum(&text))
    }
}

impl FromStr for GameFile {
    type Err = GameFileError;

    /// Reads a file and plays the game again: every line is checked.
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
        let turn_limit = match lines.value("Turn limit: ")? {
            "none" => None,
            found => match found.parse() {
                Ok(limit) => Some(limit),
                Err(_) => return Err(lines.error(Reason::TurnLimit { found: found.to_owned() })),
            },
        };
        let start: Galaxy = lines.value("Start: ")?.parse().map_err(|error| lines.error(Reason::Start(error)))?;
        let mut game = Self { players, turn_limit, record: Record::new(start) };
        read_turns(&mut lines, &mut game.record)?;
        let (found, actual) = (lines.value("Result: ")?, game.verdict().to_string());
        if found != actual {
            return Err(lines.error(Reason::Result { found: found.to_owned(), actual }));
        }
        let actual = sum(lines.read());
        let found = lines.value("Sum: ")?;
        if found != actual {
            return Err(lines.error(Reason::Sum { found: found.to_owned(), actual }));
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

/// Reads and plays turns until there is a line that is none.
fn read_turns(lines: &mut Lines, record: &mut Record) -> Result<(), GameFileError> {
    let mut is_ended = true;
    while lines.peek().is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        if !is_ended {
            return Err(lines.error(Reason::NoEnd));
        }
        let galaxy = *record.galaxy();
        let text = lines.value(&heading(galaxy.round(), galaxy.to_move()))?;
        let commands = read_commands(text).map_err(|error| lines.error(Reason::Notation(error)))?;
        is_ended = false;
        for (i, &command) in commands.iter().enumerate() {
            if is_ended {
                return Err(lines.error(Reason::AfterEnd));
            }
            let refused = |error| Reason::Refused { number: i + 1, command, error };
            record.apply(command).map_err(|error| lines.error(refused(error)))?;
            is_ended = command == Command::EndTurn;
        }
    }
    Ok(())
}

/// What stands before the commands of a turn: "12.3: " for player 3 in turn 12.
fn heading(turn: u32, player: Player) -> String {
    format!("{turn}.{}: ", player.number())
}

/// A sum over a text (64-bit FNV-1a) that any change makes another.
fn sum(text: &str) -> String {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{sum:016x}")
}

/// Lines read one after the other.
struct Lines<'a> {
    text: &'a str,
    /// Where the next line begins.
    next: usize,
    /// The number of the last line read, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// All that was read so far.
    fn read(&self) -> &'a str {
        &self.text[..self.next]
    }

    fn peek(&self) -> Option<&'a str> {
        self.text[self.next..].lines().next()
    }

    /// What stands behind `start` on the next line.
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
        self.error(Reason::Unexpected { expected: expected.trim_end().to_owned(), found: found.to_owned() })
    }

    fn error(&self, reason: Reason) -> GameFileError {
        GameFileError { line: self.number, reason }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::start::Start;

    fn played() -> GameFile {
        let mut game = GameFile::new(Record::new(Galaxy::start(Start::Random(7))));
        game.players[1] = "published:turns=2".to_owned();
        game.turn_limit = NonZeroU32::new(200);
        for command in
            read_commands("move A1 B2 20; end; move A4 A3 3; scrap A4 1; end; end; end; colonize B2").unwrap()
        {
            game.record.apply(command).unwrap();
        }
        game
    }

    /// The file with the sum of its changed lines: as somebody would write it who knows how.
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
        assert_eq!((again.players, again.turn_limit), (game.players, game.turn_limit));
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
                "line 4: \"Player 5: human\" where a line that begins with \"Player 3:\" should be",
            ),
            ("limit: 200", "limit: 0", "line 6: \"0\" is not a number of turns from 1, nor none"),
            ("Start: ", "Start: x", "line 7: the start is not a position: column 1: "),
            ("B2 20; end", "B2 21; end", "line 8: command 1 of this turn, move A1 B2 21, is refused: "),
            ("B2 20; end", "B2 20", "line 8: this turn has no end, but it is not the last"),
            ("1.2: ", "1.3: ", "line 9: "),
            ("1.3: end", "1.3: end; end", "line 10: the turn goes on after its end"),
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
        assert!(reason(format!("{text}more").parse()).starts_with("line 15: there is more"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".*", line in 0..14_usize) {
            let _ = text.parse::<GameFile>();
            let _ = forged(|game| game.lines().enumerate().map(|(i, it)| if i == line { format!("{text}\n") } else { format!("{it}\n") }).collect());
        }
    }
}
