//! The replies of the others to a player's turn, remembered within a search.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::galaxy::Galaxy;
use crate::player::PLAYERS;
use crate::sector::Sectors;

/// The rounds of a rollout in which the replies of the others are remembered. Later hardly two rollouts
/// are in the same position.
pub(crate) const REMEMBERED_ROUNDS: u32 = 4;

/// The number of replies that are remembered, a power of two.
const REPLIES: usize = 1 << 11;

/// The position at the player's next turn, and the masks of the others.
pub(crate) type Reply = (Galaxy, [Sectors; PLAYERS]);

/// What the others reply to a turn of the player. Most goals begin with one of a few turns.
pub(crate) struct Replies {
    entries: Vec<(u64, Reply)>,
    /// The number of the search: what was found in another one does not count.
    search: u64,
}

/// Where a reply is or would be remembered, and its key.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u64);

impl Replies {
    pub(crate) fn new() -> Self {
        Self { entries: vec![(0, (Galaxy::VOID, [Sectors::ALL; PLAYERS])); REPLIES], search: 0 }
    }

    /// Begins a new search.
    pub(crate) fn forget(&mut self) {
        self.search += 1;
    }

    /// Where the reply to a turn of the player is remembered, in a scenario and with these masks of the
    /// others.
    #[inline]
    pub(crate) fn slot(&self, galaxy: &Galaxy, masks: &[Sectors; PLAYERS], scenario: u8) -> Slot {
        Slot(FxBuildHasher.hash_one((galaxy, masks, scenario, self.search)) | 1)
    }

    /// The reply, if it is known.
    #[inline]
    pub(crate) fn get(&self, Slot(key): Slot) -> Option<&Reply> {
        let (known, reply) = &self.entries[(key >> 32) as usize % REPLIES];
        (*known == key).then_some(reply)
    }

    /// Remembers a reply, instead of another.
    #[inline]
    pub(crate) fn set(&mut self, Slot(key): Slot, reply: Reply) {
        self.entries[(key >> 32) as usize % REPLIES] = (key, reply);
    }
}
