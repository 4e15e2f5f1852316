//! Everybody is against me.

use crate::alpha_beta::AlphaBeta;
use crate::game::{Evaluate, Game, Score};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::Search;
use crate::viewpoint::{Viewpoint, sides};

/// The paranoid search: the player at the root seeks its highest score, and all others are thought to seek its
/// lowest. Too pessimistic, but [`AlphaBeta`] can cut, so it looks deeper than [`MaxN`](crate::MaxN).
#[derive(Clone, Debug)]
pub struct Paranoid<E> {
    evaluator: E,
}

impl<E> Paranoid<E> {
    /// A paranoid search with this opinion about positions.
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

/// The game as `player` fears it. Side 0 is `player`, side 1 all the others.
struct Coalition<'a, G> {
    game: &'a G,
    player: usize,
}

impl<G: Game> Game for Coalition<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = G::MAX_MOVES;

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
}
