//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The maximum search depth in plies.
pub const MAX_DEPTH: u32 = 127;

/// A flag that ends a search from another thread: keep a clone and raise it.
///
/// It serves as [`Limits::stop`] and as [`Limits::cancel`], which mean different things.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A lowered flag.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends all searches that carry this flag, soon.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag ready for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When a search ends: at whichever limit is reached first.
///
/// Anything but a depth and [`cancel`](Limits::cancel) is a *budget*. With a budget, a depth-first
/// search deepens ply by ply and reports the last iteration it completed; without one it searches
/// to the depth directly. The results of an incomplete iteration are discarded. The first iteration
/// always completes, so there is always a move. What a search that does not deepen makes of its limits
/// is in its own documentation.
///
/// ```
/// use gametree::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(12).with_time(Duration::from_secs(1));
/// assert_eq!(limits.depth, 12);
/// assert!(limits.deepens());
/// ```
///
/// More limits may be added in later versions, so there is no literal; a field can be set, as in
/// `limits.nodes = None`.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: u32,
    /// The maximum number of nodes ([`Mcts`](crate::Mcts): playouts). It is exact; only
    /// [`LazySmp`](crate::LazySmp) gives it to its first thread and counts the nodes of all.
    pub nodes: Option<u64>,
    /// The hard time limit: the search ends, even within an iteration.
    pub time: Option<Duration>,
    /// The soft time limit: no iteration (and no playout of [`Mcts`](crate::Mcts)) begins after it.
    pub soft_time: Option<Duration>,
    /// "Answer now with the best move you have". It is a budget, so the search deepens and has a
    /// useful answer whenever the flag is raised.
    pub stop: Option<Stop>,
    /// "The answer is no longer wanted". It ends the search soon, but while it is lowered it
    /// changes nothing: neither how the search proceeds nor its counts. The report of a cancelled
    /// search is of no use; discard it.
    pub cancel: Option<Stop>,
}

impl Default for Limits {
    /// No limit but [`MAX_DEPTH`].
    fn default() -> Self {
        Self { depth: MAX_DEPTH, nodes: None, time: None, soft_time: None, stop: None, cancel: None }
    }
}

impl Limits {
    /// At most `depth` plies; 0 counts as 1, and everything above [`MAX_DEPTH`] as `MAX_DEPTH`.
    pub fn depth(depth: u32) -> Self {
        Self { depth, ..Self::default() }
    }

    /// At most `nodes` nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self::default().with_nodes(nodes)
    }

    /// At most this long.
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time)
    }

    /// Sets the depth.
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Adds a limit of nodes.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Adds a hard time limit.
    pub fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Adds a soft time limit.
    pub fn with_soft_time(self, time: Duration) -> Self {
        Self { soft_time: Some(time), ..self }
    }

    /// Adds a flag that asks for the best answer so far.
    pub fn with_stop(self, stop: Stop) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The tighter of each of these limits and `other`'s. The flags of `other` take precedence.
    pub fn tighter(&self, other: &Self) -> Self {
        fn least<T: Ord + Copy>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Self {
            depth: self.depth.min(other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            soft_time: least(self.soft_time, other.soft_time),
            stop: other.stop.clone().or_else(|| self.stop.clone()),
            cancel: other.cancel.clone().or_else(|| self.cancel.clone()),
        }
    }

    /// Adds a flag that gives up the search.
    pub fn with_cancel(self, cancel: Stop) -> Self {
        Self { cancel: Some(cancel), ..self }
    }

    /// Whether there is a budget, so that a search deepens instead of going to the depth directly.
    pub fn deepens(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.soft_time.is_some() || self.stop.is_some()
    }

    /// The depth, clamped to the range the searches support.
    pub(crate) fn plies(&self) -> u32 {
        self.depth.clamp(1, MAX_DEPTH)
    }
}
