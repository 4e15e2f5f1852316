//! Computer players with what they remember of their game.
//!
//! A player that follows goals keeps its goals and its beliefs from turn to turn. What it remembers
//! follows from the positions that it has thought about and how far it came each time, so it need not
//! be stored: after a restart, after an undo, or to explain an old turn, it thinks about its earlier
//! positions again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gametree::Limits;
use players::{ComputerPlayer, Decision, Setup};
use starchess::{Galaxy, PLAYERS, Player, PlayerSpec, Published, StarChess};

use super::{StarGame, StarProgress};
use crate::live::{Context, Refusal};

/// A computer answers after this long with the best it has found.
const LONGEST_THOUGHT: Duration = Duration::from_secs(20);

/// A computer's decision: where, and how far it came. It may have been told to hurry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    pub(super) galaxy: Galaxy,
    /// The turns that it generated.
    pub(super) nodes: u64,
    /// The rounds that it looked ahead.
    pub(super) rounds: u32,
}

/// A computer player, and the positions that it has thought about.
struct Mind {
    spec: PlayerSpec,
    computer: Box<dyn ComputerPlayer<StarChess>>,
    past: Vec<Moment>,
}

/// The computers at a table.
#[derive(Clone, Default)]
pub(super) struct Minds(Arc<Mutex<[Option<Mind>; PLAYERS]>>);

impl Minds {
    /// Lets the computer that plays for the player to move decide. `past` are its earlier decisions.
    pub(super) fn decide(
        &self,
        spec: &PlayerSpec,
        past: &[Moment],
        galaxy: &Galaxy,
        context: &mut Context<'_, StarGame>,
    ) -> Result<Decision<StarChess>, Refusal> {
        let seat = galaxy.to_move().index();
        let kept = self.lock()[seat].take().filter(|mind| mind.spec == *spec && mind.past == past);
        let mut mind = match kept {
            Some(mind) => mind,
            None => Mind::recall(spec, galaxy.to_move(), past, context)?,
        };
        let decision = mind.think(galaxy, None, context)?;
        self.lock()[seat] = Some(mind);
        Ok(decision)
    }

    fn lock(&self) -> MutexGuard<'_, [Option<Mind>; PLAYERS]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets a computer think again about a position that it has decided in. It finds the same turn.
pub(super) fn decide_again(
    spec: &PlayerSpec,
    past: &[Moment],
    then: &Moment,
    context: &mut Context<'_, StarGame>,
) -> Result<Decision<StarChess>, Refusal> {
    let spec = as_far_as(spec, then.rounds);
    Mind::recall(&spec, then.galaxy.to_move(), past, context)?.think(&then.galaxy, Some(then.nodes), context)
}

/// Whether what a computer does depends on what it has thought about before.
pub(super) fn has_memory(spec: &PlayerSpec) -> bool {
    !matches!(spec, PlayerSpec::Computer { kind, .. } if kind.name == "published")
}

/// The published player with as much lookahead as it had time for; others as they are.
fn as_far_as(spec: &PlayerSpec, rounds: u32) -> PlayerSpec {
    match spec {
        PlayerSpec::Computer { kind, settings } if kind.name == "published" => {
            Published { turns: rounds, ..Published::of(settings) }.into()
        }
        spec => spec.clone(),
    }
}

impl Mind {
    /// A player that has decided in these positions before.
    fn recall(
        spec: &PlayerSpec,
        player: Player,
        past: &[Moment],
        context: &mut Context<'_, StarGame>,
    ) -> Result<Self, Refusal> {
        let setup = Setup { seat: player.index(), ..Setup::default() };
        let computer = spec.build(&setup).map_err(|fault| Refusal(format!("{player} {fault}")))?;
        let mut mind = Self { spec: spec.clone(), computer, past: Vec::new() };
        for moment in past {
            mind.think(&moment.galaxy, Some(moment.nodes), context)?;
        }
        Ok(mind)
    }

    fn think(
        &mut self,
        galaxy: &Galaxy,
        nodes: Option<u64>,
        context: &mut Context<'_, StarGame>,
    ) -> Result<Decision<StarChess>, Refusal> {
        let limits = match nodes {
            // To think as far as then, not as long.
            Some(nodes) if has_memory(&self.spec) => Limits::nodes(nodes),
            _ => Limits::time(LONGEST_THOUGHT).with_stop(context.stop.clone()),
        };
        let player = galaxy.to_move();
        let progress = &mut context.progress;
        let decided = self.computer.think(galaxy, &limits.with_cancel(context.cancel.clone()), &mut |decision| {
            if let Some(info) = decision.reasons.info() {
                progress(StarProgress { player, rounds: info.turns, score: Some(info.scores[player.index()]) });
            }
        });
        if context.cancel.is_raised() {
            return Err(Refusal("withdrawn".to_owned()));
        }
        let decision = decided.map_err(|fault| Refusal(format!("{player} {fault}")))?;
        let rounds = decision.reasons.info().map_or(0, |info| info.turns);
        self.past.push(Moment { galaxy: *galaxy, nodes: decision.nodes, rounds });
        Ok(decision)
    }
}
