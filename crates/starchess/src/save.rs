//! Saving without ever losing what was saved before.

use std::ffi::OsStr;
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
    /// brought to the disk, and only then put in place. Where it is a link, the file that it leads to is replaced.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let target = match fs::canonicalize(path) {
            Ok(target) if target.is_file() => target,
            Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file")),
            Err(_) => path.to_owned(),
        };
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a file"));
        };
        let (aside, mut file) = create_aside(&target, name)?;
        let written = file.write_all(self.to_string().as_bytes()).and_then(|()| file.sync_all());
        drop(file);
        let in_place = written.and_then(|()| fs::rename(&aside, &target));
        if in_place.is_err() {
            // If even that fails, the first error is the one to tell.
            let _ = fs::remove_file(&aside);
        }
        in_place?;
        // The new name must reach the disk too.
        #[cfg(unix)]
        File::open(folder_of(&target))?.sync_all()?;
        Ok(())
    }

    /// Loads a game and checks it by playing it again.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let text = fs::read_to_string(path).map_err(|error| LoadError::File { path: path.to_owned(), error })?;
        text.parse().map_err(|error| LoadError::Game { path: path.to_owned(), error })
    }
}

#[cfg(unix)]
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file beside the real one, with a name that nobody uses.
fn create_aside(path: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let mut aside_name = name.to_owned();
        aside_name.push(format!(".saving-{}-{number}", std::process::id()));
        let aside = path.with_file_name(aside_name);
        match File::create_new(&aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1_000 => number += 1,
            file => return file.map(|file| (aside, file)),
        }
    }
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
        let left = folder.join(format!("game.txt.saving-{}-0", std::process::id()));
        fs::write(&left, "Star Chess game, for").unwrap();
        assert_eq!(GameFile::load(&path).unwrap().to_string(), game.to_string());
        game.save(&path).unwrap();
        // Nobody knows whose it is, so it stays.
        assert_eq!(fs::read_to_string(&left).unwrap(), "Star Chess game, for");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_file_is_not_replaced_and_nothing_is_left() {
        let folder = folder("odd");
        let game = GameFile::new(Record::new(Galaxy::start(Start::Barren)));
        fs::create_dir(folder.join("d")).unwrap();
        for path in [folder.join("d"), folder.join("d/.."), folder.clone(), PathBuf::from("/"), PathBuf::new()] {
            assert!(game.save(&path).is_err(), "{path:?}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = folder("link");
        let game = GameFile::new(Record::new(Galaxy::start(Start::Barren)));
        fs::write(folder.join("real"), "old").unwrap();
        std::os::unix::fs::symlink(folder.join("real"), folder.join("link")).unwrap();
        game.save(&folder.join("link")).unwrap();
        assert!(folder.join("link").is_symlink());
        assert_eq!(fs::read_to_string(folder.join("real")).unwrap(), game.to_string());
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
