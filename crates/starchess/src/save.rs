//! Saving without ever losing what was saved before.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::game_file::{GameFile, GameFileError};

/// Why a game cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is not a game.
    #[error("{path} is not a saved game: {error}", path = path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// Why, and in which line.
        error: GameFileError,
    },
}

impl GameFile {
    /// Saves the game. Whatever happens meanwhile, the file is either as it was before or complete: it is written aside,
    /// brought to the disk, and only then put in place.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let aside = aside(path);
        let mut file = File::create(&aside)?;
        file.write_all(self.to_string().as_bytes())?;
        file.sync_all()?;
        drop(file);
        fs::rename(&aside, path)?;
        // The new name must reach the disk too.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        #[cfg(unix)]
        File::open(folder)?.sync_all()?;
        #[cfg(not(unix))]
        let _ = folder;
        Ok(())
    }

    /// Loads a game and checks it by playing it again.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let text = fs::read_to_string(path).map_err(|error| LoadError::File { path: path.to_owned(), error })?;
        text.parse().map_err(|error| LoadError::Game { path: path.to_owned(), error })
    }
}

/// The file beside the real one that is written first.
fn aside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, ToOwned::to_owned);
    name.push(".saving");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::galaxy::Galaxy;
    use crate::record::Record;
    use crate::start::Start;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("starchess-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn saved_games_are_loaded_and_nothing_is_left_aside() {
        let folder = folder("save");
        let path = folder.join("my game.txt");
        let game = GameFile::new(Record::new(Galaxy::start(Start::Random(3))));
        game.save(&path).unwrap();
        game.save(&path).unwrap();
        assert_eq!(GameFile::load(&path).unwrap().to_string(), game.to_string());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A crash while saving leaves the half-written file aside, and the game as it was.
    #[test]
    fn an_unfinished_save_does_no_harm() {
        let folder = folder("crash");
        let path = folder.join("game.txt");
        let game = GameFile::new(Record::new(Galaxy::start(Start::Random(3))));
        game.save(&path).unwrap();
        fs::write(aside(&path), "Star Chess game, for").unwrap();
        assert_eq!(GameFile::load(&path).unwrap().to_string(), game.to_string());
        game.save(&path).unwrap();
        assert!(!aside(&path).exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn errors_name_the_file() {
        let missing = Path::new("/no such folder/game.txt");
        assert!(GameFile::load(missing).unwrap_err().to_string().starts_with("cannot read /no such folder/game.txt: "));
        assert!(GameFile::new(Record::new(Galaxy::start(Start::Barren))).save(missing).is_err());
        let folder = folder("errors");
        let path = folder.join("game.txt");
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(matches!(GameFile::load(&path), Err(LoadError::File { .. })));
        fs::write(&path, "hello").unwrap();
        assert!(GameFile::load(&path).unwrap_err().to_string().contains("game.txt is not a saved game: line 1: "));
        fs::remove_dir_all(folder).unwrap();
    }
}
