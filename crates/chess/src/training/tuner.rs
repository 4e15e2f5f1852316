//! Fits the weights of the static evaluation to the positions of played games.
//!
//! The evaluation is a sum of weights, so its error can be differentiated. Each position is reduced
//! to the weights that count in it; then the weights follow the gradient of the squared error
//! between the expected score, by a logistic curve, and what the game and the search said.

use std::path::{Path, PathBuf};

use cozy_chess::{Board, Color};
use gametree::{Score, Stop};
use thiserror::Error;

use super::game_file::{GameFileError, PlayedGame, read_games};
use super::quiet::for_each_quiet;
use crate::engine::features::{COUNT, MAX_PHASE, TEMPO, Weight, Weights, phase, scale, trace};

/// Positions with a greater score are decided and teach nothing.
const MAX_SCORE: Score = 1_500;

/// Positions in a step.
const BATCH: usize = 16_384;

/// The share of positions that only measure the error, never teach: one in this many games.
const VALIDATION: u64 = 20;

/// The length of the first steps and of the last, in hundredths of a pawn.
const STEPS: [f64; 2] = [2.0, 0.05];

/// How far a weight may be from where it began, in hundredths of a pawn, before the positions must
/// insist. It keeps weights that few positions use from following chance.
const LEEWAY: f64 = 20.0;

/// The error of a single position, squared, which is mostly chance.
const NOISE: f64 = 0.03;

/// The positions of a game are alike: this many teach as much as one that stands alone.
const ALIKE: f64 = 20.0;

/// What to tune.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The files of games.
    pub files: Vec<PathBuf>,
    /// How often all positions are gone through.
    pub epochs: u32,
    /// How much the result of the game counts, as opposed to the score of the search: 0 to 1.
    pub blend: f64,
    /// Where random choices begin.
    pub seed: u64,
    /// Raised to end it early.
    pub stop: Stop,
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub enum TuneProgress {
    /// This many positions are read.
    Reading(usize),
    /// An epoch is done.
    Epoch {
        /// Its number, from 1.
        number: u32,
        /// The mean squared error over the positions that teach.
        training: f64,
        /// The same over those that do not.
        validation: f64,
    },
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights, as the engine reads them.
    pub weights: String,
    /// The number of positions.
    pub positions: usize,
    /// The steepness of the logistic curve, per hundredth of a pawn.
    pub steepness: f64,
    /// The mean squared error over the validation positions, before and after.
    pub validation: [f64; 2],
}

/// Why there is no result.
#[derive(Debug, Error)]
pub enum TuneError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// There is nothing to learn from.
    #[error("the files have no positions to learn from")]
    Empty,
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// A position, reduced to what its value depends on.
#[derive(Clone, Copy)]
struct Sample {
    /// Where its features begin, and how many there are.
    start: u32,
    len: u16,
    phase: u8,
    /// How much of the value counts, in 64ths, if White is ahead and if Black is.
    scales: [u8; 2],
    is_white: bool,
    /// The score of the search for White.
    score: i16,
    /// The result for White: 0, 1 or 2 halves.
    result: u8,
}

/// A weight and how often it counts for White, less how often for Black.
type Feature = (u16, i16);

#[derive(Default)]
struct Samples {
    samples: Vec<Sample>,
    features: Vec<Feature>,
}

/// Fits the weights. Calls `each` from time to time.
pub fn tune(tuning: &Tuning, each: &mut dyn FnMut(TuneProgress)) -> Result<Tuned, TuneError> {
    let [training, validation] = read_samples(tuning, each)?;
    if training.samples.is_empty() || validation.samples.is_empty() {
        return Err(TuneError::Empty);
    }
    let steepness = training.fit_steepness();
    let start = Parameters::from(&Weights::default());
    let fit = Fit { steepness, blend: tuning.blend };
    let before = fit.error(&validation, &start);
    let mut descent = Descent::new(start, training.samples.len(), tuning.epochs);
    let mut random = fastrand::Rng::with_seed(tuning.seed);
    let mut order: Vec<u32> = (0..training.samples.len() as u32).collect();
    let mut after = before;
    for number in 1..=tuning.epochs {
        random.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            if tuning.stop.is_raised() {
                return Err(TuneError::Stopped);
            }
            let mut gradient = Parameters::zero();
            for &at in batch {
                sum += fit.differentiate(&training, at as usize, &descent.now, &mut gradient);
            }
            descent.step(&gradient, batch.len());
        }
        after = fit.error(&validation, &descent.now);
        each(TuneProgress::Epoch { number, training: sum / order.len() as f64, validation: after });
    }
    let positions = training.samples.len() + validation.samples.len();
    let weights = Weights::from(&descent.now).to_string();
    Ok(Tuned { weights, positions, steepness, validation: [before, after] })
}

/// Reads all positions that are fit to learn from, those for training and those for validation.
fn read_samples(tuning: &Tuning, each: &mut dyn FnMut(TuneProgress)) -> Result<[Samples; 2], TuneError> {
    let mut both = [Samples::default(), Samples::default()];
    for path in &tuning.files {
        for (number, game) in (0..).zip(read_games(Path::new(path))?) {
            if tuning.stop.is_raised() {
                return Err(TuneError::Stopped);
            }
            both[usize::from(number % VALIDATION == 0)].add_game(&game?.0);
            if number % 1_000 == 0 {
                each(TuneProgress::Reading(both.iter().map(|samples| samples.samples.len()).sum()));
            }
        }
    }
    Ok(both)
}

impl Samples {
    fn add_game(&mut self, game: &PlayedGame) {
        let mut counts = [0; COUNT];
        for_each_quiet(game, MAX_SCORE, &mut |board, score| self.add(board, score, game.winner, &mut counts));
    }

    fn add(&mut self, board: &Board, score: Score, winner: Option<Color>, counts: &mut [i16; COUNT]) {
        let start = self.features.len();
        trace(board, &mut |color, weight, count| {
            counts[weight] += if color == Color::White { count as i16 } else { -count as i16 };
        });
        for (weight, count) in counts.iter_mut().enumerate() {
            if *count != 0 {
                self.features.push((weight as u16, *count));
                *count = 0;
            }
        }
        let is_white = board.side_to_move() == Color::White;
        self.samples.push(Sample {
            start: start as u32,
            len: (self.features.len() - start) as u16,
            phase: phase(board) as u8,
            scales: [scale(board, 1) as u8, scale(board, -1) as u8],
            is_white,
            score: (if is_white { score } else { -score }) as i16,
            result: match winner {
                Some(Color::White) => 2,
                None => 1,
                Some(Color::Black) => 0,
            },
        });
    }

    fn features(&self, sample: &Sample) -> &[Feature] {
        &self.features[sample.start as usize..][..usize::from(sample.len)]
    }

    /// The steepness with which the scores of the search predict the results best.
    fn fit_steepness(&self) -> f64 {
        let error = |steepness: f64| -> f64 {
            let errors = self.samples.iter().map(|sample| {
                let expected = logistic(steepness * f64::from(sample.score));
                (expected - f64::from(sample.result) / 2.0).powi(2)
            });
            errors.sum()
        };
        let (mut low, mut high) = (0.001, 0.02);
        for _ in 0..30 {
            let third = (high - low) / 3.0;
            if error(low + third) < error(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        (low + high) / 2.0
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// All weights as numbers that can change a little: middlegame and endgame.
#[derive(Clone)]
struct Parameters(Vec<[f64; 2]>);

impl Parameters {
    fn zero() -> Self {
        Self(vec![[0.0; 2]; COUNT])
    }
}

impl From<&Weights> for Parameters {
    fn from(weights: &Weights) -> Self {
        let both = |weight: &Weight| [f64::from(weight.middlegame()), f64::from(weight.endgame())];
        Self(weights.0.iter().map(both).collect())
    }
}

impl From<&Parameters> for Weights {
    fn from(parameters: &Parameters) -> Self {
        let mut weights = Self::default();
        for (weight, [middlegame, endgame]) in weights.0.iter_mut().zip(&parameters.0) {
            *weight = Weight::new(middlegame.round() as i32, endgame.round() as i32);
        }
        weights
    }
}

/// What the weights are fitted to.
struct Fit {
    steepness: f64,
    blend: f64,
}

impl Fit {
    fn target(&self, sample: &Sample) -> f64 {
        let searched = logistic(self.steepness * f64::from(sample.score));
        self.blend * f64::from(sample.result) / 2.0 + (1.0 - self.blend) * searched
    }

    /// The value of a position for White, and the factors of its middlegame and endgame sums.
    fn value(&self, samples: &Samples, sample: &Sample, weights: &Parameters) -> (f64, [f64; 2]) {
        let mut sums = [0.0; 2];
        for &(weight, count) in samples.features(sample) {
            let [middlegame, endgame] = weights.0[usize::from(weight)];
            sums[0] += middlegame * f64::from(count);
            sums[1] += endgame * f64::from(count);
        }
        let phase = f64::from(sample.phase) / f64::from(MAX_PHASE);
        let value = sums[0] * phase + sums[1] * (1.0 - phase);
        let scale = f64::from(sample.scales[usize::from(value < 0.0)]) / 64.0;
        let [middlegame, endgame] = weights.0[TEMPO.at(0)];
        let tempo = middlegame * phase + endgame * (1.0 - phase);
        let tempo = if sample.is_white { tempo } else { -tempo };
        (value * scale + tempo, [scale * phase, scale * (1.0 - phase)])
    }

    /// The squared error of a position; adds its gradient.
    fn differentiate(&self, samples: &Samples, at: usize, weights: &Parameters, gradient: &mut Parameters) -> f64 {
        let sample = &samples.samples[at];
        let (value, factors) = self.value(samples, sample, weights);
        let expected = logistic(self.steepness * value);
        let error = expected - self.target(sample);
        let slope = 2.0 * error * expected * (1.0 - expected) * self.steepness;
        for &(weight, count) in samples.features(sample) {
            let slope = slope * f64::from(count);
            gradient.0[usize::from(weight)][0] += slope * factors[0];
            gradient.0[usize::from(weight)][1] += slope * factors[1];
        }
        let phase = f64::from(sample.phase) / f64::from(MAX_PHASE);
        let slope = if sample.is_white { slope } else { -slope };
        gradient.0[TEMPO.at(0)][0] += slope * phase;
        gradient.0[TEMPO.at(0)][1] += slope * (1.0 - phase);
        error * error
    }

    fn error(&self, samples: &Samples, weights: &Parameters) -> f64 {
        let errors = samples.samples.iter().map(|sample| {
            let (value, _) = self.value(samples, sample, weights);
            (logistic(self.steepness * value) - self.target(sample)).powi(2)
        });
        errors.sum::<f64>() / samples.samples.len().max(1) as f64
    }
}

/// Follows the gradient (Adam).
struct Descent {
    start: Parameters,
    now: Parameters,
    mean: Parameters,
    square: Parameters,
    step: i32,
    steps: usize,
    /// The slope with which a weight is drawn back, for each hundredth of a pawn.
    pull: f64,
}

impl Descent {
    fn new(start: Parameters, positions: usize, epochs: u32) -> Self {
        let (mean, square) = (Parameters::zero(), Parameters::zero());
        let pull = NOISE * ALIKE / (positions as f64 * LEEWAY * LEEWAY);
        let steps = epochs as usize * positions.div_ceil(BATCH);
        Self { now: start.clone(), start, mean, square, step: 0, steps, pull }
    }

    fn step(&mut self, gradient: &Parameters, positions: usize) {
        const DECAY: [f64; 2] = [0.9, 0.999];
        self.step += 1;
        // The steps become shorter, by the same factor each.
        let done = f64::from(self.step) / self.steps.max(1) as f64;
        let length = STEPS[0] * (STEPS[1] / STEPS[0]).powf(done);
        let correction = DECAY.map(|decay| 1.0 - decay.powi(self.step));
        for (at, slopes) in gradient.0.iter().enumerate() {
            for (which, slope) in slopes.iter().enumerate() {
                let away = self.now.0[at][which] - self.start.0[at][which];
                let slope = slope / positions as f64 + self.pull * away;
                let (mean, square) = (&mut self.mean.0[at][which], &mut self.square.0[at][which]);
                *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
                *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
                let direction = *mean / correction[0] / ((*square / correction[1]).sqrt() + 1e-9);
                self.now.0[at][which] -= length * direction;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::features::Classical;
    use crate::training::{GameFile, PlayedMove};

    /// A game of a few moves whose scores are those of the evaluation.
    fn games() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut file = GameFile::open(&path).unwrap();
        let mut evaluator = Classical::default();
        for seed in 0..60 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut game = crate::Game::default();
            let mut moves = Vec::new();
            while moves.len() < 60 && game.ending().is_none() {
                let mv = random.choice(game.legal_moves()).unwrap();
                moves.push(PlayedMove { mv, score: Some(evaluator.evaluate(game.board())) });
                game.play(mv).unwrap();
            }
            file.add(&PlayedGame { winner: None, moves }).unwrap();
        }
        (folder, path)
    }

    #[test]
    fn the_model_is_the_evaluation_and_its_gradient_is_right() {
        let (_folder, path) = games();
        let tuning = Tuning { files: vec![path], epochs: 0, blend: 0.0, seed: 0, stop: Stop::new() };
        let [samples, _] = read_samples(&tuning, &mut |_| ()).unwrap();
        assert!(samples.samples.len() > 1_000);
        let weights = Parameters::from(&Weights::default());
        let fit = Fit { steepness: 0.004, blend: 0.3 };
        for sample in &samples.samples {
            let (value, _) = fit.value(&samples, sample, &weights);
            assert!((value - f64::from(sample.score)).abs() <= 3.0, "{value} {}", sample.score);
        }
        // The slope of every tenth weight, measured.
        let mut gradient = Parameters::zero();
        for at in 0..200 {
            fit.differentiate(&samples, at, &weights, &mut gradient);
        }
        let error = |weights: &Parameters| -> f64 {
            (0..200).map(|at| fit.differentiate(&samples, at, weights, &mut Parameters::zero())).sum()
        };
        for at in (0..COUNT).step_by(10).chain([TEMPO.at(0)]) {
            for which in 0..2 {
                let mut moved = [weights.clone(), weights.clone()];
                moved[0].0[at][which] -= 0.01;
                moved[1].0[at][which] += 0.01;
                let measured = (error(&moved[1]) - error(&moved[0])) / 0.02;
                assert!((measured - gradient.0[at][which]).abs() < 1e-6, "{at} {measured}");
            }
        }
    }

    #[test]
    fn tuning_reduces_the_error_and_its_weights_can_be_read() {
        let (_folder, path) = games();
        let tuning = Tuning { files: vec![path], epochs: 4, blend: 1.0, seed: 0, stop: Stop::new() };
        let tuned = tune(&tuning, &mut |_| ()).unwrap();
        // All games are drawn: the weights shrink.
        assert!(tuned.validation[1] < tuned.validation[0]);
        assert!(tuned.weights.parse::<Weights>().is_ok());
        let stop = Stop::new();
        stop.raise();
        assert!(matches!(tune(&Tuning { stop, ..tuning }, &mut |_| ()), Err(TuneError::Stopped)));
    }
}
