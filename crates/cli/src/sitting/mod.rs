//! A sitting at the terminal: what every game with a prompt shares, from the first board until the
//! user leaves. A game adds its rules, its words and its commands.

mod computer;
mod files;
mod help;
mod order;
mod pause;
mod watch;

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};

pub(crate) use self::computer::Failure;
pub(crate) use self::files::{FileArgs, Files, Loaded, about_saving, file};
pub(crate) use self::help::lines_about;
use self::order::with_files;
pub(crate) use self::order::{SHARED_WORDS, meant, read_path};
pub(crate) use self::pause::{Pause, absence, program_note};
use self::watch::Pace;
pub(crate) use self::watch::{Watched, Wish};
use crate::autosave::{Autosave, SavedGame};
use crate::console::{Complete, Console};
use crate::interrupt::Interrupted;
use crate::terminal::Keys;

/// A game as a sitting needs it.
pub(crate) trait TerminalGame: Sized + Send {
    /// The game as it is saved.
    type File: SavedGame;
    /// What can be typed besides the commands that every game has.
    type Order;
    /// What a computer decides on.
    type Turn;

    const NAME: &'static str;
    /// What is said at the beginning to those who play.
    const INTRODUCTION: &'static str;
    /// Everything that can be typed.
    const HELP: &'static str;
    /// What one player does at a time: a turn or a move.
    const TURN: &'static str;
    /// The command that takes one back.
    const UNDO: &'static str;
    /// What else can be done in a human's turn that a computer was to play.
    const YOUR_TURN: &'static str;
    /// A computer that never fails.
    const COMPUTER: &'static str;
    /// How long a watched computer waits before its turn.
    const WATCHED_DELAY: Duration;
    /// What the menu offers to continue a game, and to load one.
    const MENU_KEYS: [char; 2];

    /// The part of the help that is about one command.
    fn help_on(command: &str) -> Option<String>;

    fn to_file(&self) -> Self::File;

    /// Goes on with a game from a file, which may come from somebody else. Returns what was changed
    /// in it.
    fn load(&mut self, file: Self::File) -> Vec<String>;

    fn next(&self) -> Next;

    /// How the game has ended, or stands.
    fn verdict(&self) -> String;

    /// Whether a human still takes part.
    fn has_human(&self) -> bool;

    /// How many commands or moves have been played.
    fn length(&self) -> usize;

    /// Whether nothing has happened that would be worth saving.
    fn is_untouched(&self) -> bool {
        self.length() == 0
    }

    /// The player to move, as in "White is to move".
    fn to_move(&self) -> String;

    /// The same as the command `seat` takes it.
    fn seat_to_move(&self) -> String;

    /// The name of whoever plays for the player to move.
    fn name_to_move(&self) -> String;

    /// Why nobody can play for the player to move, if so.
    fn absence(&self) -> Option<Pause>;

    /// When it is, as in "Round 3".
    fn time(&self) -> String;

    /// The board and what stands around it, now or after this many commands or moves.
    fn screen(&mut self, at: Option<usize>) -> String;

    /// Whether the position was the last to be shown.
    fn is_shown(&self) -> bool;

    /// What Tab completes, where it is no file.
    fn completions(&self) -> Complete;

    /// Shows what a human should see before the prompt.
    fn show_to_human(sitting: &mut Sitting<'_, Self>) -> Result<()>;

    /// Reads a command of the game's own.
    fn read(line: &str) -> Result<Self::Order>;

    fn carry_out(sitting: &mut Sitting<'_, Self>, order: Self::Order) -> Result<()>;

    /// Shows what those who watch should see before the turn of a computer, and says whether it is to
    /// be played.
    fn begin_turn(sitting: &mut Sitting<'_, Self>) -> Result<bool>;

    /// Lets the computer to move decide, by means of [`Sitting::start`] and [`Sitting::watch`].
    fn decide(sitting: &mut Sitting<'_, Self>) -> (Result<Self::Turn, Failure>, Option<Wish>);

    /// Plays what a computer decided on, saves the game and says what was played.
    fn play(sitting: &mut Sitting<'_, Self>, turn: Self::Turn) -> Result<()>;

    /// Ends a pause.
    fn resume(sitting: &mut Sitting<'_, Self>) {
        sitting.is_paused = false;
    }
}

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Human,
    Computer,
    Over,
}

/// A game, and what the terminal needs to know about it.
pub(crate) struct Sitting<'a, G> {
    pub(crate) game: G,
    /// Where the game is saved as it is played.
    autosave: Option<Autosave>,
    /// The file that the game was loaded from or saved to last.
    file: Option<PathBuf>,
    /// Whether saving the game there again loses nothing.
    owns_file: bool,
    /// Whether all changes are saved somewhere.
    is_saved: bool,
    pub(crate) pace: Pace,
    /// How long a computer waits before its turn in a game with a human.
    human_delay: Duration,
    /// Whether computers play at once where no human takes part.
    is_watched: bool,
    /// Whether there is anybody to ask. Otherwise the game ends where it would pause.
    pub(crate) asks: bool,
    /// Whether the computers wait for `go`.
    pub(crate) is_paused: bool,
    /// The earlier position that is looked at, as a number of commands or moves.
    looking_at: Option<usize>,
    /// The keyboard, while computers are watched, also while they pause.
    keys: Option<Keys>,
    /// The beginning of a command that was typed as a key.
    typed: String,
    /// Whether Ctrl-C was pressed just now, and would lose the game the next time.
    is_warned: bool,
    pub(crate) console: &'a mut Console,
}

impl<'a, G: TerminalGame> Sitting<'a, G> {
    /// A sitting with computers that wait this long before their turns, or as long as is usual. If the
    /// game is watched, computers play at once where no human takes part.
    pub(crate) fn new(
        game: G,
        files: Files,
        delay: Option<Duration>,
        is_watched: bool,
        console: &'a mut Console,
    ) -> Self {
        let has_human = game.has_human();
        // Only those who watch need time to follow.
        let human_delay = delay.filter(|_| has_human).unwrap_or_default();
        let delay = delay.unwrap_or(if has_human { Duration::ZERO } else { G::WATCHED_DELAY });
        Self {
            game,
            autosave: files.autosave,
            file: files.file,
            owns_file: files.owns_file,
            is_saved: true,
            pace: Pace::new(delay),
            human_delay,
            is_watched,
            asks: has_human || !is_watched || console.is_interactive(),
            is_paused: false,
            looking_at: None,
            keys: None,
            typed: String::new(),
            is_warned: false,
            console,
        }
    }

    /// Plays until the game is over or the user leaves.
    pub(crate) fn run(mut self, title: &str) -> Result<()> {
        self.say(format_args!("{}. {title}", G::NAME))?;
        if self.asks && !self.is_watched {
            self.say(G::INTRODUCTION)?;
        }
        let result = self.play();
        self.console.set_completions(None);
        self.console.interrupt.defer(false);
        self.console.interrupt.set_farewell(String::new());
        result?;
        ensure!(!self.has_missed_its_file(), "the game could not be saved to the file of --save");
        Ok(())
    }

    fn play(&mut self) -> Result<()> {
        // From the beginning, so that a file that cannot be written is noticed before it matters.
        self.autosave()?;
        if !self.game.has_human() && !self.is_watched && !self.is_over() {
            self.pause(Pause::Loaded)?;
        }
        self.console.interrupt.defer(true);
        loop {
            let goes_on = match self.game.next() {
                Next::Computer if !self.is_paused => self.computer_turn()?,
                Next::Computer if self.keys.is_some() => self.paused_turn()?,
                Next::Over if !self.asks => {
                    self.show_if_new()?;
                    return Ok(());
                }
                _ => self.human_turn()?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Reads and follows one line, and says whether the game goes on.
    fn human_turn(&mut self) -> Result<bool> {
        self.keys = None;
        G::show_to_human(self)?;
        self.console.interrupt.defer(false);
        let who = match self.game.next() {
            Next::Over => "over".to_owned(),
            Next::Human => self.game.to_move(),
            Next::Computer => "paused".to_owned(),
        };
        // The failure itself was told above the board, where it may have scrolled out of sight.
        let is_unsaved = !self.is_saved && self.autosave.as_ref().is_some_and(Autosave::has_failed);
        let prompt = if is_unsaved { format!("not saved, {who}> ") } else { format!("{who}> ") };
        self.console.set_completions(Some(with_files(self.game.completions())));
        let answer = self.console.ask_from(&prompt, &std::mem::take(&mut self.typed));
        self.console.interrupt.defer(true);
        match answer {
            Ok(Some(line)) => {
                self.is_warned = false;
                self.follow(&line)
            }
            Ok(None) => self.end_of_input(),
            Err(error) if error.is::<Interrupted>() => self.interrupted(),
            Err(error) => Err(error),
        }
    }

    /// Leaves the game after Ctrl-C, unless it would be lost by one key; says whether it goes on.
    fn interrupted(&mut self) -> Result<bool> {
        if self.would_be_lost() && self.asks && !std::mem::replace(&mut self.is_warned, true) {
            // What can be done now is typed.
            self.keys = None;
            self.say("The game is not saved: \"save FILE\" saves it, Ctrl-C again leaves without it.")?;
            return Ok(true);
        }
        self.leave("Interrupted")?;
        Err(Interrupted.into())
    }

    /// Leaves the game because nothing more can be asked, unless Ctrl-D would lose it; says whether it
    /// goes on.
    fn end_of_input(&mut self) -> Result<bool> {
        if self.would_be_lost() && self.console.is_interactive() && !std::mem::replace(&mut self.is_warned, true) {
            (self.keys, self.console.is_open) = (None, true);
            self.say("The game is not saved: \"save FILE\" saves it, Ctrl-D again leaves without it.")?;
            return Ok(true);
        }
        self.console.is_open = false;
        self.leave("End of input")?;
        Ok(false)
    }

    /// Leaves the game, unless it would be lost; says whether it does.
    fn quit(&mut self, discard: bool) -> Result<bool> {
        // A script that saves nothing wants nothing saved.
        let minds = self.autosave.is_some() || self.console.is_interactive();
        if !discard && minds && self.would_be_lost() {
            self.say("The game is not saved: \"save FILE\" saves it, \"quit!\" leaves without it.")?;
            return Ok(false);
        }
        self.leave("You left the game")?;
        Ok(true)
    }

    pub(crate) fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        self.console.say(text)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.next() == Next::Over
    }

    /// Shows the board.
    pub(crate) fn show(&mut self) -> Result<()> {
        let text = self.game.screen(None);
        (self.looking_at, self.console.printed) = (None, 0);
        Ok(write!(self.console.output, "\n{text}")?)
    }

    pub(crate) fn show_if_new(&mut self) -> Result<()> {
        if self.game.is_shown() { Ok(()) } else { self.show() }
    }

    /// Shows an earlier or a later position than the one that is looked at.
    fn look(&mut self, by: isize) -> Result<()> {
        let length = self.game.length();
        let from = self.looking_at.unwrap_or(length);
        match from.saturating_add_signed(by).min(length) {
            at if at == from && by < 0 => self.say("The game begins here."),
            at if at == from => self.say("This is the position now."),
            at if at == length => self.show(),
            at => {
                let text = self.game.screen(Some(at));
                self.looking_at = Some(at);
                write!(self.console.output, "\n{text}")?;
                self.say("This is an earlier position: [ and ] look further, Enter returns to the game.")
            }
        }
    }

    /// Whether the position of now is looked at, which is the one that commands are about. If not, says
    /// so.
    pub(crate) fn is_present(&mut self) -> Result<bool> {
        if self.looking_at.is_some() {
            self.say("You are looking at an earlier position: Enter returns to the game.")?;
        }
        Ok(self.looking_at.is_none())
    }

    /// The game is over: says how it ended.
    pub(crate) fn say_over(&mut self) -> Result<()> {
        let verdict = self.game.verdict();
        self.say(format_args!("The game is over: {verdict}. \"{}\" takes back.", G::UNDO))
    }

    /// Whether a human is to move. If not, says why and what can be done.
    pub(crate) fn is_humans_turn(&mut self) -> Result<bool> {
        match self.game.next() {
            Next::Human => return Ok(true),
            Next::Over => self.say_over()?,
            Next::Computer => {
                let (player, name) = (self.game.to_move(), self.game.name_to_move());
                let join = self.how_to_join();
                self.say(format!("Paused: {player} is to move, and {name} plays it. \"go\" lets it play, {join}."))?;
            }
        }
        Ok(false)
    }

    /// Lets the game go on with other players, as the user wishes.
    pub(crate) fn seats_changed(&mut self) -> Result<()> {
        self.is_saved = false;
        if !self.is_over() {
            if !self.game.has_human() {
                self.pause(Pause::NoHumans)?;
            } else if self.is_paused {
                // A human takes part again, so the game goes on by itself.
                self.is_paused = false;
                if self.game.next() != Next::Human {
                    self.say("The game goes on.")?;
                }
            }
        }
        self.autosave()
    }
}
