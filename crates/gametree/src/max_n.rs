//! Minimax for any number of players.

use crate::game::{Evaluate, Game, Scores};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::quiescence::NoQuiescence;
use crate::report::ReportOf;
use crate::search::{Search, Tree, is_better};
use crate::table::Bound;

/// Max^n: every player maximises its own score and expects all others to do the same.
///
/// With two players and scores that add up to zero this is [`Minimax`](crate::Minimax).
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    evaluator: E,
}

impl<E> MaxN<E> {
    /// Max^n with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }

    /// Searches to `depth` (at least 1) without deepening, whatever the budget: for trees that only
    /// make sense to that depth. `None` if the meter ends the search; what it counted until then is
    /// in the meter.
    ///
    /// ```
    /// use gametree::{Game, Limits, MaxN, Meter, OutcomeOnly};
    /// use noughts::Noughts;
    /// let limits = Limits::nodes(1_000);
    /// let mut meter = Meter::new(&limits);
    /// meter.arm();
    /// let search = MaxN::new(OutcomeOnly);
    /// assert_eq!(search.search_to(&Noughts, &Noughts.start(), 9, &mut meter), None);
    /// assert_eq!(meter.counts().nodes, 1_000);
    /// ```
    pub fn search_to<G: Game>(&self, game: &G, state: &G::State, depth: u32, meter: &mut Meter) -> Option<ReportOf<G>>
    where
        E: Evaluate<G>,
    {
        let depth = depth.max(1);
        let mut tree = Tree::new(game, state, &self.evaluator, NoQuiescence, meter.clone(), depth);
        let mut slots = tree.slots(state);
        let report = tree.iteration(state, depth, &mut |tree, depth| max_n::<true, _, _>(tree, &mut slots, 0, depth));
        *meter = tree.meter;
        report
    }
}

impl<G: Game, E: Evaluate<G>> Search<G> for MaxN<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let plies = limits.plies();
        let tree = Tree::new(game, state, &self.evaluator, NoQuiescence, Meter::new(limits), plies);
        let mut slots = tree.slots(state);
        tree.run(state, Deepening::new(limits, 1..=plies), each, |tree, depth| {
            max_n::<true, _, _>(tree, &mut slots, 0, depth)
        })
    }
}

/// The scores of all players that best play leads to from the position in the first slot, which is
/// not a leaf.
fn max_n<const ROOT: bool, G: Game, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
) -> Option<G::Scores> {
    let [here, below @ ..] = slots else { return None };
    let mover = tree.game.to_move(here);
    let mut best = None;
    let first = tree.moves.len();
    if let Some(scores) = tree.generate(here, ply) {
        return Some(scores);
    }
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        let leaf = tree.play(here, mv, next, ply + 1, depth - 1)?;
        let scores = match leaf {
            Some(scores) => scores,
            None => max_n::<false, _, _>(tree, below, ply + 1, depth - 1)?,
        };
        if ROOT {
            tree.add_root_move(mv, scores.of(mover), Bound::Exact);
        }
        if is_better(&scores, best.as_ref(), mover) {
            best = Some(scores);
            tree.set_line(ply, mv, leaf.is_some());
        }
    }
    tree.moves.truncate(first);
    best
}
