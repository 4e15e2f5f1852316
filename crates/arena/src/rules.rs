//! A game as the arena sees it.

use std::cmp::Ordering;

use crate::result::Ending;

/// The rules of a game: how it begins, goes on and ends. This is all that the arena knows of it.
pub trait Rules: Sync {
    /// A game under way.
    type Game;
    /// What a player answers when it is to move: a move, or all commands of a turn.
    type Turn;

    /// How many play.
    fn seats(&self) -> usize;

    /// A game that begins in this position, or what is wrong with it.
    fn begin(&self, start: &str) -> Result<Self::Game, String>;

    /// Whose turn it is, by seat. Nobody asks once there is an outcome.
    fn to_move(&self, game: &Self::Game) -> usize;

    /// Plays a turn, or says why it is against the rules and changes nothing.
    fn play(&self, game: &mut Self::Game, turn: &Self::Turn) -> Result<(), String>;

    /// Takes a player out who has lost for a reason outside the rules. Where the others still have something to decide,
    /// they play on.
    fn forfeit(&self, game: &mut Self::Game, seat: usize);

    /// How the game has ended, if it has.
    fn outcome(&self, game: &Self::Game) -> Option<Outcome>;

    /// How many turns were played, as the game counts them.
    fn turns(&self, game: &Self::Game) -> u32;

    /// The game as it is saved.
    fn record(&self, game: &Self::Game, players: &[&str]) -> Record;

    /// The score of every seat after each turn of a saved game; none if the game has no scores or this is no such game.
    fn scores(&self, record: &Record) -> Option<Vec<Vec<f64>>>;
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// In which way.
    pub ending: Ending,
    /// The place of every seat, from 1. Those who are equal share the mean of their places.
    pub places: Vec<f64>,
    /// In words.
    pub how: String,
}

/// A game that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// The text of a file of its own.
    File(String),
    /// Short enough to stand beside the result.
    Moves(String),
}

/// The places of players of whom each has a merit, the greater the better. Equal merits share the mean of their places.
///
/// ```
/// assert_eq!(arena::places(&[7, 3, 9, 3]), [2.0, 3.5, 1.0, 3.5]);
/// ```
pub fn places<M: Ord>(merits: &[M]) -> Vec<f64> {
    let count = |own: &M, wanted: Ordering| merits.iter().filter(|other| (*other).cmp(own) == wanted).count() as f64;
    merits.iter().map(|own| 1.0 + count(own, Ordering::Greater) + (count(own, Ordering::Equal) - 1.0) / 2.0).collect()
}
