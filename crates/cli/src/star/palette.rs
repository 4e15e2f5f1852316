//! The colours of Star Chess.

use starchess::{Class, PLAYERS, Player};

pub(crate) use crate::palette::Palette;
use crate::palette::{Colour, FAINT, WARNING};

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

const PLAYER_COLOURS: [Colour; PLAYERS] = [
    Colour { exact: (0x7C, 0x6C, 0xF2), index: 99 },
    Colour { exact: (0x14, 0xDC, 0xCB), index: 44 },
    Colour { exact: (0xF5, 0xE9, 0x4B), index: 227 },
    Colour { exact: (0xD4, 0x60, 0x6C), index: 167 },
];
const TERRAN: Colour = Colour { exact: (0x6F, 0xBF, 0x73), index: 71 };
const BARREN: Colour = Colour { exact: (0xB0, 0x8D, 0x64), index: 137 };

impl Palette {
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
        self.colour(colour, None, text)
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
