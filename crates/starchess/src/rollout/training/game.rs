//! Games for training, and which galaxies they may use.

use ::players::{ComputerPlayer, Fault};
use gametree::Limits;

use crate::galaxy::{Galaxy, GameResult};
use crate::player::{PLAYERS, Player};
use crate::players::StarChess;
use crate::random::split_mix;
use crate::start::Start;

/// A game ends after this round.
pub const MAX_ROUNDS: u32 = 200;

/// Every so many rounds a position is kept.
const ROUNDS_PER_SAMPLE: u32 = 2;

/// Whether the galaxy of a start is kept for measurements: one in four, and never used in training.
/// Galaxies that differ by a quarter turn are the same in this respect.
///
/// ```
/// use starchess::{Galaxy, Start, training};
/// let held_out = (0..1000).filter(|&seed| training::is_held_out(&Galaxy::start(Start::Random(seed))));
/// assert!((200..300).contains(&held_out.count()));
/// ```
pub fn is_held_out(start: &Galaxy) -> bool {
    let mut terran = start.terran;
    let mut least = terran.bits();
    for _ in 1..PLAYERS {
        terran = terran.turned();
        least = least.min(terran.bits());
    }
    split_mix(least.into()).is_multiple_of(4)
}

/// A random galaxy that may be used in training.
pub fn training_start(seed: u64) -> Galaxy {
    (0..)
        .map(|attempt| Galaxy::start(Start::Random(split_mix(seed ^ split_mix(attempt)))))
        .find(|start| !is_held_out(start))
        .expect("three galaxies of four may be used")
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The winner, unless it was a stalemate.
    pub winner: Option<Player>,
    /// Positions at the beginning of rounds.
    pub positions: Vec<Galaxy>,
}

/// Plays a game.
pub fn play_game(
    start: &Galaxy,
    players: &mut [Box<dyn ComputerPlayer<StarChess>>; PLAYERS],
) -> Result<PlayedGame, Fault> {
    let mut galaxy = *start;
    let mut positions = Vec::new();
    let (limits, mut last_round) = (Limits::default(), 0);
    while !galaxy.is_over() && galaxy.round() <= MAX_ROUNDS {
        if galaxy.round() != last_round && galaxy.round().is_multiple_of(ROUNDS_PER_SAMPLE) {
            positions.push(galaxy);
        }
        last_round = galaxy.round();
        let decision = players[galaxy.to_move().index()].think(&galaxy, &limits, &mut |_| ())?;
        for command in decision.turn {
            galaxy.apply(command).map_err(|error| Fault::Illegal(error.to_string()))?;
        }
    }
    let winner = match galaxy.result() {
        GameResult::Win(winner) => Some(winner),
        GameResult::Ongoing => None,
    };
    Ok(PlayedGame { winner, positions })
}
