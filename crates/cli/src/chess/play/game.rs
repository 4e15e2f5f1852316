//! A game of chess at the terminal.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use ::chess::{Chess, Color, Conclusion, Next, PlayerSpec, Session, color_name, write_san};
use anyhow::{Result, ensure};
use players::ComputerPlayer;
use storage::printable;

use super::board::{self, Pieces, View};
use super::order::WORDS;
use super::saved::ChessFile;
use crate::arena::shell_word;
use crate::autosave::{Autosave, Saved, SavedGame};
use crate::console::{Completions, Console};
use crate::interrupt::Interrupted;
use crate::palette::Palette;
use crate::terminal::{Keys, Size, sentence};
use crate::watch::Pace;

/// How a game is played.
pub(super) struct Options {
    /// Where the game is saved as it is played.
    pub(super) autosave: Option<Autosave>,
    /// The file that the game was loaded from.
    pub(super) file: Option<PathBuf>,
    /// The shortest time between two moves of computers.
    pub(super) delay: Duration,
    /// Whether computers play at once where no human takes part.
    pub(super) is_watched: bool,
    pub(super) pieces: Pieces,
}

/// A game, and what the terminal needs to know about it.
pub(super) struct Game<'a> {
    pub(super) session: Session,
    pub(super) autosave: Option<Autosave>,
    /// The file that the game was loaded from or saved to last.
    pub(super) file: Option<PathBuf>,
    /// Whether all changes are saved somewhere.
    pub(super) is_saved: bool,
    pub(super) pace: Pace,
    is_watched: bool,
    /// Whether there is anybody to ask. Otherwise the game ends where it would pause.
    pub(super) asks: bool,
    /// Whether the computers wait for `go`.
    pub(super) is_paused: bool,
    /// Whether the position that is shown is that of the game.
    pub(super) is_shown: bool,
    /// What a computer expected when it moved last.
    pub(super) note: Option<String>,
    pub(super) is_flipped: bool,
    pub(super) pieces: Pieces,
    palette: Palette,
    /// The computer that gives advice, from the first time on.
    pub(super) adviser: Option<(PlayerSpec, Box<dyn ComputerPlayer<Chess>>)>,
    /// The keyboard, while computers are watched, also while they pause.
    pub(super) keys: Option<Keys>,
    /// The beginning of a command that was typed as a key.
    pub(super) typed: String,
    pub(super) console: &'a mut Console,
}

/// Why the computers wait.
pub(super) enum Pause {
    /// A game without humans was loaded.
    Loaded,
    /// The last human left its seat.
    NoHumans,
    /// The user stopped a computer.
    Stopped(Color),
    /// The user stopped watching.
    Key,
    /// A single move was asked for.
    Step,
    /// A computer cannot play.
    Fault(String),
}

impl<'a> Game<'a> {
    pub(super) fn new(session: Session, options: Options, console: &'a mut Console) -> Self {
        Self {
            autosave: options.autosave,
            file: options.file,
            is_saved: true,
            pace: Pace::new(options.delay),
            is_watched: options.is_watched,
            asks: session.has_human() || !options.is_watched || console.is_interactive(),
            is_paused: false,
            is_shown: false,
            note: None,
            is_flipped: false,
            pieces: options.pieces,
            palette: Palette::of_stdout(),
            adviser: None,
            keys: None,
            typed: String::new(),
            session,
            console,
        }
    }

    /// Plays until the game is over or the user leaves.
    pub(super) fn run(mut self, title: &str) -> Result<()> {
        self.say(format_args!("Chess. {title}"))?;
        if self.session.has_human() {
            self.say("Type a move such as e4 or Nf3, or help.")?;
        }
        let result = self.play();
        self.console.set_completions(None);
        self.console.interrupt.defer(false);
        self.console.interrupt.set_farewell(String::new());
        result?;
        let is_unsaved =
            self.autosave.as_ref().is_some_and(|autosave| autosave.is_chosen() && autosave.file().is_none());
        ensure!(!is_unsaved || self.is_untouched(), "the game could not be saved to the file of --save");
        Ok(())
    }

    fn play(&mut self) -> Result<()> {
        // From the beginning, so that a file that cannot be written is noticed before it matters.
        self.autosave()?;
        if !self.session.has_human() && !self.is_watched && !self.is_over() {
            self.pause(Pause::Loaded)?;
        }
        self.console.interrupt.defer(true);
        loop {
            let goes_on = match self.session.next() {
                Next::Computer(_) | Next::Unknown(_) if !self.is_paused => self.computer_turn()?,
                Next::Over(_) if !self.asks => {
                    self.show_if_new()?;
                    return Ok(());
                }
                Next::Computer(_) | Next::Unknown(_) if self.keys.is_some() => self.paused_turn()?,
                _ => self.human_turn()?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Reads and follows one order, and says whether the game goes on.
    fn human_turn(&mut self) -> Result<bool> {
        self.keys = None;
        if !self.is_shown {
            self.show()?;
            if let Some(rule) = self.session.claimable() {
                let draw = Conclusion::Draw(rule);
                self.say(format_args!("You can claim {draw}: draw claims it, any move plays on."))?;
            }
            if self.is_over() {
                self.say("new begins another game, undo takes back, pgn prints the game, quit leaves.")?;
            }
        }
        self.console.interrupt.defer(false);
        let prompt = match self.session.next() {
            Next::Over(_) => "over> ".to_owned(),
            Next::Human(color) => format!("{}> ", color_name(color)),
            Next::Computer(_) | Next::Unknown(_) => "paused> ".to_owned(),
        };
        self.offer_completions();
        let answer = self.console.ask_from(&prompt, &std::mem::take(&mut self.typed));
        self.console.interrupt.defer(true);
        match answer {
            Ok(Some(line)) => self.follow(&line),
            Ok(None) => self.end_of_input(),
            Err(error) if error.is::<Interrupted>() => {
                self.leave("Interrupted")?;
                Err(error)
            }
            Err(error) => Err(error),
        }
    }

    /// Leaves the game because nothing more can be asked.
    pub(super) fn end_of_input(&mut self) -> Result<bool> {
        self.console.is_open = false;
        self.leave("End of input")?;
        Ok(false)
    }

    /// Lets Tab complete commands and legal moves.
    fn offer_completions(&mut self) {
        let game = self.session.game();
        let is_over = self.is_over();
        let moves = game.legal_moves().into_iter().filter(|_| !is_over);
        let moves: Vec<(String, String)> = moves.map(|mv| (mv.from.to_string(), write_san(game.board(), mv))).collect();
        self.console.set_completions(Some(Box::new(move |text| completions(&moves, text))));
    }

    pub(super) fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        self.console.say(text)
    }

    /// Shows the board.
    pub(super) fn show(&mut self) -> Result<()> {
        let board = self.session.game().board();
        let side = color_name(self.session.to_move());
        let title = match self.session.conclusion() {
            Some(conclusion) => format!("The game is over: {conclusion}"),
            None if board.checkers().is_empty() => format!("Move {}, {side} to move", board.fullmove_number()),
            None => format!("Move {}, {side} to move, in check", board.fullmove_number()),
        };
        let [white, black] = self.session.seats();
        let seen_from = if black.is_human() && !white.is_human() { Color::Black } else { Color::White };
        let view = View {
            game: self.session.game(),
            bottom: if self.is_flipped { !seen_from } else { seen_from },
            pieces: self.pieces,
            palette: self.palette,
            size: Size::of_stdout(),
            names: [white, black].map(|spec| players::excerpt(&spec.name())),
            note: self.note.clone(),
        };
        let text = board::draw(&view, &title);
        self.is_shown = true;
        Ok(write!(self.console.output, "\n{text}")?)
    }

    pub(super) fn show_if_new(&mut self) -> Result<()> {
        if self.is_shown { Ok(()) } else { self.show() }
    }

    pub(super) fn is_over(&self) -> bool {
        self.session.conclusion().is_some()
    }

    /// Whether nothing has been played.
    pub(super) fn is_untouched(&self) -> bool {
        self.session.game().moves().is_empty() && !self.is_over()
    }

    /// Makes the computers wait, and says why and what can be done. Those who watch go on with keys
    /// if nothing else needs to be typed.
    pub(super) fn pause(&mut self, reason: Pause) -> Result<()> {
        (self.is_paused, self.pace.is_fast) = (true, false);
        if matches!(reason, Pause::Loaded | Pause::NoHumans | Pause::Fault(_)) {
            self.keys = None;
        }
        // The reason stands below the board, where it is seen.
        self.show_if_new()?;
        let side = color_name(self.session.to_move()).to_ascii_lowercase();
        let join = self.how_to_join();
        let (why, commands) = match reason {
            Pause::Loaded => (
                "Paused: only computers play this game.".to_owned(),
                format!("go lets them play, step plays one move, {join}."),
            ),
            Pause::NoHumans => {
                ("Paused: only computers are left.".to_owned(), format!("go lets them play, undo takes back, {join}."))
            }
            Pause::Stopped(color) => (
                format!("Stopped: {} has not moved.", color_name(color)),
                format!("go lets it think again, undo takes back, {join}."),
            ),
            Pause::Key => (String::new(), format!("Paused. go plays on, step plays one move, {join}, quit leaves.")),
            Pause::Step => (String::new(), format!("Paused after one move. step plays the next, go plays on, {join}.")),
            Pause::Fault(fault) => (
                format!("Paused: {fault}."),
                format!("go lets it try again, seat {side} engine seats another computer, {join}."),
            ),
        };
        match (self.keys.is_some(), why.is_empty()) {
            // The keys stand on the line of the cursor.
            (true, true) => Ok(()),
            (true, false) => self.say(why),
            (false, _) => self.say(format!("{why} {commands}").trim_start()),
        }
    }

    /// How a human can take the place of a computer.
    pub(super) fn how_to_join(&self) -> String {
        format!("seat {} human lets you play", color_name(self.session.to_move()).to_ascii_lowercase())
    }

    /// Notes that the game has changed, and saves it.
    pub(super) fn changed(&mut self) -> Result<()> {
        (self.is_saved, self.is_shown) = (false, false);
        self.autosave()
    }

    /// Saves the game, if it is to be saved as it is played. A failure must not end the game.
    pub(super) fn autosave(&mut self) -> Result<()> {
        let is_untouched = self.is_untouched();
        let Some(autosave) = &mut self.autosave else { return Ok(()) };
        // A game that has not begun, or only been loaded, needs no file.
        if (self.is_saved || is_untouched) && !autosave.is_chosen() && autosave.file().is_none() {
            return Ok(());
        }
        let outcome = autosave.save(&ChessFile::from(self.session.to_pgn()));
        self.is_saved = autosave.file().is_some();
        match outcome {
            Saved::Quietly => {}
            Saved::To(path) => self.say(format_args!("Each move is saved to {}.", printable(&path)))?,
            Saved::Failed(error) => self.say(format_args!("{} The game goes on.", sentence(&error)))?,
        }
        let farewell = self.where_saved().unwrap_or_default();
        self.console.interrupt.set_farewell(farewell);
        Ok(())
    }

    /// Where the game is saved and how to go on with it.
    fn where_saved(&self) -> Option<String> {
        let automatic = self.autosave.as_ref().and_then(|autosave| Some((autosave.file()?, autosave.is_chosen())));
        let (file, is_chosen) = match automatic {
            Some(automatic) => automatic,
            None => (self.file.as_deref().filter(|_| self.is_saved)?, true),
        };
        let (file, command) = (printable(file), ChessFile::COMMAND);
        Some(match (self.is_over(), is_chosen) {
            (true, _) => format!("The game is saved in {file}."),
            (false, true) => {
                format!("The game is saved in {file}: {command} --load {} continues it.", shell_word(&file))
            }
            (false, false) => format!("The game is saved in {file}: {command} --continue continues it."),
        })
    }

    /// Says where the game is when the user leaves it.
    pub(super) fn leave(&mut self, why: &str) -> Result<()> {
        let place = match self.where_saved() {
            _ if self.is_untouched() => String::new(),
            Some(place) => place,
            None => "The game is not saved.".to_owned(),
        };
        self.say(format!("{why}. {place}").trim_end())
    }

    /// Says who ended the game and how, and saves it.
    pub(super) fn concluded(&mut self, who: &str, conclusion: Conclusion) -> Result<()> {
        self.say(format_args!("{who}: {conclusion}."))?;
        self.changed()
    }
}

/// What the last word of a line can be. The moves come with the squares where they begin.
fn completions(moves: &[(String, String)], text: &str) -> Completions {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if !text.ends_with(char::is_whitespace) {
        words.pop();
    }
    let kinds = || <Chess as players::Playable>::kinds().iter().map(|kind| kind.name.to_owned());
    let completions: Vec<String> = match words[..] {
        [] => moves.iter().map(|(_, san)| san.clone()).chain(WORDS.map(str::to_owned)).collect(),
        ["save" | "save!" | "load" | "load!", ..] => return Completions::Files,
        ["moves" | "m"] => {
            let mut squares: Vec<String> = moves.iter().map(|(square, _)| square.clone()).collect();
            squares.dedup();
            squares
        }
        ["seat"] => ["white", "black"].map(str::to_owned).to_vec(),
        ["seat", _] => std::iter::once("human".to_owned()).chain(kinds()).collect(),
        ["hint" | "h" | "go"] => kinds().collect(),
        _ => Vec::new(),
    };
    Completions::Words(completions)
}
