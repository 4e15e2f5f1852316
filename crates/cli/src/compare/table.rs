//! The comparison as a text table.

use std::fmt::Write;

use arena::text::TextTable;

use super::measure::{Comparison, Row};
use crate::figures::{grouped, milliseconds, percent};
use crate::searched::write_score;

const HEADER: [&str; 9] = ["search", "value", "move", "nodes", "evals", "cuts", "hits", "time", "of minimax"];

/// Draws the table with a heading and notes.
pub(super) fn draw(comparison: &Comparison) -> String {
    let mut table = TextTable::new(HEADER);
    table.rows.extend(comparison.rows.iter().map(|row| cells(comparison, row).to_vec()));
    let Comparison { game, position, to_move, depth, eval, .. } = comparison;
    let mut text = format!("{game} {position}, {to_move} to move, depth {depth}, eval {eval}\n");
    // Writing to a string does not fail.
    let _ = writeln!(text, "value: for {to_move}, the side to move\n");
    let _ = write!(text, "{table}");
    text.push('\n');
    for note in comparison.rows.iter().filter_map(note) {
        let _ = writeln!(text, "{note}");
    }
    if !comparison.is_complete {
        text.push_str("Interrupted: the other searches did not finish.\n");
    }
    text
}

fn cells(comparison: &Comparison, row: &Row) -> [String; HEADER.len()] {
    let mark = mark(row.search).map_or_else(String::new, |mark| format!(" {mark}"));
    [
        format!("{}{mark}", row.search),
        write_score(row.search, row.value, row.solved),
        row.best().unwrap_or("none").to_owned(),
        grouped(row.counts.nodes),
        grouped(row.counts.evaluations),
        grouped(row.counts.cuts),
        grouped(row.counts.table_hits),
        milliseconds(row.time),
        comparison.fraction_of_minimax(row).map_or_else(String::new, percent),
    ]
}

fn mark(search: &str) -> Option<char> {
    match search {
        "lazy-smp" => Some('*'),
        "mcts" => Some('+'),
        _ => None,
    }
}

fn note(row: &Row) -> Option<String> {
    let text = match row.search {
        "lazy-smp" => "runs several threads: its counts differ from run to run",
        "mcts" => "has no depth and no evaluator: nodes are playouts, ≈ is their mean (win 1, loss −1)",
        _ => return None,
    };
    Some(format!("{} {} {text}", mark(row.search)?, row.player))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use gametree::{Counts, WIN};

    use super::*;

    #[test]
    fn columns_are_aligned() {
        let row = |search, value, nodes, time| Row {
            search,
            player: format!("{search}:depth=9"),
            value,
            solved: true,
            line: vec!["a".to_owned()],
            counts: Counts::nodes(nodes),
            time: Duration::from_micros(time),
        };
        let comparison = Comparison {
            game: "noughts",
            position: ".../.../...".to_owned(),
            to_move: "cross",
            depth: 9,
            eval: "outcome".to_owned(),
            rows: vec![row("minimax", 0, 549_946, 1_234_567), row("lazy-smp", WIN - 5, 7_725, 721)],
            is_complete: false,
        };
        let expected = "\
noughts .../.../..., cross to move, depth 9, eval outcome
value: for cross, the side to move

search         value  move    nodes  evals  cuts  hits          time  of minimax
minimax            0     a  549,946      0     0     0  1,234.567 ms       100 %
lazy-smp *  win in 5     a    7,725      0     0     0      0.721 ms       1.4 %

* lazy-smp:depth=9 runs several threads: its counts differ from run to run
Interrupted: the other searches did not finish.
";
        assert_eq!(draw(&comparison), expected);
    }
}
