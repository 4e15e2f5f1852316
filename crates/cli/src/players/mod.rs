//! Players by name: who there is, how they are written, and how they are made.

mod build;
mod spec;

use std::fmt;
use std::fmt::Write as _;

use anyhow::{Result, bail};
use gametree::Score;

pub(crate) use build::{THREADS, build};
pub(crate) use spec::PlayerSpec;

use crate::figures::{mean, value};

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Human,
    Perfect,
    Random,
    Minimax,
    Negamax,
    AlphaBeta,
    Iterative,
    LazySmp,
    MaxN,
    Paranoid,
    BestReply,
    Mcts,
}

/// Something that can be said about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Depth,
    Nodes,
    Time,
    Threads,
    Seed,
    Eval,
}

impl Kind {
    pub(crate) const ALL: [Self; 12] = [
        Self::Human,
        Self::Perfect,
        Self::Random,
        Self::Minimax,
        Self::Negamax,
        Self::AlphaBeta,
        Self::Iterative,
        Self::LazySmp,
        Self::MaxN,
        Self::Paranoid,
        Self::BestReply,
        Self::Mcts,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Perfect => "perfect",
            Self::Random => "random",
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBeta => "alpha-beta",
            Self::Iterative => "iterative",
            Self::LazySmp => "lazy-smp",
            Self::MaxN => "max-n",
            Self::Paranoid => "paranoid",
            Self::BestReply => "best-reply",
            Self::Mcts => "mcts",
        }
    }

    const fn about(self) -> &'static str {
        match self {
            Self::Human => "you, at the keyboard",
            Self::Perfect => "looks to the end of every game",
            Self::Random => "any legal move",
            Self::Minimax => "every line of play, as in the textbook",
            Self::Negamax => "the same with one rule for both sides",
            Self::AlphaBeta => "leaves out lines that cannot matter",
            Self::Iterative => "alpha-beta ply by ply, with a table of positions",
            Self::LazySmp => "the same on several threads",
            Self::MaxN => "everybody seeks their own best score",
            Self::Paranoid => "everybody is against the player",
            Self::BestReply => "only the worst opponent answers",
            Self::Mcts => "Monte Carlo tree search: random games to the end",
        }
    }

    /// What can be said about this kind of player, in the order in which it is written.
    pub(crate) const fn keys(self) -> &'static [Key] {
        match self {
            Self::Human | Self::Perfect => &[],
            Self::Random => &[Key::Seed],
            Self::LazySmp => &[Key::Depth, Key::Nodes, Key::Time, Key::Threads, Key::Eval],
            Self::Mcts => &[Key::Nodes, Key::Time, Key::Seed],
            Self::Minimax
            | Self::Negamax
            | Self::AlphaBeta
            | Self::Iterative
            | Self::MaxN
            | Self::Paranoid
            | Self::BestReply => &[Key::Depth, Key::Nodes, Key::Time, Key::Eval],
        }
    }

    /// A value that such a player finds, in words. Unless it is the truth, that of random games is their mean.
    pub(crate) fn write_value(self, score: Score, solved: bool) -> String {
        if self == Self::Mcts && !solved { mean(score) } else { value(score) }
    }

    fn named(name: &str) -> Result<Self> {
        match Self::ALL.into_iter().find(|kind| kind.name() == name) {
            Some(kind) => Ok(kind),
            None => bail!(unknown("player", name, &Self::ALL.map(Self::name))),
        }
    }

    fn key(self, name: &str) -> Result<Key> {
        if let Some(&key) = self.keys().iter().find(|key| key.name() == name) {
            return Ok(key);
        }
        if self.keys().is_empty() {
            bail!("{self} has no options, so {name:?} means nothing");
        }
        let names: Vec<_> = self.keys().iter().map(|key| key.name()).collect();
        bail!(unknown(&format!("option of {self}"), name, &names))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Key {
    const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Threads => "threads",
            Self::Seed => "seed",
            Self::Eval => "eval",
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Says that there is no `what` with this name, which name was probably meant, and which there are.
pub(crate) fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    let nearest = names.iter().min_by_key(|known| strsim::damerau_levenshtein(name, known));
    // As many slips of the pen as are likely in a word of this length.
    let slips = 1 + name.chars().count() / 4;
    let meant = nearest.filter(|known| strsim::damerau_levenshtein(name, known) <= slips);
    let question = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
    format!("{name:?} is no {what}{question} (there are: {})", names.join(", "))
}

/// The part of the help that lists the players.
pub(crate) fn overview() -> String {
    let mut text = String::from("Players are written NAME or NAME:key=value,key=value…\n\n");
    for kind in Kind::ALL {
        let keys: Vec<_> = kind.keys().iter().map(|key| key.name()).collect();
        let line = format!("  {kind:<11} {:<49} {}", kind.about(), keys.join(" "));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str(
        "\n  depth=9      plies to look ahead
  nodes=5000   positions to look at; for mcts, games to play
  time=500ms   time to think, in ms or s; what was found by then counts
  threads=2    threads to think on
  seed=7       begins the random choices; the same seed makes the same ones
  eval=paper   how positions are scored: by the paper's features, or by outcome, where only
               finished games count",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_near_misses_explained() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()).unwrap(), kind);
        }
        let message = |name| Kind::named(name).unwrap_err().to_string();
        assert!(message("alfa-beta").starts_with("\"alfa-beta\" is no player; did you mean alpha-beta? (there are: "));
        assert!(message("stockfish").starts_with("\"stockfish\" is no player (there are: human, "));
        assert!(message("").contains("mcts"));
    }
}
