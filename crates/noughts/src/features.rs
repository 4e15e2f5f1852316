//! The features of a position that an evaluation can count.

use std::fmt;

use gametree::Score;

use crate::board::{Board, ROWS, Side};
use crate::square::Squares;

/// Something to count in a position from one side's point of view: *own* is that side, *their* the
/// opponent.
///
/// The paper counts rows: an n-row has n marks of one side and none of the other. The features that
/// count marks on the centre, corners and edges are additions, to give the search for the smallest
/// feature set in [`task`](crate::task) more to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Own rows of three, c3 in the paper.
    Own3,
    /// Their rows of three.
    Their3,
    /// Own rows with two marks and an empty square, c2 in the paper.
    Own2,
    /// Their rows with two marks and an empty square, n2 in the paper.
    Their2,
    /// Own rows with one mark and two empty squares, c1 in the paper.
    Own1,
    /// Their rows with one mark and two empty squares, n1 in the paper.
    Their1,
    /// Own marks in the centre.
    OwnCentre,
    /// Their marks in the centre.
    TheirCentre,
    /// Own marks in the corners.
    OwnCorners,
    /// Their marks in the corners.
    TheirCorners,
    /// Own marks on the edge squares.
    OwnEdges,
    /// Their marks on the edge squares.
    TheirEdges,
}

impl Feature {
    /// The number of features.
    pub const COUNT: usize = 12;

    /// All features, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Own3,
        Self::Their3,
        Self::Own2,
        Self::Their2,
        Self::Own1,
        Self::Their1,
        Self::OwnCentre,
        Self::TheirCentre,
        Self::OwnCorners,
        Self::TheirCorners,
        Self::OwnEdges,
        Self::TheirEdges,
    ];

    /// An upper bound on every count: there are eight rows, and at most five marks of one side.
    pub const MAX_COUNT: Score = ROWS.len() as Score;

    /// The feature's index in [`Feature::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The feature's name in the paper, c for own and n for their, extended to the features that
    /// the paper does not have.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Own3 => "c3",
            Self::Their3 => "n3",
            Self::Own2 => "c2",
            Self::Their2 => "n2",
            Self::Own1 => "c1",
            Self::Their1 => "n1",
            Self::OwnCentre => "c-centre",
            Self::TheirCentre => "n-centre",
            Self::OwnCorners => "c-corners",
            Self::TheirCorners => "n-corners",
            Self::OwnEdges => "c-edges",
            Self::TheirEdges => "n-edges",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.symbol())
    }
}

/// The count of each feature in a position, in the order of [`Feature::ALL`].
pub type FeatureCounts = [Score; Feature::COUNT];

/// Counts all features of a position from the point of view of `side`.
///
/// ```
/// use noughts::{Board, Feature, Side, count_features};
/// let paper: Board = ".O./X.O/X..".parse()?; // the paper's example
/// let counts = count_features(paper, Side::Cross);
/// assert_eq!(counts[Feature::Own2.index()], 1);
/// assert_eq!(counts[Feature::Their1.index()], 3);
/// # Ok::<(), noughts::NotationError>(())
/// ```
pub fn count_features(board: Board, side: Side) -> FeatureCounts {
    let (own, their) = (board.of_side(side), board.of_side(side.other()));
    let mut counts = [0; Feature::COUNT];
    for row in ROWS {
        let feature = match (own.and(row).len(), their.and(row).len()) {
            (3, 0) => Feature::Own3,
            (0, 3) => Feature::Their3,
            (2, 0) => Feature::Own2,
            (0, 2) => Feature::Their2,
            (1, 0) => Feature::Own1,
            (0, 1) => Feature::Their1,
            _ => continue,
        };
        counts[feature.index()] += 1;
    }
    let places = [
        (own, Squares::CENTRE),
        (their, Squares::CENTRE),
        (own, Squares::CORNERS),
        (their, Squares::CORNERS),
        (own, Squares::EDGES),
        (their, Squares::EDGES),
    ];
    for (count, (marks, place)) in counts[Feature::OwnCentre.index()..].iter_mut().zip(places) {
        *count = marks.and(place).len() as Score;
    }
    counts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::positions::positions;

    fn board(notation: &str) -> Board {
        notation.parse().unwrap()
    }

    fn count(board: Board, side: Side, feature: Feature) -> Score {
        count_features(board, side)[feature.index()]
    }

    #[test]
    fn features_are_listed_by_index() {
        assert!(Feature::ALL.into_iter().enumerate().all(|(i, feature)| feature.index() == i));
    }

    #[test]
    fn counts_match_a_position_counted_by_hand() {
        let counts = count_features(board("X.O/.X./O.X"), Side::Cross);
        //                  c3 n3 c2 n2 c1 n1 centre corners edges
        assert_eq!(counts, [1, 0, 0, 0, 2, 0, 1, 0, 2, 2, 0, 0]);
    }

    #[test]
    fn counts_are_symmetric() {
        for board in positions() {
            let [cross, nought] = Side::BOTH.map(|side| count_features(board, side));
            for i in 0..Feature::COUNT {
                assert_eq!(cross[i], nought[i ^ 1], "own and their features alternate");
                assert!((0..=Feature::MAX_COUNT).contains(&cross[i]));
            }
            assert!((0..8).all(|image| count_features(board.image(image), Side::Cross) == cross));
        }
    }

    /// "If one side has a 3-row, the other side may have at most two 2-rows" is true, but the
    /// maximum is one. The case that the paper discusses in brackets, a 3-row against two 2-rows,
    /// never occurs.
    ///
    /// A diagonal meets every row. A row across or down leaves only its two parallels, and a 2-row
    /// on each takes four marks of the loser. If the loser is nought, cross has five marks and the
    /// board is full. If the loser is cross, nought has four marks, one of them on a parallel.
    #[test]
    fn a_3_row_faces_at_most_one_2_row() {
        let mut found = BTreeSet::new();
        for board in positions() {
            for side in Side::BOTH.into_iter().filter(|&side| board.completed_row(side).is_some()) {
                found.insert((count(board, side, Feature::Their2), count(board, side, Feature::Their1)));
            }
        }
        assert_eq!(found, BTreeSet::from([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]));
    }

    /// "If there are no 3-rows, but one side only has a 2-row, his opponent cannot have more than
    /// three 1-rows" is false. There can be four: in `XX./..O/O..` nought has def, cfi, ghi and
    /// ceg, and no 2-row.
    #[test]
    fn a_lone_2_row_faces_up_to_four_1_rows() {
        let ones = |board: Board, side: Side| {
            let only = board.winner().is_none()
                && count(board, side, Feature::Own2) > 0
                && count(board, side, Feature::Their2) == 0;
            only.then(|| count(board, side, Feature::Their1))
        };
        let max = positions().into_iter().flat_map(|board| Side::BOTH.map(|side| ones(board, side))).max();
        assert_eq!(max, Some(Some(4)));
        assert_eq!(ones(board("XX./..O/O.."), Side::Cross), Some(4));
        assert_eq!(ones(board(".O./X.O/X.."), Side::Cross), Some(3), "the paper's example");
    }
}
