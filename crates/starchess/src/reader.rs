//! Reads a text from left to right and knows the column.

use crate::notation_error::{NotationError, Reason};
use crate::player::Player;
use crate::sector::Sector;

/// A text and how far it has been read.
///
/// All that is ever read over are ASCII characters, so the number of bytes read is also that of characters.
pub(crate) struct Reader<'a> {
    text: &'a str,
    read: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, read: 0 }
    }

    /// The column of the next character, from 1.
    pub(crate) fn column(&self) -> usize {
        self.read + 1
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.read..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn is_at_digit(&self) -> bool {
        self.peek().is_some_and(|next| next.is_ascii_digit())
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// An error at the next character.
    pub(crate) fn unexpected(&self, expected: &'static str) -> NotationError {
        let reason = match self.peek() {
            Some(found) => Reason::Unexpected { found, expected },
            None => Reason::Ends { expected },
        };
        self.error(reason)
    }

    pub(crate) fn error(&self, reason: Reason) -> NotationError {
        NotationError { column: self.column(), reason }
    }

    /// Reads over `wanted`, an ASCII character, if it is next.
    pub(crate) fn takes(&mut self, wanted: char) -> bool {
        let is_next = wanted.is_ascii() && self.peek() == Some(wanted);
        self.read += usize::from(is_next);
        is_next
    }

    pub(crate) fn expect(&mut self, wanted: char, name: &'static str) -> Result<(), NotationError> {
        if self.takes(wanted) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    /// Reads over any number of spaces, and says whether there was one.
    pub(crate) fn skips_spaces(&mut self) -> bool {
        let spaces = self.rest().len() - self.rest().trim_start_matches(' ').len();
        self.read += spaces;
        spaces > 0
    }

    /// Reads the space between two things, or more of them.
    pub(crate) fn gap(&mut self) -> Result<(), NotationError> {
        if self.skips_spaces() { Ok(()) } else { Err(self.unexpected("a space")) }
    }

    /// Reads a word of letters, perhaps an empty one.
    pub(crate) fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.read += length;
        &rest[..length]
    }

    /// Reads a number of `what`, from `min` to `max`.
    pub(crate) fn number(&mut self, what: &'static str, min: u32, max: u32) -> Result<u32, NotationError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &rest[..length];
        if digits.is_empty() {
            return Err(self.unexpected(what));
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(self.error(Reason::LeadingZero));
        }
        // All are digits, so what cannot be parsed is too large for any type.
        let number = digits.parse().unwrap_or(u64::MAX);
        match u32::try_from(number) {
            Ok(found) if found < min => Err(self.error(Reason::TooSmall { what, min, found })),
            Ok(number) if number <= max => {
                self.read += length;
                Ok(number)
            }
            _ => Err(self.error(Reason::TooLarge { what, max })),
        }
    }

    /// Reads the number of a player.
    pub(crate) fn player(&mut self) -> Result<Player, NotationError> {
        let start = self.column();
        let found = self.number("the number of a player", 0, u32::MAX)?;
        Player::from_number(found).ok_or(NotationError { column: start, reason: Reason::NoSuchPlayer { found } })
    }

    /// Reads the name of a sector.
    pub(crate) fn sector(&mut self) -> Result<Sector, NotationError> {
        const EXPECTED: &str = "a sector from A1 to D4";
        let sector = self.rest().get(..2).and_then(|name| name.parse().ok());
        let Some(sector) = sector else {
            // Point at the digit if only that is wrong.
            if matches!(self.peek(), Some('A'..='D' | 'a'..='d')) {
                self.read += 1;
            }
            return Err(self.unexpected(EXPECTED));
        };
        self.read += 2;
        Ok(sector)
    }
}
