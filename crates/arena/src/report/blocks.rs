//! Shares over blocks: the games of one start depend on each other, so the blocks are what the error comes from.

use std::collections::BTreeMap;

use super::tally::Rate;
use super::{Estimate, GameResult};
use crate::stats::share_of_blocks;

/// How many standard errors the intervals reach.
const USUAL: f64 = 1.96;
/// How many standard errors make a difference clear. With several seats one is easily two of them off by chance; of four
/// that are equal, the best and the worst are so far apart in one run of twenty.
const CLEAR: f64 = 2.6;

/// How often something happened in each block, by encounter and number.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    blocks: BTreeMap<(usize, u64), Rate>,
}

impl Blocks {
    /// Counts a chance in a game.
    pub(super) fn add(&mut self, game: &GameResult, times: f64) {
        self.blocks.entry((game.encounter, game.block)).or_default().add(times);
    }

    /// All blocks together.
    pub(super) fn total(&self) -> Rate {
        Rate::sum(self.blocks.values())
    }

    /// The share, unless there was no chance.
    pub(super) fn share(&self) -> Option<f64> {
        self.total().share()
    }

    /// The share with its interval.
    pub(super) fn estimate(&self) -> Estimate {
        share_of_blocks(self.blocks.values().map(|rate| (rate.times, rate.of as f64)))
    }

    /// Whether the share clearly differs from that of others, judged by the blocks that have both.
    pub(super) fn clearly_differ_from(&self, others: &Self) -> bool {
        let difference =
            |(block, rate): (&(usize, u64), &Rate)| Some(rate.share()? - others.blocks.get(block)?.share()?);
        // From −1 to 1, as a share from 0 to 1.
        let differences = self.blocks.iter().filter_map(difference).map(|difference| (0.5 + difference / 2.0, 1.0));
        is_clearly_off(share_of_blocks(differences), 0.5)
    }
}

/// Whether a value is so far from the estimate that chance is no explanation.
pub(super) fn is_clearly_off(estimate: Estimate, value: f64) -> bool {
    let end = if value < estimate.value { estimate.low } else { estimate.high };
    (value - estimate.value).abs() > CLEAR / USUAL * (end - estimate.value).abs()
}
