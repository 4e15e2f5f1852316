//! Games for two: the score over pairs of games, and Elo points.

use super::Estimate;
use super::wilson::{self, Share};

/// The results of two players that play every start from both sides.
///
/// The two games of a start depend on each other, so the unit is the pair. It has five possible
/// results (the "pentanomial"), and the intervals come from their variance.
///
/// ```
/// let mut pairs = arena::stats::Pairs::default();
/// pairs.add([1.0, 0.5]);
/// pairs.add([1.0, 0.0]);
/// assert_eq!(pairs.counts(), [0, 0, 1, 1, 0]);
/// assert_eq!(pairs.score().unwrap().value, 0.625);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    counts: [u64; 5],
    /// Single games of the first player: lost, drawn, won.
    games: [u64; 3],
}

impl Pairs {
    /// Adds a pair: the first player's score in both games, each 0, ½ or 1. Other values are
    /// rounded to the nearest of these, and a value that is not a number counts as 0.
    pub fn add(&mut self, first_scores: [f64; 2]) {
        let halves = first_scores.map(|score| (2.0 * score).round().clamp(0.0, 2.0) as usize);
        for half in halves {
            self.games[half] += 1;
        }
        self.counts[halves[0] + halves[1]] += 1;
    }

    /// The number of pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// The same counts with their scores per game, in the form of [`Sprt::llr`](super::Sprt::llr).
    pub fn block_scores(&self) -> [(f64, u64); 5] {
        std::array::from_fn(|quarters| (quarters as f64 / 4.0, self.counts[quarters]))
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The number of games that the first player has won.
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// The number of draws.
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// The number of games that the first player has lost.
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// The first player's mean score per game; `None` before the first pair.
    ///
    /// The interval is Wilson's, with the effective number of trials by the variance of the pairs.
    /// For the variance alone two imaginary pairs are added, one won and one lost in both games. So
    /// the interval stays within 0 and 1, and has some width even if all pairs are equal; if every
    /// pair is 2–0 or 0–2, it is Wilson's interval with the pairs as trials.
    pub fn score(&self) -> Option<Estimate> {
        Some(self.share()?.estimate())
    }

    /// How many Elo points the first player is stronger, in the logistic model: the score and its
    /// interval, converted.
    ///
    /// If all games were won, the value and the upper end are infinite; if all were lost, the value
    /// and the lower end are minus infinity. The other end is always finite.
    pub fn elo(&self) -> Option<Estimate> {
        let Estimate { value, low, high } = self.score()?;
        Some(Estimate { value: elo_of(value), low: elo_of(low), high: elo_of(high) })
    }

    /// The likelihood that the first player is stronger: one half before the first pair.
    ///
    /// It uses the normal distribution with the variance of [`score`](Self::score).
    pub fn likelihood_of_superiority(&self) -> f64 {
        self.share().map_or(0.5, |share| wilson::below(share.deviations_above_half()))
    }

    fn share(&self) -> Option<Share> {
        Share::of_blocks(self.block_scores().into_iter().map(|(score, count)| (score, 1.0, count)))
    }
}

/// The Elo difference at which a player is expected to have this score per game, in the logistic
/// model.
///
/// It is minus infinity at 0 and infinity at 1. Scores are clamped to 0 and 1.
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

/// The expected score per game of a player that is this many Elo points stronger.
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

    fn of(counts: [u64; 5]) -> Pairs {
        let games = [[0.0, 0.0], [0.0, 0.5], [0.5, 0.5], [0.5, 1.0], [1.0, 1.0]];
        let mut pairs = Pairs::default();
        for (scores, count) in games.into_iter().zip(counts) {
            (0..count).for_each(|_| pairs.add(scores));
        }
        pairs
    }

    #[test]
    fn counts_games_and_pairs() {
        let mut pairs = Pairs::default();
        for scores in [[1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [0.0, 0.0], [0.4, 7.0]] {
            pairs.add(scores);
        }
        assert_eq!(pairs.counts(), [1, 0, 2, 2, 0]);
        assert_eq!([pairs.games(), pairs.wins(), pairs.draws(), pairs.losses()], [10, 3, 4, 3]);
    }

    /// Computed in Python for large counts: mean ± 1.96 standard errors of the pairs, and
    /// `NormalDist`.
    #[test]
    fn large_matches_agree_with_the_usual_formula() {
        let pairs = of([340, 2540, 5022, 2600, 370]);
        let [score, elo] = [pairs.score().unwrap(), pairs.elo().unwrap()];
        for (ours, python) in [(score.value, 0.5027594), (score.low, 0.4987337), (score.high, 0.5067851)] {
            assert!((ours - python).abs() < 2e-5, "{score:?}");
        }
        for (ours, python) in [(elo.value, 1.917), (elo.low, -0.880), (elo.high, 4.715)] {
            assert!((ours - python).abs() < 0.02, "{elo:?}");
        }
        assert!((pairs.likelihood_of_superiority() - 0.910434).abs() < 1e-4);
    }

    /// By hand: the mean is ⅝. With a pair won and a pair lost it is 7/12, the sum of squares about
    /// it 2·(2/12)² + 2·(1/12)² + (5/12)² + (7/12)² = 84/144 over six pairs, an all-or-nothing
    /// variance 35/144. So a pair is worth 35·6/84 = 2.5 trials, and Wilson's interval is that of
    /// 10 trials.
    #[test]
    fn a_small_match_by_hand() {
        let score = of([0, 0, 2, 2, 0]).score().unwrap();
        let doubt = 1.96 * 1.96 / 10.0;
        let half = 1.96 * (0.625f64 * 0.375 / 10.0 + 1.96 * 1.96 / 400.0).sqrt() / (1.0 + doubt);
        let centre = (0.625 + doubt / 2.0) / (1.0 + doubt);
        assert_eq!(score.value, 0.625);
        assert!((score.low - (centre - half)).abs() < 1e-4 && (score.high - (centre + half)).abs() < 1e-4);
    }

    #[test]
    fn nothing_played_says_nothing() {
        let pairs = Pairs::default();
        assert_eq!((pairs.score(), pairs.elo()), (None, None));
        assert_eq!(pairs.likelihood_of_superiority(), 0.5);
    }

    #[test]
    fn a_clean_sweep_leaves_a_doubt() {
        let pairs = of([0, 0, 0, 0, 20]);
        let elo = pairs.elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // 20 of 20 by Wilson: 83.9 %.
        assert!((elo.low - elo_of(0.838_875)).abs() < 0.01, "{elo:?}");
        assert!((0.999..1.0).contains(&pairs.likelihood_of_superiority()));
        let one = of([0, 0, 0, 0, 1]).score().unwrap();
        assert!(one.low < 0.25 && one.high == 1.0, "{one:?}");
        let even = of([0, 0, 20, 0, 0]).score().unwrap();
        assert!(even.low < 0.45 && even.high > 0.55, "{even:?}");
    }

    /// Matches with a known score: the interval contains it about 19 times in 20, even if the match
    /// is short or one-sided.
    #[test]
    fn the_interval_holds_the_truth() {
        let truths = [[0.05, 0.2, 0.5, 0.2, 0.05], [0.0, 0.05, 0.15, 0.3, 0.5], [0.1, 0.0, 0.8, 0.0, 0.1]];
        let mut rng = fastrand::Rng::with_seed(20);
        for (truth, pairs) in truths.iter().flat_map(|truth| [20, 60, 400].map(|pairs| (truth, pairs))) {
            let mean: f64 = truth.iter().enumerate().map(|(quarters, share)| quarters as f64 / 4.0 * share).sum();
            let held = (0..1000).filter(|_| {
                let mut counts = [0; 5];
                for _ in 0..pairs {
                    let mut rest = rng.f64();
                    let mut result = 0;
                    while result < 4 && rest >= truth[result] {
                        rest -= truth[result];
                        result += 1;
                    }
                    counts[result] += 1;
                }
                let score = of(counts).score().unwrap();
                score.low <= mean && mean <= score.high
            });
            let held = held.count();
            assert!((940..=985).contains(&held), "{held} of 1000 for {truth:?} with {pairs} pairs");
        }
    }

    proptest! {
        #[test]
        fn the_other_side_sees_the_same(counts in prop::array::uniform5(0u64..50)) {
            let [here, there] = [of(counts), of([counts[4], counts[3], counts[2], counts[1], counts[0]])];
            prop_assert_eq!([here.wins(), here.draws(), here.losses()], [there.losses(), there.draws(), there.wins()]);
            let sum = here.likelihood_of_superiority() + there.likelihood_of_superiority();
            prop_assert!((sum - 1.0).abs() < 1e-9);
            if let (Some(here), Some(there)) = (here.elo(), there.elo()) {
                for (mine, yours) in [(here.value, there.value), (here.low, there.high), (here.high, there.low)] {
                    prop_assert!(mine == -yours || (mine + yours).abs() < 1e-6);
                }
                prop_assert!(here.low <= here.value && here.value <= here.high && here.low < here.high);
            }
        }
    }

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
