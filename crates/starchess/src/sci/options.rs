//! What `setoption` can set: the player, and the options of all players.

use std::sync::LazyLock;

use players::{DEPTH, Kind, NODES, OptionInfo, OptionKind, Playable, SEED, Settings, THREADS, TIME, Value, unknown};

use super::order::{SciError, Words};
use crate::players::{PlayerSpec, StarChess};
use crate::published::Published;

/// The option that names the player.
const PLAYER: &str = "Player";

/// The value of a choice that is not made.
const NO_CHOICE: &str = "none";

/// The options of all players, each once. Limits are not among them: `go` has its own.
static OPTIONS: LazyLock<Vec<OptionInfo>> = LazyLock::new(|| {
    let mut options: Vec<OptionInfo> = Vec::new();
    for option in StarChess::kinds().iter().flat_map(|kind| kind.options) {
        let is_limit = [DEPTH, NODES, TIME].iter().any(|limit| limit.name == option.name);
        if !is_limit && !options.iter().any(|known| known.name == option.name) {
            options.push(*option);
        }
    }
    options
});

/// All options as the protocol announces them, one per line.
pub(super) fn announcement() -> String {
    let names: Vec<&str> = StarChess::kinds().iter().map(|kind| kind.name).collect();
    let mut text = format!("option name {PLAYER} type combo default {} var {}\n", names[0], names.join(" var "));
    for option in OPTIONS.iter() {
        text += &format!("option name {} type {}\n", option.protocol_name(), announced_type(option));
    }
    text
}

/// All options with what they do, one per line, for help texts.
pub fn options_help() -> String {
    let names: Vec<&str> = StarChess::kinds().iter().map(|kind| kind.name).collect();
    let mut lines = vec![(PLAYER.to_owned(), format!("the player that thinks: {}", names.join(" or ")))];
    lines.extend(OPTIONS.iter().map(|option| (option.protocol_name(), option.about.to_owned())));
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    lines.iter().map(|(name, about)| format!("  {name:<width$}  {about}\n")).collect()
}

fn announced_type(option: &OptionInfo) -> String {
    match option.kind {
        OptionKind::Flag => "check default false".to_owned(),
        OptionKind::Number { min, max, default } => {
            let default = match option.name {
                _ if default.is_some() => default.unwrap_or(min),
                name if name == THREADS.name => Published::THREADS.get() as u64,
                name if name == SEED.name => Options::SEED,
                _ => min,
            };
            format!("spin default {default} min {min} max {max}")
        }
        OptionKind::Time => "string default <empty>".to_owned(),
        OptionKind::Choice(values) => {
            let values = values.iter().map(|&value| if value.is_empty() { NO_CHOICE } else { value });
            let values: Vec<&str> = values.collect();
            format!("combo default {} var {}", values[0], values.join(" var "))
        }
    }
}

/// One option and its new value.
pub(super) enum Setting {
    /// Which player thinks.
    Player(&'static Kind<StarChess>),
    /// An option of a player; `None` takes its value away.
    Option(&'static OptionInfo, Option<Value>),
}

impl Setting {
    /// Reads what follows `setoption`. As in UCI, names and values are not case-sensitive.
    pub(super) fn read(words: &mut Words) -> Result<Self, SciError> {
        words.expect("name")?;
        let column = words.column();
        let Some(name) = words.next() else { return Err(words.unexpected("the name of an option")) };
        if name.eq_ignore_ascii_case(PLAYER) {
            words.expect("value")?;
            let names: Vec<&str> = StarChess::kinds().iter().map(|kind| kind.name).collect();
            return Ok(Self::Player(StarChess::kinds()[words.one_of("player", &names)?]));
        }
        let Some(option) = OPTIONS.iter().find(|option| option.protocol_name().eq_ignore_ascii_case(name)) else {
            let options: Vec<String> = OPTIONS.iter().map(OptionInfo::protocol_name).collect();
            let names: Vec<&str> = std::iter::once(PLAYER).chain(options.iter().map(String::as_str)).collect();
            return Err(SciError::Unknown { column, message: unknown("option", name, &names) });
        };
        words.expect("value")?;
        Ok(Self::Option(option, read_value(option, words)?))
    }
}

fn read_value(option: &OptionInfo, words: &mut Words) -> Result<Option<Value>, SciError> {
    Ok(match option.kind {
        OptionKind::Flag => [None, Some(Value::Given)][words.one_of("value", &["false", "true"])?],
        OptionKind::Number { min, max, .. } => Some(Value::Number(words.number("a number", min, max)?)),
        OptionKind::Time => {
            let column = words.column();
            let Some(word) = words.next() else { return Err(words.unexpected("a time such as 500ms or 2s")) };
            let wrong = |error: players::SpecError| SciError::Unknown { column, message: error.to_string() };
            Some(option.read(word).map_err(wrong)?)
        }
        OptionKind::Choice(values) => {
            let names: Vec<&str> =
                values.iter().map(|&value| if value.is_empty() { NO_CHOICE } else { value }).collect();
            let value = values[words.one_of("value", &names)?];
            (!value.is_empty()).then_some(Value::Choice(value))
        }
    })
}

/// Reads a number of turns to look ahead.
pub(super) fn read_turns(words: &mut Words) -> Result<Value, SciError> {
    Ok(Value::Number(words.number("a number of turns", 0, Published::MAX_TURNS.into())?))
}

/// Which player thinks, and the options of all players.
pub(super) struct Options {
    kind: &'static Kind<StarChess>,
    settings: Settings,
}

impl Options {
    /// The seed of a player that draws, if none is set.
    pub(super) const SEED: u64 = 0;

    /// The first player of the list, and nothing set.
    pub(super) fn new() -> Self {
        Self { kind: StarChess::kinds()[0], settings: Settings::new(&OPTIONS) }
    }

    pub(super) fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Player(kind) => self.kind = kind,
            Setting::Option(option, Some(value)) => self.settings.set(option, value),
            Setting::Option(option, None) => self.settings.unset(option),
        }
    }

    /// The player to think, perhaps with another number of turns to look ahead. Options that it
    /// does not have are ignored.
    pub(super) fn player(&self, turns: Option<Value>) -> PlayerSpec {
        let mut settings = self.settings.clone();
        if let Some(turns) = turns
            && let Some(option) = OPTIONS.iter().find(|option| option.name == crate::published::TURNS.name)
        {
            settings.set(option, turns);
        }
        PlayerSpec::computer(self.kind, &settings)
    }
}
