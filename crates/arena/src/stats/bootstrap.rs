//! Bootstrap intervals: how much a figure varies with the choice of blocks.

/// 95 % intervals of figures, by the Bayesian bootstrap over blocks (Rubin 1981).
///
/// Each resample gives every block a random weight, exponentially distributed with mean 1, and
/// `statistic` computes its figures from the weighted blocks. The middle 95 % of the values are the
/// intervals, one per figure. Drawing whole blocks with replacement is equivalent, but its weights
/// are often 0, and then a figure may not exist. Here every block has a positive weight, and so can
/// the imaginary blocks that a statistic may add.
///
/// The same seed gives the same intervals. Without resamples the result is empty.
///
/// ```
/// let blocks = [0.25, 0.5, 0.75, 1.0];
/// let intervals = arena::stats::bootstrap(blocks.len(), 1000, 1, |weights| {
///     let sum: f64 = blocks.iter().zip(weights).map(|(block, weight)| block * weight).sum();
///     vec![sum / weights.iter().sum::<f64>()]
/// });
/// let [low, high] = intervals[0];
/// assert!(0.3 < low && low < 0.625 && 0.625 < high && high < 0.95);
/// ```
pub fn bootstrap(
    blocks: usize,
    resamples: usize,
    seed: u64,
    mut statistic: impl FnMut(&[f64]) -> Vec<f64>,
) -> Vec<[f64; 2]> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut weights = vec![0.0; blocks];
    let mut figures: Vec<Vec<f64>> = Vec::new();
    for _ in 0..resamples {
        weights.fill_with(|| -(1.0 - rng.f64()).ln());
        let drawn = statistic(&weights);
        figures.resize_with(figures.len().max(drawn.len()), Vec::new);
        for (figure, value) in figures.iter_mut().zip(drawn) {
            figure.push(value);
        }
    }
    figures.into_iter().map(middle).collect()
}

/// The ends of the middle 95 % of some values. There must be at least one value.
fn middle(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_unstable_by(f64::total_cmp);
    [0.025, 0.975].map(|share| {
        let place = share * (values.len() - 1) as f64;
        let [below, above] = [place.floor(), place.ceil()].map(|place| values[place as usize]);
        // The difference of infinite neighbours is not a number.
        if below == above { below } else { below + (above - below) * place.fract() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(blocks: &[f64], weights: &[f64]) -> Vec<f64> {
        let sum: f64 = blocks.iter().zip(weights).map(|(block, weight)| block * weight).sum();
        vec![sum / weights.iter().sum::<f64>()]
    }

    #[test]
    fn the_middle_of_known_values() {
        assert_eq!(middle((0..=40).rev().map(f64::from).collect()), [1.0, 39.0]);
        assert_eq!(middle((0..=20).map(f64::from).collect()), [0.5, 19.5]);
        assert_eq!(middle(vec![3.0]), [3.0, 3.0]);
        assert_eq!(middle(vec![f64::INFINITY; 3]), [f64::INFINITY; 2]);
    }

    #[test]
    fn odd_sizes() {
        assert!(bootstrap(5, 0, 1, |weights| weights.to_vec()).is_empty());
        assert!(bootstrap(0, 10, 1, |weights| weights.to_vec()).is_empty());
        assert_eq!(bootstrap(0, 10, 1, |_| vec![2.0]), [[2.0, 2.0]]);
        assert_eq!(bootstrap(1, 10, 1, |weights| mean(&[0.5], weights)), [[0.5, 0.5]]);
    }

    #[test]
    fn the_seed_decides() {
        let blocks: Vec<f64> = (0..20).map(f64::from).collect();
        let run = |seed| bootstrap(20, 50, seed, |weights| mean(&blocks, weights));
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    /// A weight is 1 on average, with a standard deviation of 1.
    #[test]
    fn the_weights_are_exponential() {
        let (mut sum, mut squares) = (0.0, 0.0);
        bootstrap(1000, 100, 1, |weights| {
            sum += weights.iter().sum::<f64>();
            squares += weights.iter().map(|weight| weight * weight).sum::<f64>();
            Vec::new()
        });
        assert!((sum / 1e5 - 1.0).abs() < 0.02 && (squares / 1e5 - 2.0).abs() < 0.1);
    }

    /// Means of 50 blocks with a known mean: the interval contains it about 19 times in 20.
    #[test]
    fn the_interval_holds_the_truth() {
        let mut rng = fastrand::Rng::with_seed(3);
        let held = (0..1000).filter(|&seed| {
            let blocks: Vec<f64> = (0..50).map(|_| rng.f64() * rng.f64()).collect();
            let [low, high] = bootstrap(50, 200, seed, |weights| mean(&blocks, weights))[0];
            low <= 0.25 && 0.25 <= high
        });
        let held = held.count();
        assert!((920..=970).contains(&held), "{held} of 1000");
    }
}
