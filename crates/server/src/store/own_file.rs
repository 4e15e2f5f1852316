//! The file of all games, as something that can be taken away.

use std::fs;
use std::path::{Path, PathBuf};

/// The file that the server has opened.
pub(super) struct OwnFile {
    pub(super) path: PathBuf,
    #[cfg(unix)]
    identity: (u64, u64),
}

impl OwnFile {
    /// Makes the file if there is none. It holds keys: only its owner may read it.
    pub(super) fn make(path: &Path) -> std::io::Result<Self> {
        fs::OpenOptions::new().append(true).create(true).open(path)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        }
        Ok(Self {
            path: path.to_owned(),
            #[cfg(unix)]
            identity: identity(path)?,
        })
    }

    /// Whether it is still there: who deletes it takes with it what is written to it from then on. (Where a
    /// file that is open cannot be deleted, it is.)
    pub(super) fn is_there(&self) -> bool {
        #[cfg(unix)]
        return identity(&self.path).is_ok_and(|found| found == self.identity);
        #[cfg(not(unix))]
        self.path.exists()
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| (found.dev(), found.ino()))
}
