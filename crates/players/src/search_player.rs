//! A search of `gametree` as a computer player.

use gametree::{Game, Limits, ReportOf, Search};

use crate::decision::{ComputerPlayer, Decision, Fault, Playable};

/// A search that plays a game whose positions are the states that it searches.
pub struct SearchPlayer<G: Game> {
    game: G,
    search: Box<dyn Search<G> + Send>,
    /// Its own limits.
    limits: Limits,
}

impl<G: Game> SearchPlayer<G> {
    /// A player that searches within these limits, and those that it is given for a turn.
    pub fn new(game: G, search: impl Search<G> + Send + 'static, limits: Limits) -> Self {
        Self { game, search: Box::new(search), limits }
    }
}

impl<G> ComputerPlayer<G> for SearchPlayer<G>
where
    G: Game<Move: Send> + Playable<Position = G::State, Turn = G::Move, Reasons = ReportOf<G>> + Send,
{
    fn think(
        &mut self,
        position: &G::State,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<G>),
    ) -> Result<Decision<G>, Fault> {
        let decision = |report: &ReportOf<G>| {
            let turn = report.best?;
            let (nodes, evaluations) = (report.counts.nodes, report.counts.evaluations);
            Some(Decision { turn, nodes, evaluations, reasons: report.clone() })
        };
        let limits = self.limits.tighter(limits);
        let report = self.search.watch(&self.game, position, &limits, &mut |report| {
            decision(report).iter().for_each(&mut *progress);
        });
        decision(&report).ok_or_else(|| Fault::Crashed("it found no move: the game is over".to_owned()))
    }
}
