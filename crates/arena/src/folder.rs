//! The folder of a run, written so that no finished game is ever lost.
//!
//! ```text
//! run.json       what is played: all games follow from it
//! games.jsonl    one line per finished game, in the order in which they ended
//! games/         the games themselves, by number, where the game keeps files
//! ```
//!
//! A game counts once its line is on the disk; its file is written before that. If the machine or
//! the arena dies in the middle of a line, the line lacks its end: it is cut off when the run is
//! resumed, and the game is played again.

use std::collections::HashSet;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use storage::{printable, sync_folder, write_atomically, write_synced};
use thiserror::Error;

use crate::referee::Played;
use crate::result::GameResult;

/// The folder of a run, locked: while it is open, no other process can open it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    results: File,
    /// Where the last complete line ends.
    length: u64,
}

/// What is wrong with the folder of a run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum FolderError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", printable(path))]
    Io { path: PathBuf, error: io::Error },
    /// A new run needs a new folder.
    #[error("there is a run in {} already", printable(.0))]
    Taken(PathBuf),
    /// There is nothing to resume.
    #[error("there is no run in {}: it has no run.json", printable(.0))]
    NoRun(PathBuf),
    /// Another process has the lock.
    #[error("another arena is at work in {}", printable(.0))]
    Busy(PathBuf),
    /// The results went with the folder.
    #[error("{} was deleted, moved or replaced while the games were played", printable(.0))]
    Gone(PathBuf),
    /// Not the description of a run.
    #[error("{} does not describe a run: {error}", printable(path))]
    Run { path: PathBuf, error: serde_json::Error },
    /// A line is not a result.
    #[error("line {line} of {} is not a result: {error}", printable(path))]
    Line { path: PathBuf, line: usize, error: serde_json::Error },
    /// A game has two results.
    #[error("line {line} of {} has game {id} again", printable(path))]
    Again { path: PathBuf, line: usize, id: u64 },
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    |error| FolderError::Io { path, error }
}

impl Folder {
    /// Begins a run in a folder that does not hold one yet.
    pub fn create(path: &Path, run: &impl Serialize) -> Result<Self, FolderError> {
        let description = path.join("run.json");
        if description.try_exists().map_err(at(&description))? {
            return Err(FolderError::Taken(path.to_owned()));
        }
        let games = path.join("games");
        fs::create_dir_all(&games).map_err(at(&games))?;
        // The folder itself must survive a power cut too, not only its contents.
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            sync_folder(parent).map_err(at(parent))?;
        }
        let folder = Self::open_results(path)?;
        if folder.length > 0 {
            return Err(FolderError::Taken(path.to_owned()));
        }
        let text =
            serde_json::to_string_pretty(run).map_err(|error| FolderError::Run { path: description.clone(), error })?;
        write_atomically(&description, &text).map_err(at(&description))?;
        Ok(folder)
    }

    /// Opens a run to resume it: its description, and all results so far.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<(Self, T, Vec<GameResult>), FolderError> {
        let run = read_description(path)?;
        let mut folder = Self::open_results(path)?;
        let file = results_path(path);
        let (results, length) = read_results(&file, &mut folder.results)?;
        folder.length = length;
        folder.cut().map_err(at(&file))?;
        Ok((folder, run, results))
    }

    /// Reads a run without changing or locking it, so that it can be shown even from a read-only
    /// disk, or while it is played.
    pub fn read<T: DeserializeOwned>(path: &Path) -> Result<(T, Vec<GameResult>), FolderError> {
        let run = read_description(path)?;
        let file = results_path(path);
        let results = match File::open(&file) {
            Ok(mut results) => read_results(&file, &mut results)?.0,
            // The arena was killed before it could make the file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(at(&file)(error)),
        };
        Ok((run, results))
    }

    fn open_results(path: &Path) -> Result<Self, FolderError> {
        let file = results_path(path);
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

    /// Removes everything behind the last complete line.
    fn cut(&mut self) -> io::Result<()> {
        self.results.set_len(self.length)?;
        self.results.seek(SeekFrom::Start(self.length))?;
        self.results.sync_data()
    }

    /// Writes games to the disk. If this returns without an error, they count.
    pub(crate) fn add(&mut self, games: &[Played]) -> Result<(), FolderError> {
        let folder = self.path.join("games");
        let mut lines = Vec::new();
        for Played { result, file } in games {
            if let Some(text) = file {
                let path = game_path(&self.path, result.id);
                write_synced(&path, text).map_err(at(&path))?;
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
            // A part of a line must not stay, since others may follow it.
            let _ = self.cut();
            return Err(at(&results_path(&self.path))(error));
        }
        self.length += lines.len() as u64;
        self.check()
    }

    /// Makes sure that the results are still where they are said to be: a file that was deleted or
    /// moved can be written to without an error.
    pub(crate) fn check(&self) -> Result<(), FolderError> {
        let file = results_path(&self.path);
        let own = self.results.metadata().map_err(at(&file))?;
        match fs::metadata(&file) {
            Ok(found) if is_same_file(&own, &found) => Ok(()),
            Ok(_) => Err(FolderError::Gone(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(FolderError::Gone(file)),
            Err(error) => Err(at(&file)(error)),
        }
    }

    /// Where the run is kept.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len()
}

fn read_description<T: DeserializeOwned>(path: &Path) -> Result<T, FolderError> {
    let description = path.join("run.json");
    let data = fs::metadata(&description).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FolderError::NoRun(path.to_owned()),
        _ => at(&description)(error),
    })?;
    check_regular(&data).map_err(at(&description))?;
    let text = fs::read_to_string(&description).map_err(at(&description))?;
    serde_json::from_str(&text).map_err(|error| FolderError::Run { path: description, error })
}

/// Refuses devices and pipes, which may never end.
fn check_regular(data: &Metadata) -> io::Result<()> {
    if data.is_file() { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")) }
}

/// Reads all results, and how long the complete lines are together.
fn read_results(path: &Path, file: &mut File) -> Result<(Vec<GameResult>, u64), FolderError> {
    let mut text = Vec::new();
    file.metadata().and_then(|data| check_regular(&data)).map_err(at(path))?;
    file.read_to_end(&mut text).map_err(at(path))?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut results = Vec::new();
    let mut seen = HashSet::new();
    for (i, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let (path, line_number) = (path.to_owned(), i + 1);
        let result: GameResult = match serde_json::from_slice(line) {
            Ok(result) => result,
            Err(error) => return Err(FolderError::Line { path, line: line_number, error }),
        };
        if !seen.insert(result.id) {
            return Err(FolderError::Again { path, line: line_number, id: result.id });
        }
        results.push(result);
    }
    Ok((results, whole as u64))
}

fn results_path(folder: &Path) -> PathBuf {
    folder.join("games.jsonl")
}

/// Where a game of the run in this folder is kept, if the game keeps files.
///
/// ```
/// use std::path::Path;
/// assert_eq!(arena::game_path(Path::new("arena-1"), 12), Path::new("arena-1/games/000012.txt"));
/// ```
pub fn game_path(folder: &Path, id: u64) -> PathBuf {
    folder.join("games").join(format!("{id:06}.txt"))
}
