//! Computer players at work on a turn.

use ::players::{ComputerPlayer, Decision, Fault};
use gametree::{Limits, Stop};
use thiserror::Error;

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::player::Player;
use crate::players::{PlayerSpec, StarChess};
use crate::verdict::Verdict;

/// A decision of a computer player, with the position in which it was made.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The player whose turn it was.
    pub player: Player,
    /// The computer that decided.
    pub spec: PlayerSpec,
    /// The position.
    pub galaxy: Galaxy,
    /// The commands, the work that they took, and the reasons.
    pub decision: Decision<StarChess>,
    /// The number of commands played before.
    pub(crate) at: usize,
}

/// Why a computer's turn is not played. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Verdict),
    /// A human decides for the player to move.
    #[error("a human plays for {0}")]
    Human(Player),
    /// The player to move is unknown here.
    #[error("{player} is {name:?}, which is not a player of this program: choose another")]
    Unknown {
        /// The player to move.
        player: Player,
        /// Its name in the saved game.
        name: String,
    },
    /// It was interrupted while it thought.
    #[error("interrupted: the turn is not played")]
    Interrupted,
    /// The game went on while it thought.
    #[error("the game has changed since the computer began to think")]
    Outdated,
    /// The computer has no legal turn to offer.
    #[error("{player} {fault}")]
    Fault {
        /// The player to move.
        player: Player,
        /// What went wrong.
        fault: Fault,
    },
}

/// A computer player at work, taken out of its session so that it can think on another thread.
///
/// Give it back with [`Session::finish_thinking`](crate::Session::finish_thinking), whatever comes of it.
pub struct Thinking {
    pub(crate) player: Player,
    pub(crate) spec: PlayerSpec,
    pub(crate) galaxy: Galaxy,
    /// The number of commands played before.
    pub(crate) at: usize,
    pub(crate) computer: Box<dyn ComputerPlayer<StarChess>>,
    /// Whether the computer sits at the table, and is not only asked for advice.
    pub(crate) is_seated: bool,
}

impl Thinking {
    /// The player that it thinks for.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Decides on a turn within these limits. Calls `progress` with every preliminary decision.
    ///
    /// If [`Limits::stop`] is raised the answer is the best decision so far. If [`Limits::cancel`] is
    /// raised there is none.
    pub fn think(
        &mut self,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Thought, TurnError> {
        let fault = |fault| TurnError::Fault { player: self.player, fault };
        let decision = self.computer.think(&self.galaxy, limits, progress);
        if limits.cancel.as_ref().is_some_and(Stop::is_raised) {
            return Err(TurnError::Interrupted);
        }
        let decision = decision.map_err(fault)?;
        check_turn(&self.galaxy, &decision.turn).map_err(|reason| fault(Fault::Illegal(reason)))?;
        let Self { player, galaxy, at, .. } = *self;
        Ok(Thought { player, spec: self.spec.clone(), galaxy, decision, at })
    }
}

/// A turn is legal commands up to the one that ends it.
fn check_turn(galaxy: &Galaxy, commands: &[Command]) -> Result<(), String> {
    let mut after = *galaxy;
    for (i, &command) in commands.iter().enumerate() {
        if i > 0 && commands[i - 1] == Command::EndTurn {
            return Err(format!("{command} follows the end of the turn"));
        }
        after.apply(command).map_err(|error| format!("{command}: {error}"))?;
    }
    match commands.last() {
        Some(Command::EndTurn) => Ok(()),
        _ => Err("the turn has no end".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::read_commands;
    use crate::start::Start;

    #[test]
    fn turns_must_be_legal_to_their_end() {
        let galaxy = Galaxy::start(Start::Terran);
        let check = |commands: &str| check_turn(&galaxy, &read_commands(commands).unwrap());
        assert_eq!(check("move A1 B2 20; end"), Ok(()));
        assert!(check("move A1 B2 21; end").unwrap_err().starts_with("move A1 B2 21: "));
        assert_eq!(check("move A1 B2 20"), Err("the turn has no end".to_owned()));
        assert_eq!(check(""), Err("the turn has no end".to_owned()));
        assert_eq!(check("end; end"), Err("end follows the end of the turn".to_owned()));
    }
}
