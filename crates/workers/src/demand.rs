//! How many jobs a coordinator gives out, and how long they should be.

use crate::roster::Roster;

/// A job should take about this long, or longer if there are so many workers that there would be more jobs
/// per second than this, but not longer than that: every message takes its time, whatever is in it. Short
/// games come several in a job, but not more than so many, so that it fits into a message.
const JOB_MS: f64 = 100.0;
const MAX_JOBS_PER_SECOND: f64 = 1_600.0;
const MAX_JOB_MS: f64 = 10_000.0;
const MAX_GAMES_PER_JOB: f64 = 1_000.0;

/// The least and the most jobs that are given out at a time. Between them, it is a multiple of what the
/// workers would take at once.
const MIN_WINDOW: usize = 256;
const MAX_WINDOW: usize = 1 << 18;
const WINDOW_PER_CAPACITY: usize = 2;

/// Towards the end of a run, jobs are as small as if every worker could have so many more: otherwise some
/// would still play theirs when the others have nothing left to do.
const LAST_JOBS: u64 = 4;

/// How many jobs are to be given out, and how long they should be.
#[derive(Clone, Copy)]
pub(crate) struct Demand {
    /// The most jobs at a time.
    pub(crate) window: usize,
    /// The most games of a job.
    games_per_job: u64,
    /// The games that all workers play at once.
    at_once: u64,
}

impl Demand {
    /// What the workers of a run ask for.
    pub(crate) fn of(roster: &Roster) -> Self {
        let wanted = roster.capacity().saturating_mul(WINDOW_PER_CAPACITY);
        let at_once = (roster.games_at_once() as u64).max(1);
        let job_ms = (1e3 * at_once as f64 / MAX_JOBS_PER_SECOND).clamp(JOB_MS, MAX_JOB_MS);
        // A million games must not be in a few hundred jobs, so they count as if they took a millisecond.
        let games_per_job = roster.usual_ms().map_or(1.0, |ms| job_ms / ms.max(1.0));
        Self {
            window: wanted.clamp(MIN_WINDOW, MAX_WINDOW),
            games_per_job: games_per_job.clamp(1.0, MAX_GAMES_PER_JOB) as u64,
            at_once,
        }
    }

    /// The games of the next job, of so many that are left.
    pub(crate) fn next_job(&self, left: u64) -> u64 {
        self.games_per_job.min(left / self.at_once.saturating_mul(LAST_JOBS)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::protocol::Report;

    #[test]
    fn jobs_are_longer_where_there_are_many_workers() {
        let games_per_job = |workers: usize, mean_ms: f64| {
            let mut roster = Roster::default();
            for number in 0..workers {
                let worker = number.to_string();
                let (refusal, trouble) = (None, None);
                let report = Report {
                    worker,
                    concurrency: 16,
                    capacity: 32,
                    played: 9,
                    mean_ms,
                    refusal,
                    trouble,
                    is_leaving: false,
                };
                roster.note(report, Instant::now());
            }
            Demand::of(&roster).next_job(u64::MAX)
        };
        assert_eq!(games_per_job(0, 10.0), 1);
        assert_eq!(games_per_job(2, 10.0), 10);
        assert_eq!(games_per_job(2, 250.0), 1);
        assert_eq!(games_per_job(1_000, 10.0), 1_000);
        assert_eq!(games_per_job(1_000, 1_000.0), 10);
        assert_eq!([2, 1_000].map(|workers| games_per_job(workers, 0.0)), [100, 1_000]);
    }

    #[test]
    fn jobs_become_shorter_towards_the_end() {
        let demand = Demand { window: 256, games_per_job: 10, at_once: 32 };
        assert_eq!([10_000, 1_280, 640, 128, 1, 0].map(|left| demand.next_job(left)), [10, 10, 5, 1, 1, 1]);
    }
}
