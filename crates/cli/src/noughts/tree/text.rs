//! The tree as text, one line per node.

use std::fmt::Write;

use noughts::{Board, EvaluatorKind, Node, Square, Squares, Weights};

use super::Tree;
use crate::figures::{grouped, value};
use crate::terminal;

/// The columns of one line.
struct Line {
    branch: String,
    board: String,
    score: String,
    note: String,
}

/// Draws the tree with one line for each node.
pub(super) fn draw(tree: &Tree) -> String {
    let mut lines = Vec::new();
    add_lines(&tree.root, "", "", &mut lines);
    let width = |column: fn(&Line) -> &str| lines.iter().map(|line| column(line).chars().count()).max().unwrap_or(0);
    let (branches, scores) = (width(|line| &line.branch), width(|line| &line.score));
    let mut text = heading(tree);
    for Line { branch, board, score, note } in &lines {
        let line = format!("{branch:<branches$}  {board}  {score:>scores$}  {note}");
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn heading(tree: &Tree) -> String {
    let side = tree.root.board.to_move();
    let scoring = match tree.options.evaluator {
        EvaluatorKind::Paper => format!("{}, where c is {side} and n is {}", Weights::PAPER, side.other()),
        EvaluatorKind::Outcome => format!("the result for {side}, with the number of plies from the root"),
    };
    let text = format!(
        "Depth {}, nodes {}. The side to move, {side}, maximizes the score; {} minimizes it.\n\
         Score: {scoring}. ◀ marks the principal line.\n\n",
        tree.options.depth,
        grouped(tree.node_count),
        side.other()
    );
    terminal::fit_terminal(&text)
}

/// Adds the lines of a node and its descendants. `prefix` is drawn before the node, `indent` before
/// its descendants.
fn add_lines(node: &Node, prefix: &str, indent: &str, lines: &mut Vec<Line>) {
    lines.push(Line {
        branch: format!("{prefix}{}", name(node)),
        board: node.board.notation(),
        score: value(node.score),
        note: note(node),
    });
    for (i, child) in node.children.iter().enumerate() {
        let (branch, stem) = if i + 1 == node.children.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        add_lines(child, &format!("{indent}{branch}"), &format!("{indent}{stem}"), lines);
    }
}

/// The move that leads to a node, such as "corner a (×4)".
fn name(node: &Node) -> String {
    match node.square {
        None => "root".to_owned(),
        Some(square) if node.equivalents == 1 => format!("{} {square}", place(square)),
        Some(square) => format!("{} {square} (×{})", place(square), node.equivalents),
    }
}

fn place(square: Square) -> &'static str {
    if Squares::CORNERS.has(square) {
        "corner"
    } else if Squares::EDGES.has(square) {
        "edge"
    } else {
        "centre"
    }
}

fn note(node: &Node) -> String {
    let mark = if node.is_principal { "◀" } else { " " };
    format!("{mark} {}", result(node.board).unwrap_or_default())
}

/// The result, if the game is over.
fn result(board: Board) -> Option<String> {
    match board.winner() {
        Some(side) => Some(format!("{side} wins")),
        None => board.is_over().then(|| "draw".to_owned()),
    }
}
