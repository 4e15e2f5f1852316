//! Tuning of an adversary of the built-in player, and measurements against that player.
//!
//! What beats three equal players who do not change is a *best response* to them. How much more than a
//! quarter of the games the best one wins tells how far the player can be exploited.

use gametree::Stop;

use crate::random::split_mix;
use crate::rollout::training::folder::{Purpose, Step, Training, TrainingError};
use crate::rollout::training::game::{TrainingGame, TrainingSeat};
use crate::rollout::training::workplace::Workplace;
use crate::rollout::tuning::Tuning;

/// The numbers of the games one against three, beside those of the challenges.
const GAMES_OF_ADVERSARY: u32 = u32::MAX - 1;
const GAMES_OF_MEASUREMENT: u32 = u32::MAX - 2;

/// Tells the starts of games one against three from others.
const STARTS: u64 = 0xAD7E << 16;

/// How games of one against three ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Those that the one won.
    pub won: u32,
    /// Those that one of the three won.
    pub lost: u32,
    /// Those that nobody won.
    pub stalemates: u32,
}

impl Measured {
    /// All games.
    pub const fn games(&self) -> u32 {
        self.won + self.lost + self.stalemates
    }
}

/// The built-in player.
pub(super) fn built_in(seed: u64) -> TrainingSeat {
    TrainingSeat::Tuned { tuning: Box::new(Tuning::trained()), seed }
}

impl Training {
    /// Tunes the adversary further. Its games of one against three show how it does, and decide nothing:
    /// a few dozen of them could not tell a small gain from chance.
    pub(super) fn next_adversary(
        &mut self,
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(Step),
    ) -> Result<String, TrainingError> {
        let generation = self.generation + 1;
        let tuned = self.tune(*self.tuning(), workplace, stop, show)?;
        let (of, rounds) = (self.settings.challenge, self.settings.rounds);
        let games: Vec<TrainingGame> =
            (0..of).map(|game| self.one_against_three(tuned, u64::from(generation) << 40, game, rounds)).collect();
        let mut show = |played| show(Step { generation, purpose: Purpose::Challenge, played, of });
        let Measured { won, lost, stalemates } =
            self.play_against_three(GAMES_OF_ADVERSARY, &games, workplace, stop, &mut show)?;
        let log = format!("generation {generation}: one against three {won} : {lost}, {stalemates} stalemates");
        self.keep(tuned, &log)?;
        Ok(log)
    }

    /// Plays what the last generation ended with against three of the built-in player, with so many
    /// rounds in rollouts for a turn, in galaxies that are never used in training. Games that the folder
    /// has are not played again.
    pub fn measure(
        &mut self,
        of: u32,
        rounds: u64,
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(Step),
    ) -> Result<Measured, TrainingError> {
        let (generation, tuning) = (self.generation, *self.tuning());
        let game = |game| TrainingGame { is_held_out: true, ..self.one_against_three(tuning, 0, game, rounds) };
        let games: Vec<TrainingGame> = (0..of).map(game).collect();
        let mut show = |played| show(Step { generation, purpose: Purpose::Measure, played, of });
        self.play_against_three(GAMES_OF_MEASUREMENT, &games, workplace, stop, &mut show)
    }

    /// A game of one against three of the built-in player: four of them have the same start, one for each
    /// seat.
    fn one_against_three(&self, tuning: Tuning, moment: u64, game: u32, rounds: u64) -> TrainingGame {
        let start = split_mix(self.settings.seed ^ moment ^ STARTS ^ u64::from(game / 4));
        let seats = [0, 1, 2, 3].map(|seat| {
            let seed = start ^ u64::from(game) << 2 ^ u64::from(seat);
            if seat == game % 4 { TrainingSeat::Tuned { tuning: Box::new(tuning), seed } } else { built_in(seed) }
        });
        TrainingGame { start, is_held_out: false, rounds, seats }
    }

    fn play_against_three(
        &mut self,
        number: u32,
        games: &[TrainingGame],
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(u32),
    ) -> Result<Measured, TrainingError> {
        let winners = self.play_numbered(number, games, workplace, stop, show)?;
        let mut measured = Measured { won: 0, lost: 0, stalemates: 0 };
        for (game, winner) in (0..).zip(winners) {
            *match winner {
                Some(winner) if winner.index() as u32 == game % 4 => &mut measured.won,
                Some(_) => &mut measured.lost,
                None => &mut measured.stalemates,
            } += 1;
        }
        Ok(measured)
    }
}
