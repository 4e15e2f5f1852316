//! The output, which the server and its search share.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gametree::Stop;

use super::order::SciError;

/// The maximum length of an error message in characters, however long the words that it quotes.
const MAX_MESSAGE: usize = 300;

/// The output, and whether there is a search. One lock guards both, so that answers never mix, and a
/// program that has read a `bestturn` can be sure that the search is over.
pub(super) struct SharedOutput<W>(Mutex<Output<W>>);

/// The output while it is locked.
pub(super) struct Output<W> {
    output: W,
    /// The flag that ends the search, while there is one.
    pub(super) search: Option<Stop>,
    /// The error after which nothing more is written.
    failure: Option<io::Error>,
}

impl<W: Write> SharedOutput<W> {
    pub(super) fn new(output: W) -> Self {
        Self(Mutex::new(Output { output, search: None, failure: None }))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Output<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Output<W> {
    /// Writes whole lines, each with its end, at once. If that fails, the search ends, since its answer
    /// could not be written either.
    pub(super) fn write(&mut self, lines: &str) {
        if self.failure.is_some() {
            return;
        }
        if let Err(error) = self.output.write_all(lines.as_bytes()).and_then(|()| self.output.flush()) {
            self.failure = Some(error);
            self.stop();
        }
    }

    /// Writes an error, on one line.
    pub(super) fn refuse(&mut self, error: &SciError) {
        self.write(&error_line(error));
    }

    /// Ends the search soon, if there is one.
    pub(super) fn stop(&self) {
        if let Some(stop) = &self.search {
            stop.raise();
        }
    }

    /// Fails if anything could not be written.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// An `error` line of limited length.
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
