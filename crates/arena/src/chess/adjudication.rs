//! Games that are decided by what the players themselves think of them.

use cozy_chess::Color;
use gametree::Score;
use serde::{Deserialize, Serialize};

use super::side;

/// When a draw is adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Both players' scores are at most this many centipawns from zero,
    pub score: u32,
    /// for this many moves of each,
    pub moves: u32,
    /// and this move has been reached.
    pub after: u32,
}

/// When a loss is adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Both players' scores say that the same side is at least this many centipawns behind,
    pub score: u32,
    /// for this many moves of each.
    pub moves: u32,
}

/// How a game was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// `None` if it is a draw.
    pub(super) winner: Option<Color>,
    pub(super) how: String,
}

/// What the players' scores have said in a row, up to now.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adjudication {
    /// The number of plies with scores near zero.
    even: u32,
    /// For each side, the number of plies with scores that say that it is losing.
    losing: [u32; 2],
}

impl Adjudication {
    /// Takes in the score of a player that has just moved, from its own point of view. Without a
    /// score everything begins anew.
    pub(super) fn note(
        &mut self,
        mover: Color,
        score: Option<Score>,
        draw: Option<DrawRule>,
        resign: Option<ResignRule>,
    ) {
        let count = |plies: &mut u32, goes_on: bool| *plies = if goes_on { *plies + 1 } else { 0 };
        count(&mut self.even, score.zip(draw).is_some_and(|(score, draw)| score.unsigned_abs() <= draw.score));
        for color in Color::ALL {
            let own = score.map(|score| if color == mover { score } else { -score });
            let is_losing = own.zip(resign).is_some_and(|(own, resign)| own < 0 && own.unsigned_abs() >= resign.score);
            count(&mut self.losing[color as usize], is_losing);
        }
    }

    /// The decision, if there is one, at this move number.
    pub(super) fn verdict(&self, draw: Option<DrawRule>, resign: Option<ResignRule>, number: u16) -> Option<Verdict> {
        if let Some(resign) = resign {
            let loser = Color::ALL.into_iter().find(|&color| self.losing[color as usize] >= 2 * resign.moves);
            if let Some(loser) = loser {
                return Some(Verdict { winner: Some(!loser), how: format!("{} wins by adjudication", side(!loser)) });
            }
        }
        let draw = draw?;
        let is_draw = self.even >= 2 * draw.moves && u32::from(number) >= draw.after;
        is_draw.then(|| Verdict { winner: None, how: "a draw by adjudication".to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAW: Option<DrawRule> = Some(DrawRule { score: 10, moves: 2, after: 30 });
    const RESIGN: Option<ResignRule> = Some(ResignRule { score: 300, moves: 2 });

    /// What is decided at a move number, after these scores of White and Black in turn, each from
    /// its own point of view.
    fn decide(scores: &[Option<Score>], number: u16) -> Option<Option<Color>> {
        let mut adjudication = Adjudication::default();
        for (i, &score) in scores.iter().enumerate() {
            adjudication.note(Color::index(i % 2), score, DRAW, RESIGN);
        }
        adjudication.verdict(DRAW, RESIGN, number).map(|verdict| verdict.winner)
    }

    #[test]
    fn both_players_must_agree_for_long_enough() {
        let all = |scores: &[Score]| scores.iter().map(|&score| Some(score)).collect::<Vec<_>>();
        assert_eq!(decide(&all(&[0, 10, -10, 5]), 30), Some(None));
        assert_eq!(decide(&all(&[0, 10, -10, 5]), 29), None);
        assert_eq!(decide(&all(&[0, 11, -10, 5]), 30), None);
        assert_eq!(decide(&all(&[0, 10, -10]), 30), None);
        assert_eq!(decide(&[Some(0), Some(0), None, Some(0), Some(0)], 30), None);
        assert_eq!(decide(&all(&[-300, 300, -999_990, 500]), 1), Some(Some(Color::Black)));
        assert_eq!(decide(&all(&[300, -300, 300, -300]), 1), Some(Some(Color::White)));
        assert_eq!(decide(&all(&[-300, 299, -300, 500]), 1), None);
        assert_eq!(decide(&all(&[-300, -300, -300, -300]), 1), None);
    }

    #[test]
    fn nothing_is_decided_unless_asked_for() {
        let mut adjudication = Adjudication::default();
        for i in 0..100 {
            adjudication.note(Color::index(i % 2), Some(0), None, None);
        }
        assert_eq!(adjudication.verdict(None, None, 50), None);
    }
}
