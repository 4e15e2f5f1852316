//! The levels: opponents for people, from the first game to the strongest player.
//!
//! The lower levels do not blunder at random. They have the weaknesses that people have: they look
//! less far ahead, consider fewer goals, do not notice how the others play, never terraform, attack one
//! colony at a time, or do not think of war at all.

use players::{Kind, OptionInfo, OptionKind, SEED, Settings, Value};

use crate::players::StarChess;
use crate::rollout::goal::{Goal, Terraforming};
use crate::rollout::player::{GoalPlayer, Opponents, Strength};

/// The number of levels.
pub const LEVELS: usize = 8;

const LEVEL: OptionInfo = OptionInfo {
    name: "level",
    kind: OptionKind::Number { min: 1, max: LEVELS as u64, default: Some(1) },
    about: "1 for your first game, 8 for the strongest player (default 1)",
    is_bare: true,
};

/// The levels, as one kind of player.
pub(crate) static LEVEL_PLAYER: Kind<StarChess> = Kind {
    name: "level",
    about: "an opponent for people, from level:1 for a first game to level:8, the strongest player",
    options: &[LEVEL, SEED],
    complete: |settings| settings.set(&LEVEL, Value::Number(level_of(settings))),
    is_deterministic: false,
    build: |settings, setup| Ok(Box::new(GoalPlayer::of(settings, setup, Strength::level(level_of(settings))))),
};

fn level_of(settings: &Settings) -> u64 {
    settings.number(LEVEL.name).unwrap_or(1)
}

/// What a player does not think of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restraint {
    /// The most colonies that it wants.
    pub colonies: u8,
    /// The most colonies of others that it besieges at the same time.
    pub sieges: u8,
    /// The most ships that it wants, in eighths of what its income supports.
    pub ships: u8,
    /// Whether it terraforms.
    pub terraforms: bool,
    /// Whether it saves for colonists, and builds them all at once.
    pub saves: bool,
}

impl Restraint {
    /// Anything goes.
    pub const NONE: Self = Self { colonies: u8::MAX, sieges: u8::MAX, ships: u8::MAX, terraforms: true, saves: true };

    /// What the first version did not think of.
    pub const FIRST: Self = Self { saves: false, ..Self::NONE };

    /// The goal without what the player does not think of.
    pub(crate) fn applied(self, goal: Goal) -> Goal {
        Goal {
            colonies: goal.colonies.min(self.colonies),
            sieges: goal.sieges.min(self.sieges),
            ships: goal.ships.min(self.ships),
            terraforming: if self.terraforms { goal.terraforming } else { Terraforming::Never },
            saves_for_colonists: goal.saves_for_colonists && self.saves,
            ..goal
        }
    }
}

impl Strength {
    /// The strength of a level, from 1 to [`LEVELS`].
    pub fn level(level: u64) -> Self {
        let thinking = |rounds| Self { rounds, ..Self::strongest() };
        // To it, all others are plain opponents: it never asks how they really play.
        let plain = |rounds| Self { opponents: Opponents::FullMask, ..thinking(rounds) };
        let homely = Restraint { colonies: 1, sieges: 0, ships: 2, terraforms: false, saves: false };
        let cautious = Restraint { colonies: 3, sieges: 1, ships: 4, terraforms: false, saves: false };
        match level {
            0 | 1 => Self { horizon: 2, restraint: homely, ..plain(8) },
            2 => Self { horizon: 2, restraint: cautious, ..plain(8) },
            3 => plain(50),
            4 => plain(240),
            5 => thinking(300),
            6 => thinking(700),
            7 => thinking(1_700),
            _ => Self::strongest(),
        }
    }
}
