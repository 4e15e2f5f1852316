//! The numbers of the script that training tunes.

/// The numbers of the script that do not depend on the goal. Training tunes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ScriptNumbers(pub [u8; ScriptNumbers::NAMES.len()]);

/// Their places in the array.
pub(super) const SITE_CLASS: usize = 0;
pub(super) const SITE_HOME: usize = 1;
pub(super) const SITE_THREAT: usize = 2;
pub(super) const SITE_SHIPS: usize = 3;
pub(super) const SITE_FOCUS: usize = 4;
pub(super) const MAX_SITES: usize = 5;
pub(super) const SIEGE_FOCUS: usize = 6;
pub(super) const SIEGE_HOME: usize = 7;
pub(super) const SIEGE_ONGOING: usize = 8;
pub(super) const MIN_SIEGE: usize = 9;
pub(super) const SURGE_TURNS: usize = 10;
pub(super) const HOME_GARRISON: usize = 11;
pub(super) const WAVES: usize = 12;
pub(super) const JOINT_THREATS: usize = 13;
pub(super) const RESERVE_ROUNDS: usize = 14;
pub(super) const ESTABLISHED: usize = 15;

impl ScriptNumbers {
    /// What they are called.
    pub const NAMES: [&str; 16] = [
        // What a site is worth: if its class is wanted, for each step from home (less), for 16 ships
        // that threaten it (less), if colonists are there, and for each step from the focus (less).
        "site-class",
        "site-home",
        "site-threat",
        "site-ships",
        "site-focus",
        // The most colonies that are founded at the same time.
        "max-sites",
        // What a siege is worth: for each step from the focus (less), of a home world, and if it has
        // begun.
        "siege-focus",
        "siege-home",
        "siege-ongoing",
        // The smallest fleet that begins a siege.
        "min-siege",
        // How many turns the reserves must support a surge of ships.
        "surge-turns",
        // The garrison of the home world, in eighths of that of other colonies.
        "home-garrison",
        // Whether a fleet attacks in two waves where that saves ships.
        "waves",
        // How much of the threats of the other enemies counts beside the greatest one, in eighths.
        "joint-threats",
        // For how many rounds the reserves must last when they support ships beside the income; 0 means
        // that the income alone supports them.
        "reserve-rounds",
        // The population of the smallest colony that counts when planets are chosen to be made terran.
        "established",
    ];

    /// The largest value that each of them can usefully have.
    pub(super) const LIMITS: [u8; Self::NAMES.len()] = [30, 12, 24, 40, 12, 6, 20, 20, 40, 60, 20, 16, 1, 8, 60, 200];

    /// Chosen by hand.
    pub const FIRST: Self = Self([3, 2, 4, 12, 3, 3, 4, 4, 6, 10, 6, 8, 0, 8, 0, 0]);

    /// For how many rounds the reserves must last, 0 if they do not count.
    #[inline(always)]
    pub(crate) const fn reserve_rounds(&self) -> u32 {
        self.0[RESERVE_ROUNDS] as u32
    }

    #[inline(always)]
    pub(super) const fn get(&self, index: usize) -> i32 {
        self.0[index] as i32
    }
}
