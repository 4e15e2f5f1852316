//! The paper's task for the month: the fewest features with which the program plays perfectly.
//!
//! The program is [`Program`](crate::Program): it searches a fixed number of plies by minimax, scores every leaf with
//! its weights, finished games like all others, and plays a best move. It plays *perfectly* if in every position that
//! can arise in its games, on either side and against anything whatsoever, it keeps the best result that is possible.
//! Then it never loses, and wins whenever the opponent lets it.
//!
//! The answer is about a pool of features to choose from ([`Feature::ALL`]), and about *all* weights: real numbers, of
//! which there are too many to try. But what the program does depends only on which of two leaves weighs more, and that
//! changes only where their difference weighs nothing, on a plane through the space of weights. So whole cones of
//! weights are tried at once, and cut where they disagree; the number of cones is the size of the proof.

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

/// No larger sets of features are tried.
pub const LARGEST_SET: usize = 6;

/// Which of several best moves the program may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// All of them: the program must be perfect however ties are broken.
    All,
    /// The first from a to i, as the searches of `gametree` do. A weaker demand, met in part by luck.
    First,
}

/// How far the solution of a task has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many features the sets have that are tried now.
    pub size: usize,
    /// How many sets of this size were tried.
    pub done: usize,
    /// How many there are.
    pub total: usize,
}

/// What was found about a set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    /// The features.
    pub features: Vec<Feature>,
    /// Into how many cones their weights fell.
    pub cones: u64,
    /// With how many of those the program plays perfectly.
    pub perfect_cones: u64,
    /// If with any, the perfect whole weights whose sizes have the smallest sum.
    pub weights: Option<Weights>,
}

/// The sets of one size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// How many features each has.
    pub size: usize,
    /// How many there are.
    pub sets: usize,
    /// How many cones of weights were tried in all of them.
    pub cones: u64,
}

/// The solution of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How many plies the program looks ahead.
    pub depth: u32,
    /// How it breaks ties.
    pub ties: Ties,
    /// The sizes that were tried, from 1 to the smallest that is enough.
    pub tried: Vec<Tried>,
    /// All sets of that size with which the program can play perfectly. Empty if even [`LARGEST_SET`] is not enough.
    pub perfect: Vec<FeatureSet>,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// It was stopped from outside.
    #[error("stopped")]
    Stopped,
    /// There is nothing to see without looking, and no game is longer than nine plies.
    #[error("cannot look {0} plies ahead, only 1 to 9")]
    Depth(u32),
    /// There are too many features, or none.
    #[error("cannot try {0} features at once, only 1 to {LARGEST_SET}")]
    Size(usize),
    /// Perfect weights were found, but none of them fit into an evaluation.
    #[error(transparent)]
    Weights(#[from] WeightError),
}

/// Finds the smallest sets of features with which the program plays perfectly, and proves that there are no smaller
/// ones.
///
/// `progress` is called after every set.
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
    let mut solution = Solution { depth, ties, tried: Vec::new(), perfect: Vec::new() };
    for size in 1..=LARGEST_SET {
        let sets = sets_of(size);
        let mut tried = Tried { size, sets: sets.len(), cones: 0 };
        for (i, features) in sets.iter().enumerate() {
            let set = explore(&lookahead, features, stop)?;
            tried.cones += set.cones;
            if set.perfect_cones > 0 {
                solution.perfect.push(set);
            }
            progress(Progress { size, done: i + 1, total: sets.len() });
        }
        solution.tried.push(tried);
        if !solution.perfect.is_empty() {
            break;
        }
    }
    Ok(solution)
}

/// Tries all weights of one set of features, none of them zero.
///
/// # Errors
/// If `depth` is not from 1 to 9, if there are not from 1 to [`LARGEST_SET`] features, or if `stop` was raised.
///
/// ```
/// use gametree::Stop;
/// use noughts::Feature::{Own1, Own2, Own3, Their1, Their2};
/// use noughts::task::{Ties, try_features};
/// // The paper's five features are not enough for two plies, whatever their weights.
/// let paper = try_features(2, Ties::All, &[Own3, Their2, Own2, Their1, Own1], &Stop::new())?;
/// assert_eq!(paper.perfect_cones, 0);
/// # Ok::<(), noughts::task::TaskError>(())
/// ```
pub fn try_features(depth: u32, ties: Ties, features: &[Feature], stop: &Stop) -> Result<FeatureSet, TaskError> {
    explore(&lookahead(depth, ties)?, features, stop)
}

fn lookahead(depth: u32, ties: Ties) -> Result<Lookahead, TaskError> {
    if (1..=9).contains(&depth) { Ok(Lookahead::new(depth, ties)) } else { Err(TaskError::Depth(depth)) }
}

/// All sets of so many features, in the order of their features.
fn sets_of(size: usize) -> Vec<Vec<Feature>> {
    let chosen = |set: u32| Feature::ALL.into_iter().filter(move |feature| set >> feature.index() & 1 != 0).collect();
    let mut sets: Vec<Vec<Feature>> =
        (0..1 << Feature::COUNT).filter(|set: &u32| set.count_ones() as usize == size).map(chosen).collect();
    sets.sort_unstable();
    sets
}

/// Tries all weights of a set of features.
fn explore(lookahead: &Lookahead, features: &[Feature], stop: &Stop) -> Result<FeatureSet, TaskError> {
    match *features {
        [a] => explore_all(lookahead, [a], stop),
        [a, b] => explore_all(lookahead, [a, b], stop),
        [a, b, c] => explore_all(lookahead, [a, b, c], stop),
        [a, b, c, d] => explore_all(lookahead, [a, b, c, d], stop),
        [a, b, c, d, e] => explore_all(lookahead, [a, b, c, d, e], stop),
        [a, b, c, d, e, f] => explore_all(lookahead, [a, b, c, d, e, f], stop),
        _ => Err(TaskError::Size(features.len())),
    }
}

fn explore_all<const N: usize>(
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
