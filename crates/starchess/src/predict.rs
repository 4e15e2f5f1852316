//! The published computer player: looks ahead and chooses a turn.

use gametree::{Limits, Score};

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::player::PLAYERS;
use crate::published::Published;
use crate::sector::Sectors;

/// What the published player finds out and decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// How many turns it looked ahead.
    pub turns: u32,
    /// The mask that makes the turn.
    pub mask: Sectors,
    /// The turn, [`Command::EndTurn`] included.
    pub commands: Vec<Command>,
    /// The scores at the end of what it expects.
    pub scores: [Score; PLAYERS],
    /// Turns built in the tree.
    pub generated: u64,
    /// Leaves of the tree.
    pub evaluated: u64,
}

/// The turn of the published player who looks `turns` turns ahead, found with the plain tree; none if the game is over.
///
/// ```
/// use starchess::{Galaxy, Start, predict, write_commands};
/// let prediction = predict(&Galaxy::start(Start::Terran), 1, false).unwrap();
/// assert_eq!((prediction.generated, prediction.evaluated), (28, 7));
/// ```
pub fn predict(galaxy: &Galaxy, turns: u32, all_masks: bool) -> Option<Prediction> {
    Published { turns, all_masks, plain: true, ..Published::default() }.think(galaxy, &Limits::default(), &mut |_| ())
}
