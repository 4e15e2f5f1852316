//! How a player is written: `human`, `NAME:option,option=value`, or `sci:PROGRAM ARGUMENTS`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::decision::{Fault, Playable};
use crate::excerpt::is_invisible;
use crate::kind::{Built, Kind, Setup, draw_seed};
use crate::option::{OptionInfo, SEED, Settings, TIME, Value};
use crate::program::ProgramSpec;

const HUMAN: &str = "human";

/// What a program that nobody has seated here begins with in saved games: it stays unstarted when such
/// a game is continued.
const UNSTARTED: &str = "unstarted:";

/// Who decides for one side of a game.
///
/// It is read with [`FromStr`] and written with `Display`. What is written is read back as the same,
/// from files with [`from_saved`](Self::from_saved).
pub enum PlayerSpec<G: Playable> {
    /// A person.
    Human,
    /// A computer player of ours.
    Computer {
        /// Which.
        kind: &'static Kind<G>,
        /// With which options and limits.
        settings: Settings,
    },
    /// A program that speaks a protocol of the game.
    Program(ProgramSpec<G>),
    /// A program that a file names. The file may come from somebody else, so it does not start before
    /// a user has seated it.
    Unstarted(ProgramSpec<G>),
    /// A name from a saved game that means nothing here: a newer player, or a program's short name.
    /// It is kept, so that the game can be shown and saved again, but it cannot play.
    Unknown(String),
}

/// Why a text does not describe a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum SpecError {
    /// There is no such player, option or value.
    #[error("{0}")]
    Unknown(String),
    /// A value does not fit its option.
    #[error("{option}={found}: expected {expected}")]
    Value { option: &'static str, found: String, expected: String },
    /// An option needs a value.
    #[error("{option} needs a value: {usage}")]
    NoValue { option: &'static str, usage: String },
    /// An option is given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// The player takes no options.
    #[error("{player} takes no options, but {found:?} is given")]
    NoOptions { player: &'static str, found: String },
    /// There is no program.
    #[error("{0:?} names no program: write {0}PROGRAM ARGUMENTS")]
    NoProgram(String),
    /// There is nothing before the `=`.
    #[error("{0:?} has no name before the =")]
    NoName(String),
    /// A quotation mark is missing.
    #[error("{0:?} has an opening quotation mark without a closing one")]
    Quotes(String),
    /// A terminal would obey some of the characters.
    #[error("{0:?} has control characters in it")]
    Control(String),
    /// A program's option is not one.
    #[error("{0:?} after :: is not of the form Option=Value")]
    ProgramOption(String),
}

impl SpecError {
    pub(crate) fn unknown_option(player: &'static str, found: &str, options: &[OptionInfo]) -> Self {
        if options.is_empty() {
            return Self::NoOptions { player, found: found.to_owned() };
        }
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        Self::Unknown(unknown(&format!("option of {player}"), found, &names))
    }
}

/// A longer list of names hides what it says beside a name that was probably meant.
const MAX_LIST: usize = 200;

/// Says that `found` is unknown, which name was probably meant, and which names there are.
///
/// ```
/// let names = ["human", "published", "random"];
/// assert_eq!(
///     players::unknown("player", "pubished", &names),
///     "unknown player \"pubished\"; did you mean published? (expected human, published or random)"
/// );
/// assert_eq!(players::unknown("player", "bob", &["human"]), "unknown player \"bob\"; expected human");
/// ```
pub fn unknown(what: &str, found: &str, names: &[&str]) -> String {
    let found: String = found.chars().take(60).collect();
    let nearest = names.iter().min_by_key(|known| strsim::damerau_levenshtein(&found, known));
    // As many slips as are likely in a word of this length.
    let slips = 1 + found.chars().count() / 4;
    let meant = nearest.filter(|known| strsim::damerau_levenshtein(&found, known) <= slips);
    let expected = match names {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    };
    match meant {
        Some(meant) if expected.len() > MAX_LIST => format!("unknown {what} {found:?}; did you mean {meant}?"),
        Some(meant) => format!("unknown {what} {found:?}; did you mean {meant}? (expected {expected})"),
        None => format!("unknown {what} {found:?}; expected {expected}"),
    }
}

impl<G: Playable> PlayerSpec<G> {
    /// A specification as a saved game has it: what cannot be read is kept as
    /// [`Unknown`](Self::Unknown).
    pub fn from_saved(text: &str) -> Self {
        // Files may replace such characters by spaces, and a name must not mean more by that.
        let text = text.replace(is_invisible, " ");
        let spec = match text.trim().strip_prefix(UNSTARTED) {
            Some(program) => program.parse().ok().and_then(|spec: Self| spec.unstarted()),
            None => text.parse().ok(),
        };
        spec.unwrap_or(Self::Unknown(text))
    }

    /// The same program, not to be started before a user has seated it; none if this is no program.
    pub fn unstarted(&self) -> Option<Self> {
        match self {
            Self::Program(program) | Self::Unstarted(program) => Some(Self::Unstarted(program.clone())),
            Self::Human | Self::Computer { .. } | Self::Unknown(_) => None,
        }
    }

    /// A computer player of ours with the options of `settings` that it has.
    pub fn computer(kind: &'static Kind<G>, settings: &Settings) -> Self {
        let mut own = Settings::new(kind.options);
        for (option, value) in settings.given() {
            if own.knows(option.name) {
                own.set(option, value);
            }
        }
        (kind.complete)(&mut own);
        Self::Computer { kind, settings: own }
    }

    /// Whether a person decides.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Whether it is a computer player or a program, which can be built.
    pub fn is_computer(&self) -> bool {
        matches!(self, Self::Computer { .. } | Self::Program(_))
    }

    /// What it is called in results: the short name of a program that has one, or else the whole
    /// specification.
    pub fn name(&self) -> String {
        match self {
            Self::Program(program) | Self::Unstarted(program) => program.name(),
            other => other.to_string(),
        }
    }

    /// Whether it always plays the same from the same start, so that playing from there twice shows
    /// nothing new.
    pub fn is_deterministic(&self) -> bool {
        match self {
            Self::Computer { kind, settings } => {
                let draws = settings.knows(SEED.name) && !settings.has(SEED.name);
                kind.is_deterministic && !draws && !settings.has(TIME.name)
            }
            Self::Human | Self::Program(_) | Self::Unstarted(_) | Self::Unknown(_) => false,
        }
    }

    /// The same player with a seed, drawn by chance if it needs one and has none. So its
    /// specification tells how to have the same game again.
    pub fn with_drawn_seed(mut self) -> Self {
        if let Self::Computer { settings, .. } = &mut self
            && settings.knows(SEED.name)
            && !settings.has(SEED.name)
        {
            settings.set(&SEED, Value::Number(draw_seed()));
        }
        self
    }

    /// Builds the player. A person, or a name that means nothing here, cannot be built.
    pub fn build(&self, setup: &Setup) -> Built<G> {
        match self {
            Self::Human => Err(Fault::Start("a human is not a computer player".to_owned())),
            Self::Unknown(name) => Err(Fault::Start(Self::unknown_player(name, &[HUMAN]))),
            Self::Computer { kind, settings } => (kind.build)(settings, setup),
            Self::Program(program) => program.start(setup),
            Self::Unstarted(program) => {
                Err(Fault::Start(format!("{program} is named by a file, and nobody here has seated it")))
            }
        }
    }

    /// Reads a player where only computers play: an error does not propose a human.
    pub fn read_computer(text: &str) -> Result<Self, SpecError> {
        let name = text.trim().split(':').next().unwrap_or_default();
        let is_known = name == HUMAN || G::kinds().iter().any(|kind| kind.name == name);
        text.parse().map_err(|error| match error {
            SpecError::Unknown(_) if !is_known => SpecError::Unknown(Self::unknown_player(name, &[])),
            error => error,
        })
    }

    fn unknown_player(name: &str, others: &[&'static str]) -> String {
        let programs: Vec<String> =
            G::protocols().iter().map(|protocol| format!("{}:PROGRAM", protocol.name)).collect();
        let names: Vec<&str> = others
            .iter()
            .copied()
            .chain(G::kinds().iter().map(|kind| kind.name))
            .chain(programs.iter().map(String::as_str))
            .collect();
        unknown("player", name, &names)
    }
}

impl<G: Playable> FromStr for PlayerSpec<G> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if text.contains(is_invisible) {
            return Err(SpecError::Control(text.to_owned()));
        }
        if let Some(program) = ProgramSpec::read(text) {
            return Ok(Self::Program(program?));
        }
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        if name == HUMAN {
            return match options {
                None => Ok(Self::Human),
                Some(found) => Err(SpecError::NoOptions { player: HUMAN, found: found.to_owned() }),
            };
        }
        let Some(kind) = G::kinds().iter().find(|kind| kind.name == name) else {
            return Err(SpecError::Unknown(Self::unknown_player(name, &[HUMAN])));
        };
        let mut settings = Settings::new(kind.options);
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            settings.read(kind.name, option.trim())?;
        }
        (kind.complete)(&mut settings);
        Ok(Self::Computer { kind, settings })
    }
}

impl<G: Playable> fmt::Display for PlayerSpec<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Human => f.write_str(HUMAN),
            Self::Computer { kind, settings } => match settings.to_string().as_str() {
                "" => f.write_str(kind.name),
                settings => write!(f, "{}:{settings}", kind.name),
            },
            Self::Program(program) => program.fmt(f),
            Self::Unstarted(program) => write!(f, "{UNSTARTED}{program}"),
            Self::Unknown(name) => f.write_str(name),
        }
    }
}

// Not derived: the game itself need not be any of these.
impl<G: Playable> Clone for PlayerSpec<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Human => Self::Human,
            Self::Computer { kind, settings } => Self::Computer { kind, settings: settings.clone() },
            Self::Program(program) => Self::Program(program.clone()),
            Self::Unstarted(program) => Self::Unstarted(program.clone()),
            Self::Unknown(name) => Self::Unknown(name.clone()),
        }
    }
}

impl<G: Playable> fmt::Debug for PlayerSpec<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "PlayerSpec({self})")
    }
}

impl<G: Playable> PartialEq for PlayerSpec<G> {
    /// Two specifications are equal if they are written alike.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.to_string() == other.to_string()
    }
}

impl<G: Playable> Eq for PlayerSpec<G> {}
