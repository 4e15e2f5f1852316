//! Named strengths of the computer players.

use serde::{Deserialize, Serialize};
use starchess::PlayerSpec;

/// How strong a computer player is: a rank, from the first level for people to the strongest player, or
/// the paper's player with so many rounds of lookahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Strength {
    /// Level 1.
    Cadet,
    /// Level 2.
    Ensign,
    /// Level 3.
    Lieutenant,
    /// Level 4.
    Commander,
    /// Level 5.
    Captain,
    /// Level 6.
    Commodore,
    /// Level 7.
    ViceAdmiral,
    /// The strongest player.
    Admiral,
    /// The paper's player without lookahead.
    Paper0,
    /// The paper's player, two rounds ahead.
    Paper2,
    /// The paper's player, three rounds ahead.
    Paper3,
    /// The paper's player, four rounds ahead.
    Paper4,
}

/// Each strength with its player, its name and a line about it.
const STRENGTHS: [(Strength, &str, &str, &str); 12] = [
    (Strength::Cadet, "level:1", "Cadet", "stays at home, never attacks"),
    (Strength::Ensign, "level:2", "Ensign", "one siege at a time, few ships"),
    (Strength::Lieutenant, "level:3", "Lieutenant", "tries a handful of goals a turn"),
    (Strength::Commander, "level:4", "Commander", "takes all for plain opponents"),
    (Strength::Captain, "level:5", "Captain", "learns how you play, thinks little"),
    (Strength::Commodore, "level:6", "Commodore", "thinks a sixth as long as the Admiral"),
    (Strength::ViceAdmiral, "level:7", "Vice Admiral", "thinks half as long as the Admiral"),
    (Strength::Admiral, "strongest", "Admiral", "the strongest, learns how you play"),
    (Strength::Paper0, "published:0", "Paper 0", "no lookahead"),
    (Strength::Paper2, "published:2", "Paper 2", "two rounds ahead"),
    (Strength::Paper3, "published:3", "Paper 3", "three rounds ahead"),
    (Strength::Paper4, "published:4", "Paper 4", "four rounds ahead"),
];

impl Strength {
    /// The player.
    pub(crate) fn spec(self) -> PlayerSpec {
        let (_, spec, ..) = STRENGTHS[self as usize];
        // The list is tested.
        spec.parse().unwrap_or_else(|_| PlayerSpec::Unknown(spec.to_owned()))
    }

    /// What to call it.
    pub(crate) fn name(self) -> &'static str {
        let (_, _, name, _) = STRENGTHS[self as usize];
        name
    }

    /// The strength of a player, if it is one of these.
    pub(crate) fn of(spec: &PlayerSpec) -> Option<Self> {
        STRENGTHS.iter().map(|&(strength, ..)| strength).find(|strength| strength.spec() == *spec)
    }
}

/// All strengths, for the list of the page.
#[cfg(test)]
pub(crate) fn opponents() -> Vec<crate::opponents::Opponent> {
    let opponent = |(strength, _, name, about): &(Strength, &str, &str, &str)| crate::opponents::Opponent {
        player: serde_json::to_value(strength)
            .ok()
            .and_then(|name| name.as_str().map(str::to_owned))
            .unwrap_or_default(),
        name: (*name).to_owned(),
        about: (*about).to_owned(),
    };
    STRENGTHS.iter().map(opponent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strength_is_a_player() {
        for (i, &(strength, spec, ..)) in STRENGTHS.iter().enumerate() {
            assert_eq!(strength as usize, i);
            assert!(matches!(strength.spec(), PlayerSpec::Computer { .. }), "{spec}");
            assert_eq!(Strength::of(&strength.spec()), Some(strength));
        }
        assert_eq!(opponents()[6].player, "vice_admiral");
    }
}
