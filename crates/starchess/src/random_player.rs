//! A player that plays random legal turns: the weakest opponent, and a first example of a player.

use gametree::Limits;
use players::{ComputerPlayer, Decision, Fault, Kind, SEED};

use crate::command::Command;
use crate::constants::MAX_SHIPS;
use crate::galaxy::Galaxy;
use crate::players::StarChess;
use crate::policy::Policy;
use crate::random::{Random, split_mix};
use crate::reasons::Reasons;
use crate::sector::Sector;

/// The random player, as the list of players has it.
pub(crate) static RANDOM: Kind<StarChess> = Kind {
    name: "random",
    about: "plays random legal turns",
    options: &[SEED],
    complete: |_| (),
    is_deterministic: true,
    build: |settings, setup| Ok(Box::new(RandomPlayer { seed: settings.number(SEED.name).unwrap_or(setup.seed) })),
};

struct RandomPlayer {
    seed: u64,
}

impl ComputerPlayer<StarChess> for RandomPlayer {
    fn think(
        &mut self,
        galaxy: &Galaxy,
        _limits: &Limits,
        _progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Decision<StarChess>, Fault> {
        if galaxy.is_over() {
            return Err(Fault::Crashed("it found no turn: the game is over".to_owned()));
        }
        // Derived from the seed, the round and the player, so that a turn that is taken back is
        // played in the same way again.
        let moment = u64::from(galaxy.round()) << 2 | galaxy.to_move().index() as u64;
        let turn = RandomTurn::new(self.seed ^ split_mix(moment)).commands(galaxy);
        Ok(Decision { turn, nodes: 1, evaluations: 0, reasons: Reasons::None })
    }
}

/// Random legal turns, as a policy: at most one command for each fleet and colony that the player has
/// at the beginning of the turn.
///
/// ```
/// use starchess::{Galaxy, Policy, RandomTurn, Start};
/// let galaxy = Galaxy::start(Start::Barren);
/// assert_eq!(RandomTurn::new(3).commands(&galaxy), RandomTurn::new(3).commands(&galaxy));
/// ```
pub struct RandomTurn(Random);

impl RandomTurn {
    /// A policy whose choices follow from a seed.
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl Policy for RandomTurn {
    fn play(&mut self, from: &Galaxy, to: &mut Galaxy, mut each: impl FnMut(Command)) {
        let player = from.to_move();
        let units = from.fleets(player).len() + from.colonies(player).len();
        *to = *from;
        for _ in 0..self.0.below(units as u64 + 1) {
            let count = largest_commands(to).count() as u64;
            if count == 0 {
                break;
            }
            let Some(mut command) = largest_commands(to).nth(self.0.below(count) as usize) else { break };
            if let Command::Move { ships, .. } | Command::Build { ships, .. } = &mut command {
                *ships = 1 + self.0.below(u64::from(*ships)) as u32;
            }
            // It is legal: whatever the largest number of ships may do, fewer ships may do too.
            if to.apply(command).is_ok() {
                each(command);
            }
        }
        each(Command::EndTurn);
        to.end_turn();
    }
}

/// All legal commands of the player to move except [`Command::EndTurn`], each with the largest number
/// of ships. Ships are never scrapped: that could only shorten the game.
fn largest_commands(galaxy: &Galaxy) -> impl Iterator<Item = Command> {
    let player = galaxy.to_move();
    let commands = Sector::all().flat_map(move |at| {
        let active = galaxy.ships_in(player, at).saturating_sub(galaxy.inactive[at.index()]);
        let moves = at.alone().spread().into_iter().map(move |to| {
            let room = MAX_SHIPS - galaxy.ships_in(player, to);
            Command::Move { from: at, to, ships: active.min(room).into() }
        });
        let build = Command::Build { at, ships: galaxy.build_limits(at).max() };
        moves.chain([build, Command::Colonize { at }, Command::Terraform { at }])
    });
    commands.filter(|&command| galaxy.check(command).is_ok())
}
