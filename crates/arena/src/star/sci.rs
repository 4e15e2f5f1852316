//! Programs that speak the engine protocol of Star Chess.

use std::time::Instant;

use starchess::{Command, NotationError, read_commands};
use thiserror::Error;

use super::rules::{StarGame, StarRules};
use crate::player::{Clock, Entrant, Player, Thought};
use players::Fault;
use players::excerpt;
use players::process::Process;

/// Nobody looks at more in one turn. Sums of such figures stay numbers, whatever a program says.
const MOST_NODES: u64 = 1_000_000_000_000;

/// A program that speaks sci, written `PROGRAM ARGUMENTS` and, if wanted, ` :: Option=Value, Option=Value`.
///
/// Every seat of every game has a process of its own, so that no game depends on those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SciEntrant {
    name: String,
    command: Vec<String>,
    options: Vec<(String, String)>,
}

/// Why a text does not name a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SciError {
    /// There is nothing.
    #[error("no program is named")]
    NoProgram,
    /// A quotation mark is missing.
    #[error("{0:?} has a quotation mark without its partner")]
    Quotes(String),
    /// Not an option.
    #[error("{0:?} is not of the form Option=Value")]
    Option(String),
}

impl SciEntrant {
    /// Reads how the program is started, and which options it is given.
    pub fn new(name: &str, text: &str) -> Result<Self, SciError> {
        let (command, options) = text.split_once(" :: ").unwrap_or((text, ""));
        let command = words(command)?;
        if command.is_empty() {
            return Err(SciError::NoProgram);
        }
        let options = options.split(',').map(str::trim).filter(|option| !option.is_empty());
        let option = |text: &str| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(SciError::Option(text.to_owned())),
        };
        let options = options.map(option).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), command, options })
    }
}

/// Words with spaces between them; a word in quotation marks may have spaces in it.
fn words(text: &str) -> Result<Vec<String>, SciError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open: Option<char> = None;
    for c in text.chars() {
        match (c, open) {
            (c, Some(mark)) if c == mark => open = None,
            ('"' | '\'', None) => {
                open = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if open.is_some() {
        return Err(SciError::Quotes(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

impl Entrant<StarRules> for SciEntrant {
    fn name(&self) -> &str {
        &self.name
    }

    /// Nobody knows, so it may play the same start again.
    fn is_deterministic(&self) -> bool {
        false
    }

    fn sit(&self, _seat: usize, seed: u64, clock: &Clock) -> Result<Box<dyn Player<StarRules> + '_>, Fault> {
        let mut process = Process::start(&self.command)?;
        let (stop, deadline) = (&clock.stop, Instant::now() + clock.patience);
        let hangs = || Fault::Hangs(clock.patience);
        process.send("sci");
        let mut has_seed = false;
        process.wait_for(deadline, stop, &hangs, |line| {
            has_seed |= after(line, "option").is_some_and(|option| option.starts_with("name Seed "));
            Ok((line == "sciok").then_some(()))
        })?;
        // So that what it draws is another in every game, and the same when the game is played again.
        if has_seed && !self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed")) {
            process.send(&format!("setoption name Seed value {}", seed & u64::from(u32::MAX)));
        }
        for (name, value) in &self.options {
            process.send(&format!("setoption name {name} value {value}"));
        }
        process.send("isready");
        process.wait_for(deadline, stop, &hangs, ready)?;
        Ok(Box::new(SciPlayer { process }))
    }
}

/// Until it is ready, an error is an answer to what it was told before.
fn ready(line: &str) -> Result<Option<()>, Fault> {
    match after(line, "error") {
        Some(_) => Err(Fault::Protocol(excerpt(line))),
        None => Ok((line == "readyok").then_some(())),
    }
}

/// A program that sits at a seat.
struct SciPlayer {
    process: Process,
}

impl Player<StarRules> for SciPlayer {
    fn turn(&mut self, game: &StarGame, clock: &Clock) -> Result<Thought<Vec<Command>>, Fault> {
        let deadline = Instant::now() + clock.limit();
        let late = || clock.fault();
        let limit = clock.time.map_or_else(String::new, |time| format!(" movetime {}", time.as_millis()));
        // Whatever it says before `readyok` belongs to an earlier turn.
        self.process.discard_output();
        self.process.send(&format!("isready\nposition {}\ngo{limit}", game.galaxy()));
        let (mut nodes, mut evaluations, mut is_ready) = (0, 0, false);
        let text = self.process.wait_for(deadline, &clock.stop, &late, |line| {
            if !is_ready {
                is_ready = line == "readyok";
                return Ok(None);
            }
            if let Some(info) = after(line, "info") {
                nodes = figure(info, "generated").unwrap_or(nodes);
                evaluations = figure(info, "evaluated").unwrap_or(evaluations);
            }
            if after(line, "error").is_some() {
                return Err(Fault::Protocol(excerpt(line)));
            }
            Ok(after(line, "bestturn").map(str::to_owned))
        })?;
        let unread = |error: NotationError| {
            Fault::Protocol(format!("bestturn {}: {}", excerpt(&text), excerpt(&error.to_string())))
        };
        let turn = read_commands(&text).map_err(unread)?;
        Ok(Thought { turn, nodes, evaluations })
    }
}

impl Drop for SciPlayer {
    fn drop(&mut self) {
        self.process.quit("quit");
    }
}

/// What follows the first word of a line, if that is the word.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
}

/// The number behind a word.
fn figure(info: &str, name: &str) -> Option<u64> {
    let mut words = info.split_ascii_whitespace();
    words.find(|&word| word == name)?;
    words.next()?.parse().ok().map(|figure: u64| figure.min(MOST_NODES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_written_with_arguments_and_options() {
        let bot = SciEntrant::new("bot", "python3 'my bot.py' --level \"\" 3 :: Turns=3, AllMasks = true").unwrap();
        assert_eq!(bot.command, ["python3", "my bot.py", "--level", "", "3"]);
        assert_eq!(bot.options, [("Turns".into(), "3".into()), ("AllMasks".into(), "true".into())]);
    }

    #[test]
    fn what_names_no_program_is_refused() {
        let refused = |text| SciEntrant::new("bot", text).unwrap_err();
        assert_eq!(refused(" "), SciError::NoProgram);
        assert_eq!(refused("it's me"), SciError::Quotes("it's me".to_owned()));
        assert_eq!(refused("bot :: Turns"), SciError::Option("Turns".to_owned()));
    }

    #[test]
    fn figures_are_found_behind_their_names() {
        let info = "turns 2 score 1 2 3 4 generated 70 evaluated x time 3";
        assert_eq!((figure(info, "generated"), figure(info, "evaluated")), (Some(70), None));
        assert_eq!(figure("generated 18446744073709551615", "generated"), Some(MOST_NODES));
    }

    #[test]
    fn lines_are_known_by_their_first_word() {
        assert_eq!(after("bestturn\tend", "bestturn"), Some("end"));
        assert_eq!(after("bestturn", "bestturn"), Some(""));
        assert_eq!(after("bestturns end", "bestturn"), None);
    }
}
