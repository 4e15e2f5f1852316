//! The tree as lines of text.

use std::fmt::Write;

use noughts::{Board, EvaluatorKind, Square, Squares, Weights};

use super::{Node, Picture};
use crate::figures::{grouped, value};

/// A line of the drawing, in columns.
struct Line {
    branch: String,
    board: String,
    score: String,
    remark: String,
}

/// Draws the tree with one line for each node.
pub(super) fn draw(picture: &Picture) -> String {
    let mut lines = Vec::new();
    add_lines(&picture.root, "", "", &mut lines);
    let width = |column: fn(&Line) -> &str| lines.iter().map(|line| column(line).chars().count()).max().unwrap_or(0);
    let (branches, scores) = (width(|line| &line.branch), width(|line| &line.score));
    let mut text = heading(picture);
    for Line { branch, board, score, remark } in &lines {
        let line = format!("{branch:<branches$}  {board}  {score:>scores$}  {remark}");
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn heading(picture: &Picture) -> String {
    let side = picture.root.board.to_move();
    let scoring = match picture.growth.evaluator {
        EvaluatorKind::Paper => format!("{}, where c is {side} and n is {}", Weights::PAPER, side.other()),
        EvaluatorKind::Outcome => format!("how the game ends for {side}, in plies from the root"),
    };
    format!(
        "Depth {}, nodes {}. It is the turn of {side}, who seeks the highest score; {} seeks the lowest.\n\
         Score: {scoring}. ◀ marks the line of best play.\n\n",
        picture.growth.depth,
        grouped(picture.nodes),
        side.other()
    )
}

/// Adds the lines of a node and all below it. `stem` is drawn before the node, `trunk` before those below.
fn add_lines(node: &Node, stem: &str, trunk: &str, lines: &mut Vec<Line>) {
    lines.push(Line {
        branch: format!("{stem}{}", name(node)),
        board: node.board.notation(),
        score: value(node.score),
        remark: remark(node),
    });
    for (i, child) in node.children.iter().enumerate() {
        let (bend, straight) = if i + 1 == node.children.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        add_lines(child, &format!("{trunk}{bend}"), &format!("{trunk}{straight}"), lines);
    }
}

/// The move that leads to a node, such as "corner a (×4)".
fn name(node: &Node) -> String {
    match node.square {
        None => "root".to_owned(),
        Some(square) if node.alike == 1 => format!("{} {square}", place(square)),
        Some(square) => format!("{} {square} (×{})", place(square), node.alike),
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

fn remark(node: &Node) -> String {
    let mark = if node.is_chosen { "◀" } else { " " };
    format!("{mark} {}", ending(node.board).unwrap_or_default())
}

/// How the game has ended.
fn ending(board: Board) -> Option<String> {
    match board.winner() {
        Some(side) => Some(format!("{side} wins")),
        None => board.is_over().then(|| "draw".to_owned()),
    }
}
