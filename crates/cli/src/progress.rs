//! Progress bars on standard error. They are hidden if it is not a terminal.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::style::ProgressTracker;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::terminal::has_unicode;

/// How often a bar is drawn while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// A line below a bar, at `{extra}` in its template. It can be changed from any thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtraLine(Arc<Mutex<String>>);

impl ExtraLine {
    pub(crate) fn set(&self, text: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    fn write(&self, to: &mut dyn Write) {
        let text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.is_empty() {
            // Nobody would see the error.
            let _ = write!(to, "\n{text}");
        }
    }
}

/// A bar with this template, of which a part is done. `{left}` is the time that is left, after a comma,
/// once it can be told.
pub(crate) fn bar(template: &str, length: u64, done: u64) -> ProgressBar {
    bar_with_line(template, length, done, &ExtraLine::default())
}

/// The same with a line of its own.
pub(crate) fn bar_with_line(template: &str, length: u64, done: u64, extra: &ExtraLine) -> ProgressBar {
    let bar = ProgressBar::new(length).with_position(done);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let style = if has_unicode() { style } else { style.progress_chars("#- ") };
        let extra = extra.clone();
        let style = style.with_key("left", TimeLeft::default());
        bar.set_style(style.with_key("extra", move |_: &ProgressState, text: &mut dyn Write| extra.write(text)));
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// The time that is left, by what was done since the bar's time began or was reset. Unlike indicatif's own
/// estimate it does not count what was done before, and does not run away while nothing happens.
#[derive(Clone, Debug, Default)]
struct TimeLeft {
    elapsed: Duration,
    /// What was done at the beginning.
    first: u64,
    left: Option<Duration>,
}

impl TimeLeft {
    fn note(&mut self, done: u64, length: u64, elapsed: Duration) {
        if self.elapsed.is_zero() || elapsed < self.elapsed || done < self.first {
            self.first = done;
        }
        self.elapsed = elapsed;
        let is_known = self.first < done && done < length;
        let seconds = elapsed.as_secs_f64() * length.saturating_sub(done) as f64 / (done - self.first) as f64;
        self.left = Duration::try_from_secs_f64(seconds).ok().filter(|_| is_known);
    }
}

impl ProgressTracker for TimeLeft {
    fn clone_box(&self) -> Box<dyn ProgressTracker> {
        Box::new(self.clone())
    }

    fn tick(&mut self, state: &ProgressState, _now: Instant) {
        self.note(state.pos(), state.len().unwrap_or(0), state.elapsed());
    }

    fn reset(&mut self, _state: &ProgressState, _now: Instant) {
        *self = Self::default();
    }

    fn write(&self, _state: &ProgressState, text: &mut dyn Write) {
        if let Some(left) = self.left {
            // Nobody would see the error.
            let _ = write!(text, ", {:#} left", HumanDuration(left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_what_was_done_since_the_beginning() {
        let mut time = TimeLeft::default();
        let mut note = |done, seconds| {
            time.note(done, 100, Duration::from_secs(seconds));
            time.left.map(|left| left.as_secs())
        };
        // Of a run that is resumed nothing is known at first.
        assert_eq!([note(90, 1), note(90, 1_000_000)], [None, None]);
        // The clock is reset as long as nobody plays.
        assert_eq!([note(90, 1), note(92, 10), note(92, 100)], [None, Some(40), Some(400)]);
        assert_eq!([note(100, 200), note(0, 201), note(10, 300)], [None, None, Some(2_700)]);
    }
}
