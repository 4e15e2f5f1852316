//! What a sector asks for.

use crate::sector::Sector;

/// There are four priorities.
pub(crate) const PRIORITIES: usize = 4;

/// What ships are to do where they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Be there: to defend, to guard or to attack.
    Move,
    /// Found a colony.
    Colonize,
}

/// A sector's request for ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The sector.
    pub sector: Sector,
    /// From 1, the most urgent, to 4.
    pub priority: u8,
    /// What the ships are to do.
    pub errand: Errand,
    /// With fewer ships it is not worth going.
    pub min: u16,
    /// More ships are not needed.
    pub max: u16,
}
