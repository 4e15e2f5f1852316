//! What the engine thinks of positions, for the page to show.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess::engine::{Engine, Evaluation, Finding, Go, Info, Options};
use chess::{Board, Color, Game, Move, write_san};
use gametree::{Bound, Limits, SURE, Score, Stop, WIN};

use crate::chess::messages::{ChessAnalysis, ChessLine, ChessLineMove, ChessScore, ChessWorth};
use crate::chess::position::{position, written};

/// The memory of the engine's table, in MiB.
const HASH: usize = 8;

/// The most lines.
pub(crate) const MAX_LINES: u32 = 5;

/// The longest time for one answer: other games wait for the same threads.
pub(crate) const MAX_TIME: Duration = Duration::from_secs(2);

/// The moves that are shown of a line, after the first.
const LINE_LENGTH: usize = 9;

/// How many nodes a position is searched for the graph of the game.
const NODES_PER_SCORE: u64 = 30_000;

/// The engine that analyses a game. It begins when it is first asked, and keeps what it has found.
#[derive(Clone, Default)]
pub(crate) struct Analyst(Arc<Mutex<Option<Engine>>>);

impl Analyst {
    /// The best lines of a position; none if it is over or the answer is not wanted any more.
    pub(crate) fn analyse(&self, game: &Game, ply: u32, lines: u32, time: Duration, cancel: &Stop) -> ChessAnalysis {
        let lines = lines.clamp(1, MAX_LINES) as usize;
        let mut found: Vec<Option<Info>> = vec![None; lines];
        // With `stop` and not `cancel` it deepens, and what it has found so far counts.
        let limits = Limits::time(time.min(MAX_TIME)).with_stop(cancel.clone());
        let nodes = self.with_engine(lines, |engine| {
            let mut each = |finding: &Finding| {
                if let Finding::Line(info) = finding
                    && info.bound == Bound::Exact
                    && let Some(place) = found.get_mut(info.multi_pv - 1)
                {
                    *place = Some(info.clone());
                }
            };
            engine.think(game, &Go::from(limits), &mut each).nodes
        });
        let board = game.board();
        let lines: Vec<Info> = found.into_iter().flatten().collect();
        let depth = lines.iter().map(|info| info.depth).min().unwrap_or(0);
        let lines = lines.iter().filter_map(|info| line(board, info)).collect();
        ChessAnalysis { ply, depth, nodes, lines }
    }

    /// What positions are worth, as many as can be looked at in the time for one answer.
    pub(crate) fn scores(&self, games: impl Iterator<Item = Game>, cancel: &Stop) -> Vec<ChessScore> {
        let started = Instant::now();
        let mut scores = Vec::new();
        for game in games {
            if started.elapsed() > MAX_TIME || cancel.is_raised() {
                break;
            }
            scores.push(self.score(&game, cancel));
        }
        scores
    }

    fn score(&self, game: &Game, cancel: &Stop) -> ChessScore {
        let mover = game.board().side_to_move();
        match (game.winner(), game.ending()) {
            (Some(_), _) => from_white(-WIN, mover),
            (None, Some(rule)) if !rule.is_claimed() => from_white(0, mover),
            _ => {
                let limits = Limits::nodes(NODES_PER_SCORE).with_cancel(cancel.clone());
                let thought = self.with_engine(1, |engine| engine.think(game, &Go::from(limits), &mut |_| ()));
                from_white(thought.score, mover)
            }
        }
    }

    fn with_engine<T>(&self, multi_pv: usize, work: impl FnOnce(&mut Engine) -> T) -> T {
        let mut engine = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let options = Options { hash: HASH, multi_pv, ..Options::default() };
        let engine = engine.get_or_insert_with(|| Engine::new(options.clone()));
        engine.set_options(options);
        work(engine)
    }
}

/// What each piece is worth to the evaluation that the engine has built in, and whether that is a network.
pub(crate) fn worth(board: &Board) -> (Vec<ChessWorth>, bool) {
    let evaluation = Evaluation::default();
    let pieces = evaluation.worth(board).pieces.into_iter().map(|(square, color, _, white)| ChessWorth {
        square: square.to_string(),
        hundredths: if color == Color::White { white } else { -white },
    });
    let pieces = pieces.collect();
    (pieces, matches!(evaluation, Evaluation::Network(_)))
}

/// A score of the side to move, from White's point of view.
pub(crate) fn from_white(score: Score, mover: Color) -> ChessScore {
    let sign = if mover == Color::White { 1 } else { -1 };
    match score {
        score if score > SURE => ChessScore::Mate { moves: sign * ((WIN - score + 1) / 2) },
        score if score < -SURE => ChessScore::Mate { moves: -sign * ((WIN + score + 1) / 2) },
        score => ChessScore::Pawns { hundredths: sign * score },
    }
}

fn line(board: &Board, info: &Info) -> Option<ChessLine> {
    let (from, to, uci) = written(board, *info.line.first()?);
    let shown = &info.line[..info.line.len().min(LINE_LENGTH + 1)];
    let mut here = board.clone();
    let mut moves = Vec::new();
    for (text, &mv) in with_numbers(board, shown.iter()).into_iter().zip(shown) {
        let (from, to, _) = written(&here, mv);
        here.play_unchecked(mv);
        moves.push(ChessLineMove { text, from, to, position: position(&here) });
    }
    let first = moves.first()?.text.clone();
    let score = from_white(info.score, board.side_to_move());
    Some(ChessLine { score, from, to, uci, first, moves })
}

/// Moves in algebraic notation, with numbers where they are needed.
pub(crate) fn with_numbers<'a>(board: &Board, moves: impl Iterator<Item = &'a Move>) -> Vec<String> {
    let mut board = board.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        if !board.is_legal(mv) {
            break;
        }
        let number = match board.side_to_move() {
            Color::White => format!("{}. ", board.fullmove_number()),
            Color::Black if texts.is_empty() => format!("{}… ", board.fullmove_number()),
            Color::Black => String::new(),
        };
        texts.push(format!("{number}{}", write_san(&board, mv)));
        board.play_unchecked(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use chess::read_fen;

    use super::*;

    fn game(fen: &str) -> Game {
        Game::new(read_fen(fen).unwrap())
    }

    fn analyse(fen: &str, lines: u32) -> ChessAnalysis {
        Analyst::default().analyse(&game(fen), 0, lines, Duration::from_millis(300), &Stop::new())
    }

    #[test]
    fn a_mate_is_found_with_its_line() {
        let found = analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3);
        let best = &found.lines[0];
        assert_eq!((best.score, best.uci.as_str()), (ChessScore::Mate { moves: 1 }, "a1a8"));
        assert_eq!((best.first.as_str(), best.moves.len()), ("1. Ra8#", 1));
        assert!(best.moves[0].position.squares.starts_with("R.....k."), "{best:?}");
        assert_eq!(found.lines.len(), 3);
        assert!(found.depth > 1 && found.nodes > 100);
        let firsts: Vec<&str> = found.lines.iter().map(|line| line.uci.as_str()).collect();
        assert!(firsts[1] != firsts[0] && firsts[2] != firsts[1] && firsts[2] != firsts[0]);
    }

    #[test]
    fn scores_are_from_whites_point_of_view() {
        let found = analyse("6k1/5ppp/8/8/8/8/5PPP/3q2K1 w - - 0 1", 1);
        assert!(found.lines.is_empty() && found.depth == 0);
        let black = analyse("6k1/5ppp/8/8/8/8/q4PPP/6K1 b - - 0 1", 1);
        assert_eq!(black.lines[0].score, ChessScore::Mate { moves: -1 });
        assert_eq!(black.lines[0].first, "1… Qa1#");
        assert_eq!(from_white(-35, Color::Black), ChessScore::Pawns { hundredths: 35 });
    }

    #[test]
    fn every_piece_is_worth_something_to_its_side() {
        let (pieces, _) = worth(game("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 4 4").board());
        assert_eq!(pieces.len(), 30);
        let of = |square: &str| pieces.iter().find(|worth| worth.square == square).unwrap().hundredths;
        // Whatever evaluates them: the queen before the knight and the bishop, and these before a pawn.
        assert!(of("d8") > of("f6") && of("f6") > of("a7"), "{pieces:?}");
        assert!(of("d1") > of("c4") && of("c4") > of("a2"), "{pieces:?}");
    }

    #[test]
    fn finished_games_have_a_score() {
        let analyst = Analyst::default();
        let games = ["6k1/5ppp/8/8/8/8/5PPP/3q2K1 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"].map(game);
        let scores = analyst.scores(games.into_iter(), &Stop::new());
        assert_eq!(scores, [ChessScore::Mate { moves: 0 }, ChessScore::Pawns { hundredths: 0 }]);
    }
}
