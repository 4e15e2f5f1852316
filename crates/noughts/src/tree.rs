//! The search tree as data.

use gametree::{Evaluate, Game, Score, adjust_for_ply};

use crate::board::{Board, Side};
use crate::evaluator::{Evaluator, EvaluatorKind};
use crate::game::Noughts;
use crate::square::{Square, Squares};

/// A position in the tree of a search.
#[derive(Debug)]
pub struct Node {
    /// The move that leads to the position; `None` at the root.
    pub square: Option<Square>,
    /// The number of moves that this one represents, because they are equal up to symmetry.
    pub equivalents: usize,
    /// The position.
    pub board: Board,
    /// The score for the side to move at the root: evaluated at a leaf, backed up at an inner node.
    pub score: Score,
    /// Whether it lies on the principal line.
    pub is_principal: bool,
    /// The positions after each move, in the order of the moves.
    pub children: Vec<Node>,
}

/// The options that determine a tree.
///
/// ```
/// use noughts::{Board, EvaluatorKind, TreeOptions};
/// let options = TreeOptions { depth: 2, merge: true, evaluator: EvaluatorKind::Paper };
/// let tree = options.build(Board::EMPTY);
/// assert_eq!(tree.score, -9);
/// assert_eq!(tree.children.iter().map(|child| child.equivalents).collect::<Vec<_>>(), [4, 4, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// How many plies it looks ahead.
    pub depth: u32,
    /// Whether one move represents all that are equal up to symmetry.
    pub merge: bool,
    /// How a leaf is scored.
    pub evaluator: EvaluatorKind,
}

impl TreeOptions {
    /// The number of nodes in the tree.
    pub fn count_nodes(self, root: Board) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let below = Self { depth: self.depth - 1, ..self };
        1 + self.moves(root).into_iter().map(|square| below.count_nodes(root.play(square))).sum::<u64>()
    }

    /// Builds the search tree of the side to move in `root`.
    pub fn build(self, root: Board) -> Node {
        let program = root.to_move();
        let mut tree = self.node(root, None, 0, program, &self.evaluator.for_side(program));
        mark_principal_line(&mut tree);
        tree
    }

    pub(crate) fn moves(self, board: Board) -> Squares {
        if self.merge { board.different_moves() } else { board.moves() }
    }

    fn node(self, board: Board, square: Option<Square>, ply: u32, program: Side, evaluator: &Evaluator) -> Node {
        let is_leaf = ply == self.depth || board.is_over();
        let moves = if is_leaf { Squares::NONE } else { self.moves(board) };
        let child = |square: Square| {
            let next = board.play(square);
            let child = self.node(next, Some(square), ply + 1, program, evaluator);
            Node { equivalents: if self.merge { count_equivalents(board, next) } else { 1 }, ..child }
        };
        let children: Vec<Node> = moves.into_iter().map(child).collect();
        let scores = children.iter().map(|child| child.score);
        let backed_up = if board.to_move() == program { scores.max() } else { scores.min() };
        let score = backed_up.unwrap_or_else(|| leaf(evaluator, board, ply, program));
        Node { square, equivalents: 1, board, score, is_principal: false, children }
    }
}

/// The number of moves in `board` that lead to `next` up to symmetry.
fn count_equivalents(board: Board, next: Board) -> usize {
    let class = next.canonical();
    board.moves().into_iter().filter(|&square| board.play(square).canonical() == class).count()
}

/// The score of a leaf as a search computes it: later wins are worth less.
pub(crate) fn leaf(evaluator: &Evaluator, board: Board, ply: u32, program: Side) -> Score {
    let scores = match Noughts.outcome(&board) {
        Some(outcome) => evaluator.evaluate_outcome(&Noughts, &board, outcome),
        None => evaluator.evaluate(&Noughts, &board),
    };
    adjust_for_ply(scores[program.index()], ply as usize)
}

/// Marks the principal line from here; ties go to the first move.
fn mark_principal_line(node: &mut Node) {
    node.is_principal = true;
    if let Some(best) = node.children.iter_mut().find(|child| child.score == node.score) {
        mark_principal_line(best);
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Limits, Minimax, Search};

    use super::*;
    use crate::positions::positions;

    fn options(depth: u32, merge: bool, evaluator: EvaluatorKind) -> TreeOptions {
        TreeOptions { depth, merge, evaluator }
    }

    fn line(node: &Node) -> Vec<Square> {
        let next = node.children.iter().find(|child| child.is_principal);
        next.map_or_else(Vec::new, |next| next.square.into_iter().chain(line(next)).collect())
    }

    fn size(node: &Node) -> u64 {
        1 + node.children.iter().map(size).sum::<u64>()
    }

    #[test]
    fn scores_line_and_size_agree_with_minimax() {
        for evaluator in [EvaluatorKind::Paper, EvaluatorKind::Outcome] {
            for board in positions().into_iter().step_by(97) {
                for depth in 1..=3 {
                    let side = board.to_move();
                    let report = Minimax::new(evaluator.for_side(side)).search(&Noughts, &board, &Limits::depth(depth));
                    let all = options(depth, false, evaluator);
                    let tree = all.build(board);
                    assert_eq!((tree.score, line(&tree)), (report.scores[side.index()], report.line.clone()));
                    assert_eq!((size(&tree), all.count_nodes(board)), (report.counts.nodes, report.counts.nodes));
                    let merged = options(depth, true, evaluator).build(board);
                    assert_eq!((merged.score, line(&merged).len()), (tree.score, report.line.len()));
                    assert_eq!(size(&merged), options(depth, true, evaluator).count_nodes(board));
                }
            }
        }
    }

    /// Every score in the paper's figure of the 2-ply tree.
    #[test]
    fn the_papers_tree() {
        let tree = options(2, true, EvaluatorKind::Paper).build(Board::EMPTY);
        let scores = |node: &Node| node.children.iter().map(|child| child.score).collect::<Vec<_>>();
        assert_eq!((tree.score, scores(&tree)), (-9, vec![-31, -38, -9]));
        let [corner, edge, centre] = &tree.children[..] else { panic!("expected three moves") };
        assert_eq!(scores(centre), [-9, 6]);
        assert_eq!(scores(corner), [-1, -16, -31, -9, -16]);
        assert_eq!(scores(edge), [-23, -16, -38, -31, -8]);
        assert_eq!([corner, edge, centre].map(|node| node.equivalents), [4, 4, 1]);
        assert!(centre.is_principal && !corner.is_principal && !edge.is_principal);
    }

    #[test]
    fn the_whole_tree() {
        assert_eq!(options(9, false, EvaluatorKind::Paper).count_nodes(Board::EMPTY), 549_946);
    }
}
