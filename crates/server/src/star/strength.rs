//! Named strengths of the computer players.

use serde::{Deserialize, Serialize};
use starchess::{PlayerSpec, Published};

/// How strong a computer player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Strength {
    /// Does not look ahead.
    Cadet,
    /// Looks two rounds ahead.
    Captain,
    /// Looks three rounds ahead.
    Commodore,
    /// Looks four rounds ahead.
    Admiral,
}

impl Strength {
    /// All, from weak to strong.
    pub(crate) const ALL: [Self; 4] = [Self::Cadet, Self::Captain, Self::Commodore, Self::Admiral];

    /// The player.
    pub(crate) fn spec(self) -> PlayerSpec {
        let turns = match self {
            Self::Cadet => 0,
            Self::Captain => 2,
            Self::Commodore => 3,
            Self::Admiral => 4,
        };
        Published { turns, ..Published::default() }.into()
    }

    /// The strength of a player, if it is one of these.
    pub(crate) fn of(spec: &PlayerSpec) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.spec() == *spec)
    }
}
