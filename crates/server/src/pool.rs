//! The threads on which computers think.
//!
//! There are few, so that a server that thinks still answers, and the queue in front of them is
//! bounded: when it is full, the newest work is refused.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most tasks that wait.
const MAX_WAITING: usize = 1_000;

type Job = Box<dyn FnOnce() + Send>;

/// The threads on which computers think.
#[derive(Clone)]
pub(crate) struct Pool {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    has_work: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    is_closed: bool,
}

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Pool {
    /// Starts the threads.
    pub(crate) fn start(threads: usize) -> std::io::Result<Self> {
        let queue = Arc::new(Queue::default());
        for number in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("thinking-{number}")).spawn(move || queue.work())?;
        }
        Ok(Self { queue })
    }

    /// Has work done on a thread as soon as one is free.
    pub(crate) fn submit(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut state = self.queue.state();
        if state.waiting.len() >= MAX_WAITING {
            return Err(Full);
        }
        state.waiting.push_back(Box::new(job));
        self.queue.has_work.notify_one();
        Ok(())
    }

    /// Whether new work would have to wait.
    #[cfg(test)]
    pub(crate) fn is_busy(&self) -> bool {
        !self.queue.state().waiting.is_empty()
    }

    /// Lets the threads end after the work that they have begun.
    pub(crate) fn close(&self) {
        let mut state = self.queue.state();
        state.is_closed = true;
        state.waiting.clear();
        self.queue.has_work.notify_all();
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut state = self.state();
            let job = loop {
                if state.is_closed {
                    return;
                }
                match state.waiting.pop_front() {
                    Some(job) => break job,
                    None => state = self.has_work.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(state);
            // A player that panics must not take the thread with it. Whoever waits for its result sees
            // that there is none.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn work_is_done_in_order_even_after_a_panic() {
        let pool = Pool::start(1).unwrap();
        let (sender, results) = channel();
        pool.submit(|| panic!("a player fails, on purpose")).unwrap();
        for i in 0..3 {
            let sender = sender.clone();
            pool.submit(move || sender.send(i).unwrap()).unwrap();
        }
        assert_eq!(results.iter().take(3).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_full_queue_refuses_the_newest() {
        let pool = Pool::start(1).unwrap();
        let (go, wait) = channel::<()>();
        pool.submit(move || wait.recv().unwrap()).unwrap();
        while pool.is_busy() {
            thread::yield_now();
        }
        for _ in 0..MAX_WAITING {
            pool.submit(|| ()).unwrap();
        }
        assert_eq!(pool.submit(|| ()), Err(Full));
        go.send(()).unwrap();
    }
}
