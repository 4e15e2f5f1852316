//! A player that plays random legal turns: the weakest opponent, and a first example of a player.

use gametree::Limits;
use players::{ComputerPlayer, Decision, Fault, Kind, SEED};

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::players::StarChess;
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
        let mut random = Random::new(self.seed ^ split_mix(moment));
        Ok(Decision { turn: random_turn(galaxy, &mut random), nodes: 1, evaluations: 0, reasons: Reasons::None })
    }
}

/// A random legal turn with at most one command for each fleet and colony that the player has at the
/// beginning.
fn random_turn(galaxy: &Galaxy, random: &mut Random) -> Vec<Command> {
    let player = galaxy.to_move();
    let mut here = *galaxy;
    let mut turn = Vec::new();
    let units = galaxy.fleets(player).len() + galaxy.colonies(player).len();
    for _ in 0..random.below(units as u64 + 1) {
        let largest = largest_commands(&here);
        if largest.is_empty() {
            break;
        }
        let mut command = largest[random.below(largest.len() as u64) as usize];
        if let Command::Move { ships, .. } | Command::Build { ships, .. } = &mut command {
            *ships = 1 + random.below(u64::from(*ships)) as u32;
        }
        // It is legal: what the largest number of ships may do, fewer may do too.
        if here.apply(command).is_ok() {
            turn.push(command);
        }
    }
    turn.push(Command::EndTurn);
    turn
}

/// All legal commands of the player to move except [`Command::EndTurn`], each with the largest number
/// of ships. Ships are never scrapped: that could only shorten the game.
fn largest_commands(galaxy: &Galaxy) -> Vec<Command> {
    let mut commands = Vec::new();
    for at in Sector::all() {
        let choices = galaxy.choices(at);
        let moves =
            choices.moves.iter().map(|choice| Command::Move { from: at, to: choice.to, ships: choice.max.into() });
        commands.extend(moves);
        let build = choices.build.filter(|build| build.max > 0);
        commands.extend(build.map(|build| Command::Build { at, ships: build.max }));
        commands.extend(choices.can_colonize.then_some(Command::Colonize { at }));
        commands.extend(choices.can_terraform.then_some(Command::Terraform { at }));
    }
    commands
}
