//! The published computer player: its options, its limits, and what it finds.

use std::num::NonZeroUsize;

use gametree::{Counts, Deepening, Game, Limits, MaxN, Meter, RootMove, Score};
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
use crate::policy::{Policy, PublishedTurn};
use crate::reasons::Reasons;
use crate::sector::Sectors;
use crate::survey::Survey;

/// The published player, as the list of players has it.
pub(crate) static PUBLISHED: Kind<StarChess> = Kind {
    name: "published",
    about: "the computer player of the paper; looks 2 turns (rounds) ahead",
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
        Ok(Box::new(PublishedPlayer { player, limits: settings.limits().with_cancel(setup.cancel.clone()) }))
    },
};

/// The number of turns generated between two looks at the clock and the flags.
const TURNS_PER_LOOK: u64 = 256;

pub(crate) const TURNS: OptionInfo = OptionInfo {
    name: "turns",
    kind: OptionKind::Number { min: 0, max: Published::MAX_TURNS as u64, default: Some(2) },
    about: "rounds to look ahead, 0 to 8 (default 2; 8 with a limit)",
    is_bare: true,
};
const ALL_MASKS: OptionInfo = flag("all-masks", "try all masks for the other players too");
const PLAIN: OptionInfo = flag("plain", "search the plain tree: the same turn with more work");

/// The published computer player.
///
/// The paper calls the rounds that it looks ahead *turns*, and so do its options.
///
/// ```
/// use gametree::Limits;
/// use starchess::{Galaxy, Published, Start};
/// let galaxy = Galaxy::start(Start::Terran);
/// let prediction = Published::default().think(&galaxy, &Limits::default(), &mut |_| ()).unwrap();
/// assert_eq!((prediction.turns, prediction.scores), (2, [30, -40, -40, -40]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Published {
    /// The number of full rounds to look ahead, from 0 (its own turn only) to
    /// [`Published::MAX_TURNS`].
    pub turns: u32,
    /// Whether it tries all masks for the other players too.
    pub all_masks: bool,
    /// Whether it searches the plain tree. The merging tree finds the same turn and scores with
    /// less work. (Short-term gains are only implemented in the merging tree.)
    pub plain: bool,
    /// How it deviates from the published player, by default not at all.
    pub experiments: Experiments,
    /// The number of threads that search a large merging tree, [`Published::THREADS`] if not given.
    /// The counts depend on it; the turn and the scores do not.
    pub threads: Option<NonZeroUsize>,
}

impl Default for Published {
    /// Two turns ahead, as in the paper.
    fn default() -> Self {
        Self { turns: 2, all_masks: false, plain: false, experiments: Experiments::default(), threads: None }
    }
}

impl Published {
    /// The largest number of turns to look ahead: more would take too long.
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

    /// Finds the turn to play; `None` if the game is over.
    ///
    /// If the limits contain a [budget](Limits::deepens), it predicts 0, 1, 2, … turns up to
    /// [`turns`](Published::turns), calls `each` with every prediction that it completes, and
    /// returns the last. The prediction of 0 turns always completes. The limits of nodes (turns
    /// generated) and time are for all predictions together, but each prediction has its own
    /// counts. (With a limit of nodes, those of a large merging tree are those of one thread.)
    /// Without a budget it makes only the last prediction, and none if that is
    /// [cancelled](Limits::cancel). The depth of the limits does not matter.
    pub fn think(&self, galaxy: &Galaxy, limits: &Limits, each: &mut dyn FnMut(&Prediction)) -> Option<Prediction> {
        let mut meter = Meter::new(limits).look_every(TURNS_PER_LOOK);
        let mut deepening = Deepening::new(limits, 0..=self.turns);
        let mut last = None;
        while let Some(turns) = deepening.next(&mut meter) {
            let Some(prediction) = self.predict(galaxy, turns, &mut meter) else { break };
            each(&prediction);
            last = Some(prediction);
        }
        last
    }

    /// The tree of a prediction.
    pub(crate) fn game(&self, galaxy: &Galaxy, turns: u32) -> MaskGame {
        MaskGame::with(galaxy, turns, self.all_masks, self.experiments)
    }

    /// One prediction; `None` if the meter ended it or if the game is over.
    fn predict(&self, galaxy: &Galaxy, turns: u32, meter: &mut Meter) -> Option<Prediction> {
        if galaxy.is_over() {
            return None;
        }
        let game = self.game(galaxy, turns);
        let before = meter.counts();
        let merging::Found { masks, line, scores } = if self.plain && self.experiments.short_term_gains.is_none() {
            search_plainly(&game, meter)?
        } else {
            let threads = self.threads.unwrap_or(Self::THREADS).get();
            let evaluate = |galaxy: &Galaxy| game.scores(galaxy);
            merging::search(galaxy, &game, &evaluate, threads, merging::MEMORY, meter)?
        };
        let mask = *line.first()?;
        let counts = meter.counts();
        Some(Prediction {
            player: *self,
            turns,
            mask,
            commands: PublishedTurn { mask, experiments: self.experiments }.commands(galaxy),
            scores,
            masks,
            line,
            generated: counts.nodes - before.nodes,
            evaluated: counts.evaluations - before.evaluations,
        })
    }
}

/// Searches the plain tree. `None` if the meter ended the search.
fn search_plainly(game: &MaskGame, meter: &mut Meter) -> Option<merging::Found> {
    // The search counts the root as a node, but it is not a turn that was generated, so the count
    // begins one lower. It is never 0 where nodes are limited: the first prediction is not.
    let known = meter.counts().nodes.saturating_sub(1);
    let mut inner = meter.fork();
    inner.absorb(Counts::nodes(known));
    let report = MaxN::new(ShipsAndColonies).search_to(game, &game.start(), game.levels(), &mut inner)?;
    let mut counts = inner.counts();
    counts.nodes -= known + 1;
    meter.absorb(counts);
    // Of the line only the choices are kept.
    let mut line = report.line;
    let mut here = *game.start().galaxy();
    line.retain(|&mask| {
        let from = here;
        Survey::with(&from, game.experiments()).play_mask(&from, mask, &mut here);
        game.is_choice(&from)
    });
    let tried = |tried: &RootMove<Sectors>| TriedMask { mask: tried.mv, score: Some(tried.score) };
    Some(merging::Found { masks: report.root_moves.iter().map(tried).collect(), line, scores: report.scores })
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
}

impl ComputerPlayer<StarChess> for PublishedPlayer {
    fn think(
        &mut self,
        galaxy: &Galaxy,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Decision<StarChess>, Fault> {
        let limits = self.limits.tighter(limits);
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

/// What the published player found, and its decision.
///
/// [`explain`](Prediction::explain) derives the reasons from it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Prediction {
    /// The player.
    pub player: Published,
    /// The number of full rounds that it looked ahead.
    pub turns: u32,
    /// The mask that makes the turn.
    pub mask: Sectors,
    /// The turn, [`Command::EndTurn`] included.
    pub commands: Vec<Command>,
    /// The scores at the end of the expected line.
    pub scores: [Score; PLAYERS],
    /// The masks that were tried, in order: the first is the full mask.
    pub masks: Vec<TriedMask>,
    /// The expected line: the masks chosen from here to the end of the tree, beginning with `mask`.
    /// Players that have no choice in the tree play their full masks in between.
    pub line: Vec<Sectors>,
    /// Turns generated in the tree.
    pub generated: u64,
    /// Leaves of the tree.
    pub evaluated: u64,
}

/// A mask that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TriedMask {
    /// The sectors that may make requests.
    pub mask: Sectors,
    /// The score that the player to move can expect; `None` if short-term gains inhibited the
    /// search.
    pub score: Option<Score>,
}

/// The prediction of the published player, looking `turns` turns ahead in the plain tree; `None` if
/// the game is over.
///
/// ```
/// use starchess::{Galaxy, Start, predict, write_commands};
/// let prediction = predict(&Galaxy::start(Start::Terran), 1, false).unwrap();
/// assert_eq!((prediction.generated, prediction.evaluated), (28, 7));
/// ```
pub fn predict(galaxy: &Galaxy, turns: u32, all_masks: bool) -> Option<Prediction> {
    Published { turns, all_masks, plain: true, ..Published::default() }.think(galaxy, &Limits::default(), &mut |_| ())
}
