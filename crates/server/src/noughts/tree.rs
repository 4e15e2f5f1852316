//! Search trees for the page: what a search does, with the words for it.

use gametree::{SURE, Score, WIN};
use noughts::{Algorithm, Board, EvaluatorKind, Feature, Order, Side, Square, Squares, Trace, TraceOptions};
use noughts::{TreeOptions, Weights};

use crate::live::Refusal;
use crate::noughts::messages::{
    NoughtsAlgorithm, NoughtsCounts, NoughtsCut, NoughtsKnown, NoughtsMoveOrder, NoughtsNode, NoughtsSide, NoughtsStep,
    NoughtsTree,
};

/// The most positions of a tree that is drawn.
const MAX_NODES: u64 = 260;

/// The most plies that a tree shows.
const MAX_DEPTH: u32 = 4;

impl From<Side> for NoughtsSide {
    fn from(side: Side) -> Self {
        match side {
            Side::Cross => Self::Cross,
            Side::Nought => Self::Nought,
        }
    }
}

impl From<NoughtsSide> for Side {
    fn from(side: NoughtsSide) -> Self {
        match side {
            NoughtsSide::Cross => Self::Cross,
            NoughtsSide::Nought => Self::Nought,
        }
    }
}

impl From<NoughtsAlgorithm> for Algorithm {
    fn from(algorithm: NoughtsAlgorithm) -> Self {
        match algorithm {
            NoughtsAlgorithm::Minimax => Self::Minimax,
            NoughtsAlgorithm::AlphaBeta => Self::AlphaBeta,
            NoughtsAlgorithm::Iterative => Self::Iterative,
        }
    }
}

impl From<NoughtsMoveOrder> for Order {
    fn from(order: NoughtsMoveOrder) -> Self {
        match order {
            NoughtsMoveOrder::Listed => Self::Listed,
            NoughtsMoveOrder::BestFirst => Self::BestFirst,
        }
    }
}

/// The searches that are compared on a tree.
const COMPARED: [(&str, Algorithm, Order); 4] = [
    ("Minimax", Algorithm::Minimax, Order::Listed),
    ("Alpha-beta, as listed", Algorithm::AlphaBeta, Order::Listed),
    ("Alpha-beta, best first", Algorithm::AlphaBeta, Order::BestFirst),
    ("Iterative, with a table", Algorithm::Iterative, Order::Listed),
];

/// How a search looks at a position, or why that cannot be drawn.
pub(crate) fn tree(
    board: Board,
    algorithm: Algorithm,
    order: Order,
    depth: u32,
    fold: bool,
) -> Result<NoughtsTree, Refusal> {
    if depth == 0 || depth > MAX_DEPTH {
        return Err(Refusal(format!("{depth} moves ahead cannot be drawn: expected 1 to {MAX_DEPTH}")));
    }
    let tree = TreeOptions { depth, merge: fold, evaluator: EvaluatorKind::Paper };
    let count = tree.count_nodes(board);
    if count > MAX_NODES {
        let advice = if fold { "look fewer moves ahead" } else { "fold symmetry, or look fewer moves ahead" };
        return Err(Refusal(format!("the tree has {count} positions, too many to draw: {advice}")));
    }
    let trace = TraceOptions { tree, algorithm, order }.run(board);
    let rows = COMPARED.iter().map(|&(name, other, other_order)| {
        let trace = TraceOptions { tree, algorithm: other, order: other_order }.run(board);
        let is_shown = other == algorithm && (algorithm != Algorithm::AlphaBeta || other_order == order);
        counts(name, is_shown, &trace)
    });
    let rows = rows.collect();
    let side = board.to_move();
    let [own_rows, their_rows] = weights(&Weights::PAPER);
    let steps = Words { trace: &trace, side }.steps();
    let exact = exact_scores(board, depth);
    let nodes = trace.nodes.iter().map(|node| NoughtsNode {
        parent: node.parent.map(|parent| parent as u32),
        ply: node.ply,
        board: marks(node.board),
        place: node.square.map_or_else(String::new, |square| place(square).to_owned()),
        square: node.square.map_or_else(String::new, |square| square.to_string()),
        equivalents: node.equivalents as u32,
        score: node.score,
        is_principal: node.is_principal,
        result: result(node.board),
    });
    Ok(NoughtsTree { side: side.into(), nodes: nodes.collect(), steps, exact, rows, own_rows, their_rows })
}

/// Nine characters from a to i.
pub(crate) fn marks(board: Board) -> String {
    Square::all().map(|square| board.at(square).map_or('.', Side::mark)).collect()
}

/// How the game ended, if it has.
pub(crate) fn result(board: Board) -> String {
    match board.winner() {
        Some(side) => format!("{side} wins"),
        None if board.is_over() => "draw".to_owned(),
        None => String::new(),
    }
}

/// What kind of square it is.
pub(crate) fn place(square: Square) -> &'static str {
    if Squares::CORNERS.has(square) {
        "corner"
    } else if Squares::EDGES.has(square) {
        "edge"
    } else {
        "centre"
    }
}

/// The exact score of every move.
fn exact_scores(board: Board, depth: u32) -> Vec<Option<Score>> {
    let options = TreeOptions { depth, merge: false, evaluator: EvaluatorKind::Paper };
    let tree = options.build(board);
    let score = |square| tree.children.iter().find(|child| child.square == Some(square)).map(|child| child.score);
    Square::all().map(score).collect()
}

fn counts(name: &str, is_shown: bool, trace: &Trace) -> NoughtsCounts {
    let mut entered = vec![false; trace.nodes.len()];
    trace.steps.iter().for_each(|step| entered[step.node] = true);
    NoughtsCounts {
        name: name.to_owned(),
        is_shown,
        positions: trace.counts.nodes,
        scored: trace.counts.evaluations,
        cuts: trace.counts.cuts,
        left_out: entered.iter().filter(|&&entered| !entered).count() as u64,
        value: trace.score,
        best: trace.best.map_or_else(String::new, |square| place(square).to_owned()),
        verdict: String::new(),
    }
}

/// The weights of one's own rows and of the other side's, in words.
fn weights(weights: &Weights) -> [String; 2] {
    let words = [Feature::Own3, Feature::Own2, Feature::Own1, Feature::Their3, Feature::Their2, Feature::Their1];
    let names = ["three", "two", "one"];
    let term = |(feature, name): (Feature, &str)| {
        let weight = weights.of(feature);
        (weight != 0).then(|| format!("{} for {name}", number(weight)))
    };
    let join =
        |features: &[Feature]| features.iter().copied().zip(names).filter_map(term).collect::<Vec<_>>().join(", ");
    [join(&words[..3]), join(&words[3..])]
}

/// A number with a minus sign and not a hyphen.
fn number(score: Score) -> String {
    if score < 0 { format!("−{}", score.unsigned_abs()) } else { score.to_string() }
}

/// A score at the end of the game, in words.
pub(crate) fn verdict(score: Score, side: Side) -> String {
    match score {
        score if score > SURE => format!("{side} wins in {}", WIN - score),
        score if score < -SURE => format!("{} wins in {}", side.other(), WIN + score),
        _ => "a draw".to_owned(),
    }
}

/// The sentences about a search.
struct Words<'a> {
    trace: &'a Trace,
    /// The side to move at the root.
    side: Side,
}

impl Words<'_> {
    fn steps(&self) -> Vec<NoughtsStep> {
        let mut bounds = vec![noughts::Bounds::default(); self.trace.nodes.len()];
        let mut iteration = 0;
        let mut steps = Vec::with_capacity(self.trace.steps.len());
        for step in &self.trace.steps {
            if std::mem::replace(&mut iteration, step.iteration) != step.iteration {
                bounds.fill(noughts::Bounds::default());
            }
            for &(node, known) in &step.changes {
                bounds[node] = known;
            }
            let known = |&(node, known): &(usize, noughts::Bounds)| NoughtsKnown {
                node: node as u32,
                at_least: known.at_least,
                at_most: known.at_most,
            };
            let cut = |cut: &noughts::Cut| NoughtsCut {
                node: cut.node as u32,
                left_out: cut.left_out.iter().map(|&node| node as u32).collect(),
            };
            steps.push(NoughtsStep {
                node: step.node as u32,
                iteration: step.iteration,
                changes: step.changes.iter().map(known).collect(),
                cuts: step.cuts.iter().map(cut).collect(),
                text: self.text(step),
                why: self.why(step, &bounds),
            });
        }
        steps
    }

    /// What is entered: "Edge, reply in the corner: −23."
    fn text(&self, step: &noughts::Step) -> String {
        let mut path = Vec::new();
        let mut at = step.node;
        while let Some(parent) = self.trace.nodes[at].parent {
            path.extend(self.trace.nodes[at].square.map(place));
            at = parent;
        }
        path.reverse();
        let where_to = match path[..] {
            [] => match step.iteration {
                1 => "One move ahead".to_owned(),
                depth => format!("{} moves ahead", in_words(depth as usize)),
            },
            [first] => capital(first),
            [first, reply] => format!("{}, reply {}", capital(first), on_the(reply)),
            [first, reply, ref others @ ..] => {
                let others: Vec<String> = others.iter().map(|place| format!("then {}", on_the(place))).collect();
                format!("{}, reply {}, {}", capital(first), on_the(reply), others.join(", "))
            }
        };
        match step.score {
            Some(score) => format!("{where_to}: {}.", number(score)),
            None => format!("{where_to}."),
        }
    }

    /// What follows for the positions above.
    fn why(&self, step: &noughts::Step, bounds: &[noughts::Bounds]) -> String {
        if let Some(cut) = step.cuts.first() {
            return self.why_cut(step, cut, bounds);
        }
        if step.score.is_none() {
            let node = &self.trace.nodes[step.node];
            let (mover, aim) = (node.board.to_move(), self.aim(node.board));
            return if step.node == 0 {
                format!("{} is to move and takes the {aim} score.", capital(&mover.to_string()))
            } else {
                format!("{} replies, and takes the {aim} score.", capital(&mover.to_string()))
            };
        }
        // The highest position whose score became known.
        let mut found = step.changes.iter().filter(|(node, known)| *node != step.node && known.exact().is_some());
        match found.next_back() {
            Some(&(node, known)) => {
                let score = number(known.exact().unwrap_or_default());
                let name = match self.trace.nodes[node].square {
                    None => "All moves are known: the position".to_owned(),
                    Some(square) => format!("All replies are known: {}", the(place(square))),
                };
                format!("{name} is worth {score}.")
            }
            None => String::new(),
        }
    }

    fn why_cut(&self, step: &noughts::Step, cut: &noughts::Cut, bounds: &[noughts::Bounds]) -> String {
        let node = &self.trace.nodes[cut.node];
        let count = cut.left_out.len();
        let others = match (count, cut.node) {
            (1, _) => "the other reply needs no look".to_owned(),
            (count, _) => format!("the other {} replies need no look", in_words(count)),
        };
        if step.score.is_none() {
            return format!("The table knows enough: {others}.");
        }
        let mover_above = node.board.to_move().other();
        // What the side above has elsewhere: the best among the parent's other moves, or further up.
        let mut above = node.parent;
        let mut child = cut.node;
        while let Some(parent) = above {
            let is_their_choice = self.trace.nodes[parent].board.to_move() == mover_above;
            let siblings = self.trace.nodes[parent].children.iter().filter(|&&other| other != child);
            let known = siblings.filter_map(|&other| {
                let of = if mover_above == self.side { bounds[other].at_least } else { bounds[other].at_most };
                of.map(|score| (score, other))
            });
            let best = if mover_above == self.side { known.max_by_key(first) } else { known.min_by_key(first) };
            if let Some((score, other)) = best.filter(|_| is_their_choice) {
                let place = self.trace.nodes[other].square.map_or("", place);
                let name = capital(&mover_above.to_string());
                return format!("{name} already has {} {}, so {others}.", number(score), on_the(place));
            }
            child = parent;
            above = self.trace.nodes[parent].parent;
        }
        format!("{}.", capital(&others))
    }

    fn aim(&self, board: Board) -> &'static str {
        if board.to_move() == self.side { "highest" } else { "lowest" }
    }
}

fn first(pair: &(Score, usize)) -> Score {
    pair.0
}

fn in_words(count: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    words.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn on_the(place: &str) -> String {
    match place {
        "edge" => "on the edge".to_owned(),
        place => format!("in the {place}"),
    }
}

fn the(place: &str) -> String {
    format!("the {place}")
}

/// With a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn papers_tree(algorithm: Algorithm, order: Order) -> NoughtsTree {
        tree(Board::EMPTY, algorithm, order, 2, true).unwrap()
    }

    #[test]
    fn the_last_step_of_the_mock_up_in_words() {
        let tree = papers_tree(Algorithm::AlphaBeta, Order::BestFirst);
        let last = tree.steps.last().unwrap();
        assert_eq!(last.text, "Edge, reply in the corner: −23.");
        assert_eq!(last.why, "Cross already has −9 in the centre, so the other four replies need no look.");
        assert_eq!(tree.steps.len(), 9);
        assert_eq!(tree.own_rows, "128 for three, 31 for two, 7 for one");
        assert_eq!(tree.their_rows, "−63 for two, −15 for one");
        assert_eq!(
            tree.exact.iter().flatten().copied().collect::<Vec<_>>(),
            [-31, -38, -31, -38, -9, -38, -31, -38, -31]
        );
    }

    #[test]
    fn searches_are_counted_side_by_side() {
        let tree = papers_tree(Algorithm::AlphaBeta, Order::BestFirst);
        let rows: Vec<_> = tree.rows.iter().map(|row| (row.positions, row.scored, row.cuts, row.left_out)).collect();
        assert_eq!(rows[..3], [(16, 12, 0, 0), (14, 10, 1, 2), (9, 5, 2, 7)]);
        assert_eq!(tree.rows.iter().position(|row| row.is_shown), Some(2));
        assert!(tree.rows.iter().all(|row| row.value == -9 && row.best == "centre"));
    }

    #[test]
    fn every_step_has_words_in_every_position() {
        for board in noughts::positions().into_iter().filter(|board| !board.is_over()).step_by(57) {
            for (algorithm, order, depth) in [
                (Algorithm::Minimax, Order::Listed, 2),
                (Algorithm::AlphaBeta, Order::BestFirst, 3),
                (Algorithm::Iterative, Order::Listed, 3),
            ] {
                let Ok(tree) = tree(board, algorithm, order, depth, true) else { continue };
                assert!(tree.steps.iter().all(|step| step.text.ends_with('.')), "{board:?}");
                assert!(tree.steps.iter().filter(|step| !step.cuts.is_empty()).all(|step| !step.why.is_empty()));
            }
        }
    }

    #[test]
    fn a_tree_that_is_too_large_says_what_to_do() {
        let Refusal(reason) = tree(Board::EMPTY, Algorithm::Minimax, Order::Listed, 3, false).unwrap_err();
        assert_eq!(reason, "the tree has 586 positions, too many to draw: fold symmetry, or look fewer moves ahead");
        assert!(tree(Board::EMPTY, Algorithm::Minimax, Order::Listed, 3, true).is_ok());
        assert!(tree(Board::EMPTY, Algorithm::Minimax, Order::Listed, 9, true).is_err());
    }

    #[test]
    fn verdicts() {
        assert_eq!(verdict(0, Side::Cross), "a draw");
        assert_eq!(verdict(WIN - 3, Side::Cross), "cross wins in 3");
        assert_eq!(verdict(4 - WIN, Side::Cross), "nought wins in 4");
    }
}
