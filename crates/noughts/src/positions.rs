//! All reachable positions.

use std::collections::BTreeSet;

use crate::board::Board;

/// All 5,478 reachable positions, ordered by the number of marks.
///
/// ```
/// let positions = noughts::positions();
/// assert_eq!(positions.len(), 5_478);
/// assert_eq!(positions[0], noughts::Board::EMPTY);
/// ```
pub fn positions() -> Vec<Board> {
    let mut positions = Vec::new();
    let mut ply = BTreeSet::from([Board::EMPTY]);
    while !ply.is_empty() {
        positions.extend(&ply);
        ply = ply.iter().flat_map(|board| board.moves().into_iter().map(|square| board.play(square))).collect();
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_765_positions_up_to_symmetry() {
        let positions = positions();
        assert_eq!(positions.len(), 5_478);
        assert!(positions.is_sorted_by_key(|board| 9 - board.empty().len()));
        assert_eq!(positions.iter().map(|board| board.canonical()).collect::<BTreeSet<_>>().len(), 765);
    }
}
