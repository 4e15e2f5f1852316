//! What a human can type in a game.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use starchess::{Command, Player, PlayerSpec};

use super::shorthand::{Shorthand, command_name};

/// What a human wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Commands(Vec<Shorthand>),
    Undo,
    /// Whether all agree.
    UndoTurn(bool),
    Redo,
    Hint,
    Finish,
    Explain,
    Board,
    Idle,
    Save {
        path: PathBuf,
        replace: bool,
    },
    Load {
        path: PathBuf,
        drop: bool,
    },
    Seat(Player, PlayerSpec),
    Seats,
    History,
    Go,
    Help,
    Rules,
    Quit,
}

/// All words but those of the game's commands.
const WORDS: [&str; 17] = [
    "undo", "redo", "hint", "finish", "explain", "why", "board", "idle", "save", "load", "seat", "seats", "moves",
    "history", "go", "help", "rules",
];

/// More words than one may mistype.
const NEAR: usize = 2;

impl Order {
    /// Reads a line.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        // The only key of which the large form means something else.
        let word = if word == "Z" { "redo".to_owned() } else { word.to_ascii_lowercase() };
        let order = match word.as_str() {
            "undo" | "u" | "z" if rest.eq_ignore_ascii_case("turn") => return Ok(Self::UndoTurn(false)),
            "undo" | "u" | "z" if rest.eq_ignore_ascii_case("turn!") => return Ok(Self::UndoTurn(true)),
            "undo" | "u" | "z" => Self::Undo,
            "redo" | "r" => Self::Redo,
            "hint" | "h" => Self::Hint,
            "finish" | "a" | "f" => Self::Finish,
            "explain" | "why" | "w" => Self::Explain,
            "" | "board" => Self::Board,
            "idle" | "n" => Self::Idle,
            "save" | "save!" => {
                let path = path(&word, rest)?;
                return Ok(Self::Save { path, replace: word == "save!" });
            }
            "load" | "load!" => {
                let path = path(&word, rest)?;
                return Ok(Self::Load { path, drop: word == "load!" });
            }
            "seat" => return seat(rest),
            "seats" => Self::Seats,
            "moves" | "history" => Self::History,
            "go" => Self::Go,
            "help" | "?" => Self::Help,
            "rules" => Self::Rules,
            "quit" | "q" | "exit" => Self::Quit,
            _ => return commands(line),
        };
        if rest.is_empty() { Ok(order) } else { bail!("{rest:?} is too much: {word} stands alone") }
    }
}

fn path(word: &str, rest: &str) -> Result<PathBuf> {
    if rest.is_empty() { bail!("{word} needs the name of a file") } else { Ok(rest.into()) }
}

fn seat(rest: &str) -> Result<Order> {
    let (number, control) = rest
        .split_once(char::is_whitespace)
        .context("seat needs a player and who decides for it, as in seat 2 human")?;
    let player = number.parse().ok().and_then(Player::from_number);
    let player = player.with_context(|| format!("{number:?} is not the number of a player from 1 to 4"))?;
    Ok(Order::Seat(player, control.trim().parse()?))
}

/// Reads commands of the game joined by `;`. One that cannot be read spoils all: nothing is done by halves.
fn commands(line: &str) -> Result<Order> {
    let first = line.split([' ', '\t', ';']).next().unwrap_or_default();
    if command_name(first).is_none() {
        let word = first.to_ascii_lowercase();
        let near = WORDS
            .into_iter()
            .chain(["move", "build", "colonize", "terraform", "scrap", "end", "quit"])
            .map(|known| (strsim::damerau_levenshtein(known, &word), known))
            .min()
            .filter(|&(distance, known)| distance <= NEAR && distance < known.len() - 1);
        let guess = near.map_or_else(String::new, |(_, known)| format!(" Did you mean {known}?"));
        bail!("There is no command {first:?}.{guess} Type help to see what you can do");
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
    // What comes after the end would be the next player's.
    match commands.iter().position(|&command| command == Shorthand::Whole(Command::EndTurn)) {
        Some(end) if end + 1 < commands.len() => bail!("command {}: nothing can follow the end of the turn", end + 2),
        _ => Ok(Order::Commands(commands)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use starchess::{Published, Sector};

    use super::*;

    #[test]
    fn orders() {
        let end = Shorthand::Whole(Command::EndTurn);
        let published = PlayerSpec::from(Published { turns: 3, ..Published::default() });
        let cases = [
            ("e", Order::Commands(vec![end])),
            ("x a1 3; E ;", Order::Commands(vec![Shorthand::Scrap(Sector::A1, Some(3)), end])),
            ("u", Order::Undo),
            ("undo Turn", Order::UndoTurn(false)),
            ("u turn!", Order::UndoTurn(true)),
            ("z", Order::Undo),
            ("Z", Order::Redo),
            ("a", Order::Finish),
            ("H", Order::Hint),
            ("?", Order::Help),
            ("", Order::Board),
            ("save My Game.txt", Order::Save { path: "My Game.txt".into(), replace: false }),
            ("save! g", Order::Save { path: "g".into(), replace: true }),
            ("seat 2 published:3", Order::Seat(Player::TWO, published)),
            ("seat  4  human", Order::Seat(Player::FOUR, PlayerSpec::Human)),
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
            ("m a1 b2; undo", "command 2: \"undo\" is no command of the game"),
            ("m a1 b2;;e", "command 2: there is nothing between two semicolons"),
            ("e; m a1 b2", "command 2: nothing can follow the end of the turn"),
            ("seat 5 human", "\"5\" is not the number of a player"),
            ("seat 2 bob", "unknown player \"bob\""),
            ("seat 2", "seat needs a player"),
            ("save", "save needs the name of a file"),
            ("hint now", "\"now\" is too much: hint stands alone"),
        ];
        for (line, error) in cases {
            let found = Order::read(line).unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in ".*", word in "[a-z;!? ]{0,8}", rest in "[ -~]{0,16}") {
            let _ = Order::read(&line);
            let _ = Order::read(&format!("{word} {rest}"));
            let _ = Order::read(&format!("{rest};{word}"));
        }
    }
}
