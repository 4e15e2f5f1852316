//! Reading text that a user names, whatever it turns out to be.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Larger text files are refused: 64 MiB. A saved game of a thousand rounds is a few hundred KiB.
pub const MAX_TEXT: u64 = 64 << 20;

/// Why a text file cannot be read.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum ReadError {
    /// The system cannot read it.
    #[error("cannot read {path}: {error}", path = path.display())]
    Io { path: PathBuf, error: io::Error },
    /// It is larger than any file of its kind.
    #[error("cannot read {path}: larger than {max} bytes", path = path.display())]
    TooLarge { path: PathBuf, max: u64 },
    /// It holds bytes that no text has.
    #[error("{path} is not a text file: byte {at} is not UTF-8 text", path = path.display())]
    NotText { path: PathBuf, at: usize },
}

/// Reads a text file of at most [`MAX_TEXT`] bytes. Line ends may be `\n` or `\r\n`; the text that is
/// returned has `\n` only.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    read_at_most(path, MAX_TEXT)
}

fn read_at_most(path: &Path, max: u64) -> Result<String, ReadError> {
    let failed = |error| ReadError::Io { path: path.to_owned(), error };
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that fits from one that does not, even where the
    // system does not know its size (devices, pipes).
    file.take(max + 1).read_to_end(&mut bytes).map_err(failed)?;
    let nul = bytes.iter().position(|&byte| byte == 0);
    if let Some(at) = nul {
        return Err(ReadError::NotText { path: path.to_owned(), at });
    }
    if bytes.len() as u64 > max {
        return Err(ReadError::TooLarge { path: path.to_owned(), max });
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| ReadError::NotText { path: path.to_owned(), at: error.utf8_error().valid_up_to() })?;
    Ok(if text.contains('\r') { text.replace("\r\n", "\n") } else { text })
}

/// A path as a user types it, with a leading `~` replaced by the home folder.
///
/// ```
/// use std::path::Path;
/// assert_eq!(storage::expand_home("games/one.txt"), Path::new("games/one.txt"));
/// assert!(!storage::expand_home("~/one.txt").starts_with("~"));
/// ```
pub fn expand_home(text: &str) -> PathBuf {
    let rest = match text.strip_prefix('~') {
        Some("") => "",
        Some(rest) if rest.starts_with(['/', std::path::MAIN_SEPARATOR]) => &rest[1..],
        _ => return text.into(),
    };
    std::env::home_dir().map_or_else(|| text.into(), |home| home.join(rest))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn text_is_read_with_either_line_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        fs::write(&path, "one\r\ntwo\nthree\r").unwrap();
        assert_eq!(read_text(&path).unwrap(), "one\ntwo\nthree\r");
    }

    #[test]
    fn what_is_not_a_small_text_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let message = |max| read_at_most(&path, max).unwrap_err().to_string();
        assert!(message(9).starts_with("cannot read "));
        fs::write(&path, [b'a', 0xff]).unwrap();
        assert!(message(9).ends_with("is not a text file: byte 1 is not UTF-8 text"));
        fs::write(&path, "0123456789").unwrap();
        assert!(message(9).ends_with("larger than 9 bytes"));
        assert_eq!(read_at_most(&path, 10).unwrap(), "0123456789");
    }

    /// An endless file ends after the limit.
    #[cfg(unix)]
    #[test]
    fn an_endless_file_is_not_read_to_the_end() {
        assert!(matches!(read_at_most(Path::new("/dev/zero"), 1 << 20), Err(ReadError::NotText { at: 0, .. })));
    }
}
