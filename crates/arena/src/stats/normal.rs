//! The normal distribution.

/// A normal figure lies within so many standard deviations of its mean in 95 % of all cases.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal figure is below `x`.
///
/// From the series φ(x)·(x + x³/3 + x⁵/(3·5) + …), which has no cancellation and ends quickly where it matters.
pub(super) fn below(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    // Beyond this the rest is less than the precision of the sum.
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
    use super::*;

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
