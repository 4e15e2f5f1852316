//! Computers at their turns: thinking, being watched and being stopped.

use anyhow::Result;
use gametree::{Limits, Stop};
use players::Fault;
use starchess::{Event, PlayedTurn, Player, Session, Thinking, Thought, TurnError, write_commands};

use super::game::{Game, News, NewsKind, Pause};
use super::{capital, describe, explain};
use crate::interrupt::{Interrupted, wait};
use crate::terminal::{Keys, sentence};
use crate::watch::{PausedKey, Watched, Wish, paused_key, show_status, watch};

/// How many rounds pass between two boards when the game skips ahead.
const FAST_ROUNDS: u32 = 25;

/// For how many rounds the computers play without being asked again.
pub(super) const ROUNDS_ALONE: u32 = 200;

impl Game<'_> {
    /// Lets the next computer play, and says whether the game goes on.
    pub(super) fn computer_turn(&mut self) -> Result<bool> {
        let player = self.session.galaxy().to_move();
        let is_watched = !self.session.has_living_human();
        if is_watched && !self.is_watching_on()? {
            return Ok(true);
        }
        self.show_thinking(player)?;
        // A program may take its time to start: Ctrl-C must work meanwhile.
        let started = self.console.interrupt.during(|cancel| {
            self.session.setup.cancel = cancel.clone();
            let started = self.session.start_thinking();
            if cancel.is_raised() { Err(TurnError::Interrupted) } else { started }
        });
        let (thought, wish) = match started {
            Err(error) => (Err(error), None),
            Ok(mut thinking) => {
                let (thought, wish) = self.think(&mut thinking);
                (self.session.finish_thinking(thinking, thought), wish)
            }
        };
        self.show_status("")?;
        match (wish, thought) {
            (Some(Wish::Quit), _) => {
                self.leave("You left the game")?;
                return Ok(false);
            }
            (Some(Wish::Leave), _) => return self.end_of_input(),
            (Some(Wish::Pause), Err(_)) => self.pause(Pause::Key)?,
            (_, Err(TurnError::Interrupted)) if !self.asks => {
                self.leave("Interrupted")?;
                return Err(Interrupted.into());
            }
            (_, Err(TurnError::Interrupted)) => self.pause(Pause::Stopped(player))?,
            (_, Err(error)) if !self.asks => return Err(error.into()),
            (_, Err(error)) => self.pause(Pause::Fault(error.to_string()))?,
            (wish, Ok(turn)) => {
                self.tell(&turn)?;
                match wish {
                    _ if self.is_over() => {}
                    Some(Wish::Step) => self.pause(Pause::Step)?,
                    _ if !is_watched && self.asks && !self.session.has_living_human() => {
                        self.pause(Pause::NoHumans)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(true)
    }

    /// Lets the next computer play at once although the game is paused, and says whether the game
    /// goes on.
    pub(super) fn single_turn(&mut self) -> Result<bool> {
        (self.is_paused, self.pace.is_single) = (false, true);
        let goes_on = self.computer_turn();
        self.pace.is_single = false;
        goes_on
    }

    /// Shows the board once a round to those who watch, and says whether the computers play on. They
    /// pause after the rounds that were asked for, and where nothing happens any more.
    fn is_watching_on(&mut self) -> Result<bool> {
        let round = self.session.galaxy().round();
        if self.pause_before.is_some_and(|pause| round >= pause) {
            self.pause(Pause::Rounds)?;
            return Ok(false);
        }
        let is_due = match self.shown {
            None => true,
            Some(shown) if self.pace.is_fast => round >= shown.round() + FAST_ROUNDS,
            Some(shown) => round != shown.round(),
        };
        if is_due {
            self.show()?;
            self.news.clear();
        }
        let is_frozen = self.session.record().is_frozen();
        let was_frozen = std::mem::replace(&mut self.is_frozen, is_frozen);
        if is_frozen && !was_frozen && self.asks {
            self.pause(Pause::Frozen)?;
            return Ok(false);
        }
        if self.console.is_interactive() && self.keys.is_none() {
            self.keys = Keys::open();
        }
        Ok(true)
    }

    /// Says who thinks, and what can be done meanwhile, on a line that is cleared later.
    fn show_thinking(&mut self, player: Player) -> Result<()> {
        let status = match self.keys {
            Some(_) => self.pace.status(&turn(&self.session), &capital(player)),
            None if self.pace.is_fast => return Ok(()),
            None => format!("{} thinks: Ctrl-C stops it", capital(player)),
        };
        self.show_status(&status)
    }

    fn show_status(&mut self, status: &str) -> Result<()> {
        show_status(self.console, status)
    }

    /// Lets a computer think, while keys are read if it is watched.
    fn think(&mut self, thinking: &mut Thinking) -> (Result<Thought, TurnError>, Option<Wish>) {
        match &self.keys {
            None => {
                let delay = if self.session.has_living_human() && !self.pace.is_single {
                    self.human_delay
                } else {
                    self.pace.delay()
                };
                let thought = self.console.interrupt.during(|cancel| {
                    wait(delay, cancel);
                    thinking.think(&limits(cancel), &mut |_| ())
                });
                (thought, None)
            }
            Some(keys) => {
                let (interrupt, player) = (self.console.interrupt.clone(), thinking.player());
                let turn = turn(&self.session);
                let work = |cancel: &Stop| thinking.think(&limits(cancel), &mut |_| ());
                let (watched, wish) = watch(work, &mut self.pace, &interrupt, keys, &mut |pace| {
                    // A status that cannot be shown is no reason to stop.
                    let _ = show_status(self.console, &pace.status(&turn, &capital(player)));
                });
                let thought = match watched {
                    Watched::Done(thought) => thought,
                    Watched::Stopped => Err(TurnError::Interrupted),
                    Watched::Panicked => {
                        Err(TurnError::Fault { player, fault: Fault::Crashed("it panicked".to_owned()) })
                    }
                };
                (thought, wish)
            }
        }
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
            PausedKey::GoOn => {
                self.resume(None);
            }
            PausedKey::Fast => {
                self.resume(None);
                self.pace.is_fast = true;
            }
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
                self.say(format_args!("go plays on, step plays one turn, {join}, help lists all commands."))?;
            }
            PausedKey::Letter(letter) => {
                self.keys = None;
                self.typed = letter.to_string();
            }
        }
        Ok(true)
    }

    /// What the default computer would play for the player to move; none if Ctrl-C stops it.
    pub(super) fn advise(&mut self) -> Result<Option<Thought>> {
        let advice = self
            .console
            .interrupt
            .during(|cancel| self.session.advise(&super::args::computer(), &limits(cancel), &mut |_| ()));
        match advice {
            Ok(thought) => Ok(Some(thought)),
            Err(TurnError::Interrupted) => {
                self.say("Stopped.")?;
                Ok(None)
            }
            Err(error) => {
                self.say(sentence(&error.to_string()))?;
                Ok(None)
            }
        }
    }

    /// Saves the game, and says what a computer played and what it expects.
    pub(super) fn tell(&mut self, turn: &PlayedTurn) -> Result<()> {
        self.is_saved = false;
        self.autosave()?;
        let (player, commands) = (capital(turn.player), write_commands(&turn.commands));
        self.news.push(News { kind: NewsKind::Turn, text: format!("{player}: {commands}") });
        for event in &turn.events {
            let kind = if matches!(event, Event::ShipsScrapped { .. }) { NewsKind::Scrapped } else { NewsKind::Event };
            let text = describe::event(event).map(|text| format!("{player}: {text}"));
            self.news.extend(text.map(|text| News { kind, text }));
        }
        if !self.pace.is_fast {
            let name = self.name(turn.player);
            let thought = self.session.thought(turn.player);
            let expects = thought.map_or_else(String::new, explain::summary);
            let reasons = thought.filter(|_| self.explains).map(explain::reasons);
            self.say(format!("{name}: {commands}{expects}"))?;
            if let Some(reasons) = reasons {
                self.say(reasons.trim_end())?;
            }
            self.tell_events(&turn.events)?;
        }
        Ok(())
    }
}

/// Limits that Ctrl-C sets: a turn that is interrupted is never played.
fn limits(cancel: &Stop) -> Limits {
    Limits { cancel: Some(cancel.clone()), ..Limits::default() }
}

/// The round, for the status of a game that skips ahead.
fn turn(session: &Session) -> String {
    format!("Round {}", session.galaxy().round())
}
