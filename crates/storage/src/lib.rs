//! Files that are never half written, and text files that are never too large to read.
//!
//! - [`write_atomically`] replaces a file so that it is either as it was or complete, whatever
//!   happens meanwhile. [`check_writable`] says beforehand whether it can.
//! - [`read_text`] reads a text file up to a size limit, and says what is wrong with one that
//!   cannot be read.
//! - [`read_old_text`] does the same with a text that may be older than UTF-8.
//! - [`printable`] shows a path without anything that a terminal would act on.
//! - [`expand_home`] resolves the `~` that a user types at a prompt, where no shell does it.

mod read;
mod write;

pub use read::{MAX_TEXT, ReadError, expand_home, printable, read_old_text, read_text};
pub use write::{check_writable, sync_folder, write_atomically, write_synced};
