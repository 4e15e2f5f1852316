//! Noughts and crosses in the arena.

use gametree::{Game, Limits, Search};
use noughts::{Board, Noughts, Side, Square};

use crate::plan::mix;
use crate::player::{Clock, Player, Thought};
use crate::result::Ending;
use crate::rules::{Outcome, Record, Rules, places};
use players::Fault;

/// The rules of noughts and crosses as the arena sees them. Cross has the first seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoughtsRules;

/// A game of noughts and crosses.
#[derive(Clone, Debug)]
pub struct NoughtsGame {
    board: Board,
    moves: String,
    count: u32,
    out: Option<Side>,
}

impl NoughtsGame {
    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Rules for NoughtsRules {
    type Game = NoughtsGame;
    type Turn = Square;

    fn seats(&self) -> usize {
        2
    }

    fn begin(&self, start: &str) -> Result<NoughtsGame, String> {
        let board = start.parse().map_err(|error| format!("{start:?} is not a position: {error}"))?;
        Ok(NoughtsGame { board, moves: String::new(), count: 0, out: None })
    }

    fn to_move(&self, game: &NoughtsGame) -> usize {
        game.board.to_move().index()
    }

    fn play(&self, game: &mut NoughtsGame, square: &Square) -> Result<(), String> {
        game.board = game.board.try_play(*square).map_err(|error| format!("{square}: {error}"))?;
        if !game.moves.is_empty() {
            game.moves.push(' ');
        }
        game.moves += &square.to_string();
        game.count += 1;
        Ok(())
    }

    fn forfeit(&self, game: &mut NoughtsGame, seat: usize) {
        // If both are out, the first is the one who lost.
        game.out.get_or_insert(Side::BOTH[seat]);
    }

    fn outcome(&self, game: &NoughtsGame) -> Option<Outcome> {
        let winner = match game.out {
            Some(out) => Some(out.other()),
            None if game.board.is_over() => game.board.winner(),
            None => return None,
        };
        let (ending, how) = match (winner, game.out) {
            (Some(winner), Some(_)) => (Ending::Won, format!("{winner} wins because nobody else is left")),
            (Some(winner), None) => (Ending::Won, format!("{winner} has three in a row")),
            (None, _) => (Ending::Drawn, "a draw".to_owned()),
        };
        let merits = Side::BOTH.map(|side| winner == Some(side));
        Some(Outcome { ending, places: places(&merits), how })
    }

    fn turns(&self, game: &NoughtsGame) -> u32 {
        game.count
    }

    fn record(&self, game: &NoughtsGame, _players: &[&str]) -> Record {
        Record::Moves(game.moves.clone())
    }

    fn scores(&self, _record: &Record) -> Option<Vec<Vec<f64>>> {
        None
    }
}

/// A search that plays.
pub struct SearchPlayer {
    /// How it looks for a move.
    pub search: Box<dyn Search<Noughts>>,
    /// How far.
    pub limits: Limits,
}

impl Player<NoughtsRules> for SearchPlayer {
    fn turn(&mut self, game: &NoughtsGame, clock: &Clock) -> Result<Thought<Square>, Fault> {
        let time = self.limits.time.into_iter().chain(clock.time).min();
        let limits = Limits { time, stop: Some(clock.stop.clone()), ..self.limits.clone() };
        let report = self.search.search(&Noughts, &game.board, &limits);
        let turn = report.best.ok_or_else(|| Fault::Crashed("it found no move".to_owned()))?;
        Ok(Thought { turn, nodes: report.counts.nodes, evaluations: report.counts.evaluations })
    }
}

/// All positions after so many moves in which the game goes on, in an order that follows from the seed.
///
/// ```
/// assert_eq!(arena::noughts::starts(0, 1), [".../.../..."]);
/// assert_eq!(arena::noughts::starts(2, 1).len(), 72);
/// ```
pub fn starts(plies: u32, seed: u64) -> Vec<String> {
    let mut boards = vec![Board::EMPTY];
    for _ in 0..plies {
        let mut next = Vec::new();
        for board in boards {
            let mut moves = Vec::new();
            Noughts.moves(&board, &mut moves);
            next.extend(moves.into_iter().map(|square| board.play(square)));
        }
        next.retain(|board| !board.is_over());
        next.sort_by_key(|board| board.notation());
        next.dedup();
        boards = next;
    }
    let mut starts: Vec<String> = boards.into_iter().map(|board| board.notation()).collect();
    // Fisher and Yates.
    for last in (1..starts.len()).rev() {
        let other = mix(seed, last as u64) % (last as u64 + 1);
        starts.swap(last, other as usize);
    }
    starts
}
