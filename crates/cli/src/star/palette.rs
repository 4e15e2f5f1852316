//! The colours of the four players, where there are colours.

use std::env;
use std::io::{self, IsTerminal};

use starchess::{PLAYERS, Player};

/// How players are told apart beside their numbers, which are always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    /// By their numbers only.
    Plain,
    /// By the nearest of the 256 colours that most terminals have.
    Indexed,
    /// By the very colours of the page.
    Exact,
}

const EXACT: [(u8, u8, u8); PLAYERS] = [(0x7C, 0x6C, 0xF2), (0x14, 0xDC, 0xCB), (0xF5, 0xE9, 0x4B), (0xD4, 0x60, 0x6C)];
const INDEXED: [u8; PLAYERS] = [99, 44, 227, 167];

impl Palette {
    /// What the terminal can show and the user wants to see: nothing but text if `NO_COLOR` is set or nobody looks.
    pub(crate) fn of_stdout() -> Self {
        let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        if !io::stdout().is_terminal() || is_unwanted || is_dumb {
            return Self::Plain;
        }
        let is_exact = env::var_os("COLORTERM").is_some_and(|depth| depth == "truecolor" || depth == "24bit");
        if is_exact { Self::Exact } else { Self::Indexed }
    }

    /// A text in a player's colour.
    pub(crate) fn paint(self, player: Player, text: &str) -> String {
        let (red, green, blue) = EXACT[player.index()];
        match self {
            Self::Plain => text.to_owned(),
            Self::Indexed => format!("\x1b[38;5;{}m{text}\x1b[0m", INDEXED[player.index()]),
            Self::Exact => format!("\x1b[38;2;{red};{green};{blue}m{text}\x1b[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours() {
        assert_eq!(Palette::Plain.paint(Player::TWO, "2"), "2");
        assert_eq!(Palette::Indexed.paint(Player::TWO, "2"), "\x1b[38;5;44m2\x1b[0m");
        assert_eq!(Palette::Exact.paint(Player::ONE, "1"), "\x1b[38;2;124;108;242m1\x1b[0m");
    }
}
