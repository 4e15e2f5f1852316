//! Which queue belongs to the folder of a run or a training.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::server::QueueError;

/// The file that says it. It is there while the queue may hold something: a coordinator that was killed
/// finds its queue again.
const NAME: &str = "queue.txt";

/// Which queue belongs to a folder.
pub(crate) struct QueueFile {
    path: PathBuf,
    /// The key of the run on the queue. With another plan or other terms it is another one.
    pub(crate) key: String,
}

impl QueueFile {
    /// Finds the queue of a folder for games with this content.
    pub(crate) fn open(folder: &Path, content: &impl Serialize) -> Result<Self, QueueError> {
        let path = folder.join(NAME);
        let failed = |reason: String| QueueError::File { path: path.clone(), reason };
        let known = fs::read_to_string(&path).ok();
        let known = known.and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
        let id = match known {
            Some(id) => id,
            None => {
                let id = players::draw_seed();
                storage::write_atomically(&path, &format!("{id:016x}\n")).map_err(|error| failed(error.to_string()))?;
                id
            }
        };
        let mut hash = DefaultHasher::new();
        serde_json::to_vec(content).map_err(|error| failed(error.to_string()))?.hash(&mut hash);
        Ok(Self { key: format!("{id:016x}-{:016x}", hash.finish()), path })
    }

    /// Notes that the queue is gone.
    pub(crate) fn remove(self) {
        // If it stays, the next run finds an empty queue.
        let _ = fs::remove_file(self.path);
    }
}
