//! Several threads, one table.

use std::num::NonZeroUsize;

use crate::game::{Evaluate, Hashed, Score};
use crate::iterative::deepen;
use crate::limits::{Limits, Stop};
use crate::report::ReportOf;
use crate::search::Search;
use crate::table::Table;

/// [`Iterative`](crate::Iterative) on several threads that share nothing but the transposition table (lazy SMP): each
/// profits from what the others happen to have looked at already.
///
/// The first thread obeys the limits and makes the report, and the others end with it; the counts are those of all. How
/// the threads meet in the table is chance, so only with one thread are the counts always the same.
#[derive(Debug)]
pub struct LazySmp<E> {
    evaluator: E,
    table: Table,
    threads: NonZeroUsize,
}

impl<E> LazySmp<E> {
    /// A search on so many threads, with this opinion about positions, and this table.
    pub fn new(evaluator: E, table: Table, threads: NonZeroUsize) -> Self {
        Self { evaluator, table, threads }
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}

impl<G, E> Search<G> for LazySmp<E>
where
    G: Hashed<Scores = [Score; 2]> + Sync,
    G::State: Sync,
    G::Move: Send,
    E: Evaluate<G> + Sync,
{
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.table.next_search();
        let (evaluator, table) = (&self.evaluator, &self.table);
        let done = Stop::new();
        std::thread::scope(|scope| {
            // Also if this thread panics: else the others would go on for ever, and the scope would wait for them.
            let _raise = RaiseOnDrop(&done);
            let helpers: Vec<_> = (1..self.threads.get())
                .map(|helper| {
                    let limits = Limits::depth(limits.depth).with_stop(done.clone());
                    // Every second helper is one ply ahead, so that not all look at the same positions at once.
                    let from = (1 + helper as u32 % 2).min(limits.plies());
                    scope.spawn(move || deepen(game, evaluator, table, state, &limits, from, &mut |_| ()).counts)
                })
                .collect();
            let mut report = deepen(game, evaluator, table, state, limits, 1, each);
            done.raise();
            for helper in helpers {
                report.counts += helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            report
        })
    }
}

/// Raises a flag when it goes out of scope.
struct RaiseOnDrop<'a>(&'a Stop);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}
