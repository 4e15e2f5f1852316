//! How a game ends.

use std::fmt;
use std::num::NonZeroU32;

use crate::galaxy::{Galaxy, GameResult};
use crate::player::Player;

/// How a game stands, or how it ended.
///
/// The published players often reach a stalemate, so games between computers have a round limit:
/// after that many rounds the highest score wins. Saved games call it the turn limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "type", content = "winner", rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Verdict {
    /// The game goes on.
    Ongoing,
    /// All other players are defeated.
    Conquest(Player),
    /// One player has the highest score at the round limit.
    Score(Player),
    /// Several players share the highest score at the round limit.
    Tie,
}

impl Verdict {
    /// How a game stands in this position after `rounds_played` complete rounds, if the highest
    /// score wins after `round_limit` rounds.
    ///
    /// ```
    /// use starchess::{Galaxy, Start, Verdict};
    /// assert_eq!(Verdict::of(&Galaxy::start(Start::Barren), 0, None), Verdict::Ongoing);
    /// ```
    pub fn of(galaxy: &Galaxy, rounds_played: u32, round_limit: Option<NonZeroU32>) -> Self {
        if let GameResult::Win(winner) = galaxy.result() {
            return Self::Conquest(winner);
        }
        if round_limit.is_none_or(|limit| rounds_played < limit.get()) {
            return Self::Ongoing;
        }
        let scores = galaxy.scores();
        let mut best =
            Player::ALL.into_iter().filter(|player| scores.iter().all(|&score| score <= scores[player.index()]));
        match (best.next(), best.next()) {
            (Some(winner), None) => Self::Score(winner),
            _ => Self::Tie,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Conquest(winner) | Self::Score(winner) => Some(winner),
            Self::Ongoing | Self::Tie => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Conquest(winner) => write!(f, "{winner} wins by conquest"),
            Self::Score(winner) => write!(f, "{winner} wins by score at the round limit"),
            Self::Tie => f.write_str("a tie by score at the round limit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::Start;

    fn limit(rounds: u32) -> Option<NonZeroU32> {
        NonZeroU32::new(rounds)
    }

    #[test]
    fn the_last_one_standing_wins_whatever_the_limit() {
        let won: Galaxy = "t,b,t,b/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,b 1 9 0:0,-,-,-".parse().unwrap();
        assert_eq!(Verdict::of(&won, 8, limit(3)), Verdict::Conquest(Player::ONE));
    }

    #[test]
    fn the_highest_score_wins_at_the_limit() {
        let text = "t2@1000+2x20,b,t,t3@1000+3x21/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,t4@1000+4x20 1 4 0:0,0:0,0:0,0:0";
        let galaxy: Galaxy = text.parse().unwrap();
        assert_eq!(Verdict::of(&galaxy, 3, limit(4)), Verdict::Ongoing);
        assert_eq!(Verdict::of(&galaxy, 0, limit(3)), Verdict::Ongoing);
        assert_eq!(Verdict::of(&galaxy, 3, limit(3)), Verdict::Score(Player::THREE));
        assert_eq!(Verdict::of(&galaxy, 3, limit(3)).to_string(), "player 3 wins by score at the round limit");
    }

    #[test]
    fn equal_scores_are_a_tie() {
        let mut galaxy = Galaxy::start(Start::Terran);
        for _ in 0..4 {
            galaxy.apply(crate::Command::EndTurn).unwrap();
        }
        assert_eq!(Verdict::of(&galaxy, 1, limit(1)), Verdict::Tie);
        assert_eq!(Verdict::of(&galaxy, 1, limit(1)).winner(), None);
    }
}
