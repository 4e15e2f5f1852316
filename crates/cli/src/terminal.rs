//! The terminal: its size, text that fits it, single keys, and its way back to normal.

use std::io::{self, IsTerminal, Write};

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

#[cfg(unix)]
pub(crate) use unix::{Keys, remember, restore};
#[cfg(not(unix))]
pub(crate) use without_keys::{Keys, remember, restore};

/// The room for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) columns: usize,
    pub(crate) lines: usize,
}

impl Size {
    /// The traditional width of a terminal, assumed where the output goes elsewhere. There, nothing
    /// leaves the screen.
    pub(crate) const ELSEWHERE: Self = Self { columns: 80, lines: usize::MAX };

    /// The size of the terminal now: it can change at any time.
    pub(crate) fn of_stdout() -> Self {
        match terminal_size_of(io::stdout()) {
            // Some terminals do not know their size.
            Some((Width(columns), Height(lines))) if columns > 0 && lines > 0 => {
                Self { columns: columns.into(), lines: lines.into() }
            }
            _ => Self::ELSEWHERE,
        }
    }
}

/// What comes from the keyboard while single keys are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Char(char),
    /// The terminal is gone.
    Closed,
}

/// Whether a person sits at both ends, at a terminal that can move its cursor.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && can_move_cursor()
}

/// Whether the output is a terminal that can move its cursor.
pub(crate) fn can_move_cursor() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether the terminal says that it shows all characters, and not only letters and signs of ASCII.
pub(crate) fn has_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok()?;
        (!value.is_empty()).then_some(value)
    });
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows)
}

/// Whether standard output is a terminal that shows only ASCII.
fn is_plain() -> bool {
    io::stdout().is_terminal() && !has_unicode()
}

/// Standard output. A terminal that shows only ASCII is sent signs of ASCII instead of others.
pub(crate) fn output() -> Box<dyn Write> {
    if is_plain() { Box::new(Plain(io::stdout())) } else { Box::new(io::stdout()) }
}

/// Writes signs of ASCII instead of others.
struct Plain<W>(W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                self.0.write_all(plain(text).as_bytes())?;
                Ok(bytes.len())
            }
            Err(_) => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text with signs of ASCII in the place of those that messages have.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '−' | '–' => plain.push('-'),
            '…' => plain.push_str(".."),
            '½' => plain.push_str(" 1/2"),
            '±' => plain.push_str("+-"),
            '×' => plain.push('x'),
            '≈' => plain.push('~'),
            '∞' => plain.push_str("inf"),
            c => plain.push(c),
        }
    }
    plain
}

/// Breaks the lines that are wider than the terminal. Output that goes elsewhere stays as it is: it
/// may be searched for sentences.
pub(crate) fn fit_terminal(text: &str) -> String {
    if io::stdout().is_terminal() { fit(text) } else { text.to_owned() }
}

/// Breaks the lines that are wider than the terminal.
pub(crate) fn fit(text: &str) -> String {
    wrap(text, Size::of_stdout().columns)
}

/// The same for standard error, where mistakes are reported.
pub(crate) fn fit_stderr(text: &str) -> String {
    match terminal_size_of(io::stderr()) {
        Some((Width(columns), _)) if columns > 0 => {
            let text = if has_unicode() { text.to_owned() } else { plain(text) };
            wrap(&text, columns.into())
        }
        _ => text.to_owned(),
    }
}

/// What a line begins with that is a command for the shell, and nothing else.
const COMMAND: &str = "starchess ";

/// Says what a command does, and the command: on a line of its own if there is no room beside.
pub(crate) fn with_command(what: &str, command: &str) -> String {
    let line = format!("{what}: {command}");
    let is_wide = line.width() > Size::of_stdout().columns && command.starts_with(COMMAND);
    if is_wide { format!("{what}:\n{command}") } else { line }
}

/// Breaks the lines that are wider than `columns`. Continuation lines begin below the last column of
/// a table line, or at the indentation of any other line.
pub(crate) fn wrap(text: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            wrapped.push('\n');
        }
        // Colours take no room. A command is for copying: the terminal itself folds what is too long.
        if textwrap::core::display_width(line) <= columns || line.starts_with(COMMAND) {
            wrapped.push_str(line);
            continue;
        }
        let indent = " ".repeat(hanging_indent(line, columns));
        let options = Options::new(columns)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        wrapped.push_str(&textwrap::fill(line, options));
    }
    wrapped
}

/// Where the continuation of a line begins.
fn hanging_indent(line: &str, columns: usize) -> usize {
    let text = line.trim_start_matches(' ');
    let mut indentation = line.len() - text.len();
    // An item of a numbered list.
    if let Some((number, _)) = text.split_once(". ")
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        indentation += number.len() + 2;
    }
    // A table has at least two spaces before its last column.
    let column = text.rfind("  ").map(|gap| line[..line.len() - text.len() + gap + 2].width());
    column.filter(|&column| column <= columns / 2).unwrap_or(indentation.min(columns / 2))
}

/// A text, shortened to fit the width.
pub(crate) fn shortened(text: &str, columns: usize) -> String {
    let sign = if is_plain() { plain("…") } else { "…".to_owned() };
    shortened_with(text, columns, &sign)
}

/// A text, shortened to fit the width, with a sign in the place of what is left out.
fn shortened_with(text: &str, columns: usize, sign: &str) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(sign.width());
    text.chars().take(room).chain(sign.chars()).take(columns).collect()
}

/// A text with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    first + chars.as_str()
}

/// A message as a sentence: with a capital first letter, unless it begins with what the user typed,
/// such as `depth=0`, and with a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    if first.contains('=') { format!("{text}{stop}") } else { capitalized(text) + stop }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::fd::AsFd;
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use super::Key;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr};

    /// The mode of the terminal when the program started.
    static NORMAL: Mutex<Option<Termios>> = Mutex::new(None);

    /// Remembers the mode of the terminal for [`restore`]. Call it before anything changes the mode.
    pub(crate) fn remember() {
        *NORMAL.lock().unwrap_or_else(PoisonError::into_inner) = tcgetattr(io::stdin()).ok();
    }

    /// Returns the terminal to the mode in which the program found it, for exits that skip
    /// destructors.
    pub(crate) fn restore() {
        if let Some(normal) = &*NORMAL.lock().unwrap_or_else(PoisonError::into_inner) {
            // Without a terminal there is nothing to restore.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, normal);
        }
    }

    /// Reads single keys from the terminal, without Enter and without an echo, until it is dropped.
    /// Ctrl-C stays a signal.
    pub(crate) struct Keys {
        _private: (),
    }

    impl Keys {
        /// Takes over the keyboard; none if standard input is not a terminal.
        pub(crate) fn open() -> Option<Self> {
            let mut mode = tcgetattr(io::stdin()).ok()?;
            mode.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
            mode.control_chars[SpecialCharacterIndices::VMIN as usize] = 0;
            mode.control_chars[SpecialCharacterIndices::VTIME as usize] = 0;
            tcsetattr(io::stdin(), SetArg::TCSANOW, &mode).ok()?;
            Some(Self { _private: () })
        }

        /// The next key, if one is pressed within this time. Keys that send several bytes, such as
        /// the arrows, are skipped.
        pub(crate) fn next(&self, patience: Duration) -> Option<Key> {
            let key = read_byte(patience)?;
            match key {
                Ok(0x1b) => {
                    skip_sequence();
                    None
                }
                Ok(byte) if byte.is_ascii() => Some(Key::Char(char::from(byte))),
                Ok(_) => None,
                Err(Closed) => Some(Key::Closed),
            }
        }
    }

    /// The terminal is gone.
    struct Closed;

    /// The next byte, if there is one within this time. Whatever follows it stays where it is, for
    /// the next call or for the line editor.
    fn read_byte(patience: Duration) -> Option<Result<u8, Closed>> {
        let stdin = io::stdin();
        let mut waiting = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        let timeout = PollTimeout::try_from(patience).unwrap_or(PollTimeout::MAX);
        // A signal may interrupt the wait; the caller calls again.
        if poll(&mut waiting, timeout).unwrap_or(0) == 0 {
            return None;
        }
        let mut byte = [0];
        match nix::unistd::read(&stdin, &mut byte) {
            Ok(1..) => Some(Ok(byte[0])),
            Err(nix::errno::Errno::EINTR | nix::errno::Errno::EAGAIN) => None,
            Ok(0) | Err(_) => Some(Err(Closed)),
        }
    }

    /// Skips the rest of an escape sequence: `[` or `O`, perhaps numbers, and a final character.
    fn skip_sequence() {
        let next = || read_byte(Duration::ZERO).and_then(Result::ok);
        if matches!(next(), Some(b'[' | b'O')) {
            while next().is_some_and(|byte| !matches!(byte, b'@'..=b'~')) {}
        }
    }

    impl Drop for Keys {
        fn drop(&mut self) {
            restore();
        }
    }
}

#[cfg(not(unix))]
mod without_keys {
    use std::time::Duration;

    use super::Key;

    pub(crate) fn remember() {}

    pub(crate) fn restore() {}

    /// Single keys, which are read on Unix systems only: elsewhere there are none.
    pub(crate) enum Keys {}

    impl Keys {
        pub(crate) fn open() -> Option<Self> {
            None
        }

        pub(crate) fn next(&self, _patience: Duration) -> Option<Key> {
            match *self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_fits_is_left_alone() {
        let text = "one  two\n\n   three\n";
        assert_eq!(wrap(text, 10), text);
    }

    #[test]
    fn continuation_lines_are_indented() {
        assert_eq!(wrap("  one two three", 10), "  one two\n  three");
        assert_eq!(wrap("  end   e   ends your turn", 24), "  end   e   ends your\n            turn");
        assert_eq!(wrap(" 1. one two three", 10), " 1. one\n    two\n    three");
        // A column too far to the right is no place to begin.
        assert_eq!(wrap("a long beginning and  the rest", 16), "a long beginning\nand  the rest");
    }

    #[test]
    fn sentences_do_not_change_what_was_typed() {
        assert_eq!(sentence("there is no such file"), "There is no such file.");
        assert_eq!(sentence("\"save\" needs a file"), "\"save\" needs a file.");
        assert_eq!(sentence("depth=0: expected more"), "depth=0: expected more.");
        assert_eq!([sentence("who plays White?"), sentence("")], ["Who plays White?", "."]);
    }

    #[test]
    fn ascii_takes_the_place_of_other_signs() {
        let mut output = Plain(Vec::new());
        let one = "one…";
        write!(output, "{one} of −{} games, 1½ ± ∞: ♞", 2).unwrap();
        assert_eq!(String::from_utf8(output.0).unwrap(), "one.. of -2 games, 1 1/2 +- inf: ♞");
    }

    #[test]
    fn width_counts_columns_and_not_bytes() {
        assert_eq!(wrap("−−− −−−", 7), "−−− −−−");
    }
}
