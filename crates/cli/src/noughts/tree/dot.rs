//! The tree in Graphviz' language.

use std::fmt::Write;

use super::{Node, Picture};
use crate::figures::value;

/// How the chosen line stands out.
const CHOSEN: &str = ", penwidth=3";

/// Writes the tree as a DOT graph: positions as small boards with their scores, moves on the edges, and the chosen line
/// in bold.
pub(super) fn draw(picture: &Picture) -> String {
    let mut text = String::from("digraph tree {\n  node [shape=box, fontname=\"monospace\"]\n");
    add_node(&picture.root, &mut 0, &mut text);
    text.push_str("}\n");
    text
}

/// Adds a node and all below it; gives the node's number. `next` is the first number that is free.
fn add_node(node: &Node, next: &mut usize, text: &mut String) -> usize {
    let number = *next;
    *next += 1;
    let board = node.board.notation().replace('/', "\\n");
    // Writing to a string does not fail.
    let _ = writeln!(text, "  n{number} [label=\"{board}\\n{}\"{}]", value(node.score), bold(node));
    for child in &node.children {
        let below = add_node(child, next, text);
        let _ = writeln!(text, "  n{number} -> n{below} [label=\"{}\"{}]", label(child), bold(child));
    }
    number
}

fn label(node: &Node) -> String {
    let square = node.square.map_or_else(String::new, |square| square.to_string());
    if node.alike == 1 { square } else { format!("{square} ×{}", node.alike) }
}

fn bold(node: &Node) -> &'static str {
    if node.is_chosen { CHOSEN } else { "" }
}
