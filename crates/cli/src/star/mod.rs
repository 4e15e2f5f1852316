//! `starchess play` and `starchess replay`: Star Chess at the terminal.

mod args;
mod board;
mod computer;
mod describe;
mod explain;
mod game;
mod handle;
mod order;
mod palette;
mod replay;
mod standings;
mod texts;

pub(crate) use args::{PlayArgs, Seats};
pub(crate) use replay::ReplayArgs;

use std::io;
use std::path::Path;

use anyhow::Result;
use starchess::{GameFile, Player, PlayerSpec, Verdict};

use crate::autosave::SavedGame;

impl SavedGame for GameFile {
    const PREFIX: &'static str = "game";
    const EXTENSION: &'static str = "txt";
    const COMMAND: &'static str = "starchess play";
    const SHOW: &'static str = "starchess replay";

    fn load(path: &Path) -> Result<Self> {
        Ok(Self::load(path)?)
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        self.save(path)
    }

    fn is_over(&self) -> bool {
        self.verdict() != Verdict::Ongoing
    }

    fn has_begun(&self) -> bool {
        !self.record.is_empty()
    }

    fn has_human(&self) -> bool {
        self.players.iter().any(|name| PlayerSpec::from_saved(name).is_human())
    }

    fn summary(&self) -> String {
        let galaxy = self.record.galaxy();
        match self.verdict() {
            Verdict::Ongoing => format!("round {}, {} to move", galaxy.round(), galaxy.to_move()),
            verdict => verdict.to_string(),
        }
    }

    fn state(&self) -> String {
        match self.verdict() {
            Verdict::Ongoing => format!("round {}", self.record.galaxy().round()),
            verdict => match verdict.winner() {
                Some(winner) => format!("{winner} won"),
                None => "tie".to_owned(),
            },
        }
    }

    fn players(&self) -> Vec<String> {
        self.players.to_vec()
    }
}

/// A player at the beginning of a sentence.
fn capital(player: Player) -> String {
    format!("Player {}", player.number())
}

/// The name of a player, without anything that a terminal would act on: it may come from a file.
fn name_of(spec: &PlayerSpec) -> String {
    players::excerpt(&spec.name())
}
