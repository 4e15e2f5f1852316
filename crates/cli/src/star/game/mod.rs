//! A game at the terminal.

mod advice;
mod files;
mod obey;
mod seats;
mod take_back;

use std::fmt;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use starchess::{Command, Galaxy, Player, PlayerSpec, Published, Table, Verdict, write_commands};

use super::board::{self, LEGEND};
use super::events::events;
use super::explain::{Thought, capital};
use super::palette::Palette;
use super::standings;
use super::think::think;
use crate::console::Console;
use crate::interrupt::Interrupted;

/// A game, and what the terminal needs to know about it.
pub(crate) struct Game<'a> {
    table: Table,
    title: String,
    /// Where the game is saved without being asked.
    autosave: Option<PathBuf>,
    /// The file that this game was loaded from or saved to.
    file: Option<PathBuf>,
    is_saved: bool,
    delay: Duration,
    /// Whether computers give their reasons.
    explains: bool,
    /// What the last computer thought.
    last: Option<Thought>,
    /// Whether there is somebody to ask: there was a human when the game began.
    is_interactive: bool,
    /// Whether the computers wait for `go`.
    is_paused: bool,
    /// The position that was shown last.
    shown: Option<Galaxy>,
    /// How the game ended, once that was said.
    announced: Verdict,
    palette: Palette,
    /// Whether somebody looks on, and not a file or another program, at a terminal that can clear a line.
    is_terminal: bool,
    console: &'a mut Console,
}

impl<'a> Game<'a> {
    pub(crate) fn new(
        table: Table,
        title: String,
        autosave: Option<PathBuf>,
        file: Option<PathBuf>,
        delay: Duration,
        explains: bool,
        console: &'a mut Console,
    ) -> Self {
        let is_interactive = table.humans().next().is_some();
        Self {
            table,
            title,
            file: autosave.clone().or(file),
            autosave,
            is_saved: true,
            delay,
            explains,
            last: None,
            is_interactive,
            is_paused: false,
            shown: None,
            announced: Verdict::Ongoing,
            palette: Palette::of_stdout(),
            is_terminal: io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            console,
        }
    }

    /// Plays until the game is over or somebody leaves.
    pub(crate) fn play(mut self) -> Result<()> {
        let title = self.title.clone();
        self.say(format_args!("Star Chess. {title}"))?;
        if self.is_interactive {
            self.say(format_args!("On the board {LEGEND}.\nType a command, help or rules."))?;
        }
        // From the beginning, so that a file that cannot be written is noticed before it matters.
        self.autosave()?;
        loop {
            self.announce()?;
            let goes_on = match self.table.next() {
                Some((_, PlayerSpec::Computer { kind, settings })) if kind.name == "published" && !self.is_paused => {
                    let player = Published::of(settings);
                    self.compute(player)?;
                    true
                }
                None if !self.is_interactive => return Ok(()),
                _ => self.obey()?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// A player in its colour.
    fn name(&self, player: Player) -> String {
        self.palette.paint(player, &capital(player))
    }

    /// Lets a computer think, and tells those who wait at a terminal.
    fn think(&mut self, player: Published, delay: Duration) -> Result<Option<(Thought, bool)>> {
        if self.is_terminal {
            let name = self.name(self.table.galaxy().to_move());
            write!(self.console.output, "{name} thinks; Ctrl-C stops it.")?;
            self.console.output.flush()?;
        }
        let found = think(player, self.table.galaxy(), delay, &self.console.interrupt);
        if self.is_terminal {
            // Back to the beginning of the line, and clear it.
            write!(self.console.output, "\r\x1b[K")?;
        }
        Ok(found)
    }

    fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        Ok(writeln!(self.console.output, "{text}")?)
    }

    /// Shows the board and how the players stand.
    fn show(&mut self) -> Result<()> {
        let galaxy = *self.table.galaxy();
        let limit = self.table.turn_limit.map_or_else(String::new, |limit| format!(" of {limit}"));
        let whose = match self.table.verdict() {
            Verdict::Ongoing => format!("Turn {}{limit}, {} to move", galaxy.round(), galaxy.to_move()),
            verdict => format!("The game is over: {verdict}"),
        };
        let board = board::draw(&galaxy, self.palette);
        let standings =
            standings::table(&galaxy, &self.table.seats, self.table.next().map(|(player, _)| player), self.palette);
        self.shown = Some(galaxy);
        self.say(format_args!("\n{whose}\n{board}{standings}"))
    }

    fn show_if_new(&mut self) -> Result<()> {
        if self.shown == Some(*self.table.galaxy()) { Ok(()) } else { self.show() }
    }

    /// Says how the game ended, once.
    fn announce(&mut self) -> Result<()> {
        let verdict = self.table.verdict();
        if verdict == self.announced {
            return Ok(());
        }
        self.announced = verdict;
        if verdict == Verdict::Ongoing { Ok(()) } else { self.show() }
    }

    /// A computer's turn.
    fn compute(&mut self, player: Published) -> Result<()> {
        let is_new_turn = self.shown.is_none_or(|shown| shown.round() != self.table.galaxy().round());
        if !self.is_human_alive() && is_new_turn {
            self.show()?;
        }
        let Some((thought, was_stopped)) = self.think(player, self.delay)? else { return Ok(()) };
        if was_stopped {
            self.say("Stopped: what was found so far is played.")?;
        }
        let had_human = self.is_human_alive();
        self.play_thought(thought)?;
        if was_stopped && !self.is_interactive {
            // With nobody to ask, this is the only way out.
            return Err(Interrupted.into());
        }
        let is_alone = !self.is_human_alive() && self.is_interactive;
        if is_alone && (had_human || was_stopped) && self.table.next().is_some() {
            self.pause()?;
        }
        Ok(())
    }

    /// Plays a computer's turn and says what it thought.
    fn play_thought(&mut self, thought: Thought) -> Result<()> {
        let player = self.name(thought.galaxy.to_move());
        let commands = thought.prediction.commands.clone();
        self.say(format_args!("{player}: {} {}", write_commands(&commands), thought.summary()))?;
        if self.explains {
            let reasons = thought.reasons();
            write!(self.console.output, "{reasons}")?;
        }
        for command in commands {
            self.apply(command)?;
        }
        self.last = Some(thought);
        self.autosave()
    }

    fn is_human_alive(&self) -> bool {
        self.table.humans().any(|player| !self.table.galaxy().is_defeated(player))
    }

    fn pause(&mut self) -> Result<()> {
        self.is_paused = true;
        self.say("Only computers are left to play: go lets them, undo turn takes back, seat lets you take a seat.")
    }

    /// Plays a command and says what happened.
    fn apply(&mut self, command: Command) -> Result<()> {
        let before = *self.table.galaxy();
        self.table.apply(command)?;
        self.is_saved = false;
        for event in events(&before, command, self.table.galaxy()) {
            self.say(format_args!("  {event}"))?;
        }
        Ok(())
    }
}

/// A reason with a large first letter, if it begins with a word.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    first + chars.as_str()
}
