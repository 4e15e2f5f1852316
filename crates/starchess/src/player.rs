//! The four players.

use std::fmt;

use crate::sector::Sector;

/// The number of players.
pub const PLAYERS: usize = 4;

/// One of the four players, called factions in the paper.
///
/// ```
/// use starchess::Player;
/// assert_eq!(Player::ONE.home().to_string(), "A1");
/// assert_eq!(Player::ONE.next().to_string(), "player 2");
/// assert_eq!(Player::from_number(5), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "1 | 2 | 3 | 4"))]
pub struct Player(u8);

impl Player {
    /// Player 1, at home in A1.
    pub const ONE: Self = Self(0);
    /// Player 2, at home in A4.
    pub const TWO: Self = Self(1);
    /// Player 3, at home in D4.
    pub const THREE: Self = Self(2);
    /// Player 4, at home in D1.
    pub const FOUR: Self = Self(3);
    /// All players, in the order in which they move.
    pub const ALL: [Self; PLAYERS] = [Self::ONE, Self::TWO, Self::THREE, Self::FOUR];

    /// The player with this number, from 1 to 4.
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            1..=4 => Some(Self(number as u8 - 1)),
            _ => None,
        }
    }

    /// The player's number, from 1 to 4.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// The player's place in arrays, from 0 to 3.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask changes nothing, and spares every array access its bounds check.
        (self.0 & 3) as usize
    }

    /// The player that follows this one, defeated or not.
    #[inline]
    pub const fn next(self) -> Self {
        Self((self.0 + 1) & 3)
    }

    /// The sector of the player's home world.
    #[inline]
    pub const fn home(self) -> Sector {
        [Sector::A1, Sector::A4, Sector::D4, Sector::D1][self.index()]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "player {}", self.number())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "P{}", self.number())
    }
}
