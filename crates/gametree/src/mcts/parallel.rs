//! Monte Carlo tree search on several threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard};

use crate::game::{Evaluate, Game, OutcomeOnly};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::report::ReportOf;
use crate::search::Search;

use super::playout::{Descent, Player};
use super::tree::Tree;
use super::{FIRST_REPORT, Mcts, PLAYOUTS_PER_LOOK, Policy, Uniform, playout_limits};

/// [`Mcts`] on several threads that share one tree; see [`Mcts::on_threads`].
///
/// Only one thread at a time walks the tree, while the others roll out: it pays off if rollouts, or
/// evaluations in their place, take most of the time. On its way down a thread counts its playout as
/// lost (*virtual loss*) until the score is known, so that the others try other moves. The threads
/// interleave differently in every run, so only one thread is reproducible.
#[derive(Clone, Debug)]
pub struct ParallelMcts<P = Uniform, E = OutcomeOnly> {
    search: Mcts<P, E>,
    threads: NonZeroUsize,
}

impl<P, E> ParallelMcts<P, E> {
    pub(super) fn new(search: Mcts<P, E>, threads: NonZeroUsize) -> Self {
        Self { search, threads }
    }
}

/// What the threads share.
struct Shared<'a, 'm, G: Game> {
    tree: Tree<'a, G>,
    meter: Meter<'m>,
    is_over: bool,
}

impl<G: Game> Shared<'_, '_, G> {
    /// Counts the next playout, if there is to be one.
    fn begin(&mut self) -> Option<()> {
        self.is_over |= self.tree.nodes[0].proven.is_some() || self.meter.enter().is_none();
        (!self.is_over).then_some(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("another thread panicked")
}

impl<G, P, E> Search<G> for ParallelMcts<P, E>
where
    G: Game + Sync,
    G::State: Sync + Send,
    G::Move: Send,
    P: Policy<G> + Sync,
    E: Evaluate<G> + Sync,
{
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let limits = &playout_limits(limits);
        let Mcts { rng, options, policy, evaluator, rollout_plies } = &mut self.search;
        let meter = Meter::new(limits).look_every(PLAYOUTS_PER_LOOK);
        let tree = Tree::new(game, state, *options, true);
        let records = tree.uses_amaf();
        let player = |rng| Player::new(game, state, &*policy, &*evaluator, *rollout_plies, rng, records);
        let shared = Mutex::new(Shared { tree, meter, is_over: false });
        {
            // The first playout always completes, so that there is always a move.
            let shared = &mut *lock(&shared);
            _ = shared.meter.enter();
            let mut first = player(rng.fork());
            if let Descent::Known(scores) = first.descend(&mut shared.tree) {
                first.back_up(&mut shared.tree, scores);
            } else {
                let scores = first.roll_out();
                first.back_up(&mut shared.tree, scores);
            }
            shared.meter.count_evaluation();
            shared.meter.arm();
        }
        std::thread::scope(|scope| {
            for _ in 1..self.threads.get() {
                let mut helper = player(rng.fork());
                let shared = &shared;
                scope.spawn(move || play(shared, &mut helper, &mut |_| ()));
            }
            let mut next_report = FIRST_REPORT;
            play(&shared, &mut player(rng.fork()), &mut |shared| {
                if shared.meter.counts().nodes >= next_report {
                    next_report *= 2;
                    each(&shared.tree.report(&shared.meter));
                }
            });
        });
        let shared = lock(&shared);
        let report = shared.tree.report(&shared.meter);
        each(&report);
        report
    }
}

/// Plays out games until a limit is reached or the root is proven.
fn play<G: Game, P: Policy<G>, E: Evaluate<G>>(
    shared: &Mutex<Shared<G>>,
    player: &mut Player<G, P, E>,
    after_each: &mut dyn FnMut(&Shared<G>),
) {
    let mut guard = lock(shared);
    while guard.begin().is_some() {
        let scores = match player.descend(&mut guard.tree) {
            Descent::Known(scores) => scores,
            Descent::Rollout => {
                drop(guard);
                let scores = player.roll_out();
                guard = lock(shared);
                scores
            }
        };
        player.back_up(&mut guard.tree, scores);
        guard.meter.count_evaluation();
        after_each(&guard);
    }
}
