//! What the engine writes: moves, scores, findings and boards.

use std::fmt::Write as _;
use std::time::Duration;

use cozy_chess::{Board, Color, File, Move, Rank, Square};
use gametree::{Bound, SURE, Score, WIN};

use crate::engine::{Breakdown, Explanation, Info, Thought};
use crate::fen::{colored_letter, fen};
use crate::game::Game;
use crate::network::PieceValues;

/// Writes moves as the GUI expects them.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveWriter {
    pub(super) is_chess960: bool,
}

impl MoveWriter {
    pub(super) fn write(self, board: &Board, mv: Move) -> String {
        if self.is_chess960 || is_unusual_castling(board, mv) {
            mv.to_string()
        } else {
            cozy_chess::util::display_uci_move(board, mv).to_string()
        }
    }

    fn line(self, board: &Board, line: &[Move]) -> String {
        let mut board = board.clone();
        let mut text = String::new();
        for &mv in line {
            let _ = write!(text, " {}", self.write(&board, mv));
            board.play_unchecked(mv);
        }
        text
    }

    pub(super) fn info(self, board: &Board, info: &Info) -> String {
        let Info { depth, selective_depth, multi_pv, nodes, hashfull, .. } = info;
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let (score, time, line) = (score(info.score), info.time.as_millis(), self.line(board, &info.line));
        let nps = rate(*nodes, info.time);
        format!(
            "info depth {depth} seldepth {selective_depth} multipv {multi_pv} score {score}{bound} nodes {nodes} \
             nps {nps} hashfull {hashfull} time {time} pv{line}\n"
        )
    }

    pub(super) fn best(self, board: &Board, thought: &Thought) -> String {
        let Some(&best) = thought.line.first() else { return "bestmove (none)\n".to_owned() };
        let mut text = format!("bestmove {}", self.write(board, best));
        if let Some(&ponder) = thought.line.get(1) {
            let mut after = board.clone();
            after.play_unchecked(best);
            let _ = write!(text, " ponder {}", self.write(&after, ponder));
        }
        text + "\n"
    }
}

/// Whether a move castles from squares other than the usual ones. The king's move alone could then be
/// an ordinary move too, so it is written as in Chess960 whatever the GUI has set.
fn is_unusual_castling(board: &Board, mv: Move) -> bool {
    let is_castling = board.colors(board.side_to_move()).has(mv.to);
    is_castling && (mv.from.file() != File::E || !matches!(mv.to.file(), File::A | File::H))
}

/// Nodes per second.
fn rate(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

fn score(score: Score) -> String {
    match score {
        score if score > SURE => format!("mate {}", (WIN - score + 1) / 2),
        score if score < -SURE => format!("mate -{}", (WIN + score + 1) / 2),
        score => format!("cp {score}"),
    }
}

/// The evaluation of a position and its reasons.
pub(super) fn explanation(explanation: &Explanation) -> String {
    match explanation {
        Explanation::Terms(terms) => breakdown(terms),
        Explanation::Pieces(pieces) => piece_values(pieces),
    }
}

/// What each piece is worth to the network, as a board.
fn piece_values(values: &PieceValues) -> String {
    let mut text = "info string what White would lose without each piece, in pawns\n".to_owned();
    for line in values.to_string().lines() {
        let _ = writeln!(text, "info string {line}");
    }
    let value = values.value;
    let _ = writeln!(text, "info string evaluation {value} for the side to move, in hundredths of a pawn");
    text
}

/// The terms of the evaluation, one on a line.
fn breakdown(breakdown: &Breakdown) -> String {
    let Breakdown { terms, phase, scale, tempo, value } = breakdown;
    let mut text = format!("info string {:<36}{:>8}{:>8}{:>8}\n", "term", "White", "Black", "sum");
    for (name, [white, black]) in terms {
        let _ = writeln!(text, "info string {name:<36}{white:>8}{black:>8}{:>8}", white - black);
    }
    let _ = writeln!(text, "info string phase {phase} of 24; the sum counts {scale}/64");
    let _ = writeln!(text, "info string {tempo} for being to move");
    let _ = writeln!(text, "info string evaluation {value} for the side to move, in hundredths of a pawn");
    text
}

/// The board as a picture, its FEN and how the game stands.
pub(super) fn picture(game: &Game) -> String {
    let board = game.board();
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "info string {} ", rank as usize + 1);
        for file in File::ALL {
            let square = Square::new(file, rank);
            let letter = board
                .piece_on(square)
                .map_or('.', |piece| colored_letter(board.color_on(square).unwrap_or(Color::Black), piece));
            let _ = write!(text, " {letter}");
        }
        text.push('\n');
    }
    text.push_str("info string    a b c d e f g h\n");
    let _ = writeln!(text, "info string fen {}", fen(board));
    if let Some(ending) = game.ending() {
        let _ = writeln!(text, "info string {ending}");
    }
    text
}
