//! The comparison as JSON. `starchess compare noughts --help` documents the fields; keep the two in
//! step.

use anyhow::Result;
use gametree::{Score, WIN};
use serde::Serialize;

use super::measure::{Comparison, Row};

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    position: &'a str,
    to_move: &'a str,
    depth: u32,
    eval: &'a str,
    win: Score,
    is_complete: bool,
    rows: Vec<RowDocument<'a>>,
}

#[derive(Serialize)]
struct RowDocument<'a> {
    search: &'a str,
    player: &'a str,
    value: Score,
    solved: bool,
    #[serde(rename = "move")]
    best: Option<&'a str>,
    line: &'a [String],
    nodes: u64,
    evaluations: u64,
    cuts: u64,
    table_hits: u64,
    nodes_of_minimax: Option<f64>,
    time_us: u64,
    counts_vary: bool,
}

/// Writes the comparison as one JSON object.
pub(super) fn write(comparison: &Comparison) -> Result<String> {
    let row = |row| row_document(comparison, row);
    let document = Document {
        game: comparison.game,
        position: &comparison.position,
        to_move: comparison.to_move,
        depth: comparison.depth,
        eval: &comparison.eval,
        win: WIN,
        is_complete: comparison.is_complete,
        rows: comparison.rows.iter().map(row).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn row_document<'a>(comparison: &Comparison, row: &'a Row) -> RowDocument<'a> {
    RowDocument {
        search: row.search,
        player: &row.player,
        value: row.value,
        solved: row.solved,
        best: row.best(),
        line: &row.line,
        nodes: row.counts.nodes,
        evaluations: row.counts.evaluations,
        cuts: row.counts.cuts,
        table_hits: row.counts.table_hits,
        nodes_of_minimax: comparison.fraction_of_minimax(row),
        time_us: row.time.as_micros() as u64,
        counts_vary: row.counts_vary(),
    }
}
