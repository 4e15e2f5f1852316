//! What all searches have in common: the trait, the loop that deepens, and the memory of a search.

use crate::game::{Evaluate, Game, Score, Scores, delayed};
use crate::limits::{Limits, Meter};
use crate::report::{Report, ReportOf};

/// A way of finding a good move.
///
/// ```
/// use gametree::{Limits, Minimax, OutcomeOnly, Search};
/// # use gametree::*;
/// # struct Take; // Take one or two of seven matches; who takes the last one wins.
/// # impl Game for Take {
/// #     type State = (usize, u8); type Move = u8; type Scores = [Score; 2]; const MAX_MOVES: usize = 2;
/// #     fn start(&self) -> (usize, u8) { (0, 7) }
/// #     fn to_move(&self, s: &(usize, u8)) -> usize { s.0 }
/// #     fn moves(&self, s: &(usize, u8), moves: &mut Vec<u8>) { moves.extend(1..=s.1.min(2)) }
/// #     fn play(&self, s: &(usize, u8), n: u8, to: &mut (usize, u8)) { *to = (1 - s.0, s.1 - n) }
/// #     fn outcome(&self, s: &(usize, u8)) -> Option<[Score; 2]> {
/// #         (s.1 == 0).then(|| if s.0 == 1 { [WIN, -WIN] } else { [-WIN, WIN] })
/// #     }
/// # }
/// let report = Minimax::new(OutcomeOnly).search(&Take, &Take.start(), &Limits::default());
/// assert_eq!(report.best, Some(1)); // and leave six, a multiple of three
/// ```
pub trait Search<G: Game> {
    /// Looks for the best move in `state`, and calls `each` with the report of every iteration it finishes.
    fn watch(&mut self, game: &G, state: &G::State, limits: &Limits, each: &mut dyn FnMut(&ReportOf<G>))
    -> ReportOf<G>;

    /// Looks for the best move in `state`.
    fn search(&mut self, game: &G, state: &G::State, limits: &Limits) -> ReportOf<G> {
        self.watch(game, state, limits, &mut |_| ())
    }
}

/// All that a depth-first search writes to, made before it starts so that it never allocates: a slot for the state and
/// the principal line at every ply, and one stack of moves.
pub(crate) struct Tree<'a, G: Game, E> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) meter: Meter<'a>,
    pub(crate) moves: Vec<G::Move>,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// Whether a position was scored because the search may look no further, since this was last reset.
    pub(crate) horizon: bool,
}

impl<'a, G: Game, E: Evaluate<G>> Tree<'a, G, E> {
    pub(crate) fn new(game: &'a G, evaluator: &'a E, limits: &'a Limits) -> Self {
        let plies = limits.plies() as usize + 1;
        Self {
            game,
            evaluator,
            meter: Meter::new(limits),
            moves: Vec::with_capacity(plies * G::MAX_MOVES),
            lines: (0..plies).map(|ply| Vec::with_capacity(plies - ply)).collect(),
            horizon: false,
        }
    }

    /// The slots for the states of one line of play, `state` being the first.
    pub(crate) fn slots(&self, state: &G::State) -> Vec<G::State> {
        vec![state.clone(); self.lines.len()]
    }

    /// Enters a node: counts it, and scores it if it is a leaf: the game is over or the search looks no further.
    ///
    /// `None` means that the search must end.
    #[inline(always)]
    pub(crate) fn enter(&mut self, state: &G::State, ply: usize, depth: u32) -> Option<Option<G::Scores>> {
        self.meter.enter()?;
        if let Some(outcome) = self.game.outcome(state) {
            self.meter.count_evaluation();
            let scores = self.evaluator.evaluate_outcome(self.game, state, outcome);
            return Some(Some(scores.map(|score| delayed(score, ply))));
        }
        if depth == 0 {
            self.meter.count_evaluation();
            self.horizon = true;
            return Some(Some(self.evaluator.evaluate(self.game, state)));
        }
        Some(None)
    }

    /// The best line at `ply` is now `mv` and, unless that leads to a leaf, what follows it.
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

    /// Searches `state` to a fixed depth. The root is entered here; `pass` is for one that is not a leaf.
    fn iteration(
        &mut self,
        state: &G::State,
        depth: u32,
        pass: &mut impl FnMut(&mut Self, u32) -> Option<G::Scores>,
    ) -> Option<ReportOf<G>> {
        self.moves.clear();
        self.horizon = false;
        let scores = match self.enter(state, 0, depth)? {
            Some(scores) => scores,
            None => pass(self, depth)?,
        };
        let line = self.lines[0].clone();
        let (best, solved) = (line.first().copied(), !self.horizon);
        Some(Report { best, scores, line, depth, solved, counts: self.meter.counts() })
    }

    /// Searches `state` with `pass` from depth `from` on, deeper and deeper until the limits are reached or it is
    /// solved.
    ///
    /// A search to depth 1 is never interrupted, and if there is no time for any other it is the answer.
    pub(crate) fn run(
        mut self,
        state: &G::State,
        from: u32,
        each: &mut dyn FnMut(&ReportOf<G>),
        mut pass: impl FnMut(&mut Self, u32) -> Option<G::Scores>,
    ) -> ReportOf<G> {
        let mut last = None;
        for depth in from..=self.meter.limits().plies() {
            if depth > 1 {
                self.meter.arm();
            }
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

/// The scores of both players when the one to move has `value`.
pub(crate) fn for_mover(value: Score, mover: usize) -> [Score; 2] {
    if mover == 0 { [value, -value] } else { [-value, value] }
}
