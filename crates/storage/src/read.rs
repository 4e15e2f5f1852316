//! Reading text that a user names, whatever it turns out to be.

use std::fs::{self, File};
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
    #[error("cannot read {path}: {error}", path = printable(path))]
    Io { path: PathBuf, error: io::Error },
    /// It is a pipe or a device, which may never end or never begin.
    #[error("cannot read {path}: not a regular file", path = printable(path))]
    NotRegular { path: PathBuf },
    /// It is larger than any file of its kind.
    #[error("cannot read {path}: larger than {max} bytes", path = printable(path))]
    TooLarge { path: PathBuf, max: u64 },
    /// It holds bytes that no text has.
    #[error("{path} is not a text file: there is no text at byte {at}", path = printable(path))]
    NotText { path: PathBuf, at: usize },
}

/// Reads a text file of at most [`MAX_TEXT`] bytes. Line ends may be `\n` or `\r\n`; the text that is
/// returned has `\n` only, and no byte order mark.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    let text = String::from_utf8(read_at_most(path, MAX_TEXT)?)
        .map_err(|error| ReadError::NotText { path: path.to_owned(), at: error.utf8_error().valid_up_to() })?;
    Ok(plain(text))
}

/// The same for a text that may be older than UTF-8: if it is not UTF-8 it is read as Windows-1252,
/// which has all letters of Latin-1 in the same places.
pub fn read_old_text(path: &Path) -> Result<String, ReadError> {
    let bytes = read_at_most(path, MAX_TEXT)?;
    let text =
        String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| letter(byte)).collect());
    Ok(plain(text))
}

/// The characters of Windows-1252 from 0x80 on. Where it has none, Latin-1 has a control character.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn letter(byte: u8) -> char {
    match byte {
        0x80..0xa0 => WINDOWS_1252[usize::from(byte - 0x80)],
        byte => byte.into(),
    }
}

fn plain(text: String) -> String {
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if text.contains('\r') { text.replace("\r\n", "\n") } else { text }
}

fn read_at_most(path: &Path, max: u64) -> Result<Vec<u8>, ReadError> {
    let failed = |error| ReadError::Io { path: path.to_owned(), error };
    let kind = fs::metadata(path).map_err(failed)?;
    // Opening a pipe waits for a writer, perhaps for ever. Of a folder, the system says what it is.
    if !kind.is_file() && !kind.is_dir() {
        return Err(ReadError::NotRegular { path: path.to_owned() });
    }
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that fits from one that does not, even where the
    // system does not know its size.
    file.take(max + 1).read_to_end(&mut bytes).map_err(failed)?;
    let nul = bytes.iter().position(|&byte| byte == 0);
    if let Some(at) = nul {
        return Err(ReadError::NotText { path: path.to_owned(), at });
    }
    if bytes.len() as u64 > max {
        return Err(ReadError::TooLarge { path: path.to_owned(), max });
    }
    Ok(bytes)
}

/// A path as it can be printed: characters that a terminal would act on, or not show, are escaped.
///
/// ```
/// use std::path::Path;
/// assert_eq!(storage::printable(Path::new("it's\u{1b}[2J/my game.txt")), "it's\\u{1b}[2J/my game.txt");
/// ```
pub fn printable(path: &Path) -> String {
    const PLAIN: [char; 3] = ['\\', '\'', '"'];
    let path = path.to_string_lossy();
    let mut text = String::with_capacity(path.len());
    for part in path.split_inclusive(PLAIN) {
        let inner = part.trim_end_matches(PLAIN);
        text.extend(inner.escape_debug());
        text += &part[inner.len()..];
    }
    text
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
    use super::*;

    #[test]
    fn text_is_read_with_either_line_end_and_a_byte_order_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        fs::write(&path, "\u{feff}one\r\ntwo\nthree\r").unwrap();
        assert_eq!(read_text(&path).unwrap(), "one\ntwo\nthree\r");
    }

    #[test]
    fn what_is_not_a_small_text_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let message = |max| read_at_most(&path, max).unwrap_err().to_string();
        assert!(message(9).starts_with("cannot read "));
        fs::write(&path, [b'a', 0]).unwrap();
        assert!(message(9).ends_with("is not a text file: there is no text at byte 1"));
        fs::write(&path, [b'a', 0xff]).unwrap();
        assert!(read_text(&path).unwrap_err().to_string().ends_with("there is no text at byte 1"));
        fs::write(&path, "0123456789").unwrap();
        assert!(message(9).ends_with("larger than 9 bytes"));
        assert_eq!(read_at_most(&path, 10).unwrap(), b"0123456789");
    }

    #[test]
    fn text_from_before_utf_8_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.pgn");
        fs::write(&path, b"H\xfcbner, \x8aahovi\xe6\r\n").unwrap();
        assert_eq!(read_old_text(&path).unwrap(), "Hübner, Šahoviæ\n");
        fs::write(&path, "Hübner, Šahović\n").unwrap();
        assert_eq!(read_old_text(&path).unwrap(), "Hübner, Šahović\n");
        fs::write(&path, b"a\0").unwrap();
        assert!(matches!(read_old_text(&path), Err(ReadError::NotText { at: 1, .. })));
    }

    /// Neither an endless file nor a pipe without a writer is waited for.
    #[cfg(unix)]
    #[test]
    fn what_is_not_a_regular_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pi\npe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let message = read_text(&pipe).unwrap_err().to_string();
        assert!(message.ends_with("pi\\npe: not a regular file"), "{message}");
        assert!(matches!(read_text(Path::new("/dev/zero")), Err(ReadError::NotRegular { .. })));
        assert!(matches!(read_text(folder.path()), Err(ReadError::Io { .. })));
    }
}
