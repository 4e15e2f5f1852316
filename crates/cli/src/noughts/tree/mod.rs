//! `starchess noughts tree`: draws the search tree with its backed-up scores.

mod dot;
mod text;

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use noughts::{Board, EvaluatorKind, TreeOptions};

use super::{FULL_DEPTH, evaluators};
use crate::figures::{grouped, whole};

/// Larger trees need `--force`.
const MAX_NODES: u64 = 1_000;

/// The tree to draw, and the format of the drawing.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess noughts tree                                the paper's tree
  starchess noughts tree --depth 3 --position X../.O./..X
  starchess noughts tree --depth 9 --eval outcome --position XOX/.O./.X.
  starchess noughts tree --dot | dot -Tsvg > tree.svg   with Graphviz")]
pub(crate) struct TreeArgs {
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1..=FULL_DEPTH))]
    pub(crate) depth: u32,
    /// Root position: three lines of X, O and . separated by /
    #[arg(long, value_name = "POS", default_value = ".../.../...")]
    pub(crate) position: Board,
    /// Evaluator of the leaves: paper (the paper's features) or outcome (only finished games count)
    #[arg(long, value_name = "EVAL", value_parser = evaluators(), default_value_t = EvaluatorKind::Paper)]
    pub(crate) eval: EvaluatorKind,
    /// Write a Graphviz DOT graph instead of text
    #[arg(long)]
    pub(crate) dot: bool,
    /// Draw all moves, including those that are equal up to symmetry
    #[arg(long)]
    pub(crate) all: bool,
    /// Draw the tree even if it has more than 1,000 nodes
    #[arg(long)]
    pub(crate) force: bool,
}

/// A search tree and its options.
struct Tree {
    root: noughts::Node,
    node_count: u64,
    options: TreeOptions,
}

impl TreeArgs {
    /// Draws the tree.
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        ensure!(!self.position.is_over(), "the game is over in {:?}, so there is no tree to draw", self.position);
        let options = TreeOptions { depth: self.depth, merge: !self.all, evaluator: self.eval };
        let node_count = options.count_nodes(self.position);
        ensure!(
            self.force || node_count <= MAX_NODES,
            "the tree has {} nodes; use --force to draw more than {}",
            grouped(node_count),
            grouped(MAX_NODES)
        );
        let tree = Tree { root: options.build(self.position), node_count, options };
        let text = if self.dot { dot::draw(&tree) } else { text::draw(&tree) };
        Ok(output.write_all(text.as_bytes())?)
    }
}
