//! The report of a run as a page with plots: one file without scripts or external resources.
//!
//! The plots are drawn without a library, so that they take their colours from the style sheet,
//! light or dark, and the page stays small.

mod axes;
mod card;
mod curves;
mod digest;
mod endings;
mod games;
mod page;
mod seats;
mod strength;
mod svg;
mod text;
mod turns;

#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::GameResult;
use crate::stats::Estimate;
use crate::text::TextTable;

/// The score of every seat after each round of a game, by round and then by seat, if it is known.
pub type Scores<'a> = dyn Fn(&GameResult) -> Option<Vec<Vec<f64>>> + 'a;

/// The contents of a report.
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
///     length_unit: "move",
///     progress: &[],
/// };
/// assert!(report.to_html().contains("No game has been played yet."));
/// ```
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// The game and its players.
    pub title: &'a str,
    /// The command that plays the same games again.
    pub command: &'a str,
    /// Facts about the run, by name: the seed, the limits, the version.
    pub facts: &'a [(String, String)],
    /// One or two sentences about which player is stronger.
    pub verdict: &'a str,
    /// The players. Others that played are added without figures.
    pub players: &'a [PlayerFigures<'a>],
    /// The summary. Names in a column "Player" get the players' marks.
    pub table: &'a TextTable,
    /// All games.
    pub results: &'a [GameResult],
    /// The scores in a game. It is called for about a thousand games at most, spread over the run.
    pub scores: &'a Scores<'a>,
    /// The command that replays a game, if there is one.
    pub replay: &'a dyn Fn(&GameResult) -> Option<String>,
    /// The names of the seats, in their order.
    pub seat_names: &'a [&'a str],
    /// The unit of a game's length, in the singular.
    pub length_unit: &'a str,
    /// The share of the first player, from 0 to 1, after some numbers of games.
    pub progress: &'a [(u64, Estimate)],
}

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerFigures<'a> {
    /// The name, as in the games.
    pub name: &'a str,
    /// The rating in Elo points.
    pub rating: Option<Estimate>,
    /// The share of games won, from 0 to 1.
    pub win_share: Option<Estimate>,
    /// The live rating: the mean and the standard deviation.
    pub live: Option<(f64, f64)>,
}

impl Report<'_> {
    /// The page. It is also well-formed XML.
    pub fn to_html(&self) -> String {
        page::write(self)
    }

    /// Writes the page to `index.html` in the folder, which is created if necessary, and returns
    /// its path. A reader of that file sees the old page or the new one, never a part.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn save(&self, folder: &Path) -> io::Result<PathBuf> {
        fs::create_dir_all(folder)?;
        let path = folder.join("index.html");
        storage::write_atomically(&path, &self.to_html())?;
        Ok(path)
    }
}
