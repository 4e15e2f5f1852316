//! The sixteen sectors, distances between them, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

use players::excerpt;
use thiserror::Error;

/// The number of sectors.
pub const SECTORS: usize = 16;

/// A sector: column A to D from left to right, row 1 to 4 from bottom to top.
///
/// ```
/// use starchess::Sector;
/// let sector: Sector = "b3".parse()?;
/// assert_eq!(sector.to_string(), "B3");
/// assert_eq!(sector.distance(Sector::D4), 2);
/// # Ok::<(), starchess::NotASector>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Sector(u8);

impl Sector {
    /// Player 1's home.
    pub const A1: Self = Self::new(0, 0);
    /// Player 2's home.
    pub const A4: Self = Self::new(0, 3);
    /// Player 3's home.
    pub const D4: Self = Self::new(3, 3);
    /// Player 4's home.
    pub const D1: Self = Self::new(3, 0);

    /// The sector in this column and row, both from 0 to 3. Larger numbers wrap around.
    pub const fn new(column: usize, row: usize) -> Self {
        Self(((row & 3) << 2 | column & 3) as u8)
    }

    /// The sector with this index, from 0 to 15: row by row, A1 to D1 first. Larger numbers wrap
    /// around.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self((index & 15) as u8)
    }

    /// All sectors, row by row from A1 to D4.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SECTORS).map(Self::from_index)
    }

    /// The sector's place in arrays, from 0 to 15.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask changes nothing, and spares every array access its bounds check.
        (self.0 & 15) as usize
    }

    /// The column, from 0 (A) to 3 (D).
    #[inline]
    pub const fn column(self) -> usize {
        self.index() & 3
    }

    /// The row, from 0 (the lowest, 1) to 3 (4).
    #[inline]
    pub const fn row(self) -> usize {
        self.index() >> 2
    }

    /// The number of moves from here to `other`. A diagonal step counts as one.
    pub const fn distance(self, other: Self) -> usize {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The sectors at distance 1.
    ///
    /// ```
    /// # use starchess::Sector;
    /// assert_eq!(format!("{:?}", Sector::A1.neighbours()), "{B1, A2, B2}");
    /// ```
    #[inline]
    pub const fn neighbours(self) -> Sectors {
        Sectors(self.alone().spread().0 & !self.alone().0)
    }

    /// The set with only this sector.
    #[inline(always)]
    pub const fn alone(self) -> Sectors {
        Sectors(1 << self.index())
    }

    /// The sector that takes this one's place when the board is turned clockwise by a quarter.
    ///
    /// ```
    /// # use starchess::Sector;
    /// assert_eq!(Sector::A1.turned(), Sector::A4);
    /// ```
    pub const fn turned(self) -> Self {
        Self::new(self.row(), 3 - self.column())
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", ['A', 'B', 'C', 'D'][self.column()], self.row() + 1)
    }
}

impl fmt::Debug for Sector {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a sector.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown sector \"{}\"; expected A1 to D4", excerpt(.0))]
pub struct NotASector(pub String);

impl FromStr for Sector {
    type Err = NotASector;

    /// Reads a letter from A to D, small or capital, and a digit from 1 to 4.
    fn from_str(text: &str) -> Result<Self, NotASector> {
        match *text.as_bytes() {
            [column @ (b'A'..=b'D' | b'a'..=b'd'), row @ b'1'..=b'4'] => {
                Ok(Self::new((column.to_ascii_uppercase() - b'A').into(), (row - b'1').into()))
            }
            _ => Err(NotASector(text.to_owned())),
        }
    }
}

/// A set of sectors, one bit for each: A1 is the lowest, then B1, and D4 the highest.
///
/// As the set of sectors for which a computer player makes requests, this is the paper's *mask*.
///
/// ```
/// use starchess::{Sector, Sectors};
/// let corners: Sectors = [Sector::A1, Sector::D4].into_iter().collect();
/// assert!(corners.has(Sector::A1));
/// assert_eq!((corners | Sector::D1.alone()).len(), 3);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "Array<Sector>"))]
pub struct Sectors(u16);

impl Sectors {
    /// No sector.
    pub const NONE: Self = Self(0);
    /// All sectors.
    pub const ALL: Self = Self(0xFFFF);
    /// The four home sectors.
    pub const HOMES: Self =
        Self(Sector::A1.alone().0 | Sector::A4.alone().0 | Sector::D4.alone().0 | Sector::D1.alone().0);

    /// The set with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// One bit for each sector of the set.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The number of sectors in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `sector` is in the set.
    #[inline(always)]
    pub const fn has(self, sector: Sector) -> bool {
        self.0 >> sector.index() & 1 != 0
    }

    /// Adds `sector`.
    #[inline(always)]
    pub const fn insert(&mut self, sector: Sector) {
        self.0 |= sector.alone().0;
    }

    /// Removes `sector`.
    #[inline(always)]
    pub const fn remove(&mut self, sector: Sector) {
        self.0 &= !sector.alone().0;
    }

    /// The sectors of the set and all their neighbours.
    #[inline(always)]
    pub const fn spread(self) -> Self {
        const NOT_A: u16 = 0xEEEE;
        const NOT_D: u16 = 0x7777;
        let wide = self.0 | self.0 << 1 & NOT_A | self.0 >> 1 & NOT_D;
        Self(wide | wide << 4 | wide >> 4)
    }
}

impl BitAnd for Sectors {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Sectors {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Sectors {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl IntoIterator for Sectors {
    type Item = Sector;
    type IntoIter = SectorsIter;

    /// Row by row from A1 to D4.
    #[inline(always)]
    fn into_iter(self) -> SectorsIter {
        SectorsIter(self.0)
    }
}

impl FromIterator<Sector> for Sectors {
    fn from_iter<I: IntoIterator<Item = Sector>>(sectors: I) -> Self {
        sectors.into_iter().fold(Self::NONE, |set, sector| set | sector.alone())
    }
}

impl fmt::Debug for Sectors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The sectors of a set, row by row from A1 to D4.
#[derive(Clone, Debug)]
pub struct SectorsIter(u16);

impl Iterator for SectorsIter {
    type Item = Sector;

    #[inline(always)]
    fn next(&mut self) -> Option<Sector> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Sector::from_index(lowest as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let names: Vec<String> = Sector::all().map(|sector| sector.to_string()).collect();
        assert_eq!(names.join(" "), "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4 D4");
        for sector in Sector::all() {
            assert_eq!(sector.to_string().parse(), Ok(sector));
            assert_eq!(sector.to_string().to_lowercase().parse(), Ok(sector));
        }
        for text in ["", "A", "A0", "A5", "E1", "1A", "A11", "Ä1", " A1"] {
            assert_eq!(text.parse::<Sector>(), Err(NotASector(text.to_owned())));
        }
    }

    #[test]
    fn neighbours_are_at_distance_1() {
        for a in Sector::all() {
            let near: Sectors = Sector::all().filter(|&b| a.distance(b) == 1).collect();
            assert_eq!(a.neighbours(), near, "{a}");
            assert_eq!(a.alone().spread(), near | a.alone());
        }
    }

    #[test]
    fn the_spread_of_a_set_is_that_of_its_sectors() {
        for bits in 0..=u16::MAX {
            let set = Sectors::from_bits(bits);
            let spread = set.into_iter().fold(Sectors::NONE, |all, sector| all | sector.neighbours() | sector.alone());
            assert_eq!(set.spread(), spread);
        }
    }

    #[test]
    fn four_quarters_are_a_whole_turn() {
        for a in Sector::all() {
            assert_eq!(a.turned().turned().turned().turned(), a);
            for b in Sector::all() {
                assert_eq!(a.distance(b), a.turned().distance(b.turned()));
            }
        }
    }
}
