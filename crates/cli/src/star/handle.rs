//! What the user types in a game, carried out.

use anyhow::Result;
use starchess::{Command, CommandError, Player, PlayerSpec, SessionError, UndoError, UndoTurnError, write_commands};

use super::describe::{self, ships};
use super::explain;
use super::game::Game;
use super::order::{Order, Shorthand};
use super::{capital, texts};
use crate::terminal::sentence;

impl Game<'_> {
    pub(super) fn carry_out(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Commands(commands) => self.command(&commands),
            Order::Preview(command) => self.preview(command),
            Order::Undo => self.undo(),
            Order::UndoTurn { is_agreed } => self.undo_turn(is_agreed),
            Order::Redo => self.redo(),
            Order::Hint => self.hint(),
            Order::Finish => self.finish(),
            Order::Explain(player) => self.explain(player),
            Order::Idle => self.idle(),
            Order::Seat(player, spec) => self.seat(player, spec),
            Order::Seats => self.seats(),
            Order::History => self.history(),
            Order::Go(rounds) => self.go(rounds),
            Order::Rules => self.console.page(texts::RULES),
        }
    }

    /// Plays commands in order, up to the first that is refused.
    fn command(&mut self, commands: &[Shorthand]) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        for (done, shorthand) in commands.iter().enumerate() {
            let reason = match shorthand.resolve(self.game.session.galaxy()) {
                Err(error) => error.to_string(),
                Ok(command) => match self.apply(command)? {
                    Ok(()) => continue,
                    Err(SessionError::Rule(error)) => refusal(shorthand, error),
                    Err(error) => error.to_string(),
                },
            };
            self.say(sentence(&reason))?;
            if commands.len() > 1 {
                let total = commands.len();
                self.say(match done {
                    0 => format!("None of the {total} commands was played."),
                    1 => format!("Of the {total} commands only the first was played; \"undo\" takes it back."),
                    _ => format!("Of the {total} commands the first {done} were played; \"undo\" takes back the last."),
                })?;
            }
            break;
        }
        Ok(())
    }

    fn preview(&mut self, shorthand: Shorthand) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let preview = match shorthand.resolve(self.game.session.galaxy()) {
            Err(error) => return self.say(sentence(&error.to_string())),
            Ok(command) => match self.game.session.preview(command) {
                Err(SessionError::Rule(error)) => return self.say(sentence(&refusal(&shorthand, error))),
                Err(error) => return self.say(sentence(&error.to_string())),
                Ok(preview) => preview,
            },
        };
        if preview.command != Command::EndTurn {
            self.say(format_args!("{} would be legal.", preview.command))?;
            self.tell_events(&preview.events)?;
        }
        match &preview.end_of_turn {
            Some(end) => self.say(describe::end_of_turn(end)),
            None => Ok(()),
        }
    }

    fn undo(&mut self) -> Result<()> {
        match self.game.session.undo() {
            Ok(command) => {
                self.say(format_args!("Taken back: {command}"))?;
                self.changed()
            }
            Err(UndoError::TurnBegins) => {
                self.say("There is no command to take back in this turn; \"undo turn\" takes back the last turn.")
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn undo_turn(&mut self, is_agreed: bool) -> Result<()> {
        let result = if is_agreed {
            self.game.session.undo_turn_by_agreement().map_err(UndoTurnError::from)
        } else {
            self.game.session.undo_turn()
        };
        match result {
            Ok(()) => {
                let galaxy = *self.game.session.galaxy();
                self.say(format_args!("Back to the turn of {} in round {}.", galaxy.to_move(), galaxy.round()))?;
                self.changed()
            }
            Err(error @ UndoTurnError::SeveralHumans(_)) => {
                self.say(format_args!("{} If all agree, \"undo turn!\" does it.", sentence(&error.to_string())))
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn redo(&mut self) -> Result<()> {
        match self.game.session.redo() {
            Ok(count) => {
                let record = self.game.session.record();
                let again: Vec<Command> = record.commands().skip(record.len() - count).collect();
                self.say(format_args!("Redone: {}", write_commands(&again)))?;
                self.changed()
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn hint(&mut self) -> Result<()> {
        let Some(thought) = self.ask_computer()? else { return Ok(()) };
        self.say(explain::hint(&thought).trim_end())
    }

    fn finish(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let Some(thought) = self.ask_computer()? else { return Ok(()) };
        let turn = self.game.session.play(thought)?;
        self.tell(&turn)
    }

    /// How the published player sees the position of a player, and why that player played its last
    /// turn.
    fn explain(&mut self, player: Option<Player>) -> Result<()> {
        let galaxy = *self.game.session.galaxy();
        let player = player.unwrap_or(galaxy.to_move());
        if galaxy.is_defeated(player) {
            self.say(format_args!("{} is defeated.", capital(player)))?;
        } else if !self.is_over() {
            self.say(explain::situation(&galaxy, player).trim_end())?;
        }
        match self.game.session.thought(player).map(explain::explanation) {
            Some(text) => self.say(text.trim_end()),
            None => self.say(format_args!("No computer has played a turn of {player} yet.")),
        }
    }

    /// What can still be done this turn.
    fn idle(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let idle = self.game.session.galaxy().idle();
        let mut lines: Vec<String> = Vec::new();
        lines.extend(idle.fleets.iter().map(|fleet| format!("  {}  {} can move", fleet.at, ships(fleet.ships))));
        lines.extend(idle.colonies.iter().map(|build| format!("  {}  can build {}", build.at, ships(build.max))));
        if lines.is_empty() {
            lines.push("Nothing is left to do: end ends your turn.".to_owned());
        }
        lines.push(match idle.spare_support {
            0 => "The income supports no more ships.".to_owned(),
            spare => {
                let supported = format!("The income supports {spare} more ship{}", if spare == 1 { "" } else { "s" });
                match describe::why_nothing_is_built(self.game.session.galaxy()) {
                    Some(why) if idle.colonies.is_empty() => format!("{supported}, but none can be built: {why}."),
                    _ => format!("{supported}."),
                }
            }
        });
        self.say(lines.join("\n"))
    }

    fn seat(&mut self, player: Player, spec: PlayerSpec) -> Result<()> {
        self.game.session.seat(player, spec.with_drawn_seed());
        let name = self.game.session.spec(player).to_string();
        self.say(format!("{} is {name} now.", capital(player)))?;
        self.seats_changed()
    }

    fn seats(&mut self) -> Result<()> {
        for player in Player::ALL {
            let seat = players::excerpt(&self.game.session.spec(player).to_string());
            let fate = if self.game.session.galaxy().is_defeated(player) { ", defeated" } else { "" };
            self.say(format_args!("  {} {seat}{fate}", player.number()))?;
        }
        Ok(())
    }

    /// Lets the computers play on.
    fn go(&mut self, rounds: Option<u32>) -> Result<()> {
        if !self.is_computers_turn()? {
            return Ok(());
        }
        self.game.pause_before = None;
        match self.play_on(rounds) {
            None => Ok(()),
            Some(1) => self.say("The computers play one round; Ctrl-C stops them."),
            Some(rounds) => self.say(format_args!("The computers play {rounds} rounds; Ctrl-C stops them.")),
        }
    }

    fn history(&mut self) -> Result<()> {
        if self.game.session.record().is_empty() {
            return self.say("Nothing has been played yet.");
        }
        for turn in self.game.session.record().turns() {
            let commands = write_commands(&turn.commands);
            self.say(format_args!("  {}.{}  {commands}", turn.round, turn.player.number()))?;
        }
        Ok(())
    }
}

/// Why a command is refused, with the command as it was typed.
fn refusal(shorthand: &Shorthand, error: CommandError) -> String {
    match error {
        // Without a number, what would be enough for a ship is missing.
        CommandError::CannotBuild(shortage) if matches!(shorthand, Shorthand::Build(_, None)) => {
            format!("{shorthand} is not possible: {}", describe::shortage(shortage.limits, shortage.reserves))
        }
        // It repeats the command itself.
        CommandError::CannotBuild(_) => error.to_string(),
        error => format!("{shorthand} is not possible: {error}"),
    }
}
