//! Wilson's interval of a share, also for blocks of dependent games, and the normal distribution.

use super::Estimate;

/// The share of successes, with Wilson's 95 % interval.
///
/// It stays within 0 and 1 and has some width even if all trials went the same way. The number of
/// successes is capped at the number of trials. Without trials the share is one half, from 0 to 1.
///
/// ```
/// let share = arena::stats::wilson(380, 400);
/// assert_eq!(share.value, 0.95);
/// assert!((share.low - 0.924).abs() < 5e-4 && (share.high - 0.967).abs() < 5e-4);
/// ```
pub fn wilson(successes: u64, trials: u64) -> Estimate {
    interval(successes.min(trials) as f64 / trials.max(1) as f64, trials as f64)
}

/// The share of points from the points and the chances of each block, with a 95 % interval from the
/// variance of the blocks.
///
/// ```
/// // Four games in each of three galaxies, of which 4, 2 and 3 were won.
/// let share = arena::stats::share_of_blocks([(4.0, 4.0), (2.0, 4.0), (3.0, 4.0)].into_iter());
/// assert_eq!(share.value, 0.75);
/// assert!(share.low < 0.6 && share.high > 0.85);
/// ```
pub fn share_of_blocks(blocks: impl Iterator<Item = (f64, f64)> + Clone) -> Estimate {
    let blocks = blocks.map(|(points, chances)| (points, chances, 1));
    Share::of_blocks(blocks).map_or_else(|| wilson(0, 0), |share| share.estimate())
}

/// Wilson's interval of a share. The number of trials need not be whole.
fn interval(share: f64, trials: f64) -> Estimate {
    if trials <= 0.0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let doubt = Z95 * Z95 / trials;
    let centre = (share + doubt / 2.0) / (1.0 + doubt);
    let half = (doubt * (share * (1.0 - share) + doubt / 4.0)).sqrt() / (1.0 + doubt);
    // A share of 0 or 1 is an end of its interval, apart from rounding.
    let low = if share <= 0.0 { 0.0 } else { (centre - half).clamp(0.0, share) };
    let high = if share >= 1.0 { 1.0 } else { (centre + half).clamp(share, 1.0) };
    Estimate { value: share, low, high }
}

/// A share in blocks: the sum of points over the number of chances, each worth 0 to 1.
///
/// The chances of one block depend on each other, so the variance is that of the blocks. It
/// determines the effective number of independent all-or-nothing trials (Kish's effective sample
/// size), and Wilson's interval for these is the interval of the share. For the variance alone two
/// imaginary blocks are added, one with all the points and one with none, so that equal blocks do
/// not prove that the next one is equal too. If every block is all or nothing, this is exactly
/// Wilson's interval with the blocks as trials; with many blocks it is the usual interval from
/// their variance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    share: f64,
    trials: f64,
}

impl Share {
    /// From the points, the chances and the count of each block. Blocks without chances are
    /// ignored; `None` if there are no others.
    pub(super) fn of_blocks(blocks: impl Iterator<Item = (f64, f64, u64)> + Clone) -> Option<Self> {
        let blocks = blocks.filter(|&(_, chances, times)| chances > 0.0 && times > 0);
        let (mut count, mut points, mut chances) = (0.0, 0.0, 0.0);
        for block in blocks.clone() {
            let times = block.2 as f64;
            count += times;
            points += block.0 * times;
            chances += block.1 * times;
        }
        if count == 0.0 {
            return None;
        }
        let size = chances / count;
        let share = (points / chances).clamp(0.0, 1.0);
        let with_two = (points + size) / (chances + 2.0 * size);
        let two = [(size, size, 1), (0.0, size, 1)];
        let squares = blocks.chain(two).map(|(points, chances, times)| {
            let surprise = (points - with_two * chances) / size;
            surprise * surprise * times as f64
        });
        let variance = squares.sum::<f64>() / (count + 2.0);
        Some(Self { share, trials: count * with_two * (1.0 - with_two) / variance })
    }

    /// The share with its 95 % interval.
    pub(super) fn estimate(&self) -> Estimate {
        interval(self.share, self.trials)
    }

    /// The distance of the share above one half, in standard deviations.
    pub(super) fn deviations_above_half(&self) -> f64 {
        (self.share - 0.5) * 2.0 * self.trials.sqrt()
    }
}

/// A normally distributed value is within this many standard deviations of its mean in 95 % of all
/// cases.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal value is below `x`.
///
/// It uses the series φ(x)·(x + x³/3 + x⁵/(3·5) + …), which has no cancellation and converges
/// quickly where it matters.
pub(super) fn below(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    // Beyond this, the rest is smaller than the precision of the sum.
    if x.abs() > 8.5 {
        return if x < 0.0 { 0.0 } else { 1.0 };
    }
    let (mut term, mut sum, mut divisor) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        divisor += 2.0;
        term *= x * x / divisor;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(estimate: Estimate, low: f64, high: f64, tolerance: f64) -> bool {
        (estimate.low - low).abs() < tolerance && (estimate.high - high).abs() < tolerance
    }

    /// The ends solve Wilson's equation (share − m)² = z²·m(1 − m)/n.
    #[test]
    fn the_ends_are_where_the_test_just_refuses() {
        for (successes, trials) in [(1, 2), (3, 10), (19, 20), (380, 400), (1, 100_000)] {
            let Estimate { value, low, high } = wilson(successes, trials);
            for end in [low, high] {
                let deviations = (value - end).abs() / (end * (1.0 - end) / trials as f64).sqrt();
                assert!((deviations - Z95).abs() < 1e-6, "{successes} of {trials}: {end} is {deviations} away");
            }
        }
    }

    #[test]
    fn the_ends_of_the_scale() {
        // z²/(n + z²) by hand.
        assert!(close(wilson(0, 20), 0.0, 0.161_125, 1e-6));
        assert!(close(wilson(20, 20), 0.838_875, 1.0, 1e-6));
        assert_eq!(wilson(0, 0), Estimate { value: 0.5, low: 0.0, high: 1.0 });
        assert_eq!(wilson(9, 3), wilson(3, 3));
    }

    #[test]
    fn blocks_that_are_all_or_nothing_are_trials() {
        for won in [0, 1, 13, 20] {
            let blocks = (0..20).map(|block| (if block < won { 4.0 } else { 0.0 }, 4.0, 1));
            let share = Share::of_blocks(blocks).unwrap().estimate();
            assert!(close(share, wilson(won, 20).low, wilson(won, 20).high, 1e-12), "{won}");
        }
    }

    #[test]
    fn many_blocks_give_the_usual_interval() {
        // Half of the blocks score ¼ and half ¾: the standard deviation is ¼.
        let blocks = [(0.25, 1.0, 20_000), (0.75, 1.0, 20_000)].into_iter();
        let share = Share::of_blocks(blocks).unwrap().estimate();
        assert!(close(share, 0.5 - Z95 * 0.25 / 200.0, 0.5 + Z95 * 0.25 / 200.0, 1e-6));
    }

    #[test]
    fn equal_blocks_leave_a_doubt() {
        let share = Share::of_blocks((0..20).map(|_| (2.0, 4.0, 1))).unwrap().estimate();
        assert!(share.low < 0.45 && share.high > 0.55);
        assert!(Share::of_blocks([(0.0, 0.0, 1)].into_iter()).is_none());
    }

    proptest! {
        #[test]
        fn the_interval_is_one(blocks in prop::collection::vec((0.0..=1.0, 0.0f64..9.0), 0..40)) {
            let blocks = blocks.iter().map(|&(share, chances)| (share * chances, chances, 1));
            if let Some(share) = Share::of_blocks(blocks) {
                let Estimate { value, low, high } = share.estimate();
                prop_assert!(0.0 <= low && low <= value && value <= high && high <= 1.0 && low < high);
                prop_assert!(share.deviations_above_half().is_finite());
            }
        }
    }

    /// Against Python: `statistics.NormalDist().cdf(x)`.
    #[test]
    fn agrees_with_python() {
        for (x, expected) in PYTHON {
            assert!((below(x) - expected).abs() < 1e-14, "{x}: {} {expected}", below(x));
            assert!((below(-x) - (1.0 - expected)).abs() < 1e-14);
        }
        assert!((below(Z95) - 0.975).abs() < 1e-14);
        assert_eq!([below(f64::NEG_INFINITY), below(f64::INFINITY)], [0.0, 1.0]);
    }

    const PYTHON: [(f64, f64); 5] = [
        (0.0, 0.5),
        (0.5, 0.6914624612740131),
        (1.0, 0.8413447460685429),
        (2.5, 0.9937903346742238),
        (5.0, 0.9999997133484282),
    ];
}
