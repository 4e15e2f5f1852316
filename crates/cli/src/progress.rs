//! Progress bars on standard error. They are hidden if it is not a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::terminal::has_unicode;

/// How often a bar is drawn while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// A bar with this template, of which a part is done. `{left}` is the time that is left, after a comma,
/// once it can be told.
pub(crate) fn bar(template: &str, length: u64, done: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_position(done);
    bar.reset_eta();
    if let Ok(style) = ProgressStyle::with_template(template) {
        let style = if has_unicode() { style } else { style.progress_chars("#- ") };
        bar.set_style(style.with_key("left", left));
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
