//! Games for training, and which galaxies they may use.

use std::fmt;
use std::str::FromStr;

use ::players::{ComputerPlayer, Fault, Setup};
use gametree::{Limits, Stop};

use crate::galaxy::{Galaxy, GameResult};
use crate::player::{PLAYERS, Player};
use crate::players::{PlayerSpec, StarChess};
use crate::random::split_mix;
use crate::rollout::player::{GoalPlayer, Strength};
use crate::rollout::tuning::Tuning;
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
    draw_start(seed, false)
}

/// A random galaxy that is kept for measurements.
pub fn held_out_start(seed: u64) -> Galaxy {
    draw_start(seed, true)
}

fn draw_start(seed: u64, held_out: bool) -> Galaxy {
    (0..)
        .map(|attempt| Galaxy::start(Start::Random(split_mix(seed ^ split_mix(attempt)))))
        .find(|start| is_held_out(start) == held_out)
        .expect("one galaxy in four is held out")
}

/// A game of a training, with everything that decides how it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingGame {
    /// The seed of the galaxy in which it begins: see [`training_start`].
    pub start: u64,
    /// Whether it is a measurement, and begins in a galaxy that is never used in training: see
    /// [`held_out_start`].
    pub is_held_out: bool,
    /// Rounds that each player plays in rollouts for a turn.
    pub rounds: u64,
    /// Who plays.
    pub seats: [TrainingSeat; PLAYERS],
}

/// A player of a training.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingSeat {
    /// The published player.
    Published,
    /// The strongest player with this tuning.
    Tuned {
        /// What it has learnt.
        tuning: Box<Tuning>,
        /// Seeds its random choices.
        seed: u64,
    },
}

impl TrainingGame {
    /// Plays the game. Returns `None` if the flag was raised before its end.
    pub fn play(&self, stop: &Stop) -> Result<Option<PlayedGame>, Fault> {
        let mut players = Vec::with_capacity(PLAYERS);
        for seat in &self.seats {
            players.push(seat.build(self.rounds)?);
        }
        let mut galaxy = draw_start(self.start, self.is_held_out);
        let mut positions = Vec::new();
        let (limits, mut last_round) = (Limits::default().with_cancel(stop.clone()), 0);
        while !galaxy.is_over() && galaxy.round() <= MAX_ROUNDS {
            if galaxy.round() != last_round && galaxy.round().is_multiple_of(ROUNDS_PER_SAMPLE) {
                positions.push(galaxy);
            }
            last_round = galaxy.round();
            let decision = players[galaxy.to_move().index()].think(&galaxy, &limits, &mut |_| ());
            // A turn that was cancelled does not count.
            if stop.is_raised() {
                return Ok(None);
            }
            for command in decision?.turn {
                galaxy.apply(command).map_err(|error| Fault::Illegal(error.to_string()))?;
            }
        }
        let winner = match galaxy.result() {
            GameResult::Win(winner) => Some(winner),
            GameResult::Ongoing => None,
        };
        Ok(Some(PlayedGame { winner, positions }))
    }
}

impl TrainingSeat {
    fn build(&self, rounds: u64) -> Result<Box<dyn ComputerPlayer<StarChess>>, Fault> {
        match self {
            Self::Published => {
                let published: PlayerSpec = crate::published::Published::default().into();
                published.build(&Setup::default())
            }
            Self::Tuned { tuning, seed } => {
                let strength = Strength { tuning: **tuning, rounds, ..Strength::strongest() };
                Ok(Box::new(GoalPlayer::new(strength, *seed)))
            }
        }
    }
}

/// A game that was played to its end. Its text is the number of the winner (0 for none) and the
/// positions, separated by `|`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The winner, unless it was a stalemate.
    pub winner: Option<Player>,
    /// Positions at the beginning of rounds.
    pub positions: Vec<Galaxy>,
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.winner.map_or(0, Player::number))?;
        self.positions.iter().try_for_each(|position| write!(f, "|{position}"))
    }
}

impl FromStr for PlayedGame {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split('|');
        let number = parts.next().unwrap_or_default();
        let winner: u32 = number.parse().map_err(|_| format!("{number:?} is not a winner"))?;
        if winner > PLAYERS as u32 {
            return Err(format!("there is no player {winner}"));
        }
        let positions = parts.map(|text| text.parse().map_err(|error| format!("{error}"))).collect::<Result<_, _>>()?;
        Ok(Self { winner: Player::from_number(winner), positions })
    }
}
