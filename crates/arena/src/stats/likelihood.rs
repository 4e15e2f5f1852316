//! The strengths with the maximum likelihood.

/// The most steps of the search. A dozen are enough unless a player is almost infinitely strong.
const MAX_STEPS: u32 = 200;

/// The search ends with a step shorter than this; the remaining error is about its square.
/// Strengths are logarithms, so this is less than a millionth of a point.
const SHORT: f64 = 1e-9;

/// The longest step: further away the curvature is no guide.
const LONG: f64 = 2.0;

/// Games of every entrant against an imaginary player with strength 1, won and lost. They keep all
/// strengths finite.
pub(super) struct Imaginary {
    /// The number of games each has won.
    pub(super) won: Vec<f64>,
    /// The number of games each has lost.
    pub(super) lost: Vec<f64>,
}

/// The likelihood of log-strengths in the Plackett-Luce model.
pub(super) struct Likelihood<'a> {
    /// The number of contests that each entrant has won.
    pub(super) wins: &'a [f64],
    /// The players of each kind of contest, with their number of seats.
    pub(super) kinds: &'a [Vec<(usize, f64)>],
    /// The number of contests of each kind.
    pub(super) counts: &'a [f64],
    /// The imaginary games that keep the maximum finite.
    pub(super) imaginary: &'a Imaginary,
}

impl Likelihood<'_> {
    /// The log-strengths of maximum likelihood, searched from `start`.
    ///
    /// It uses Newton's method. The likelihood is concave, so halving a step until it improves the
    /// likelihood always leads to the one maximum. So does the usual minorization (Hunter 2004),
    /// but where two groups of players hardly ever meet it takes thousands of steps.
    pub(super) fn maximum(&self, start: &[f64]) -> Vec<f64> {
        let mut here = start.to_vec();
        let mut value = self.value(&here);
        for _ in 0..MAX_STEPS {
            let (gradient, curvature) = self.slopes(&here);
            let mut step = solve(curvature, gradient);
            let length = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if length > LONG {
                step.iter_mut().for_each(|part| *part *= LONG / length);
            }
            let walk = |share: f64| here.iter().zip(&step).map(|(from, part)| from + share * part).collect::<Vec<_>>();
            let mut share = 1.0;
            let mut there = walk(share);
            let mut gained = self.value(&there);
            // Close to the maximum the improvement is lost in rounding.
            let drowns = 1e-12 * (1.0 + value.abs());
            while share * length > SHORT && gained < value - drowns {
                share /= 2.0;
                there = walk(share);
                gained = self.value(&there);
            }
            (here, value) = (there, gained);
            if length < SHORT {
                break;
            }
        }
        here
    }

    fn value(&self, logs: &[f64]) -> f64 {
        let strengths: Vec<_> = logs.iter().map(|log| log.exp()).collect();
        let mut value = 0.0;
        for (kind, count) in self.kinds.iter().zip(self.counts) {
            value -= count * kind.iter().map(|&(entrant, seats)| seats * strengths[entrant]).sum::<f64>().ln();
        }
        for (entrant, &log) in logs.iter().enumerate() {
            let [won, lost] = [self.imaginary.won[entrant], self.imaginary.lost[entrant]];
            value += (self.wins[entrant] + won) * log - (won + lost) * (1.0 + strengths[entrant]).ln();
        }
        value
    }

    /// The gradient, and the negated second derivatives, row by row.
    fn slopes(&self, logs: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let strengths: Vec<_> = logs.iter().map(|log| log.exp()).collect();
        let mut gradient = self.wins.to_vec();
        let mut curvature = vec![vec![0.0; logs.len()]; logs.len()];
        for (kind, count) in self.kinds.iter().zip(self.counts) {
            let all: f64 = kind.iter().map(|&(entrant, seats)| seats * strengths[entrant]).sum();
            for &(entrant, seats) in kind {
                let chance = seats * strengths[entrant] / all;
                gradient[entrant] -= count * chance;
                curvature[entrant][entrant] += count * chance;
                for &(other, seats) in kind {
                    curvature[entrant][other] -= count * chance * seats * strengths[other] / all;
                }
            }
        }
        for (entrant, strength) in strengths.iter().enumerate() {
            let [won, lost] = [self.imaginary.won[entrant], self.imaginary.lost[entrant]];
            let chance = strength / (1.0 + strength);
            gradient[entrant] += won - (won + lost) * chance;
            curvature[entrant][entrant] += (won + lost) * chance / (1.0 + strength);
        }
        (gradient, curvature)
    }
}

/// Solves a system with a symmetric positive definite matrix by Cholesky decomposition.
fn solve(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Vec<f64> {
    let size = vector.len();
    let largest = (0..size).fold(0.0, |largest: f64, row| largest.max(matrix[row][row]));
    for row in 0..size {
        for column in 0..=row {
            let product: f64 = (0..column).map(|inner| matrix[row][inner] * matrix[column][inner]).sum();
            let rest = matrix[row][column] - product;
            matrix[row][column] = if column < row {
                rest / matrix[column][column]
            } else {
                // Rounding must not lead to a division by zero.
                rest.max(largest * 1e-15).max(f64::MIN_POSITIVE).sqrt()
            };
        }
        let product: f64 = (0..row).map(|inner| matrix[row][inner] * vector[inner]).sum();
        vector[row] = (vector[row] - product) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let product: f64 = (row + 1..size).map(|inner| matrix[inner][row] * vector[inner]).sum();
        vector[row] = (vector[row] - product) / matrix[row][row];
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system() {
        let matrix = vec![vec![4.0, 2.0, -1.0], vec![2.0, 5.0, 1.0], vec![-1.0, 1.0, 3.0]];
        let solution = solve(matrix.clone(), vec![1.0, -2.0, 0.5]);
        for (row, expected) in matrix.iter().zip([1.0, -2.0, 0.5]) {
            let product: f64 = row.iter().zip(&solution).map(|(left, right)| left * right).sum();
            assert!((product - expected).abs() < 1e-12);
        }
        assert!(solve(vec![vec![0.0; 2]; 2], vec![0.0; 2]).iter().all(|part| part.is_finite()));
        assert!(solve(Vec::new(), Vec::new()).is_empty());
    }

    /// Minorization and maximization with many steps: the slow way to the same maximum.
    #[test]
    fn finds_what_the_slow_way_finds() {
        let kinds = [vec![(0, 1.0), (1, 2.0)], vec![(1, 1.0), (2, 1.0), (3, 1.0)], vec![(0, 1.0), (3, 1.0)]];
        let (wins, counts) = ([55.0, 60.0, 2.0, 33.0], [60.0, 70.0, 20.0]);
        let imaginary = Imaginary { won: vec![0.5; 4], lost: vec![0.5; 4] };
        let likelihood = Likelihood { wins: &wins, kinds: &kinds, counts: &counts, imaginary: &imaginary };
        let found = likelihood.maximum(&[0.0; 4]);
        let mut slow = [1.0; 4];
        for _ in 0..20_000 {
            let mut rates = slow.map(|strength| 1.0 / (strength + 1.0));
            for (kind, count) in kinds.iter().zip(counts) {
                let all: f64 = kind.iter().map(|&(entrant, seats)| seats * slow[entrant]).sum();
                kind.iter().for_each(|&(entrant, seats)| rates[entrant] += count * seats / all);
            }
            slow = std::array::from_fn(|entrant| (wins[entrant] + 0.5) / rates[entrant]);
        }
        for (log, strength) in found.iter().zip(slow) {
            assert!((log - strength.ln()).abs() < 1e-8, "{found:?} {slow:?}");
        }
    }

    #[test]
    fn the_start_does_not_matter() {
        let kinds = [vec![(0, 1.0), (1, 1.0)], vec![(1, 1.0), (2, 1.0)]];
        let imaginary = Imaginary { won: vec![0.5; 3], lost: vec![1e-3, 0.5, 0.5] };
        let likelihood =
            Likelihood { wins: &[1e6, 1.0, 0.0], kinds: &kinds, counts: &[1e6, 1.0], imaginary: &imaginary };
        let [here, there] = [[0.0; 3], [-30.0, 20.0, 5.0]].map(|start| likelihood.maximum(&start));
        for (left, right) in here.iter().zip(&there) {
            assert!((left - right).abs() < 1e-6, "{here:?} {there:?}");
        }
    }
}
