//! Reading a text from left to right, and errors that name the column.

use thiserror::Error;

use crate::player::Player;
use crate::sector::Sector;

/// Why a text is not a position or a command, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {reason}")]
pub struct NotationError {
    /// The first wrong character, from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What can be wrong with a position or a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum Reason {
    /// A wrong character.
    #[error("expected {expected}, found {found:?}")]
    Unexpected { found: char, expected: &'static str },
    /// The text ends too early.
    #[error("expected {expected}, found the end of the text")]
    Ends { expected: &'static str },
    /// Numbers are written without leading zeros.
    #[error("a number must not begin with 0")]
    LeadingZero,
    /// A number is too large.
    #[error("{what} must be at most {max}")]
    TooLarge { what: &'static str, max: u32 },
    /// A number is too small.
    #[error("{what} must be at least {min}, found {found}")]
    TooSmall { what: &'static str, min: u32, found: u32 },
    /// There is no such player.
    #[error("expected a player from 1 to 4, found {found}")]
    NoSuchPlayer { found: u32 },
    /// The first word is not a command.
    #[error("unknown command \"{found}\"; expected move, build, colonize, terraform, scrap or end")]
    NoSuchCommand { found: String },
    /// More colonists have worked than there are.
    #[error("{worked} colonists have worked, but the population is {population}")]
    TooManyWorkers { worked: u32, population: u32 },
    /// It takes ten colonists to build a ship.
    #[error("{worked} colonists have worked, which is not a multiple of 10")]
    OddWorkers { worked: u32 },
    /// More ships are inactive than there are.
    #[error("{inactive} ships are inactive, but there are only {ships}")]
    TooManyInactive { inactive: u32, ships: u32 },
    /// Only colonists of the player to move can have worked.
    #[error("colonists of {owner} have worked, but {to_move} is to move")]
    WorkedOutOfTurn { owner: Player, to_move: Player },
    /// Only ships of the player to move can be inactive.
    #[error("ships of {owner} are inactive, but {to_move} is to move")]
    InactiveOutOfTurn { owner: Player, to_move: Player },
    /// A defeated player has no colonies.
    #[error("{owner} is defeated but has a colony here")]
    ColonyOfDefeated { owner: Player },
    /// A defeated player has no ships.
    #[error("{owner} is defeated but has a fleet here")]
    FleetOfDefeated { owner: Player },
    /// A player without its home world is defeated.
    #[error("{player} is not defeated but has no colony on its home world {home}")]
    NoHome { player: Player, home: Sector },
    /// A home world is terran as long as its owner's colony is there.
    #[error("the home world {home} of {player} must be terran")]
    BarrenHome { player: Player, home: Sector },
    /// The player to move must not be defeated.
    #[error("{player} is to move but defeated")]
    DefeatedToMove { player: Player },
    /// At least one player must be undefeated.
    #[error("all players are defeated")]
    AllDefeated,
}

/// A text and the number of bytes read. Only ASCII characters are ever read over, so that is also
/// the number of characters.
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

    /// Reads `wanted`, an ASCII character, if it is next.
    pub(crate) fn takes(&mut self, wanted: char) -> bool {
        let is_next = wanted.is_ascii() && self.peek() == Some(wanted);
        self.read += usize::from(is_next);
        is_next
    }

    pub(crate) fn expect(&mut self, wanted: char, name: &'static str) -> Result<(), NotationError> {
        if self.takes(wanted) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    /// Reads any number of spaces, and returns whether there was one.
    pub(crate) fn skips_spaces(&mut self) -> bool {
        let spaces = self.rest().len() - self.rest().trim_start_matches(' ').len();
        self.read += spaces;
        spaces > 0
    }

    /// Reads one or more spaces.
    pub(crate) fn gap(&mut self) -> Result<(), NotationError> {
        if self.skips_spaces() { Ok(()) } else { Err(self.unexpected("a space")) }
    }

    /// Reads the letters up to the next character that is not one.
    pub(crate) fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.read += length;
        &rest[..length]
    }

    /// Reads a number from `min` to `max`; `what` describes it in errors.
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
        // These are all digits: a number that cannot be parsed is too large.
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
        let found = self.number("a player's number", 0, u32::MAX)?;
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
