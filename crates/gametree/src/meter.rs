//! Counting a search's work, ending it at its limits, and deepening.
//!
//! The searches of this crate are built on these parts, and so can others be.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::limits::{Limits, Stop};
use crate::report::Counts;

/// How many nodes pass between two looks at the clock and the flags, unless told otherwise.
const NODES_PER_LOOK: u64 = 1 << 10;

/// Counts a search's work and ends it at its [`Limits`].
///
/// A new meter only counts. Once it is [armed](Meter::arm), [`enter`](Meter::enter) returns `None`
/// when a limit is reached, and the search hands that `None` up with `?`. The limit of nodes is
/// exact; the clock and the flags are looked at every 1,024 nodes, or as often as
/// [`look_every`](Meter::look_every) says. Until then a node costs one decrement.
///
/// ```
/// use gametree::{Limits, Meter};
/// let limits = Limits::nodes(3);
/// let mut meter = Meter::new(&limits);
/// meter.arm();
/// let mut count_down = || -> Option<()> {
///     loop {
///         meter.enter()?;
///     }
/// };
/// assert_eq!(count_down(), None);
/// assert_eq!(meter.counts().nodes, 3);
/// ```
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    counts: Counts,
    limits: &'a Limits,
    started: Instant,
    /// Nodes that may be entered before the next look at the limits. They are already counted.
    allowance: u64,
    nodes_per_look: u64,
    is_armed: bool,
    /// Ends all meters that share it.
    group: Option<&'a Stop>,
}

impl<'a> Meter<'a> {
    /// A meter whose time runs from now. It is not armed.
    pub fn new(limits: &'a Limits) -> Self {
        let counts = Counts { nodes: u64::MAX, ..Counts::default() };
        Self {
            counts,
            limits,
            started: Instant::now(),
            allowance: u64::MAX,
            nodes_per_look: NODES_PER_LOOK,
            is_armed: false,
            group: None,
        }
    }

    /// Looks at the clock and the flags every `nodes` nodes (at least 1) instead of every 1,024:
    /// for nodes that take long.
    pub fn look_every(self, nodes: u64) -> Self {
        Self { nodes_per_look: nodes.max(1), ..self }
    }

    /// Joins the meters that share `ended`: the first one to reach a limit raises the flag, and
    /// that ends the others soon. Each thread of a search has a meter of its own, and one flag ends
    /// all.
    pub fn in_group(self, ended: &'a Stop) -> Self {
        Self { group: Some(ended), ..self }
    }

    /// A meter for another thread: the same limits, start and group, but no work counted yet. A
    /// limit of nodes applies to each meter separately. [`absorb`](Meter::absorb) its counts in the
    /// end.
    pub fn fork(&self) -> Self {
        let mut fork = Self { counts: Counts::default(), allowance: 0, ..self.clone() };
        fork.renew();
        fork
    }

    /// Adds the work that another meter counted.
    pub fn absorb(&mut self, counts: Counts) {
        self.counts = self.counts();
        self.counts += counts;
        self.renew();
    }

    /// The limits it watches.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The time since the meter was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// From now on the limits are enforced.
    pub fn arm(&mut self) {
        self.is_armed = true;
        self.counts = self.counts();
        self.renew();
    }

    /// From now on nothing ends the search.
    pub fn disarm(&mut self) {
        self.is_armed = false;
        self.counts = self.counts();
        self.renew();
    }

    /// Makes a new allowance, where `counts` holds the nodes that were really entered.
    fn renew(&mut self) {
        let Limits { nodes, time, stop, cancel, .. } = self.limits;
        let can_end = nodes.is_some() || time.is_some() || stop.is_some() || cancel.is_some() || self.group.is_some();
        self.allowance = if self.is_armed && can_end { 0 } else { u64::MAX - self.counts.nodes };
        self.counts.nodes += self.allowance;
    }

    /// Counts a node, or returns `None` if the search must end before it.
    #[inline(always)]
    pub fn enter(&mut self) -> Option<()> {
        if self.allowance == 0 {
            self.allow_more()?;
        }
        self.allowance -= 1;
        Some(())
    }

    /// Whether `nodes` nodes may be entered before the next look at the limits.
    #[inline(always)]
    pub(crate) fn allows(&self, nodes: usize) -> bool {
        self.allowance >= nodes as u64
    }

    /// Counts nodes that were [allowed](Meter::allows), entered and scored.
    #[inline(always)]
    pub(crate) fn count_leaves(&mut self, nodes: usize) {
        self.allowance -= nodes as u64;
        self.counts.evaluations += nodes as u64;
    }

    #[cold]
    fn allow_more(&mut self) -> Option<()> {
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.counts.nodes));
        if left == 0 || self.is_time_up() {
            if let Some(group) = self.group {
                group.raise();
            }
            return None;
        }
        self.allowance = left.min(self.nodes_per_look);
        self.counts.nodes += self.allowance;
        Some(())
    }

    /// Whether the hard time limit is reached or a flag is raised.
    fn is_time_up(&self) -> bool {
        let Limits { time, stop, cancel, .. } = self.limits;
        time.is_some_and(|time| self.elapsed() >= time)
            || stop.as_ref().is_some_and(Stop::is_raised)
            || cancel.as_ref().is_some_and(Stop::is_raised)
            || self.group.is_some_and(Stop::is_raised)
    }

    /// Counts a position that was scored.
    #[inline(always)]
    pub fn count_evaluation(&mut self) {
        self.counts.evaluations += 1;
    }

    /// Counts a node that was left before all its moves were tried.
    #[inline(always)]
    pub fn count_cut(&mut self) {
        self.counts.cuts += 1;
    }

    /// Counts a node that was found in the transposition table.
    #[inline(always)]
    pub fn count_table_hit(&mut self) {
        self.counts.table_hits += 1;
    }

    /// The work done so far.
    pub fn counts(&self) -> Counts {
        Counts { nodes: self.counts.nodes - self.allowance, ..self.counts }
    }
}

/// The depths of iterative deepening, one after the other.
///
/// It arms the meter from the second iteration on, so that the first always completes, and begins
/// none after the soft time limit. What an iteration found that the meter ended must be discarded.
///
/// ```
/// use gametree::{Deepening, Limits, Meter};
/// let limits = Limits::nodes(100);
/// let mut meter = Meter::new(&limits);
/// let mut deepening = Deepening::new(&limits, 1..=20);
/// let mut completed = None;
/// while let Some(depth) = deepening.next(&mut meter) {
///     // An iteration of depth d has d² nodes here: 1 + 4 + 9 + 16 + 25 + 36 = 91.
///     let Some(()) = (0..depth * depth).try_for_each(|_| meter.enter()) else { break };
///     completed = Some(depth);
/// }
/// assert_eq!(completed, Some(6));
/// ```
#[derive(Clone, Debug)]
pub struct Deepening {
    next: u32,
    last: u32,
    step: u32,
    /// Whether the next iteration must complete.
    must_complete: bool,
}

impl Deepening {
    /// All of `depths` if the limits contain a [budget](Limits::deepens), otherwise only the last,
    /// which a raised [`cancel`](Limits::cancel) can then end.
    pub fn new(limits: &Limits, depths: RangeInclusive<u32>) -> Self {
        if limits.deepens() {
            Self::always(depths)
        } else {
            Self { next: *depths.end(), last: *depths.end(), step: 1, must_complete: false }
        }
    }

    /// All of `depths`, whatever the limits are.
    pub fn always(depths: RangeInclusive<u32>) -> Self {
        Self { next: *depths.start(), last: *depths.end(), step: 1, must_complete: true }
    }

    /// Only every `step`-th depth (at least every one), the last included: deepens by two plies at a
    /// time, for instance, which suits games whose scores swing with the player who moved last.
    pub fn by(self, step: u32) -> Self {
        let step = step.max(1);
        Self { step, next: self.next + self.last.saturating_sub(self.next) % step, ..self }
    }

    /// All of `depths`, whatever the limits are, and even the first can be ended.
    pub(crate) fn interruptible(depths: RangeInclusive<u32>) -> Self {
        Self { must_complete: false, ..Self::always(depths) }
    }

    /// The depth of the next iteration, if there is to be one.
    pub fn next(&mut self, meter: &mut Meter) -> Option<u32> {
        let is_late = || meter.limits().soft_time.is_some_and(|time| meter.elapsed() >= time);
        if self.next > self.last || (!self.must_complete && is_late()) {
            return None;
        }
        if self.must_complete {
            meter.disarm();
        } else {
            meter.arm();
        }
        self.must_complete = false;
        self.next += self.step;
        Some(self.next - self.step)
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
        meter.arm();
        assert!(meter.enter().is_none());
        meter.disarm();
        assert!(meter.enter().is_some());
        assert_eq!(meter.counts().nodes, 5001);
    }

    #[test]
    fn a_raised_flag_ends_the_search() {
        let flags = [Limits::with_stop, Limits::with_cancel];
        for with_flag in flags {
            let flag = Stop::new();
            let limits = with_flag(Limits::default(), flag.clone());
            let mut meter = Meter::new(&limits);
            meter.arm();
            assert!(meter.enter().is_some());
            flag.raise();
            assert!((0..=NODES_PER_LOOK).any(|_| meter.enter().is_none()));
        }
    }

    #[test]
    fn the_first_meter_that_ends_ends_its_group() {
        let (limits, ended) = (Limits::nodes(100), Stop::new());
        let mut meter = Meter::new(&limits).look_every(10).in_group(&ended);
        meter.arm();
        let mut fork = meter.fork();
        assert!((0..50).all(|_| fork.enter().is_some()));
        while meter.enter().is_some() {}
        assert!(ended.is_raised());
        assert!((0..=10).any(|_| fork.enter().is_none()), "a fork is armed as its origin is");
        assert_eq!(fork.counts().nodes, 50);
        meter.absorb(Counts { evaluations: 7, ..fork.counts() });
        assert_eq!(meter.counts(), Counts { nodes: 150, evaluations: 7, ..Counts::default() });
    }

    #[test]
    fn leaves_that_are_allowed_are_counted_like_others() {
        let limits = Limits::nodes(100);
        let mut meter = Meter::new(&limits);
        meter.arm();
        assert!(!meter.allows(1), "it has not looked at the limits yet");
        meter.enter();
        assert!(meter.allows(99) && !meter.allows(100));
        meter.count_leaves(98);
        assert_eq!(meter.counts(), Counts { nodes: 99, evaluations: 98, ..Counts::default() });
        assert!(meter.enter().is_some() && meter.enter().is_none());
    }

    #[test]
    fn absorbed_nodes_count_against_the_limit() {
        let limits = Limits::nodes(100);
        let mut meter = Meter::new(&limits);
        meter.arm();
        meter.enter();
        meter.absorb(Counts { nodes: 90, ..Counts::default() });
        while meter.enter().is_some() {}
        assert_eq!(meter.counts().nodes, 100);
    }

    #[test]
    fn steps_end_at_the_last_depth() {
        let limits = Limits::default();
        let depths = |deepening: Deepening| {
            let (mut meter, mut deepening) = (Meter::new(&limits), deepening);
            std::iter::from_fn(|| deepening.next(&mut meter)).collect::<Vec<_>>()
        };
        assert_eq!(depths(Deepening::always(1..=7).by(2)), [1, 3, 5, 7]);
        assert_eq!(depths(Deepening::always(1..=8).by(2)), [2, 4, 6, 8]);
        assert_eq!(depths(Deepening::always(1..=2).by(5)), [2]);
        assert_eq!(depths(Deepening::new(&limits, 1..=8).by(2)), [8]);
        assert_eq!(depths(Deepening::always(1..=3).by(0)), [1, 2, 3]);
    }

    #[test]
    fn only_a_budget_deepens() {
        let depths = |limits: Limits| {
            let mut meter = Meter::new(&limits);
            let mut deepening = Deepening::new(&limits, 0..=3);
            std::iter::from_fn(|| deepening.next(&mut meter)).collect::<Vec<_>>()
        };
        assert_eq!(depths(Limits::default()), [3]);
        assert_eq!(depths(Limits::default().with_cancel(Stop::new())), [3]);
        assert_eq!(depths(Limits::default().with_stop(Stop::new())), [0, 1, 2, 3]);
        assert_eq!(depths(Limits::nodes(1)), [0, 1, 2, 3]);
        assert_eq!(depths(Limits::default().with_soft_time(Duration::ZERO)), [0]);
    }
}
