//! How large a transposition table the machine can hold, and how many threads are of use.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// The most threads for each core: with more, starting and stopping them takes longer than a move may.
const THREADS_PER_CORE: usize = 4;

/// The most threads that an engine should have on this machine.
pub fn most_threads() -> usize {
    THREADS_PER_CORE * available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Refuses a transposition table that is larger than the memory available and what the table before
/// it gives back, both in MiB. Such a table would end the program while it is filled.
pub fn check_hash(hash: usize, before: usize) -> Result<(), String> {
    let Some(available) = available_mib() else { return Ok(()) };
    // A table that is not filled yet has little to give back.
    let room = available + before.min(resident_mib().unwrap_or(0));
    // A table is a power of two in size.
    match hash.checked_ilog2() {
        Some(power) if 1 << power > room => Err(format!("{hash} MiB is more than the {room} MiB of memory available")),
        _ => Ok(()),
    }
}

/// The memory that is available, in MiB; none where the system does not say.
fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib >> 10)
}

/// The memory that this process takes, in MiB; none where the system does not say.
fn resident_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: usize = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_must_fit_the_memory() {
        let Some(available) = available_mib() else { return };
        assert!(check_hash(1, 0).is_ok());
        // What is available changes all the time, but not by as much.
        let too_much = 4 * available + 1_000;
        assert!(check_hash(too_much, 0).unwrap_err().starts_with(&format!("{too_much} MiB is more than the ")));
        // A table of this size was asked for but cannot have been filled.
        assert!(check_hash(too_much, too_much).is_err());
    }
}
