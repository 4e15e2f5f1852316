//! `starchess replay`: a saved game, step by step.

use std::fmt;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use starchess::{Command, GameFile, MAX_ROUND, Player, PlayerSpec, Verdict, write_commands};
use storage::printable;

use super::game::screen;
use super::order::Step;
use super::palette::{Palette, Style};
use super::texts::REPLAY_HELP;
use super::{capital, describe, name_of};
use crate::arena::shell_word;
use crate::autosave::check_free;
use crate::console::{Completions, Console};
use crate::figures::{plural, whole};
use crate::sitting::file;
use crate::terminal::sentence;

/// The game to show.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess replay game.txt
  starchess replay game.txt --turn 12
  starchess replay game.txt < /dev/null")]
pub(crate) struct ReplayArgs {
    /// The saved game
    #[arg(value_parser = file)]
    pub(crate) file: PathBuf,
    /// The round to begin with
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_ROUND))]
    pub(crate) turn: Option<u32>,
    /// Read steps even if the input is not a terminal, instead of printing the whole game
    #[arg(long)]
    pub(crate) step: bool,
}

impl ReplayArgs {
    /// Shows the game.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let game = GameFile::load(&self.file)?;
        let names = game.players.each_ref().map(|name| name_of(&PlayerSpec::from_saved(name)));
        let mut replay = Replay { game, names, at: 0, palette: Palette::of_stdout(), console };
        if let Some(round) = self.turn {
            let Some(at) = replay.beginning_of(round) else {
                let (first, last) = replay.rounds();
                bail!("{} has no round {round}, only rounds {first} to {last}", printable(&self.file));
            };
            replay.at = at;
        }
        replay.introduce(&self.file)?;
        let result = if self.step || io::stdin().is_terminal() { replay.step() } else { replay.print() };
        console.set_completions(None);
        result
    }
}

/// A saved game and a place in it.
struct Replay<'a> {
    game: GameFile,
    /// The players' names.
    names: [String; starchess::PLAYERS],
    /// How many commands have been played.
    at: usize,
    palette: Palette,
    console: &'a mut Console,
}

impl Replay<'_> {
    fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        self.console.say(text)
    }

    fn introduce(&mut self, file: &Path) -> Result<()> {
        let (file, turns) = (printable(file), plural(self.game.record.turns().len(), "turn"));
        let verdict = self.game.verdict();
        self.say(format_args!("{file}: {turns}, {verdict}."))?;
        for player in Player::ALL {
            let name = players::excerpt(&self.game.players[player.index()]);
            self.say(format_args!("  {} {name}", player.number()))?;
        }
        Ok(())
    }

    /// The first and the last round of the game.
    fn rounds(&self) -> (u32, u32) {
        (self.game.record.start().round(), self.game.record.galaxy().round())
    }

    /// How many commands come before a round.
    fn beginning_of(&self, round: u32) -> Option<usize> {
        (0..=self.game.record.len()).find(|&at| self.game.record.at(at).round() == round)
    }

    /// Whether a turn ends with this command.
    fn is_end(&self, command: usize) -> bool {
        self.game.record.command(command) == Some(Command::EndTurn)
    }

    /// Where the current turn ends.
    fn next_end(&self) -> usize {
        let length = self.game.record.len();
        (self.at..length).find(|&command| self.is_end(command)).map_or(length, |end| end + 1)
    }

    /// Where the current turn begins, or, if it has no command yet, the turn before.
    fn last_beginning(&self) -> usize {
        let before = 0..self.at.saturating_sub(1);
        before.rev().find(|&command| self.is_end(command)).map_or(0, |end| end + 1)
    }

    /// Goes on to a later place, and says what is played on the way.
    fn advance(&mut self, to: usize) -> Result<()> {
        if to == self.at {
            return self.say("The game ends here.");
        }
        let commands: Vec<Command> = (self.at..to).filter_map(|at| self.game.record.command(at)).collect();
        let mut galaxy = *self.game.record.at(self.at);
        let player = self.palette.paint(Style::Player(galaxy.to_move()), &capital(galaxy.to_move()));
        self.say(format_args!("{}. {player}: {}", galaxy.round(), write_commands(&commands)))?;
        let mut events = Vec::new();
        for command in commands {
            // The record holds legal commands only.
            galaxy.apply_with_events(command, &mut events)?;
        }
        self.at = to;
        for text in events.iter().filter_map(describe::event) {
            self.say(format_args!("  {text}"))?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<()> {
        let (record, at) = (&self.game.record, self.at);
        let galaxy = record.at(at);
        let is_last = at == record.len() && self.game.verdict() != Verdict::Ongoing;
        let title = if is_last {
            format!("The game is over: {}", self.game.verdict())
        } else {
            format!("Round {}, {} to move: {at} of {} commands", galaxy.round(), galaxy.to_move(), record.len())
        };
        let to_move = (!is_last).then_some(galaxy.to_move());
        let text = screen(record, at, &title, &self.names, to_move, self.palette);
        Ok(write!(self.console.output, "\n{text}")?)
    }

    /// Prints the whole game, a line for every turn, and the last position.
    fn print(&mut self) -> Result<()> {
        while self.at < self.game.record.len() {
            let end = self.next_end();
            self.advance(end)?;
        }
        self.show()
    }

    /// Goes where the user wants.
    fn step(&mut self) -> Result<()> {
        self.say("Enter shows the next turn; \"help\" lists what else you can type.")?;
        self.show()?;
        self.console.set_completions(Some(Box::new(|text| match text.split_once(' ') {
            Some(("branch", _)) => Completions::Files,
            Some(_) => Completions::Words(Vec::new()),
            None => Completions::Words(Step::WORDS.map(str::to_owned).to_vec()),
        })));
        while let Some(line) = self.console.ask("replay> ")? {
            match Step::read(&line) {
                Ok(Step::Quit) => return Ok(()),
                Ok(step) => self.follow(step)?,
                Err(error) => self.say(sentence(&error.to_string()))?,
            }
        }
        Ok(())
    }

    fn follow(&mut self, step: Step) -> Result<()> {
        let before = self.at;
        match step {
            Step::NextTurn => self.advance(self.next_end())?,
            Step::NextCommand => self.advance((self.at + 1).min(self.game.record.len()))?,
            Step::PreviousTurn | Step::PreviousCommand if self.at == 0 => self.say("The game begins here.")?,
            Step::PreviousTurn => self.at = self.last_beginning(),
            Step::PreviousCommand => self.at -= 1,
            Step::GoTo(round) => match self.beginning_of(round) {
                Some(at) => self.at = at,
                None => {
                    let (first, last) = self.rounds();
                    self.say(format_args!("There is no round {round}: the game has rounds {first} to {last}."))?;
                }
            },
            Step::Board => return self.show(),
            Step::Branch(path) => return self.branch(&path),
            Step::Help => return self.say(REPLAY_HELP),
            // The caller has dealt with it.
            Step::Quit => {}
        }
        if self.at == before { Ok(()) } else { self.show() }
    }

    /// Saves the game up to here.
    fn branch(&mut self, path: &Path) -> Result<()> {
        if let Err(error) = check_free(path, None) {
            return self.say(format_args!("{error}; choose another name."));
        }
        let branch = GameFile { record: self.game.record.branch(self.at), ..self.game.clone() };
        match branch.save(path) {
            Ok(()) => {
                let (file, word) = (printable(path), shell_word(&printable(path)));
                self.say(format_args!("Saved to {file}.\nTo play on from here: starchess play --load {word}"))
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", printable(path))),
        }
    }
}
