//! Text from outside, made fit to be shown.

/// The most characters that are shown of a text.
const MAX_LENGTH: usize = 300;

/// A text from a program or a file on one line, shortened, and with control characters escaped, so
/// that it cannot move the cursor or change colours.
pub fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for (i, c) in text.trim().chars().enumerate() {
        match c {
            _ if i == MAX_LENGTH => return excerpt + "…",
            c if c.is_control() => excerpt.extend(c.escape_default()),
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
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), MAX_LENGTH + 1);
    }
}
