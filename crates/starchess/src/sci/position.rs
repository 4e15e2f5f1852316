//! The position that the orders are about.

use super::error::SciError;
use super::words::Words;
use crate::command::read_commands;
use crate::galaxy::Galaxy;
use crate::start::Start;

/// The seed of a galaxy for which none is given.
const SEED: u64 = 1;

/// The position before any other is set.
pub(super) fn first() -> Galaxy {
    Galaxy::start(Start::Random(SEED))
}

/// Reads what follows `position`: a start or a position, and perhaps commands that lead on from there.
pub(super) fn read(words: &mut Words) -> Result<Galaxy, SciError> {
    let mut galaxy = if words.takes("start") { start(words)? } else { position(words)? };
    if words.takes("commands") {
        let list = read_commands(words.rest()).map_err(|error| SciError::notation(words.column(), error))?;
        for (i, command) in list.into_iter().enumerate() {
            let refused = |reason| SciError::ForbiddenInList { number: i + 1, command, reason };
            galaxy.apply(command).map_err(refused)?;
        }
        // The list was the rest of the line.
        while words.next().is_some() {}
    }
    Ok(galaxy)
}

fn start(words: &mut Words) -> Result<Galaxy, SciError> {
    let kind: fn(u64) -> Start = match words.peek() {
        Some("random") => Start::Random,
        Some("symmetric") => Start::Symmetric,
        // The table allows a seed for every kind; these two are the same for all seeds.
        Some("barren") => |_| Start::Barren,
        Some("terran") => |_| Start::Terran,
        _ => return Err(words.unexpected("random, barren, terran or symmetric")),
    };
    words.next();
    let seed = match words.peek() {
        None | Some("commands") => SEED,
        Some(_) => words.number("a seed", u64::MAX)?,
    };
    if !matches!(words.peek(), None | Some("commands")) {
        return Err(words.unexpected("commands or the end of the line"));
    }
    Ok(Galaxy::start(kind(seed)))
}

fn position(words: &mut Words) -> Result<Galaxy, SciError> {
    let (column, text) = (words.column(), words.rest());
    while words.peek().is_some_and(|word| word != "commands") {
        words.next();
    }
    let text = &text[..text.len() - words.rest().len()];
    text.parse().map_err(|error| SciError::notation(column, error))
}
