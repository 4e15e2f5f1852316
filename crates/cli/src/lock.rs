//! Locks that end with the process that holds them, however it ends.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::PathBuf;

/// A locked file, removed when the lock is given up. A lock file without a lock means nothing.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file that stays behind does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

impl Lock {
    /// Locks a file, which is made if it is missing; none if another process holds the lock.
    pub(crate) fn take(path: PathBuf) -> io::Result<Option<Self>> {
        let file = File::options().create(true).append(true).open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Where the file system has no locks, nothing better can be done.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Self { _file: file, path })),
        }
    }
}
