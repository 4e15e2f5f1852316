//! Goals: what a player is after, as a few numbers that the script turns into commands.

use crate::random::Random;
use crate::sector::{SECTORS, Sector};

/// The number of a goal's fields, its focus aside.
const FIELDS: usize = 10;

/// What a player is after. [`Script`](crate::Script) makes turns of it.
///
/// All numbers are small, so that goals can be mutated, compared and written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Goal {
    /// Where it founds colonies and besieges those of others first: as near to here as it can.
    pub focus: Sector,
    /// The number of colonies that it besieges at the same time; 0 means peace.
    pub sieges: u8,
    /// It founds colonies until it has this many.
    pub colonies: u8,
    /// The ships that it wants, in eighths of what its income supports. More than 8 means a surge:
    /// its reserves pay for ships that its income does not support.
    pub ships: u8,
    /// The ships that it needs for an attack, in quarters of those it will meet.
    pub superiority: u8,
    /// How many of the enemies near a siege count as defenders, in quarters.
    pub caution: u8,
    /// The ships that stay in a colony, in eighths of the threat to it.
    pub garrison: u8,
    /// The ships that must accompany colonists, in eighths of the threat in the sector.
    pub escort: u8,
    /// When it makes planets terran.
    pub terraforming: Terraforming,
    /// Which planets it settles first.
    pub planets: Planets,
    /// Whether it builds colonists all at once, when it can pay for all that a site needs. Ships that
    /// wait for others cost support: a ship that waits for two turns could have been two ships.
    pub saves_for_colonists: bool,
}

/// Which planets a player settles first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Planets {
    /// Those that let its colonies support more ships once they have grown.
    Balanced,
    /// Barren ones: they give materials at once.
    Barren,
    /// Terran ones: they give credits, and in the long run ships.
    Terran,
}

/// When a player makes barren planets terran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Terraforming {
    /// Not now.
    Never,
    /// When the materials happen to be there.
    Affordable,
    /// It builds no ships until it has the materials.
    Saving,
}

impl Goal {
    /// The largest number of each field, from `sieges` to `saves_for_colonists`.
    const LIMITS: [u8; FIELDS] = [3, 15, 12, 14, 4, 12, 8, 2, 2, 1];

    /// A quiet beginning: expand, and leave the neighbours alone.
    pub const fn expansion(focus: Sector) -> Self {
        Self {
            focus,
            sieges: 0,
            colonies: 5,
            ships: 4,
            superiority: 6,
            caution: 1,
            garrison: 3,
            escort: 1,
            terraforming: Terraforming::Affordable,
            planets: Planets::Balanced,
            saves_for_colonists: true,
        }
    }

    /// War, with all ships that can be supported.
    pub const fn war(focus: Sector) -> Self {
        Self { sieges: 2, ships: 8, ..Self::expansion(focus) }
    }

    /// The numbers of the fields, from `sieges` to `saves_for_colonists`.
    pub(crate) const fn numbers(self) -> [u8; FIELDS] {
        let Self { focus: _, sieges, colonies, ships, superiority, caution, garrison, escort, .. } = self;
        let (terraforming, planets) = (self.terraforming as u8, self.planets as u8);
        let saves = self.saves_for_colonists as u8;
        [sieges, colonies, ships, superiority, caution, garrison, escort, terraforming, planets, saves]
    }

    pub(crate) const fn from_numbers(focus: Sector, numbers: [u8; FIELDS]) -> Self {
        let [sieges, colonies, ships, superiority, caution, garrison, escort, terraforming, planets, saves] = numbers;
        let terraforming = match terraforming {
            0 => Terraforming::Never,
            1 => Terraforming::Affordable,
            _ => Terraforming::Saving,
        };
        let planets = match planets {
            0 => Planets::Balanced,
            1 => Planets::Barren,
            _ => Planets::Terran,
        };
        Self {
            focus,
            sieges,
            colonies,
            ships,
            superiority,
            caution,
            garrison,
            escort,
            terraforming,
            planets,
            saves_for_colonists: saves > 0,
        }
    }

    /// The same goal with one to three fields changed, most of them a little.
    pub(crate) fn mutated(self, random: &mut Random) -> Self {
        let (mut focus, mut numbers) = (self.focus, self.numbers());
        for _ in 0..=random.below(3) {
            let field = random.below(numbers.len() as u64 + 2) as usize;
            match (numbers.get_mut(field), Self::LIMITS.get(field)) {
                (Some(number), Some(&limit)) => {
                    *number = match random.below(4) {
                        0 => random.below(u64::from(limit) + 1) as u8,
                        1 => number.saturating_sub(1),
                        2 => (*number + 1).min(limit),
                        _ => (*number + 2).min(limit),
                    };
                }
                _ => focus = Sector::from_index(random.below(SECTORS as u64) as usize),
            }
        }
        Self::from_numbers(focus, numbers)
    }
}
