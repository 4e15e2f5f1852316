//! Text from outside, made fit to be shown.

/// The most characters that are shown of a text.
const MAX_LENGTH: usize = 300;

/// Whether a character shows nothing itself but changes how others are shown: control characters,
/// and those that are invisible or turn the direction of the text.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// A text from a program or a file on one line, shortened, and with control characters escaped, so
/// that it cannot move the cursor, change colours or turn the direction of the text.
pub fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for (i, c) in text.trim().chars().enumerate() {
        match c {
            _ if i == MAX_LENGTH => return excerpt + "…",
            c if is_invisible(c) => excerpt.extend(c.escape_default()),
            c => excerpt.push(c),
        }
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor_or_fills_the_screen() {
        assert_eq!(excerpt(" a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb");
        assert_eq!(excerpt("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), MAX_LENGTH + 1);
    }
}
