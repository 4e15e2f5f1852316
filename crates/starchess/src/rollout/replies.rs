//! The replies of the others to a player's turn, remembered within a search.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::galaxy::Galaxy;
use crate::player::PLAYERS;
use crate::rollout::evaluation::Worth;
use crate::sector::Sectors;

/// The number of replies that are remembered, a power of two.
const REPLIES: usize = 1 << 11;

/// What the others reply to a turn of the player.
#[derive(Clone, Copy)]
pub(crate) struct Reply {
    /// The position at the player's next turn.
    pub(crate) galaxy: Galaxy,
    /// The masks of the others.
    pub(crate) masks: [Sectors; PLAYERS],
    /// What that is worth to the player.
    pub(crate) worth: Worth,
}

/// The replies of the others. Most goals begin with one of a few turns, and three variations of four
/// lead to the same position even at the end of a rollout.
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
        let nothing = Reply { galaxy: Galaxy::VOID, masks: [Sectors::ALL; PLAYERS], worth: Worth::default() };
        Self { entries: vec![(0, nothing); REPLIES], search: 0 }
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
