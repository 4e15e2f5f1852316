//! `starchess replay`: a saved game, step by step.

use std::fmt;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use starchess::{Command, GameFile, PLAYERS, Player, PlayerSpec, Verdict, write_commands};

use super::args::check_free;
use super::events::events;
use super::explain::capital;
use super::game::sentence;
use super::palette::Palette;
use super::step::{HELP, Step};
use super::{board, standings};
use crate::console::Console;

/// Which game to see again.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess replay game.txt
  starchess replay game.txt --turn 12
  starchess replay game.txt < /dev/null")]
pub(crate) struct ReplayArgs {
    /// The saved game
    file: PathBuf,
    /// The turn to begin with
    #[arg(long, value_name = "N", default_value_t = 1)]
    turn: u32,
    /// Read steps even if nobody types them. Otherwise the whole game is printed then
    #[arg(long)]
    step: bool,
}

impl ReplayArgs {
    /// Shows the game.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let game = GameFile::load(&self.file)?;
        let mut replay = Replay { game, at: 0, palette: Palette::of_stdout(), console };
        let Some(at) = replay.beginning_of(self.turn) else {
            let (first, last) = replay.turns();
            bail!("{} has the turns {first} to {last}, but no turn {}", self.file.display(), self.turn);
        };
        replay.at = at;
        replay.introduce(&self.file)?;
        if self.step || io::stdin().is_terminal() { replay.step() } else { replay.print() }
    }
}

/// A saved game and a place in it.
struct Replay<'a> {
    game: GameFile,
    /// How many commands have been played.
    at: usize,
    palette: Palette,
    console: &'a mut Console,
}

impl Replay<'_> {
    fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        Ok(writeln!(self.console.output, "{text}")?)
    }

    fn introduce(&mut self, file: &Path) -> Result<()> {
        let (file, length) = (file.display(), self.game.record.turns().len());
        let verdict = self.game.verdict();
        self.say(format_args!("{file}: {length} player turns, {verdict}."))?;
        for player in Player::ALL {
            let name = self.game.players[player.index()].clone();
            self.say(format_args!("  {} {name}", player.number()))?;
        }
        Ok(())
    }

    /// The first and the last turn of the game.
    fn turns(&self) -> (u32, u32) {
        (self.game.record.start().round(), self.game.record.galaxy().round())
    }

    /// How many commands come before a turn.
    fn beginning_of(&self, turn: u32) -> Option<usize> {
        (0..=self.game.record.len()).find(|&at| self.game.record.at(at).round() >= turn).filter(|&at| {
            // A game may begin after its first turn.
            self.game.record.at(at).round() == turn || at == 0 && turn <= 1
        })
    }

    fn commands(&self) -> Vec<Command> {
        self.game.record.commands().collect()
    }

    /// Where the turn that is going on ends.
    fn next_end(&self) -> usize {
        let commands = self.commands();
        let ends = commands[self.at..].iter().position(|&command| command == Command::EndTurn);
        ends.map_or(commands.len(), |end| self.at + end + 1)
    }

    /// Where the turn that is going on begins, or if nothing of it was played the turn before.
    fn last_beginning(&self) -> usize {
        let commands = self.commands();
        let before = &commands[..self.at.saturating_sub(1)];
        before.iter().rposition(|&command| command == Command::EndTurn).map_or(0, |end| end + 1)
    }

    /// Goes on to a later place, and says what is played on the way.
    fn advance(&mut self, to: usize) -> Result<()> {
        if to == self.at {
            return self.say("The game ends here.");
        }
        let commands = self.commands()[self.at..to].to_vec();
        let before = *self.game.record.at(self.at);
        let player = self.palette.paint(before.to_move(), &capital(before.to_move()));
        self.say(format_args!("{}. {player}: {}", before.round(), write_commands(&commands)))?;
        for command in commands {
            let (before, after) = (*self.game.record.at(self.at), *self.game.record.at(self.at + 1));
            self.at += 1;
            for event in events(&before, command, &after) {
                self.say(format_args!("  {event}"))?;
            }
        }
        Ok(())
    }

    fn show(&mut self) -> Result<()> {
        let galaxy = *self.game.record.at(self.at);
        let seats: [PlayerSpec; PLAYERS] = self.game.players.each_ref().map(|name| PlayerSpec::from_saved(name));
        let (at, length) = (self.at, self.game.record.len());
        let is_last = at == length && !matches!(self.game.verdict(), Verdict::Ongoing);
        let whose = if is_last {
            format!("The game is over: {}", self.game.verdict())
        } else {
            format!("Turn {}, {} to move, after {at} of {length} commands", galaxy.round(), galaxy.to_move())
        };
        let (board, standings) = (
            board::draw(&galaxy, self.palette),
            standings::table(&galaxy, &seats, (!is_last).then_some(galaxy.to_move()), self.palette),
        );
        self.say(format_args!("\n{whose}\n{board}{standings}"))
    }

    /// The whole game, a line for every turn, and where it led.
    fn print(&mut self) -> Result<()> {
        while self.at < self.game.record.len() {
            let end = self.next_end();
            self.advance(end)?;
        }
        self.show()
    }

    /// Goes where the user wants until there is enough.
    fn step(&mut self) -> Result<()> {
        self.say("Enter goes on; help lists what else you can type.")?;
        self.show()?;
        while let Some(line) = self.console.ask("replay> ")? {
            match Step::read(&line) {
                Ok(Step::Quit) => return Ok(()),
                Ok(step) => self.follow(step)?,
                Err(error) => self.say(format_args!("{}.", sentence(&error.to_string())))?,
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
            Step::GoTo(turn) => match self.beginning_of(turn) {
                Some(at) => self.at = at,
                None => {
                    let (first, last) = self.turns();
                    self.say(format_args!("There is no turn {turn}: the game has the turns {first} to {last}."))?;
                }
            },
            Step::Board => return self.show(),
            Step::Branch(path) => return self.branch(&path),
            Step::Help => return self.say(HELP),
            // Whoever asked has seen to it.
            Step::Quit => {}
        }
        if self.at == before { Ok(()) } else { self.show() }
    }

    /// Saves the game as it was here.
    fn branch(&mut self, path: &Path) -> Result<()> {
        if let Err(error) = check_free(path, None) {
            return self.say(format_args!("{error}: choose another name."));
        }
        let branch = GameFile { record: self.game.record.branch(self.at), ..self.game.clone() };
        match branch.save(path) {
            Ok(()) => {
                self.say(format_args!("Saved to {0}: starchess play --load {0} goes on from here.", path.display()))
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", path.display())),
        }
    }
}
