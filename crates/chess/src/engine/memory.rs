//! How large a transposition table the machine can hold.

/// The memory that is available, in MiB; none where the system does not say. A table that is larger
/// would end the program while it is filled.
pub(crate) fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib >> 10)
}
