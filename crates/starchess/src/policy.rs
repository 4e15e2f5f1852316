//! Policies: how a player makes one turn without looking ahead.

use crate::command::Command;
use crate::experiments::Experiments;
use crate::galaxy::Galaxy;
use crate::sector::Sectors;
use crate::survey::Survey;

/// Makes one player's turn of a position, without looking ahead.
///
/// Policies are what players that play many turns are made of. A rollout alternates between two
/// positions until the game is over, without allocating anything; an evolutionary player varies the
/// parameters of a policy. [`PublishedTurn`] is the turn of the published player, and
/// [`RandomTurn`](crate::RandomTurn) that of the random player.
///
/// ```
/// use starchess::{Galaxy, Policy, PublishedTurn, Start};
/// let mut policy = PublishedTurn::default();
/// let mut here = Galaxy::start(Start::Random(7));
/// let mut next = here;
/// while !here.is_over() && here.round() <= 50 {
///     policy.play(&here, &mut next, |_| ());
///     std::mem::swap(&mut here, &mut next);
/// }
/// assert_eq!(here.round(), 51);
/// ```
pub trait Policy {
    /// Writes into `to` the position after the turn of the player to move in `from`, the end of the
    /// turn included, and calls `each` with every command. It does not allocate.
    ///
    /// Never called on a finished game.
    fn play(&mut self, from: &Galaxy, to: &mut Galaxy, each: impl FnMut(Command));

    /// The commands of the turn, [`Command::EndTurn`] included; none once the game is over.
    ///
    /// ```
    /// use starchess::{Galaxy, Policy, PublishedTurn, Start, write_commands};
    /// let commands = PublishedTurn::default().commands(&Galaxy::start(Start::Terran));
    /// assert_eq!(write_commands(&commands), "move A1 A2 20; end");
    /// ```
    fn commands(&mut self, galaxy: &Galaxy) -> Vec<Command> {
        let mut commands = Vec::new();
        if !galaxy.is_over() {
            self.play(galaxy, &mut galaxy.clone(), |command| commands.push(command));
        }
        commands
    }
}

/// The published player's turn: its requests, served in the order of section 3.3 of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedTurn {
    /// The sectors that may make requests: by default all.
    pub mask: Sectors,
    /// How the turn deviates from the published one.
    pub experiments: Experiments,
}

impl Default for PublishedTurn {
    fn default() -> Self {
        Self { mask: Sectors::ALL, experiments: Experiments::default() }
    }
}

impl Policy for PublishedTurn {
    #[inline]
    fn play(&mut self, from: &Galaxy, to: &mut Galaxy, each: impl FnMut(Command)) {
        Survey::with(from, self.experiments).play_turn(from, self.mask, to, each);
    }
}
