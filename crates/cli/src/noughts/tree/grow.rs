//! The tree as data.

use gametree::{Evaluate, Game, Score, delayed};
use noughts::{Board, Evaluator, EvaluatorKind, Noughts, Side, Square, Squares};

/// A position in the tree.
#[derive(Debug)]
pub(super) struct Node {
    /// The move that leads here; none at the root.
    pub(super) square: Option<Square>,
    /// How many moves this one stands for, because they are alike by symmetry.
    pub(super) alike: usize,
    pub(super) board: Board,
    /// What it is worth to the program, which moves at the root: its own value at the end of a line, and else the one
    /// that is backed up from below.
    pub(super) score: Score,
    /// Whether it lies on the line that both sides choose.
    pub(super) is_chosen: bool,
    pub(super) children: Vec<Node>,
}

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    pub(super) depth: u32,
    /// Whether one move stands for all that are alike by symmetry.
    pub(super) merge: bool,
    pub(super) evaluator: EvaluatorKind,
}

impl Growth {
    /// How many nodes the tree has.
    pub(super) fn count(self, root: Board) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let below = Self { depth: self.depth - 1, ..self };
        1 + self.moves(root).into_iter().map(|square| below.count(root.play(square))).sum::<u64>()
    }

    /// The tree of a program that is to move in `root`.
    pub(super) fn grow(self, root: Board) -> Node {
        let program = root.to_move();
        let mut tree = self.node(root, None, 0, program, &self.evaluator.for_side(program));
        choose(&mut tree);
        tree
    }

    fn moves(self, board: Board) -> Squares {
        if self.merge { board.different_moves() } else { board.moves() }
    }

    fn node(self, board: Board, square: Option<Square>, ply: u32, program: Side, evaluator: &Evaluator) -> Node {
        let is_leaf = ply == self.depth || board.is_over();
        let moves = if is_leaf { Squares::NONE } else { self.moves(board) };
        let child = |square: Square| {
            let next = board.play(square);
            let child = self.node(next, Some(square), ply + 1, program, evaluator);
            Node { alike: if self.merge { alike(board, next) } else { 1 }, ..child }
        };
        let children: Vec<Node> = moves.into_iter().map(child).collect();
        let scores = children.iter().map(|child| child.score);
        let backed_up = if board.to_move() == program { scores.max() } else { scores.min() };
        let score = backed_up.unwrap_or_else(|| leaf(evaluator, board, ply, program));
        Node { square, alike: 1, board, score, is_chosen: false, children }
    }
}

/// How many moves in `board` lead to `next` or to an image of it.
fn alike(board: Board, next: Board) -> usize {
    let class = next.canonical();
    board.moves().into_iter().filter(|&square| board.play(square).canonical() == class).count()
}

/// The score of the end of a line, as a search counts it: wins are worth less the later they come.
fn leaf(evaluator: &Evaluator, board: Board, ply: u32, program: Side) -> Score {
    let scores = match Noughts.outcome(&board) {
        Some(outcome) => evaluator.evaluate_outcome(&Noughts, &board, outcome),
        None => evaluator.evaluate(&Noughts, &board),
    };
    delayed(scores[program.index()], ply as usize)
}

/// Marks the line of best play from here; of moves that are equally good, the first.
fn choose(node: &mut Node) {
    node.is_chosen = true;
    if let Some(best) = node.children.iter_mut().find(|child| child.score == node.score) {
        choose(best);
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Limits, Minimax, Search};
    use noughts::positions;

    use super::*;

    fn growth(depth: u32, merge: bool, evaluator: EvaluatorKind) -> Growth {
        Growth { depth, merge, evaluator }
    }

    fn line(node: &Node) -> Vec<Square> {
        let next = node.children.iter().find(|child| child.is_chosen);
        next.map_or_else(Vec::new, |next| next.square.into_iter().chain(line(next)).collect())
    }

    fn size(node: &Node) -> u64 {
        1 + node.children.iter().map(size).sum::<u64>()
    }

    #[test]
    fn scores_line_and_size_are_those_of_minimax() {
        for evaluator in [EvaluatorKind::Paper, EvaluatorKind::Outcome] {
            for board in positions().into_iter().step_by(97) {
                for depth in 1..=3 {
                    let side = board.to_move();
                    let report = Minimax::new(evaluator.for_side(side)).search(&Noughts, &board, &Limits::depth(depth));
                    let all = growth(depth, false, evaluator);
                    let tree = all.grow(board);
                    assert_eq!((tree.score, line(&tree)), (report.scores[side.index()], report.line.clone()));
                    assert_eq!((size(&tree), all.count(board)), (report.counts.nodes, report.counts.nodes));
                    let merged = growth(depth, true, evaluator).grow(board);
                    assert_eq!((merged.score, line(&merged).len()), (tree.score, report.line.len()));
                    assert_eq!(size(&merged), growth(depth, true, evaluator).count(board));
                }
            }
        }
    }

    /// Every number in the paper's figure of the 2-ply tree.
    #[test]
    fn the_papers_tree() {
        let tree = growth(2, true, EvaluatorKind::Paper).grow(Board::EMPTY);
        let scores = |node: &Node| node.children.iter().map(|child| child.score).collect::<Vec<_>>();
        assert_eq!((tree.score, scores(&tree)), (-9, vec![-31, -38, -9]));
        let [corner, edge, centre] = &tree.children[..] else { panic!("three different moves") };
        assert_eq!(scores(centre), [-9, 6]);
        assert_eq!(scores(corner), [-1, -16, -31, -9, -16]);
        assert_eq!(scores(edge), [-23, -16, -38, -31, -8]);
        assert_eq!([corner, edge, centre].map(|node| node.alike), [4, 4, 1]);
        assert!(centre.is_chosen && !corner.is_chosen && !edge.is_chosen);
    }

    #[test]
    fn the_whole_tree() {
        assert_eq!(growth(9, false, EvaluatorKind::Paper).count(Board::EMPTY), 549_946);
    }
}
