//! The files of a game: where it comes from, where it is saved as it is played, and what continues it.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use storage::printable;

use super::{Pause, Sitting, TerminalGame};
use crate::arena::shell_word;
use crate::autosave::{Autosave, Folder, Found, Saved, SavedGame, check_free};
use crate::terminal::{sentence, with_command};

/// Where a game comes from and where it is saved.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FileArgs {
    /// Play on from a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "continue_last", value_parser = file)]
    pub(crate) load: Option<PathBuf>,
    /// Continue the unfinished game that was saved last; games with a human come before games that
    /// were only watched
    #[arg(long = "continue")]
    pub(crate) continue_last: bool,
    /// Save the game to this file as it is played, instead of to the data folder
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub(crate) save: Option<PathBuf>,
    /// Do not save the game to the data folder
    #[arg(long)]
    pub(crate) no_autosave: bool,
}

/// Reads the name of a file.
pub(crate) fn file(text: &str) -> Result<PathBuf> {
    if text.is_empty() { bail!("a file needs a name") } else { Ok(storage::expand_home(text)) }
}

/// What the help says about saved games.
pub(crate) fn about_saving(how: &str) -> String {
    format!(
        "Games are saved {how}, the newest 20, in the folder for user data (~/.local/share/starchess/games on \
         Linux), or in the folder that the variable STARCHESS_DATA names."
    )
}

/// A game from a file.
pub(crate) struct Loaded<F> {
    pub(crate) game: F,
    pub(crate) path: PathBuf,
    /// Where it was saved so far, if it is continued there. Otherwise the file may come from somebody
    /// else.
    continued: Option<Autosave>,
}

impl<F: SavedGame> Loaded<F> {
    /// A game from the data folder, to be saved to the same file again.
    pub(crate) fn found(found: Found<F>) -> Result<Self> {
        let autosave = Autosave::go_on::<F>(found.path.clone())?;
        Ok(Self { game: found.game, path: found.path, continued: Some(autosave) })
    }

    /// Whether it is known to be this user's own.
    pub(crate) fn is_own(&self) -> bool {
        self.continued.is_some()
    }

    pub(crate) fn title(&self) -> String {
        let whose = if self.is_own() { "Your" } else { "The" };
        format!("{whose} game of {}.", printable(&self.path))
    }
}

/// Where a game is saved.
pub(crate) struct Files {
    /// Where it is saved as it is played.
    pub(super) autosave: Option<Autosave>,
    /// The file that it was loaded from.
    pub(super) file: Option<PathBuf>,
    /// Whether saving the game there again loses nothing.
    pub(super) owns_file: bool,
}

impl FileArgs {
    /// The game to go on with; none if a new one begins.
    pub(crate) fn loaded<F: SavedGame>(&self) -> Result<Option<Loaded<F>>> {
        if self.continue_last {
            return Loaded::found(Folder::of_user()?.last_unfinished()?).map(Some);
        }
        let Some(path) = &self.load else { return Ok(None) };
        Ok(Some(Loaded { game: F::load(path)?, path: path.clone(), continued: None }))
    }

    /// Where the game is saved from now on.
    pub(crate) fn files<F: SavedGame>(self, loaded: Option<Loaded<F>>) -> Result<Files> {
        let owns_file = loaded.as_ref().is_some_and(|loaded| loaded.game.is_whole_file());
        let (file, continued) = loaded.map_or((None, None), |loaded| (Some(loaded.path), loaded.continued));
        let autosave = match (self.save, continued) {
            (Some(path), _) => {
                let why = if file.as_ref() == Some(&path) {
                    "the file may hold more than this game, or other notes, which would be lost: name another for --save"
                } else {
                    "a new game needs a new file; --load plays on from a saved game"
                };
                check_free(&path, file.as_deref().filter(|_| owns_file)).context(why)?;
                Some(Autosave::to_file(path)?)
            }
            (None, _) if self.no_autosave => None,
            (None, Some(autosave)) => Some(autosave),
            (None, None) => Folder::of_user().ok().map(Autosave::to_folder),
        };
        Ok(Files { autosave, file, owns_file })
    }
}

/// What continues a game of the data folder.
#[derive(Clone, Copy, Debug)]
enum Resumes {
    /// The menu, to which the user returns.
    Menu,
    /// The option `--continue`.
    Continue,
    /// The option `--load`, where `--continue` may open another game.
    Load,
}

impl<G: TerminalGame> Sitting<'_, G> {
    /// Notes that the game has changed, and saves it.
    pub(crate) fn changed(&mut self) -> Result<()> {
        self.is_saved = false;
        self.autosave()
    }

    /// Whether the user would lose what was played by leaving now.
    pub(super) fn would_be_lost(&self) -> bool {
        !self.is_saved && !self.game.is_untouched()
    }

    /// Whether the file that the user chose has not been written.
    pub(super) fn has_missed_its_file(&self) -> bool {
        let is_missing = |autosave: &Autosave| autosave.is_chosen() && autosave.file().is_none();
        self.autosave.as_ref().is_some_and(is_missing) && !self.game.is_untouched()
    }

    /// Saves the game, if it is to be saved as it is played. A failure must not end the game.
    pub(super) fn autosave(&mut self) -> Result<()> {
        let Some(autosave) = &mut self.autosave else { return Ok(()) };
        // A game that has not begun, or only been loaded, needs no file.
        let is_new = self.is_saved || self.game.is_untouched();
        if is_new && !autosave.is_chosen() && autosave.file().is_none() {
            return Ok(());
        }
        let file = self.game.to_file();
        let outcome = autosave.save(&file);
        self.is_saved = autosave.file().is_some();
        match outcome {
            Saved::Quietly => {}
            Saved::To(path) => self.say(format_args!("Each {} is saved to {}.", G::TURN, printable(&path)))?,
            Saved::Failed(error) => self.say(format_args!("{} The game goes on.", sentence(&error)))?,
        }
        // A signal ends the program. Whether other games are waiting is not looked up after every turn.
        let resumes = if file.has_human() { Resumes::Continue } else { Resumes::Load };
        let farewell = self.where_saved(resumes).unwrap_or_default();
        self.console.interrupt.set_farewell(farewell);
        Ok(())
    }

    /// What continues this game, if it is saved in the data folder and the user leaves it now.
    fn resumes(&self) -> Resumes {
        if self.console.has_menu && self.console.is_open {
            return Resumes::Menu;
        }
        // The newest game with a human comes first: this one, which was saved just now.
        let is_first =
            self.game.to_file().has_human() || Folder::of_user().is_ok_and(|folder| !folder.has_own_game::<G::File>());
        if is_first { Resumes::Continue } else { Resumes::Load }
    }

    /// Where the game is saved and how to continue it.
    fn where_saved(&self, resumes: Resumes) -> Option<String> {
        let automatic = self.autosave.as_ref().and_then(|autosave| Some((autosave.file()?, autosave.is_chosen())));
        let (file, is_chosen) = match automatic {
            Some(automatic) => automatic,
            None => (self.file.as_deref().filter(|_| self.is_saved)?, true),
        };
        let file = printable(file);
        let word = shell_word(&file);
        if self.is_over() {
            let again = with_command("To see it again", &format!("{} {word}", G::File::SHOW));
            return Some(format!("The game is saved in {file}.\n{again}"));
        }
        let [go_on, load] = G::MENU_KEYS;
        let how = match resumes {
            Resumes::Menu if is_chosen => format!("{load} in the menu and {file}"),
            Resumes::Menu => format!("{go_on} in the menu"),
            Resumes::Continue if !is_chosen => format!("{} --continue", G::File::COMMAND),
            Resumes::Continue | Resumes::Load => format!("{} --load {word}", G::File::COMMAND),
        };
        Some(format!("The game is saved in {file}.\n{}", with_command("To continue", &how)))
    }

    /// Says where the game is when the user leaves it.
    pub(super) fn leave(&mut self, why: &str) -> Result<()> {
        let place = match self.where_saved(self.resumes()) {
            _ if self.game.is_untouched() => String::new(),
            Some(place) => place,
            None => "The game is not saved.".to_owned(),
        };
        self.say(format!("{why}. {place}").trim_end())
    }

    pub(super) fn save(&mut self, path: PathBuf, replace: bool) -> Result<()> {
        if !replace && let Err(error) = check_free(&path, self.file.as_deref().filter(|_| self.owns_file)) {
            let more = if self.file.as_ref() == Some(&path) { " and holds more than this game" } else { "" };
            let replace = || format!("; \"save! {}\" replaces it", printable(&path));
            let how = if path.is_dir() { String::new() } else { replace() };
            return self.say(format_args!("{error}{more}{how}."));
        }
        match self.game.to_file().save(&path) {
            Ok(()) => {
                self.say(format_args!("Saved to {}.", printable(&path)))?;
                (self.is_saved, self.file, self.owns_file) = (true, Some(path), true);
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", printable(&path))),
        }
    }

    /// Whether another game may take the place of this one. If not, says so.
    pub(crate) fn may_be_replaced(&mut self, command: &str) -> Result<bool> {
        if !self.would_be_lost() {
            return Ok(true);
        }
        self.say(format_args!("This game is not saved: \"save FILE\" saves it, \"{command}\" discards it."))?;
        Ok(false)
    }

    pub(super) fn load(&mut self, path: PathBuf, discard: bool) -> Result<()> {
        if !discard && !self.may_be_replaced(&format!("load! {}", printable(&path)))? {
            return Ok(());
        }
        match G::File::load(&path) {
            Ok(file) => {
                let owns_file = file.is_whole_file();
                self.say(format_args!("Loaded {}.", printable(&path)))?;
                for note in self.game.load(file) {
                    self.say(note)?;
                }
                self.replaced(Some(path));
                self.owns_file = owns_file;
                if self.is_over() || self.game.has_human() { Ok(()) } else { self.pause(Pause::Loaded) }
            }
            Err(error) => self.say(format_args!("Cannot load: {error}.")),
        }
    }

    /// Goes on with the game that has taken the place of another. It is saved to a file of its own: the
    /// one that it was loaded from is not written to unless the user asks for it.
    pub(crate) fn replaced(&mut self, file: Option<PathBuf>) {
        (self.file, self.is_saved, self.is_paused, self.looking_at) = (file, true, false, None);
        self.autosave = self.autosave.take().and_then(|_| Folder::of_user().ok()).map(Autosave::to_folder);
        self.console.interrupt.set_farewell(String::new());
    }
}
