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
    bar.reset_eta();
    if let Ok(style) = ProgressStyle::with_template(template) {
        let style = if has_unicode() { style } else { style.progress_chars("#- ") };
        let extra = extra.clone();
        let style = style.with_key("left", left);
        bar.set_style(style.with_key("extra", move |_: &ProgressState, text: &mut dyn Write| extra.write(text)));
    }
    bar.enable_steady_tick(TICK);
    bar
}

fn left(state: &ProgressState, text: &mut dyn Write) {
    let eta = state.eta();
    if !eta.is_zero() {
        // Nobody would see the error.
        let _ = write!(text, ", {:#} left", HumanDuration(eta));
    }
}
