//! The options of the engine over UCI: `setoption`, and what `uci` says about them.

use std::time::Duration;

use crate::engine::{ELO_RANGE, Evaluation, MAX_HASH, Options, check_hash, most_threads};
use crate::rules::MAX_MOVES;

/// The most threads.
const MAX_THREADS: usize = 256;
/// The most best lines.
const MAX_LINES: usize = MAX_MOVES;
/// The time that passes between an answer and the GUI's clock, in milliseconds.
const OVERHEAD: u64 = 10;
/// The largest overhead.
const MAX_OVERHEAD: usize = 10_000;
/// The rating to play at when the strength is limited.
const DEFAULT_ELO: u32 = 1_500;
/// The highest skill level: full strength.
const MAX_SKILL: u32 = 20;

const OPTIONS: [&str; 11] = [
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move Overhead",
    "UCI_Chess960",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Skill Level",
    "EvalFile",
    "Clear Hash",
];

/// What can be set with `setoption`.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) engine: Options,
    pub(super) overhead: Duration,
    pub(super) is_chess960: bool,
    /// Whether `elo` counts.
    is_limited: bool,
    elo: u32,
    /// From 0 to [`MAX_SKILL`], which is full strength.
    skill: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: Options::default(),
            overhead: Duration::from_millis(OVERHEAD),
            is_chess960: false,
            is_limited: false,
            elo: DEFAULT_ELO,
            skill: MAX_SKILL,
        }
    }
}

/// What follows from `setoption`.
pub(super) enum Change {
    /// The engine has new options; the user is told the note.
    Engine {
        /// Why it is not quite what was asked for.
        note: Option<String>,
    },
    /// The table is to be emptied.
    ClearHash,
}

impl Settings {
    /// Changes an option, given the words after `setoption`.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<Change, String> {
        let value_at = words.iter().position(|&word| word == "value");
        let (name, value) = words.split_at(value_at.unwrap_or(words.len()));
        let ["name", name @ ..] = name else { return Err("setoption: expected name NAME value VALUE".to_owned()) };
        let (name, value) = (name.join(" "), value.get(1..).unwrap_or_default().join(" "));
        let known = OPTIONS.into_iter().find(|known| known.eq_ignore_ascii_case(&name));
        let name = known.ok_or_else(|| players::unknown("option", &name, &OPTIONS))?;
        let number = |min: usize, max: usize| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("setoption {name}: {value:?} is not a whole number from {min} to {max}"))
        };
        let truth = || match value.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("setoption {name}: {value:?} is not true or false")),
        };
        let mut note = None;
        match name {
            "Hash" => {
                let hash = number(1, MAX_HASH)?;
                check_hash(hash, self.engine.hash).map_err(|reason| format!("setoption Hash: {reason}"))?;
                self.engine.hash = hash;
            }
            "Threads" => {
                let (threads, most) = (number(1, MAX_THREADS)?, most_threads());
                self.engine.threads = threads.min(most);
                note = (threads > most).then(|| {
                    format!("setoption Threads: {most} of {threads} are used, the most for the cores of this machine")
                });
            }
            "MultiPV" => self.engine.multi_pv = number(1, MAX_LINES)?,
            "Move Overhead" => self.overhead = Duration::from_millis(number(0, MAX_OVERHEAD)? as u64),
            "UCI_Chess960" => self.is_chess960 = truth()?,
            "UCI_LimitStrength" => self.is_limited = truth()?,
            "UCI_Elo" => self.elo = number(ELO_RANGE[0] as usize, ELO_RANGE[1] as usize)? as u32,
            "Skill Level" => self.skill = number(0, MAX_SKILL as usize)? as u32,
            "EvalFile" => {
                let evaluation = Evaluation::read(&value).map_err(|error| format!("setoption EvalFile: {error}"))?;
                self.engine.evaluation = evaluation;
            }
            "Clear Hash" => return Ok(Change::ClearHash),
            // There is nothing to do: the GUI says so with go ponder.
            _ => {
                truth()?;
            }
        }
        self.engine.elo = match self.skill {
            _ if self.is_limited => Some(self.elo),
            MAX_SKILL => None,
            skill => Some(ELO_RANGE[0] + (ELO_RANGE[1] - ELO_RANGE[0]) * skill / (MAX_SKILL - 1)),
        };
        Ok(Change::Engine { note })
    }
}

/// The answer to `uci`.
pub(super) fn introduction() -> String {
    let (version, authors) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_AUTHORS"));
    let Options { hash, threads, multi_pv, .. } = Options::default();
    let [min, max] = ELO_RANGE;
    format!(
        "id name Star Chess {version}\nid author {authors}\n\
         option name Hash type spin default {hash} min 1 max {MAX_HASH}\n\
         option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
         option name MultiPV type spin default {multi_pv} min 1 max {MAX_LINES}\n\
         option name Ponder type check default false\n\
         option name Move Overhead type spin default {OVERHEAD} min 0 max {MAX_OVERHEAD}\n\
         option name UCI_Chess960 type check default false\n\
         option name UCI_LimitStrength type check default false\n\
         option name UCI_Elo type spin default {DEFAULT_ELO} min {min} max {max}\n\
         option name Skill Level type spin default {MAX_SKILL} min 0 max {MAX_SKILL}\n\
         option name EvalFile type string default <empty>\n\
         option name Clear Hash type button\nuciok\n"
    )
}
