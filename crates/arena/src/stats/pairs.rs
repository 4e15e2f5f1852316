//! Two players: the score over pairs of games.

use super::normal;
use super::wilson::Share;
use super::{Estimate, elo_of};

/// The results of two players who play every start from both sides.
///
/// The two games of a start depend on each other, so the pair is the unit: five results are possible (the
/// "pentanomial"), and their variance is what the intervals come from.
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
    /// Counts a pair: the first player's score in both games, each 0, ½ or 1. Anything else counts as the nearest,
    /// and what is not a number as 0.
    pub fn add(&mut self, first_scores: [f64; 2]) {
        let halves = first_scores.map(|score| (2.0 * score).round().clamp(0.0, 2.0) as usize);
        for half in halves {
            self.games[half] += 1;
        }
        self.counts[halves[0] + halves[1]] += 1;
    }

    /// How many pairs the first player ended with 0, ½, 1, 1½ and 2 points.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// The same with the score per game of each, as [`Sprt::llr`](super::Sprt::llr) takes it.
    pub fn block_scores(&self) -> [(f64, u64); 5] {
        std::array::from_fn(|quarters| (quarters as f64 / 4.0, self.counts[quarters]))
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// How many games the first player has won.
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// How many games nobody has won.
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// How many games the first player has lost.
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// The first player's mean score per game; `None` before the first pair.
    ///
    /// The interval is Wilson's, with as many trials as the pairs are worth by their variance. For the variance alone,
    /// two more pairs are thought of, one won and one lost in both games. So the interval stays within 0 and 1, and has
    /// some width even if all pairs were equal; if every pair went 2–0 or 0–2, it is Wilson's with the pairs for
    /// trials.
    pub fn score(&self) -> Option<Estimate> {
        Some(self.share()?.estimate())
    }

    /// How many points the first player is stronger, in the logistic model: the score and its interval, converted.
    ///
    /// If all games were won, the figure and the upper end are infinite; if all were lost, the figure and the lower end
    /// are minus infinity. The other end is always finite.
    pub fn elo(&self) -> Option<Estimate> {
        let Estimate { value, low, high } = self.score()?;
        Some(Estimate { value: elo_of(value), low: elo_of(low), high: elo_of(high) })
    }

    /// How likely it is that the first player is the stronger one: one half before the first pair.
    ///
    /// By the normal distribution with the variance that [`score`](Self::score) goes by.
    pub fn likelihood_of_superiority(&self) -> f64 {
        self.share().map_or(0.5, |share| normal::below(share.deviations_above_half()))
    }

    fn share(&self) -> Option<Share> {
        Share::of_blocks(self.block_scores().into_iter().map(|(score, count)| (score, 1.0, count)))
    }
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

    /// Ordinary arithmetic in Python, for large counts: mean ± 1.96 standard errors of the pairs, and `NormalDist`.
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

    /// By hand: the mean is ⅝. With a pair won and a pair lost it is 7/12, the sum of squares about it
    /// 2·(2/12)² + 2·(1/12)² + (5/12)² + (7/12)² = 84/144 over six pairs, an all-or-nothing variance 35/144. So a pair
    /// is worth 35·6/84 = 2.5 trials, and Wilson's interval is that of 10 trials.
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

    /// Matches of known truth: the interval holds it about 19 times in 20, be the match short or one-sided.
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
}
