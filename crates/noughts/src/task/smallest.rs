//! Weights that are easy to read.

use gametree::Stop;

use super::cone::Vector;
use super::explore::{Explored, Explorer};

/// The perfect whole weights whose sizes have the smallest sum; of those, the smallest largest one. `None` if stopped,
/// or if there are no perfect weights.
///
/// They need not lie inside one of the perfect cones, for weights between two of them can be perfect as well. But there
/// are some inside, so the search comes to an end.
pub(super) fn smallest_weights<const N: usize>(
    explorer: &Explorer<N>,
    explored: &Explored<N>,
    stop: &Stop,
) -> Option<Vector<N>> {
    let mut signs: Vec<Vector<N>> = explored.perfect.iter().map(|cone| cone.inside().map(i64::signum)).collect();
    signs.sort_unstable();
    signs.dedup();
    let enough =
        explored.perfect.iter().map(|cone| cone.inside().iter().map(|weight| weight.abs()).sum::<i64>()).min()?;
    for sum in N as i64..=enough {
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

/// All ways to split `sum` into positive parts from place `from` on.
fn split<const N: usize>(sum: i64, from: usize, parts: &mut Vector<N>, all: &mut Vec<Vector<N>>) {
    if from + 1 >= N {
        if let Some(last) = parts.last_mut() {
            *last = sum;
            all.push(*parts);
        }
        return;
    }
    let places_after = (N - from - 1) as i64;
    for part in 1..=sum - places_after {
        parts[from] = part;
        split(sum - part, from + 1, parts, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_split_in_all_ways() {
        let mut all = Vec::new();
        split(5, 0, &mut [0; 3], &mut all);
        assert_eq!(all, [[1, 1, 3], [1, 2, 2], [1, 3, 1], [2, 1, 2], [2, 2, 1], [3, 1, 1]]);
        let mut one = Vec::new();
        split(4, 0, &mut [0; 1], &mut one);
        assert_eq!(one, [[4]]);
    }
}
