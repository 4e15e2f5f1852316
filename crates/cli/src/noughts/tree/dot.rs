//! The tree as a Graphviz DOT graph.

use std::fmt::Write;

use noughts::Node;

use super::Tree;
use crate::figures::value;

/// The style of the principal line.
const PRINCIPAL: &str = ", penwidth=3";

/// Writes the tree as a DOT graph. Nodes show the board and the score, edges the move; the
/// principal line is bold.
pub(super) fn draw(tree: &Tree) -> String {
    let mut text = String::from("digraph tree {\n  node [shape=box, fontname=\"monospace\"]\n");
    add_node(&tree.root, &mut 0, &mut text);
    text.push_str("}\n");
    text
}

/// Adds a node and its descendants, and returns its number. `next` is the first free number.
fn add_node(node: &Node, next: &mut usize, text: &mut String) -> usize {
    let number = *next;
    *next += 1;
    let board = node.board.notation().replace('/', "\\n");
    // Writing to a string does not fail.
    let _ = writeln!(text, "  n{number} [label=\"{board}\\n{}\"{}]", value(node.score), style(node));
    for child in &node.children {
        let child_number = add_node(child, next, text);
        let _ = writeln!(text, "  n{number} -> n{child_number} [label=\"{}\"{}]", label(child), style(child));
    }
    number
}

fn label(node: &Node) -> String {
    let square = node.square.map_or_else(String::new, |square| square.to_string());
    if node.equivalents == 1 { square } else { format!("{square} ×{}", node.equivalents) }
}

fn style(node: &Node) -> &'static str {
    if node.is_principal { PRINCIPAL } else { "" }
}
