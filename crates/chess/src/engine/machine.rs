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
pub fn check_hash(hash: usize, given_back: usize) -> Result<(), String> {
    match available_mib() {
        Some(available) if hash > available + given_back => {
            Err(format!("{hash} MiB is more than the {} MiB of memory available", available + given_back))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_may_take_the_place_of_another() {
        let Some(available) = available_mib() else { return };
        assert!(check_hash(1, 0).is_ok());
        // What is available changes all the time, but not by as much.
        let too_much = 2 * available + 1_000;
        assert!(check_hash(too_much, 0).unwrap_err().starts_with(&format!("{too_much} MiB is more than the ")));
        assert!(check_hash(too_much, too_much).is_ok());
    }
}
