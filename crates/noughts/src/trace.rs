//! How a search walks through its tree, step by step.
//!
//! The searches are those of `gametree`, and know nothing of it: the game that they are given
//! notes which positions they enter, and the evaluator which ones they score. What a search knows
//! about the scores above follows from that.

use std::cell::RefCell;

use gametree::{AlphaBeta, Counts, Evaluate, Game, Hashed, Iterative, Limits, Minimax, Score, Search, Table};
use gametree::{ReportOf, adjust_for_ply};

use crate::board::{Board, Side};
use crate::evaluator::Evaluator;
use crate::game::Noughts;
use crate::square::Square;
use crate::tree::{Node, TreeOptions, leaf};

/// The size of the transposition table of a traced search. No tree that can be drawn fills it.
const TABLE_BYTES: usize = 1 << 16;

/// A search that can be traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Looks at every line.
    Minimax,
    /// Leaves out the lines that cannot matter.
    AlphaBeta,
    /// Deepens ply by ply, with a table and ordered moves.
    Iterative,
}

/// The order in which a search is given the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first square to the last.
    Listed,
    /// By the scores of a search one ply shallower. Moves to leaves stay as listed: to sort them
    /// would be to score them.
    BestFirst,
}

/// Which search of which tree to trace.
#[derive(Clone, Copy, Debug)]
pub struct TraceOptions {
    /// The tree.
    pub tree: TreeOptions,
    /// The search.
    pub algorithm: Algorithm,
    /// The order of the moves.
    pub order: Order,
}

/// What a search did.
///
/// ```
/// use noughts::{Algorithm, Board, EvaluatorKind, Order, TraceOptions, TreeOptions};
/// let tree = TreeOptions { depth: 2, merge: true, evaluator: EvaluatorKind::Paper };
/// let options = TraceOptions { tree, algorithm: Algorithm::AlphaBeta, order: Order::BestFirst };
/// let trace = options.run(Board::EMPTY);
/// assert_eq!((trace.nodes.len(), trace.counts.nodes, trace.score), (16, 9, -9));
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    /// All positions of the tree. The root is the first, and children come after their parent.
    pub nodes: Vec<TraceNode>,
    /// One step for each position that was entered.
    pub steps: Vec<Step>,
    /// The work, as the search counts it.
    pub counts: Counts,
    /// The score that it found for the side to move.
    pub score: Score,
    /// The move that it chose; none if the game is over.
    pub best: Option<Square>,
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub struct TraceNode {
    /// The position before; none for the root.
    pub parent: Option<usize>,
    /// The distance from the root.
    pub ply: u32,
    /// The move that leads here; none for the root.
    pub square: Option<Square>,
    /// How many moves this one represents.
    pub equivalents: usize,
    /// The position.
    pub board: Board,
    /// Its exact score for the side to move at the root, whether or not the search found it.
    pub score: Score,
    /// Whether it lies on the principal line.
    pub is_principal: bool,
    /// The positions after the moves, in the order in which the search is given them.
    pub children: Vec<usize>,
}

/// A position is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub node: usize,
    /// How many plies this iteration looks ahead. With a new iteration, nothing is known again.
    pub iteration: u32,
    /// Its score, if it was scored and not searched.
    pub score: Option<Score>,
    /// What is known from now on about it and the positions above.
    pub changes: Vec<(usize, Bounds)>,
    /// The positions that the search now leaves although it has not tried all their moves.
    pub cuts: Vec<Cut>,
}

/// A position that was left early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The position.
    pub node: usize,
    /// The positions after it that were not entered.
    pub left_out: Vec<usize>,
}

/// What is known about a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// It is this or more; none if nothing is known.
    pub at_least: Option<Score>,
    /// It is this or less; none if nothing is known.
    pub at_most: Option<Score>,
}

impl Bounds {
    const UNKNOWN: Self = Self { at_least: None, at_most: None };

    fn exactly(score: Score) -> Self {
        Self { at_least: Some(score), at_most: Some(score) }
    }

    /// The score, if it is known.
    pub fn exact(self) -> Option<Score> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }
}

impl TraceOptions {
    /// Runs the search and notes what it does.
    pub fn run(self, root: Board) -> Trace {
        let program = root.to_move();
        let mut tree = self.tree.build(root);
        if self.order == Order::BestFirst {
            self.sort(&mut tree, self.tree.depth, program);
        }
        let mut nodes = Vec::new();
        flatten(tree, None, 0, &mut nodes);
        let game = Traced { nodes: &nodes, entries: RefCell::new(vec![Entry::new(0)]) };
        let evaluator = TracedEvaluator { evaluator: self.tree.evaluator.for_side(program), program };
        let start = At { board: root, node: 0 };
        let limits = Limits::depth(self.tree.depth);
        let mut each = |_: &ReportOf<Traced>| game.end_iteration();
        let report = match self.algorithm {
            Algorithm::Minimax => Minimax::new(evaluator).watch(&game, &start, &limits, &mut each),
            Algorithm::AlphaBeta => AlphaBeta::new(evaluator).watch(&game, &start, &limits, &mut each),
            Algorithm::Iterative => {
                Iterative::new(evaluator, Table::with_bytes(TABLE_BYTES)).watch(&game, &start, &limits, &mut each)
            }
        };
        let entries = game.entries.into_inner();
        let first = if self.algorithm == Algorithm::Iterative { 1 } else { self.tree.depth };
        let steps = Walk::new(&nodes, first).follow(&entries);
        Trace { steps, counts: report.counts, score: report.scores[program.index()], best: report.best, nodes }
    }

    /// Puts the best moves first, by the scores of a search of one ply less.
    fn sort(self, node: &mut Node, depth: u32, program: Side) {
        if depth < 2 {
            return;
        }
        let evaluator = self.tree.evaluator.for_side(program);
        let sign = if node.board.to_move() == program { -1 } else { 1 };
        // Beyond the root only the order counts, so the ply may count from here.
        node.children.sort_by_cached_key(|child| sign * self.shallow(child.board, depth - 2, 1, program, &evaluator));
        for child in &mut node.children {
            self.sort(child, depth - 1, program);
        }
    }

    /// The score of a search of `depth` plies.
    fn shallow(self, board: Board, depth: u32, ply: u32, program: Side, evaluator: &Evaluator) -> Score {
        let moves = if depth == 0 { Default::default() } else { board.moves() };
        let scores =
            moves.into_iter().map(|square| self.shallow(board.play(square), depth - 1, ply + 1, program, evaluator));
        let backed_up = if board.to_move() == program { scores.max() } else { scores.min() };
        backed_up.unwrap_or_else(|| leaf(evaluator, board, ply, program))
    }
}

/// Adds a node and those below to the list; returns its place.
fn flatten(node: Node, parent: Option<usize>, ply: u32, nodes: &mut Vec<TraceNode>) -> usize {
    let place = nodes.len();
    let Node { square, equivalents, board, score, is_principal, children } = node;
    nodes.push(TraceNode { parent, ply, square, equivalents, board, score, is_principal, children: Vec::new() });
    let children = children.into_iter().map(|child| flatten(child, Some(place), ply + 1, nodes)).collect();
    nodes[place].children = children;
    place
}

/// A position that was entered.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: usize,
    /// Its score for the side to move at the root, if it was scored.
    score: Option<Score>,
    /// Whether it is the last one of its iteration.
    ends_iteration: bool,
}

impl Entry {
    fn new(node: usize) -> Self {
        Self { node, score: None, ends_iteration: false }
    }
}

/// The game that notes which positions are entered. Its moves are those of the tree.
struct Traced<'a> {
    nodes: &'a [TraceNode],
    entries: RefCell<Vec<Entry>>,
}

/// A position with its place in the tree.
#[derive(Clone)]
struct At {
    board: Board,
    node: usize,
}

impl Traced<'_> {
    fn end_iteration(&self) {
        if let Some(last) = self.entries.borrow_mut().last_mut() {
            last.ends_iteration = true;
        }
    }

    fn note_score(&self, node: usize, score: Score) {
        let score = adjust_for_ply(score, self.nodes[node].ply as usize);
        // A search scores a position right after it enters it.
        if let Some(last) = self.entries.borrow_mut().last_mut().filter(|last| last.node == node) {
            last.score = Some(score);
        }
    }
}

impl Game for Traced<'_> {
    type State = At;
    type Move = Square;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = Noughts::MAX_MOVES;

    fn start(&self) -> At {
        At { board: self.nodes[0].board, node: 0 }
    }

    fn to_move(&self, at: &At) -> usize {
        Noughts.to_move(&at.board)
    }

    fn moves(&self, at: &At, moves: &mut Vec<Square>) {
        moves.extend(self.nodes[at.node].children.iter().filter_map(|&child| self.nodes[child].square));
    }

    fn play(&self, from: &At, square: Square, to: &mut At) {
        let children = self.nodes[from.node].children.iter();
        let child = children.copied().find(|&child| self.nodes[child].square == Some(square));
        // All moves come from the tree.
        let Some(node) = child else { return };
        *to = At { board: self.nodes[node].board, node };
        self.entries.borrow_mut().push(Entry::new(node));
    }

    fn outcome(&self, at: &At) -> Option<[Score; 2]> {
        Noughts.outcome(&at.board)
    }
}

impl Hashed for Traced<'_> {
    fn hash(&self, at: &At) -> u64 {
        Noughts.hash(&at.board)
    }

    fn code(&self, square: Square) -> u16 {
        Noughts.code(square)
    }
}

/// The evaluator that notes the scores.
#[derive(Clone, Copy)]
struct TracedEvaluator {
    evaluator: Evaluator,
    program: Side,
}

impl Evaluate<Traced<'_>> for TracedEvaluator {
    fn evaluate(&self, game: &Traced<'_>, at: &At) -> [Score; 2] {
        let scores = self.evaluator.evaluate(&Noughts, &at.board);
        game.note_score(at.node, scores[self.program.index()]);
        scores
    }

    fn evaluate_outcome(&self, game: &Traced<'_>, at: &At, outcome: [Score; 2]) -> [Score; 2] {
        let scores = self.evaluator.evaluate_outcome(&Noughts, &at.board, outcome);
        game.note_score(at.node, scores[self.program.index()]);
        scores
    }
}

/// Follows a search, and keeps what it knows.
struct Walk<'a> {
    nodes: &'a [TraceNode],
    iteration: u32,
    known: Vec<Bounds>,
    entered: Vec<bool>,
}

impl<'a> Walk<'a> {
    fn new(nodes: &'a [TraceNode], iteration: u32) -> Self {
        Self { nodes, iteration, known: vec![Bounds::UNKNOWN; nodes.len()], entered: vec![false; nodes.len()] }
    }

    fn follow(mut self, entries: &[Entry]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(entries.len());
        for (i, entry) in entries.iter().enumerate() {
            let mut changes = Vec::new();
            // A position may be entered once more, with another window: what was known stays true.
            self.entered[entry.node] = true;
            if let Some(score) = entry.score {
                self.learn(entry.node, Bounds::exactly(score), &mut changes);
            }
            let next = entries.get(i + 1).filter(|_| !entry.ends_iteration).map(|next| next.node);
            let cuts = self.cuts(entry, next);
            let Entry { node, score, .. } = *entry;
            steps.push(Step { node, iteration: self.iteration, score, changes, cuts });
            if entry.ends_iteration {
                self.iteration += 1;
                self.known.fill(Bounds::UNKNOWN);
                self.entered.fill(false);
            }
        }
        steps
    }

    /// Notes what is known about a position, and what follows for those above it.
    fn learn(&mut self, node: usize, bounds: Bounds, changes: &mut Vec<(usize, Bounds)>) {
        if self.known[node] == bounds {
            return;
        }
        self.known[node] = bounds;
        changes.push((node, bounds));
        if let Some(parent) = self.nodes[node].parent {
            let backed_up = self.back_up(parent);
            self.learn(parent, backed_up, changes);
        }
    }

    fn back_up(&self, node: usize) -> Bounds {
        let children = || self.nodes[node].children.iter().map(|&child| self.known[child]);
        // A bound that holds for all moves holds if it is known for all; one is enough for the other.
        let all = |of: fn(Bounds) -> Option<Score>| children().map(of).collect::<Option<Vec<Score>>>();
        if self.nodes[node].board.to_move() == self.nodes[0].board.to_move() {
            let at_least = children().filter_map(|bounds| bounds.at_least).max();
            Bounds { at_least, at_most: all(|bounds| bounds.at_most).and_then(|scores| scores.into_iter().max()) }
        } else {
            let at_most = children().filter_map(|bounds| bounds.at_most).min();
            Bounds { at_least: all(|bounds| bounds.at_least).and_then(|scores| scores.into_iter().min()), at_most }
        }
    }

    /// The positions that the search leaves between one entry and the next before all their moves
    /// were tried, from the lowest up.
    fn cuts(&self, entry: &Entry, next: Option<usize>) -> Vec<Cut> {
        let mut cuts = Vec::new();
        let goes_to = next.and_then(|next| self.nodes[next].parent);
        let mut at = if entry.score.is_some() { self.nodes[entry.node].parent } else { Some(entry.node) };
        while let Some(node) = at.filter(|_| at != goes_to) {
            let TraceNode { parent, children, ply, .. } = &self.nodes[node];
            let left_out: Vec<usize> = children.iter().copied().filter(|&child| !self.entered[child]).collect();
            if !left_out.is_empty() && *ply < self.iteration {
                cuts.push(Cut { node, left_out });
            }
            at = *parent;
        }
        cuts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::EvaluatorKind;
    use crate::positions::positions;

    fn trace(board: Board, depth: u32, merge: bool, algorithm: Algorithm, order: Order) -> Trace {
        let tree = TreeOptions { depth, merge, evaluator: EvaluatorKind::Paper };
        TraceOptions { tree, algorithm, order }.run(board)
    }

    /// What is known at the end.
    fn known(trace: &Trace) -> Vec<Bounds> {
        let mut known = vec![Bounds::UNKNOWN; trace.nodes.len()];
        let mut iteration = 0;
        for step in &trace.steps {
            if std::mem::replace(&mut iteration, step.iteration) != step.iteration {
                known.fill(Bounds::UNKNOWN);
            }
            for &(node, bounds) in &step.changes {
                known[node] = bounds;
            }
        }
        known
    }

    /// The table of the mock-up, worked out by hand.
    #[test]
    fn the_papers_tree_is_counted_as_by_hand() {
        let cases = [
            (Algorithm::Minimax, Order::Listed, 16, 12, 0, 0),
            (Algorithm::AlphaBeta, Order::Listed, 14, 10, 1, 2),
            (Algorithm::AlphaBeta, Order::BestFirst, 9, 5, 2, 7),
        ];
        for (algorithm, order, nodes, evaluations, cuts, left_out) in cases {
            let trace = trace(Board::EMPTY, 2, true, algorithm, order);
            assert_eq!((trace.score, trace.best), (-9, Some(Square::CENTRE)));
            let all: Vec<&Cut> = trace.steps.iter().flat_map(|step| &step.cuts).collect();
            let missing: usize = all.iter().map(|cut| cut.left_out.len()).sum();
            let found = (trace.counts.nodes, trace.counts.evaluations, all.len(), missing);
            assert_eq!(found, (nodes, evaluations, cuts, left_out), "{algorithm:?}, {order:?}");
        }
    }

    /// The mock-up's picture: bounds after the cuts.
    #[test]
    fn a_cut_leaves_a_bound() {
        let trace = trace(Board::EMPTY, 2, true, Algorithm::AlphaBeta, Order::BestFirst);
        let known = known(&trace);
        let [centre, corner, edge] = trace.nodes[0].children[..] else { panic!("expected three moves") };
        assert_eq!(known[centre].exact(), Some(-9));
        assert_eq!(known[corner], Bounds { at_least: None, at_most: Some(-16) });
        assert_eq!(known[edge], Bounds { at_least: None, at_most: Some(-23) });
        let last = trace.steps.last().unwrap();
        assert_eq!((last.score, last.cuts.len(), last.cuts[0].left_out.len()), (Some(-23), 1, 4));
    }

    #[test]
    fn every_trace_agrees_with_its_search() {
        for board in positions().into_iter().filter(|board| !board.is_over()).step_by(41) {
            for (depth, merge) in [(1, true), (2, false), (3, true)] {
                for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Iterative] {
                    for order in [Order::Listed, Order::BestFirst] {
                        let trace = trace(board, depth, merge, algorithm, order);
                        let name = format!("{board:?} {depth} {merge} {algorithm:?} {order:?}");
                        assert_eq!(trace.score, trace.nodes[0].score, "{name}");
                        let known = known(&trace);
                        for (node, bounds) in trace.nodes.iter().zip(&known) {
                            assert!(bounds.at_least.is_none_or(|score| score <= node.score), "{name}");
                            assert!(bounds.at_most.is_none_or(|score| score >= node.score), "{name}");
                        }
                        if algorithm == Algorithm::Iterative {
                            // The table may know what no step shows.
                            let is_shown = known[0].exact() == Some(trace.score);
                            assert!(is_shown || trace.counts.table_hits > 0, "{name}");
                            continue;
                        }
                        assert_eq!(known[0].exact(), Some(trace.score), "{name}");
                        assert_eq!(trace.steps.len() as u64, trace.counts.nodes, "{name}");
                        let scored = trace.steps.iter().filter(|step| step.score.is_some()).count();
                        assert_eq!(scored as u64, trace.counts.evaluations, "{name}");
                        // Some cuts come after the last move, and leave out nothing.
                        let cuts: usize = trace.steps.iter().map(|step| step.cuts.len()).sum();
                        assert!(cuts as u64 <= trace.counts.cuts, "{name}");
                        let left_out: usize =
                            trace.steps.iter().flat_map(|step| &step.cuts).map(|cut| size(&trace, cut)).sum();
                        assert_eq!(trace.steps.len() + left_out, trace.nodes.len(), "{name}");
                    }
                }
            }
        }
    }

    /// How many positions a cut leaves out.
    fn size(trace: &Trace, cut: &Cut) -> usize {
        fn below(trace: &Trace, node: usize) -> usize {
            1 + trace.nodes[node].children.iter().map(|&child| below(trace, child)).sum::<usize>()
        }
        cut.left_out.iter().map(|&node| below(trace, node)).sum()
    }
}
