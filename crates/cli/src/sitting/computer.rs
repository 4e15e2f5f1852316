//! Computers at their turns: thinking, being watched, being stopped, and giving advice.

use std::time::Duration;

use anyhow::{Result, bail, ensure};
use gametree::Stop;

use super::watch::{PausedKey, Watched, Wish, paused_key, show_status, watch, work_and_tell};
use super::{Next, Pause, Sitting, TerminalGame};
use crate::interrupt::wait;
use crate::terminal::{Keys, capitalized, sentence};

/// Why a computer has not played.
pub(crate) enum Failure {
    /// The user stopped it.
    Stopped,
    /// It cannot.
    Fault(String),
}

/// That somebody thinks, for how long, and how to stop it.
fn thinks(who: &str, time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{who}: Ctrl-C stops it"),
        seconds => format!("{who} for {seconds} s: Ctrl-C stops it"),
    }
}

impl<G: TerminalGame> Sitting<'_, G> {
    /// Lets the next computer play, and says whether the game goes on.
    pub(super) fn computer_turn(&mut self) -> Result<bool> {
        let is_watched = !self.game.has_human();
        if let Some(reason) = self.game.absence() {
            let (player, name) = (self.game.to_move(), self.game.name_to_move());
            ensure!(self.asks, "nobody can play for {player}, who is {name} in the file");
            self.pause(reason)?;
            return Ok(true);
        }
        if !G::begin_turn(self)? {
            return Ok(true);
        }
        if is_watched && self.console.is_interactive() && self.keys.is_none() {
            self.keys = Keys::open();
        }
        self.show_thinking()?;
        let (turn, wish) = G::decide(self);
        show_status(self.console, "")?;
        match (wish, turn) {
            (Some(Wish::Quit), _) => return self.quit_by_key(),
            (Some(Wish::Leave), _) => return self.end_of_input(),
            (Some(Wish::Pause), Err(_)) => self.pause(Pause::Key)?,
            (_, Err(Failure::Stopped)) if !self.asks => return self.interrupted(),
            (_, Err(Failure::Stopped)) => self.pause(Pause::Stopped)?,
            (_, Err(Failure::Fault(fault))) if !self.asks => bail!("{fault}"),
            (_, Err(Failure::Fault(fault))) => self.pause(Pause::Fault(fault))?,
            (wish, Ok(turn)) => {
                G::play(self, turn)?;
                match wish {
                    _ if self.is_over() || self.is_paused => {}
                    Some(Wish::Step) => self.pause(Pause::Step)?,
                    _ if !is_watched && self.asks && !self.game.has_human() => self.pause(Pause::NoHumans)?,
                    _ => {}
                }
            }
        }
        Ok(true)
    }

    /// Says who thinks, and what can be done meanwhile, on a line that is cleared later.
    fn show_thinking(&mut self) -> Result<()> {
        let player = capitalized(&self.game.to_move());
        let status = match self.keys {
            Some(_) => self.pace.status(&self.game.time(), &player),
            None if self.pace.is_fast => return Ok(()),
            None => thinks(&format!("{player} thinks"), Duration::ZERO),
        };
        show_status(self.console, &status)
    }

    /// Does what a computer needs before it can think. A program may take its time to start: Ctrl-C
    /// works meanwhile.
    pub(crate) fn start<T, E>(&mut self, work: impl FnOnce(&mut G, &Stop) -> Result<T, E>) -> Result<T, Failure>
    where
        Failure: From<E>,
    {
        let Self { game, console, .. } = self;
        console.interrupt.during(|cancel| match work(game, cancel) {
            _ if cancel.is_raised() => Err(Failure::Stopped),
            started => Ok(started?),
        })
    }

    /// Lets a computer think, while keys are read if it is watched.
    pub(crate) fn watch<T: Send>(
        &mut self,
        work: impl FnOnce(&mut G, &Stop) -> T + Send,
    ) -> (Watched<T>, Option<Wish>) {
        let (time, player) = (self.game.time(), capitalized(&self.game.to_move()));
        let is_prompt = self.game.has_human() && !self.pace.is_single;
        let Self { game, console, pace, keys, .. } = self;
        let interrupt = console.interrupt.clone();
        let Some(keys) = keys else {
            let delay = if is_prompt { self.human_delay } else { pace.delay() };
            let is_quiet = pace.is_fast;
            let watched = interrupt.during(|cancel| {
                wait(delay, cancel);
                let done = work_and_tell(|| work(game, cancel), &mut |time| {
                    if !is_quiet {
                        // A status that cannot be shown is no reason to stop.
                        let _ = show_status(console, &thinks(&format!("{player} thinks"), time));
                    }
                });
                match done {
                    _ if cancel.is_raised() => Watched::Stopped,
                    Ok(done) => Watched::Done(done),
                    Err(_) => Watched::Panicked,
                }
            });
            return (watched, None);
        };
        watch(|cancel| work(game, cancel), pace, &interrupt, keys, &mut |pace| {
            // A status that cannot be shown is no reason to stop.
            let _ = show_status(console, &pace.status(&time, &player));
        })
    }

    /// Asks a computer for advice; none if it has none or Ctrl-C stops it.
    pub(crate) fn advise<T: Send>(
        &mut self,
        work: impl FnOnce(&mut G, &Stop) -> Result<T, String> + Send,
    ) -> Result<Option<T>> {
        show_status(self.console, &thinks("Thinking", Duration::ZERO))?;
        let Self { game, console, .. } = self;
        let interrupt = console.interrupt.clone();
        let (advice, is_stopped) = interrupt.during(|cancel| {
            let advice = work_and_tell(|| work(game, cancel), &mut |time| {
                let _ = show_status(console, &thinks("Thinking", time));
            });
            (advice, cancel.is_raised())
        });
        show_status(self.console, "")?;
        match advice {
            _ if is_stopped => self.say("Stopped.")?,
            Ok(Ok(advice)) => return Ok(Some(advice)),
            Ok(Err(error)) => self.say(sentence(&error))?,
            Err(_) => self.say("It panicked, and has no advice.")?,
        }
        Ok(None)
    }

    /// Leaves a game that is watched, unless it would be lost; says whether it goes on.
    fn quit_by_key(&mut self) -> Result<bool> {
        let leaves = self.quit(false)?;
        if !leaves {
            // What can be done now is typed.
            (self.is_paused, self.pace.is_fast, self.keys) = (true, false, None);
        }
        Ok(!leaves)
    }

    /// Waits for a key while the computers that are watched pause, and says whether the game goes
    /// on.
    pub(super) fn paused_turn(&mut self) -> Result<bool> {
        let Some(keys) = &self.keys else { return Ok(true) };
        match paused_key(self.console, keys, &mut self.pace)? {
            PausedKey::Interrupt => return self.interrupted(),
            PausedKey::Leave => return self.end_of_input(),
            PausedKey::GoOn => G::resume(self),
            PausedKey::Fast => {
                G::resume(self);
                self.pace.is_fast = true;
            }
            PausedKey::Step => return self.single_turn(false),
            PausedKey::Quit => return self.quit_by_key(),
            PausedKey::Commands => {
                self.keys = None;
                let (turn, join) = (G::TURN, self.how_to_join());
                self.say(format_args!(
                    "\"go\" plays on, \"step\" plays one {turn}, {join}, \"help\" lists all commands."
                ))?;
            }
            PausedKey::Letter(letter) => {
                self.keys = None;
                self.typed = letter.to_string();
            }
        }
        Ok(true)
    }

    /// Lets the next computer play at once although the game is paused, and says whether the game
    /// goes on.
    fn single_turn(&mut self, is_typed: bool) -> Result<bool> {
        (self.is_paused, self.pace.is_single) = (false, true);
        let goes_on = self.computer_turn();
        self.pace.is_single = false;
        let goes_on = goes_on?;
        if is_typed {
            // What was typed is followed by a prompt, and not by keys.
            self.keys = None;
        }
        if goes_on && !self.is_paused && self.game.next() == Next::Computer {
            self.pause(Pause::Step)?;
        }
        Ok(goes_on)
    }

    /// Whether a computer is to move. If not, says so.
    pub(crate) fn is_computers_turn(&mut self) -> Result<bool> {
        match self.game.next() {
            Next::Computer => return Ok(true),
            Next::Over => self.say_over()?,
            Next::Human => self.say(G::YOUR_TURN)?,
        }
        Ok(false)
    }

    /// Lets the next computer play, and says whether the game goes on.
    pub(super) fn step(&mut self) -> Result<bool> {
        if self.is_computers_turn()? { self.single_turn(true) } else { Ok(true) }
    }

    /// Lets the computers play on without delays and with few boards.
    pub(super) fn skip_ahead(&mut self) -> Result<()> {
        if self.is_computers_turn()? {
            G::resume(self);
            self.pace.is_fast = true;
        }
        Ok(())
    }
}
