//! Where the session and its search meet: the output, and whether there is a search.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gametree::Stop;

use super::error::SciError;

/// No error message is longer, in characters, however long the words that it quotes.
const MAX_MESSAGE: usize = 300;

/// What the session and its search share. One lock guards all of it, so that answers never mix, and whoever reads a
/// `bestturn` can be sure that the next order finds no search.
pub(super) struct Desk<W>(Mutex<Shared<W>>);

/// The desk while somebody works at it.
pub(super) struct Shared<W> {
    output: W,
    /// The flag that ends the search, while there is one.
    pub(super) search: Option<Stop>,
    /// Why nothing can be written any more.
    failure: Option<io::Error>,
}

impl<W: Write> Desk<W> {
    pub(super) fn new(output: W) -> Self {
        Self(Mutex::new(Shared { output, search: None, failure: None }))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Shared<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Shared<W> {
    /// Writes whole lines, each with its end, at once. If that fails the search ends, as nobody would hear of it.
    pub(super) fn say(&mut self, lines: &str) {
        if self.failure.is_some() {
            return;
        }
        if let Err(error) = self.output.write_all(lines.as_bytes()).and_then(|()| self.output.flush()) {
            self.failure = Some(error);
            self.stop();
        }
    }

    /// Says why an order is refused, on one line.
    pub(super) fn refuse(&mut self, error: &SciError) {
        self.say(&error_line(error));
    }

    /// Ends the search, if there is one, soon.
    pub(super) fn stop(&self) {
        if let Some(stop) = &self.search {
            stop.raise();
        }
    }

    /// Whether all could be written so far.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// An `error` line: one line only, and not too long.
fn error_line(error: &impl Display) -> String {
    let message = error.to_string();
    let mut line = String::from("error ");
    let mut rest = message.chars();
    for char in rest.by_ref().take(MAX_MESSAGE) {
        if char.is_control() {
            // Writing into a string cannot fail.
            let _ = write!(line, "{}", char.escape_default());
        } else {
            line.push(char);
        }
    }
    if rest.next().is_some() {
        line.push('…');
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line_whatever_they_quote() {
        assert_eq!(error_line(&"a\nb\u{7f}ä"), "error a\\nb\\u{7f}ä\n");
        assert_eq!(error_line(&"ä".repeat(1_000_000)).chars().count(), "error …\n".chars().count() + MAX_MESSAGE);
    }
}
