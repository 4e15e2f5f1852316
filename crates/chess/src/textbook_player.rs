//! A textbook search as a computer player.

use std::time::Duration;

use cozy_chess::Move;
use gametree::{Evaluate, Limits, MAX_DEPTH, ReportOf, SURE, Score};
use players::{ComputerPlayer, Decision, Fault};

use crate::game::Game;
use crate::players::{Chess, Position, Reasons};
use crate::rules::{Rules, State};
use crate::textbook::Textbook;

/// The depth if no limit is given at all: that of most examples in the first paper.
const DEFAULT_DEPTH: u32 = 3;

/// The time that passes between the answer and the referee's clock.
const OVERHEAD: Duration = Duration::from_millis(5);

/// A player that searches by the textbook.
pub(crate) struct TextbookPlayer<E> {
    pub(crate) search: Textbook<E>,
    /// Its own limits.
    pub(crate) limits: Limits,
    /// The length of the buffer of its latest moves, which it does not play again; 0 for none.
    pub(crate) buffer: usize,
    /// The score of a pawn; 0 if scores have nothing to do with pawns.
    pub(crate) pawn: Score,
}

/// A score in hundredths of a pawn, where that means anything.
fn centipawns(score: Score, pawn: Score) -> Option<Score> {
    match (score.abs() > SURE, pawn) {
        (true, _) => Some(score),
        (false, 0) => None,
        (false, pawn) => Some((i64::from(score) * 100 / i64::from(pawn)) as Score),
    }
}

fn decision(report: &ReportOf<Rules>, mover: usize, pawn: Score) -> Option<Decision<Chess>> {
    let counts = report.counts;
    // As the first paper counts: a position that the table answers for is not visited.
    let nodes = counts.nodes - counts.table_hits;
    let reasons = Reasons {
        depth: report.depth,
        score: centipawns(report.scores[mover], pawn),
        line: report.line.clone(),
        root_moves: report.root_moves.clone(),
        time: report.elapsed,
    };
    Some(Decision { turn: report.best?, nodes, evaluations: counts.evaluations, reasons })
}

/// The latest moves of the side to move, once there are enough of them to fill the buffer.
fn latest_moves(game: &Game, buffer: usize) -> Vec<Move> {
    let own: Vec<Move> = game.moves().iter().rev().skip(1).step_by(2).take(buffer).copied().collect();
    if own.len() == buffer { own } else { Vec::new() }
}

impl<E: Evaluate<Rules> + Send> ComputerPlayer<Chess> for TextbookPlayer<E> {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<Chess>),
    ) -> Result<Decision<Chess>, Fault> {
        let mut limits = self.limits.tighter(limits);
        let board = position.game.board();
        let mover = board.side_to_move() as usize;
        if let Some(clocks) = position.clocks {
            let (soft, hard) = clocks[mover].allot(OVERHEAD);
            limits = limits.tighter(&Limits::time(hard).with_soft_time(soft));
        } else if !limits.deepens() && limits.depth == MAX_DEPTH {
            limits.depth = DEFAULT_DEPTH;
        }
        let mut rules = Rules::from(board.clone());
        if board.halfmove_clock() >= 100 {
            // Nobody has claimed the draw, so the game goes on.
            rules = rules.without_draws();
        }
        let state = State::from(board.clone());
        let barred = latest_moves(&position.game, self.buffer);
        let pawn = self.pawn;
        let report = self.search.search_except(&rules, &state, &limits, &barred, &mut |report| {
            decision(report, mover, pawn).iter().for_each(&mut *progress);
        });
        decision(&report, mover, pawn).ok_or_else(|| Fault::Crashed("it found no move: the game is over".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_that_nobody_has_claimed_does_not_end_the_game() {
        let decide = |player: &str| {
            let game = Game::new(crate::read_fen("7k/8/6K1/8/8/8/8/R7 w - - 100 80").unwrap());
            let mut player = player.parse::<crate::PlayerSpec>().unwrap().build(&players::Setup::default()).unwrap();
            player.think(&game.into(), &Limits::default(), &mut |_| ()).unwrap().turn.to_string()
        };
        assert_eq!([decide("kong:depth=2"), decide("negamax:depth=2")], ["a1a8", "a1a8"]);
    }

    #[test]
    fn the_buffer_has_the_latest_moves_of_the_side_to_move_once_it_is_full() {
        let mut game = Game::default();
        let text = |moves: Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>();
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6"] {
            assert_eq!(latest_moves(&game, 3), []);
            game.play(game.read_move(mv).unwrap()).unwrap();
        }
        assert_eq!(text(latest_moves(&game, 3)), ["b1c3", "f3g1", "g1f3"]);
        game.play(game.read_move("c3b1").unwrap()).unwrap();
        assert_eq!(text(latest_moves(&game, 3)), ["b8c6", "f6g8", "g8f6"]);
        assert_eq!(latest_moves(&game, 0), []);
    }
}
