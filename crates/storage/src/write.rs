//! Writing without ever losing what was written before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file so that, whatever happens meanwhile, it is either as it was before or complete:
/// the content goes to a temporary file in the same folder, is synced to the disk, and only then takes
/// the place of the old file. A symbolic link stays one: the file that it points to is replaced.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("game.txt");
/// storage::write_atomically(&path, "first")?;
/// storage::write_atomically(&path, "second")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "second");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_atomically(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let (target, mut file) = begin(path)?;
    file.write_all(content.as_ref())?;
    file.as_file().sync_all()?;
    // On an error the temporary file is removed when it is dropped.
    file.persist(&target).map_err(|error| error.error)?;
    sync_folder(folder_of(&target))
}

/// Whether [`write_atomically`] could write this file now: for work that should not be in vain.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// assert!(storage::check_writable(&folder.path().join("weights.txt")).is_ok());
/// assert!(storage::check_writable(&folder.path().join("missing/weights.txt")).is_err());
/// assert!(std::fs::read_dir(&folder)?.next().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn check_writable(path: &Path) -> io::Result<()> {
    begin(path).map(drop)
}

/// The file to be written, and the temporary one that will take its place.
fn begin(path: &Path) -> io::Result<(PathBuf, NamedTempFile)> {
    let invalid = |reason| Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    let target = match fs::canonicalize(path) {
        Ok(target) if target.is_file() => target,
        Ok(_) => return invalid("not a regular file"),
        Err(_) => path.to_owned(),
    };
    let Some(name) = target.file_name() else { return invalid("not a file name") };
    let mut prefix = name.to_owned();
    prefix.push(".saving-");
    let folder = folder_of(&target);
    // A missing folder is named by the caller; the error of the temporary file would name that file.
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    {
        // Temporary files are private by default; this one becomes an ordinary file, or keeps the
        // permissions of the file that it replaces.
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&target).map_or(0o666, |old| old.permissions().mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let file = builder.tempfile_in(folder)?;
    Ok((target, file))
}

/// Writes a new file, or overwrites an old one in place, and syncs it to the disk.
pub fn write_synced(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// Syncs the names of the files in a folder to the disk.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    // Only Unix systems can open a folder for this.
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my game.txt");
        write_atomically(&path, "one").unwrap();
        write_atomically(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn what_is_not_a_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("d")).unwrap();
        let paths = ["d", "d/..", "", "no such folder/game.txt"].map(|name| folder.path().join(name));
        for path in paths.into_iter().chain([PathBuf::from("/"), PathBuf::new()]) {
            assert!(write_atomically(&path, "text").is_err(), "{path:?}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write_atomically(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
