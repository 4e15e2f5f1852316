//! Tuning of all numbers of a tuning at once, by games (SPSA: simultaneous perturbation stochastic
//! approximation, Spall 1992).
//!
//! A step moves every number a little up or down at random, lets players with these numbers play
//! against players with the opposite ones, and moves all numbers a small part of the way to the
//! winner. Fitting finds the weights that predict best who wins; this finds those that win.

use crate::player::PLAYERS;
use crate::random::Random;
use crate::rollout::evaluation::{AIMS, FEATURES, SIGNS, STAGES};
use crate::rollout::script_numbers::ScriptNumbers;
use crate::rollout::training::game::TrainingSeat;
use crate::rollout::tuning::Tuning;

/// How much of its perturbation a number moves for each game won.
const RATE: f32 = 0.05;

/// The largest weight.
const MAX_WEIGHT: f32 = 12.0;

/// Two games of a step. The players sit at the same tables with their sides exchanged.
pub(super) const GAMES_PER_STEP: usize = 2;

/// How far each feature's weight is moved, in the order of the features.
const FEATURE_STEPS: [f32; FEATURES] =
    [0.35, 0.2, 0.3, 0.4, 0.18, 0.3, 0.2, 0.14, 0.14, 0.07, 0.07, 0.1, 0.07, 0.35, 0.4];

/// How far the weights of the aims are moved.
const AIM_STEP: f32 = 0.5;

/// How far each number of the script is moved, in the order of the numbers. Whether attacks come in
/// waves is not tuned.
const SCRIPT_STEPS: [f32; ScriptNumbers::NAMES.len()] =
    [1.0, 0.7, 1.2, 3.0, 1.0, 0.7, 1.2, 1.2, 2.0, 2.5, 1.5, 2.0, 0.0, 1.5, 5.0, 20.0];

/// A tuning on its way. The numbers of the script have fractions here.
#[derive(Clone, Debug)]
pub(super) struct Tuner {
    tuning: Tuning,
    script: [f32; ScriptNumbers::NAMES.len()],
}

/// The side of a seat in a game of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Its numbers are moved as the step says.
    Moved,
    /// Its numbers are moved the opposite way.
    Opposite,
    /// Another player.
    Other,
}

/// The signs of a step: which numbers are moved up.
pub(super) struct Signs(Vec<bool>);

impl Signs {
    /// Signs at random.
    pub(super) fn draw(random: &mut Random) -> Self {
        let numbers = (FEATURES + AIMS) * STAGES + ScriptNumbers::NAMES.len();
        Self((0..numbers).map(|_| random.below(2) == 0).collect())
    }
}

impl Tuner {
    pub(super) fn new(tuning: Tuning) -> Self {
        Self { tuning, script: tuning.script.0.map(f32::from) }
    }

    /// What it has come to.
    pub(super) fn tuning(&self) -> Tuning {
        Tuning { script: ScriptNumbers(self.script.map(|number| number.round() as u8)), ..self.tuning }
    }

    /// The seat of a side. The fraction of a number of the script is the chance that it is rounded up.
    pub(super) fn seat(&self, side: Side, signs: &Signs, seed: u64, random: &mut Random) -> TrainingSeat {
        let mut moved = self.clone();
        moved.move_by(if side == Side::Moved { 1.0 } else { -1.0 }, signs);
        let script = moved.script.map(|number| {
            let chance = random.below(1 << 16) as f32 / (1 << 16) as f32;
            (number + chance) as u8
        });
        let tuning = Tuning { script: ScriptNumbers(script), ..moved.tuning };
        TrainingSeat::Tuned { tuning: Box::new(tuning), seed }
    }

    /// Moves the numbers a part of the way to the side that won more games.
    pub(super) fn learn(&mut self, signs: &Signs, lead: i32) {
        self.move_by(RATE * lead as f32, signs);
    }

    fn move_by(&mut self, part: f32, signs: &Signs) {
        let mut ups = signs.0.iter();
        let mut moved = |number: f32, step: f32| {
            let up = ups.next().copied().unwrap_or_default();
            number + if up { part * step } else { -part * step }
        };
        for stage in 0..STAGES {
            for feature in 0..FEATURES {
                let weight = &mut self.tuning.weights.features[stage][feature];
                // A weight of the wrong sign would be chance.
                let size = moved(*weight * SIGNS[feature], FEATURE_STEPS[feature]);
                *weight = thousandths(size.clamp(0.0, MAX_WEIGHT) * SIGNS[feature]);
            }
            for aim in &mut self.tuning.weights.aims[stage] {
                *aim = thousandths(moved(*aim, AIM_STEP).clamp(0.0, MAX_WEIGHT));
            }
        }
        for ((number, step), limit) in self.script.iter_mut().zip(SCRIPT_STEPS).zip(ScriptNumbers::LIMITS) {
            *number = moved(*number, step).clamp(0.0, limit.into());
        }
    }
}

/// Three digits are enough, and make a text that can be read.
fn thousandths(weight: f32) -> f32 {
    (weight * 1000.0).round() / 1000.0
}

/// Who sits where in the games of a step: two against two, or, in every other step, one against one
/// with two others. The second game has the sides exchanged.
pub(super) fn sides(step: u64, game: usize) -> [Side; PLAYERS] {
    let (one, two) =
        if game.is_multiple_of(GAMES_PER_STEP) { (Side::Moved, Side::Opposite) } else { (Side::Opposite, Side::Moved) };
    let mut sides = if step.is_multiple_of(2) { [one, two, one, two] } else { [one, Side::Other, two, Side::Other] };
    sides.rotate_right((step / 2) as usize % PLAYERS);
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that decides the games by itself finds its best value, and no other goes astray.
    #[test]
    fn it_finds_what_wins() {
        let mut tuner = Tuner::new(Tuning::FIRST);
        let distance = |tuning: &Tuning| (tuning.weights.aims[2][0] - 6.0).abs();
        let mut random = Random::new(7);
        for _ in 0..800 {
            let signs = Signs::draw(&mut random);
            let mut tuning = |side| match tuner.seat(side, &signs, 1, &mut random) {
                TrainingSeat::Tuned { tuning, .. } => *tuning,
                TrainingSeat::Published => unreachable!("a seat of a side is tuned"),
            };
            let (moved, opposite) = (tuning(Side::Moved), tuning(Side::Opposite));
            let lead = if distance(&moved) < distance(&opposite) { 2 } else { -2 };
            tuner.learn(&signs, lead);
        }
        let found = tuner.tuning();
        assert!(distance(&found) < 1.0, "{found}");
        let all = found.weights.features.as_flattened().iter();
        assert!(all.zip(SIGNS.iter().cycle()).all(|(weight, sign)| weight * sign >= 0.0), "{found}");
    }

    #[test]
    fn both_sides_sit_in_every_seat() {
        for side in [Side::Moved, Side::Opposite] {
            for seat in 0..PLAYERS {
                let count = (0..8).flat_map(|step| [0, 1].map(|game| sides(step, game)[seat])).filter(|&s| s == side);
                assert_eq!(count.count(), 6);
            }
        }
    }
}
