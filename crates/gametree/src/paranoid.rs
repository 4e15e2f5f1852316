//! The paranoid search: all others against the player at the root.

use crate::alpha_beta::AlphaBeta;
use crate::game::{Evaluate, Game, Score};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::Search;
use crate::viewpoint::{Viewpoint, sides};

/// The paranoid search: the player at the root maximises its score, and all others are assumed to
/// minimise it. This is too pessimistic, but [`AlphaBeta`] can prune, so it searches deeper than
/// [`MaxN`](crate::MaxN).
#[derive(Clone, Debug)]
pub struct Paranoid<E> {
    evaluator: E,
}

impl<E> Paranoid<E> {
    /// A paranoid search with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game, E: Evaluate<G>> Search<G> for Paranoid<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let coalition = Coalition { game, player: game.to_move(state) };
        let viewpoint = || Viewpoint { game, evaluator: &self.evaluator, player: coalition.player };
        let translate = |report: &_| viewpoint().translate(&coalition, state, report, |mv| mv);
        let report =
            AlphaBeta::new(viewpoint()).watch(&coalition, state, limits, &mut |report| each(&translate(report)));
        translate(&report)
    }
}

/// The two-sided game: side 0 is `player`, side 1 all the others.
struct Coalition<'a, G> {
    game: &'a G,
    player: usize,
}

impl<G: Game> Game for Coalition<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = G::MAX_MOVES;
    const OUTCOME_NEEDS_MOVES: bool = G::OUTCOME_NEEDS_MOVES;
    const REPEATS: bool = G::REPEATS;

    fn start(&self) -> G::State {
        self.game.start()
    }

    #[inline]
    fn to_move(&self, state: &G::State) -> usize {
        usize::from(self.game.to_move(state) != self.player)
    }

    #[inline]
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.moves(state, moves);
    }

    #[inline]
    fn play(&self, from: &G::State, mv: G::Move, to: &mut G::State) {
        self.game.play(from, mv, to);
    }

    #[inline]
    fn outcome(&self, state: &G::State) -> Option<[Score; 2]> {
        self.game.outcome(state).map(|scores| sides(scores, self.player))
    }

    #[inline]
    fn moves_or_outcome(&self, state: &G::State, moves: &mut Vec<G::Move>) -> Option<[Score; 2]> {
        self.game.moves_or_outcome(state, moves).map(|scores| sides(scores, self.player))
    }

    #[inline]
    fn repetition_hash(&self, state: &G::State) -> Option<u64> {
        self.game.repetition_hash(state)
    }

    #[inline]
    fn is_irreversible(&self, from: &G::State, mv: G::Move) -> bool {
        self.game.is_irreversible(from, mv)
    }

    fn history(&self) -> &[u64] {
        self.game.history()
    }
}
