//! All games of a run in one file that other programs read, such as PGN.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use storage::write_atomically;

use crate::clock::TimeControl;
use crate::game::ArenaGame;
use crate::plan::Plan;
use crate::result::GameResult;

/// Writes the transcript of a run into its folder, if the game has one, and returns its path.
///
/// It follows from the results, so it is simply written anew. A transcript that is complete already
/// is left alone: the folder may be on a read-only disk.
pub fn write_transcript(
    folder: &Path,
    game: &dyn ArenaGame,
    plan: &Plan,
    controls: &[TimeControl],
    results: &[GameResult],
) -> io::Result<Option<PathBuf>> {
    let Some(name) = game.info().transcript else { return Ok(None) };
    let mut text = String::new();
    for result in results {
        let seating = plan.game(result.id).map_or(&[][..], |game| game.seating);
        let own: Vec<TimeControl> = seating.iter().filter_map(|&player| controls.get(player)).copied().collect();
        if let Some(game) = game.transcript(result, &own) {
            text += &game;
        }
    }
    let path = folder.join(name);
    if fs::read_to_string(&path).is_ok_and(|known| known == text) {
        return Ok(Some(path));
    }
    write_atomically(&path, &text)?;
    Ok(Some(path))
}
