//! The threads on which computers think.
//!
//! There are few, so that a server that thinks still answers, and the queues in front of them are
//! bounded: when one is full, the newest work is refused. Moves and questions have threads of their own,
//! so that an analysis in one game does not delay a computer's move in another. Those who ask questions
//! take turns.

mod turns;

use std::net::{IpAddr, Ipv4Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

pub(crate) use self::turns::Asker;
use self::turns::Turns;

/// The most tasks that wait.
const MAX_WAITING: usize = 1_000;

/// The most questions of one machine that wait, so that it leaves room for others.
const MAX_QUESTIONS: usize = 100;

/// Who asks for the moves of computers: each game waits for at most one.
const GAMES: Asker = Asker { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), page: 0, is_player: true };

type Job = Box<dyn FnOnce() + Send>;

/// What a thread thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Moves of computers.
    Moves,
    /// Questions: analysis, hints, explanations.
    Questions(Asker),
}

/// The threads on which computers think.
#[derive(Clone)]
pub(crate) struct Pool {
    moves: Arc<Queue>,
    questions: Arc<Queue>,
}

struct Queue {
    /// The most tasks of one machine that wait.
    most: usize,
    state: Mutex<State>,
    has_work: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Turns<Job>,
    count: usize,
    is_closed: bool,
}

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Pool {
    /// Starts so many threads for moves, and one for questions.
    pub(crate) fn start(threads: usize) -> std::io::Result<Self> {
        let moves = Queue::start(threads.max(1), "moves", MAX_WAITING)?;
        Ok(Self { moves, questions: Queue::start(1, "questions", MAX_QUESTIONS)? })
    }

    /// Has work done on a thread as soon as one is free.
    pub(crate) fn submit(&self, lane: Lane, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        match lane {
            Lane::Moves => self.moves.submit(GAMES, Box::new(job)),
            Lane::Questions(asker) => self.questions.submit(asker, Box::new(job)),
        }
    }

    /// Lets the threads end after the work that they have begun.
    pub(crate) fn close(&self) {
        self.moves.close();
        self.questions.close();
    }
}

impl Queue {
    fn start(threads: usize, name: &str, most: usize) -> std::io::Result<Arc<Self>> {
        let queue = Arc::new(Self { most, state: Mutex::default(), has_work: Condvar::new() });
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("{name}-{number}")).spawn(move || queue.work())?;
        }
        Ok(queue)
    }

    fn submit(&self, asker: Asker, job: Job) -> Result<(), Full> {
        let mut state = self.state();
        if state.count >= MAX_WAITING || state.waiting.of(asker.address) >= self.most {
            return Err(Full);
        }
        state.waiting.push(asker, job);
        state.count += 1;
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
                match state.waiting.pop() {
                    Some(job) => {
                        state.count -= 1;
                        break job;
                    }
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
    fn a_full_queue_refuses_the_newest_and_others_still_work() {
        let pool = Pool::start(1).unwrap();
        let (go, wait) = channel::<()>();
        let (begun, has_begun) = channel();
        let machine =
            |number: u8| Lane::Questions(Asker { address: [10, 0, 0, number].into(), page: 1, is_player: true });
        pool.submit(machine(1), move || {
            begun.send(()).unwrap();
            wait.recv().unwrap();
        })
        .unwrap();
        has_begun.recv().unwrap();
        for _ in 0..MAX_QUESTIONS {
            pool.submit(machine(1), || ()).unwrap();
        }
        assert_eq!(pool.submit(machine(1), || ()), Err(Full));
        // Another machine is not refused.
        pool.submit(machine(2), || ()).unwrap();
        // A long question does not delay a move.
        let (moved, has_moved) = channel();
        pool.submit(Lane::Moves, move || moved.send(()).unwrap()).unwrap();
        has_moved.recv().unwrap();
        go.send(()).unwrap();
    }
}
