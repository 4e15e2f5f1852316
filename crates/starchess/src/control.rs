//! Who decides for a player: a human or a computer.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::experiments::Experiments;
use crate::published::Published;

/// Who decides for one of the four players.
///
/// Written `human` or `published` with options: `published:3`, `published:turns=1,all-masks,plain`.
///
/// ```
/// use starchess::{Control, Published};
/// let control: Control = "published:3".parse()?;
/// assert_eq!(control, Control::Published(Published { turns: 3, ..Published::default() }));
/// assert_eq!(control.to_string(), "published:turns=3");
/// # Ok::<(), starchess::ControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Somebody who types or clicks.
    Human,
    /// The published computer player.
    Published(Published),
}

/// Why a text names nobody who could play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ControlError {
    /// There is no such player.
    #[error("{0:?} is nobody who can play: human or published")]
    NoSuchPlayer(String),
    /// A human has no options.
    #[error("a human has no options, so {0:?} means nothing")]
    HumanOption(String),
    /// There is no such option.
    #[error(
        "{0:?} is no option of published: turns=0 to turns=8 (or only the number), all-masks, plain, {experiments}",
        experiments = Experiments::names().collect::<Vec<_>>().join(", ")
    )]
    NoSuchOption(String),
    /// It cannot look so far.
    #[error("turns={0} is not a whole number from 0 to 8")]
    Turns(String),
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        match (name, options) {
            ("human", None) => Ok(Self::Human),
            ("human", Some(options)) => Err(ControlError::HumanOption(options.to_owned())),
            ("published", options) => {
                let mut player = Published::default();
                for option in options.into_iter().flat_map(|options| options.split(',')) {
                    match option.split_once('=') {
                        None if option == "all-masks" => player.all_masks = true,
                        None if option == "plain" => player.plain = true,
                        None if option.starts_with(|c: char| c.is_ascii_digit()) => player.turns = turns(option)?,
                        Some(("turns", number)) => player.turns = turns(number)?,
                        _ => match player.experiments.with(option) {
                            Some(experiments) => player.experiments = experiments,
                            None => return Err(ControlError::NoSuchOption(option.to_owned())),
                        },
                    }
                }
                Ok(Self::Published(player))
            }
            _ => Err(ControlError::NoSuchPlayer(name.to_owned())),
        }
    }
}

fn turns(number: &str) -> Result<u32, ControlError> {
    let turns = number.parse().ok().filter(|&turns| turns <= Published::MAX_TURNS);
    turns.ok_or_else(|| ControlError::Turns(number.to_owned()))
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Published(player) => {
                write!(f, "published:turns={}", player.turns)?;
                f.write_str(if player.all_masks { ",all-masks" } else { "" })?;
                f.write_str(if player.plain { ",plain" } else { "" })?;
                match player.experiments.to_string().as_str() {
                    "" => Ok(()),
                    experiments => write!(f, ",{experiments}"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |text: &str| text.parse::<Control>().unwrap_err().to_string();
        assert!(message("deep blue").starts_with("\"deep blue\" is nobody"));
        assert!(message("human:3").starts_with("a human has no options"));
        assert!(message("published:9").starts_with("turns=9 is not"));
        assert!(message("published:turns=-1").starts_with("turns=-1 is not"));
        assert!(message("published:").starts_with("\"\" is no option"));
        assert!(message("published:turns=2;plain").starts_with("turns=2;plain is not"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(turns in 0..=8u32, all_masks: bool, plain: bool, names in 0..256u32) {
            let chosen = Experiments::names().enumerate().filter(|(i, _)| names >> i & 1 == 1);
            let experiments = chosen.fold(Experiments::default(), |all, (_, name)| all.with(name).unwrap());
            let control = Control::Published(Published { turns, all_masks, plain, experiments });
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            let _ = text.parse::<Control>();
        }
    }
}
