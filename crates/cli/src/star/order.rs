//! What can be typed in a game of Star Chess, with abbreviations, besides what every game has.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use starchess::{Command, Galaxy, GameFile, Player, PlayerSpec, Sector};

use crate::autosave::SavedGame;
use crate::sitting::{SHARED_WORDS, meant, read_path};

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Commands(Vec<Shorthand>),
    /// What a command or the end of the turn would bring.
    Preview(Shorthand),
    Undo,
    UndoTurn {
        /// Whether all humans agree.
        is_agreed: bool,
    },
    Redo,
    Hint,
    Finish,
    Explain(Option<Player>),
    Idle,
    Seat(Player, PlayerSpec),
    Seats,
    History,
    /// Let the computers play on, for this many rounds if a number is given.
    Go(Option<u32>),
    Rules,
}

/// All words but those of the game's commands.
const WORDS: [&str; 12] =
    ["preview", "undo", "redo", "hint", "finish", "explain", "idle", "history", "seat", "seats", "go", "rules"];

/// All words, those that every game has included.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.map(|(name, _)| name).into_iter().chain(WORDS).chain(SHARED_WORDS)
}

/// Why a word cannot be joined with others.
const ALONE: &str = "needs a line of its own: semicolons join only move, build, colonize, terraform, scrap and end";

impl Order {
    /// Reads a line.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        // The only key whose capital means something else.
        let word = if word == "Z" { "redo".to_owned() } else { word.to_ascii_lowercase() };
        let order = match word.as_str() {
            "undo" | "u" | "z" if rest.eq_ignore_ascii_case("turn") => return Ok(Self::UndoTurn { is_agreed: false }),
            "undo" | "u" | "z" if rest.eq_ignore_ascii_case("turn!") => return Ok(Self::UndoTurn { is_agreed: true }),
            "undo" | "u" | "z" => Self::Undo,
            "redo" | "r" => Self::Redo,
            "hint" | "h" => Self::Hint,
            "finish" | "a" | "f" => Self::Finish,
            "preview" | "p" if rest.is_empty() => Self::Preview(Shorthand::Whole(Command::EndTurn)),
            "preview" | "p" => return Ok(Self::Preview(Shorthand::read(rest)?)),
            "explain" | "why" | "w" if rest.is_empty() => Self::Explain(None),
            "explain" | "why" | "w" => return Ok(Self::Explain(Some(player(rest)?))),
            "idle" | "n" => Self::Idle,
            "seat" => return seat(rest),
            "seats" => Self::Seats,
            "moves" | "history" => Self::History,
            "go" | "g" if rest.is_empty() => Self::Go(None),
            "go" | "g" => {
                let rounds = rest.parse().ok().filter(|&rounds| rounds > 0);
                return Ok(Self::Go(Some(
                    rounds
                        .with_context(|| format!("{} is not a number of rounds; write go, or go 10", quoted(rest)))?,
                )));
            }
            "rules" => Self::Rules,
            _ => return commands(line),
        };
        if rest.is_empty() { Ok(order) } else { bail!("{word:?} takes no arguments; found {}", quoted(rest)) }
    }
}

/// A text from outside as an error shows it: short, and in quotation marks.
fn quoted(text: &str) -> String {
    const MAX: usize = 40;
    let mut short: String = text.chars().take(MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

fn player(text: &str) -> Result<Player> {
    let player = text.parse().ok().and_then(Player::from_number);
    player.with_context(|| format!("{} is not a player; expected 1, 2, 3 or 4", quoted(text)))
}

fn seat(rest: &str) -> Result<Order> {
    let (number, spec) = rest
        .split_once(char::is_whitespace)
        .context("\"seat\" needs a player and who plays it, as in \"seat 2 human\"")?;
    let spec = spec.trim();
    // The command line of a program may contain semicolons.
    if let Some((first, _)) = spec.split_once(';')
        && first.parse().is_ok_and(|spec| !matches!(spec, PlayerSpec::Program(_)))
    {
        bail!("\"seat\" {ALONE}");
    }
    Ok(Order::Seat(player(number)?, spec.parse()?))
}

/// Reads commands of the game joined by `;`. If one of them cannot be read, none is carried out.
fn commands(line: &str) -> Result<Order> {
    let first = line.split([' ', '\t', ';']).next().unwrap_or_default();
    let name = first.to_ascii_lowercase();
    if WORDS.into_iter().chain(SHARED_WORDS).any(|word| word == name) {
        bail!("{name:?} {ALONE}");
    }
    if command_name(first).is_none() {
        let guess = meant(first, words()).map_or_else(String::new, |word| format!(" Did you mean {word}?"));
        bail!("There is no command {}.{guess} Type help for a list", quoted(first));
    }
    // A list may end in a semicolon.
    let line = line.trim_end_matches([';', ' ']);
    let parts: Vec<&str> = line.split(';').collect();
    let read = |(i, part): (usize, &&str)| {
        let command = Shorthand::read(part);
        // The place matters only if there are several.
        if parts.len() == 1 { command } else { command.map_err(|error| anyhow!("command {}: {error}", i + 1)) }
    };
    let commands: Vec<Shorthand> = parts.iter().enumerate().map(read).collect::<Result<_>>()?;
    // Commands after the end would be the next player's.
    match commands.iter().position(|&command| command == Shorthand::Whole(Command::EndTurn)) {
        Some(end) if end + 1 < commands.len() => bail!("command {}: the turn has ended by then", end + 2),
        _ => Ok(Order::Commands(commands)),
    }
}

/// A command of the game as it was typed: numbers can be left out where they can be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shorthand {
    /// A move; without a number, of all ships that can move.
    Move(Sector, Sector, Option<u32>),
    /// Ships to build; without a number, as many as the income supports.
    Build(Sector, Option<u32>),
    /// Ships to scrap; without a number, down to what the income supports.
    Scrap(Sector, Option<u32>),
    /// A command that needs no number.
    Whole(Command),
}

/// The commands of the game, with their keys.
pub(crate) const COMMANDS: [(&str, &str); 6] =
    [("move", "m"), ("build", "b"), ("colonize", "c"), ("terraform", "t"), ("scrap", "x"), ("end", "e")];

/// The full name of a command that was typed in full, by its key, or by two or more of its first
/// letters.
pub(crate) fn command_name(word: &str) -> Option<&'static str> {
    // Both spellings are right.
    let word = word.to_ascii_lowercase().replace("colonis", "coloniz");
    let is_short_for = |name: &str| word.len() > 1 && name.starts_with(&word);
    COMMANDS.into_iter().find(|&(name, key)| word == key || is_short_for(name)).map(|(name, _)| name)
}

impl Shorthand {
    /// Reads one command.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let mut words = text.split_whitespace();
        let word = words.next().context("there is nothing between two semicolons")?;
        let name = command_name(word).with_context(|| {
            format!("{} is not one of move, build, colonize, terraform, scrap and end", quoted(word))
        })?;
        let mut sector = || -> Result<Sector> {
            let word = words.next().ok_or_else(|| anyhow!("{name:?} needs {}", needs(name)))?;
            word.parse().ok().with_context(|| format!("{} is not a sector; expected A1 to D4", quoted(word)))
        };
        let read = match name {
            "move" => {
                let (from, to) = (sector()?, sector()?);
                Self::Move(from, to, ships(words.next())?)
            }
            "build" => Self::Build(sector()?, ships(words.next())?),
            "scrap" => Self::Scrap(sector()?, ships(words.next())?),
            "colonize" => Self::Whole(Command::Colonize { at: sector()? }),
            "terraform" => Self::Whole(Command::Terraform { at: sector()? }),
            _ => Self::Whole(Command::EndTurn),
        };
        match words.next() {
            None => Ok(read),
            Some(word) if name == "end" => bail!("\"end\" takes no arguments; found {}", quoted(word)),
            Some(word) => bail!("{name:?} takes {}; found also {}", needs(name), quoted(word)),
        }
    }

    /// The command that is meant in this position. Whether it is legal is for the rules to say.
    pub(crate) fn resolve(self, galaxy: &Galaxy) -> Result<Command> {
        let player = galaxy.to_move();
        let supported = galaxy.income(player).supported_ships();
        let ships = galaxy.ships(player);
        // Where no number is possible, a command for one ship meets the rule that says why.
        Ok(match self {
            Self::Whole(command) => command,
            Self::Move(from, to, Some(ships)) => Command::Move { from, to, ships },
            Self::Build(at, Some(ships)) => Command::Build { at, ships },
            Self::Scrap(at, Some(ships)) => Command::Scrap { at, ships },
            Self::Move(from, to, None) => {
                let choice = galaxy.choices(from).moves.into_iter().find(|choice| choice.to == to);
                let ships = choice.map_or(galaxy.ships_in(player, from), |choice| choice.max);
                Command::Move { from, to, ships: ships.max(1).into() }
            }
            Self::Build(at, None) => match galaxy.choices(at).build {
                Some(build) if build.supportable > 0 => Command::Build { at, ships: build.supportable },
                Some(build) if build.max > 0 => bail!(
                    "the income supports {supported} ships, and you have {ships}; build {at} {} builds more anyway",
                    build.max
                ),
                _ => Command::Build { at, ships: 1 },
            },
            Self::Scrap(at, None) => {
                let choices = galaxy.choices(at);
                match (choices.max_scrap, choices.surplus) {
                    (0, _) => Command::Scrap { at, ships: 1 },
                    (_, 0) => bail!("the income supports {supported} ships, and you have {ships}: none is too many"),
                    (_, surplus) => Command::Scrap { at, ships: surplus.into() },
                }
            }
        })
    }
}

impl fmt::Display for Shorthand {
    /// As it was typed, in full words.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let ships = match self {
            Self::Move(from, to, ships) => {
                write!(f, "move {from} {to}")?;
                ships
            }
            Self::Build(at, ships) => {
                write!(f, "build {at}")?;
                ships
            }
            Self::Scrap(at, ships) => {
                write!(f, "scrap {at}")?;
                ships
            }
            Self::Whole(command) => return command.fmt(f),
        };
        match ships {
            Some(ships) => write!(f, " {ships}"),
            None => Ok(()),
        }
    }
}

/// What follows the name of a command.
fn needs(name: &str) -> &'static str {
    match name {
        "move" => "two sectors, as in \"move A1 B2\", or \"move A1 B2 20\" for 20 ships",
        "build" => "a sector, as in \"build A1\", or \"build A1 5\" for 5 ships",
        "scrap" => "a sector, as in \"scrap A1\", or \"scrap A1 3\" for 3 ships",
        "colonize" => "a sector, as in \"colonize B2\"",
        "terraform" => "a sector, as in \"terraform B2\"",
        _ => "no arguments",
    }
}

/// A number of ships; none if there is none, or `all`.
fn ships(word: Option<&str>) -> Result<Option<u32>> {
    match word {
        None => Ok(None),
        Some(word) if word.eq_ignore_ascii_case("all") => Ok(None),
        Some(word) => {
            let ships = word.parse().ok();
            Ok(Some(ships.with_context(|| format!("{} is not a number of ships", quoted(word)))?))
        }
    }
}

/// One step in a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    NextTurn,
    PreviousTurn,
    NextCommand,
    PreviousCommand,
    GoTo(u32),
    Board,
    Branch(PathBuf),
    Help,
    Quit,
}

impl Step {
    /// The words that can begin a line.
    pub(crate) const WORDS: [&str; 9] = ["n", "p", "[", "]", "go", "board", "branch", "help", "quit"];

    /// Reads a line.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let step = match word.to_ascii_lowercase().as_str() {
            "" | "n" | "next" => Self::NextTurn,
            "p" | "previous" => Self::PreviousTurn,
            "]" => Self::NextCommand,
            "[" => Self::PreviousCommand,
            "g" | "go" => {
                let round = rest.parse().ok();
                let round = round.with_context(|| format!("{} is not the number of a round", quoted(rest)))?;
                return Ok(Self::GoTo(round));
            }
            "board" | "b" => Self::Board,
            "branch" => return Ok(Self::Branch(read_path("branch", rest, GameFile::EXTENSION)?)),
            "help" | "?" | "h" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            _ => bail!("{} is not one of n, p, ], [, go, board, branch, help and quit", quoted(word)),
        };
        if rest.is_empty() { Ok(step) } else { bail!("{word:?} takes no arguments; found {}", quoted(rest)) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use starchess::Published;

    use super::*;

    const LINE: &str =
        "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x15i3,t,b,t4@1000+4x20 1 5 900:900,0:0,0:0,0:0";

    #[test]
    fn orders() {
        let end = Shorthand::Whole(Command::EndTurn);
        let published = PlayerSpec::from(Published { turns: 3, ..Published::default() });
        let cases = [
            ("e", Order::Commands(vec![end])),
            ("x a1 3; E ;", Order::Commands(vec![Shorthand::Scrap(Sector::A1, Some(3)), end])),
            ("p", Order::Preview(end)),
            ("preview x a1 3", Order::Preview(Shorthand::Scrap(Sector::A1, Some(3)))),
            ("u", Order::Undo),
            ("undo Turn", Order::UndoTurn { is_agreed: false }),
            ("u turn!", Order::UndoTurn { is_agreed: true }),
            ("z", Order::Undo),
            ("Z", Order::Redo),
            ("a", Order::Finish),
            ("H", Order::Hint),
            ("w", Order::Explain(None)),
            ("explain 2", Order::Explain(Some(Player::TWO))),
            ("seat 2 published:3", Order::Seat(Player::TWO, published)),
            ("seat 3 sci:sh -c 'a; b'", Order::Seat(Player::THREE, "sci:sh -c 'a; b'".parse().unwrap())),
            ("seat  4  human", Order::Seat(Player::FOUR, PlayerSpec::Human)),
            ("go", Order::Go(None)),
            ("go 10", Order::Go(Some(10))),
        ];
        for (line, order) in cases {
            assert_eq!(Order::read(line).unwrap(), order, "{line}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("hnit", "There is no command \"hnit\". Did you mean hint?"),
            ("xyzzy", "There is no command \"xyzzy\". Type help"),
            ("m a1 b2; undo", "command 2: \"undo\" is not one of move, build"),
            ("m a1 b2;;e", "command 2: there is nothing between two semicolons"),
            ("e; m a1 b2", "command 2: the turn has ended by then"),
            ("seat 5 human", "\"5\" is not a player; expected 1, 2, 3 or 4"),
            ("seat 2 bob", "unknown player \"bob\""),
            ("seat 2", "\"seat\" needs a player"),
            ("seat 2 human; end", "\"seat\" needs a line of its own: semicolons join only move"),
            ("Undo; undo", "\"undo\" needs a line of its own"),
            ("explain me", "\"me\" is not a player"),
            ("go far", "\"far\" is not a number of rounds"),
            ("go 0", "\"0\" is not a number of rounds"),
            ("hint now", "\"hint\" takes no arguments; found \"now\""),
            ("m a1", "\"move\" needs two sectors"),
            ("m a1 e5", "\"e5\" is not a sector"),
            ("b a1 x", "\"x\" is not a number of ships"),
            ("b a1 -1", "\"-1\" is not a number of ships"),
            (
                "b a1 5 5",
                "\"build\" takes a sector, as in \"build A1\", or \"build A1 5\" for 5 ships; found also \"5\"",
            ),
            ("end a1", "\"end\" takes no arguments; found \"a1\""),
        ];
        for (line, error) in cases {
            let found = Order::read(line).unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
        let long = Order::read(&"x".repeat(4_000)).unwrap_err().to_string();
        assert!(long.len() < 120, "{long}");
    }

    fn resolved(text: &str, line: &str) -> String {
        let galaxy: Galaxy = line.parse().unwrap();
        match Shorthand::read(text).and_then(|command| command.resolve(&galaxy)) {
            Ok(command) => command.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn abbreviations() {
        let cases = [
            ("m a1 b2 4", "move A1 B2 4"),
            ("M A1 B2", "move A1 B2 12"),
            ("mov a1 b2 all", "move A1 B2 12"),
            ("b a1", "build A1 5"),
            ("b a1 7", "build A1 7"),
            ("c b2", "colonize B2"),
            ("Colonise b2", "colonize B2"),
            ("colonis b2", "colonize B2"),
            ("t b2", "terraform B2"),
            ("x a1 3", "scrap A1 3"),
            ("sc a1 3", "scrap A1 3"),
            ("e", "end"),
            ("x a1", "the income supports 20 ships, and you have 15: none is too many"),
        ];
        for (text, command) in cases {
            assert_eq!(resolved(text, LINE), command);
        }
        let many = LINE.replace("1x15i3", "1x30");
        assert_eq!(resolved("x a1", &many), "scrap A1 10");
        assert!(resolved("b a1", &many).starts_with("the income supports 20 ships, and you have 30; build A1 22"));
        // A blockaded colony builds whatever it can.
        assert_eq!(resolved("b a1", &LINE.replace("1x15i3", "2x9")), "build A1 22");
    }

    #[test]
    fn a_refusal_repeats_what_was_typed() {
        for (typed, full) in [("m b2 a1", "move B2 A1"), ("m a1 d4 5", "move A1 D4 5"), ("x b2", "scrap B2")] {
            assert_eq!(Shorthand::read(typed).unwrap().to_string(), full);
        }
    }

    #[test]
    fn steps() {
        assert_eq!(Step::read("").unwrap(), Step::NextTurn);
        assert_eq!(Step::read("G 12").unwrap(), Step::GoTo(12));
        assert_eq!(Step::read("branch a b.txt").unwrap(), Step::Branch("a b.txt".into()));
        assert!(Step::read("g x").is_err() && Step::read("branch").is_err() && Step::read("n 3").is_err());
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in ".*", word in "[a-z;!?\\[\\] ]{0,8}", rest in "[ -~]{0,16}") {
            let galaxy: Galaxy = LINE.parse().unwrap();
            for line in [line, format!("{word} {rest}"), format!("{rest};{word}")] {
                let _ = Step::read(&line);
                if let Ok(Order::Commands(commands)) = Order::read(&line) {
                    for command in commands {
                        let _ = command.resolve(&galaxy);
                    }
                }
            }
        }

        #[test]
        fn any_command_is_read_or_refused(name in "[mbctxe]", rest in "[a-e0-9 ]{0,12}") {
            let galaxy: Galaxy = LINE.parse().unwrap();
            if let Ok(read) = Shorthand::read(&format!("{name} {rest}")) {
                let _ = read.resolve(&galaxy);
            }
        }
    }
}
