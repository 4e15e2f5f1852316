//! What others said, fit to be shown.

/// So many characters of what somebody said are shown.
const LONGEST: usize = 300;

/// What a program said: on one line, not too long, and without what would move the cursor.
pub fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for (i, c) in text.trim().chars().enumerate() {
        match c {
            _ if i == LONGEST => return excerpt + "…",
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
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), LONGEST + 1);
    }
}
