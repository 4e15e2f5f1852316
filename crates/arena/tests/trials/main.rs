//! Runs with simple players, through the public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod cast;
mod faults;
mod runs;
mod torn;
