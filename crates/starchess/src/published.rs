//! The published computer player, with its options and limits.

use std::time::Instant;

use gametree::{Game, Limits, MaxN, Meter};

use crate::experiments::Experiments;
use crate::galaxy::Galaxy;
use crate::mask_game::{MaskGame, ShipsAndColonies};
use crate::merging;
use crate::predict::Prediction;
use crate::survey::Survey;

/// The published computer player.
///
/// ```
/// use gametree::Limits;
/// use starchess::{Galaxy, Published, Start};
/// let galaxy = Galaxy::start(Start::Terran);
/// let prediction = Published::default().think(&galaxy, &Limits::default(), &mut |_| ()).unwrap();
/// assert_eq!((prediction.turns, prediction.scores), (2, [30, -40, -40, -40]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// How many turns it looks ahead, from 0 to [`Published::MAX_TURNS`].
    pub turns: u32,
    /// Whether it tries all masks for the other players too.
    pub all_masks: bool,
    /// Whether it walks the plain tree. Otherwise it finds the same turn and scores with less work. (Short-term gains
    /// are never sought in the plain tree.)
    pub plain: bool,
    /// How it deviates from the published player, by default not at all.
    pub experiments: Experiments,
}

impl Default for Published {
    /// Two turns ahead, as the paper has it.
    fn default() -> Self {
        Self { turns: 2, all_masks: false, plain: false, experiments: Experiments::default() }
    }
}

impl Published {
    /// More turns than anybody has time for.
    pub const MAX_TURNS: u32 = 8;

    /// Finds the turn to play; none if the game is over.
    ///
    /// If the limits contain a [budget](Limits::deepens), it predicts 0, 1, 2, … turns up to
    /// [`turns`](Published::turns), calls `each` with every prediction that it finishes, and returns
    /// the last. The one of 0 turns always finishes. The nodes (turns generated) and the time are for
    /// all of them together, but each prediction has its own counts. (Those of a large merging tree
    /// differ with a limit on nodes: then it is one thread's.) Without a budget it makes only the last
    /// prediction, and none if that is [cancelled](Limits::cancel). The depth of the limits does not
    /// matter.
    pub fn think(&self, galaxy: &Galaxy, limits: &Limits, each: &mut dyn FnMut(&Prediction)) -> Option<Prediction> {
        let started = Instant::now();
        let first = if limits.deepens() { 0 } else { self.turns };
        let mut last: Option<Prediction> = None;
        let mut generated = 0;
        for turns in first..=self.turns {
            let left = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(generated)),
                time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
                ..limits.clone()
            };
            // Nothing may interrupt the first of several.
            let left = if last.is_none() && limits.deepens() { Limits::default() } else { left };
            let Some(prediction) = self.predict(galaxy, turns, &left) else { break };
            generated += prediction.generated;
            each(&prediction);
            last = Some(prediction);
        }
        last
    }

    /// One prediction; none if the limits were reached before it was finished.
    fn predict(&self, galaxy: &Galaxy, turns: u32, limits: &Limits) -> Option<Prediction> {
        let game = MaskGame::with(galaxy, turns, self.all_masks, self.experiments);
        if !self.plain || self.experiments.short_term_gains.is_some() {
            return merging::predict(galaxy, &game, turns, limits);
        }
        // The root is a node, but no turn that was generated.
        let nodes = limits.nodes.map(|nodes| nodes.saturating_add(1));
        let limits = Limits { nodes, ..limits.clone() };
        let mut meter = Meter::new(&limits);
        meter.arm();
        let report = MaxN::new(ShipsAndColonies).search_to(&game, &game.start(), game.levels(), &mut meter)?;
        let mask = report.best?;
        Some(Prediction {
            turns,
            mask,
            commands: Survey::with(galaxy, self.experiments).commands(galaxy, mask),
            scores: report.scores,
            generated: report.counts.nodes - 1,
            evaluated: report.counts.evaluations,
        })
    }
}
