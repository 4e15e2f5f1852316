//! What a sector requests.

use crate::sector::Sector;

/// The number of priorities.
pub(crate) const PRIORITIES: usize = 4;

/// What ships are to do at their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Errand {
    /// Defend, guard or attack.
    Move,
    /// Found a colony.
    Colonize,
}

/// A sector's request for ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Request {
    /// The sector.
    pub sector: Sector,
    /// From 1, the most urgent, to 4.
    pub priority: u8,
    /// What the ships are to do.
    pub errand: Errand,
    /// The smallest number of ships worth sending.
    pub min: u16,
    /// The largest number of ships needed.
    pub max: u16,
}
