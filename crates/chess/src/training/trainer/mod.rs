//! Trains a network on the positions of played games.
//!
//! The positions of the games are expanded (`sample.rs`), and in every epoch they are shuffled and
//! learned from in batches: each batch gives the gradient of the squared error (`gradient.rs`), against
//! which the parameters are moved a step (`adam.rs`). Some games are held out to measure the error.
//!
//! All positions are shuffled together, as far as memory allows. The positions of one game are much
//! alike and have one result: if they came soon after one another, the network would learn the game by
//! heart instead of what it has in common with others.
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
use std::ops::Range;
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

/// The positions that are in memory and shuffled together, at most: 2 GiB of them.
const STRETCH: usize = 1 << 26;

/// The positions after which the errors are noted.
const LAP: usize = 1 << 20;

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

/// The mean squared errors after a lap, of about a million positions or an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// How many epochs were done.
    pub epochs: f64,
    /// Over the positions of this lap, while they were learned from.
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
    #[error(
        "the files have too few positions to learn from and to check the result with: play more games with datagen"
    )]
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
    /// Where the stretch begins in the order of games.
    game: usize,
    /// The batches of the stretch that are done.
    batch: usize,
    /// The sum of the squared errors since they were last noted, and the number of positions.
    error: f64,
    count: usize,
}

/// A network in training.
pub struct Trainer {
    training: Training,
    threads: NonZeroUsize,
    archive: Archive,
    expander: Expander,
    /// The games that teach, in a random order.
    order: Vec<u32>,
    held_out: Vec<Sample>,
    scale: f32,
    parameters: Parameters,
    adam: Adam,
    place: Place,
    losses: Vec<Losses>,
    positions: u64,
    /// The positions of the stretch, in the order of the games.
    samples: Vec<Sample>,
    /// Which of them come one after the other.
    shuffled: Vec<u32>,
    /// The positions of a batch.
    batch: Vec<Sample>,
    /// Where the stretch begins and ends in the order of games.
    stretch: Range<usize>,
    /// One for every part of a batch.
    gradients: Vec<Vec<Block<f32>>>,
}

impl Trainer {
    /// A network that has learned nothing yet.
    pub fn new(training: Training, threads: NonZeroUsize) -> Result<Self, TrainError> {
        check(&training)?;
        let archive = Archive::open(&training.files, None)?;
        let mut this = Self::with_archive(training, threads, archive)?;
        this.load()?;
        Ok(this)
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
        this.load()?;
        Ok(this)
    }

    fn with_archive(training: Training, threads: NonZeroUsize, mut archive: Archive) -> Result<Self, TrainError> {
        let every = HELD_OUT.max(archive.len() / MOST_HELD_OUT);
        let mut held_out = Vec::new();
        let mut expander = Expander::new(&training);
        for game in (0..archive.len()).step_by(every) {
            expander.expand(&mut archive, 0, game, &mut held_out)?;
        }
        let mut order: Vec<u32> = (0..archive.len() as u32).filter(|game| game % every as u32 != 0).collect();
        seeded(training.seed, 0, 0).shuffle(&mut order);
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
        Ok(Self {
            scale,
            adam: Adam::new(&parameters),
            gradients: vec![vec![Block::default(); parameters.blocks.len()]; PARTS],
            place: Place::default(),
            losses: Vec::new(),
            positions: 0,
            samples: Vec::new(),
            shuffled: Vec::new(),
            batch: Vec::new(),
            stretch: 0..0,
            expander,
            training,
            threads,
            archive,
            order,
            held_out,
            parameters,
        })
    }

    /// Trains on one batch. Does nothing when the training is done.
    pub fn advance(&mut self) -> Result<(), TrainError> {
        if self.is_done() {
            return Ok(());
        }
        let rate = self.rate();
        let (batch, batches) = (self.place.batch, self.batches());
        let length = self.samples.len();
        let which = &self.shuffled[length * batch / batches..length * (batch + 1) / batches];
        self.batch.clear();
        self.batch.extend(which.iter().map(|&number| self.samples[number as usize]));
        let count = self.batch.len();
        self.place.error += learn(&self.parameters, &self.batch, self.aim(), &mut self.gradients, self.threads);
        self.place.count += count;
        self.place.batch += 1;
        self.positions += count as u64;
        self.adam.step(&mut self.parameters, &mut self.gradients, count, rate);
        let is_last = self.place.batch == batches;
        if self.place.count >= LAP || is_last {
            self.note_losses();
        }
        if is_last { self.end_stretch() } else { Ok(()) }
    }

    /// Notes the errors since they were last noted.
    fn note_losses(&mut self) {
        let Place { error, count, .. } = self.place;
        let epochs = self.done() * f64::from(self.training.epochs);
        let validation = self.validation();
        self.losses.push(Losses { epochs, training: error / count.max(1) as f64, validation });
        self.place = Place { error: 0.0, count: 0, ..self.place };
    }

    /// Goes on to the next stretch, or the next epoch.
    fn end_stretch(&mut self) -> Result<(), TrainError> {
        let Place { epoch, .. } = self.place;
        self.place = match self.stretch.end {
            game if game < self.order.len() => Place { epoch, game, ..Place::default() },
            _ => Place { epoch: epoch + 1, ..Place::default() },
        };
        self.load()
    }

    /// Expands the positions of the next games, and shuffles them.
    fn load(&mut self) -> Result<(), TrainError> {
        if self.is_done() {
            return Ok(());
        }
        // The positions of games are the same in every epoch; those near games are not.
        if self.training.imitate || self.stretch != (0..self.order.len()) {
            self.expand()?;
        }
        self.shuffled.clear();
        self.shuffled.extend(0..self.samples.len() as u32);
        seeded(self.training.seed, self.place.epoch, 1 + self.place.game as u64).shuffle(&mut self.shuffled);
        if self.samples.is_empty() { Err(TrainError::Empty) } else { Ok(()) }
    }

    /// Expands the positions of the next games.
    fn expand(&mut self) -> Result<(), TrainError> {
        self.samples.clear();
        let Place { epoch, game, .. } = self.place;
        self.stretch = game..game;
        while self.samples.len() < STRETCH && self.stretch.end < self.order.len() {
            let game = self.order[self.stretch.end] as usize;
            self.expander.expand(&mut self.archive, epoch, game, &mut self.samples)?;
            self.stretch.end += 1;
        }
        Ok(())
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
        let stretch = self.stretch.len() as f64 * batch as f64 / self.batches() as f64;
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
