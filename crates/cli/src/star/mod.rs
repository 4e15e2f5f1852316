//! `starchess play` and `starchess replay`: Star Chess at the terminal.

mod args;
mod autosave;
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
pub(crate) use autosave::{Folder, Found};
pub(crate) use replay::ReplayArgs;

use starchess::{Player, PlayerSpec};

/// A player at the beginning of a sentence.
fn capital(player: Player) -> String {
    format!("Player {}", player.number())
}

/// A message with a capital first letter and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

/// The name of a player, without anything that a terminal would act on: it may come from a file.
fn name_of(spec: &PlayerSpec) -> String {
    players::excerpt(&spec.name())
}
