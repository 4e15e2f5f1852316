//! The part of [`process`](self) that other code needs, on systems where it is not implemented:
//! there no program can be started.

use std::time::Instant;

use gametree::Stop;

use crate::decision::Fault;

/// Kills all programs: there are none.
pub fn end_programs() {}

/// A running program: there is none.
pub enum Process {}

impl Process {
    /// Refuses to start a program.
    pub fn start(_words: &[String]) -> Result<Self, Fault> {
        Err(Fault::Start("programs can only play on Unix systems so far".to_owned()))
    }

    /// Never called, like all that follows.
    pub fn send(&mut self, _lines: &str) {
        match *self {}
    }

    /// Never called.
    pub fn discard_output(&mut self) {
        match *self {}
    }

    /// Never called.
    pub fn wait_for<T>(
        &mut self,
        _deadline: Instant,
        _flags: &[&Stop],
        _late: &dyn Fn() -> Fault,
        _wanted: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        match *self {}
    }

    /// Never called.
    pub fn quit(&mut self, _last: &str) {
        match *self {}
    }
}
