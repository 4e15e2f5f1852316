//! Computers at their moves in chess.

use std::num::NonZeroUsize;

use ::chess::{Chess, Color, PlayerSpec, Position, Reasons, color_name, write_san};
use anyhow::Result;
use gametree::{Limits, SURE, Score, Stop, WIN};
use players::{Decision, Fault, Setup};

use super::game::Game;
use crate::sitting::{Failure, Pause, Watched, Wish};

/// The most moves that are shown of the line that a computer expects.
const LINE_LENGTH: usize = 8;

/// What a computer decides on.
pub(super) enum Decided {
    Move(Decision<Chess>),
    ClaimsDraw,
    Resigns,
}

impl Game<'_> {
    /// Lets the computer to move decide, unless it is stopped.
    pub(super) fn decide(&mut self) -> (Result<Decided, Failure>, Option<Wish>) {
        let side = color_name(self.game.session.to_move());
        let failure = |fault: Fault| {
            let verb = match fault {
                Fault::Hangs(_) => "gave ",
                Fault::Illegal(_) => "played what is ",
                Fault::Protocol(_) => "was ",
                _ => "",
            };
            Failure::Fault(format!("the player of {side} {verb}{fault}"))
        };
        if let Err(failure) = self.start(|game, cancel| game.session.start_computer(&setup(cancel)).map_err(failure)) {
            return (Err(failure), None);
        }
        let (watched, wish) = self.watch(|game, cancel| game.session.think(&limits(cancel)));
        let decided = match watched {
            Watched::Done(Ok(decision)) if self.game.session.prefers_draw(&decision) => Ok(Decided::ClaimsDraw),
            // Some programs take the game for over.
            Watched::Done(Err(_)) if self.game.session.claimable().is_some() => Ok(Decided::ClaimsDraw),
            Watched::Done(Ok(decision)) => Ok(Decided::Move(decision)),
            Watched::Done(Err(Fault::Resigned)) => Ok(Decided::Resigns),
            Watched::Done(Err(fault)) => Err(failure(fault)),
            Watched::Stopped => Err(Failure::Stopped),
            Watched::Panicked => Err(failure(Fault::Crashed("it panicked".to_owned()))),
        };
        (decided, wish)
    }

    /// Plays the move of a computer, saves the game and says what was played.
    pub(super) fn play_and_tell(&mut self, decision: &Decision<Chess>) -> Result<()> {
        let board = self.game.session.game().board().clone();
        let (color, number) = (board.side_to_move(), board.fullmove_number());
        if let Err(error) = self.game.session.play_decision(decision) {
            return self.pause(Pause::Fault(format!("{error}: the player of {} chose it", color_name(color))));
        }
        let dots = if color == Color::White { "." } else { "..." };
        let san = write_san(&board, decision.turn);
        self.changed()?;
        self.say(format_args!("{}: {number}{dots} {san}", color_name(color)))?;
        let expected = self.expected(&decision.reasons, color, 1);
        self.game.note = expected.map(|expected| format!("{} expects {expected}", color_name(color)));
        Ok(())
    }

    /// The score and the line that a computer expects, from this move of the line on. The game is at
    /// the position of that move.
    fn expected(&self, reasons: &Reasons, color: Color, from: usize) -> Option<String> {
        let score = score(color, reasons.score?, from);
        let mut board = self.game.session.game().board().clone();
        let mut line = String::new();
        for (i, &mv) in reasons.line.iter().skip(from).take(LINE_LENGTH).enumerate() {
            if !board.is_legal(mv) {
                break;
            }
            let number = match (board.side_to_move(), i) {
                (Color::White, _) => format!("{}. ", board.fullmove_number()),
                (Color::Black, 0) => format!("{}... ", board.fullmove_number()),
                (Color::Black, _) => String::new(),
            };
            line += &format!(" {number}{}", write_san(&board, mv));
            board.play_unchecked(mv);
        }
        let colon = if line.is_empty() { "" } else { ":" };
        Some(format!("{score} at depth {}{colon}{line}", reasons.depth))
    }

    /// What a computer would play for the side to move; none if it cannot or Ctrl-C stops it.
    pub(super) fn ask_computer(&mut self, spec: Option<PlayerSpec>) -> Result<Option<Decision<Chess>>> {
        let spec = spec.map_or_else(super::adviser, Ok)?;
        self.advise(|game, cancel| {
            let position = Position::from(game.session.game().clone());
            let known = game.adviser.take().filter(|(known, _)| *known == spec);
            let adviser = known.map_or_else(|| spec.build(&setup(cancel)), |(_, adviser)| Ok(adviser));
            let decided = adviser.and_then(|mut adviser| {
                let decision = adviser.think(&position, &limits(cancel), &mut |_| ())?;
                Ok((adviser, decision))
            });
            let (adviser, decision) = decided.map_err(|fault| format!("{spec} {fault}"))?;
            if !position.game.board().is_legal(decision.turn) {
                return Err(format!("{spec} chose {}, which is not legal", decision.turn));
            }
            game.adviser = Some((spec, adviser));
            Ok(decision)
        })
    }

    /// Says which move a computer would play, with its score and line.
    pub(super) fn hint(&mut self, spec: Option<PlayerSpec>) -> Result<()> {
        let Some(decision) = self.ask_computer(spec)? else { return Ok(()) };
        let san = write_san(self.game.session.game().board(), decision.turn);
        match self.expected(&decision.reasons, self.game.session.to_move(), 0) {
            Some(expected) => self.say(format_args!("Hint: {san} ({expected})")),
            None => self.say(format_args!("Hint: {san}")),
        }
    }
}

/// A score of a side, after this many of the plies that it was for: in pawns from White's view, or the
/// moves to mate.
fn score(color: Color, score: Score, plies: usize) -> String {
    let moves = |distance: Score| ((distance - plies as Score).max(0) + 1) / 2;
    match score {
        score if score > SURE => format!("mate in {}", moves(WIN - score)),
        score if score < -SURE => format!("{} to mate in {}", color_name(!color), moves(WIN + score)),
        score => pawns(if color == Color::White { score } else { -score }),
    }
}

/// Hundredths of a pawn as pawns, with a sign.
pub(super) fn pawns(score: Score) -> String {
    let sign = if score < 0 { '−' } else { '+' };
    format!("{sign}{}.{:02}", score.abs() / 100, score.abs() % 100)
}

/// Limits that Ctrl-C sets: a move that is interrupted is never played.
fn limits(cancel: &Stop) -> Limits {
    Limits::default().with_cancel(cancel.clone())
}

/// One thread, so that a limit of nodes or depth gives the same move every time. Players that make
/// random choices make others in every game.
fn setup(cancel: &Stop) -> Setup {
    Setup { cancel: cancel.clone(), threads: NonZeroUsize::MIN, seed: players::draw_seed(), ..Setup::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_view() {
        assert_eq!(score(Color::White, 31, 0), "+0.31");
        assert_eq!(score(Color::Black, 105, 1), "−1.05");
        assert_eq!(score(Color::Black, 0, 0), "+0.00");
        assert_eq!(score(Color::Black, WIN - 3, 0), "mate in 2");
        assert_eq!(score(Color::Black, 4 - WIN, 0), "White to mate in 2");
        // A move later it is a move less, as whoever looks at the position then will say too.
        assert_eq!(score(Color::Black, WIN - 3, 1), "mate in 1");
        assert_eq!(score(Color::Black, 4 - WIN, 1), "White to mate in 2");
        assert_eq!(score(Color::Black, WIN - 1, 1), "mate in 0");
    }
}
