//! Computers at their turns in Star Chess.

use anyhow::Result;
use gametree::Limits;
use players::Fault;
use starchess::{Event, FROZEN_ROUNDS, PlayedTurn, Thought, TurnError, write_commands};

use super::args::adviser;
use super::game::{Game, News, NewsKind};
use super::{capital, describe, explain};
use crate::sitting::{Failure, Pause, Watched, Wish};

/// How many rounds pass between two boards when the game skips ahead.
const FAST_ROUNDS: u32 = 25;

/// For how many rounds the computers play without being asked again.
const ROUNDS_ALONE: u32 = 200;

impl From<TurnError> for Failure {
    fn from(error: TurnError) -> Self {
        match error {
            TurnError::Interrupted => Self::Stopped,
            error => Self::Fault(error.to_string()),
        }
    }
}

impl Game<'_> {
    /// Shows the board once a round to those who watch, and says whether the computers play on. They
    /// pause after the rounds that were asked for, and where nothing happens any more.
    pub(super) fn is_watching_on(&mut self) -> Result<bool> {
        let round = self.game.session.galaxy().round();
        if self.game.pause_before.is_some_and(|pause| round >= pause) {
            self.game.pause_before = None;
            let why = "Paused after the rounds that you asked for.".to_owned();
            self.pause(Pause::Game(why, "\"go\" plays on".to_owned()))?;
            return Ok(false);
        }
        let is_due = match self.game.shown_round() {
            None => true,
            Some(shown) if self.pace.is_fast => round >= shown + FAST_ROUNDS,
            Some(shown) => round != shown,
        };
        if is_due {
            self.show()?;
            self.game.news.clear();
        }
        let is_frozen = self.game.session.record().is_frozen();
        let was_frozen = std::mem::replace(&mut self.game.is_frozen, is_frozen);
        if is_frozen && !was_frozen && self.asks {
            let why = format!("Paused: nothing has changed for {FROZEN_ROUNDS} rounds, and probably nothing will.");
            let commands = "\"quit\" stops here, \"go\" plays on, \"fast\" skips ahead to the end".to_owned();
            self.pause(Pause::Game(why, commands))?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Lets the computer to move think and play its turn, unless it is stopped.
    pub(super) fn decide(&mut self) -> (Result<PlayedTurn, Failure>, Option<Wish>) {
        let started = self.start(|game, cancel| {
            game.session.setup.cancel = cancel.clone();
            game.session.start_thinking()
        });
        let mut thinking = match started {
            Ok(thinking) => thinking,
            Err(failure) => return (Err(failure), None),
        };
        let (watched, wish) = self.watch(|_, cancel| {
            let limits = Limits::default().with_cancel(cancel.clone());
            thinking.think(&limits, &mut |_| ())
        });
        let thought = match watched {
            Watched::Done(thought) => thought,
            Watched::Stopped => Err(TurnError::Interrupted),
            Watched::Panicked => {
                let fault = Fault::Crashed("it panicked".to_owned());
                Err(TurnError::Fault { player: thinking.player(), fault })
            }
        };
        (self.game.session.finish_thinking(thinking, thought).map_err(Failure::from), wish)
    }

    /// Ends a pause. Computers among themselves play this many rounds; without a number, as many as
    /// are left of the last number or, if nothing else limits the game, [`ROUNDS_ALONE`]. Returns the
    /// new number.
    pub(super) fn play_on(&mut self, rounds: Option<u32>) -> Option<u32> {
        self.is_paused = false;
        let has_limit = self.game.session.round_limit.is_some() || self.game.pause_before.is_some();
        if self.game.session.has_living_human() || rounds.is_none() && has_limit {
            return None;
        }
        let rounds = rounds.unwrap_or(ROUNDS_ALONE);
        self.game.pause_before = Some(self.game.session.galaxy().round().saturating_add(rounds));
        Some(rounds)
    }

    /// What the strongest computer would play for the player to move; none if Ctrl-C stops it.
    pub(super) fn ask_computer(&mut self) -> Result<Option<Thought>> {
        self.advise(|game, cancel| {
            let limits = Limits::default().with_cancel(cancel.clone());
            game.session.advise(&adviser(), &limits, &mut |_| ()).map_err(|error| error.to_string())
        })
    }

    /// Saves the game, and says what a computer played and what it expects.
    pub(super) fn tell(&mut self, turn: &PlayedTurn) -> Result<()> {
        self.changed()?;
        let (player, commands) = (capital(turn.player), write_commands(&turn.commands));
        self.game.news.push(News { kind: NewsKind::Turn, text: format!("{player}: {commands}") });
        for event in &turn.events {
            let kind = if matches!(event, Event::ShipsScrapped { .. }) { NewsKind::Scrapped } else { NewsKind::Event };
            let text = describe::event(event).map(|text| format!("{player}: {text}"));
            self.game.news.extend(text.map(|text| News { kind, text }));
        }
        if !self.pace.is_fast {
            let name = self.game.name(turn.player);
            let thought = self.game.session.thought(turn.player);
            let expects = thought.map_or_else(String::new, explain::summary);
            let reasons = thought.filter(|_| self.game.explains).map(explain::reasons);
            self.say(format!("{name}: {commands}{expects}"))?;
            if let Some(reasons) = reasons {
                self.say(reasons.trim_end())?;
            }
            self.tell_events(&turn.events)?;
        }
        Ok(())
    }
}
