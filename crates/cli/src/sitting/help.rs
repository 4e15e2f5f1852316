//! Help on the commands of a game.

use anyhow::Result;

use super::{Sitting, TerminalGame};

impl<G: TerminalGame> Sitting<'_, G> {
    /// Explains all commands, or one of them.
    pub(super) fn help(&mut self, command: Option<&str>) -> Result<()> {
        let Some(command) = command else { return self.console.page(G::HELP) };
        match G::help_on(command) {
            Some(lines) => self.say(lines),
            None => {
                let command = players::excerpt(command);
                self.say(format_args!("There is no command {command:?}. Type \"help\" for a list."))
            }
        }
    }
}

/// The lines of a help text about a command, by its name or its key. A line has the command, its key
/// and an explanation, with spaces between them.
pub(crate) fn lines_about(help: &str, word: &str) -> Option<String> {
    let is_about = |line: &&str| {
        let Some((usage, rest)) = line.strip_prefix("  ").and_then(|line| line.split_once("  ")) else { return false };
        let mut names = usage.split(", ").filter_map(|name| name.split(' ').next());
        let keys = rest.trim_start().split_once("  ").map_or("", |(keys, _)| keys);
        names.any(|name| name == word) || keys.split_whitespace().any(|key| key == word)
    };
    let lines: Vec<&str> = help.lines().filter(is_about).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
