//! What can be typed in every game.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::{Next, Sitting, TerminalGame};
use crate::autosave::SavedGame;
use crate::console::{Complete, Completions};
use crate::terminal::sentence;

/// A command that every game has.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    Board,
    /// Look at a position this far after the one that is shown, or before it.
    Look(isize),
    Save {
        path: PathBuf,
        replace: bool,
    },
    Load {
        path: PathBuf,
        /// Whether a game that is not saved may be lost.
        discard: bool,
    },
    /// Let the next computer play.
    Step,
    /// Let the computers play on without delays.
    Fast,
    /// The commands, or one of them.
    Help(Option<String>),
    Quit {
        /// Whether a game that is not saved may be lost.
        discard: bool,
    },
}

/// The words of these commands.
pub(crate) const SHARED_WORDS: [&str; 10] =
    ["board", "back", "forward", "save", "load", "step", "fast", "help", "quit", "exit"];

/// A word with more mistakes than this is not recognised.
const MAX_TYPOS: usize = 2;

/// Longer words are not compared with others.
const MAX_WORD: usize = 20;

/// More steps than any game has.
const MAX_STEPS: isize = 1_000_000;

impl Order {
    /// Reads a line; none if it is not one of these commands. The files of the game have this extension.
    fn read(line: &str, extension: &str) -> Result<Option<Self>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        if let Some(by) = read_look(&word, rest)? {
            return Ok(Some(Self::Look(by)));
        }
        let (plain, is_forced) = word.strip_suffix('!').map_or((word.as_str(), false), |plain| (plain, true));
        let order = match plain {
            "save" => Self::Save { path: read_path(&word, rest, extension)?, replace: is_forced },
            "load" => Self::Load { path: read_path(&word, rest, extension)?, discard: is_forced },
            "quit" | "q" | "exit" => Self::Quit { discard: is_forced },
            _ if is_forced => return Ok(None),
            "" | "board" => Self::Board,
            "step" | "s" => Self::Step,
            "fast" => Self::Fast,
            "help" | "?" => Self::Help((!rest.is_empty()).then(|| rest.to_owned())),
            _ => return Ok(None),
        };
        let takes_rest = matches!(order, Self::Save { .. } | Self::Load { .. } | Self::Help(_));
        if !takes_rest && !rest.is_empty() {
            bail!("{word:?} takes no arguments; found {:?}", players::excerpt(rest));
        }
        Ok(Some(order))
    }
}

/// How far to look forward, or back, in the game; none if that is not what a line asks for. Each
/// bracket is a step.
fn read_look(word: &str, rest: &str) -> Result<Option<isize>> {
    let is_only = |bracket: char| word.len() <= MAX_WORD && !word.is_empty() && word.chars().all(|c| c == bracket);
    let step = match word {
        "back" => -1,
        "forward" => 1,
        word if is_only('[') => -(word.len() as isize),
        word if is_only(']') => word.len() as isize,
        _ => return Ok(None),
    };
    let times =
        if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|times| (1..=MAX_STEPS).contains(times)) };
    match times {
        Some(times) => Ok(Some(step * times)),
        None => bail!("{word:?} takes a number of steps; found {:?}", players::excerpt(rest)),
    }
}

/// Reads the name of a file that a command needs.
pub(crate) fn read_path(word: &str, rest: &str, extension: &str) -> Result<PathBuf> {
    if rest.is_empty() {
        bail!("{word:?} needs the name of a file, as in \"{word} game.{extension}\"");
    }
    Ok(storage::expand_home(rest))
}

/// The word that was probably meant by another.
pub(crate) fn meant<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.to_lowercase().chars().take(MAX_WORD).collect();
    let typos = MAX_TYPOS.min(word.chars().count() / 2);
    let near = known.map(|known| (strsim::damerau_levenshtein(known, &word), known));
    near.filter(|(distance, _)| *distance <= typos).min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// Completes names of files where these commands need them, and otherwise what the game does.
pub(super) fn with_files(complete: Complete) -> Complete {
    Box::new(move |text| match text.split_once(char::is_whitespace) {
        Some(("save" | "save!" | "load" | "load!", _)) => Completions::Files,
        _ => complete(text),
    })
}

/// A line of input.
enum Line<O> {
    Shared(Order),
    /// A command of the game's own.
    Game(O),
}

fn read<G: TerminalGame>(line: &str) -> Result<Line<G::Order>> {
    Ok(match Order::read(line, G::File::EXTENSION)? {
        Some(order) => Line::Shared(order),
        None => Line::Game(G::read(line)?),
    })
}

impl<G: TerminalGame> Sitting<'_, G> {
    /// Follows a line of input, and says whether the game goes on.
    pub(super) fn follow(&mut self, line: &str) -> Result<bool> {
        // The keys and the words for the end of a pause.
        let line = match line.trim() {
            "f" if self.game.next() == Next::Computer => "fast",
            "resume" | "continue" if self.game.next() == Next::Computer => "go",
            _ => line,
        };
        match read::<G>(line) {
            Ok(Line::Shared(order)) => return self.carry_out_shared(order),
            Ok(Line::Game(order)) => G::carry_out(self, order)?,
            Err(error) => self.say(sentence(&format!("{error:#}")))?,
        }
        Ok(true)
    }

    fn carry_out_shared(&mut self, order: Order) -> Result<bool> {
        match order {
            Order::Quit { discard } => return self.quit(discard).map(|leaves| !leaves),
            Order::Step => return self.step(),
            Order::Fast => self.skip_ahead()?,
            Order::Board => self.show()?,
            Order::Look(by) => self.look(by)?,
            Order::Save { path, replace } => self.save(path, replace)?,
            Order::Load { path, discard } => self.load(path, discard)?,
            Order::Help(command) => self.help(command.as_deref())?,
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Order> {
        Order::read(line, "pgn").unwrap()
    }

    #[test]
    fn shared_commands_are_read() {
        let cases = [
            ("", Order::Board),
            (" Board ", Order::Board),
            ("[", Order::Look(-1)),
            ("]", Order::Look(1)),
            ("[[[", Order::Look(-3)),
            ("Back 20", Order::Look(-20)),
            ("forward", Order::Look(1)),
            ("?", Order::Help(None)),
            ("help Move", Order::Help(Some("Move".to_owned()))),
            ("save My Game.txt", Order::Save { path: "My Game.txt".into(), replace: false }),
            ("save! g", Order::Save { path: "g".into(), replace: true }),
            ("LOAD! g", Order::Load { path: "g".into(), discard: true }),
            ("s", Order::Step),
            ("q", Order::Quit { discard: false }),
            ("exit!", Order::Quit { discard: true }),
        ];
        for (line, order) in cases {
            assert_eq!(read(line), Some(order), "{line}");
        }
        for line in ["hint", "e4!", "!", "board!", "é4", "[]", "back!"] {
            assert_eq!(read(line), None, "{line}");
        }
        let error = |line: &str| Order::read(line, "pgn").unwrap_err().to_string();
        assert_eq!(error("save"), "\"save\" needs the name of a file, as in \"save game.pgn\"");
        assert_eq!(error("back all"), "\"back\" takes a number of steps; found \"all\"");
        assert_eq!(error("quit now"), "\"quit\" takes no arguments; found \"now\"");
    }

    #[test]
    fn a_mistyped_word_is_recognised() {
        let meant = |word| meant(word, SHARED_WORDS.into_iter());
        assert_eq!([meant("hlep"), meant("BORD"), meant("qiut")], [Some("help"), Some("board"), Some("quit")]);
        assert_eq!([meant("x"), meant(""), meant("castle")], [None; 3]);
    }
}
