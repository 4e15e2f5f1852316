//! What humans want, done.

use anyhow::Result;
use starchess::{PlayerSpec, write_commands};

use super::{Game, sentence};
use crate::star::order::Order;
use crate::star::shorthand::Shorthand;
use crate::star::texts;

impl Game<'_> {
    /// Does one thing that a human wants, and says whether the game goes on.
    pub(super) fn obey(&mut self) -> Result<bool> {
        self.show_if_new()?;
        let prompt = match self.table.next() {
            None => "over> ".to_owned(),
            Some((player, PlayerSpec::Human)) => format!("{player}> "),
            Some(_) => "paused> ".to_owned(),
        };
        let Some(line) = self.console.ask(&prompt)? else {
            self.leave("End of input")?;
            return Ok(false);
        };
        match Order::read(&line) {
            Ok(Order::Quit) => {
                self.leave("You leave the game")?;
                return Ok(false);
            }
            Ok(order) => self.follow(order)?,
            Err(error) => self.say(format_args!("{}.", sentence(&format!("{error:#}"))))?,
        }
        Ok(true)
    }

    fn follow(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Commands(commands) => self.command(&commands),
            Order::Undo => self.undo(),
            Order::UndoTurn(by_agreement) => self.undo_turn(by_agreement),
            Order::Redo => self.redo(),
            Order::Hint => self.hint(),
            Order::Finish => self.finish(),
            Order::Explain => self.explain(),
            Order::Board => self.show(),
            Order::Idle => self.idle(),
            Order::Save { path, replace } => self.save(path, replace),
            Order::Load { path, drop } => self.load(path, drop),
            Order::Seat(player, control) => self.seat(player, control),
            Order::Seats => self.seats(),
            Order::History => self.history(),
            Order::Go => self.go(),
            Order::Help => {
                self.say(texts::HELP)?;
                self.say(texts::RULES)
            }
            Order::Rules => self.say(texts::RULES),
            // Whoever asked has seen to it.
            Order::Quit => Ok(()),
        }
    }

    /// Whether it is a human's turn; says so if not.
    pub(super) fn is_humans_turn(&mut self) -> Result<bool> {
        match self.table.next() {
            Some((_, PlayerSpec::Human)) => return Ok(true),
            None => {
                let verdict = self.table.verdict();
                self.say(format_args!("The game is over: {verdict}. undo turn takes back."))?;
            }
            Some((player, _)) => {
                let number = player.number();
                self.say(format_args!("It is the turn of {player}: go lets it play, seat {number} human lets you."))?;
            }
        }
        Ok(false)
    }

    /// Plays commands in order, up to the first that is refused.
    fn command(&mut self, commands: &[Shorthand]) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let player = self.name(self.table.galaxy().to_move());
        for (done, shorthand) in commands.iter().enumerate() {
            let refusal = match shorthand.resolve(self.table.galaxy()) {
                Err(error) => error.to_string(),
                Ok(command) => match self.table.galaxy().check(command) {
                    Err(error) => format!("Refused, {command}: {error}"),
                    Ok(()) => {
                        self.say(format_args!("{player}: {command}"))?;
                        self.apply(command)?;
                        continue;
                    }
                },
            };
            self.say(format_args!("{}.", sentence(&refusal)))?;
            if commands.len() > 1 {
                let total = commands.len();
                self.say(match done {
                    0 => format!("None of the {total} commands is done."),
                    1 => format!("Of the {total} commands the first is done; undo takes it back."),
                    _ => format!("Of the {total} commands the first {done} are done; undo takes back one by one."),
                })?;
            }
            break;
        }
        self.autosave()
    }

    fn history(&mut self) -> Result<()> {
        if self.table.record().is_empty() {
            return self.say("Nothing has been played yet.");
        }
        for turn in self.table.record().turns() {
            let commands = write_commands(&turn.commands);
            self.say(format_args!("  {}.{}  {commands}", turn.turn, turn.player.number()))?;
        }
        Ok(())
    }
}
