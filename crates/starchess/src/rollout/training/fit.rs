//! Fitting the weights of the evaluation to the results of games.

use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::rollout::evaluation::{FEATURES, Features, SIGNS, STAGES, Weights, features};

const STEPS: usize = 400;
const STEP: f64 = 0.03;

/// How strongly weights are drawn towards zero.
const DECAY: f64 = 0.001;

/// One sample in this many is not fitted, but shows how good the fit is. (Whole games are.)
const VALIDATION: usize = 5;

/// A position of a game, and who won it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of the game.
    pub game: usize,
    features: Features,
    stages: [f32; STAGES],
    is_alive: [bool; PLAYERS],
    winner: usize,
}

impl Sample {
    /// The sample of a position, with [`features`] of a tuning that counts reserves so.
    pub fn new(game: usize, galaxy: &Galaxy, winner: Player, reserve_rounds: u32) -> Self {
        Self {
            game,
            features: features(galaxy, reserve_rounds),
            stages: Weights::stages(galaxy.round()),
            is_alive: Player::ALL.map(|player| !galaxy.is_defeated(player)),
            winner: winner.index(),
        }
    }

    /// The probability of each player to win.
    fn probabilities(&self, weights: &[[f64; FEATURES]; STAGES]) -> [f64; PLAYERS] {
        let mut odds = [0.0; PLAYERS];
        for (index, odds) in odds.iter_mut().enumerate().filter(|&(index, _)| self.is_alive[index]) {
            let mut logit = 0.0;
            for (stage, &part) in weights.iter().zip(&self.stages) {
                if part > 0.0 {
                    let sum: f64 = stage.iter().zip(&self.features[index]).map(|(w, &x)| w * f64::from(x)).sum();
                    logit += f64::from(part) * sum;
                }
            }
            *odds = logit.exp();
        }
        let sum: f64 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }
}

/// Weights that were fitted, and how well they predict games that were not used for it.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// The mean of the negative logarithm of the winner's probability, in the games not used.
    pub log_loss: f64,
    /// How often the winner was the player with the highest probability, in the games not used.
    pub accuracy: f64,
}

/// Fits weights by gradient descent (Adam), beginning with `weights`. No weight has the wrong sign.
pub fn fit(samples: &[Sample], weights: &Weights) -> Fit {
    let is_validation = |sample: &&Sample| sample.game.is_multiple_of(VALIDATION);
    let training: Vec<&Sample> = samples.iter().filter(|sample| !is_validation(sample)).collect();
    let aims = weights.aims;
    let mut weights = weights.features.map(|stage| stage.map(f64::from));
    let (mut mean, mut square) = ([[0.0; FEATURES]; STAGES], [[0.0; FEATURES]; STAGES]);
    for step in 1..=STEPS {
        let mut gradient = [[0.0; FEATURES]; STAGES];
        for sample in &training {
            let probabilities = sample.probabilities(&weights);
            for index in (0..PLAYERS).filter(|&index| sample.is_alive[index]) {
                let error = probabilities[index] - if index == sample.winner { 1.0 } else { 0.0 };
                for (slope, &part) in gradient.iter_mut().zip(&sample.stages) {
                    if part > 0.0 {
                        for (slope, &feature) in slope.iter_mut().zip(&sample.features[index]) {
                            *slope += error * f64::from(part) * f64::from(feature);
                        }
                    }
                }
            }
        }
        let rate = STEP * if step > STEPS / 2 { 0.3 } else { 1.0 };
        for stage in 0..STAGES {
            for feature in 0..FEATURES {
                let slope = gradient[stage][feature] / training.len().max(1) as f64 + DECAY * weights[stage][feature];
                let (mean, square) = (&mut mean[stage][feature], &mut square[stage][feature]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let corrected = *mean / (1.0 - 0.9f64.powi(step as i32));
                let scale = (*square / (1.0 - 0.999f64.powi(step as i32))).sqrt() + 1e-8;
                let weight = weights[stage][feature] - rate * corrected / scale;
                let is_allowed = weight * f64::from(SIGNS[feature]) > 0.0;
                weights[stage][feature] = if is_allowed { weight } else { 0.0 };
            }
        }
    }
    let (mut loss, mut right, mut count) = (0.0, 0.0, 0.0);
    for sample in samples.iter().filter(is_validation) {
        let probabilities = sample.probabilities(&weights);
        let best = probabilities.iter().copied().fold(0.0, f64::max);
        loss -= probabilities[sample.winner].max(1e-9).ln();
        right += if probabilities[sample.winner] >= best { 1.0 } else { 0.0 };
        count += 1.0;
    }
    // Three digits are enough, and make a text that can be read.
    let features = weights.map(|stage| stage.map(|weight| ((weight * 1000.0).round() / 1000.0) as f32));
    let weights = Weights { features, aims };
    Fit { weights, log_loss: loss / f64::max(count, 1.0), accuracy: right / f64::max(count, 1.0) }
}
