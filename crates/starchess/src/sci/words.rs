//! A line word by word, with the column of each.

use super::error::SciError;

/// A line and how far it has been read.
#[derive(Clone)]
pub(super) struct Words<'a> {
    line: &'a str,
    read: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        let mut words = Self { line, read: 0 };
        words.skip_spaces();
        words
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.line.get(self.read..).unwrap_or_default()
    }

    /// The column at which the rest begins, in characters from 1.
    pub(super) fn column(&self) -> usize {
        1 + self.line.get(..self.read).unwrap_or_default().chars().count()
    }

    fn skip_spaces(&mut self) {
        self.read += self.rest().len() - self.rest().trim_ascii_start().len();
    }

    /// The next word, which stays unread.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.rest().split_ascii_whitespace().next()
    }

    /// Reads the next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.read += word.len();
        self.skip_spaces();
        Some(word)
    }

    /// Reads over `wanted` if it is the next word.
    pub(super) fn takes(&mut self, wanted: &str) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Reads over `wanted`, or says that it is missing.
    pub(super) fn expect(&mut self, wanted: &'static str) -> Result<(), SciError> {
        if self.takes(wanted) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// An error at the next word.
    pub(super) fn unexpected(&self, expected: &'static str) -> SciError {
        let column = self.column();
        match self.peek() {
            Some(found) => SciError::Unexpected { column, found: found.to_owned(), expected },
            None => SciError::Ends { column, expected },
        }
    }

    /// Reads a number of at most `max`, made of digits only.
    pub(super) fn number(&mut self, expected: &'static str, max: u64) -> Result<u64, SciError> {
        let Some(word) = self.peek() else { return Err(self.unexpected(expected)) };
        let digits = Some(word).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok()).filter(|&number| number <= max);
        let number = number.ok_or(SciError::Number { column: self.column(), found: word.to_owned(), max })?;
        self.next();
        Ok(number)
    }

    /// Makes sure that nothing follows.
    pub(super) fn end(&self) -> Result<(), SciError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("the end of the line")) }
    }
}
