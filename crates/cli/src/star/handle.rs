//! What the user types in a game, carried out.

use std::path::PathBuf;

use anyhow::Result;
use starchess::{
    Command, CommandError, GameFile, Next, Player, PlayerSpec, Session, SessionError, UndoError, UndoTurnError,
    Verdict, write_commands,
};
use storage::printable;

use super::args::unseat_programs;
use super::computer::ROUNDS_ALONE;
use super::describe::{self, ships};
use super::explain;
use super::game::{Game, Pause};
use super::order::{Order, Shorthand, quoted};
use super::{capital, name_of, texts};
use crate::autosave::{Autosave, Folder, check_free};
use crate::terminal::sentence;

impl Game<'_> {
    /// Follows a line of input, and says whether the game goes on.
    pub(super) fn follow(&mut self, line: &str) -> Result<bool> {
        match Order::read(line) {
            Ok(Order::Quit { discard }) => return self.quit(discard).map(|leaves| !leaves),
            Ok(Order::Step) => return self.step(),
            Ok(order) => self.carry_out(order)?,
            Err(error) => self.say(sentence(&format!("{error:#}")))?,
        }
        Ok(true)
    }

    fn carry_out(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Commands(commands) => self.command(&commands),
            Order::Preview(command) => self.preview(command),
            Order::Undo => self.undo(),
            Order::UndoTurn { is_agreed } => self.undo_turn(is_agreed),
            Order::Redo => self.redo(),
            Order::Hint => self.hint(),
            Order::Finish => self.finish(),
            Order::Explain(player) => self.explain(player),
            Order::Board => self.show(),
            Order::Back => self.look(-1),
            Order::Forward => self.look(1),
            Order::Idle => self.idle(),
            Order::Save { path, replace } => self.save(path, replace),
            Order::Load { path, discard } => self.load(path, discard),
            Order::Seat(player, spec) => self.seat(player, spec),
            Order::Seats => self.seats(),
            Order::History => self.history(),
            Order::Go(rounds) => self.go(rounds),
            Order::Fast => self.skip_ahead(),
            Order::Help(None) => self.page(texts::HELP),
            Order::Help(Some(command)) => self.help(&command),
            Order::Rules => self.page(texts::RULES),
            // The caller has dealt with them.
            Order::Quit { .. } | Order::Step => Ok(()),
        }
    }

    /// Leaves the game, unless it would be lost; says whether it does.
    pub(super) fn quit(&mut self, discard: bool) -> Result<bool> {
        // A script that saves nothing wants nothing saved.
        let minds = self.autosave.is_some() || self.console.is_interactive() && self.would_be_lost();
        if !discard && !self.is_saved && minds {
            self.say("The game is not saved: save FILE saves it, quit! leaves without it.")?;
            return Ok(false);
        }
        self.leave("You left the game")?;
        Ok(true)
    }

    /// Explains one command.
    fn help(&mut self, command: &str) -> Result<()> {
        match texts::help_on(command) {
            Some(lines) => self.say(lines),
            None => self.say(format_args!("There is no command {}. Type help for a list.", quoted(command))),
        }
    }

    /// Whether it is a human's turn. If not, says why and what can be done.
    fn is_humans_turn(&mut self) -> Result<bool> {
        match self.session.next() {
            Next::Human(_) => return Ok(true),
            Next::Over(verdict) => {
                self.say(format_args!("The game is over: {verdict}. undo turn takes back the last turn."))?;
            }
            Next::Computer(player) | Next::Unknown(player) => {
                let (number, name) = (player.number(), name_of(self.session.spec(player)));
                self.say(format!(
                    "The game is paused before the turn of {player}, which {name} plays. go lets it play, \
                     seat {number} human lets you."
                ))?;
            }
        }
        Ok(false)
    }

    /// Plays commands in order, up to the first that is refused.
    fn command(&mut self, commands: &[Shorthand]) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        for (done, shorthand) in commands.iter().enumerate() {
            let reason = match shorthand.resolve(self.session.galaxy()) {
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
                    1 => format!("Of the {total} commands only the first was played; undo takes it back."),
                    _ => format!("Of the {total} commands the first {done} were played; undo takes back the last."),
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
        let preview = match shorthand.resolve(self.session.galaxy()) {
            Err(error) => return self.say(sentence(&error.to_string())),
            Ok(command) => match self.session.preview(command) {
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
        match self.session.undo() {
            Ok(command) => {
                self.is_saved = false;
                self.say(format_args!("Taken back: {command}"))?;
                self.autosave()
            }
            Err(UndoError::TurnBegins) => {
                self.say("There is no command to take back in this turn; undo turn takes back the last turn.")
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn undo_turn(&mut self, is_agreed: bool) -> Result<()> {
        let result = if is_agreed {
            self.session.undo_turn_by_agreement().map_err(UndoTurnError::from)
        } else {
            self.session.undo_turn()
        };
        match result {
            Ok(()) => {
                let galaxy = *self.session.galaxy();
                self.is_saved = false;
                self.say(format_args!("Back to the turn of {} in round {}.", galaxy.to_move(), galaxy.round()))?;
                self.autosave()
            }
            Err(error @ UndoTurnError::SeveralHumans(_)) => {
                self.say(format_args!("{} If all agree, undo turn! does it.", sentence(&error.to_string())))
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn redo(&mut self) -> Result<()> {
        match self.session.redo() {
            Ok(count) => {
                let record = self.session.record();
                let again: Vec<Command> = record.commands().skip(record.len() - count).collect();
                self.is_saved = false;
                self.say(format_args!("Redone: {}", write_commands(&again)))?;
                self.autosave()
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn hint(&mut self) -> Result<()> {
        let Some(thought) = self.advise()? else { return Ok(()) };
        let (commands, expects) = (write_commands(&thought.decision.turn), explain::summary(&thought));
        self.say(format_args!("Hint: {commands}{expects}"))
    }

    fn finish(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let Some(thought) = self.advise()? else { return Ok(()) };
        let turn = self.session.play(thought)?;
        self.tell(&turn)
    }

    /// How the published player sees the position of a player, and why that player played its last
    /// turn.
    fn explain(&mut self, player: Option<Player>) -> Result<()> {
        let galaxy = *self.session.galaxy();
        let player = player.unwrap_or(galaxy.to_move());
        if galaxy.is_defeated(player) {
            self.say(format_args!("{} is defeated.", capital(player)))?;
        } else if !self.is_over() {
            self.say(explain::situation(&galaxy, player).trim_end())?;
        }
        match self.session.thought(player).map(explain::explanation) {
            Some(text) => self.say(text.trim_end()),
            None => self.say(format_args!("No computer has played a turn of {player} yet.")),
        }
    }

    /// Looks at an earlier position.
    fn look(&mut self, by: isize) -> Result<()> {
        let length = self.session.record().len();
        let at = self.looking_at.unwrap_or(length).checked_add_signed(by);
        match at {
            None => self.say("The game begins here."),
            Some(at) if at > length => self.say("This is the position now."),
            Some(at) if at == length => self.show(),
            Some(at) => self.look_at(at),
        }
    }

    /// What can still be done this turn.
    fn idle(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let idle = self.session.galaxy().idle();
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
                match describe::why_nothing_is_built(self.session.galaxy()) {
                    Some(why) if idle.colonies.is_empty() => format!("{supported}, but none can be built: {why}."),
                    _ => format!("{supported}."),
                }
            }
        });
        self.say(lines.join("\n"))
    }

    fn save(&mut self, path: PathBuf, replace: bool) -> Result<()> {
        if !replace && let Err(error) = check_free(&path, self.file.as_deref()) {
            return self.say(format_args!("{error}; save! {} replaces it.", printable(&path)));
        }
        match self.session.to_file().save(&path) {
            Ok(()) => {
                self.say(format_args!("Saved to {}.", printable(&path)))?;
                (self.is_saved, self.file) = (true, Some(path));
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", printable(&path))),
        }
    }

    fn load(&mut self, path: PathBuf, discard: bool) -> Result<()> {
        if !discard && !self.is_saved && !self.session.record().is_empty() {
            let path = printable(&path);
            return self.say(format_args!("This game is not saved: save FILE saves it, load! {path} discards it."));
        }
        match GameFile::load(&path) {
            Ok(file) => {
                self.say(format_args!("Loaded {}.", printable(&path)))?;
                self.session = Session::from_file(file);
                for note in unseat_programs(&mut self.session) {
                    self.say(note)?;
                }
                (self.is_saved, self.announced, self.is_frozen) = (true, Verdict::Ongoing, false);
                // The loaded file is not written to unless the user asks for it.
                self.autosave = self.autosave.take().and_then(|_| Folder::of_user().ok()).map(Autosave::to_folder);
                self.file = Some(path);
                self.is_paused = false;
                if self.is_over() || self.session.has_living_human() { Ok(()) } else { self.pause(Pause::Loaded) }
            }
            Err(error) => self.say(format_args!("Cannot load: {error}.")),
        }
    }

    fn seat(&mut self, player: Player, spec: PlayerSpec) -> Result<()> {
        self.session.seat(player, spec.with_drawn_seed());
        self.is_saved = false;
        let name = self.session.spec(player).to_string();
        self.say(format!("{} is {name} now.", capital(player)))?;
        if self.is_over() {
            return self.autosave();
        }
        if !self.session.has_living_human() {
            self.pause(Pause::NoHumans)?;
        } else if self.is_paused {
            // A human takes part again, so the game goes on by itself.
            self.is_paused = false;
            if !matches!(self.session.next(), Next::Human(_)) {
                self.say("The game goes on.")?;
            }
        }
        self.autosave()
    }

    fn seats(&mut self) -> Result<()> {
        for player in Player::ALL {
            let seat = players::excerpt(&self.session.spec(player).to_string());
            let fate = if self.session.galaxy().is_defeated(player) { ", defeated" } else { "" };
            self.say(format_args!("  {} {seat}{fate}", player.number()))?;
        }
        Ok(())
    }

    /// Whether a computer is to move. If not, says so.
    fn is_computers_turn(&mut self) -> Result<bool> {
        match self.session.next() {
            Next::Human(_) => {
                self.say("It is your turn: end ends it, finish lets a computer finish it.")?;
                Ok(false)
            }
            Next::Over(_) => self.is_humans_turn(),
            Next::Computer(_) | Next::Unknown(_) => Ok(true),
        }
    }

    /// Lets the computers play on.
    fn go(&mut self, rounds: Option<u32>) -> Result<()> {
        if !self.is_computers_turn()? {
            return Ok(());
        }
        self.pause_before = None;
        match self.resume(rounds) {
            None => Ok(()),
            Some(1) => self.say("The computers play one round; Ctrl-C stops them."),
            Some(rounds) => self.say(format_args!("The computers play {rounds} rounds; Ctrl-C stops them.")),
        }
    }

    /// Ends a pause. Computers among themselves play this many rounds; without a number, as many as
    /// are left of the last number or, if nothing else limits the game, [`ROUNDS_ALONE`]. Returns the
    /// new number.
    pub(super) fn resume(&mut self, rounds: Option<u32>) -> Option<u32> {
        self.is_paused = false;
        let has_limit = self.session.round_limit.is_some() || self.pause_before.is_some();
        if self.session.has_living_human() || rounds.is_none() && has_limit {
            return None;
        }
        let rounds = rounds.unwrap_or(ROUNDS_ALONE);
        self.pause_before = Some(self.session.galaxy().round().saturating_add(rounds));
        Some(rounds)
    }

    /// Lets the computers play on without delays and with few boards.
    fn skip_ahead(&mut self) -> Result<()> {
        self.go(None)?;
        self.pace.is_fast = !self.is_paused;
        Ok(())
    }

    /// Lets the next computer play its turn, and says whether the game goes on.
    fn step(&mut self) -> Result<bool> {
        if !self.is_computers_turn()? {
            return Ok(true);
        }
        let goes_on = self.single_turn()?;
        if goes_on && !self.is_paused && !self.is_over() {
            // What was typed is followed by a prompt, and not by keys.
            self.keys = None;
            self.pause(Pause::Step)?;
        }
        Ok(goes_on)
    }

    fn history(&mut self) -> Result<()> {
        if self.session.record().is_empty() {
            return self.say("Nothing has been played yet.");
        }
        for turn in self.session.record().turns() {
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
