//! Every game is saved as it is played, in the user's data folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow, bail};
use etcetera::BaseStrategy;
use storage::printable;

use crate::arena::shell_word;
use crate::lock::Lock;

/// Names the folder for saved games instead of the one that is usual on the system.
const VARIABLE: &str = "STARCHESS_DATA";

/// Larger files are not looked at to find saved games.
const MAX_LISTED: u64 = 4 << 20;

/// How many games are kept.
const KEPT: usize = 20;

/// A game as it is saved in a file.
pub(crate) trait SavedGame: Sized {
    /// What the names of its files in the folder begin with, before their number.
    const PREFIX: &'static str;
    /// What they end with.
    const EXTENSION: &'static str;
    /// The command that plays it.
    const COMMAND: &'static str;
    /// The command that shows the game of a file.
    const SHOW: &'static str;

    fn load(path: &Path) -> Result<Self>;

    fn save(&self, path: &Path) -> io::Result<()>;

    /// Whether a loaded game is all that its file holds, so that nothing is lost when it is saved
    /// there again.
    fn is_whole_file(&self) -> bool {
        true
    }

    /// Whether anything was played, and not all taken back.
    fn has_begun(&self) -> bool;

    fn is_over(&self) -> bool;

    /// Whether a human takes part.
    fn has_human(&self) -> bool;

    /// How far the game is and who is to move, or how it ended.
    fn summary(&self) -> String;

    /// The same in two or three words.
    fn state(&self) -> String;

    fn players(&self) -> Vec<String>;
}

/// The folder of the saved games.
///
/// Every game has a file such as `game-7.txt` of its own. While it is played, `game-7.lock` is locked, so
/// that no other game is written to the same file. The lock goes with the process, however that
/// ends; a lock file without a lock means nothing.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

/// A game that was found in the folder.
#[derive(Clone, Debug)]
pub(crate) struct Found<G> {
    pub(crate) path: PathBuf,
    pub(crate) game: G,
    /// When it was saved.
    pub(crate) saved: SystemTime,
}

/// A file that a game is saved to again and again.
#[derive(Debug)]
pub(crate) struct Autosave {
    target: Target,
    /// Whether the last attempt to save failed.
    has_failed: bool,
}

#[derive(Debug)]
enum Target {
    /// A file that the user chose, and the lock on it, where there can be one.
    Chosen { path: PathBuf, _lock: Option<Lock> },
    /// A file in the folder, and the lock on it.
    Numbered { path: PathBuf, _lock: Lock },
    /// No file yet: it is chosen when there is something to save.
    Open(Folder),
}

/// The outcome of an attempt to save.
pub(crate) enum Saved {
    /// As before: there is nothing to tell.
    Quietly,
    /// To a new file, or again after a failure.
    To(PathBuf),
    /// Not at all, for the first time.
    Failed(String),
}

/// Temporary files of this age belong to no program that still runs.
const LEFTOVER_AGE: std::time::Duration = std::time::Duration::from_secs(3_600);

/// Locks the game in a file of the folder; none if another process plays it.
fn lock(game: &Path) -> io::Result<Option<Lock>> {
    Lock::take(game.with_extension("lock"))
}

/// The folder that the user names for saved games, if any.
fn named_folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The folder of this program's data: the one that the user names, or the usual one.
pub(crate) fn data_folder() -> Result<PathBuf> {
    if let Some(folder) = named_folder() {
        return Ok(folder);
    }
    let base = etcetera::choose_base_strategy().context("there is no home folder")?;
    Ok(base.data_dir().join("starchess"))
}

impl Folder {
    /// The folder of this user.
    pub(crate) fn of_user() -> Result<Self> {
        match named_folder() {
            Some(folder) => Ok(Self(folder)),
            None => Ok(Self(data_folder()?.join("games"))),
        }
    }

    /// All saved games of a kind with the times at which they were saved, the newest first.
    fn files<G: SavedGame>(&self) -> Vec<(SystemTime, PathBuf)> {
        let mut files = files_in(&self.0, |path| number::<G>(path).is_some());
        // Of games saved in the same moment the one with the higher number is the newer one.
        files.sort_by_key(|(time, path)| std::cmp::Reverse((*time, number::<G>(path))));
        files
    }

    /// The unfinished games that are not being played elsewhere: first those with a human, then those
    /// that were only watched, and last those of which all was taken back, each the newest first.
    pub(crate) fn unfinished<G: SavedGame>(&self) -> Vec<Found<G>> {
        let find = |(saved, path): (SystemTime, PathBuf)| {
            let game = G::load(&path).ok()?;
            let is_free = matches!(lock(&path), Ok(Some(_)) | Err(_));
            (is_free && !game.is_over()).then_some(Found { path, game, saved })
        };
        let mut found: Vec<Found<G>> = self.files::<G>().into_iter().filter_map(find).collect();
        found.sort_by_key(|found| (!found.game.has_begun(), !found.game.has_human()));
        found
    }

    /// The game to continue, or why there is none.
    pub(crate) fn last_unfinished<G: SavedGame>(&self) -> Result<Found<G>> {
        if let Err(error) = fs::read_dir(&self.0)
            && error.kind() != io::ErrorKind::NotFound
        {
            bail!("cannot read the saved games in {}: {error}", printable(&self.0));
        }
        let found = self.unfinished().into_iter().next();
        if let Some(error) = self.damaged::<G>(found.as_ref().map(|found| found.saved)) {
            let older = found.as_ref().map_or_else(String::new, |found| {
                format!("; {} --load {} continues an older game", G::COMMAND, printable(&found.path))
            });
            bail!("{error}{older}");
        }
        if let Some(found) = found {
            return Ok(found);
        }
        let is_open = |path: &PathBuf| matches!(lock(path), Ok(None));
        match self.files::<G>().into_iter().map(|(_, path)| path).find(is_open) {
            Some(path) => Err(elsewhere(&path)),
            None => bail!("there is no unfinished game to continue; {} begins a new one", G::COMMAND),
        }
    }

    /// Why a saved game that is newer than this cannot be continued: a damaged one must not be passed
    /// over in silence.
    pub(crate) fn damaged<G: SavedGame>(&self, than: Option<SystemTime>) -> Option<String> {
        let newer = self.files::<G>().into_iter().filter(|(saved, _)| than.is_none_or(|than| *saved > than));
        let error = newer.filter_map(|(_, path)| G::load(&path).err()).next()?;
        Some(format!("the newest saved game cannot be continued: {error:#}"))
    }

    /// Whether a game with a human waits here to be continued. It comes before all games that are
    /// only watched.
    pub(crate) fn has_own_game<G: SavedGame>(&self) -> bool {
        self.unfinished::<G>().first().is_some_and(|found| found.game.has_human())
    }

    /// The saved games here and in the current folder: first those that can be continued, in the order
    /// of [`unfinished`](Self::unfinished), then the others, the newest first.
    pub(crate) fn all<G: SavedGame>(&self) -> Vec<Found<G>> {
        let is_small = |path: &Path| fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MAX_LISTED);
        let is_game = |path: &Path| path.extension().is_some_and(|found| found == G::EXTENSION) && is_small(path);
        let mut found = self.unfinished::<G>();
        let mut files = self.files::<G>();
        files.retain(|(_, path)| found.iter().all(|found| found.path != *path));
        let is_elsewhere = fs::canonicalize(&self.0).ok() != fs::canonicalize(".").ok();
        if is_elsewhere {
            // Without a folder of its own, a file is where the program runs.
            let here = files_in(Path::new("."), is_game).into_iter();
            files.extend(here.map(|(time, path)| (time, path.file_name().map_or(path.clone(), PathBuf::from))));
        }
        files.sort_by_key(|(time, path)| std::cmp::Reverse((*time, number::<G>(path))));
        let load = |(saved, path): (SystemTime, PathBuf)| Some(Found { game: G::load(&path).ok()?, path, saved });
        found.extend(files.into_iter().filter_map(load));
        found
    }

    /// Takes a file for a new game.
    fn take_file<G: SavedGame>(&self) -> io::Result<Target> {
        fs::create_dir_all(&self.0)?;
        let last = self.files::<G>().iter().filter_map(|(_, path)| number::<G>(path)).max().unwrap_or(0);
        let mut next = last + 1;
        loop {
            let path = self.0.join(format!("{}-{next}.{}", G::PREFIX, G::EXTENSION));
            match lock(&path)? {
                Some(lock) if !path.exists() => return Ok(Target::Numbered { path, _lock: lock }),
                _ => next += 1,
            }
        }
    }

    /// Removes temporary files that a crash left behind long ago.
    fn remove_leftovers<G: SavedGame>(&self) {
        let mark = format!(".{}.saving-", G::EXTENSION);
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_string_lossy().contains(&mark)) {
            let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
            if age.is_some_and(|age| age > LEFTOVER_AGE) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes the oldest games to make room for one more. Games that are finished or were only
    /// watched never push out an unfinished game with a human.
    fn prune<G: SavedGame>(&self) {
        let is_own = |path: &Path| G::load(path).is_ok_and(|game| game.has_human() && !game.is_over());
        let (own, others): (Vec<_>, Vec<_>) = self.files::<G>().into_iter().partition(|(_, path)| is_own(path));
        self.remove_leftovers::<G>();
        for (_, path) in own.into_iter().skip(KEPT).chain(others.into_iter().skip(KEPT - 1)) {
            // What cannot be removed now is tried again with the next game.
            if let Ok(Some(_lock)) = lock(&path) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// The files in a folder that fit, with the times at which they were written.
fn files_in(folder: &Path, fits: impl Fn(&Path) -> bool) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let dated = |path: PathBuf| Some((fs::metadata(&path).and_then(|data| data.modified()).ok()?, path));
    entries.filter(|path| fits(path)).filter_map(dated).collect()
}

/// Another process plays the game in this file.
fn elsewhere(path: &Path) -> anyhow::Error {
    anyhow!("the game of {} is being played elsewhere", printable(path))
}

/// The number of a saved game of a kind, if the path is one.
fn number<G: SavedGame>(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?.strip_prefix(G::PREFIX)?.strip_prefix('-')?;
    name.strip_suffix(G::EXTENSION)?.strip_suffix('.')?.parse().ok()
}

impl Autosave {
    /// To a file that the user chose.
    pub(crate) fn to_file(path: PathBuf) -> Result<Self> {
        let mut name = path.clone().into_os_string();
        name.push(".lock");
        // Where the lock cannot be made, the game cannot be saved either, which is told with the reason.
        let lock = match Lock::take(name.into()) {
            Ok(None) => return Err(elsewhere(&path)),
            Ok(lock) => lock,
            Err(_) => None,
        };
        Ok(Self { target: Target::Chosen { path, _lock: lock }, has_failed: false })
    }

    /// To a new file in the folder.
    pub(crate) fn to_folder(folder: Folder) -> Self {
        Self { target: Target::Open(folder), has_failed: false }
    }

    /// To a file of the folder that holds the game so far.
    pub(crate) fn go_on<G: SavedGame>(path: PathBuf) -> Result<Self> {
        let lock = lock(&path).with_context(|| {
            let (file, command) = (printable(&path), G::COMMAND);
            format!("cannot save to {file}; {command} --load {} plays on with a copy", shell_word(&file))
        })?;
        let lock = lock.ok_or_else(|| elsewhere(&path))?;
        Ok(Self { target: Target::Numbered { path, _lock: lock }, has_failed: false })
    }

    /// The file, if the game has been saved and the last attempt succeeded.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.target {
            Target::Chosen { path, .. } | Target::Numbered { path, .. } if !self.has_failed => Some(path),
            _ => None,
        }
    }

    /// Whether the last attempt to save failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Whether the user chose the file.
    pub(crate) fn is_chosen(&self) -> bool {
        matches!(self.target, Target::Chosen { .. })
    }

    /// Saves the game. A failure must not end it.
    pub(crate) fn save(&mut self, game: &impl SavedGame) -> Saved {
        let is_new = matches!(self.target, Target::Open(_));
        match self.try_save(game) {
            Ok(path) => {
                let is_news = std::mem::take(&mut self.has_failed) || is_new;
                if is_news { Saved::To(path) } else { Saved::Quietly }
            }
            Err(_) if self.has_failed => Saved::Quietly,
            Err(error) => {
                self.has_failed = true;
                let place = match &self.target {
                    Target::Chosen { path, .. } | Target::Numbered { path, .. } | Target::Open(Folder(path)) => path,
                };
                Saved::Failed(format!("cannot save to {}: {error}", printable(place)))
            }
        }
    }

    fn try_save<G: SavedGame>(&mut self, game: &G) -> io::Result<PathBuf> {
        if let Target::Open(folder) = &self.target {
            let folder = folder.clone();
            self.target = folder.take_file::<G>()?;
            folder.prune::<G>();
        }
        match &self.target {
            Target::Chosen { path, .. } | Target::Numbered { path, .. } => {
                game.save(path)?;
                Ok(path.clone())
            }
            Target::Open(_) => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// A file that is there may be another game: only the game's own file is replaced without asking.
pub(crate) fn check_free(file: &Path, own: Option<&Path>) -> Result<()> {
    let is_own = own.is_some_and(|own| own == file);
    match file.symlink_metadata() {
        _ if is_own => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(data) if data.is_symlink() && !file.exists() => {
            bail!("{} is a symbolic link to a file that does not exist", printable(file))
        }
        Ok(data) if data.is_dir() => bail!("{} is a folder", printable(file)),
        _ => bail!("{} exists", printable(file)),
    }
}

#[cfg(test)]
mod tests {
    use starchess::{Galaxy, GameFile, GameRecord, Start};

    use super::*;

    struct Games {
        _temporary: tempfile::TempDir,
        folder: Folder,
    }

    fn games() -> Games {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder(temporary.path().join("new").join("games"));
        Games { _temporary: temporary, folder }
    }

    fn game() -> GameFile {
        GameFile::new(GameRecord::new(Galaxy::start(Start::Terran)))
    }

    fn save(autosave: &mut Autosave) -> PathBuf {
        match autosave.save(&game()) {
            Saved::To(path) => path,
            Saved::Quietly => panic!("not a new file"),
            Saved::Failed(error) => panic!("{error}"),
        }
    }

    #[test]
    fn each_game_has_its_own_file() {
        let Games { _temporary, folder } = games();
        let mut first = Autosave::to_folder(folder.clone());
        let mut second = Autosave::to_folder(folder.clone());
        assert!(first.file().is_none());
        let paths = [save(&mut first), save(&mut second)];
        assert_ne!(paths[0], paths[1]);
        assert_eq!(first.file(), Some(paths[0].as_path()));
        assert!(matches!(first.save(&game()), Saved::Quietly));
        // Neither can be continued while it is played.
        assert!(folder.unfinished::<GameFile>().is_empty());
        let message = |error: anyhow::Error| format!("{error:#}");
        let played = format!("the game of {} is being played elsewhere", printable(&paths[0]));
        assert_eq!(Autosave::go_on::<GameFile>(paths[0].clone()).map_err(message).unwrap_err(), played);
        assert!(
            folder.last_unfinished::<GameFile>().map_err(message).unwrap_err().ends_with("is being played elsewhere")
        );
        drop((first, second));
        // The first was saved last. File times may be too coarse to tell.
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(1);
        fs::File::options().write(true).open(&paths[0]).unwrap().set_modified(later).unwrap();
        assert_eq!(
            folder.unfinished::<GameFile>().iter().map(|found| &found.path).collect::<Vec<_>>(),
            [&paths[0], &paths[1]]
        );
        assert!(Autosave::go_on::<GameFile>(paths[0].clone()).is_ok());
        // A lock that cannot be taken, as on a read-only disk.
        fs::create_dir(paths[0].with_extension("lock")).unwrap();
        let error =
            message(Autosave::go_on::<GameFile>(folder.last_unfinished::<GameFile>().unwrap().path).unwrap_err());
        assert!(error.starts_with(&format!("cannot save to {}; ", printable(&paths[0]))), "{error}");
    }

    #[test]
    fn why_no_game_can_be_continued() {
        let Games { _temporary, folder } = games();
        let message = || folder.last_unfinished::<GameFile>().unwrap_err().to_string();
        assert!(message().starts_with("there is no unfinished game to continue"));
        fs::create_dir_all(&folder.0).unwrap();
        fs::write(folder.0.join("game-7.txt"), "not a game").unwrap();
        assert!(message().starts_with("the newest saved game cannot be continued: "), "{}", message());
        assert!(message().contains("game-7.txt"), "{}", message());
        fs::remove_dir_all(&folder.0).unwrap();
        fs::create_dir_all(folder.0.parent().unwrap()).unwrap();
        fs::write(&folder.0, "").unwrap();
        assert!(message().starts_with("cannot read the saved games in "), "{}", message());
    }

    #[test]
    fn only_the_newest_games_are_kept() {
        let Games { _temporary, folder } = games();
        let watched = || {
            let mut game = game();
            game.players = std::array::from_fn(|_| "random".to_owned());
            match Autosave::to_folder(folder.clone()).save(&game) {
                Saved::To(path) => path,
                _ => panic!("not a new file"),
            }
        };
        let own = save(&mut Autosave::to_folder(folder.clone()));
        let paths: Vec<PathBuf> = (0..KEPT + 5).map(|_| watched()).collect();
        // Watching does not push out the game of a human, which is also the first to continue.
        assert!(own.exists() && !paths[0].exists() && paths[KEPT + 4].exists());
        assert_eq!(folder.files::<GameFile>().len(), KEPT + 1);
        assert_eq!(folder.unfinished::<GameFile>()[0].path, own);
        let paths: Vec<PathBuf> = (0..KEPT + 5).map(|_| save(&mut Autosave::to_folder(folder.clone()))).collect();
        assert!(!own.exists() && !paths[0].exists() && paths[KEPT + 4].exists());
    }

    #[test]
    fn what_is_no_game_is_left_alone() {
        let Games { _temporary, folder } = games();
        fs::create_dir_all(&folder.0).unwrap();
        for name in ["game-x.txt", "notes.txt", "game-7.txt", "game-9.lock"] {
            fs::write(folder.0.join(name), "not a game").unwrap();
        }
        assert!(folder.unfinished::<GameFile>().is_empty());
        assert!(save(&mut Autosave::to_folder(folder.clone())).ends_with("game-8.txt"));
        assert!(folder.0.join("notes.txt").exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        assert!(check_free(&link, None).is_ok());
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(check_free(&link, None).unwrap_err().to_string().ends_with("link to a file that does not exist"));
        fs::write(&file, "").unwrap();
        assert!(check_free(&link, None).unwrap_err().to_string().ends_with("link exists"));
    }

    #[test]
    fn a_failure_is_told_once_and_so_is_its_end() {
        let Games { _temporary, folder } = games();
        // A file where the folder should be.
        fs::write(folder.0.parent().unwrap(), "").unwrap();
        let mut autosave = Autosave::to_folder(folder.clone());
        assert!(matches!(autosave.save(&game()), Saved::Failed(error) if error.starts_with("cannot save to ")));
        assert!(matches!(autosave.save(&game()), Saved::Quietly));
        assert!(autosave.file().is_none());
        fs::remove_file(folder.0.parent().unwrap()).unwrap();
        save(&mut autosave);
        assert!(autosave.file().is_some());
    }
}
