//! The computer players that people can choose on the page.

use serde::Serialize;

/// A player that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Opponent {
    /// Its specification.
    pub(crate) player: String,
    /// What to call it.
    pub(crate) name: String,
    /// One line about it.
    pub(crate) about: String,
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// The page has the lists as modules, because it needs them before there is a game.
    #[test]
    fn the_lists_of_the_page_are_those_of_the_server() {
        let lists = [
            ("star", crate::star::strength::opponents()),
            ("chess", crate::chess::opponents::opponents()),
            ("noughts", crate::noughts::opponents()),
        ];
        for (game, opponents) in lists {
            let lines: Vec<String> = opponents
                .iter()
                .map(|opponent| format!("    {},\n", serde_json::to_string(opponent).unwrap()))
                .collect();
            let text = format!(
                "// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:\n\
                 // UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page\n\n\
                 /** Who can be played against. */\n\
                 export const OPPONENTS = [\n{}];\n",
                lines.concat()
            );
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/{game}/opponents.js"));
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                fs::write(&path, &text).unwrap();
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                found == text,
                "web/{game}/opponents.js is out of date: UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page"
            );
        }
    }
}
