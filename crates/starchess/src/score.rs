//! The scores of a position.

use gametree::Score;

use crate::galaxy::Galaxy;
use crate::lanes::{lanes, only, sum};
use crate::player::{PLAYERS, Player};

/// A colony counts as many points as this; a ship counts 1.
const SCORE_PER_COLONY: Score = 10;

impl Galaxy {
    /// The scores of all players: three times the player's own basic score, less those of the three
    /// others, which count double if they are higher.
    ///
    /// ```
    /// use starchess::{Galaxy, Start};
    /// let mut galaxy = Galaxy::start(Start::Terran);
    /// assert_eq!(galaxy.scores(), [0; 4]);
    /// galaxy.apply("scrap A1 1".parse()?)?;
    /// assert_eq!(galaxy.scores(), [29 * 3 - 30 * 6, 1, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn scores(&self) -> [Score; PLAYERS] {
        let basic = self.basic_scores();
        basic.map(|own| {
            let others: Score = basic.iter().map(|&other| if other > own { 2 * other } else { other }).sum();
            // The sum counts the player itself too, once.
            4 * own - others
        })
    }

    /// The scores of an earlier version of the player, in which no basic score counts double.
    pub(crate) fn scores_without_doubling(&self) -> [Score; PLAYERS] {
        let basic = self.basic_scores();
        let all: Score = basic.iter().sum();
        basic.map(|own| 4 * own - all)
    }

    /// The basic scores of all players: ships plus ten for each colony.
    #[inline]
    pub fn basic_scores(&self) -> [Score; PLAYERS] {
        let ships = lanes(&self.ships);
        Player::ALL.map(|player| {
            let colonies = self.colonies(player).len() as Score;
            sum(&only(&ships, self.fleets(player))) as Score + SCORE_PER_COLONY * colonies
        })
    }
}
