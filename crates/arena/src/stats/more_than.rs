//! A sequential test whether a mean exceeds a threshold.

use thiserror::Error;

/// The bets, as fractions of the largest possible one. A small bet suits a mean close to the
/// threshold, a large one a mean far away. Each is half the next, since a bet off by less than √2
/// loses a sixth of its growth.
const BETS: [f64; 8] = [0.00703125, 0.0140625, 0.028125, 0.05625, 0.1125, 0.225, 0.45, 0.9];

/// The number of bisections of the interval from 0 to 1.
const HALVINGS: u32 = 60;

/// Tests whether the mean block score is above or below a threshold, and ends as soon as it is
/// decided.
///
/// It is a test by betting (Waudby-Smith and Ramdas 2024). One gambler starts with a capital of 1
/// and bets on every block that its score is above the threshold, another that it is below. If the
/// mean is not above, the first game is not favourable, and its capital ever reaches 1/alpha with a
/// probability of at most alpha (Ville 1939). So a capital of 1/alpha is a verdict, whenever it is
/// reached, however often it is checked, and however the scores are distributed between 0 and 1.
/// Each capital is spread evenly over eight fixed bets, none of which can lose everything.
///
/// If the mean is exactly the threshold, each of the two verdicts has a probability of at most
/// alpha.
///
/// ```
/// # fn main() -> Result<(), arena::stats::MoreThanError> {
/// let mut test = arena::stats::MoreThan::new(0.5, 0.05)?;
/// let mut blocks = 0;
/// while test.verdict().is_none() {
///     test.add(0.75);
///     blocks += 1;
/// }
/// assert_eq!((test.verdict(), blocks), (Some(true), 14));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MoreThan {
    threshold: f64,
    alpha: f64,
    /// The logarithm of the capital of each bet: for more, and for less.
    logs: [[f64; BETS.len()]; 2],
    /// The count of each score, in increasing order.
    counts: Vec<(f64, u64)>,
    verdict: Option<bool>,
}

/// Why a [`MoreThan`] test cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum MoreThanError {
    /// The threshold must lie strictly between 0 and 1.
    #[error("a threshold of {0} is not between 0 and 1")]
    Threshold(f64),
    /// The probability of error must lie strictly between 0 and 1.
    #[error("an error probability of {0} is not between 0 and 1")]
    Risk(f64),
}

impl MoreThan {
    /// A test against a threshold with this probability of error.
    pub fn new(threshold: f64, alpha: f64) -> Result<Self, MoreThanError> {
        if !(threshold > 0.0 && threshold < 1.0) {
            return Err(MoreThanError::Threshold(threshold));
        }
        if !(alpha > 0.0 && alpha < 1.0) {
            return Err(MoreThanError::Risk(alpha));
        }
        Ok(Self { threshold, alpha, logs: [[0.0; BETS.len()]; 2], counts: Vec::new(), verdict: None })
    }

    /// Adds a block. Scores are clamped to 0 and 1, and a score that is not a number is ignored.
    pub fn add(&mut self, block_score: f64) {
        if block_score.is_nan() {
            return;
        }
        let score = block_score.clamp(0.0, 1.0);
        match self.counts.binary_search_by(|(other, _)| other.total_cmp(&score)) {
            Ok(place) => self.counts[place].1 += 1,
            Err(place) => self.counts.insert(place, (score, 1)),
        }
        for (logs, side) in self.logs.iter_mut().zip(Side::BOTH) {
            for (log, bet) in logs.iter_mut().zip(BETS) {
                *log += side.log_return(bet, score, self.threshold);
            }
        }
        if self.verdict.is_none() {
            let enough = self.enough();
            let [more, less] = self.logs.map(|logs| log_mean(logs) >= enough);
            // A block increases the capital of one side only, so both cannot be true.
            self.verdict = if more || less { Some(more) } else { None };
        }
    }

    /// Whether the mean is above the threshold; `None` while it is undecided. A verdict is final.
    pub fn verdict(&self) -> Option<bool> {
        self.verdict
    }

    /// The two capitals, for more and for less: each begins with 1, and 1/alpha decides.
    ///
    /// They change even after the verdict. They are capped at the largest number.
    pub fn evidence(&self) -> [f64; 2] {
        self.logs.map(|logs| log_mean(logs).exp().min(f64::MAX))
    }

    /// The confidence sequence of the mean: the thresholds that the same blocks do not decide.
    ///
    /// However often it is read, the probability that one of its ends is ever on the wrong side of
    /// the mean is at most alpha. Before the first block it reaches from 0 to 1.
    pub fn interval(&self) -> [f64; 2] {
        Side::BOTH.map(|side| {
            // From the side's point of view, the capital falls as the threshold comes closer.
            let (mut refused, mut open) = (side.own(0.0), side.own(1.0));
            for _ in 0..HALVINGS {
                let middle = (refused + open) / 2.0;
                if log_mean(BETS.map(|bet| self.log_capital(side, bet, middle))) >= self.enough() {
                    refused = middle;
                } else {
                    open = middle;
                }
            }
            refused
        })
    }

    /// The capital that a bet would have after all blocks with another threshold.
    fn log_capital(&self, side: Side, bet: f64, threshold: f64) -> f64 {
        self.counts.iter().map(|&(score, count)| count as f64 * side.log_return(bet, score, threshold)).sum()
    }

    /// The logarithm of the capital that decides.
    fn enough(&self) -> f64 {
        -self.alpha.ln()
    }
}

/// The side that is bet on.
#[derive(Clone, Copy)]
enum Side {
    More,
    Less,
}

impl Side {
    const BOTH: [Self; 2] = [Self::More, Self::Less];

    /// The score from this side's point of view: it always bets on more.
    fn own(self, score: f64) -> f64 {
        match self {
            Self::More => score,
            Self::Less => 1.0 - score,
        }
    }

    /// The logarithm of the return of a bet in one block: 1 + λ(score − threshold) with λ =
    /// bet/threshold.
    fn log_return(self, bet: f64, score: f64, threshold: f64) -> f64 {
        // The return is finite even for a tiny threshold.
        (1.0 - bet + bet * self.own(score) / self.own(threshold)).min(f64::MAX).ln()
    }
}

/// The logarithm of the mean of values that are given by their logarithms.
fn log_mean(logs: [f64; BETS.len()]) -> f64 {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + (logs.iter().map(|log| (log - largest).exp()).sum::<f64>() / logs.len() as f64).ln()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Simulates runs with a limited number of blocks whose score is 1, ½ or 0. Returns how many
    /// were decided for more, for less, and not at all, and the mean number of blocks.
    fn runs(count: u32, blocks: u32, threshold: f64, mean: f64, seed: u64) -> ([u32; 3], f64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut verdicts, mut length) = ([0; 3], 0);
        for _ in 0..count {
            let mut test = MoreThan::new(threshold, 0.05).unwrap();
            for _ in 0..blocks {
                test.add(if rng.f64() < 0.2 { mean } else { f64::from(u8::from(rng.f64() < mean)) });
                length += 1;
                if test.verdict().is_some() {
                    break;
                }
            }
            verdicts[test.verdict().map_or(2, |more| usize::from(!more))] += 1;
        }
        (verdicts, f64::from(length) / f64::from(count))
    }

    #[test]
    fn errs_no_more_often_than_it_says() {
        for (threshold, seed) in [(0.5, 1), (0.25, 2), (0.9, 3)] {
            let ([more, less, _], _) = runs(2000, 300, threshold, threshold, seed);
            assert!(more <= 100 && less <= 100, "{threshold}: {more} said more and {less} less, of 2000");
        }
    }

    #[test]
    fn tells_quickly_what_is_clear() {
        for (threshold, mean, most) in [(0.5, 0.9, 20.0), (0.5, 0.6, 300.0), (0.25, 0.5, 60.0)] {
            let ([more, less, open], length) = runs(200, 2000, threshold, mean, 4);
            assert!(more >= 195 && less + open <= 5, "{more}, {less}, {open}");
            assert!(length < most, "{length} blocks for {mean} against {threshold}");
        }
        let ([more, less, _], _) = runs(200, 2000, 0.5, 0.3, 5);
        assert!(more <= 1 && less >= 195);
    }

    /// The capital by its definition.
    #[test]
    fn the_capital_is_the_mean_of_the_products() {
        let scores = [0.0, 0.25, 1.0, 0.5, 1.0, 0.75];
        let mut test = MoreThan::new(0.4, 0.05).unwrap();
        scores.iter().for_each(|&score| test.add(score));
        let capital = |lambda: fn(f64) -> f64| {
            let product = |bet| scores.iter().map(|score| 1.0 + lambda(bet) * (score - 0.4)).product::<f64>();
            BETS.iter().map(|&bet| product(bet)).sum::<f64>() / BETS.len() as f64
        };
        let [more, less] = test.evidence();
        assert!((more - capital(|bet| bet / 0.4)).abs() < 1e-12);
        assert!((less - capital(|bet| -bet / 0.6)).abs() < 1e-12);
    }

    #[test]
    fn nothing_overflows() {
        let mut test = MoreThan::new(0.01, 0.05).unwrap();
        (0..1000).for_each(|_| test.add(1.0));
        assert_eq!((test.verdict(), test.evidence()[0]), (Some(true), f64::MAX));
        assert!(test.evidence()[1] >= 0.0);
        assert!(test.interval()[0] > 0.99);
        (0..100_000).for_each(|_| test.add(0.0));
        assert_eq!(test.verdict(), Some(true), "it sticks");
    }

    #[test]
    fn odd_input() {
        assert_eq!(MoreThan::new(0.0, 0.05), Err(MoreThanError::Threshold(0.0)));
        assert_eq!(MoreThan::new(1.0, 0.05), Err(MoreThanError::Threshold(1.0)));
        assert_eq!(MoreThan::new(0.5, 0.0), Err(MoreThanError::Risk(0.0)));
        assert!(MoreThan::new(f64::NAN, 0.05).is_err() && MoreThan::new(0.5, f64::NAN).is_err());
        let mut test = MoreThan::new(0.5, 0.05).unwrap();
        assert_eq!((test.verdict(), test.evidence(), test.interval()), (None, [1.0, 1.0], [0.0, 1.0]));
        test.add(f64::NAN);
        assert_eq!(test.evidence(), [1.0, 1.0]);
        test.add(f64::INFINITY);
        let mut same = MoreThan::new(0.5, 0.05).unwrap();
        same.add(1.0);
        assert_eq!(test, same);
        let mut tiny = MoreThan::new(f64::from_bits(1), 0.05).unwrap();
        (0..9).for_each(|_| tiny.add(1.0));
        assert_eq!((tiny.verdict(), tiny.evidence()[0]), (Some(true), f64::MAX));
    }

    proptest! {
        /// More than a threshold is less than its complement, for the complements of the scores.
        #[test]
        fn the_other_side_sees_the_opposite(
            scores in prop::collection::vec(0.0..=1.0, 0..60),
            threshold in 0.05..0.95,
        ) {
            let mut here = MoreThan::new(threshold, 0.05).unwrap();
            let mut there = MoreThan::new(1.0 - threshold, 0.05).unwrap();
            for score in scores {
                here.add(score);
                there.add(1.0 - score);
            }
            prop_assert_eq!(here.verdict(), there.verdict().map(|more| !more));
            for (mine, yours) in here.evidence().into_iter().zip(there.evidence().into_iter().rev()) {
                prop_assert!((mine - yours).abs() <= 1e-9 * mine.max(1.0));
            }
        }

        /// The interval contains the observed mean, and ends where the test would be decided.
        #[test]
        fn the_interval_is_made_of_open_questions(scores in prop::collection::vec(0.0..=1.0, 1..60)) {
            let with = |threshold: f64| {
                let mut test = MoreThan::new(threshold, 0.05).unwrap();
                scores.iter().for_each(|&score: &f64| test.add(score));
                test.evidence()
            };
            let mut test = MoreThan::new(0.5, 0.05).unwrap();
            scores.iter().for_each(|&score| test.add(score));
            let [low, high] = test.interval();
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            prop_assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0);
            if low > 1e-3 {
                prop_assert!(with(low - 1e-3)[0] > 20.0 && with(low + 1e-3)[0] < 20.0);
            }
            if high < 1.0 - 1e-3 {
                prop_assert!(with(high + 1e-3)[1] > 20.0 && with(high - 1e-3)[1] < 20.0);
            }
        }
    }
}
