//! What all searches have in common: the trait, the deepening loop, and the memory of a search.

use crate::game::{Evaluate, Game, Hashed, Score, Scores, adjust_for_ply};
use crate::limits::Limits;
use crate::meter::{Deepening, Meter};
use crate::path::Path;
use crate::quiescence::{Horizon, NoQuiescence};
use crate::report::{Report, ReportOf, RootMove};
use crate::table::{Bound, Table};

/// A search for the best move.
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{Game, Limits, Minimax, OutcomeOnly, Search};
/// // Players take one or two of seven matches; whoever takes the last one wins.
/// let game = Take { matches: 7 };
/// let report = Minimax::new(OutcomeOnly).search(&game, &game.start(), &Limits::default());
/// assert_eq!(report.best, Some(1)); // and leave six, a multiple of three
/// ```
pub trait Search<G: Game> {
    /// Searches for the best move in `state`, and calls `each` with the report of every completed
    /// iteration.
    fn watch(&mut self, game: &G, state: &G::State, limits: &Limits, each: &mut dyn FnMut(&ReportOf<G>))
    -> ReportOf<G>;

    /// Searches for the best move in `state`.
    fn search(&mut self, game: &G, state: &G::State, limits: &Limits) -> ReportOf<G> {
        self.watch(game, state, limits, &mut |_| ())
    }
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for &mut S {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        (**self).watch(game, state, limits, each)
    }
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        (**self).watch(game, state, limits, each)
    }
}

/// Everything a depth-first search writes to, allocated before it starts: a slot for the state and
/// the principal line at every ply, and one stack of moves.
pub struct Tree<'a, 'm, G: Game, E, H = NoQuiescence> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) quiescence: H,
    pub(crate) meter: Meter<'m>,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) path: Path,
    /// Whether an unfinished position was evaluated since this was last reset.
    pub(crate) horizon: bool,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// The moves tried at the root.
    root_moves: Vec<RootMove<G::Move>>,
}

impl<'a, 'm, G: Game, E: Evaluate<G>, H: Horizon> Tree<'a, 'm, G, E, H> {
    /// A tree for searches of `state` of at most `depth` plies and what `quiescence` adds to them.
    pub(crate) fn new(
        game: &'a G,
        state: &G::State,
        evaluator: &'a E,
        quiescence: H,
        meter: Meter<'m>,
        depth: u32,
    ) -> Self {
        let plies = (depth + quiescence.max_plies()) as usize + 1;
        Self {
            game,
            evaluator,
            quiescence,
            meter,
            moves: Vec::with_capacity(plies * G::MAX_MOVES),
            path: Path::new(game, state, plies),
            horizon: false,
            lines: (0..plies).map(|ply| Vec::with_capacity(plies - ply)).collect(),
            root_moves: Vec::with_capacity(G::MAX_MOVES),
        }
    }

    /// The slots for the states of one line of play, beginning with `state`.
    pub(crate) fn slots(&self, state: &G::State) -> Vec<G::State> {
        vec![state.clone(); self.lines.len()]
    }

    /// Plays a move and enters the node it leads to, `ply` plies from the root with `depth` plies
    /// to search: counts it, and scores it if it is a leaf.
    ///
    /// `None` means that the search must end.
    #[inline(always)]
    pub(crate) fn play(
        &mut self,
        from: &G::State,
        mv: G::Move,
        to: &mut G::State,
        ply: usize,
        depth: u32,
    ) -> Option<Option<G::Scores>> {
        self.play_and(from, mv, to, ply, depth, |_| ())
    }

    /// [`play`](Tree::play) that shows the new position to `meanwhile` as soon as it is there.
    #[inline(always)]
    pub(crate) fn play_and(
        &mut self,
        from: &G::State,
        mv: G::Move,
        to: &mut G::State,
        ply: usize,
        depth: u32,
        meanwhile: impl FnOnce(&G::State),
    ) -> Option<Option<G::Scores>> {
        self.game.play(from, mv, to);
        meanwhile(to);
        self.meter.enter()?;
        if G::REPEATS && self.path.enter(self.game, from, mv, to, ply) {
            self.meter.count_evaluation();
            return Some(Some(G::Scores::EVEN));
        }
        Some(self.leaf(to, ply, depth))
    }

    /// The scores of a leaf: a finished game, or a position in which the search evaluates
    /// statically.
    ///
    /// If finding the outcome takes move generation, inner nodes leave it to
    /// [`generate`](Tree::generate).
    #[inline(always)]
    fn leaf(&mut self, state: &G::State, ply: usize, depth: u32) -> Option<G::Scores> {
        let is_horizon = depth == 0 && !H::QUIESCES;
        if (is_horizon || !G::OUTCOME_NEEDS_MOVES)
            && let Some(outcome) = self.game.outcome(state)
        {
            return Some(self.score_outcome(state, outcome, ply));
        }
        is_horizon.then(|| self.evaluate(state))
    }

    /// Pushes the moves of a node that is not a leaf onto the stack, unless this shows that the
    /// game is over: then it returns the scores.
    #[inline(always)]
    pub(crate) fn generate(&mut self, state: &G::State, ply: usize) -> Option<G::Scores> {
        if !G::OUTCOME_NEEDS_MOVES {
            self.game.moves(state, &mut self.moves);
            return None;
        }
        let outcome = self.game.moves_or_outcome(state, &mut self.moves)?;
        self.lines[ply].clear();
        Some(self.score_outcome(state, outcome, ply))
    }

    /// The scores of a finished game.
    #[inline(always)]
    pub(crate) fn score_outcome(&mut self, state: &G::State, outcome: G::Scores, ply: usize) -> G::Scores {
        self.meter.count_evaluation();
        let scores = self.evaluator.evaluate_outcome(self.game, state, outcome);
        scores.map(|score| adjust_for_ply(score, ply))
    }

    /// The static evaluation of a position.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, state: &G::State) -> G::Scores {
        self.meter.count_evaluation();
        self.horizon = true;
        self.evaluator.evaluate(self.game, state)
    }

    /// Makes `mv`, and unless that leads to a leaf the best line after it, the best line at `ply`.
    #[inline]
    pub(crate) fn set_line(&mut self, ply: usize, mv: G::Move, is_leaf: bool) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        if !is_leaf {
            line.extend_from_slice(&below[0]);
        }
    }

    /// Makes the best line at `ply` end there.
    #[inline]
    pub(crate) fn end_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Begins a new list of the moves tried at the root.
    pub(crate) fn begin_root(&mut self) {
        self.root_moves.clear();
    }

    /// Notes the score of a move at the root.
    pub(crate) fn add_root_move(&mut self, mv: G::Move, score: Score, bound: Bound) {
        self.root_moves.push(RootMove { mv, score, bound: Some(bound) });
    }

    /// The moves tried at the root since [`begin_root`](Tree::begin_root).
    pub(crate) fn root_moves(&self) -> &[RootMove<G::Move>] {
        &self.root_moves
    }

    /// Replaces the list of root moves. The score of `best` is exact.
    pub(crate) fn set_root_moves(&mut self, moves: &[RootMove<G::Move>], best: G::Move, score: Score) {
        self.root_moves.clear();
        self.root_moves.push(RootMove { mv: best, score, bound: Some(Bound::Exact) });
        self.root_moves.extend(moves.iter().filter(|it| it.mv != best));
    }

    /// Makes `best` and the moves that the table knows after it the best line, to `depth` plies.
    pub(crate) fn set_line_from_table(&mut self, table: &Table, slots: &mut [G::State], best: G::Move, depth: u32)
    where
        G: Hashed,
    {
        self.end_line(0);
        let mut mv = best;
        for ply in 1..=depth as usize {
            self.lines[0].push(mv);
            let [here, next, ..] = &mut slots[ply - 1..] else { break };
            self.game.play(here, mv, next);
            let is_repeated = G::REPEATS && self.path.enter(self.game, here, mv, next, ply);
            let Some(entry) = table.probe(self.game.hash(next), ply).filter(|_| !is_repeated) else { break };
            self.moves.clear();
            if self.game.moves_or_outcome(next, &mut self.moves).is_some() {
                break;
            }
            let Some(&known) = self.moves.iter().find(|&&mv| self.game.code(mv) == entry.code) else { break };
            mv = known;
        }
        self.moves.clear();
    }

    /// Searches `state` to a fixed depth. This enters the root; `pass` searches it unless it is a
    /// leaf.
    pub(crate) fn iteration(
        &mut self,
        state: &G::State,
        depth: u32,
        pass: &mut impl FnMut(&mut Self, u32) -> Option<G::Scores>,
    ) -> Option<ReportOf<G>> {
        self.moves.clear();
        self.root_moves.clear();
        self.horizon = false;
        self.meter.enter()?;
        let scores = match self.leaf(state, 0, depth) {
            Some(scores) => scores,
            None => pass(self, depth)?,
        };
        let line = self.lines[0].clone();
        Some(Report {
            best: line.first().copied(),
            scores,
            line,
            depth,
            solved: !self.horizon,
            root_moves: self.root_moves.clone(),
            counts: self.meter.counts(),
            elapsed: self.meter.elapsed(),
        })
    }

    /// Searches `state` with `pass`, deeper and deeper, until a limit is reached or it is solved.
    ///
    /// If no iteration completes, the answer is that of depth 1.
    pub(crate) fn run(
        mut self,
        state: &G::State,
        mut deepening: Deepening,
        each: &mut dyn FnMut(&ReportOf<G>),
        mut pass: impl FnMut(&mut Self, u32) -> Option<G::Scores>,
    ) -> ReportOf<G> {
        let mut last = None;
        while let Some(depth) = deepening.next(&mut self.meter) {
            let Some(report) = self.iteration(state, depth, &mut pass) else { break };
            each(&report);
            let is_solved = report.solved;
            last = Some(report);
            if is_solved {
                break;
            }
        }
        let mut report = last.unwrap_or_else(|| {
            self.meter.disarm();
            self.iteration(state, 1, &mut pass).expect("nothing interrupts it")
        });
        report.counts = self.meter.counts();
        report.elapsed = self.meter.elapsed();
        report
    }
}

/// Whether `scores` are better for `player` than the best so far: the first stays on ties.
#[inline]
pub(crate) fn is_better<S: Scores>(scores: &S, best: Option<&S>, player: usize) -> bool {
    best.is_none_or(|best| scores.of(player) > best.of(player))
}

/// Worse than any score; its negative is better than any.
pub(crate) const WORST: Score = -Score::MAX;
