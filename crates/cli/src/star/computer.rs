//! Computers at their turns: thinking, being watched and being stopped.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use gametree::{Limits, Stop};
use players::Fault;
use starchess::{Event, PlayedTurn, Player, Session, Thinking, Thought, TurnError, write_commands};

use super::game::{Game, News, NewsKind, Pause};
use super::{capital, describe, explain, sentence};
use crate::console::Console;
use crate::interrupt::{Interrupt, Interrupted, wait};
use crate::terminal::{self, Key, Keys, Size};

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

/// Ctrl-D, as the terminal sends it while keys are read.
const END_OF_INPUT: char = '\u{4}';

/// How fast computers play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    delay: Duration,
    /// Whether the game skips ahead, without a delay and with few boards.
    pub(super) is_fast: bool,
    /// Whether a single turn is wanted, which is played at once.
    is_single: bool,
}

impl Pace {
    pub(super) fn new(delay: Duration) -> Self {
        Self { delay, is_fast: false, is_single: false }
    }

    fn delay(self) -> Duration {
        if self.is_fast || self.is_single { Duration::ZERO } else { self.delay }
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

    /// Follows the key of another speed, and says whether it is one.
    fn follow(&mut self, key: char) -> bool {
        match key {
            '+' | '=' => self.faster(),
            '-' | '_' => self.slower(),
            'f' => self.is_fast = true,
            _ => return false,
        }
        true
    }

    /// What is on the line of the cursor while a computer thinks and keys are read.
    fn status(self, session: &Session) -> String {
        if self.is_fast {
            return format!("Round {}: space pause, - slower, q quit", session.galaxy().round());
        }
        let (player, speed) = (capital(session.galaxy().to_move()), self.speed());
        format!("{player} thinks: space pause, + - speed ({speed}), s step, f fast, q quit")
    }

    /// The delay in seconds.
    fn speed(self) -> String {
        format!("{} s", self.delay.as_secs_f64())
    }
}

/// What the user wants, by the keys pressed during a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Pause,
    Step,
    Quit,
    /// The terminal is gone.
    Leave,
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
            Some(_) => self.pace.status(&self.session),
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
                let thought = self.console.interrupt.during(|cancel| {
                    wait(self.pace.delay(), cancel);
                    thinking.think(&limits(cancel), &mut |_| ())
                });
                (thought, None)
            }
            Some(keys) => {
                let interrupt = self.console.interrupt.clone();
                let session = &self.session;
                think_watched(thinking, &mut self.pace, &interrupt, keys, &mut |pace| {
                    // A status that cannot be shown is no reason to stop.
                    let _ = show_status(self.console, &pace.status(session));
                })
            }
        }
    }

    /// Waits for a key while the computers that are watched pause, and says whether the game goes
    /// on.
    pub(super) fn paused_turn(&mut self) -> Result<bool> {
        loop {
            let Some(keys) = &self.keys else { return Ok(true) };
            let speed = self.pace.speed();
            show_status(
                self.console,
                &format!("Paused: space go on, s step, f fast, + - speed ({speed}), Enter commands, q quit"),
            )?;
            let key = self.console.interrupt.during(|stop| {
                while !stop.is_raised() {
                    if let Some(key) = keys.next(POLL) {
                        return Some(key);
                    }
                }
                None
            });
            self.show_status("")?;
            match key {
                None => {
                    self.leave("Interrupted")?;
                    return Err(Interrupted.into());
                }
                Some(Key::Closed | Key::Char(END_OF_INPUT)) => return self.end_of_input(),
                Some(Key::Char(' ' | 'p')) => {
                    self.resume(None);
                    return Ok(true);
                }
                Some(Key::Char('f')) => {
                    self.resume(None);
                    self.pace.is_fast = true;
                    return Ok(true);
                }
                Some(Key::Char('s' | 'n' | ']')) => {
                    let goes_on = self.single_turn()?;
                    if goes_on && !self.is_paused && !self.is_over() {
                        self.pause(Pause::Step)?;
                    }
                    return Ok(goes_on);
                }
                Some(Key::Char('q')) => {
                    if self.quit(false)? {
                        return Ok(false);
                    }
                    self.keys = None;
                }
                Some(Key::Char('\n' | '\r')) => {
                    self.keys = None;
                    let join = self.how_to_join();
                    self.say(format_args!("go plays on, step plays one turn, {join}, help lists all commands."))?;
                }
                Some(Key::Char(key)) if self.pace.follow(key) => {}
                // The first letter of a command.
                Some(Key::Char(key)) if key.is_ascii_graphic() => {
                    self.keys = None;
                    self.typed = key.to_string();
                }
                Some(Key::Char(_)) => {}
            }
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

/// Replaces the line of the cursor, if the terminal can do that.
fn show_status(console: &mut Console, status: &str) -> Result<()> {
    if terminal::can_move_cursor() {
        // A line that wraps could not be cleared.
        let room = Size::of_stdout().columns.saturating_sub(1);
        let status: String = status.chars().take(room).collect();
        write!(console.output, "\r\x1b[K{status}")?;
        console.output.flush()?;
    }
    Ok(())
}

/// Lets a computer think while keys are read, and waits until its turn is due. Shows a new pace.
fn think_watched(
    thinking: &mut Thinking,
    pace: &mut Pace,
    interrupt: &Interrupt,
    keys: &Keys,
    show: &mut dyn FnMut(Pace),
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
                    Some(Key::Char(' ' | 'p')) => wish = Some(Wish::Pause),
                    Some(Key::Char('q')) => wish = Some(Wish::Quit),
                    Some(Key::Closed | Key::Char(END_OF_INPUT)) => wish = Some(Wish::Leave),
                    Some(Key::Char('s' | 'n' | ']' | '\n' | '\r')) => wish = Some(Wish::Step),
                    Some(Key::Char(key)) if pace.follow(key) => show(*pace),
                    _ => {}
                }
                if matches!(wish, Some(Wish::Pause | Wish::Quit | Wish::Leave)) {
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
