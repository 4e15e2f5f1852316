//! Ctrl-C and the other signals that ask a program to end (SIGTERM, SIGHUP).

use std::fmt;
use std::io::Write;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use gametree::Stop;

use crate::terminal;

/// The exit code after an interrupt, as shells expect it: 128 plus the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

/// How often a wait looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(20);

/// The error of a command that was ended early by Ctrl-C. The command has printed everything that
/// the user needs to know.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Decides what Ctrl-C does: it stops the work in progress, or the next work if it is deferred
/// until then. Otherwise, or pressed a second time, it ends the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The flag that stops the work in progress.
    work: Option<Stop>,
    /// Whether Ctrl-C between two pieces of work stops the next one.
    is_deferred: bool,
    /// Whether it was pressed in between.
    is_pending: bool,
    /// Printed if the program ends.
    farewell: String,
}

impl Interrupt {
    /// Installs the signal handler. A process can have only one, so call it once.
    pub(crate) fn install() -> Result<Self> {
        let interrupt = Self::default();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.handle()).context("cannot install a handler for Ctrl-C")?;
        Ok(interrupt)
    }

    /// Does work that Ctrl-C stops, by raising the flag that `work` is given, instead of ending the
    /// program.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        let stop = Stop::new();
        {
            let mut state = self.state();
            if std::mem::take(&mut state.is_pending) {
                stop.raise();
            }
            state.work = Some(stop.clone());
        }
        let result = work(&stop);
        self.state().work = None;
        result
    }

    /// Sets whether Ctrl-C between two pieces of work stops the next one, instead of ending the
    /// program.
    pub(crate) fn defer(&self, is_deferred: bool) {
        let mut state = self.state();
        (state.is_deferred, state.is_pending) = (is_deferred, false);
    }

    /// Sets what is printed if Ctrl-C ends the program, such as where a game is saved.
    pub(crate) fn set_farewell(&self, farewell: String) {
        self.state().farewell = farewell;
    }

    /// Does not return if Ctrl-C is ending the program. Call it before changing the mode of the
    /// terminal.
    pub(crate) fn check_in(&self) {
        // The handler holds the lock until the program ends.
        drop(self.state());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle(&self) {
        let mut state = self.state();
        match &state.work {
            Some(stop) if !stop.is_raised() => stop.raise(),
            None if state.is_deferred && !state.is_pending => state.is_pending = true,
            _ => {
                terminal::restore();
                // The newline keeps the shell's prompt off our line. To stderr, as stdout may be
                // locked.
                let farewell = terminal::wrap(&state.farewell, terminal::Size::of_stdout().columns);
                let _ = writeln!(std::io::stderr(), "{}", format!("\n{farewell}").trim_end_matches('\n'));
                players::end_programs();
                // Once more after a moment: the main thread may just have changed the mode of the
                // terminal to ask a question.
                thread::sleep(POLL);
                terminal::restore();
                process::exit(EXIT_CODE.into());
            }
        }
    }
}

/// Waits for a time, or until the flag is raised.
pub(crate) fn wait(time: Duration, stop: &Stop) {
    let begin = Instant::now();
    while !stop.is_raised() {
        match time.saturating_sub(begin.elapsed()) {
            Duration::ZERO => break,
            left => thread::sleep(left.min(POLL)),
        }
    }
}
