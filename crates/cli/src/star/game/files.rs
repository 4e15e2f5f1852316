//! Saving and loading during a game.

use std::path::{Path, PathBuf};

use anyhow::Result;
use starchess::{GameFile, Table, Verdict};

use super::Game;
use crate::star::args::check_free;

impl Game<'_> {
    /// Saves the game where it is wanted. That must not end it.
    pub(super) fn autosave(&mut self) -> Result<()> {
        let Some(path) = self.autosave.clone() else { return Ok(()) };
        match self.table.to_file().save(&path) {
            Ok(()) => {
                self.is_saved = true;
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", path.display())),
        }
    }

    pub(super) fn leave(&mut self, why: &str) -> Result<()> {
        let file = self.file.as_deref().map(Path::display).map(|file| file.to_string());
        match file {
            _ if self.table.record().is_empty() => self.say(format_args!("{why}.")),
            Some(file) if self.is_saved => self.say(format_args!("{why}; it is saved in {file}.")),
            _ => self.say(format_args!("{why}; it is not saved. Next time save FILE or play --save FILE keeps it.")),
        }
    }

    pub(super) fn save(&mut self, path: PathBuf, replace: bool) -> Result<()> {
        if !replace && let Err(error) = check_free(&path, self.file.as_deref()) {
            return self.say(format_args!("{error}: save! {} replaces it.", path.display()));
        }
        match self.table.to_file().save(&path) {
            Ok(()) => {
                self.say(format_args!("Saved to {}.", path.display()))?;
                (self.is_saved, self.file) = (true, Some(path));
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", path.display())),
        }
    }

    pub(super) fn load(&mut self, path: PathBuf, drop: bool) -> Result<()> {
        if !drop && !self.is_saved && !self.table.record().is_empty() {
            let path = path.display();
            return self.say(format_args!("This game is not saved: save FILE does it, load! {path} gives it up."));
        }
        let loaded = GameFile::load(&path).map_err(anyhow::Error::from);
        match loaded.and_then(|file| Ok(Table::from_file(file)?)) {
            Ok(table) => {
                self.say(format_args!("Loaded {}.", path.display()))?;
                self.table = table;
                (self.is_saved, self.last, self.announced) = (true, None, Verdict::Ongoing);
                // What was loaded is only written to when that is asked for.
                if self.autosave.take().is_some() {
                    self.say("From now on only save FILE saves.")?;
                }
                self.file = Some(path);
                self.is_paused = !self.is_human_alive();
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot load: {error}.")),
        }
    }
}
