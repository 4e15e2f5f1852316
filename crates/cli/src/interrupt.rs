//! Ctrl-C, and the other ways in which a program is asked to end (SIGTERM, SIGHUP).

use std::fmt;
use std::io::Write;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use gametree::Stop;

/// What a shell expects of a program that was interrupted: 128 and the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

/// The error of a command that ended early because of Ctrl-C, after it has said what there is to say.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Decides what Ctrl-C does: it stops the work under way, and ends the program if there is none, or if it was pressed
/// before.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt {
    work: Arc<Mutex<Option<Stop>>>,
}

impl Interrupt {
    /// Takes charge of Ctrl-C. Only one can, so it is done once, and by those commands that need it.
    pub(crate) fn install() -> Result<Self> {
        let interrupt = Self { work: Arc::default() };
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.handle()).context("cannot take charge of Ctrl-C")?;
        Ok(interrupt)
    }

    /// Does some work that Ctrl-C should not end but stop, by raising the flag that is handed to it.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        let stop = Stop::new();
        self.set(Some(stop.clone()));
        let result = work(&stop);
        self.set(None);
        result
    }

    fn set(&self, work: Option<Stop>) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }

    fn handle(&self) {
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        match &*work {
            Some(stop) if !stop.is_raised() => stop.raise(),
            _ => {
                // So that the shell's prompt does not stand behind ours. To stderr, as stdout may be locked.
                let _ = writeln!(std::io::stderr());
                players::end_programs();
                process::exit(EXIT_CODE.into());
            }
        }
    }
}
