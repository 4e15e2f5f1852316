//! What can be set with `setoption`.

use super::error::SciError;
use super::words::Words;
use crate::published::Published;

/// One option and its new value.
#[derive(Clone, Copy)]
pub(super) enum Setting {
    /// Who thinks. So far there is only the published player.
    Player,
    /// How many turns it looks ahead.
    Turns(u32),
    /// Whether it tries all masks for the other players too.
    AllMasks(bool),
    /// Whether it walks the plain tree.
    Plain(bool),
}

/// The options as the protocol announces them, one on each line.
pub(super) fn announced() -> String {
    let Published { turns, all_masks, plain, .. } = Published::default();
    let max = Published::MAX_TURNS;
    format!(
        "option name Player type combo default published var published\n\
         option name Turns type spin default {turns} min 0 max {max}\n\
         option name AllMasks type check default {all_masks}\n\
         option name Plain type check default {plain}\n"
    )
}

impl Setting {
    /// Reads what follows `setoption`. As in UCI, capitals do not matter.
    pub(super) fn read(words: &mut Words) -> Result<Self, SciError> {
        words.expect("name")?;
        let column = words.column();
        let Some(name) = words.next() else { return Err(words.unexpected("the name of an option")) };
        let read: fn(&mut Words) -> Result<Self, SciError> = match name.to_ascii_lowercase().as_str() {
            "player" => player,
            "turns" => |words| Ok(Self::Turns(turns(words)?)),
            "allmasks" => |words| Ok(Self::AllMasks(truth(words)?)),
            "plain" => |words| Ok(Self::Plain(truth(words)?)),
            _ => return Err(SciError::NoSuchOption { column, found: name.to_owned() }),
        };
        words.expect("value")?;
        read(words)
    }

    /// Makes the player so.
    pub(super) fn set(self, player: &mut Published) {
        match self {
            Self::Player => (),
            Self::Turns(turns) => player.turns = turns,
            Self::AllMasks(all_masks) => player.all_masks = all_masks,
            Self::Plain(plain) => player.plain = plain,
        }
    }
}

/// Reads how many turns to look ahead.
pub(super) fn turns(words: &mut Words) -> Result<u32, SciError> {
    let turns = words.number("a number of turns", Published::MAX_TURNS.into())?;
    // It is no larger than the largest, so it fits.
    Ok(turns as u32)
}

fn player(words: &mut Words) -> Result<Setting, SciError> {
    match words.peek() {
        Some(name) if name.eq_ignore_ascii_case("published") => {
            words.next();
            Ok(Setting::Player)
        }
        _ => Err(words.unexpected("published")),
    }
}

fn truth(words: &mut Words) -> Result<bool, SciError> {
    let value = match words.peek() {
        Some(word) if word.eq_ignore_ascii_case("true") => true,
        Some(word) if word.eq_ignore_ascii_case("false") => false,
        _ => return Err(words.unexpected("true or false")),
    };
    words.next();
    Ok(value)
}
