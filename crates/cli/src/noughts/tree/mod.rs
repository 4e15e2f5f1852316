//! `starchess noughts tree`: the game tree on paper.

mod dot;
mod grow;
mod text;

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use noughts::{Board, EvaluatorKind};

use self::grow::{Growth, Node};
use super::{FULL_DEPTH, evaluators};
use crate::figures::grouped;

/// Larger trees are drawn only with `--force`.
const MAX_NODES: u64 = 1_000;

/// Which tree, and how it is drawn.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess noughts tree                                the paper's tree
  starchess noughts tree --depth 3 --position X../.O./..X
  starchess noughts tree --depth 9 --eval outcome --position XOX/.O./.X.
  starchess noughts tree --dot | dot -Tsvg > tree.svg   with Graphviz")]
pub(crate) struct TreeArgs {
    /// How many plies to look ahead
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=i64::from(FULL_DEPTH)))]
    pub(crate) depth: u32,
    /// The position at the root: X, O and . in three lines with / between
    #[arg(long, value_name = "POS", default_value = ".../.../...")]
    pub(crate) position: Board,
    /// How the positions at the end of the lines are scored
    #[arg(long, value_name = "EVAL", value_parser = evaluators(), default_value_t = EvaluatorKind::Paper)]
    pub(crate) eval: EvaluatorKind,
    /// Write Graphviz DOT
    #[arg(long)]
    pub(crate) dot: bool,
    /// Draw moves that are alike by symmetry each for itself
    #[arg(long)]
    pub(crate) all: bool,
    /// Draw the tree however large it is
    #[arg(long)]
    pub(crate) force: bool,
}

/// A tree and what there is to say about it.
struct Picture {
    root: Node,
    nodes: u64,
    growth: Growth,
}

impl TreeArgs {
    /// Draws the tree.
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        ensure!(!self.position.is_over(), "the game is over in {:?}: nothing grows from it", self.position);
        let growth = Growth { depth: self.depth, merge: !self.all, evaluator: self.eval };
        let nodes = growth.count(self.position);
        ensure!(
            self.force || nodes <= MAX_NODES,
            "this tree has {} nodes, and more than {} are drawn only with --force",
            grouped(nodes),
            grouped(MAX_NODES)
        );
        let picture = Picture { root: growth.grow(self.position), nodes, growth };
        let text = if self.dot { dot::draw(&picture) } else { text::draw(&picture) };
        Ok(output.write_all(text.as_bytes())?)
    }
}
