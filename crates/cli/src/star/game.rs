//! A game at the terminal.

use std::fmt;
use std::io::{self, IsTerminal};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use starchess::{Command, Control, Galaxy, GameFile, Player, Published, Table, UndoError, Verdict, write_commands};

use super::args::check_free;
use super::board::{self, LEGEND};
use super::events::events;
use super::explain::{Thought, capital, situation};
use super::order::Order;
use super::palette::Palette;
use super::shorthand::Shorthand;
use super::think::think;
use super::{standings, texts};
use crate::console::Console;
use crate::interrupt::Interrupted;

/// For how many turns computers play on when no human is left and there is no limit: they often come to a stalemate.
const TURNS_ALONE: u32 = 200;

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
                Some((_, Control::Published(player))) if !self.is_paused => {
                    self.compute(player)?;
                    true
                }
                None if !self.is_interactive => return Ok(()),
                // All that there are, so that a new kind of player is not forgotten.
                Some((_, Control::Human | Control::Published(_))) | None => self.obey()?,
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
            Verdict::Ongoing => format!("Turn {}{limit}, {} to move", galaxy.turn(), galaxy.to_move()),
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
        let is_new_turn = self.shown.is_none_or(|shown| shown.turn() != self.table.galaxy().turn());
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

    /// Saves the game where it is wanted. That must not end it.
    fn autosave(&mut self) -> Result<()> {
        let Some(path) = self.autosave.clone() else { return Ok(()) };
        match self.table.to_file().save(&path) {
            Ok(()) => {
                self.is_saved = true;
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", path.display())),
        }
    }

    /// Does one thing that a human wants, and says whether the game goes on.
    fn obey(&mut self) -> Result<bool> {
        self.show_if_new()?;
        let prompt = match self.table.next() {
            None => "over> ".to_owned(),
            Some((player, Control::Human)) => format!("{player}> "),
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

    fn leave(&mut self, why: &str) -> Result<()> {
        let file = self.file.as_deref().map(Path::display).map(|file| file.to_string());
        match file {
            _ if self.table.record().is_empty() => self.say(format_args!("{why}.")),
            Some(file) if self.is_saved => self.say(format_args!("{why}; it is saved in {file}.")),
            _ => self.say(format_args!("{why}; it is not saved. Next time save FILE or play --save FILE keeps it.")),
        }
    }

    fn follow(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Commands(commands) => self.command(&commands),
            Order::Undo => self.undo(),
            Order::UndoTurn => self.undo_turn(),
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
            Order::Help => self.say(texts::HELP),
            Order::Rules => self.say(texts::RULES),
            // Whoever asked has seen to it.
            Order::Quit => Ok(()),
        }
    }

    /// Whether it is a human's turn; says so if not.
    fn is_humans_turn(&mut self) -> Result<bool> {
        match self.table.next() {
            Some((_, Control::Human)) => return Ok(true),
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

    fn undo(&mut self) -> Result<()> {
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

    fn undo_turn(&mut self) -> Result<()> {
        match self.table.undo_turn() {
            Ok(()) => {
                let galaxy = *self.table.galaxy();
                (self.is_saved, self.last) = (false, None);
                self.say(format_args!("Back to the turn of {} in turn {}.", galaxy.to_move(), galaxy.turn()))?;
                self.autosave()
            }
            Err(error) => self.say(format_args!("{}.", sentence(&error.to_string()))),
        }
    }

    fn redo(&mut self) -> Result<()> {
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

    /// What the published player would do from here; nothing if the game is over.
    fn ask_published(&mut self) -> Result<Option<Thought>> {
        if self.table.next().is_none() {
            return Ok(None);
        }
        Ok(self.think(Published::default(), Duration::ZERO)?.map(|(thought, _)| thought))
    }

    fn hint(&mut self) -> Result<()> {
        match self.ask_published()? {
            Some(thought) => {
                let commands = write_commands(&thought.prediction.commands);
                self.say(format_args!("Hint: {commands} {}", thought.summary()))
            }
            None => self.say("The game is over."),
        }
    }

    fn finish(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        match self.ask_published()? {
            Some(thought) => self.play_thought(thought),
            None => Ok(()),
        }
    }

    fn explain(&mut self) -> Result<()> {
        if self.table.next().is_some() {
            let situation = situation(self.table.galaxy());
            write!(self.console.output, "{situation}")?;
        }
        let Some(last) = &self.last else { return self.say("No computer has played yet.") };
        let (player, commands) = (capital(last.galaxy.to_move()), write_commands(&last.prediction.commands));
        let text =
            format!("{player} played {commands} {} because of its requests:\n{}", last.summary(), last.reasons());
        Ok(write!(self.console.output, "{text}")?)
    }

    /// What can still be done this turn.
    fn idle(&mut self) -> Result<()> {
        let galaxy = *self.table.galaxy();
        let player = galaxy.to_move();
        let mut lines = Vec::new();
        for &sector in player.processing_order() {
            let active = galaxy.fleet(sector).filter(|fleet| fleet.owner == player).map_or(0, |fleet| fleet.active());
            if active > 0 {
                lines.push(format!("  {sector}  {active} ships can move"));
            }
        }
        let affordable = galaxy.reserves(player).affordable_ships();
        for sector in galaxy.colonies(player) {
            let ships = affordable.min(galaxy.workforce(sector).into());
            if ships > 0 {
                lines.push(format!("  {sector}  can build {ships} ships"));
            }
        }
        let spare = galaxy.income(player).supported_ships().saturating_sub(galaxy.ships(player));
        lines.push(format!("  The income supports {spare} more ships than there are."));
        self.say(lines.join("\n"))
    }

    fn save(&mut self, path: PathBuf, replace: bool) -> Result<()> {
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

    fn load(&mut self, path: PathBuf, drop: bool) -> Result<()> {
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
                // What is saved unasked is the game that is played.
                self.autosave = self.autosave.is_some().then(|| path.clone());
                self.file = Some(path);
                self.is_paused = !self.is_human_alive();
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot load: {error}.")),
        }
    }

    fn seat(&mut self, player: Player, control: Control) -> Result<()> {
        self.table.seats[player.index()] = control;
        self.is_saved = false;
        self.say(format_args!("{} is {control} now.", capital(player)))?;
        if !self.is_human_alive() && self.table.next().is_some() {
            self.pause()?;
        }
        self.autosave()
    }

    fn seats(&mut self) -> Result<()> {
        for player in Player::ALL {
            let seat = self.table.seats[player.index()];
            let fate = if self.table.galaxy().is_defeated(player) { ", defeated" } else { "" };
            self.say(format_args!("  {} {seat}{fate}", player.number()))?;
        }
        Ok(())
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

    /// Lets the computers play on.
    fn go(&mut self) -> Result<()> {
        match self.table.next() {
            Some((_, Control::Human)) => {
                return self.say("It is your turn: end ends it, finish lets a computer do it.");
            }
            None => {
                self.is_humans_turn()?;
                return Ok(());
            }
            Some(_) => {}
        }
        self.is_paused = false;
        if !self.is_human_alive() && self.table.turn_limit.is_none() {
            let limit = self.table.galaxy().turn().saturating_add(TURNS_ALONE);
            self.table.turn_limit = NonZeroU32::new(limit);
            self.say(format_args!("The computers play on by themselves: after turn {limit} the highest score wins."))?;
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
