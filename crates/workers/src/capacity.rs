//! How many jobs a worker has, and how many it should have.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// Games for this long are kept ready, so that the next one begins at once; but at most so many. Where
/// a game takes longer than this, none is kept: another worker might have nothing to do.
const READY: Duration = Duration::from_millis(200);
const MAX_READY: f64 = 100.0;

/// How much the last game counts in the mean time of a game.
const RECENCY: f64 = 0.1;

/// How many jobs a worker has, and how many it should have.
pub(crate) struct Capacity {
    concurrency: usize,
    state: Mutex<CapacityState>,
    /// Wakes those who wait for room.
    pub(crate) freed: Notify,
}

struct CapacityState {
    /// Jobs that are here, or were asked for.
    taken: usize,
    /// The mean time of a job, and of a game.
    mean: Option<Duration>,
    mean_game: Option<Duration>,
}

impl Capacity {
    pub(crate) fn new(concurrency: usize) -> Self {
        Self {
            concurrency,
            state: Mutex::new(CapacityState { taken: 0, mean: None, mean_game: None }),
            freed: Notify::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, CapacityState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of jobs to keep ready besides those that are played.
    fn ready(&self, mean: Option<Duration>) -> usize {
        let per_slot = mean.map_or(0.0, |mean| READY.as_secs_f64() / mean.as_secs_f64().max(1e-6));
        (self.concurrency as f64 * per_slot.min(MAX_READY)) as usize
    }

    /// The number of jobs that it would take, and the mean time of a game.
    pub(crate) fn target_and_mean(&self) -> (usize, Duration) {
        let state = self.state();
        (self.concurrency + self.ready(state.mean), state.mean_game.unwrap_or_default())
    }

    /// Takes room for jobs, as much as one of `runs` may; 0 if there is too little to ask for.
    pub(crate) fn take(&self, runs: usize) -> usize {
        let mut state = self.state();
        let ready = self.ready(state.mean);
        let free = (self.concurrency + ready).saturating_sub(state.taken);
        // Asking for many at a time takes fewer messages.
        if free < (ready / 2).max(1) {
            return 0;
        }
        let part = free.div_ceil(runs.max(1));
        state.taken += part;
        part
    }

    /// Gives back the room of jobs that are done, or did not come.
    pub(crate) fn release(&self, jobs: usize) {
        if jobs > 0 {
            let mut state = self.state();
            state.taken = state.taken.saturating_sub(jobs);
            drop(state);
            self.freed.notify_waiters();
            self.freed.notify_one();
        }
    }

    /// Takes in that a job came without being asked for.
    pub(crate) fn add_one(&self) {
        self.state().taken += 1;
    }

    /// Takes in how long the games of a job took.
    pub(crate) fn learn(&self, time: Duration, games: usize) {
        let mean = |old: Option<Duration>, new: Duration| {
            Some(old.map_or(new, |old| old.mul_f64(1.0 - RECENCY) + new.mul_f64(RECENCY)))
        };
        let mut state = self.state();
        state.mean = mean(state.mean, time);
        state.mean_game = mean(state.mean_game, time / games.max(1) as u32);
    }
}
