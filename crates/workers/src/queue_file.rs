//! Which queue belongs to the folder of a run or a training.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

use crate::protocol::run_key;
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
    /// Finds the queue of a folder for this task.
    pub(crate) fn open(folder: &Path, task: &RawValue) -> Result<Self, QueueError> {
        let path = folder.join(NAME);
        let failed = |reason: String| QueueError::File { path: path.clone(), reason };
        let known = fs::read_to_string(&path).ok();
        let known = known.and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
        let id = match known {
            Some(id) => id,
            None => {
                // By chance, so that two runs of the same plan have two queues.
                let id = RandomState::new().hash_one(0);
                storage::write_atomically(&path, &format!("{id:016x}\n")).map_err(|error| failed(error.to_string()))?;
                id
            }
        };
        Ok(Self { key: run_key(id, task), path })
    }

    /// Notes that the queue is gone.
    pub(crate) fn remove(self) {
        // If it stays, the next run finds an empty queue.
        let _ = fs::remove_file(self.path);
    }
}
