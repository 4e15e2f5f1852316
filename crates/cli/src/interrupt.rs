//! Ctrl-C, and the signals that ask a program to end (SIGTERM, SIGHUP).

use std::fmt;
use std::io::Write;
use std::process;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use gametree::Stop;

use crate::terminal;

/// The exit code after Ctrl-C, as shells expect it: 128 plus the number of the signal.
const CTRL_C: u8 = 130;

/// The exit code after the last signal that stopped some work.
static EXIT_CODE: AtomicU8 = AtomicU8::new(CTRL_C);

/// How often a wait looks for Ctrl-C.
pub(crate) const POLL: Duration = Duration::from_millis(20);

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
    /// Whether a request to end is followed even while there is work to stop.
    ends_at_once: bool,
}

impl Interrupt {
    /// Installs the signal handlers. A process can have only one, so call it once. A request to end
    /// does what Ctrl-C does, which lets a long run sum up what it has found.
    pub(crate) fn install() -> Result<Self> {
        let interrupt = Self::default();
        #[cfg(unix)]
        interrupt.wait_for_requests_to_end()?;
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.handle(CTRL_C)).context("cannot install a handler for Ctrl-C")?;
        Ok(interrupt)
    }

    /// The same for a program with a prompt, where stopping a computer leads back to the prompt: a
    /// request to end ends it at once.
    pub(crate) fn install_for_prompt() -> Result<Self> {
        let interrupt = Self::install()?;
        interrupt.state().ends_at_once = true;
        Ok(interrupt)
    }

    /// Waits for SIGTERM and SIGHUP in a thread. They are caught, not blocked: a program that is
    /// started would inherit the block, and nothing but SIGKILL would end it.
    #[cfg(unix)]
    fn wait_for_requests_to_end(&self) -> Result<()> {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP]).context("cannot wait for SIGTERM")?;
        let handler = self.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                let code = 128 + signal as u8;
                if handler.state().ends_at_once { handler.state().end(code) } else { handler.handle(code) }
            }
        });
        Ok(())
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

    fn handle(&self, code: u8) {
        let mut state = self.state();
        match &state.work {
            Some(stop) if !stop.is_raised() => {
                EXIT_CODE.store(code, Ordering::Relaxed);
                stop.raise();
            }
            None if state.is_deferred && !state.is_pending => state.is_pending = true,
            _ => state.end(code),
        }
    }
}

impl State {
    /// Ends the program.
    fn end(&self, code: u8) {
        terminal::restore();
        // The newline keeps the shell's prompt off our line. To stderr, as stdout may be locked.
        let farewell = terminal::fit(&self.farewell);
        let _ = writeln!(std::io::stderr(), "{}", format!("\n{farewell}").trim_end_matches('\n'));
        players::end_programs();
        // Once more after a moment: the main thread may just have changed the mode of the terminal to
        // ask a question.
        thread::sleep(POLL);
        terminal::restore();
        process::exit(code.into());
    }
}

/// The exit code of a command that ends with [`Interrupted`].
pub(crate) fn exit_code() -> u8 {
    EXIT_CODE.load(Ordering::Relaxed)
}

/// Lets a write to a file that would exceed the limit of its size fail with an error that can be
/// reported, instead of killing the program without a word.
pub(crate) fn catch_file_size_signal() {
    #[cfg(unix)]
    {
        // Nothing asks for the flag: it is enough that the signal is caught. If that fails, the
        // program only ends as it would have.
        let _ = signal_hook::flag::register(nix::libc::SIGXFSZ, Arc::default());
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
