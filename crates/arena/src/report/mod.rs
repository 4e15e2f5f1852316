//! A page about a run that a person would rather look at than read: one file, no script, nothing from outside.
//!
//! The plots are drawn here, without a library: so they take their colours from the style sheet, by day and by night,
//! and the page stays small.

mod blocks;
mod card;
mod course;
mod cross;
mod curves;
mod digest;
mod endings;
mod frame;
mod games;
mod heat;
mod lengths;
mod look;
mod page;
mod roster;
mod rows;
mod scale;
mod seats;
mod strength;
mod svg;
mod tally;
mod text;
mod thinking;

#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::GameResult;
use crate::stats::Estimate;
use crate::text::TextTable;

/// The score of every seat after each turn of a game, by turn and then by seat, where it is known.
pub type Scores<'a> = dyn Fn(&GameResult) -> Option<Vec<Vec<f64>>> + 'a;

/// What a report tells.
///
/// ```
/// use arena::report::Report;
/// use arena::text::TextTable;
/// let report = Report {
///     title: "Noughts and crosses: minimax and random",
///     command: "arena noughts minimax random --seed 1",
///     facts: &[("Seed".to_owned(), "1".to_owned())],
///     verdict: "No game has been played yet.",
///     players: &[],
///     table: &TextTable::default(),
///     results: &[],
///     scores: &|_| None,
///     replay: &|_| None,
///     seat_names: &["cross", "nought"],
///     progress: &[],
/// };
/// assert!(report.to_html().contains("No game has been played yet."));
/// ```
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// The game and who plays it.
    pub title: &'a str,
    /// The command that makes the run again.
    pub command: &'a str,
    /// What else belongs to the run, by name: the seed, the limits, the version.
    pub facts: &'a [(String, String)],
    /// One or two sentences: who is stronger, and how sure is that.
    pub verdict: &'a str,
    /// The players. Who sits in a game and is not among them is added without figures.
    pub players: &'a [PlayerFigures<'a>],
    /// The summary. Names in a column "Player" get the players' shapes.
    pub table: &'a TextTable,
    /// All games.
    pub results: &'a [GameResult],
    /// The scores in a game. It is asked for at most about a thousand games, spread over the run.
    pub scores: &'a Scores<'a>,
    /// The command that replays a game, if there is one.
    pub replay: &'a dyn Fn(&GameResult) -> Option<String>,
    /// The names of the seats, in their order.
    pub seat_names: &'a [&'a str],
    /// The share of the first of the players after so many games, from 0 to 1, if somebody followed it.
    pub progress: &'a [(u64, Estimate)],
}

/// What is known about the strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerFigures<'a> {
    /// The name, as the games have it.
    pub name: &'a str,
    /// The rating in Elo points.
    pub rating: Option<Estimate>,
    /// The share of the wins, from 0 to 1.
    pub win_share: Option<Estimate>,
    /// The rating that follows the run game by game: the mean and the deviation.
    pub live: Option<(f64, f64)>,
}

impl Report<'_> {
    /// The whole page. It is well-formed as XML too.
    pub fn to_html(&self) -> String {
        page::write(self)
    }

    /// Writes the page as `index.html` into the folder, which is made if it is not there, and gives its path. Whoever
    /// reads that file meanwhile sees the old page or the new one, never a part.
    ///
    /// # Errors
    /// What the file system says.
    pub fn save(&self, folder: &Path) -> io::Result<PathBuf> {
        fs::create_dir_all(folder)?;
        let path = folder.join("index.html");
        storage::write_atomically(&path, &self.to_html())?;
        Ok(path)
    }
}
