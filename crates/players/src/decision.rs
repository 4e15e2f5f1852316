//! What goes into a computer player, and what comes out.

use std::fmt::Debug;
use std::time::Duration;

use gametree::Limits;
use thiserror::Error;

use crate::kind::{Kind, Protocol};

/// A game, as far as its players are concerned.
pub trait Playable: Sized + 'static {
    /// What a player is shown when it is to move.
    type Position;
    /// What a player answers: a move, or all commands of a turn.
    type Turn: Clone + Debug + Send;
    /// Why a player decided so, as data.
    type Reasons: Clone + Debug + Send;

    /// The computer players of this game.
    fn kinds() -> &'static [&'static Kind<Self>];

    /// The protocols by which programs can play this game.
    fn protocols() -> &'static [&'static Protocol<Self>];
}

/// A computer player that sits at one seat of one game.
pub trait ComputerPlayer<G: Playable>: Send {
    /// Decides on a turn in `position`, within the limits given here and those of the player's own
    /// specification. Calls `progress` with every preliminary decision.
    ///
    /// When [`Limits::stop`] is raised the player answers soon with the best decision so far.
    fn think(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<G>),
    ) -> Result<Decision<G>, Fault>;
}

/// A turn, the work that it took, and the reasons for it.
#[derive(Debug)]
pub struct Decision<G: Playable> {
    /// What to play.
    pub turn: G::Turn,
    /// Positions generated, as the player counts them.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Why.
    pub reasons: G::Reasons,
}

// Not derived: the game itself need not be `Clone`.
impl<G: Playable> Clone for Decision<G> {
    fn clone(&self) -> Self {
        let Self { turn, nodes, evaluations, reasons } = self;
        Self { turn: turn.clone(), nodes: *nodes, evaluations: *evaluations, reasons: reasons.clone() }
    }
}

/// Why a player has no decision. In a tournament it forfeits the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum Fault {
    /// The player cannot be built or started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The player ended without an answer.
    #[error("crashed: {0}")]
    Crashed(String),
    /// No answer came.
    #[error("no answer in {} s", .0.as_secs_f64())]
    Hangs(Duration),
    /// The answer came too late.
    #[error("took more than {} ms for a turn plus the margin of {} ms", time.as_millis(), margin.as_millis())]
    Overtime { time: Duration, margin: Duration },
    /// The time on the clock ran out.
    #[error("lost on time")]
    Flag,
    /// The player gave up.
    #[error("resigned")]
    Resigned,
    /// The turn breaks a rule.
    #[error("illegal: {0}")]
    Illegal(String),
    /// The answer does not follow the protocol.
    #[error("not understood: {0}")]
    Protocol(String),
    /// The player writes more than any answer needs.
    #[error("floods: {0}")]
    Floods(String),
}
