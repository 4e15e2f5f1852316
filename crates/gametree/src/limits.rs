//! How long a search may go on, and the meter that watches it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::report::Counts;

/// No search looks further ahead than this.
pub const MAX_DEPTH: u32 = 127;

/// How many nodes pass between two looks at the clock and the stop flag.
const NODES_PER_LOOK: u64 = 1 << 10;

/// A flag that ends a search from outside: keep a clone, raise it from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the searches that carry this flag, soon.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag ready for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether somebody raised it.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When a search ends: at whichever limit comes first.
///
/// With a budget of nodes or time a depth-first search deepens ply by ply and reports the last iteration that it
/// finished; without one it goes straight to the depth. What it saw of an iteration that it did not finish is
/// discarded. A search to depth 1 always finishes, so there is always a move.
///
/// ```
/// use gametree::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(12).with_time(Duration::from_secs(1));
/// assert_eq!(limits.depth, 12);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most plies to look ahead.
    pub depth: u32,
    /// The most nodes to enter ([`Mcts`](crate::Mcts): playouts).
    pub nodes: Option<u64>,
    /// The longest time to think.
    pub time: Option<Duration>,
    /// A flag to end the search from outside.
    pub stop: Option<Stop>,
    /// Go straight to the depth even with a budget: for trees that only make sense to that depth. A search that cannot
    /// finish then reports depth 1.
    pub straight: bool,
}

impl Default for Limits {
    /// No limit but [`MAX_DEPTH`].
    fn default() -> Self {
        Self { depth: MAX_DEPTH, nodes: None, time: None, stop: None, straight: false }
    }
}

impl Limits {
    /// At most `depth` plies ahead; 0 counts as 1, and more than [`MAX_DEPTH`] as that.
    pub fn depth(depth: u32) -> Self {
        Self { depth, ..Self::default() }
    }

    /// At most so many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self::default().with_nodes(nodes)
    }

    /// At most so long.
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time)
    }

    /// The same, and at most so many nodes.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same, and at most so long.
    pub fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same, and until `stop` is raised.
    pub fn with_stop(self, stop: Stop) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The tighter of each of these limits and `other`'s. The flags of `other` come first.
    pub fn tighter(&self, other: &Self) -> Self {
        fn least<T: Ord + Copy>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Self {
            depth: self.depth.min(other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            stop: other.stop.clone().or_else(|| self.stop.clone()),
            straight: self.straight || other.straight,
        }
    }

    /// The same, but straight to the depth.
    pub fn straight(self) -> Self {
        Self { straight: true, ..self }
    }

    /// The depth, whatever was written into the field, as the searches can go to it.
    pub(crate) fn plies(&self) -> u32 {
        self.depth.clamp(1, MAX_DEPTH)
    }

    /// The depth of the first iteration of a search that deepens only if it has a budget.
    pub(crate) fn first_depth(&self) -> u32 {
        let has_budget = self.nodes.is_some() || self.time.is_some();
        if has_budget && !self.straight { 1 } else { self.plies() }
    }
}

/// Counts a search's work and tells it when to end.
pub(crate) struct Meter<'a> {
    counts: Counts,
    limits: &'a Limits,
    started: Instant,
    /// Nodes that may be entered before the next look at the limits. Those are already in the count.
    allowance: u64,
    nodes_per_look: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self::with_looks(limits, NODES_PER_LOOK)
    }

    /// A meter that looks at the limits every so many nodes.
    pub(crate) fn with_looks(limits: &'a Limits, nodes_per_look: u64) -> Self {
        let unlimited = u64::MAX;
        let counts = Counts { nodes: unlimited, ..Counts::default() };
        Self { counts, limits, started: Instant::now(), allowance: unlimited, nodes_per_look }
    }

    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// From now on the limits count; before this nothing ends the search.
    pub(crate) fn arm(&mut self) {
        if self.limits.nodes.is_some() || self.limits.time.is_some() || self.limits.stop.is_some() {
            self.allow(0);
        }
    }

    /// From now on nothing ends the search.
    pub(crate) fn disarm(&mut self) {
        self.allow(u64::MAX - self.counts().nodes);
    }

    fn allow(&mut self, nodes: u64) {
        self.counts.nodes = self.counts().nodes + nodes;
        self.allowance = nodes;
    }

    /// Counts one node, or says `None` if the search must end before it.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Option<()> {
        if self.allowance == 0 {
            self.allow_more()?;
        }
        self.allowance -= 1;
        Some(())
    }

    #[cold]
    fn allow_more(&mut self) -> Option<()> {
        let Limits { nodes, time, stop, .. } = self.limits;
        let left = nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.counts.nodes));
        let is_over = left == 0
            || time.is_some_and(|time| self.started.elapsed() >= time)
            || stop.as_ref().is_some_and(Stop::is_raised);
        if is_over {
            return None;
        }
        self.allow(left.min(self.nodes_per_look));
        Some(())
    }

    #[inline(always)]
    pub(crate) fn count_evaluation(&mut self) {
        self.counts.evaluations += 1;
    }

    #[inline(always)]
    pub(crate) fn count_cut(&mut self) {
        self.counts.cuts += 1;
    }

    #[inline(always)]
    pub(crate) fn count_table_hit(&mut self) {
        self.counts.table_hits += 1;
    }

    /// The work done so far.
    pub(crate) fn counts(&self) -> Counts {
        Counts { nodes: self.counts.nodes - self.allowance, ..self.counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [0, 1, 1000, 1024, 1025, 5000] {
            let limits = Limits::nodes(limit);
            let mut meter = Meter::new(&limits);
            meter.arm();
            while meter.enter().is_some() {}
            assert_eq!(meter.counts().nodes, limit);
        }
    }

    #[test]
    fn an_unarmed_meter_never_ends() {
        let limits = Limits::nodes(1);
        let mut meter = Meter::new(&limits);
        assert!((0..5000).all(|_| meter.enter().is_some()));
    }

    #[test]
    fn a_raised_flag_ends_the_search() {
        let stop = Stop::new();
        let limits = Limits::default().with_stop(stop.clone());
        let mut meter = Meter::new(&limits);
        meter.arm();
        assert!(meter.enter().is_some());
        stop.raise();
        assert!((0..=NODES_PER_LOOK).any(|_| meter.enter().is_none()));
    }
}
