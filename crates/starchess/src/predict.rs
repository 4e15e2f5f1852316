//! The published computer player: looks ahead and chooses a turn.

use gametree::{Game, Limits, MaxN, Score, Search};

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::mask_game::{MaskGame, ShipsAndColonies};
use crate::player::PLAYERS;
use crate::sector::Sectors;
use crate::survey::Survey;

/// What the published player finds out and decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
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
    let game = MaskGame::new(galaxy, turns, all_masks);
    let limits = Limits::depth(game.levels());
    let report = MaxN::new(ShipsAndColonies).search(&game, &game.start(), &limits);
    let mask = report.best?;
    Some(Prediction {
        mask,
        commands: Survey::new(galaxy).commands(galaxy, mask),
        scores: report.scores,
        // Every node but the root is a turn.
        generated: report.counts.nodes - 1,
        evaluated: report.counts.evaluations,
    })
}
