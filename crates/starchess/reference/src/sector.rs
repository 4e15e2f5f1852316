//! The board: sixteen sectors, their names, distances and the four processing orders.

use std::fmt;

/// A sector of the board, by its index: A1, B1, C1, D1, A2, … D4 are 0 to 15.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector(pub usize);

/// Section 3.2 of the paper.
const PROCESSING_ORDERS: [[Sector; 16]; 4] = [
    order(b"A1, A2, B1, C1, B2, A3, A4, B3, C2, D1, D2, C3, B4, C4, D3, D4"),
    order(b"A4, B4, A3, A2, B3, C4, D4, C3, B2, A1, B1, C2, D3, D2, C1, D1"),
    order(b"D4, D3, C4, B4, C3, D2, D1, C2, B3, A4, A3, B2, C1, B1, A2, A1"),
    order(b"D1, C1, D2, D3, C2, B1, A1, B2, C3, D4, C4, B3, A2, A3, B4, A4"),
];

/// Sixteen sectors from their names.
const fn order(names: &[u8; 62]) -> [Sector; 16] {
    let mut sectors = [Sector(0); 16];
    let mut i = 0;
    while i < 16 {
        let column = names[4 * i] - b'A';
        let row = names[4 * i + 1] - b'1';
        sectors[i] = Sector(row as usize * 4 + column as usize);
        i += 1;
    }
    sectors
}

impl Sector {
    /// All sectors: A1, B1, C1, D1, A2, … D4.
    pub fn all() -> impl Iterator<Item = Sector> {
        (0..16).map(Sector)
    }

    /// The sectors in a player's processing order.
    pub fn processing_order(player: usize) -> [Sector; 16] {
        PROCESSING_ORDERS[player]
    }

    /// The sector of a player's home world: the first of its processing order.
    pub fn home(player: usize) -> Sector {
        PROCESSING_ORDERS[player][0]
    }

    /// The column, 0 for A to 3 for D.
    pub fn column(self) -> usize {
        self.0 % 4
    }

    /// The row, 0 for row 1 to 3 for row 4.
    pub fn row(self) -> usize {
        self.0 / 4
    }

    /// The greater of the distances in columns and in rows.
    pub fn distance(self, other: Sector) -> usize {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }

    /// The sector with this name, which may be in lower case.
    pub fn parse(name: &str) -> Option<Sector> {
        let &[column, row] = name.as_bytes() else { return None };
        let column = column.to_ascii_uppercase();
        if !(b'A'..=b'D').contains(&column) || !(b'1'..=b'4').contains(&row) {
            return None;
        }
        Some(Sector(usize::from(row - b'1') * 4 + usize::from(column - b'A')))
    }

    /// Where the sector goes when the board is turned clockwise by a quarter: A1 to A4 to D4 to D1
    /// to A1.
    pub fn turned(self) -> Sector {
        let (column, row) = (self.row(), 3 - self.column());
        Sector(row * 4 + column)
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ["A", "B", "C", "D"][self.column()], self.row() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for sector in Sector::all() {
            assert_eq!(Sector::parse(&sector.to_string()), Some(sector));
            assert_eq!(Sector::parse(&sector.to_string().to_lowercase()), Some(sector));
        }
        for name in ["", "A", "A0", "A5", "E1", "1A", "A11", "é"] {
            assert_eq!(Sector::parse(name), None, "{name}");
        }
    }

    #[test]
    fn homes_are_the_corners() {
        let homes: Vec<String> = (0..4).map(|player| Sector::home(player).to_string()).collect();
        assert_eq!(homes, ["A1", "A4", "D4", "D1"]);
    }

    #[test]
    fn each_order_is_the_one_before_turned() {
        for player in 0..4 {
            let turned = Sector::processing_order(player).map(Sector::turned);
            assert_eq!(turned, Sector::processing_order((player + 1) % 4));
            let mut sorted = turned;
            sorted.sort();
            assert!(sorted.into_iter().eq(Sector::all()));
        }
    }

    #[test]
    fn distances() {
        let distance = |a, b| Sector::parse(a).unwrap().distance(Sector::parse(b).unwrap());
        assert_eq!(distance("A1", "A1"), 0);
        assert_eq!(distance("A1", "B2"), 1);
        assert_eq!(distance("B3", "D2"), 2);
        assert_eq!(distance("A4", "B1"), 3);
    }
}
