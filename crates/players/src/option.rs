//! The options of a player: what they are called, which values they take, and what was chosen.

use std::fmt;
use std::time::Duration;

use gametree::{Limits, MAX_DEPTH};

use crate::spec::{SpecError, unknown};

/// An option of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in specifications, in kebab case.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// What it does, for help texts.
    pub about: &'static str,
    /// Whether the value alone will do, without the name: `published:3`. One option of a kind at
    /// most.
    pub is_bare: bool,
}

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// It is given or not, and has no value.
    Flag,
    /// A whole number.
    Number {
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
        /// What it is if it is not given; none if that depends on other things.
        default: Option<u64>,
    },
    /// A time such as `500ms` or `2s`.
    Time,
    /// One of several words; by default the first, or nothing if the first is empty.
    Choice(&'static [&'static str]),
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// That of a flag.
    Given,
    /// That of a number.
    Number(u64),
    /// That of a time.
    Time(Duration),
    /// That of a choice.
    Choice(&'static str),
}

const fn number(name: &'static str, min: u64, max: u64, about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Number { min, max, default: None }, about, is_bare: false }
}

/// A limit in plies.
pub const DEPTH: OptionInfo = number("depth", 1, MAX_DEPTH as u64, "plies to look ahead");
/// A limit in positions.
pub const NODES: OptionInfo = number("nodes", 1, u64::MAX, "positions to generate, at most");
/// A limit in time.
pub const TIME: OptionInfo = OptionInfo {
    name: "time",
    kind: OptionKind::Time,
    about: "time to think, in ms or s; the best decision so far counts",
    is_bare: false,
};
/// The number of threads.
pub const THREADS: OptionInfo = number("threads", 1, 256, "threads to think on");
/// Where random choices begin.
pub const SEED: OptionInfo =
    number("seed", 0, u64::MAX, "where random choices begin; the same seed makes the same choices");

impl OptionInfo {
    /// Its name in UCI-like protocols: `AllMasks` for `all-masks`.
    pub fn protocol_name(&self) -> String {
        self.name.split('-').flat_map(|word| [word[..1].to_ascii_uppercase(), word[1..].to_owned()]).collect()
    }

    /// How it is written, for help texts and errors: `turns=0…8`.
    pub fn usage(&self) -> String {
        match self.kind {
            OptionKind::Flag => self.name.to_owned(),
            OptionKind::Number { .. } => format!("{}=N", self.name),
            OptionKind::Time => format!("{}=TIME", self.name),
            OptionKind::Choice(values) => {
                let values: Vec<_> = values.iter().copied().filter(|value| !value.is_empty()).collect();
                format!("{}={}", self.name, values.join("|"))
            }
        }
    }

    /// Reads a value.
    pub fn read(&self, text: &str) -> Result<Value, SpecError> {
        let wrong = |expected: String| SpecError::Value { option: self.name, found: text.to_owned(), expected };
        match self.kind {
            OptionKind::Flag => Err(wrong(format!("{} without a value", self.name))),
            OptionKind::Number { min, max, .. } => {
                let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                let number = digits.and_then(|text| text.parse().ok()).filter(|number| (min..=max).contains(number));
                let range = if max == u64::MAX { format!("from {min}") } else { format!("from {min} to {max}") };
                number.map(Value::Number).ok_or_else(|| wrong(format!("a whole number {range}")))
            }
            OptionKind::Time => {
                read_time(text).map(Value::Time).ok_or_else(|| wrong("a time such as 500ms or 2s".into()))
            }
            OptionKind::Choice(values) => {
                let names: Vec<_> = values.iter().copied().filter(|value| !value.is_empty()).collect();
                match names.iter().find(|&&value| value == text) {
                    Some(value) => Ok(Value::Choice(value)),
                    None => Err(SpecError::Unknown(unknown(&format!("value of {}", self.name), text, &names))),
                }
            }
        }
    }
}

/// Reads a time such as `500ms` or `2s`; none if it is not one, or zero.
pub fn read_time(text: &str) -> Option<Duration> {
    let time = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => Duration::from_millis(number.parse().ok()?),
        (None, Some(number)) => Duration::from_secs(number.parse().ok()?),
        (None, None) => return None,
    };
    (!time.is_zero()).then_some(time)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Given => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Time(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
            Self::Choice(value) => f.write_str(value),
        }
    }
}

/// The options that a specification gives, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// All options that could be given.
    options: &'static [OptionInfo],
    /// What was given, in the same order.
    values: Vec<Option<Value>>,
}

impl Settings {
    /// Nothing is given.
    pub fn new(options: &'static [OptionInfo]) -> Self {
        Self { options, values: vec![None; options.len()] }
    }

    /// The value of an option, if it is given.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.values[self.position(name)?]
    }

    /// Gives an option a value.
    ///
    /// # Panics
    ///
    /// If there is no such option: the name must come from the list.
    pub fn set(&mut self, option: &OptionInfo, value: Value) {
        let position = self.position(option.name);
        let position = position.unwrap_or_else(|| panic!("there is no option {}", option.name));
        self.values[position] = Some(value);
    }

    /// Takes the value of an option away, if it has one.
    pub fn unset(&mut self, option: &OptionInfo) {
        if let Some(position) = self.position(option.name) {
            self.values[position] = None;
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|option| option.name == name)
    }

    /// Whether an option could be given.
    pub fn knows(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The value of a number, if it is given.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The value of a choice, if it is given.
    pub fn choice(&self, name: &str) -> Option<&'static str> {
        match self.get(name) {
            Some(Value::Choice(value)) => Some(value),
            _ => None,
        }
    }

    /// The value of a time, if it is given.
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.get(name) {
            Some(Value::Time(time)) => Some(time),
            _ => None,
        }
    }

    /// The limits that are given: depth, nodes and time.
    pub fn limits(&self) -> Limits {
        let depth = self.number(DEPTH.name).map_or(MAX_DEPTH, |depth| depth as u32);
        let mut limits = Limits::depth(depth);
        limits.nodes = self.number(NODES.name);
        limits.time = self.time(TIME.name);
        limits
    }

    /// What is given, in the order of the options.
    pub fn given(&self) -> impl Iterator<Item = (&'static OptionInfo, Value)> {
        self.options.iter().zip(&self.values).filter_map(|(option, value)| Some((option, (*value)?)))
    }

    /// Reads one part of a specification: `name=value`, a flag, or a bare value.
    pub(crate) fn read(&mut self, player: &'static str, text: &str) -> Result<(), SpecError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let options = self.options;
        let named = options.iter().find(|option| option.name == name);
        let (option, value) = match (named, value) {
            (Some(option), Some(value)) => (option, option.read(value)?),
            (Some(option), None) if option.kind == OptionKind::Flag => (option, Value::Given),
            (Some(option), None) => {
                return Err(SpecError::NoValue { option: option.name, usage: option.usage() });
            }
            // A bare value begins with a digit, so that a misspelt name is not taken for one.
            (None, None) if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                match options.iter().find(|option| option.is_bare) {
                    Some(option) => (option, option.read(text)?),
                    None => return Err(SpecError::unknown_option(player, text, options)),
                }
            }
            (None, _) => return Err(SpecError::unknown_option(player, name, options)),
        };
        if self.has(option.name) {
            return Err(SpecError::Twice(option.name));
        }
        self.set(option, value);
        Ok(())
    }
}

impl fmt::Display for Settings {
    /// What is given, with commas between.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (option, value)) in self.given().enumerate() {
            f.write_str(if i == 0 { "" } else { "," })?;
            match value {
                Value::Given => f.write_str(option.name)?,
                value => write!(f, "{}={value}", option.name)?,
            }
        }
        Ok(())
    }
}
