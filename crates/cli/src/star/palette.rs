//! Colours, where there are any. Nothing is told by colour alone.

use std::env;

use starchess::{Class, PLAYERS, Player};

use crate::terminal;

/// The colours that the terminal can show and the user wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    /// None.
    Plain,
    /// The nearest of the 256 colours that most terminals have.
    Indexed,
    /// Exact colours.
    Exact,
}

/// What a piece of text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    /// Something that belongs to a player.
    Player(Player),
    /// A kind of planet.
    Class(Class),
    /// Something that needs attention.
    Warning,
    /// Something that does not.
    Faint,
}

/// A colour, exactly and as the nearest of the 256.
struct Colour {
    exact: (u8, u8, u8),
    index: u8,
}

const PLAYER_COLOURS: [Colour; PLAYERS] = [
    Colour { exact: (0x7C, 0x6C, 0xF2), index: 99 },
    Colour { exact: (0x14, 0xDC, 0xCB), index: 44 },
    Colour { exact: (0xF5, 0xE9, 0x4B), index: 227 },
    Colour { exact: (0xD4, 0x60, 0x6C), index: 167 },
];
const TERRAN: Colour = Colour { exact: (0x6F, 0xBF, 0x73), index: 71 };
const BARREN: Colour = Colour { exact: (0xB0, 0x8D, 0x64), index: 137 };
const WARNING: Colour = Colour { exact: (0xFF, 0x8A, 0x3D), index: 208 };
const FAINT: Colour = Colour { exact: (0x8A, 0x8A, 0x8A), index: 245 };

impl Palette {
    /// The colours of standard output: none if `NO_COLOR` is set or the output is not a terminal.
    pub(crate) fn of_stdout() -> Self {
        let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if is_unwanted || !terminal::can_move_cursor() {
            return Self::Plain;
        }
        let is_exact = env::var_os("COLORTERM").is_some_and(|depth| depth == "truecolor" || depth == "24bit");
        if is_exact { Self::Exact } else { Self::Indexed }
    }

    /// A text in the colour of its style.
    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        let colour = match style {
            Style::Plain => return text.to_owned(),
            Style::Player(player) => &PLAYER_COLOURS[player.index()],
            Style::Class(Class::Terran) => &TERRAN,
            Style::Class(Class::Barren) => &BARREN,
            Style::Warning => &WARNING,
            Style::Faint => &FAINT,
        };
        match self {
            Self::Plain => text.to_owned(),
            Self::Indexed => format!("\x1b[38;5;{}m{text}\x1b[0m", colour.index),
            Self::Exact => {
                let (red, green, blue) = colour.exact;
                format!("\x1b[38;2;{red};{green};{blue}m{text}\x1b[0m")
            }
        }
    }
}

/// The sign of a player, which tells players apart without colours.
pub(crate) fn sign(player: Player) -> char {
    ['●', '■', '▲', '◆'][player.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours() {
        let (one, two) = (Style::Player(Player::ONE), Style::Player(Player::TWO));
        assert_eq!(Palette::Plain.paint(two, "2"), "2");
        assert_eq!(Palette::Indexed.paint(two, "2"), "\x1b[38;5;44m2\x1b[0m");
        assert_eq!(Palette::Exact.paint(one, "1"), "\x1b[38;2;124;108;242m1\x1b[0m");
        assert_eq!(Palette::Exact.paint(Style::Plain, "1"), "1");
    }
}
