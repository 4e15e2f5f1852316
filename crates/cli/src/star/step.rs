//! What can be typed in a replay.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// Where to go in a replay, or what to do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    NextTurn,
    PreviousTurn,
    NextCommand,
    PreviousCommand,
    GoTo(u32),
    Board,
    Branch(PathBuf),
    Help,
    Quit,
}

/// What can be typed in a replay.
pub(crate) const HELP: &str = "  n          the next player's turn; an empty line will do
  p          the turn before
  ] and [    the next command, and the one before
  g 12       the beginning of turn 12
  board      see the board again
  branch F   save the game up to here as file F, to go on from here with starchess play --load F
  help, quit";

impl Step {
    /// Reads a line.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let step = match word.to_ascii_lowercase().as_str() {
            "" | "n" | "next" => Self::NextTurn,
            "p" | "previous" => Self::PreviousTurn,
            "]" => Self::NextCommand,
            "[" => Self::PreviousCommand,
            "g" | "go" => {
                let turn = rest.parse().ok().with_context(|| format!("{rest:?} is not the number of a turn"))?;
                return Ok(Self::GoTo(turn));
            }
            "board" | "b" => Self::Board,
            "branch" if rest.is_empty() => bail!("branch needs the name of a file"),
            "branch" => return Ok(Self::Branch(rest.into())),
            "help" | "?" | "h" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            _ => bail!("{word:?} is none of n, p, ], [, g, board, branch, help and quit"),
        };
        if rest.is_empty() { Ok(step) } else { bail!("{rest:?} is too much: {word} stands alone") }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn steps() {
        assert_eq!(Step::read("").unwrap(), Step::NextTurn);
        assert_eq!(Step::read("G 12").unwrap(), Step::GoTo(12));
        assert_eq!(Step::read("branch a b.txt").unwrap(), Step::Branch("a b.txt".into()));
        assert!(Step::read("g x").is_err() && Step::read("branch").is_err() && Step::read("n 3").is_err());
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in ".*", word in "[a-z\\[\\]]{0,6}", rest in "[ -~]{0,9}") {
            let _ = Step::read(&line);
            let _ = Step::read(&format!("{word} {rest}"));
        }
    }
}
