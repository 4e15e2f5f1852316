//! What the program sees when it looks ahead, whatever its weights.

use std::collections::HashMap;

use super::Ties;
use crate::board::{Board, Side};
use crate::features::{Feature, count_features};
use crate::positions::positions;
use crate::square::Square;
use crate::values::Values;

/// A tree of moves with features at its leaves: at finished games and at the horizon.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tree<F> {
    /// The features where the search ends.
    Leaf(F),
    /// What the moves lead to, at least one. Equal subtrees are kept once: a second one cannot matter.
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

    /// The same tree with the features at its leaves changed.
    fn map<T: Ord>(&self, change: &impl Fn(&F) -> T) -> Tree<T> {
        match self {
            Self::Leaf(features) => Tree::Leaf(change(features)),
            Self::Node(subtrees) => Tree::node(subtrees.iter().map(|tree| tree.map(change))),
        }
    }
}

/// A move that the program can choose.
#[derive(Clone, Debug)]
pub(super) struct Choice<F> {
    /// Whether it keeps what the position is worth.
    pub(super) keeps: bool,
    /// What the search sees after it; the opponent is to move.
    pub(super) tree: Tree<F>,
    /// The positions in which the program may find itself next, by number.
    pub(super) next: Vec<usize>,
}

impl<F: Ord> Choice<F> {
    /// The same choice with the features at the leaves changed.
    pub(super) fn map<T: Ord>(&self, change: &impl Fn(&F) -> T) -> Choice<T> {
        Choice { keeps: self.keeps, tree: self.tree.map(change), next: self.next.clone() }
    }
}

/// The counts of all features at a leaf, as the program's side sees them.
pub(super) type Leaf = [i8; Feature::COUNT];

/// All positions in which the program may have to move, with all that it sees there.
pub(super) struct Lookahead {
    /// Which moves the program may make when several are best.
    pub(super) ties: Ties,
    /// The choices in each position, in the order a to i.
    pub(super) positions: Vec<Vec<Choice<Leaf>>>,
    /// The numbers of the positions in which the program makes its first move, as cross or as nought. The last is the
    /// one after cross took the centre: whether the program answers it in a corner tells bad weights best, and trying
    /// this first saves most of the work.
    pub(super) first: Vec<usize>,
}

impl Lookahead {
    /// Looks `depth` plies ahead from every position.
    ///
    /// Features are blind to symmetry, so the first of all moves that lead to the same position stands for them. If all
    /// ties count, one position can also stand for its eight images; if the first counts, they differ in which it is.
    pub(super) fn new(depth: u32, ties: Ties) -> Self {
        let stands_for = |board: Board| match ties {
            Ties::All => board.canonical(),
            Ties::First => board,
        };
        let is_needed = |board: &Board| !board.is_over() && stands_for(*board) == *board;
        let boards: Vec<Board> = positions().into_iter().filter(is_needed).collect();
        let numbers: HashMap<Board, usize> = boards.iter().enumerate().map(|(i, &board)| (board, i)).collect();
        let values = Values::new();

        let choice = |board: Board, square| {
            let after = board.play(square);
            let replies = after.moves().into_iter().map(|reply| stands_for(after.play(reply)));
            Choice {
                keeps: values.keeps(board, square),
                tree: look(after, board.to_move(), depth.saturating_sub(1)),
                next: replies.filter_map(|board| numbers.get(&board).copied()).collect(),
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

/// What `side` sees when it looks `depth` plies further.
fn look(board: Board, side: Side, depth: u32) -> Tree<Leaf> {
    let moves = board.moves();
    if depth == 0 || moves.is_empty() {
        return Tree::Leaf(count_features(board, side).map(|count| count as i8));
    }
    Tree::node(moves.into_iter().map(|square| look(board.play(square), side, depth - 1)))
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

    /// The paper's Figure 2: three moves with two, five and five replies. The features cannot tell two of the replies
    /// to the corner apart, the paper's m22 and m23.
    #[test]
    fn the_papers_tree() {
        let lookahead = Lookahead::new(2, Ties::All);
        let start = &lookahead.positions[0];
        let seen: Vec<usize> = start.iter().map(|choice| leaves(&choice.tree)).collect();
        assert_eq!(seen, [4, 5, 2]); // corner, edge, centre
        assert!(start.iter().all(|choice| choice.keeps));
    }

    #[test]
    fn the_program_begins_once_or_after_any_move() {
        assert_eq!(Lookahead::new(1, Ties::All).first.len(), 1 + 3);
        assert_eq!(Lookahead::new(1, Ties::First).first.len(), 1 + 9);
        assert_eq!(Lookahead::new(1, Ties::First).positions.len(), 4_520); // 5,478 without the 958 finished ones
    }
}
