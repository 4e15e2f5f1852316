//! Trainings that are under way, as bytes.
//!
//! All numbers are little-endian: `SCTRAIN4`, the CRC-32 of all that follows, the settings, the games,
//! the place in the training, the losses so far, and then the parameters and what the optimiser
//! remembers of them.

use thiserror::Error;

use super::adam::Adam;
use super::gradient::Parameters;
use super::{Losses, Place, Trainer, Training};
use crate::network::Block;

const MAGIC: [u8; 8] = *b"SCTRAIN4";

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It is something else.
    #[error("not a checkpoint: it does not begin with SCTRAIN4")]
    Format,
    /// It is not as it was written.
    #[error("damaged")]
    Damaged,
    /// The settings are others.
    #[error("made with {before} and not {now}")]
    Setting {
        /// The setting in the checkpoint.
        before: String,
        /// The setting now.
        now: String,
    },
    /// The games are others.
    #[error("made with other games")]
    OtherGames,
}

/// What a checkpoint holds.
pub(super) struct State {
    /// The bytes of each file of games.
    pub(super) lengths: Vec<u64>,
    pub(super) fingerprint: u32,
    pub(super) place: Place,
    pub(super) losses: Vec<Losses>,
    pub(super) parameters: Parameters,
    pub(super) adam: Adam,
}

/// The settings that the network depends on, with their names.
fn settings(training: &Training) -> [(&'static str, String); 10] {
    let Training { hidden, kings, outputs, epochs, batch, rate, blend, start, imitate, seed, .. } = training;
    let start = start.as_ref().map(|network| format!("{:08x}", crc32fast::hash(&network.to_bytes())));
    [
        ("neurons", hidden.to_string()),
        ("king buckets", kings.to_string()),
        ("output buckets", outputs.to_string()),
        ("epochs", epochs.to_string()),
        ("positions in a batch", batch.to_string()),
        ("as the learning rate", rate.to_string()),
        ("as the blend", blend.to_string()),
        ("as the network to begin with", start.unwrap_or_else(|| "none".to_owned())),
        ("to the question whether it imitates", if *imitate { "yes" } else { "no" }.to_owned()),
        ("as the seed", seed.to_string()),
    ]
}

pub(super) fn write(trainer: &Trainer) -> Vec<u8> {
    let Trainer { training, archive, parameters, adam, place, losses, .. } = trainer;
    let mut content = Vec::new();
    let whole = |content: &mut Vec<u8>, number: u64| content.extend(number.to_le_bytes());
    for (_, setting) in settings(training) {
        whole(&mut content, setting.len() as u64);
        content.extend(setting.into_bytes());
    }
    whole(&mut content, archive.lengths().len() as u64);
    archive.lengths().into_iter().for_each(|length| whole(&mut content, length));
    whole(&mut content, archive.fingerprint().into());
    let Place { epoch, game, batch, error, count } = *place;
    [u64::from(epoch), game as u64, batch as u64, error.to_bits(), count as u64]
        .into_iter()
        .for_each(|number| whole(&mut content, number));
    whole(&mut content, losses.len() as u64);
    for Losses { epochs, training, validation } in losses {
        [epochs, training, validation].into_iter().for_each(|number| content.extend(number.to_le_bytes()));
    }
    whole(&mut content, adam.steps.into());
    for numbers in [&parameters.blocks, &adam.first, &adam.second] {
        numbers.iter().flat_map(|block| block.0).for_each(|number| content.extend(number.to_le_bytes()));
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(crc32fast::hash(&content).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// Takes numbers off the front of a checkpoint.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn whole(&mut self) -> Result<u64, CheckpointError> {
        self.take().map(u64::from_le_bytes)
    }

    fn number(&mut self) -> Result<f64, CheckpointError> {
        self.take().map(f64::from_le_bytes)
    }

    /// As many items as a number says that comes first.
    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, CheckpointError>,
    ) -> Result<Vec<T>, CheckpointError> {
        let count = self.whole()?;
        // Each item takes at least a byte.
        if count > self.0.len() as u64 {
            return Err(CheckpointError::Damaged);
        }
        (0..count).map(|_| item(self)).collect()
    }

    fn fill(&mut self, blocks: &mut [Block<f32>]) -> Result<(), CheckpointError> {
        for number in blocks.iter_mut().flat_map(|block| &mut block.0) {
            *number = self.take().map(f32::from_le_bytes)?;
        }
        Ok(())
    }
}

/// Reads a checkpoint that was made with these settings.
pub(super) fn read(bytes: &[u8], training: &Training) -> Result<State, CheckpointError> {
    let content = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::Format)?;
    let mut reader = Reader(content);
    let checksum = u32::from_le_bytes(reader.take()?);
    if crc32fast::hash(reader.0) != checksum {
        return Err(CheckpointError::Damaged);
    }
    for (name, now) in settings(training) {
        let before = reader.list(|reader| reader.take::<1>().map(|[byte]| byte))?;
        if before != now.as_bytes() {
            let before = format!("{} {name}", String::from_utf8_lossy(&before));
            return Err(CheckpointError::Setting { before, now });
        }
    }
    let lengths = reader.list(Reader::whole)?;
    let fingerprint = reader.whole()? as u32;
    let place = Place {
        epoch: reader.whole()? as u32,
        game: reader.whole()? as usize,
        batch: reader.whole()? as usize,
        error: reader.number()?,
        count: reader.whole()? as usize,
    };
    let losses = reader.list(|reader| {
        Ok(Losses { epochs: reader.number()?, training: reader.number()?, validation: reader.number()? })
    })?;
    let mut parameters = Parameters::zero(training.shape());
    let mut adam = Adam::new(&parameters);
    adam.steps = reader.whole()? as u32;
    for blocks in [&mut parameters.blocks, &mut adam.first, &mut adam.second] {
        reader.fill(blocks)?;
    }
    if !reader.0.is_empty() {
        return Err(CheckpointError::Damaged);
    }
    Ok(State { lengths, fingerprint, place, losses, parameters, adam })
}
