//! The sequential probability ratio test of two mean scores.

use thiserror::Error;

use super::score_of;

/// The count of a result that never occurred, so that it stays possible.
const NEVER_SEEN: f64 = 1e-3;

/// The number of bisections after which an interval is empty in floating-point numbers.
const HALVINGS: u32 = 64;

/// A sequential test between two mean scores, which ends as soon as it is decided (Wald 1945).
///
/// The scores are those of blocks, from 0 to 1. Check [`llr`](Self::llr) after every block, and
/// stop when there is a [`verdict`](Self::verdict): the low mean is then wrongly rejected with a
/// probability of about `alpha`, the high one with about `beta`. These are approximate because the
/// variance of the scores is estimated from the same blocks: if the means are so far apart that a
/// hundred blocks decide, 5 % can become 7 %. The error probability of
/// [`MoreThan`](super::MoreThan) is exact.
///
/// ```
/// use arena::stats::{Hypothesis, Pairs, Sprt};
/// # fn main() -> Result<(), arena::stats::SprtError> {
/// let sprt = Sprt::elo(0.0, 10.0, 0.05, 0.05)?;
/// let mut pairs = Pairs::default();
/// (0..200).for_each(|_| pairs.add([1.0, 0.5]));
/// assert_eq!(sprt.verdict(sprt.llr(&pairs.block_scores())), Some(Hypothesis::High));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
    alpha: f64,
    beta: f64,
}

/// One of the two means of an [`Sprt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The low mean, H0.
    Low,
    /// The high mean, H1.
    High,
}

/// Why an [`Sprt`] cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// A mean score must lie strictly between 0 and 1.
    #[error("a mean score of {0} is not between 0 and 1")]
    Mean(f64),
    /// The low mean must be below the high one.
    #[error("the low hypothesis, {low}, is not below the high one, {high}")]
    Order {
        /// As given.
        low: f64,
        /// As given.
        high: f64,
    },
    /// A probability of error must lie strictly between 0 and ½.
    #[error("an error probability of {0} is not between 0 and 0.5")]
    Risk(f64),
}

impl Sprt {
    /// A test between two mean block scores.
    pub fn new(low: f64, high: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for mean in [low, high] {
            if !(mean > 0.0 && mean < 1.0) {
                return Err(SprtError::Mean(mean));
            }
        }
        if low >= high {
            return Err(SprtError::Order { low, high });
        }
        for risk in [alpha, beta] {
            if !(risk > 0.0 && risk < 0.5) {
                return Err(SprtError::Risk(risk));
            }
        }
        Ok(Self { low, high, alpha, beta })
    }

    /// A test between two differences in strength, in logistic Elo points.
    pub fn elo(low: f64, high: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if low >= high {
            return Err(SprtError::Order { low, high });
        }
        Self::new(score_of(low), score_of(high), alpha, beta)
    }

    /// The log-likelihood ratios between which the test continues.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of the high mean to the low one: of the best likelihoods that each
    /// allows, over all distributions on the results named. This is exact, where most programs use
    /// the normal approximation.
    ///
    /// `counts` has the count of each block score. A score that is possible but never occurred
    /// should be named with 0; the ends 0 and 1 are always possible. Such a score counts as a
    /// thousandth of a block, as in fishtest, so that every mean remains possible and there is an
    /// answer from the first block on. Without blocks it is 0.
    pub fn llr(&self, counts: &[(f64, u64)]) -> f64 {
        if counts.iter().all(|&(_, count)| count == 0) {
            return 0.0;
        }
        let results = possible(counts);
        surprise(&results, self.low) - surprise(&results, self.high)
    }

    /// The mean that the test decides for; `None` while it continues.
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let [low, high] = self.bounds();
        if llr >= high {
            Some(Hypothesis::High)
        } else if llr <= low {
            Some(Hypothesis::Low)
        } else {
            None
        }
    }
}

/// All possible results with their counts, none of which is 0.
fn possible(counts: &[(f64, u64)]) -> Vec<(f64, f64)> {
    let mut results: Vec<_> = counts
        .iter()
        .filter(|(score, _)| !score.is_nan())
        .map(|&(score, count)| (score.clamp(0.0, 1.0), if count == 0 { NEVER_SEEN } else { count as f64 }))
        .collect();
    for end in [0.0, 1.0] {
        if results.iter().all(|&(score, _)| score != end) {
            results.push((end, NEVER_SEEN));
        }
    }
    results
}

/// The difference between the best log-likelihood with any mean and the best with this mean.
///
/// With the observed shares p̂ᵢ of the scores aᵢ, the best shares are p̂ᵢ / (1 + θ(aᵢ − mean)) for
/// the θ that gives them the mean (θ is the Lagrange multiplier).
fn surprise(results: &[(f64, f64)], mean: f64) -> f64 {
    let theta = multiplier(results, mean);
    let loss = |&(score, count): &(f64, f64)| count * (1.0 + theta * (score - mean)).max(f64::MIN_POSITIVE).ln();
    results.iter().map(loss).sum()
}

/// The θ that gives the best shares the mean: the root of Σ p̂ᵢ(aᵢ − mean) / (1 + θ(aᵢ − mean)).
///
/// The sum falls from +∞ to −∞ between the poles of the scores 0 and 1, so bisection finds its
/// root.
fn multiplier(results: &[(f64, f64)], mean: f64) -> f64 {
    let mut left = -1.0 / (1.0 - mean);
    let mut right = 1.0 / mean;
    for _ in 0..HALVINGS {
        let middle = (left + right) / 2.0;
        let slope = |&(score, count): &(f64, f64)| count * (score - mean) / (1.0 + middle * (score - mean));
        if results.iter().map(slope).sum::<f64>() > 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    (left + right) / 2.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn log_likelihood(counts: &[(f64, f64)], shares: &[f64]) -> f64 {
        counts.iter().zip(shares).map(|(&(_, count), share)| count * share.ln()).sum()
    }

    /// Wins, draws and losses with a given mean have one free parameter, the share of draws:
    /// 200,000 values are tried.
    fn best_by_trial(counts: &[(f64, f64); 3], mean: f64) -> f64 {
        let most_draws = 2.0 * mean.min(1.0 - mean);
        let trials = (1..200_000).map(|step| {
            let draws = most_draws * f64::from(step) / 200_000.0;
            log_likelihood(counts, &[1.0 - mean - draws / 2.0, draws, mean - draws / 2.0])
        });
        trials.fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_ratio_is_that_of_the_best_likelihoods() {
        let sprt = Sprt::new(0.49, 0.56, 0.05, 0.05).unwrap();
        for [lost, drawn, won] in [[30, 40, 30], [5, 90, 17], [200, 10, 320], [1, 1, 1], [0, 7, 3], [0, 0, 4]] {
            let results = [(0.0, lost), (0.5, drawn), (1.0, won)];
            let counts = results.map(|(score, count)| (score, (count as f64).max(1e-3)));
            let expected = best_by_trial(&counts, sprt.high) - best_by_trial(&counts, sprt.low);
            let llr = sprt.llr(&results);
            assert!((llr - expected).abs() < 1e-4, "{results:?}: {llr} is not {expected}");
        }
    }

    /// Two results have no free parameter: the shares are the mean and its complement, and the
    /// ratio is Wald's.
    #[test]
    fn all_or_nothing_is_walds_test() {
        let sprt = Sprt::new(0.4, 0.7, 0.05, 0.1).unwrap();
        let expected = 12.0 * (0.7f64 / 0.4).ln() + 8.0 * (0.3f64 / 0.6).ln();
        assert!((sprt.llr(&[(1.0, 12), (0.0, 8)]) - expected).abs() < 1e-9);
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt = Sprt::elo(0.0, 5.0, 0.05, 0.1).unwrap();
        let [low, high] = sprt.bounds();
        // ln(0.1/0.95) and ln(0.9/0.05).
        assert!((low + 2.251_292).abs() < 1e-6 && (high - 2.890_372).abs() < 1e-6);
        assert_eq!(sprt.verdict(high), Some(Hypothesis::High));
        assert_eq!(sprt.verdict(low), Some(Hypothesis::Low));
        assert_eq!(sprt.verdict(0.0), None);
    }

    #[test]
    fn refuses_what_is_no_test() {
        assert_eq!(Sprt::elo(5.0, 5.0, 0.05, 0.05), Err(SprtError::Order { low: 5.0, high: 5.0 }));
        assert_eq!(Sprt::elo(0.0, 5.0, 0.0, 0.05), Err(SprtError::Risk(0.0)));
        assert_eq!(Sprt::elo(0.0, 5.0, 0.05, 0.5), Err(SprtError::Risk(0.5)));
        assert_eq!(Sprt::new(0.0, 0.5, 0.05, 0.05), Err(SprtError::Mean(0.0)));
        assert!(Sprt::elo(f64::NAN, 5.0, 0.05, 0.05).is_err());
        assert!(Sprt::elo(0.0, f64::INFINITY, 0.05, 0.05).is_err());
    }

    #[test]
    fn odd_counts_have_an_answer() {
        let sprt = Sprt::elo(-5.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.llr(&[]), 0.0);
        assert_eq!(sprt.llr(&[(0.0, 0), (0.5, 0), (1.0, 0)]), 0.0);
        for odd in [[(0.5, 1)], [(1.0, u64::MAX)], [(0.0, u64::MAX)], [(7.0, 3)], [(f64::NAN, 3)]] {
            assert!(sprt.llr(&odd).is_finite(), "{odd:?}");
        }
    }

    /// Matches whose true mean is one of the two: wrong verdicts are about as rare as they should
    /// be.
    #[test]
    fn errs_as_rarely_as_it_says() {
        let sprt = Sprt::new(0.5, 0.54, 0.05, 0.1).unwrap();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut share_of_high = |mean: f64| {
            let high = (0..1000).filter(|_| {
                let mut results = [(0.0, 0), (0.5, 0), (1.0, 0)];
                loop {
                    for _ in 0..5 {
                        let draw = rng.f64() < 0.4;
                        let won = rng.f64() < (mean - 0.2) / 0.6;
                        results[if draw { 1 } else { 2 * usize::from(won) }].1 += 1;
                    }
                    if let Some(verdict) = sprt.verdict(sprt.llr(&results)) {
                        break verdict == Hypothesis::High;
                    }
                }
            });
            high.count()
        };
        let [wrong, right] = [share_of_high(0.5), share_of_high(0.54)];
        assert!((30..=65).contains(&wrong), "{wrong} of 1000 wrongly high");
        assert!((880..=930).contains(&right), "{right} of 1000 rightly high");
    }

    proptest! {
        #[test]
        fn the_other_side_sees_the_opposite(counts in prop::array::uniform5(0u64..100), elo in 0.5..50.0f64) {
            let sprt = Sprt::elo(-elo, elo, 0.05, 0.05).unwrap();
            let here: Vec<_> = (0..5).map(|quarters| (quarters as f64 / 4.0, counts[quarters])).collect();
            let there: Vec<_> = (0..5).map(|quarters| (quarters as f64 / 4.0, counts[4 - quarters])).collect();
            prop_assert!((sprt.llr(&here) + sprt.llr(&there)).abs() < 1e-6);
        }

        /// No other shares with the same mean have a higher likelihood than those of the ratio.
        #[test]
        fn nothing_with_the_mean_is_likelier(
            counts in prop::array::uniform5(0u64..100),
            mean in 0.3..0.7,
            other in prop::array::uniform5(0.01..1.0f64),
        ) {
            let counts: Vec<_> = (0..5).map(|quarters| (quarters as f64 / 4.0, counts[quarters])).collect();
            let results = possible(&counts);
            let total: f64 = results.iter().map(|(_, count)| count).sum();
            let observed: Vec<_> = results.iter().map(|(_, count)| count / total).collect();
            let best = log_likelihood(&results, &observed) - surprise(&results, mean);
            // Arbitrary shares, mixed with one end of the scale until they have the mean.
            let sum: f64 = other.iter().sum();
            let their_mean = (0..5).map(|quarters| quarters as f64 / 4.0 * other[quarters] / sum).sum::<f64>();
            let (end, score) = if their_mean < mean { (4, 1.0) } else { (0, 0.0) };
            let part = (mean - their_mean) / (score - their_mean);
            let mut shares = other.map(|share| (1.0 - part) * share / sum);
            shares[end] += part;
            prop_assert!(log_likelihood(&results, &shares) <= best + 1e-9);
        }
    }
}
