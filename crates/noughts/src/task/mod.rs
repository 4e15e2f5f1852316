//! The paper's task for the month: the fewest features with which the program plays perfectly.
//!
//! The program is [`Program`](crate::Program): a minimax search to a fixed depth that scores every
//! leaf, including finished games, by its weighted features and plays a best move. It plays
//! *perfectly* if it preserves the value of every position that can occur in its games, on either
//! side and against every opponent. Then it never loses, and wins whenever the opponent lets it.
//!
//! The features are chosen from a fixed pool, [`Feature::ALL`]. The weights may be any real
//! numbers, so they cannot be tried one by one. But the program's choices depend only on which of
//! two leaves has the higher weighted sum, and that changes only where the two sums are equal, on a
//! hyperplane through the origin of weight space. So the solver explores whole cones of weights and
//! splits a cone where its weights disagree. The number of cones is the size of the proof.

mod cone;
mod explore;
mod lookahead;
mod smallest;
#[cfg(test)]
mod tests;

use gametree::{Score, Stop};
use thiserror::Error;

use self::explore::Explorer;
use self::lookahead::Lookahead;
use self::smallest::smallest_weights;
use crate::evaluation::{WeightError, Weights};
use crate::features::Feature;

/// The largest feature set that is explored.
pub const MAX_SET_SIZE: usize = 6;

/// How the program chooses between several best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// It may choose any of them: the program must be perfect however ties are broken.
    All,
    /// It chooses the first from a to i, as the searches of `gametree` do. This is a weaker
    /// requirement, which depends on the order of the moves.
    First,
}

/// The progress of [`solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The size of the feature sets being explored.
    pub size: usize,
    /// The number of sets of this size already explored.
    pub done: usize,
    /// The number of sets of this size.
    pub total: usize,
}

/// The result for one set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    /// The features.
    pub features: Vec<Feature>,
    /// The number of cones into which their weights were split.
    pub cones: u64,
    /// The number of cones with which the program plays perfectly.
    pub perfect_cones: u64,
    /// The perfect integer weights with the smallest sum of absolute values, if any.
    pub weights: Option<Weights>,
}

/// Totals over all feature sets of one size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeSummary {
    /// The number of features in each set.
    pub size: usize,
    /// The number of sets.
    pub sets: usize,
    /// The number of cones of weights explored in all sets.
    pub cones: u64,
}

/// The solution of the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The search depth in plies.
    pub depth: u32,
    /// How the program breaks ties.
    pub ties: Ties,
    /// The sizes that were explored, from 1 to the smallest sufficient one.
    pub sizes: Vec<SizeSummary>,
    /// All sets of the last size with which the program can play perfectly. Empty if no set of up
    /// to [`MAX_SET_SIZE`] features is sufficient.
    pub perfect: Vec<FeatureSet>,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// The stop flag was raised.
    #[error("stopped")]
    Stopped,
    /// The depth is 0, or longer than any game.
    #[error("the depth is {0} plies; expected 1 to 9")]
    Depth(u32),
    /// There are too many features, or none.
    #[error("the set has {0} features; expected 1 to {MAX_SET_SIZE}")]
    Size(usize),
    /// Perfect weights were found, but they exceed the limits of [`Weights`].
    #[error(transparent)]
    Weights(#[from] WeightError),
}

/// Finds all smallest sets of features with which the program plays perfectly, and proves that
/// there are no smaller ones.
///
/// Calls `progress` after every set.
///
/// # Errors
/// If `depth` is not from 1 to 9, or if `stop` was raised.
///
/// ```no_run
/// use gametree::Stop;
/// use noughts::task::{Ties, solve};
/// let solution = solve(3, Ties::All, &mut |_| (), &Stop::new())?;
/// for set in solution.perfect {
///     println!("{:?}", set.weights);
/// }
/// # Ok::<(), noughts::task::TaskError>(())
/// ```
pub fn solve(depth: u32, ties: Ties, progress: &mut dyn FnMut(Progress), stop: &Stop) -> Result<Solution, TaskError> {
    let lookahead = lookahead(depth, ties)?;
    let mut solution = Solution { depth, ties, sizes: Vec::new(), perfect: Vec::new() };
    for size in 1..=MAX_SET_SIZE {
        let sets = feature_sets(size);
        let mut summary = SizeSummary { size, sets: sets.len(), cones: 0 };
        for (i, features) in sets.iter().enumerate() {
            let set = explore(&lookahead, features, stop)?;
            summary.cones += set.cones;
            if set.perfect_cones > 0 {
                solution.perfect.push(set);
            }
            progress(Progress { size, done: i + 1, total: sets.len() });
        }
        solution.sizes.push(summary);
        if !solution.perfect.is_empty() {
            break;
        }
    }
    Ok(solution)
}

/// Explores all nonzero weights of one set of features.
///
/// # Errors
/// If `depth` is not from 1 to 9, if the set does not have 1 to [`MAX_SET_SIZE`] features, or if
/// `stop` was raised.
///
/// ```
/// use gametree::Stop;
/// use noughts::Feature::{Own1, Own2, Own3, Their1, Their2};
/// use noughts::task::{Ties, explore_features};
/// // The paper's five features are not sufficient at two plies, whatever their weights.
/// let paper = explore_features(2, Ties::All, &[Own3, Their2, Own2, Their1, Own1], &Stop::new())?;
/// assert_eq!(paper.perfect_cones, 0);
/// # Ok::<(), noughts::task::TaskError>(())
/// ```
pub fn explore_features(depth: u32, ties: Ties, features: &[Feature], stop: &Stop) -> Result<FeatureSet, TaskError> {
    explore(&lookahead(depth, ties)?, features, stop)
}

fn lookahead(depth: u32, ties: Ties) -> Result<Lookahead, TaskError> {
    if (1..=9).contains(&depth) { Ok(Lookahead::new(depth, ties)) } else { Err(TaskError::Depth(depth)) }
}

/// All feature sets of this size, in lexicographic order.
fn feature_sets(size: usize) -> Vec<Vec<Feature>> {
    let chosen = |set: u32| Feature::ALL.into_iter().filter(move |feature| set >> feature.index() & 1 != 0).collect();
    let mut sets: Vec<Vec<Feature>> =
        (0..1 << Feature::COUNT).filter(|set: &u32| set.count_ones() as usize == size).map(chosen).collect();
    sets.sort_unstable();
    sets
}

/// Explores all weights of a set of features, with its size as a constant.
fn explore(lookahead: &Lookahead, features: &[Feature], stop: &Stop) -> Result<FeatureSet, TaskError> {
    match *features {
        [a] => explore_array(lookahead, [a], stop),
        [a, b] => explore_array(lookahead, [a, b], stop),
        [a, b, c] => explore_array(lookahead, [a, b, c], stop),
        [a, b, c, d] => explore_array(lookahead, [a, b, c, d], stop),
        [a, b, c, d, e] => explore_array(lookahead, [a, b, c, d, e], stop),
        [a, b, c, d, e, f] => explore_array(lookahead, [a, b, c, d, e, f], stop),
        _ => Err(TaskError::Size(features.len())),
    }
}

fn explore_array<const N: usize>(
    lookahead: &Lookahead,
    features: [Feature; N],
    stop: &Stop,
) -> Result<FeatureSet, TaskError> {
    let explorer = Explorer::new(lookahead, features);
    let explored = explorer.explore(stop).ok_or(TaskError::Stopped)?;
    let weights = if explored.perfect.is_empty() {
        None
    } else {
        let weights = smallest_weights(&explorer, &explored, stop).ok_or(TaskError::Stopped)?;
        let terms: [(Feature, Score); N] =
            std::array::from_fn(|i| (features[i], Score::try_from(weights[i]).unwrap_or(Score::MAX)));
        Some(Weights::new(&terms)?)
    };
    Ok(FeatureSet {
        features: features.to_vec(),
        cones: explored.cones,
        perfect_cones: explored.perfect.len() as u64,
        weights,
    })
}
