//! Keys: who may do what in a game.

use std::fmt;
use std::str::FromStr;

use constant_time_eq::constant_time_eq_16;

/// The most keys that a page shows for one game.
const MAX_SHOWN: usize = 64;

/// A secret of 128 bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy)]
pub(crate) struct Key([u8; 16]);

impl Key {
    /// Draws a key from the system's source of randomness.
    pub(crate) fn draw() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The keys among the texts that a page shows: those of a seat or two, hardly more.
    pub(crate) fn read_all(shown: &[String]) -> Vec<Self> {
        shown.iter().take(MAX_SHOWN).filter_map(|key| key.parse().ok()).collect()
    }

    /// Whether two keys are the same, found in constant time.
    pub(crate) fn is(&self, other: &Self) -> bool {
        constant_time_eq_16(&self.0, &other.0)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

// Secrets do not belong in logs.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// A text is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAKey;

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let digits = text.as_bytes();
        if digits.len() != 32 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(NotAKey);
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| NotAKey)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NotAKey)?;
        }
        Ok(Self(bytes))
    }
}

/// The keys of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameKeys {
    /// With it a page may do everything.
    pub(crate) host: Key,
    /// With each of these it may play one seat.
    pub(crate) seats: Vec<Key>,
}

impl GameKeys {
    /// Draws the keys of a new game.
    pub(crate) fn draw(seats: usize) -> Result<Self, getrandom::Error> {
        Ok(Self { host: Key::draw()?, seats: (0..seats).map(|_| Key::draw()).collect::<Result<_, _>>()? })
    }

    /// What the holder of these keys may do.
    pub(crate) fn access(&self, owner: &Key, shown: &[Key]) -> Access {
        let mut access = Access::default();
        // Every key is compared with every other, whatever fits.
        for key in shown {
            access.is_host |= key.is(&self.host) | key.is(owner);
            for (seat, own) in self.seats.iter().enumerate() {
                access.seats |= u32::from(key.is(own)) << seat;
            }
        }
        access
    }
}

impl fmt::Display for GameKeys {
    /// The host's key and those of the seats, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.host)?;
        self.seats.iter().try_for_each(|key| write!(f, " {key}"))
    }
}

impl FromStr for GameKeys {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let mut keys = text.split(' ').map(str::parse);
        let host = keys.next().ok_or(NotAKey)??;
        Ok(Self { host, seats: keys.collect::<Result<_, _>>()? })
    }
}

/// What a page may do in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Whether it may do everything.
    pub is_host: bool,
    /// The seats that it has keys of, one bit each.
    seats: u32,
}

impl Access {
    /// The access of the host.
    pub const HOST: Self = Self { is_host: true, seats: 0 };

    /// Whether it may play a seat, numbered from 0.
    pub fn may_play(self, seat: usize) -> bool {
        self.is_host || self.seats >> seat & 1 == 1
    }

    /// The seats that it may play.
    pub fn seats(self, count: usize) -> Vec<u32> {
        (0..count).filter(|&seat| self.may_play(seat)).map(|seat| seat as u32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let keys = GameKeys::draw(4).unwrap();
        let again: GameKeys = keys.to_string().parse().unwrap();
        assert!(again.host.is(&keys.host) && again.seats[3].is(&keys.seats[3]));
        assert!(!keys.host.is(&keys.seats[0]));
        for text in ["", "00", "g0000000000000000000000000000000", "+0000000000000000000000000000000", "é"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_key_gives_its_own_access() {
        let (keys, owner) = (GameKeys::draw(4).unwrap(), Key::draw().unwrap());
        let access = |shown: &[Key]| keys.access(&owner, shown);
        assert_eq!(access(&[]), Access::default());
        assert_eq!(access(&[Key::draw().unwrap()]), Access::default());
        assert_eq!(access(&[keys.seats[2]]).seats(4), [2]);
        assert_eq!(access(&[keys.seats[2], keys.seats[0]]).seats(4), [0, 2]);
        assert!(access(&[keys.host]).is_host && access(&[owner]).is_host);
        assert_eq!(access(&[owner]).seats(4), [0, 1, 2, 3]);
    }
}
