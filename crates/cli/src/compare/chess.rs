//! `starchess compare chess`: the tables of the first chess paper, for any position.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::Result;
use arena::text::TextTable;
use chess::{Game, Material, PlayerSpec, Position, Rules, State};
use clap::Args;
use cozy_chess::{Board, Color, Move};
use gametree::{Iterative, Limits, Score, Search, Stop, Table, WIN};
use players::Setup;
use serde::Serialize;

use crate::figures::{grouped, milliseconds, percent, value, whole};

/// A chess position and the depth of the searches.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{ROWS}\n\n{JSON}\n\n{EXAMPLES}"))]
pub(crate) struct CompareChess {
    /// Position in Forsyth-Edwards notation; of Chess960, too
    #[arg(long, value_name = "FEN", value_parser = chess::read_fen, default_value = START)]
    pub(crate) fen: Board,
    /// Search depth in plies; minimax visits millions of positions from depth 5 on
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=MAX_DEPTH))]
    pub(crate) depth: u32,
    /// Write JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Deeper, plain minimax would not end in a lifetime.
const MAX_DEPTH: u32 = 12;

const EXAMPLES: &str = "Examples:
  starchess compare chess --depth 3
  starchess compare chess --depth 4 --fen '6q1/R2Q3p/1p1p1ppk/1P1N4/1P2rP2/6P1/7P/6K1 w - -'";

const ROWS: &str = "The rows are computer players, each with the depth N:
  minimax               kong:search=minimax,ties=first
  alpha-beta            kong:ties=first
    sound table         kong:table=sound,ties=first
    paper's table       kong:table=paper,ties=first
  deepening             kong:deepen,ties=first
    reordering          kong:deepen,reorder,ties=first
    and sound table     kong:deepen,table=sound,reorder,ties=first
    and paper's table   kong:deepen,table=paper,reorder,ties=first
  negamax               negamax, with its own evaluation
  iterative             not a player: the library's own iterative deepening
The first paper's table ignores depths and takes bounds for values, so its results may be wrong.";

pub(super) const JSON: &str = "The JSON object has these fields:
  game, position, to_move, depth  the input
  win                             value of a won game; a win in n plies: win − n
  is_complete                     false if Ctrl-C stopped the comparison
  rows                            one object for each search:
    search, player                its name, and the player that runs it
    value                         for the side to move, in hundredths of a pawn
    move, line                    best move and principal line, in UCI notation
    visited                       positions searched, but for those in the table
    evaluations                   positions scored
    visited_of_minimax            visited as a fraction of minimax's
    time_us                       elapsed time in microseconds";

/// The rows in their order: what they are called, and the player without its depth; none for the
/// search library's own. Minimax is first: it is the baseline for the others.
const ROWS_IN_ORDER: [(&str, Option<&str>); 10] = [
    ("minimax", Some("kong:search=minimax,ties=first")),
    ("alpha-beta", Some("kong:ties=first")),
    ("  sound table", Some("kong:table=sound,ties=first")),
    ("  paper's table", Some("kong:table=paper,ties=first")),
    ("deepening", Some("kong:deepen,ties=first")),
    ("  reordering", Some("kong:deepen,reorder,ties=first")),
    ("  and sound table", Some("kong:deepen,table=sound,reorder,ties=first")),
    ("  and paper's table", Some("kong:deepen,table=paper,reorder,ties=first")),
    ("negamax", Some("negamax")),
    ("iterative", None),
];

/// The size of the transposition table of the library's search.
const TABLE_BYTES: usize = 64 << 20;

/// The results of all searches.
#[derive(Serialize)]
pub(super) struct Comparison {
    game: &'static str,
    position: String,
    to_move: &'static str,
    depth: u32,
    win: Score,
    /// Whether all searches finished.
    pub(super) is_complete: bool,
    /// One for each search that finished.
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    search: &'static str,
    player: Option<String>,
    value: Score,
    #[serde(rename = "move")]
    best: Option<String>,
    line: Vec<String>,
    visited: u64,
    evaluations: u64,
    visited_of_minimax: f64,
    time_us: u64,
}

impl CompareChess {
    /// Runs the searches one after another until all have finished or `stop` is raised. Calls
    /// `on_start` with the name of each search before it starts.
    pub(super) fn compare(&self, stop: &Stop, mut on_start: impl FnMut(&str)) -> Result<Comparison> {
        let mut rows: Vec<Row> = Vec::with_capacity(ROWS_IN_ORDER.len());
        for (name, player) in ROWS_IN_ORDER {
            on_start(name.trim());
            let mut row = self.measure(name, player, stop)?;
            // An interrupted search has no valid result.
            if stop.is_raised() {
                break;
            }
            let minimax = rows.first().map_or(row.visited, |minimax| minimax.visited);
            row.visited_of_minimax = row.visited as f64 / minimax as f64;
            rows.push(row);
        }
        Ok(Comparison {
            game: "chess",
            position: self.fen.to_string(),
            to_move: match self.fen.side_to_move() {
                Color::White => "White",
                Color::Black => "Black",
            },
            depth: self.depth,
            win: WIN,
            is_complete: rows.len() == ROWS_IN_ORDER.len(),
            rows,
        })
    }

    fn measure(&self, search: &'static str, player: Option<&str>, stop: &Stop) -> Result<Row> {
        let limits = Limits::depth(self.depth).with_cancel(stop.clone());
        let row = |player, value, line: &[Move], visited, evaluations, time: Duration| {
            let line = self.write_line(line);
            let (best, time_us) = (line.first().cloned(), time.as_micros() as u64);
            let search = search.trim();
            Row { search, player, value, best, line, visited, evaluations, visited_of_minimax: 1.0, time_us }
        };
        let Some(player) = player else {
            let mut iterative = Iterative::new(Material, Table::with_bytes(TABLE_BYTES));
            let begin = Instant::now();
            let report = iterative.search(&Rules::from(self.fen.clone()), &State::from(self.fen.clone()), &limits);
            let score = report.scores[self.fen.side_to_move() as usize];
            return Ok(row(None, score, &report.line, report.counts.nodes, report.counts.evaluations, begin.elapsed()));
        };
        let separator = if player.contains(':') { ',' } else { ':' };
        let spec: PlayerSpec = format!("{player}{separator}depth={}", self.depth).parse()?;
        let mut player = spec.build(&Setup::default())?;
        let position = Position::from(Game::new(self.fen.clone()));
        let begin = Instant::now();
        let decision = player.think(&position, &limits, &mut |_| ())?;
        let reasons = decision.reasons;
        let score = reasons.score.unwrap_or(0);
        let time = begin.elapsed();
        Ok(row(Some(spec.to_string()), score, &reasons.line, decision.nodes, decision.evaluations, time))
    }

    /// The moves of a line as UCI writes them.
    fn write_line(&self, line: &[Move]) -> Vec<String> {
        let mut board = self.fen.clone();
        let write = |&mv: &Move| {
            let text = cozy_chess::util::display_uci_move(&board, mv).to_string();
            board.play_unchecked(mv);
            text
        };
        line.iter().map(write).collect()
    }
}

impl Comparison {
    /// The comparison as one JSON object.
    pub(super) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The comparison as a table with a heading and notes.
    pub(super) fn draw(&self) -> String {
        let Self { position, to_move, depth, .. } = self;
        let mut text = format!("chess, {to_move} to move, depth {depth}\n{position}\n");
        let _ = writeln!(text, "value: for {to_move}, in hundredths of a pawn\n");
        let mut table = TextTable::new(["search", "move", "value", "visited", "time", "of minimax"]);
        for (row, (name, _)) in self.rows.iter().zip(ROWS_IN_ORDER) {
            table.rows.push(vec![
                name.to_owned(),
                row.best.clone().unwrap_or_else(|| "none".to_owned()),
                value(row.value),
                grouped(row.visited),
                milliseconds(Duration::from_micros(row.time_us)),
                percent(row.visited_of_minimax),
            ]);
        }
        let _ = write!(text, "{table}");
        text.push_str(if self.is_complete { "\n" } else { "\nInterrupted: the other searches did not finish.\n" });
        text.push_str("negamax has its own evaluation. --help tells which player each row is.\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn compare(fen: &str, depth: u32) -> Comparison {
        let args = CompareChess { fen: chess::read_fen(fen).unwrap(), depth, json: false };
        args.compare(&Stop::new(), |_| ()).unwrap()
    }

    #[test]
    fn every_search_has_a_row() {
        let comparison = compare(START, 2);
        assert!(comparison.is_complete);
        assert_eq!(comparison.rows.len(), ROWS_IN_ORDER.len());
        assert_eq!(comparison.rows[0].visited, 421);
        assert!(comparison.rows[..8].iter().all(|row| row.value == 0));
        assert!(ROWS.lines().count() == ROWS_IN_ORDER.len() + 2, "a line for each row, the first and the last");
        for (name, player) in ROWS_IN_ORDER {
            assert!(ROWS.contains(name.trim()) && ROWS.contains(player.unwrap_or(name)), "{name}");
        }
    }

    #[test]
    fn a_table_is_80_columns_wide_at_most() {
        let mut comparison = compare("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2);
        for row in &mut comparison.rows {
            (row.visited, row.value, row.time_us) = (197_880_000, -12_345, 99_999_999_999);
            row.best = Some("a7a8q".to_owned());
        }
        let text = comparison.draw();
        assert!(text.lines().all(|line| line.width() <= 80), "{text}");
    }

    #[test]
    fn castling_is_written_as_uci_writes_it() {
        let args = CompareChess { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap(), depth: 1, json: false };
        assert_eq!(args.write_line(&["e1h1".parse().unwrap(), "e8d8".parse().unwrap()]), ["e1g1", "e8d8"]);
    }

    #[test]
    fn an_interrupted_comparison_is_incomplete() {
        let stop = Stop::new();
        stop.raise();
        let args = CompareChess { fen: Board::default(), depth: 9, json: false };
        let comparison = args.compare(&stop, |_| ()).unwrap();
        assert!(!comparison.is_complete && comparison.rows.is_empty());
        assert!(comparison.draw().contains("Interrupted"));
    }
}
