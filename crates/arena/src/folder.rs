//! Where a run is kept, so that nothing that counts is ever lost.
//!
//! ```text
//! run.json       what is played: all games follow from it
//! games.jsonl    a line for every finished game, in the order in which they ended
//! games/         the games themselves, by number, where they have files of their own
//! ```
//!
//! A game counts once its line is on the disk, and its file before that. If the machine or the arena dies while a line is
//! being written, that line has no end: it is cut off when the run is opened again, and the game is played again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::referee::Played;
use crate::result::GameResult;

/// The folder of a run. As long as it is open, nobody else can open it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    results: File,
    /// The end of the last whole line.
    length: u64,
}

/// What is wrong with the folder of a run.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A new run needs a new folder.
    #[error("there is a run in {} already", .0.display())]
    Taken(PathBuf),
    /// There is nothing to go on with.
    #[error("there is no run in {}: it has no run.json", .0.display())]
    NoRun(PathBuf),
    /// Somebody else is at it.
    #[error("another arena is at work in {}", .0.display())]
    Busy(PathBuf),
    /// Not the description of a run.
    #[error("{} does not describe a run: {error}", path.display())]
    Run {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and where.
        error: serde_json::Error,
    },
    /// Not a result.
    #[error("line {line} of {} is not a result: {error}", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong, and where.
        error: serde_json::Error,
    },
    /// The same game twice.
    #[error("line {line} of {} has game {id} again", path.display())]
    Again {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// Which game.
        id: u64,
    },
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    |error| FolderError::Io { path, error }
}

impl Folder {
    /// Begins a run in a folder of its own, which must not hold one yet.
    pub fn create(path: &Path, run: &impl Serialize) -> Result<Self, FolderError> {
        let description = path.join("run.json");
        if description.try_exists().map_err(at(&description))? {
            return Err(FolderError::Taken(path.to_owned()));
        }
        let games = path.join("games");
        fs::create_dir_all(&games).map_err(at(&games))?;
        // The folder itself must be there after a power cut, not only what is in it.
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            sync_folder(parent).map_err(at(parent))?;
        }
        let folder = Self::open_results(path)?;
        if folder.length > 0 {
            return Err(FolderError::Taken(path.to_owned()));
        }
        let text =
            serde_json::to_string_pretty(run).map_err(|error| FolderError::Run { path: description.clone(), error })?;
        replace(&description, &text).map_err(at(&description))?;
        Ok(folder)
    }

    /// Opens a run to go on with it: what it is, and all results that there are.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<(Self, T, Vec<GameResult>), FolderError> {
        let description = path.join("run.json");
        let text = fs::read_to_string(&description).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FolderError::NoRun(path.to_owned()),
            _ => at(&description)(error),
        })?;
        let run = serde_json::from_str(&text).map_err(|error| FolderError::Run { path: description, error })?;
        let mut folder = Self::open_results(path)?;
        let results = folder.read()?;
        Ok((folder, run, results))
    }

    fn open_results(path: &Path) -> Result<Self, FolderError> {
        let file = path.join("games.jsonl");
        let results =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&file).map_err(at(&file))?;
        match results.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(at(&file)(error)),
        }
        sync_folder(path).map_err(at(path))?;
        let length = results.metadata().map_err(at(&file))?.len();
        Ok(Self { path: path.to_owned(), results, length })
    }

    /// Reads all results, and cuts off what is left of a line that was never finished.
    fn read(&mut self) -> Result<Vec<GameResult>, FolderError> {
        let path = self.path.join("games.jsonl");
        let mut text = Vec::new();
        self.results.read_to_end(&mut text).map_err(at(&path))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut results = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (i, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let result: GameResult = serde_json::from_slice(line).map_err(|error| FolderError::Line {
                path: path.clone(),
                line: i + 1,
                error,
            })?;
            if !seen.insert(result.id) {
                return Err(FolderError::Again { path, line: i + 1, id: result.id });
            }
            results.push(result);
        }
        self.length = whole as u64;
        self.cut().map_err(at(&path))?;
        Ok(results)
    }

    /// Forgets everything behind the last whole line.
    fn cut(&mut self) -> io::Result<()> {
        self.results.set_len(self.length)?;
        self.results.seek(SeekFrom::Start(self.length))?;
        self.results.sync_data()
    }

    /// Brings games to the disk: when this returns without an error, they count.
    pub(crate) fn add(&mut self, games: &[Played]) -> Result<(), FolderError> {
        let folder = self.path.join("games");
        let mut lines = Vec::new();
        for Played { result, file } in games {
            if let Some(text) = file {
                let path = game_path(&folder, result.id);
                write(&path, text).map_err(at(&path))?;
            }
            // Writing to memory does not fail, and a result is always JSON.
            let _ = serde_json::to_writer(&mut lines, result);
            lines.push(b'\n');
        }
        if games.iter().any(|game| game.file.is_some()) {
            sync_folder(&folder).map_err(at(&folder))?;
        }
        let written = self.results.write_all(&lines).and_then(|()| self.results.sync_data());
        if let Err(error) = written {
            // Half a line must not stay, for others may follow it.
            let _ = self.cut();
            return Err(at(&self.path.join("games.jsonl"))(error));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Where the run is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text of a game that has a file of its own.
    pub fn game(&self, id: u64) -> io::Result<String> {
        fs::read_to_string(game_path(&self.path.join("games"), id))
    }
}

fn game_path(folder: &Path, id: u64) -> PathBuf {
    folder.join(format!("{id:06}.txt"))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// Writes a file so that it is either as it was or complete, whatever happens.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let aside = path.with_extension("new");
    let in_place = write(&aside, text).and_then(|()| fs::rename(&aside, path));
    if in_place.is_err() {
        // The first error is the one to tell; what was written is only in the way.
        let _ = fs::remove_file(&aside);
    }
    in_place?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// The names in a folder must reach the disk too.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}
