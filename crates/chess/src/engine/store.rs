//! The engine's transposition table. It takes seconds to fill gigabytes with zeros: another thread
//! does that, so that a search can be stopped meanwhile.

use std::thread::JoinHandle;
use std::time::Duration;

use gametree::{Limits, Stop, Table};

/// A larger table, in MiB, is filled by another thread.
const LARGE: usize = 16;

/// The size of the table, in MiB, for a search that does not wait for a larger one.
const MEANWHILE: usize = 1;

/// How often a search that waits looks whether it still has to.
const POLL: Duration = Duration::from_millis(1);

/// A transposition table that may not be ready yet.
pub(crate) struct Store {
    /// The table, or a small one while the other is filled.
    table: Table,
    filling: Option<Filling>,
}

/// A table that another thread fills.
struct Filling {
    thread: JoinHandle<Table>,
    /// Raised when another size is wanted: if it has not begun yet, it need not.
    is_outdated: Stop,
}

impl Store {
    /// A table of this many MiB.
    pub(crate) fn new(mib: usize) -> Self {
        let mut store = Self { table: Table::with_bytes(0), filling: None };
        store.resize(mib);
        store
    }

    /// Replaces the table by an empty one of this many MiB.
    pub(crate) fn resize(&mut self, mib: usize) {
        if let Some(filling) = &self.filling {
            filling.is_outdated.raise();
        }
        self.replace(mib, move |before| {
            // The old one goes first: there may be no room for both.
            drop(before);
            allocate(mib)
        });
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        if self.filling.is_some() {
            // That one will be empty anyway.
            self.table.clear();
            return;
        }
        self.replace(0, |table| {
            table.clear();
            table
        });
    }

    /// Puts what `make` makes of the table in its place. `mib` is the size of that, if it is another
    /// table.
    fn replace(&mut self, mib: usize, make: impl FnOnce(Table) -> Table + Send + 'static) {
        let is_large = self.filling.is_some() || mib.max(mib_of(&self.table)) > LARGE;
        let before = std::mem::replace(&mut self.table, Table::with_bytes(if is_large { MEANWHILE << 20 } else { 0 }));
        if !is_large {
            self.table = make(before);
            return;
        }
        // Changes of a table that is not ready yet follow one another.
        let filling = self.filling.take();
        let is_outdated = Stop::new();
        let outdated = is_outdated.clone();
        let work = move || {
            let before = filling.map_or(before, Filling::join);
            if outdated.is_raised() { before } else { make(before) }
        };
        // Without room for another thread there is none for a large table either: the small one stays.
        self.filling = std::thread::Builder::new().spawn(work).ok().map(|thread| Filling { thread, is_outdated });
    }

    /// The table, once it is ready; none if it is not and `gives_up` says so.
    pub(crate) fn wait(&mut self, gives_up: impl Fn() -> bool) -> Option<&Table> {
        while self.filling.as_ref().is_some_and(|filling| !filling.thread.is_finished()) {
            if gives_up() {
                return None;
            }
            std::thread::sleep(POLL);
        }
        if let Some(filling) = self.filling.take() {
            self.table = filling.join();
        }
        Some(&self.table)
    }

    /// The table for a search with these limits. A search that was stopped, or whose clock is
    /// running, does not wait until the table is ready: it has a small one.
    pub(crate) fn wait_within(&mut self, limits: &Limits) -> &Table {
        let is_timed = limits.time.is_some() || limits.soft_time.is_some();
        self.wait(|| is_timed || [&limits.stop, &limits.cancel].into_iter().flatten().any(Stop::is_raised));
        &self.table
    }
}

impl Filling {
    /// What the thread made; the smallest table if it failed.
    fn join(self) -> Table {
        self.thread.join().unwrap_or_else(|_| Table::with_bytes(0))
    }
}

/// The size of a table in MiB.
pub(crate) fn mib_of(table: &Table) -> usize {
    (table.len() * 16) >> 20
}

/// A table of this many MiB. Where that is too much, it has half of what there is room for: the
/// searching threads need memory too.
fn allocate(mib: usize) -> Table {
    let table = |mib: usize| Table::try_with_bytes(mib << 20).ok();
    if let Some(table) = table(mib.max(1)) {
        return table;
    }
    let smaller = std::iter::successors(Some(mib / 2), |mib| Some(mib / 2)).take_while(|&mib| mib > 1);
    let room = smaller.into_iter().find(|&mib| table(mib).is_some());
    room.and_then(|room| table(room / 2)).unwrap_or_else(|| Table::with_bytes(0))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A table of 2 MiB that is ready when the test says so.
    fn unready() -> (Store, mpsc::Sender<()>) {
        let (sender, is_ready) = mpsc::channel();
        let mut store = Store::new(1);
        store.replace(LARGE + 1, move |_| {
            let _ = is_ready.recv();
            allocate(2)
        });
        (store, sender)
    }

    #[test]
    fn a_stopped_search_and_one_with_a_clock_do_not_wait_for_the_table() {
        let (mut store, sender) = unready();
        let stop = Stop::new();
        stop.raise();
        let stopped = [Limits::default().with_stop(stop.clone()), Limits::default().with_cancel(stop)];
        for limits in stopped.iter().chain(&[Limits::time(Duration::from_secs(1))]) {
            assert_eq!(mib_of(store.wait_within(limits)), MEANWHILE);
        }
        // Changes meanwhile come one after the other, the last one last, and those in between are left out.
        store.clear();
        store.replace(8, |_| unreachable!("another size is wanted before this one is begun"));
        store.resize(4);
        store.clear();
        assert_eq!(mib_of(store.wait_within(&stopped[0])), MEANWHILE);
        sender.send(()).unwrap();
        assert_eq!(mib_of(store.wait_within(&Limits::depth(3))), 4);
    }

    #[test]
    fn a_search_that_is_stopped_while_it_waits_waits_no_longer() {
        let (mut store, sender) = unready();
        let stop = Stop::new();
        let limits = Limits::default().with_stop(stop.clone());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| mib_of(store.wait_within(&limits)));
            stop.raise();
            assert_eq!(waiting.join().unwrap(), MEANWHILE);
        });
        drop(sender);
        assert_eq!(mib_of(store.wait(|| false).unwrap()), 2);
    }

    #[test]
    fn small_tables_are_ready_at_once() {
        let mut store = Store::new(LARGE);
        assert!(store.filling.is_none());
        store.clear();
        store.resize(1);
        assert!(store.filling.is_none());
        assert_eq!(mib_of(store.wait(|| false).unwrap()), 1);
        store.resize(LARGE * 2);
        assert!(store.filling.is_some());
        assert_eq!(mib_of(store.wait(|| false).unwrap()), LARGE * 2);
    }
}
