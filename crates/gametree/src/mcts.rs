//! Monte Carlo tree search.

mod parallel;
mod playout;
mod rng;
mod tree;

pub use parallel::ParallelMcts;
pub use rng::Rng;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use crate::game::{Evaluate, Game, OutcomeOnly, SURE, Score};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::report::ReportOf;
use crate::search::Search;

use playout::{Descent, Player};
use tree::Tree;

/// A rollout that is longer than this counts as a draw, so that every playout ends.
const MAX_ROLLOUT: usize = 10_000;

/// How many playouts pass between two looks at the clock and the flags.
const PLAYOUTS_PER_LOOK: u64 = 16;

/// The first report is made after this many playouts, the next after twice as many.
const FIRST_REPORT: u64 = 1024;

/// How moves are chosen outside the tree of [`Mcts`].
///
/// Any function that returns the index of a move is a policy:
/// `|state: &Board, moves: &[Move], rng: &mut gametree::Rng| rng.below(moves.len())`. The types of
/// the arguments are necessary.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rollout policy for the game `{G}`",
    note = "a closure needs the types of its arguments: `|state: &MyState, moves: &[MyMove], rng: &mut gametree::Rng| …`"
)]
pub trait Policy<G: Game> {
    /// The index of the move to play in `state`. There is at least one.
    fn choose(&self, game: &G, state: &G::State, moves: &[G::Move], rng: &mut Rng) -> usize;
}

impl<G: Game, F: Fn(&G::State, &[G::Move], &mut Rng) -> usize> Policy<G> for F {
    #[inline]
    fn choose(&self, _game: &G, state: &G::State, moves: &[G::Move], rng: &mut Rng) -> usize {
        self(state, moves, rng)
    }
}

/// The policy that chooses every move with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose(&self, _game: &G, _state: &G::State, moves: &[G::Move], rng: &mut Rng) -> usize {
        rng.below(moves.len())
    }
}

/// What the tree depends on.
#[derive(Clone, Copy, Debug)]
struct Options {
    capacity: usize,
    exploration: f64,
    range: Option<(Score, Score)>,
    rave: Option<f64>,
    bias: Option<f64>,
}

/// Monte Carlo tree search with upper confidence bounds (UCT), for any number of players and
/// without an evaluator: it plays random games to the end, and most often tries the moves that have
/// been best so far for the player to move.
///
/// Proven scores are backed up as such and not tried again. When the root is proven, the search
/// ends and its report is [`solved`](crate::Report::solved). With two players the winner is then
/// known, but not the shortest win.
///
/// In the [`Limits`] and the [`Counts`](crate::Counts) a node is a playout. Without a
/// [budget](Limits::deepens) there are [`DEFAULT_PLAYOUTS`](Mcts::DEFAULT_PLAYOUTS); with a flag to
/// stop it and no other limit it plays on until the flag is raised. The depth is ignored. A playout of
/// more than 10,000 moves outside the tree counts as a draw.
///
/// The random numbers run on from one search to the next: the second search with the same object
/// differs from the first. Make a new one with the same seed, or keep a clone, to repeat a search.
///
/// # Scores and rewards
///
/// Upper confidence bounds compare rewards between 0 and 1 with their uncertainty, so scores are
/// scaled. The range is the one that the game declares with its [bounds](Game::bounds), or else goes
/// from the lowest to the highest score seen so far. [`with_range`](Mcts::with_range) sets it by hand.
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{Game, Limits, Mcts, Search};
/// // Players take one or two of forty matches; whoever takes the last one wins.
/// let game = Take { matches: 40 };
/// let mut search = Mcts::new(1).with_exploration(1.0).with_rave(300.0);
/// let report = search.search(&game, &game.start(), &Limits::nodes(1_000));
/// assert_eq!(report.counts.nodes, 1_000);
/// assert_eq!(report.root_moves.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<P = Uniform, E = OutcomeOnly> {
    rng: Rng,
    options: Options,
    policy: P,
    evaluator: E,
    rollout_plies: usize,
}

impl Mcts {
    /// The number of playouts if the limits contain no [budget](Limits::deepens).
    pub const DEFAULT_PLAYOUTS: u64 = 10_000;

    /// A search whose random choices depend only on the seed.
    pub fn new(seed: u64) -> Self {
        let options =
            Options { capacity: 1 << 20, exploration: std::f64::consts::SQRT_2, range: None, rave: None, bias: None };
        Self { rng: Rng::new(seed), options, policy: Uniform, evaluator: OutcomeOnly, rollout_plies: MAX_ROLLOUT }
    }
}

impl<P, E> Mcts<P, E> {
    /// Limits the tree to `nodes` nodes (by default 2²⁰), which are allocated before the search
    /// starts. Playouts continue when it is full.
    pub fn with_capacity(mut self, nodes: usize) -> Self {
        self.options.capacity = nodes;
        self
    }

    /// Sets the weight of a move's uncertainty relative to its mean reward (by default √2). Less
    /// means fewer visits to the moves that look worse.
    pub fn with_exploration(mut self, weight: f64) -> Self {
        self.options.exploration = weight;
        self
    }

    /// Makes scores from the lowest to the highest of `range` rewards from 0 to 1. Everything beyond
    /// counts as the end of the range.
    pub fn with_range(mut self, range: RangeInclusive<Score>) -> Self {
        let lowest = (*range.start()).clamp(-SURE, SURE - 1);
        self.options.range = Some((lowest, (*range.end()).clamp(lowest + 1, SURE)));
        self
    }

    /// Rapid action value estimation (RAVE): at first a move counts as good if playouts that
    /// contain it at any later time went well. It has half of the weight after `equivalence`
    /// playouts of the move itself; some hundreds are usual.
    pub fn with_rave(mut self, equivalence: f64) -> Self {
        self.options.rave = Some(equivalence.max(0.0));
        self
    }

    /// Progressive bias: adds the [priority](Evaluate::priority) of a move times `weight` to its
    /// reward, divided by the number of visits. Moves with a high priority are tried first.
    pub fn with_bias(mut self, weight: f64) -> Self {
        self.options.bias = Some(weight);
        self
    }

    /// Chooses the moves outside the tree with `policy` instead of at random.
    pub fn with_policy<Q>(self, policy: Q) -> Mcts<Q, E> {
        let Self { rng, options, evaluator, rollout_plies, .. } = self;
        Mcts { rng, options, policy, evaluator, rollout_plies }
    }

    /// Evaluates the position after `plies` moves outside the tree, with 0 at once, instead of
    /// playing to the end. Declare the [range](Mcts::with_range) of the evaluation if it is not that
    /// of the final scores.
    pub fn with_evaluator<F>(self, evaluator: F, plies: usize) -> Mcts<P, F> {
        let Self { rng, options, policy, .. } = self;
        Mcts { rng, options, policy, evaluator, rollout_plies: plies.min(MAX_ROLLOUT) }
    }

    /// The same search on several threads.
    pub fn on_threads(self, threads: NonZeroUsize) -> ParallelMcts<P, E> {
        ParallelMcts::new(self, threads)
    }
}

/// More playouts than this cannot be counted: the visits of a node are a `u32`.
const MAX_PLAYOUTS: u64 = u32::MAX as u64;

/// The limits of playouts: a playout is an iteration, and none begins after the soft time limit.
fn playout_limits(limits: &Limits) -> Limits {
    let time = limits.time.into_iter().chain(limits.soft_time).min();
    let most = if limits.deepens() { MAX_PLAYOUTS } else { Mcts::DEFAULT_PLAYOUTS };
    Limits { nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))), time, ..limits.clone() }
}

impl<G: Game, P: Policy<G>, E: Evaluate<G>> Search<G> for Mcts<P, E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let limits = &playout_limits(limits);
        let mut meter = Meter::new(limits).look_every(PLAYOUTS_PER_LOOK);
        let mut tree = Tree::new(game, state, self.options, false);
        let rng = self.rng.clone();
        let records = tree.uses_amaf();
        let mut player = Player::new(game, state, &self.policy, &self.evaluator, self.rollout_plies, rng, records);
        let mut next_report = FIRST_REPORT;
        // The first playout always completes, so that there is always a move.
        let mut is_over = meter.enter().is_none();
        meter.arm();
        while !is_over {
            let scores = match player.descend(&mut tree) {
                Descent::Known(scores) => scores,
                Descent::Rollout => player.roll_out(),
            };
            player.back_up(&mut tree, scores);
            meter.count_evaluation();
            let playouts = meter.counts().nodes;
            is_over = tree.nodes[0].proven.is_some() || meter.enter().is_none();
            if playouts == next_report && !is_over {
                each(&tree.report(&meter));
                next_report *= 2;
            }
        }
        self.rng = player.into_rng();
        let report = tree.report(&meter);
        each(&report);
        report
    }
}
