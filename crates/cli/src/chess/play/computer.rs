//! Computers at their moves: thinking, being watched, being stopped, and giving advice.

use std::num::NonZeroUsize;

use ::chess::{Chess, Color, PlayerSpec, Position, Reasons, color_name, write_san};
use anyhow::{Result, bail};
use gametree::{Limits, SURE, Score, Stop, WIN};
use players::{Decision, Fault, Setup};

use super::game::{Game, Pause};
use crate::interrupt::{Interrupted, wait};
use crate::terminal::{Keys, sentence};
use crate::watch::{PausedKey, Watched, Wish, paused_key, show_status, watch};

/// The most moves that are shown of the line that a computer expects.
const LINE_LENGTH: usize = 8;

/// Why a computer has not moved.
enum Failure {
    Interrupted,
    Fault(Fault),
}

impl Game<'_> {
    /// Lets the next computer move, and says whether the game goes on.
    pub(super) fn computer_turn(&mut self) -> Result<bool> {
        let color = self.session.to_move();
        let side = color_name(color);
        if let Ok(conclusion) = self.session.claim_draw() {
            self.concluded(&format!("{side} claims the draw"), conclusion)?;
            return Ok(true);
        }
        if !self.session.has_human() && self.console.is_interactive() {
            if !self.pace.is_fast {
                self.show_if_new()?;
            }
            if self.keys.is_none() {
                self.keys = Keys::open();
            }
        }
        show_status(self.console, &self.status(side))?;
        let (decided, wish) = self.decide(side);
        show_status(self.console, "")?;
        match (wish, decided) {
            (Some(Wish::Quit), _) => {
                self.leave("You left the game")?;
                return Ok(false);
            }
            (Some(Wish::Leave), _) => return self.end_of_input(),
            (Some(Wish::Pause), Err(_)) => self.pause(Pause::Key)?,
            (_, Err(Failure::Interrupted)) if !self.asks => {
                self.leave("Interrupted")?;
                return Err(Interrupted.into());
            }
            (_, Err(Failure::Interrupted)) => self.pause(Pause::Stopped(color))?,
            (_, Err(Failure::Fault(Fault::Resigned))) => {
                self.session.resign(color);
                self.changed()?;
            }
            (_, Err(Failure::Fault(fault))) if !self.asks => bail!("the player of {side} {fault}"),
            (_, Err(Failure::Fault(fault))) => self.pause(Pause::Fault(format!("the player of {side} {fault}")))?,
            (wish, Ok(decision)) => {
                self.play_and_tell(&decision)?;
                if wish == Some(Wish::Step) && !self.is_over() {
                    self.pause(Pause::Step)?;
                }
            }
        }
        Ok(true)
    }

    /// What is on the line of the cursor while a computer thinks.
    fn status(&self, side: &str) -> String {
        match self.keys {
            Some(_) => self.pace.status(&self.turn(), side),
            None => format!("{side} thinks: Ctrl-C stops it"),
        }
    }

    /// The number of the move, for the status of a game that skips ahead.
    fn turn(&self) -> String {
        format!("Move {}", self.session.game().board().fullmove_number())
    }

    /// Lets the computer to move decide, while keys are read if it is watched.
    fn decide(&mut self, side: &str) -> (Result<Decision<Chess>, Failure>, Option<Wish>) {
        // A program may take its time to start: Ctrl-C must work meanwhile.
        let started = self.console.interrupt.during(|cancel| {
            let started = self.session.start_computer(&setup(cancel));
            if cancel.is_raised() { Err(Failure::Interrupted) } else { started.map_err(Failure::Fault) }
        });
        if let Err(failure) = started {
            return (Err(failure), None);
        }
        let turn = self.turn();
        let session = &mut self.session;
        match &self.keys {
            None => {
                let decided = self.console.interrupt.during(|cancel| {
                    wait(self.pace.delay(), cancel);
                    let decided = session.think(&limits(cancel));
                    if cancel.is_raised() { Err(Failure::Interrupted) } else { decided.map_err(Failure::Fault) }
                });
                (decided, None)
            }
            Some(keys) => {
                let interrupt = self.console.interrupt.clone();
                let work = |cancel: &Stop| session.think(&limits(cancel));
                let (watched, wish) = watch(work, &mut self.pace, &interrupt, keys, &mut |pace| {
                    // A status that cannot be shown is no reason to stop.
                    let _ = show_status(self.console, &pace.status(&turn, side));
                });
                let decided = match watched {
                    Watched::Done(decided) => decided.map_err(Failure::Fault),
                    Watched::Stopped => Err(Failure::Interrupted),
                    Watched::Panicked => Err(Failure::Fault(Fault::Crashed("it panicked".to_owned()))),
                };
                (decided, wish)
            }
        }
    }

    /// Plays the move of a computer, saves the game and says what was played.
    pub(super) fn play_and_tell(&mut self, decision: &Decision<Chess>) -> Result<()> {
        let board = self.session.game().board().clone();
        let (color, number) = (board.side_to_move(), board.fullmove_number());
        if let Err(error) = self.session.play_decision(decision) {
            return self.pause(Pause::Fault(format!("{error}: the player of {} chose it", color_name(color))));
        }
        let dots = if color == Color::White { "." } else { "..." };
        let san = write_san(&board, decision.turn);
        self.changed()?;
        self.say(format_args!("{}: {number}{dots} {san}", color_name(color)))?;
        let expected = self.expected(&decision.reasons, color, 1);
        self.note = expected.map(|expected| format!("{} expects {expected}", color_name(color)));
        Ok(())
    }

    /// The score and the line that a computer expects, from this move of the line on. The game is at
    /// the position of that move.
    fn expected(&self, reasons: &Reasons, color: Color, from: usize) -> Option<String> {
        let score = score(color, reasons.score?);
        let mut board = self.session.game().board().clone();
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

    /// Lets the next computer move at once although the game is paused, and says whether the game
    /// goes on.
    pub(super) fn single_turn(&mut self) -> Result<bool> {
        (self.is_paused, self.pace.is_single) = (false, true);
        let goes_on = self.computer_turn();
        self.pace.is_single = false;
        goes_on
    }

    /// Waits for a key while the computers that are watched pause, and says whether the game goes
    /// on.
    pub(super) fn paused_turn(&mut self) -> Result<bool> {
        let Some(keys) = &self.keys else { return Ok(true) };
        match paused_key(self.console, keys, &mut self.pace)? {
            PausedKey::Interrupt => {
                self.leave("Interrupted")?;
                return Err(Interrupted.into());
            }
            PausedKey::Leave => return self.end_of_input(),
            PausedKey::GoOn => self.is_paused = false,
            PausedKey::Fast => (self.is_paused, self.pace.is_fast) = (false, true),
            PausedKey::Step => {
                let goes_on = self.single_turn()?;
                if goes_on && !self.is_paused && !self.is_over() {
                    self.pause(Pause::Step)?;
                }
                return Ok(goes_on);
            }
            PausedKey::Quit => {
                if self.quit(false)? {
                    return Ok(false);
                }
                self.keys = None;
            }
            PausedKey::Commands => {
                self.keys = None;
                let join = self.how_to_join();
                self.say(format_args!("go plays on, step plays one move, {join}, help lists all commands."))?;
            }
            PausedKey::Letter(letter) => {
                self.keys = None;
                self.typed = letter.to_string();
            }
        }
        Ok(true)
    }

    /// What a computer would play for the side to move; none if it cannot or Ctrl-C stops it.
    pub(super) fn advise(&mut self, spec: Option<PlayerSpec>) -> Result<Option<Decision<Chess>>> {
        let spec = spec.map_or_else(super::computer, Ok)?;
        let position = Position::from(self.session.game().clone());
        show_status(self.console, "Thinking: Ctrl-C stops it")?;
        let known = self.adviser.take().filter(|(known, _)| *known == spec);
        let (decided, is_stopped) = self.console.interrupt.during(|cancel| {
            let adviser = known.map_or_else(|| spec.build(&setup(cancel)), |(_, adviser)| Ok(adviser));
            let decided = adviser.and_then(|mut adviser| {
                let decision = adviser.think(&position, &limits(cancel), &mut |_| ())?;
                Ok((adviser, decision))
            });
            (decided, cancel.is_raised())
        });
        show_status(self.console, "")?;
        match decided {
            _ if is_stopped => self.say("Stopped.")?,
            Ok((adviser, decision)) if position.game.board().is_legal(decision.turn) => {
                self.adviser = Some((spec, adviser));
                return Ok(Some(decision));
            }
            Ok((_, decision)) => self.say(format_args!("{spec} chose {}, which is not legal.", decision.turn))?,
            Err(fault) => self.say(sentence(&format!("{spec} {fault}")))?,
        }
        Ok(None)
    }

    /// Says which move a computer would play, with its score and line.
    pub(super) fn hint(&mut self, spec: Option<PlayerSpec>) -> Result<()> {
        let Some(decision) = self.advise(spec)? else { return Ok(()) };
        let san = write_san(self.session.game().board(), decision.turn);
        match self.expected(&decision.reasons, self.session.to_move(), 0) {
            Some(expected) => self.say(format_args!("Hint: {san} ({expected})")),
            None => self.say(format_args!("Hint: {san}")),
        }
    }
}

/// A score of a side from White's view: in pawns, or the moves to mate.
fn score(color: Color, score: Score) -> String {
    let mates = |side, plies: Score| format!("{} mates in {}", color_name(side), (plies + 1) / 2);
    match score {
        score if score > SURE => mates(color, WIN - score),
        score if score < -SURE => mates(!color, WIN + score),
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
    Limits { cancel: Some(cancel.clone()), ..Limits::default() }
}

/// One thread, so that a limit of nodes or depth gives the same move every time.
fn setup(cancel: &Stop) -> Setup {
    Setup { cancel: cancel.clone(), threads: NonZeroUsize::MIN, ..Setup::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_view() {
        assert_eq!(score(Color::White, 31), "+0.31");
        assert_eq!(score(Color::Black, 105), "−1.05");
        assert_eq!(score(Color::Black, 0), "+0.00");
        assert_eq!(score(Color::Black, WIN - 3), "Black mates in 2");
        assert_eq!(score(Color::Black, 2 - WIN), "White mates in 1");
    }
}
