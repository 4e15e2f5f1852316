//! Measures time on a machine that may have other work.

use std::hint::black_box;
use std::time::Duration;

/// The processor time that the work takes, in all threads together: unlike the time on the clock, it
/// does not grow while other programs have their turn.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let started = now();
    black_box(work());
    now() - started
}

#[cfg(unix)]
fn now() -> Duration {
    nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID.now().expect("every Unix has this clock").into()
}

#[cfg(not(unix))]
fn now() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().expect("a time after 1970")
}
