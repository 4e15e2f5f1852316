//! Where programs cannot be waited for as on Unix, there are none beside ours.

use std::time::Instant;

use gametree::Stop;

use crate::decision::Fault;

/// Kills all programs that play: there are none.
pub fn end_programs() {}

/// A program that runs: there is none.
pub enum Process {}

impl Process {
    pub fn start(_words: &[String]) -> Result<Self, Fault> {
        Err(Fault::Start("programs can take part only on Unix systems so far".to_owned()))
    }

    pub fn send(&mut self, _lines: &str) {
        match *self {}
    }

    pub fn ignore(&mut self) {
        match *self {}
    }

    pub fn wait_for<T>(
        &mut self,
        _deadline: Instant,
        _stop: &Stop,
        _late: &dyn Fn() -> Fault,
        _wanted: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        match *self {}
    }

    pub fn part(&mut self, _last: &str) {
        match *self {}
    }
}
