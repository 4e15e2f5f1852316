//! Text from outside, made fit to be shown.

/// The most characters that are shown of a text.
const MAX_LENGTH: usize = 300;

/// Whether a character shows nothing itself but changes how others are shown: control characters,
/// and those that are invisible or turn the direction of the text.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// A text with control characters and other invisible ones escaped, so that it cannot move the cursor,
/// change colours or turn the direction of the text.
///
/// ```
/// assert_eq!(players::visible("a\u{1b}[2Jb\u{202e}c"), "a\\u{1b}[2Jb\\u{202e}c");
/// ```
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if is_invisible(c) { visible.extend(c.escape_default()) } else { visible.push(c) }
    }
    visible
}

/// A text from a program or a file on one line, [visible], and shortened.
pub fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => visible(&text[..end]) + "…",
        None => visible(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor_or_fills_the_screen() {
        assert_eq!(excerpt(" a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb");
        for invisible in ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{ad}', '\u{e0041}'] {
            let text = excerpt(&format!("a{invisible}b"));
            assert_eq!(text, format!("a{}b", invisible.escape_default()));
            assert!(text.is_ascii());
        }
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), MAX_LENGTH + 1);
    }
}
