//! Colours, where there are any. Nothing is told by colour alone.

use std::env;

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

/// A colour, exactly and as the nearest of the 256.
pub(crate) struct Colour {
    pub(crate) exact: (u8, u8, u8),
    pub(crate) index: u8,
}

/// For something that needs attention.
pub(crate) const WARNING: Colour = Colour { exact: (0xFF, 0x8A, 0x3D), index: 208 };
/// For something that does not.
pub(crate) const FAINT: Colour = Colour { exact: (0x8A, 0x8A, 0x8A), index: 245 };

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

    /// A text in a colour, and perhaps on one.
    pub(crate) fn colour(self, colour: &Colour, ground: Option<&Colour>, text: &str) -> String {
        let Some(front) = self.code(colour) else { return text.to_owned() };
        let back =
            ground.and_then(|ground| self.code(ground)).map_or_else(String::new, |code| format!("\x1b[48;{code}m"));
        format!("\x1b[38;{front}m{back}{text}\x1b[0m")
    }

    /// A colour as escape sequences name it; none if there are no colours.
    fn code(self, colour: &Colour) -> Option<String> {
        let (red, green, blue) = colour.exact;
        match self {
            Self::Plain => None,
            Self::Indexed => Some(format!("5;{}", colour.index)),
            Self::Exact => Some(format!("2;{red};{green};{blue}")),
        }
    }
}
