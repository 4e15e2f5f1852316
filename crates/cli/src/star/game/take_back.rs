//! Taking back, and playing again what was taken back.

use anyhow::Result;
use starchess::{Command, TakeBackError, UndoError, write_commands};

use super::{Game, sentence};

impl Game<'_> {
    pub(super) fn undo(&mut self) -> Result<()> {
        match self.table.undo() {
            Ok(command) => {
                self.is_saved = false;
                self.say(format_args!("Taken back: {command}"))?;
                self.autosave()
            }
            Err(UndoError::TurnBegins) => {
                self.say("This turn has no command yet that could be taken back; undo turn takes back the last turn.")
            }
            Err(error) => self.say(format_args!("{}.", sentence(&error.to_string()))),
        }
    }

    pub(super) fn undo_turn(&mut self, by_agreement: bool) -> Result<()> {
        let result = if by_agreement {
            self.table.undo_turn_by_agreement().map_err(TakeBackError::from)
        } else {
            self.table.undo_turn()
        };
        match result {
            Ok(()) => {
                let galaxy = *self.table.galaxy();
                (self.is_saved, self.last) = (false, None);
                self.say(format_args!("Back to the turn of {} in turn {}.", galaxy.to_move(), galaxy.round()))?;
                self.autosave()
            }
            Err(error @ TakeBackError::SeveralHumans(_)) => {
                self.say(format_args!("{}, unless all agree: undo turn!", sentence(&error.to_string())))
            }
            Err(error) => self.say(format_args!("{}.", sentence(&error.to_string()))),
        }
    }

    pub(super) fn redo(&mut self) -> Result<()> {
        match self.table.redo() {
            Ok(count) => {
                let record = self.table.record();
                let again: Vec<Command> = record.commands().skip(record.len() - count).collect();
                self.is_saved = false;
                self.say(format_args!("Played again: {}", write_commands(&again)))?;
                self.autosave()
            }
            Err(error) => self.say(format_args!("{}.", sentence(&error.to_string()))),
        }
    }
}
