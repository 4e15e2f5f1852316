//! The smallest integer weights, for people to read.

use gametree::Stop;

use super::cone::Vector;
use super::explore::{Explored, Explorer};

/// The perfect integer weights with the smallest sum of absolute values and, among those, the
/// smallest maximum. `None` if stopped, or if there are no perfect weights.
///
/// They need not lie inside a perfect cone, since weights between two cones can be perfect as well.
/// But every perfect cone contains integer weights, so the search terminates.
pub(super) fn smallest_weights<const N: usize>(
    explorer: &Explorer<N>,
    explored: &Explored<N>,
    stop: &Stop,
) -> Option<Vector<N>> {
    let mut signs: Vec<Vector<N>> =
        explored.perfect.iter().map(|cone| cone.interior_point().map(i64::signum)).collect();
    signs.sort_unstable();
    signs.dedup();
    let max_sum = explored
        .perfect
        .iter()
        .map(|cone| cone.interior_point().iter().map(|weight| weight.abs()).sum::<i64>())
        .min()?;
    for sum in N as i64..=max_sum {
        let mut sizes = Vec::new();
        split(sum, 0, &mut [0; N], &mut sizes);
        sizes.sort_by_key(|sizes| sizes.iter().max().copied());
        for sizes in sizes {
            if stop.is_raised() {
                return None;
            }
            let mut candidates = signs.iter().map(|signs| std::array::from_fn(|i| signs[i] * sizes[i]));
            if let Some(weights) = candidates.find(|&weights| explorer.is_perfect(weights)) {
                return Some(weights);
            }
        }
    }
    None
}

/// Adds to `all` every way to split `sum` into positive parts at the indices from `from` on.
fn split<const N: usize>(sum: i64, from: usize, parts: &mut Vector<N>, all: &mut Vec<Vector<N>>) {
    if from + 1 >= N {
        if let Some(last) = parts.last_mut() {
            *last = sum;
            all.push(*parts);
        }
        return;
    }
    let parts_after = (N - from - 1) as i64;
    for part in 1..=sum - parts_after {
        parts[from] = part;
        split(sum - part, from + 1, parts, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_split_in_every_way() {
        let mut all = Vec::new();
        split(5, 0, &mut [0; 3], &mut all);
        assert_eq!(all, [[1, 1, 3], [1, 2, 2], [1, 3, 1], [2, 1, 2], [2, 2, 1], [3, 1, 1]]);
        let mut one = Vec::new();
        split(4, 0, &mut [0; 1], &mut one);
        assert_eq!(one, [[4]]);
    }
}
