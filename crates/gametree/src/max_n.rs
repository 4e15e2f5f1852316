//! Minimax for any number of players.

use crate::game::{Evaluate, Game, Score, Scores};
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
    /// The lowest score of a player, and the highest sum of the scores of all.
    bounds: Option<(Score, Score)>,
}

impl<E> MaxN<E> {
    /// Max^n with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, bounds: None }
    }

    /// Adds shallow pruning (Korf): if no player's score can be below `lowest`, and the scores of
    /// all never add up to more than `sum`, then what one player has for sure limits what is left
    /// for the others. The result is the same, with fewer nodes.
    ///
    /// Both bounds must hold for every position, finished or evaluated. Wins and losses of ±`WIN`
    /// change by a point for every ply; to bound them, add 1,000 for each player to the sum.
    pub fn with_pruning(self, lowest: Score, sum: Score) -> Self {
        Self { bounds: Some((lowest, sum)), ..self }
    }

    /// Searches to `depth` (at least 1) without deepening, whatever the budget: for trees that only
    /// make sense to that depth. `None` if the meter ends the search; what it counted until then is
    /// in the meter.
    ///
    /// ```
    /// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
    /// use gametree::{Game, Limits, MaxN, Meter, OutcomeOnly};
    /// // Players take one or two of twenty matches; whoever takes the last one wins.
    /// let game = Take { matches: 20 };
    /// let limits = Limits::nodes(1_000);
    /// let mut meter = Meter::new(&limits);
    /// meter.arm();
    /// let search = MaxN::new(OutcomeOnly);
    /// assert_eq!(search.search_to(&game, &game.start(), 20, &mut meter), None);
    /// assert_eq!(meter.counts().nodes, 1_000);
    /// ```
    pub fn search_to<G: Game>(&self, game: &G, state: &G::State, depth: u32, meter: &mut Meter) -> Option<ReportOf<G>>
    where
        E: Evaluate<G>,
    {
        let depth = depth.max(1);
        let mut tree = Tree::new(game, state, &self.evaluator, NoQuiescence, meter.clone(), depth);
        let mut slots = tree.slots(state);
        let bounds = self.bounds;
        let report = tree
            .iteration(state, depth, &mut |tree, depth| max_n::<true, _, _>(tree, &mut slots, 0, depth, bounds, None));
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
        let bounds = self.bounds;
        tree.run(state, Deepening::new(limits, 1..=plies), each, |tree, depth| {
            max_n::<true, _, _>(tree, &mut slots, 0, depth, bounds, None)
        })
    }
}

/// The scores of all players that best play leads to from the position in the first slot, which is
/// not a leaf. `above` is the player to move at the parent, and what it has for sure: as soon as it
/// cannot get more here, any scores with no more for it will do.
fn max_n<const ROOT: bool, G: Game, E: Evaluate<G>>(
    tree: &mut Tree<G, E>,
    slots: &mut [G::State],
    ply: usize,
    depth: u32,
    bounds: Option<(Score, Score)>,
    above: Option<(usize, Score)>,
) -> Option<G::Scores> {
    let [here, below @ ..] = slots else { return None };
    let mover = tree.game.to_move(here);
    let mut best: Option<G::Scores> = None;
    // What `above` leaves to the player to move, and the most that it can have at all.
    let left = |lowest: Score, sum: Score, taken: Score, others: usize| sum - taken - lowest * others as Score;
    let players = G::Scores::PLAYERS;
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
            None => {
                let own = best.map(|best| (mover, best.of(mover)));
                max_n::<false, _, _>(tree, below, ply + 1, depth - 1, bounds, own)?
            }
        };
        if ROOT {
            // Pruning may have ended the search of a move when it could be no better.
            match best.filter(|_| bounds.is_some() && leaf.is_none()) {
                Some(best) if scores.of(mover) <= best.of(mover) => {
                    tree.add_root_move(mv, best.of(mover), Bound::Upper);
                }
                _ => tree.add_root_move(mv, scores.of(mover), Bound::Exact),
            }
        }
        if is_better(&scores, best.as_ref(), mover) {
            best = Some(scores);
            tree.set_line(ply, mv, leaf.is_some());
            if let Some((lowest, sum)) = bounds
                && i + 1 < tree.moves.len()
            {
                let own = scores.of(mover);
                let is_most = !ROOT && own >= left(lowest, sum, 0, players - 1);
                let is_refuted = above.is_some_and(|(player, sure)| {
                    player != mover && left(lowest, sum, own, players.saturating_sub(2)) <= sure
                });
                if is_most || is_refuted {
                    tree.meter.count_cut();
                    break;
                }
            }
        }
    }
    tree.moves.truncate(first);
    best
}
