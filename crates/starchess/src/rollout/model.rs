//! Models of players: what a rollout lets them do.

use crate::galaxy::Galaxy;
use crate::policy::{Policy, PublishedTurn};
use crate::rollout::published_model::PublishedModel;
use crate::rollout::script::Script;
use crate::sector::Sectors;

/// For how many rounds a rollout predicts the published player exactly. Later it could not be right
/// anyway, for the others do not do exactly what their models do.
const EXACT_ROUNDS: u32 = 2;

/// A model of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "type", rename_all = "snake_case"))]
pub enum Model {
    /// The published player without lookahead: it serves all its requests.
    FullMask,
    /// The published player. After two rounds it keeps to its mask: whatever was not worth a request
    /// will hardly be in the next rounds.
    Published {
        /// The rounds that it looks ahead, at most 3.
        turns: u8,
    },
    /// The script with one goal.
    Script(Script),
}

impl Model {
    /// Plays the turn of the player to move, in this round of a rollout. `mask` is the player's mask in
    /// the rollout so far. Returns the number of turns that were generated.
    #[inline]
    pub(crate) fn play(
        &self,
        from: &Galaxy,
        to: &mut Galaxy,
        round: u32,
        published: &mut PublishedModel,
        mask: &mut Sectors,
    ) -> u64 {
        match self {
            &Self::Published { turns } if round < EXACT_ROUNDS => {
                let before = published.generated();
                // In the second round the position is uncertain, and a third round ahead costs too much.
                let turns = if round > 0 { turns.min(2) } else { turns };
                *mask = published.play(from, to, turns);
                published.generated() - before
            }
            Self::FullMask | Self::Published { .. } => {
                PublishedTurn { mask: *mask, ..PublishedTurn::default() }.play(from, to, |_| ());
                1
            }
            Self::Script(script) => {
                { *script }.play(from, to, |_| ());
                1
            }
        }
    }
}
