//! The comparison for people.

use std::fmt::Write;

use super::measure::{Comparison, Row};
use crate::figures::{grouped, milliseconds, percent};
use crate::players::Kind;

const HEADER: [&str; 9] =
    ["search", "value", "move", "nodes", "evaluations", "cuts", "table hits", "time", "of minimax"];

/// Draws the table, names to the left and numbers to the right.
pub(super) fn draw(comparison: &Comparison) -> String {
    let mut lines = vec![HEADER.map(str::to_owned)];
    lines.extend(comparison.rows.iter().map(|row| cells(comparison, row)));
    let widths: [usize; HEADER.len()] =
        std::array::from_fn(|i| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0));
    let Comparison { game, position, to_move, depth, eval, .. } = comparison;
    let mut text = format!("{game} {position}, {to_move} to move, depth {depth}, eval {eval}\n");
    // Writing to a string does not fail.
    let _ = writeln!(text, "value: for {to_move}, the side to move\n");
    for [name, numbers @ ..] in &lines {
        let _ = write!(text, "{name:<0$}", widths[0]);
        for (number, width) in numbers.iter().zip(&widths[1..]) {
            let _ = write!(text, "  {number:>width$}");
        }
        text.push('\n');
    }
    text.push('\n');
    for note in comparison.rows.iter().filter_map(note) {
        let _ = writeln!(text, "{note}");
    }
    if !comparison.is_complete {
        text.push_str("Interrupted: the other searches did not end.\n");
    }
    text
}

fn cells(comparison: &Comparison, row: &Row) -> [String; HEADER.len()] {
    let mark = mark(row.search).map_or_else(String::new, |mark| format!(" {mark}"));
    [
        format!("{}{mark}", row.search),
        row.search.write_value(row.value),
        row.best().unwrap_or("none").to_owned(),
        grouped(row.counts.nodes),
        grouped(row.counts.evaluations),
        grouped(row.counts.cuts),
        grouped(row.counts.table_hits),
        milliseconds(row.time),
        comparison.part_of_minimax(row).map_or_else(String::new, percent),
    ]
}

fn mark(search: Kind) -> Option<char> {
    match search {
        Kind::LazySmp => Some('*'),
        Kind::Mcts => Some('+'),
        _ => None,
    }
}

fn note(row: &Row) -> Option<String> {
    let text = match row.search {
        Kind::LazySmp => "has threads that meet by chance: its counts differ from run to run",
        Kind::Mcts => "knows no depth and no eval: nodes are random games, ≈ is their mean (win 1, loss −1)",
        _ => return None,
    };
    Some(format!("{} {} {text}", mark(row.search)?, row.player))
}
