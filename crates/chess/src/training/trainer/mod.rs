//! Trains a network on the positions of played games.
//!
//! In every epoch the games are put in a random order. Taken in that order, about a million of their
//! positions at a time are expanded (`sample.rs`), shuffled and learned from in batches: each batch
//! gives the gradient of the squared error (`gradient.rs`), against which the parameters are moved a
//! step (`adam.rs`). Some games are held out to measure the error.
//!
//! A batch is always divided into the same parts, whose gradients are summed in order: the network
//! depends on the games, the settings and the seed, and not on the number of threads.

mod adam;
mod checkpoint;
mod expander;
mod gradient;
mod imitation;
mod loss_curve;
mod sample;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use thiserror::Error;

use self::adam::Adam;
pub use self::checkpoint::CheckpointError;
use self::expander::{Expander, seeded};
use self::gradient::{Aim, Parameters, differentiate, error};
pub use self::loss_curve::draw_losses;
use self::sample::{Sample, fit_scale};
use super::archive::Archive;
use super::game_file::GameFileError;
use crate::network::{Block, Kings, LANES, MAX_HIDDEN, MAX_OUTPUTS, Network, Shape};

/// The positions that are shuffled together.
const STRETCH: usize = 1 << 20;

/// One in this many games is held out, or fewer if these games would be more than
/// [`MOST_HELD_OUT`].
const HELD_OUT: usize = 32;
const MOST_HELD_OUT: usize = 2_500;

/// The parts of a batch: no more threads than that are of use.
pub const PARTS: usize = 8;

/// The share of the training in which the learning rate rises to its greatest value, and what is
/// left of it at the end.
const WARM_UP: f64 = 0.01;
const LAST_RATE: f64 = 0.01;

/// What to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The files of games.
    pub files: Vec<PathBuf>,
    /// The neurons for each side: a multiple of 32 up to 2,048.
    pub hidden: usize,
    /// The king buckets by where the king stands: 1, 4 or 8.
    pub kings: usize,
    /// The output buckets by number of pieces: 1 to 32.
    pub outputs: usize,
    /// How often all positions are gone through.
    pub epochs: u32,
    /// The positions of a step.
    pub batch: usize,
    /// The greatest learning rate.
    pub rate: f64,
    /// How much the result of the game counts, as opposed to the score of the search: 0 to 1.
    pub blend: f64,
    /// The network to begin with; its shape must be this one, or have one king bucket.
    pub start: Option<Network>,
    /// Whether it learns the values of the hand-written evaluation in positions near those of the
    /// games, new ones in every epoch, instead of the scores and results of the games.
    pub imitate: bool,
    /// Where random choices begin.
    pub seed: u64,
}

impl Training {
    fn shape(&self) -> Shape {
        Shape { hidden: self.hidden, kings: Kings::mirrored(self.kings), outputs: self.outputs }
    }
}

/// The mean squared errors after a stretch of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// How many epochs were done.
    pub epochs: f64,
    /// Over the positions of this stretch, while they were learned from.
    pub training: f64,
    /// Over the positions of the games that are held out.
    pub validation: f64,
}

/// Why there is no network.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// The checkpoint does not fit.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// There is nothing to learn from.
    #[error("the files have no positions to learn from: at least {HELD_OUT} games are needed")]
    Empty,
    /// The network to begin with has another shape.
    #[error("the network to begin with has {found}; expected {expected}")]
    #[allow(missing_docs, reason = "the message says what they are")]
    Shape { found: String, expected: String },
    /// A setting is out of range.
    #[error("{0}")]
    Setting(String),
}

/// Where a training is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Place {
    /// The epoch, from 0.
    epoch: u32,
    /// Where the stretch begins in the epoch's order of games.
    game: usize,
    /// The batches of the stretch that are done.
    batch: usize,
    /// The sum of their squared errors, and the number of their positions.
    error: f64,
    count: usize,
}

/// A network in training.
pub struct Trainer {
    training: Training,
    threads: NonZeroUsize,
    archive: Archive,
    expander: Expander,
    /// The games that teach, in the epoch's order.
    order: Vec<u32>,
    held_out: Vec<Sample>,
    scale: f32,
    parameters: Parameters,
    adam: Adam,
    place: Place,
    losses: Vec<Losses>,
    positions: u64,
    /// The stretch, shuffled.
    samples: Vec<Sample>,
    /// Where the next stretch begins.
    next_game: usize,
    /// One for every part of a batch.
    gradients: Vec<Vec<Block<f32>>>,
}

impl Trainer {
    /// A network that has learned nothing yet.
    pub fn new(training: Training, threads: NonZeroUsize) -> Result<Self, TrainError> {
        check(&training)?;
        let archive = Archive::open(&training.files, None)?;
        Self::with_archive(training, threads, archive)
    }

    /// Goes on from a checkpoint, with the games and the settings that it was made with. Games that
    /// were added to the files since are left out.
    pub fn resume(training: Training, threads: NonZeroUsize, bytes: &[u8]) -> Result<Self, TrainError> {
        check(&training)?;
        let state = checkpoint::read(bytes, &training)?;
        let archive = Archive::open(&training.files, Some(&state.lengths))?;
        if archive.fingerprint() != state.fingerprint {
            return Err(CheckpointError::OtherGames.into());
        }
        let mut this = Self::with_archive(training, threads, archive)?;
        (this.parameters, this.adam) = (state.parameters, state.adam);
        (this.place, this.losses) = (state.place, state.losses);
        if !this.is_done() {
            this.order_games();
            this.load()?;
        }
        Ok(this)
    }

    fn with_archive(training: Training, threads: NonZeroUsize, mut archive: Archive) -> Result<Self, TrainError> {
        let every = HELD_OUT.max(archive.len() / MOST_HELD_OUT);
        let mut held_out = Vec::new();
        let mut expander = Expander::new(&training);
        for game in (0..archive.len()).step_by(every) {
            expander.expand(&mut archive, 0, game, &mut held_out)?;
        }
        let order: Vec<u32> = (0..archive.len() as u32).filter(|game| game % every as u32 != 0).collect();
        if held_out.is_empty() || order.is_empty() {
            return Err(TrainError::Empty);
        }
        let shape = training.shape();
        let scale = fit_scale(&held_out);
        let parameters = match &training.start {
            Some(network) if [shape, Shape { kings: Kings::mirrored(1), ..shape }].contains(&network.shape) => {
                Parameters::from_network(network, shape, scale)
            }
            Some(network) => {
                return Err(TrainError::Shape { found: network.shape.to_string(), expected: shape.to_string() });
            }
            None => Parameters::random(shape, training.seed),
        };
        let mut this = Self {
            scale,
            adam: Adam::new(&parameters),
            gradients: vec![vec![Block::default(); parameters.blocks.len()]; PARTS],
            place: Place::default(),
            losses: Vec::new(),
            positions: 0,
            samples: Vec::new(),
            next_game: 0,
            expander,
            training,
            threads,
            archive,
            order,
            held_out,
            parameters,
        };
        this.order_games();
        this.load()?;
        Ok(this)
    }

    /// Trains on one batch. Does nothing when the training is done.
    pub fn advance(&mut self) -> Result<(), TrainError> {
        if self.is_done() {
            return Ok(());
        }
        let rate = self.rate();
        let (batch, batches) = (self.place.batch, self.batches());
        let length = self.samples.len();
        let samples = &self.samples[length * batch / batches..length * (batch + 1) / batches];
        self.place.error += learn(&self.parameters, samples, self.aim(), &mut self.gradients, self.threads);
        self.place.count += samples.len();
        self.place.batch += 1;
        self.positions += samples.len() as u64;
        self.adam.step(&mut self.parameters, &mut self.gradients, samples.len(), rate);
        if self.place.batch == batches {
            self.end_stretch()?;
        }
        Ok(())
    }

    /// Notes the losses and goes on to the next stretch, or the next epoch.
    fn end_stretch(&mut self) -> Result<(), TrainError> {
        let Place { epoch, error, count, .. } = self.place;
        let epochs = f64::from(epoch) + self.next_game as f64 / self.order.len() as f64;
        let validation = self.validation();
        self.losses.push(Losses { epochs, training: error / count.max(1) as f64, validation });
        self.place = Place { epoch, game: self.next_game, ..Place::default() };
        if self.next_game == self.order.len() {
            self.place = Place { epoch: epoch + 1, ..Place::default() };
            self.order_games();
        }
        if self.is_done() { Ok(()) } else { self.load() }
    }

    /// The games in the order of the epoch, which follows from the seed.
    fn order_games(&mut self) {
        self.order.sort_unstable();
        self.random(0).shuffle(&mut self.order);
    }

    /// Random choices in this epoch.
    fn random(&self, which: u64) -> fastrand::Rng {
        seeded(self.training.seed, self.place.epoch, which)
    }

    /// Expands and shuffles the positions of the next games.
    fn load(&mut self) -> Result<(), TrainError> {
        self.samples.clear();
        self.next_game = self.place.game;
        while self.samples.len() < STRETCH && self.next_game < self.order.len() {
            let (epoch, game) = (self.place.epoch, self.order[self.next_game] as usize);
            self.expander.expand(&mut self.archive, epoch, game, &mut self.samples)?;
            self.next_game += 1;
        }
        self.random(1 + self.place.game as u64).shuffle(&mut self.samples);
        if self.samples.is_empty() { Err(TrainError::Empty) } else { Ok(()) }
    }

    /// The batches of the stretch: of equal size, since a small one would count as much as the others.
    fn batches(&self) -> usize {
        ((self.samples.len() + self.training.batch / 2) / self.training.batch).max(1)
    }

    fn aim(&self) -> Aim {
        // Positions near a game have no result.
        let blend = if self.training.imitate { 0.0 } else { self.training.blend as f32 };
        Aim { blend, scale: self.scale }
    }

    /// The learning rate now: it rises quickly and then falls like a cosine.
    fn rate(&self) -> f32 {
        let done = self.done();
        let part = if done < WARM_UP {
            (done / WARM_UP).max(0.01)
        } else {
            let along = (done - WARM_UP) / (1.0 - WARM_UP);
            LAST_RATE + (1.0 - LAST_RATE) * (1.0 + (std::f64::consts::PI * along).cos()) / 2.0
        };
        (self.training.rate * part) as f32
    }

    /// The mean squared error over the games that are held out.
    fn validation(&self) -> f64 {
        let threads = self.threads.get().min(PARTS);
        let part = self.held_out.len().div_ceil(PARTS);
        let parts: Vec<_> = self.held_out.chunks(part).collect();
        let sums: Vec<f64> = std::thread::scope(|scope| {
            let workers: Vec<_> = parts
                .chunks(parts.len().div_ceil(threads))
                .map(|parts| {
                    let work = move || parts.iter().map(|part| error(&self.parameters, part, self.aim()));
                    scope.spawn(move || work().collect::<Vec<_>>())
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        sums.iter().sum::<f64>() / self.held_out.len() as f64
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.place.epoch >= self.training.epochs
    }

    /// How much is done: 0 to 1.
    pub fn done(&self) -> f64 {
        let Place { epoch, game, batch, .. } = self.place;
        let stretch = self.next_game.saturating_sub(game) as f64 * batch as f64 / self.batches() as f64;
        let epochs = f64::from(epoch) + (game as f64 + stretch) / self.order.len() as f64;
        if self.training.epochs == 0 { 1.0 } else { (epochs / f64::from(self.training.epochs)).min(1.0) }
    }

    /// The epoch, from 1.
    pub fn epoch(&self) -> u32 {
        (self.place.epoch + 1).min(self.training.epochs)
    }

    /// How many positions this trainer has learned from.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of games that teach, and of games that are held out.
    pub fn games(&self) -> [usize; 2] {
        [self.order.len(), self.archive.len() - self.order.len()]
    }

    /// What an output of 1 is worth, in hundredths of a pawn.
    pub fn scale(&self) -> f64 {
        self.scale.into()
    }

    /// The errors after each stretch so far.
    pub fn losses(&self) -> &[Losses] {
        &self.losses
    }

    /// The network as it is now.
    pub fn network(&self) -> Network {
        self.parameters.to_network(self.scale)
    }

    /// All that is needed to go on later.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint::write(self)
    }
}

fn check(training: &Training) -> Result<(), TrainError> {
    let Training { hidden, kings, outputs, batch, blend, rate, .. } = *training;
    let wrong = |text: String| Err(TrainError::Setting(text));
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
        return wrong(format!("{hidden} neurons: expected a multiple of {LANES} up to {MAX_HIDDEN}"));
    }
    if !Kings::NUMBERS.contains(&kings) {
        let [one, four, eight] = Kings::NUMBERS;
        return wrong(format!("{kings} king buckets: expected {one}, {four} or {eight}"));
    }
    if !(1..=MAX_OUTPUTS).contains(&outputs) {
        return wrong(format!("{outputs} output buckets: expected 1 to {MAX_OUTPUTS}"));
    }
    if batch == 0 {
        return wrong("a batch of 0 positions: expected at least 1".to_owned());
    }
    if !(0.0..=1.0).contains(&blend) {
        return wrong(format!("a blend of {blend}: expected a number from 0 to 1"));
    }
    if !(rate > 0.0 && rate <= 1.0) {
        return wrong(format!("a learning rate of {rate}: expected a number above 0, up to 1"));
    }
    Ok(())
}

/// Adds the gradients of the parts of a batch; returns the sum of the squared errors.
fn learn(
    parameters: &Parameters,
    samples: &[Sample],
    aim: Aim,
    gradients: &mut [Vec<Block<f32>>],
    threads: NonZeroUsize,
) -> f64 {
    let length = samples.len();
    let part = |number: usize| &samples[length * number / PARTS..length * (number + 1) / PARTS];
    let each = PARTS.div_ceil(threads.get().min(PARTS));
    let work = |first: usize, gradients: &mut [Vec<Block<f32>>]| -> Vec<f64> {
        let parts = gradients.iter_mut().zip(first..);
        parts.map(|(gradient, number)| differentiate(parameters, part(number), aim, gradient)).collect()
    };
    let sums: Vec<f64> = std::thread::scope(|scope| {
        let mut chunks = gradients.chunks_mut(each).zip((0..).step_by(each));
        let own = chunks.next();
        let work = &work;
        let others: Vec<_> = chunks.map(|(chunk, first)| scope.spawn(move || work(first, chunk))).collect();
        let mut sums = own.map_or_else(Vec::new, |(chunk, first)| work(first, chunk));
        others.into_iter().for_each(|other| sums.extend(other.join().unwrap_or_default()));
        sums
    });
    sums.iter().sum()
}

#[cfg(test)]
mod tests;
