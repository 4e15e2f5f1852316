//! Progress bars on standard error. They are hidden if it is not a terminal.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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
        let style = style.with_key("left", move |state: &ProgressState, text: &mut dyn Write| {
            let left = left(
                state.elapsed(),
                state.pos().saturating_sub(done),
                state.len().unwrap_or(0).saturating_sub(state.pos()),
            );
            if let Some(left) = left {
                // Nobody would see the error.
                let _ = write!(text, ", {:#} left", HumanDuration(left));
            }
        });
        bar.set_style(style.with_key("extra", move |_: &ProgressState, text: &mut dyn Write| extra.write(text)));
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// How long the rest will take if it goes on as it has in this time; none before anything is done, or
/// once nothing is left. What an earlier run has done says nothing about the speed of this one.
fn left(elapsed: Duration, done: u64, rest: u64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() * rest as f64 / done as f64;
    Duration::try_from_secs_f64(seconds).ok().filter(|left| !left.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_was_done_in_this_run() {
        let second = Duration::from_secs(1);
        assert_eq!(left(10 * second, 5, 20), Some(40 * second));
        assert_eq!([left(10 * second, 0, 20), left(10 * second, 5, 0), left(second, 0, 0)], [None; 3]);
    }
}
