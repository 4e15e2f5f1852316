//! Elo points: the difference in strength behind a score.

/// The difference in points at which a player is expected to score so much per game, in the logistic model.
///
/// Minus infinity at 0, and infinity at 1: no difference is large enough for these. Beyond them it is the same.
///
/// ```
/// use arena::stats::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(0.75) - 190.85).abs() < 0.01);
/// ```
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score per game that a player expects who is so many points stronger.
///
/// ```
/// use arena::stats::score_of;
/// assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_and_everything_are_infinitely_far() {
        assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(score_of(f64::INFINITY), 1.0);
        assert_eq!(score_of(f64::NEG_INFINITY), 0.0);
    }

    proptest! {
        #[test]
        fn there_and_back(elo in -1200.0..1200.0) {
            prop_assert!((elo_of(score_of(elo)) - elo).abs() < 1e-6);
        }

        #[test]
        fn the_other_side_has_the_rest(elo in -1200.0..1200.0) {
            prop_assert!((score_of(elo) + score_of(-elo) - 1.0).abs() < 1e-12);
        }
    }
}
