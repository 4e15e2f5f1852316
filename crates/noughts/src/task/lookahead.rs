//! The search trees of the program, independent of its weights.

use std::collections::HashMap;

use super::Ties;
use crate::board::{Board, Side};
use crate::features::{Feature, count_features};
use crate::positions::positions;
use crate::square::Square;
use crate::values::Values;

/// A search tree with features at its leaves, which are finished games and positions at the
/// horizon.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tree<F> {
    /// The features of a leaf.
    Leaf(F),
    /// The subtrees of the moves, at least one. Equal subtrees are stored once, since a duplicate
    /// does not change the result.
    Node(Vec<Tree<F>>),
}

impl<F: Ord> Tree<F> {
    /// The tree with these subtrees.
    fn node(subtrees: impl Iterator<Item = Self>) -> Self {
        let mut subtrees: Vec<Self> = subtrees.collect();
        subtrees.sort_unstable();
        subtrees.dedup();
        Self::Node(subtrees)
    }

    /// The tree with `change` applied to the features of each leaf.
    fn map<T: Ord>(&self, change: &impl Fn(&F) -> T) -> Tree<T> {
        match self {
            Self::Leaf(features) => Tree::Leaf(change(features)),
            Self::Node(subtrees) => Tree::node(subtrees.iter().map(|tree| tree.map(change))),
        }
    }
}

/// A move of the program.
#[derive(Clone, Debug)]
pub(super) struct Choice<F> {
    /// Whether it preserves the value of the position.
    pub(super) keeps_value: bool,
    /// The search tree after it; the opponent is to move.
    pub(super) tree: Tree<F>,
    /// The indices of the positions in which the program may have to move next.
    pub(super) next: Vec<usize>,
}

impl<F: Ord> Choice<F> {
    /// The choice with `change` applied to the features of each leaf.
    pub(super) fn map<T: Ord>(&self, change: &impl Fn(&F) -> T) -> Choice<T> {
        Choice { keeps_value: self.keeps_value, tree: self.tree.map(change), next: self.next.clone() }
    }
}

/// The counts of all features at a leaf, from the program's point of view.
pub(super) type Leaf = [i8; Feature::COUNT];

/// All positions in which the program may have to move, with their search trees.
pub(super) struct Lookahead {
    /// How the program breaks ties.
    pub(super) ties: Ties,
    /// The choices in each position, in the order a to i.
    pub(super) positions: Vec<Vec<Choice<Leaf>>>,
    /// The indices of the positions in which the program makes its first move, as cross or as
    /// nought. The last one has a cross in the centre. It is searched first, because most bad
    /// weights fail to reply to it with a corner, and rejecting them early saves most of the work.
    pub(super) first: Vec<usize>,
}

impl Lookahead {
    /// Builds the search trees of `depth` plies for every position.
    ///
    /// Features are invariant under symmetry, so moves that are equal up to symmetry are
    /// represented by the first of them. With [`Ties::All`], one position also represents its eight
    /// images. With [`Ties::First`] it cannot, because the first of several tied moves differs
    /// between the images.
    pub(super) fn new(depth: u32, ties: Ties) -> Self {
        let representative = |board: Board| match ties {
            Ties::All => board.canonical(),
            Ties::First => board,
        };
        let is_needed = |board: &Board| !board.is_over() && representative(*board) == *board;
        let boards: Vec<Board> = positions().into_iter().filter(is_needed).collect();
        let indices: HashMap<Board, usize> = boards.iter().enumerate().map(|(i, &board)| (board, i)).collect();
        let values = Values::new();

        let choice = |board: Board, square| {
            let after = board.play(square);
            let replies = after.moves().into_iter().map(|reply| representative(after.play(reply)));
            Choice {
                keeps_value: values.keeps_value(board, square),
                tree: search_tree(after, board.to_move(), depth.saturating_sub(1)),
                next: replies.filter_map(|board| indices.get(&board).copied()).collect(),
            }
        };
        let choices = |&board: &Board| -> Vec<Choice<Leaf>> {
            board.different_moves().into_iter().map(|square| choice(board, square)).collect()
        };
        let is_first = |&i: &usize| boards[i].of_side(boards[i].to_move()).is_empty();
        let mut first: Vec<usize> = (0..boards.len()).filter(is_first).collect();
        first.sort_by_key(|&i| boards[i].at(Square::CENTRE).is_some());
        Self { ties, positions: boards.iter().map(choices).collect(), first }
    }
}

/// The search tree of `depth` plies below `board`, with features from the point of view of `side`.
fn search_tree(board: Board, side: Side, depth: u32) -> Tree<Leaf> {
    let moves = board.moves();
    if depth == 0 || moves.is_empty() {
        return Tree::Leaf(count_features(board, side).map(|count| count as i8));
    }
    Tree::node(moves.into_iter().map(|square| search_tree(board.play(square), side, depth - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves<F>(tree: &Tree<F>) -> usize {
        match tree {
            Tree::Leaf(_) => 1,
            Tree::Node(subtrees) => subtrees.iter().map(leaves).sum(),
        }
    }

    /// The paper's Figure 2: three moves with two, five and five replies. The features do not
    /// distinguish two of the replies to the corner, the paper's m22 and m23.
    #[test]
    fn the_papers_tree() {
        let lookahead = Lookahead::new(2, Ties::All);
        let start = &lookahead.positions[0];
        let replies: Vec<usize> = start.iter().map(|choice| leaves(&choice.tree)).collect();
        assert_eq!(replies, [4, 5, 2]); // corner, edge, centre
        assert!(start.iter().all(|choice| choice.keeps_value));
    }

    #[test]
    fn the_program_moves_first_or_after_any_first_move() {
        assert_eq!(Lookahead::new(1, Ties::All).first.len(), 1 + 3);
        assert_eq!(Lookahead::new(1, Ties::First).first.len(), 1 + 9);
        assert_eq!(Lookahead::new(1, Ties::First).positions.len(), 4_520); // 5,478 without the 958 finished ones
    }
}
