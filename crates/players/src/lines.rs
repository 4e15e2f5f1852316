//! The lines of a protocol's input, whatever bytes they are made of.

use std::io::{self, BufRead, ErrorKind};

use thiserror::Error;

/// Longer lines are refused, so that none can exhaust the memory. The commands of a game of
/// thousands of turns fit.
const MAX_LINE: usize = 1 << 20;

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// Not text.
    #[error("column {column}: not UTF-8")]
    NotText {
        /// Where, in characters from 1.
        column: usize,
    },
    /// Longer than any line of a protocol.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
}

/// Reads lines of limited length.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// The next line without its end, or what is wrong with it; none at the end of the input.
    pub fn next_line(&mut self) -> io::Result<Option<Result<&str, LineError>>> {
        self.line.clear();
        let mut is_too_long = false;
        let mut is_empty = true;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                if is_empty {
                    return Ok(None);
                }
                break;
            }
            is_empty = false;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            // A line that is too long is still read to its end, where the next line begins.
            is_too_long |= self.line.len() + part.len() > MAX_LINE;
            if !is_too_long {
                self.line.extend_from_slice(part);
            }
            let read = end.map_or(part.len(), |end| end + 1);
            self.input.consume(read);
            if end.is_some() {
                break;
            }
        }
        if is_too_long {
            return Ok(Some(Err(LineError::TooLong)));
        }
        let text = std::str::from_utf8(self.line.strip_suffix(b"\r").unwrap_or(&self.line));
        Ok(Some(text.map_err(|error| {
            let before = self.line.get(..error.valid_up_to()).unwrap_or_default();
            LineError::NotText { column: 1 + String::from_utf8_lossy(before).chars().count() }
        })))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        // A small buffer, so that lines come in parts.
        let mut lines = Lines::new(BufReader::with_capacity(3, input));
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            all.push(line.map_or_else(|error| error.to_string(), str::to_owned));
        }
        all
    }

    #[test]
    fn lines_end_in_many_ways() {
        assert_eq!(read(b"one\r\ntwo\n\n\r\nthree"), ["one", "two", "", "", "three"]);
        assert_eq!(read(b""), [""; 0]);
        assert_eq!(read(b"\n"), [""]);
    }

    #[test]
    fn bytes_that_are_not_text_are_refused() {
        assert_eq!(read(b"\xc3\xa4b\xff\nok\n"), ["column 3: not UTF-8", "ok"]);
    }

    #[test]
    fn long_lines_are_refused() {
        let long = [b'x'; MAX_LINE + 1];
        let input = [&long[1..], b"\n", &long, b"\nok\n", &long].concat();
        let lines = read(&input);
        assert_eq!(lines[0].len(), MAX_LINE);
        assert_eq!(
            lines[1..],
            ["the line is longer than 1048576 bytes", "ok", "the line is longer than 1048576 bytes"]
        );
    }
}
