//! The finished turns of a game, for the log, the score graph and the replay.

use std::collections::HashMap;

use serde::Serialize;
use starchess::{Command, Event, GameRecord, PLAYERS, Player, PlayerSpec, Session};

use super::mind::{Moment, has_memory};
use super::view::StarSitter;
use super::{MAX_COMMANDS, StarOrder};

/// A finished turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarTurn {
    /// The player.
    pub(crate) player: Player,
    /// The number of the round.
    pub(crate) round: u32,
    /// The number of commands before it.
    pub(crate) begins: u32,
    /// The number of commands after it.
    pub(crate) ends: u32,
    /// The commands, the end of the turn included.
    pub(crate) commands: Vec<Command>,
    /// What happened, except for what happens every turn.
    pub(crate) events: Vec<Event>,
    /// The scores after it.
    pub(crate) scores: [i32; PLAYERS],
    /// The computer that decided on it, if one did.
    pub(crate) computer: Option<StarSitter>,
}

/// A computer's decision.
#[derive(Clone, Debug)]
pub(super) struct Decider {
    /// The computer.
    pub(super) spec: PlayerSpec,
    /// How many rounds it looked ahead.
    pub(super) rounds: u32,
    /// How many turns it generated.
    pub(super) nodes: u64,
}

impl Decider {
    /// Where and how far it thought.
    fn moment(&self, turn: &StarTurn, record: &GameRecord) -> Moment {
        Moment { galaxy: *record.at(turn.begins as usize), nodes: self.nodes, rounds: self.rounds }
    }
}

/// The finished turns of a game.
#[derive(Default)]
pub(super) struct History {
    turns: Vec<StarTurn>,
    /// The computers that decided on turns, by the number of commands before the turn. Also of turns
    /// that were undone, which can be redone.
    deciders: HashMap<usize, Decider>,
}

impl History {
    pub(super) fn turns(&self) -> &[StarTurn] {
        &self.turns
    }

    /// The computer that decided on a turn.
    fn decider(&self, turn: &StarTurn) -> Option<&Decider> {
        self.deciders.get(&(turn.begins as usize))
    }

    /// The computer that decided on a turn, its earlier decisions that it remembers, and this one.
    pub(super) fn decision(&self, number: usize, record: &GameRecord) -> Option<(&PlayerSpec, Vec<Moment>, Moment)> {
        let turn = self.turns.get(number)?;
        let decider = self.decider(turn)?;
        let past = self.past(turn.player, &decider.spec, number, record);
        Some((&decider.spec, past, decider.moment(turn, record)))
    }

    /// What a computer remembers that plays for a player after so many turns of the game: its own
    /// decisions, since it sits there.
    pub(super) fn past(&self, player: Player, spec: &PlayerSpec, turns: usize, record: &GameRecord) -> Vec<Moment> {
        if !has_memory(spec) {
            return Vec::new();
        }
        let own = self.turns[..turns].iter().rev().filter(|turn| turn.player == player);
        let decided = own.map_while(|turn| {
            let decider = self.decider(turn).filter(|decider| decider.spec == *spec)?;
            Some(decider.moment(turn, record))
        });
        let mut past: Vec<Moment> = decided.collect();
        past.reverse();
        past
    }

    /// Notes who decided on the turn that begins after so many commands: a computer, or a human.
    pub(super) fn note(&mut self, begins: usize, decider: Option<Decider>) {
        match decider {
            Some(decider) => self.deciders.insert(begins, decider),
            None => self.deciders.remove(&begins),
        };
    }

    /// The orders that lead to the position after so many commands. Computers are named in those that they
    /// decided on: so their turns can be explained in another game too.
    pub(super) fn orders(&self, record: &GameRecord, commands: usize) -> Vec<StarOrder> {
        let play = |commands: &[Command]| StarOrder::Play { commands: commands.to_vec() };
        let mut orders = Vec::new();
        let mut done = 0;
        for turn in self.turns.iter().take_while(|turn| turn.ends as usize <= commands) {
            let mut parts = turn.commands.chunks(MAX_COMMANDS);
            let decided = self.decider(turn).and_then(|decider| {
                let (commands, computer) = (parts.next_back()?.to_vec(), Some(decider.spec.to_string()));
                Some(StarOrder::Turn { commands, rounds: decider.rounds, nodes: decider.nodes, computer })
            });
            orders.extend(parts.map(play));
            orders.extend(decided);
            done = turn.ends as usize;
        }
        let rest: Vec<Command> = (done..commands).filter_map(|number| record.command(number)).collect();
        orders.extend(rest.chunks(MAX_COMMANDS).map(play));
        orders
    }

    /// Follows the game: forgets turns that were undone and returns those that are new.
    pub(super) fn follow(&mut self, session: &Session) -> Vec<StarTurn> {
        let record = session.record();
        while self.turns.last().is_some_and(|turn| turn.ends as usize > record.len()) {
            self.turns.pop();
        }
        let known = self.turns.len();
        let mut begins = self.turns.last().map_or(0, |turn| turn.ends as usize);
        let mut ends = begins;
        let mut commands = Vec::new();
        while let Some(command) = record.command(ends) {
            commands.push(command);
            ends += 1;
            if command == Command::EndTurn {
                self.turns.push(self.turn(session, begins, std::mem::take(&mut commands)));
                begins = ends;
            }
        }
        self.turns[known..].to_vec()
    }

    fn turn(&self, session: &Session, begins: usize, commands: Vec<Command>) -> StarTurn {
        let mut here = *session.record().at(begins);
        let (player, round) = (here.to_move(), here.round());
        let mut events = Vec::new();
        for &command in &commands {
            // It was legal when it was played.
            let _ = here.apply_with_events(command, &mut events);
        }
        events.retain(is_worth_telling);
        StarTurn {
            player,
            round,
            begins: begins as u32,
            ends: (begins + commands.len()) as u32,
            commands,
            events,
            scores: here.scores(),
            computer: self.deciders.get(&begins).map(|decider| StarSitter::of(&decider.spec)),
        }
    }
}

/// Whether an event is more than what happens every turn.
pub(super) fn is_worth_telling(event: &Event) -> bool {
    !matches!(event, Event::IncomeReceived { .. } | Event::ColonyGrew { .. } | Event::TurnEnded { .. })
}
