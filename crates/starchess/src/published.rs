//! The published computer player: its options, its limits, and what it finds.

use std::num::NonZeroUsize;
use std::time::Instant;

use gametree::{Game, Limits, MaxN, Score, Search, Stop};
use players::{ComputerPlayer, Decision, Fault, Kind, NODES, OptionInfo, OptionKind, Settings, THREADS, TIME, Value};

use crate::command::Command;
use crate::experiments::{
    COUNT_BUILDABLE, Experiments, GAINS, GARRISONS_FIRST, NAIVE_ORDER, NO_DOUBLING, NO_MASKS, SKIP_DEAD, flag,
};
use crate::galaxy::Galaxy;
use crate::mask_game::{MaskGame, ShipsAndColonies};
use crate::merging;
use crate::player::PLAYERS;
use crate::players::{PlayerSpec, StarChess};
use crate::reasons::Reasons;
use crate::sector::Sectors;
use crate::survey::Survey;

/// The published player, as the list of players has it.
pub(crate) static PUBLISHED: Kind<StarChess> = Kind {
    name: "published",
    about: "the computer player of the paper, looking 2 turns ahead",
    options: &[
        TURNS,
        ALL_MASKS,
        PLAIN,
        SKIP_DEAD,
        GAINS,
        GARRISONS_FIRST,
        COUNT_BUILDABLE,
        NAIVE_ORDER,
        NO_DOUBLING,
        NO_MASKS,
        THREADS,
        NODES,
        TIME,
    ],
    complete: |settings| settings.set(&TURNS, Value::Number(Published::of(settings).turns.into())),
    is_deterministic: true,
    build: |settings, setup| {
        let mut player = Published::of(settings);
        player.threads.get_or_insert(setup.threads);
        Ok(Box::new(PublishedPlayer { player, limits: settings.limits(), cancel: setup.cancel.clone() }))
    },
};

const TURNS: OptionInfo = OptionInfo {
    name: "turns",
    kind: OptionKind::Number { min: 0, max: Published::MAX_TURNS as u64, default: Some(2) },
    about: "turns to look ahead, 0 to 8; the number alone will do (default 2, with a limit 8)",
    is_bare: true,
};
const ALL_MASKS: OptionInfo = flag("all-masks", "try all masks for the other players too");
const PLAIN: OptionInfo = flag("plain", "search the plain tree: the same turn with more work");

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
    /// How many threads search a large merging tree; [`Published::THREADS`] if not given. The turn
    /// and the scores do not depend on it, but the counts do.
    pub threads: Option<NonZeroUsize>,
}

impl Default for Published {
    /// Two turns ahead, as the paper has it.
    fn default() -> Self {
        Self { turns: 2, all_masks: false, plain: false, experiments: Experiments::default(), threads: None }
    }
}

impl Published {
    /// More turns than anybody has time for.
    pub const MAX_TURNS: u32 = 8;

    /// The default number of threads.
    pub const THREADS: NonZeroUsize = NonZeroUsize::new(2).unwrap();

    /// The player that these settings of the kind `published` describe, their limits aside. With a
    /// limit it looks as far ahead as it can, unless the settings say how far.
    pub fn of(settings: &Settings) -> Self {
        let has_limit = settings.has(NODES.name) || settings.has(TIME.name);
        let default = if has_limit { Self::MAX_TURNS } else { Self::default().turns };
        Self {
            // It fits: the option has a maximum.
            turns: settings.number(TURNS.name).map_or(default, |turns| turns as u32),
            all_masks: settings.has(ALL_MASKS.name),
            plain: settings.has(PLAIN.name),
            experiments: Experiments::of(settings),
            threads: settings.number(THREADS.name).and_then(|threads| NonZeroUsize::new(threads as usize)),
        }
    }

    /// Finds the turn to play; none if the game is over.
    ///
    /// If the limits name nodes (turns generated), time or a stop flag, it predicts 0, 1, 2, … turns up to
    /// [`turns`](Published::turns), calls `each` with every prediction that it finishes, and returns the last. The one of
    /// 0 turns always finishes. The nodes and the time are for all of them together, but each prediction has its own
    /// counts. (Those of a large merging tree differ with a limit on nodes: then it is one thread's.) The depth of the limits
    /// does not matter. If they are [`straight`](Limits::straight), it makes only the last prediction, and none if they
    /// interrupt that.
    pub fn think(&self, galaxy: &Galaxy, limits: &Limits, each: &mut dyn FnMut(&Prediction)) -> Option<Prediction> {
        let started = Instant::now();
        let can_be_interrupted = limits.nodes.is_some() || limits.time.is_some() || limits.stop.is_some();
        let first = if can_be_interrupted && !limits.straight { 0 } else { self.turns };
        let mut last: Option<Prediction> = None;
        let mut generated = 0;
        for turns in first..=self.turns {
            let left = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(generated)),
                time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
                ..limits.clone()
            };
            // Nothing may interrupt the first.
            let left = if last.is_none() && !limits.straight { Limits::default() } else { left };
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
            return merging::predict(galaxy, &game, turns, self.threads.unwrap_or(Self::THREADS).get(), limits);
        }
        // The root is a node, but no turn that was generated.
        let nodes = limits.nodes.map(|nodes| nodes.saturating_add(1));
        let limits = Limits { depth: game.levels(), nodes, ..limits.clone() }.straight();
        let report = MaxN::new(ShipsAndColonies).search(&game, &game.start(), &limits);
        if report.depth != game.levels() {
            return None;
        }
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

impl From<Published> for PlayerSpec {
    fn from(player: Published) -> Self {
        let mut settings = Settings::new(PUBLISHED.options);
        settings.set(&TURNS, Value::Number(player.turns.into()));
        for (option, is_on) in [(ALL_MASKS, player.all_masks), (PLAIN, player.plain)] {
            if is_on {
                settings.set(&option, Value::Given);
            }
        }
        player.experiments.write(&mut settings);
        if let Some(threads) = player.threads {
            settings.set(&THREADS, Value::Number(threads.get() as u64));
        }
        Self::Computer { kind: &PUBLISHED, settings }
    }
}

/// The published player at a seat, with the limits of its specification.
struct PublishedPlayer {
    player: Published,
    limits: Limits,
    cancel: Stop,
}

impl ComputerPlayer<StarChess> for PublishedPlayer {
    fn think(
        &mut self,
        galaxy: &Galaxy,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Decision<StarChess>, Fault> {
        let mut limits = self.limits.tighter(limits);
        if limits.stop.is_none() {
            limits.straight = limits.nodes.is_none() && limits.time.is_none();
            limits.stop = Some(self.cancel.clone());
        }
        let (mut nodes, mut evaluations) = (0, 0);
        let mut last = None;
        self.player.think(galaxy, &limits, &mut |prediction| {
            nodes += prediction.generated;
            evaluations += prediction.evaluated;
            let reasons = Reasons::Prediction(prediction.clone());
            let decision = Decision { turn: prediction.commands.clone(), nodes, evaluations, reasons };
            progress(&decision);
            last = Some(decision);
        });
        last.ok_or_else(|| Fault::Crashed("it found no turn".to_owned()))
    }
}

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
