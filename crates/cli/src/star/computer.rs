//! Computers at their turns: thinking, being watched and being stopped.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use gametree::{Limits, Stop};
use players::Fault;
use starchess::{PlayedTurn, Player, Thinking, Thought, TurnError, write_commands};

use super::game::{Game, Pause};
use super::texts::WATCH_HELP;
use super::{capital, describe, explain, sentence};
use crate::interrupt::{Interrupt, Interrupted, wait};
use crate::terminal::{self, Keys, Size};

/// How long to wait for a key before looking at the computer again.
const POLL: Duration = Duration::from_millis(20);

/// The same if there is no delay.
const SHORT_POLL: Duration = Duration::from_millis(1);

/// The delays between two turns, from slow to fast.
const DELAYS: [u64; 8] = [5_000, 2_000, 1_000, 500, 200, 100, 50, 0];

/// How many rounds pass between two boards when the game skips ahead.
const FAST_ROUNDS: u32 = 25;

/// For how many rounds the computers play without being asked again.
pub(super) const ROUNDS_ALONE: u32 = 200;

/// How fast computers play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    delay: Duration,
    /// Whether the game skips ahead, without a delay and with few boards.
    pub(super) is_fast: bool,
}

impl Pace {
    pub(super) fn new(delay: Duration) -> Self {
        Self { delay, is_fast: false }
    }

    fn delay(self) -> Duration {
        if self.is_fast { Duration::ZERO } else { self.delay }
    }

    fn faster(&mut self) {
        let faster = DELAYS.map(Duration::from_millis).into_iter().find(|&delay| delay < self.delay);
        self.delay = faster.unwrap_or(self.delay);
    }

    fn slower(&mut self) {
        let slower = DELAYS.map(Duration::from_millis).into_iter().rev().find(|&delay| delay > self.delay);
        self.delay = slower.unwrap_or(self.delay);
        self.is_fast = false;
    }
}

/// What the user wants, by the keys pressed during a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Pause,
    Step,
    Quit,
}

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
        self.clear_thinking()?;
        match (wish, thought) {
            (Some(Wish::Quit), _) => {
                self.leave("You left the game")?;
                return Ok(false);
            }
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

    fn shows_thinking(&self) -> bool {
        terminal::can_move_cursor() && !self.pace.is_fast
    }

    /// Says who thinks, and how to stop it, on a line that is cleared later.
    fn show_thinking(&mut self, player: Player) -> Result<()> {
        if self.shows_thinking() {
            let help = if self.keys.is_some() { WATCH_HELP } else { "Ctrl-C stops it" };
            // A line that wraps could not be cleared.
            let room = Size::of_stdout().columns.saturating_sub(capital(player).len() + 1);
            let status: String = format!(" thinks: {help}").chars().take(room).collect();
            let name = self.name(player);
            write!(self.console.output, "{name}{status}")?;
            self.console.output.flush()?;
        }
        Ok(())
    }

    fn clear_thinking(&mut self) -> Result<()> {
        if self.shows_thinking() {
            // Back to the beginning of the line, and clear it.
            write!(self.console.output, "\r\x1b[K")?;
        }
        Ok(())
    }

    /// Lets a computer think, while keys are read if it is watched.
    fn think(&mut self, thinking: &mut Thinking) -> (Result<Thought, TurnError>, Option<Wish>) {
        let interrupt = &self.console.interrupt;
        match &self.keys {
            None => {
                let thought = interrupt.during(|cancel| {
                    wait(self.pace.delay(), cancel);
                    thinking.think(&limits(cancel), &mut |_| ())
                });
                (thought, None)
            }
            Some(keys) => think_watched(thinking, &mut self.pace, interrupt, keys),
        }
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
        let events = turn.events.iter().filter_map(describe::event);
        self.news.extend(events.map(|event| format!("{}: {event}", capital(turn.player))));
        if !self.pace.is_fast {
            let (name, commands) = (self.name(turn.player), write_commands(&turn.commands));
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

/// Lets a computer think while keys are read, and waits until its turn is due.
fn think_watched(
    thinking: &mut Thinking,
    pace: &mut Pace,
    interrupt: &Interrupt,
    keys: &Keys,
) -> (Result<Thought, TurnError>, Option<Wish>) {
    let begin = Instant::now();
    let player = thinking.player();
    let mut wish = None;
    let thought = interrupt.during(|cancel| {
        let thought = thread::scope(|scope| {
            let worker = scope.spawn(|| thinking.think(&limits(cancel), &mut |_| ()));
            loop {
                let patience = if pace.delay().is_zero() { SHORT_POLL } else { POLL };
                match keys.next(patience) {
                    Some(' ' | 'p') => wish = Some(Wish::Pause),
                    Some('q') => wish = Some(Wish::Quit),
                    Some('s' | 'n' | ']' | '\n' | '\r') => wish = Some(Wish::Step),
                    Some('+' | '=') => pace.faster(),
                    Some('-' | '_') => pace.slower(),
                    Some('f') => pace.is_fast = true,
                    _ => {}
                }
                if matches!(wish, Some(Wish::Pause | Wish::Quit)) {
                    cancel.raise();
                }
                let is_due = begin.elapsed() >= pace.delay() || wish == Some(Wish::Step) || cancel.is_raised();
                if worker.is_finished() && is_due {
                    break;
                }
            }
            let panicked = || TurnError::Fault { player, fault: Fault::Crashed("it panicked".to_owned()) };
            worker.join().unwrap_or_else(|_| Err(panicked()))
        });
        // It may have been ready before Ctrl-C, and only waited for its time.
        if cancel.is_raised() { Err(TurnError::Interrupted) } else { thought }
    });
    (thought, wish)
}
