//! The threads on which computers think.
//!
//! There are few, so that a server that thinks still answers, and the queues in front of them are
//! bounded: when one is full, the newest work is refused. Moves and questions have threads of their own,
//! so that an analysis in one game does not delay a computer's move in another.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most tasks that wait.
const MAX_WAITING: usize = 1_000;

type Job = Box<dyn FnOnce() + Send>;

/// What a thread thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Moves of computers.
    Moves,
    /// Questions: analysis, hints, explanations.
    Questions,
}

/// The threads on which computers think.
#[derive(Clone)]
pub(crate) struct Pool {
    moves: Arc<Queue>,
    questions: Arc<Queue>,
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
    /// Starts so many threads for moves, and one for questions.
    pub(crate) fn start(threads: usize) -> std::io::Result<Self> {
        Ok(Self { moves: Queue::start(threads.max(1), "moves")?, questions: Queue::start(1, "questions")? })
    }

    /// Has work done on a thread as soon as one is free.
    pub(crate) fn submit(&self, lane: Lane, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        match lane {
            Lane::Moves => self.moves.submit(Box::new(job)),
            Lane::Questions => self.questions.submit(Box::new(job)),
        }
    }

    /// Lets the threads end after the work that they have begun.
    pub(crate) fn close(&self) {
        self.moves.close();
        self.questions.close();
    }
}

impl Queue {
    fn start(threads: usize, name: &str) -> std::io::Result<Arc<Self>> {
        let queue = Arc::new(Self::default());
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("{name}-{number}")).spawn(move || queue.work())?;
        }
        Ok(queue)
    }

    fn submit(&self, job: Job) -> Result<(), Full> {
        let mut state = self.state();
        if state.waiting.len() >= MAX_WAITING {
            return Err(Full);
        }
        state.waiting.push_back(job);
        self.has_work.notify_one();
        Ok(())
    }

    fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
        self.has_work.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        step_back();
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

/// Lets the system prefer the threads that answer requests to this one.
#[cfg(target_os = "linux")]
fn step_back() {
    // On Linux it is of this thread only. Without it, requests wait longer; that is all.
    let _ = rustix::process::nice(10);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn work_is_done_in_order_even_after_a_panic() {
        let pool = Pool::start(1).unwrap();
        let (sender, results) = channel();
        pool.submit(Lane::Moves, || panic!("a player fails, on purpose")).unwrap();
        for i in 0..3 {
            let sender = sender.clone();
            pool.submit(Lane::Moves, move || sender.send(i).unwrap()).unwrap();
        }
        assert_eq!(results.iter().take(3).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_full_queue_refuses_the_newest_and_the_other_still_works() {
        let pool = Pool::start(1).unwrap();
        let (go, wait) = channel::<()>();
        let (begun, has_begun) = channel();
        pool.submit(Lane::Questions, move || {
            begun.send(()).unwrap();
            wait.recv().unwrap();
        })
        .unwrap();
        has_begun.recv().unwrap();
        for _ in 0..MAX_WAITING {
            pool.submit(Lane::Questions, || ()).unwrap();
        }
        assert_eq!(pool.submit(Lane::Questions, || ()), Err(Full));
        // A long question does not delay a move.
        let (moved, has_moved) = channel();
        pool.submit(Lane::Moves, move || moved.send(()).unwrap()).unwrap();
        has_moved.recv().unwrap();
        go.send(()).unwrap();
    }
}
