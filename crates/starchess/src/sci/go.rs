//! How long to think.

use std::time::Duration;

use gametree::Limits;

use super::error::SciError;
use super::options;
use super::words::Words;

/// What follows `go`.
#[derive(Clone, Default)]
pub(super) struct Go {
    /// How many turns to look ahead, if not as many as the option says.
    pub(super) turns: Option<u32>,
    /// When to answer at the latest.
    pub(super) limits: Limits,
}

impl Go {
    /// Reads `turns`, `movetime` and `nodes` in any order.
    pub(super) fn read(words: &mut Words) -> Result<Self, SciError> {
        let mut go = Self::default();
        loop {
            let column = words.column();
            let Some(word) = words.peek() else { return Ok(go) };
            let Some(what) = ["turns", "movetime", "nodes"].into_iter().find(|&what| what == word) else {
                return Err(words.unexpected("turns, movetime, nodes or the end of the line"));
            };
            words.next();
            let is_second = match what {
                "turns" => go.turns.replace(options::turns(words)?).is_some(),
                "movetime" => {
                    let time = Duration::from_millis(words.number("a number of milliseconds", u64::MAX)?);
                    go.limits.time.replace(time).is_some()
                }
                _ => go.limits.nodes.replace(words.number("a number of nodes", u64::MAX)?).is_some(),
            };
            if is_second {
                return Err(SciError::Twice { column, what });
            }
        }
    }
}
