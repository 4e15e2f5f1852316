//! Parallel iterative deepening with a shared table.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::game::{Evaluate, Hashed, Score};
use crate::iterative::{aspire, deepen};
use crate::limits::{Limits, Stop};
use crate::meter::Deepening;
use crate::quiescence::{HorizonOf, NoQuiescence, Quiescence};
use crate::report::ReportOf;
use crate::search::Search;
use crate::table::Table;

/// [`Iterative`](crate::Iterative) on several threads that share only the transposition table (lazy
/// SMP): each benefits from what the others have already searched.
///
/// The first thread obeys the limits and makes the report, and the others end with it; the counts
/// are those of all threads. The threads interleave differently in every run, so the counts are
/// only reproducible with one thread.
#[derive(Debug)]
pub struct LazySmp<E, H = NoQuiescence> {
    evaluator: E,
    table: Arc<Table>,
    threads: NonZeroUsize,
    horizon: H,
}

impl<E> LazySmp<E> {
    /// A search on `threads` threads with a static evaluator and a table. Keep a clone of the `Arc`
    /// to read the table's [occupancy](Table::permille_full) during a search.
    pub fn new(evaluator: E, table: impl Into<Arc<Table>>, threads: NonZeroUsize) -> Self {
        Self { evaluator, table: table.into(), threads, horizon: NoQuiescence }
    }

    /// Adds a quiescence search of at most `max_plies` plies at the horizon.
    pub fn with_quiescence(self, max_plies: u32) -> LazySmp<E, Quiescence> {
        let Self { evaluator, table, threads, .. } = self;
        LazySmp { evaluator, table, threads, horizon: Quiescence::new(max_plies) }
    }
}

impl<E, H> LazySmp<E, H> {
    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The transposition table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

impl<G, E, H> Search<G> for LazySmp<E, H>
where
    G: Hashed<Scores = [Score; 2]> + Sync,
    G::State: Sync,
    G::Move: Send,
    E: Evaluate<G> + Sync,
    H: HorizonOf<G> + Send,
{
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.table.next_search();
        let (evaluator, table, horizon) = (&self.evaluator, &*self.table, self.horizon);
        let done = Stop::new();
        std::thread::scope(|scope| {
            // Even if this thread panics: otherwise the others would never end, and the scope waits for
            // them.
            let _raise = RaiseOnDrop(&done);
            let helpers: Vec<_> = (1..self.threads.get())
                .map(|helper| {
                    let limits = Limits::depth(limits.depth).with_cancel(done.clone());
                    // Every second helper starts one ply ahead, so that the threads search different
                    // positions.
                    let first = (1 + helper as u32 % 2).min(limits.plies());
                    let deepening = Deepening::interruptible(first..=limits.plies());
                    scope.spawn(move || {
                        deepen(game, evaluator, horizon, table, state, &limits, deepening, &mut |_| (), aspire).counts
                    })
                })
                .collect();
            let deepening = Deepening::always(1..=limits.plies());
            let mut report = deepen(game, evaluator, horizon, table, state, limits, deepening, each, aspire);
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
