//! A game of many players from the point of view of one: itself against all the others.

use crate::game::{Evaluate, Game, Score, Scores, adjust_for_ply};
use crate::path::Path;
use crate::report::{Report, ReportOf};

/// Turns the scores of all players into those of two sides: `player`, and the rest, who only want
/// to lower its score.
///
/// It is the evaluator of the two-sided games that [`Paranoid`](crate::Paranoid) and
/// [`BestReply`](crate::BestReply) make of a game for many.
pub(crate) struct Viewpoint<'a, G, E> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) player: usize,
}

/// The scores of the two sides.
#[inline]
pub(crate) fn sides<S: Scores>(scores: S, player: usize) -> [Score; 2] {
    let own = scores.of(player);
    [own, -own]
}

impl<G: Game, E: Evaluate<G>, T> Evaluate<T> for Viewpoint<'_, G, E>
where
    T: Game<State = G::State, Scores = [Score; 2]>,
{
    #[inline]
    fn evaluate(&self, _two_sided: &T, state: &G::State) -> [Score; 2] {
        sides(self.evaluator.evaluate(self.game, state), self.player)
    }

    #[inline]
    fn evaluate_outcome(&self, _two_sided: &T, state: &G::State, outcome: [Score; 2]) -> [Score; 2] {
        // The evaluator may depend on the outcome of all players, not only of the two sides.
        match self.game.outcome(state) {
            Some(outcome) => sides(self.evaluator.evaluate_outcome(self.game, state, outcome), self.player),
            None => outcome,
        }
    }
}

impl<G: Game, E: Evaluate<G>> Viewpoint<'_, G, E> {
    /// Turns a report about the two-sided game into one about the real game, with the scores of all
    /// players at the end of the principal line.
    pub(crate) fn translate<T: Game<State = G::State, Scores = [Score; 2]>>(
        &self,
        two_sided: &T,
        state: &G::State,
        report: &ReportOf<T>,
        real: impl Fn(T::Move) -> G::Move,
    ) -> ReportOf<G> {
        let mut path = Path::new(two_sided, state, report.line.len());
        let (mut here, mut next) = (state.clone(), state.clone());
        let mut is_repeated = false;
        for (i, &mv) in report.line.iter().enumerate() {
            two_sided.play(&here, mv, &mut next);
            is_repeated = T::REPEATS && path.enter(two_sided, &here, mv, &next, i + 1);
            std::mem::swap(&mut here, &mut next);
        }
        let scores = match self.game.outcome(&here) {
            Some(outcome) => {
                let scores = self.evaluator.evaluate_outcome(self.game, &here, outcome);
                scores.map(|score| adjust_for_ply(score, report.line.len()))
            }
            None if is_repeated => G::Scores::EVEN,
            None => self.evaluator.evaluate(self.game, &here),
        };
        let line: Vec<_> = report.line.iter().map(|&mv| real(mv)).collect();
        let root_moves = report.root_moves.iter().map(|it| it.map(&real)).collect();
        let Report { depth, solved, counts, elapsed, .. } = *report;
        Report { best: line.first().copied(), scores, line, depth, solved, root_moves, counts, elapsed }
    }
}
