//! The samples that a trainer makes of games.

use gametree::Score;

use super::Training;
use super::imitation::for_each_near;
use super::sample::Sample;
use crate::engine::features::Classical;
use crate::training::archive::Archive;
use crate::training::game_file::GameFileError;
use crate::training::quiet::for_each_quiet;

/// Positions with a greater score are decided and teach little.
const MAX_SCORE: Score = 2_000;

/// Makes samples of games.
pub(super) enum Expander {
    /// Of the positions that are fit to learn from.
    Played,
    /// Of positions near them, whose values the hand-written evaluation knows.
    Near { seed: u64, classical: Box<Classical> },
}

impl Expander {
    pub(super) fn new(training: &Training) -> Self {
        match training.imitate {
            true => Self::Near { seed: training.seed, classical: Box::default() },
            false => Self::Played,
        }
    }

    /// Adds the samples of a game in an epoch.
    pub(super) fn expand(
        &mut self,
        archive: &mut Archive,
        epoch: u32,
        number: usize,
        samples: &mut Vec<Sample>,
    ) -> Result<(), GameFileError> {
        let game = archive.read(number)?;
        let add = &mut |board: &_, score| samples.push(Sample::new(board, score, game.winner));
        match self {
            Self::Played => for_each_quiet(&game, MAX_SCORE, add),
            Self::Near { seed, classical } => {
                let mut random = seeded(*seed, epoch, number as u64);
                for_each_near(&game, MAX_SCORE, &mut random, classical, add);
            }
        }
        Ok(())
    }
}

/// Random choices that follow from a seed, an epoch and a number.
pub(super) fn seeded(seed: u64, epoch: u32, number: u64) -> fastrand::Rng {
    let mut random = fastrand::Rng::with_seed(seed);
    // The seeds of neighbouring epochs must not be alike.
    fastrand::Rng::with_seed(random.u64(..) ^ (u64::from(epoch) << 32 | number).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
