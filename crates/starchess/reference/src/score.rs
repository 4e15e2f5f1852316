//! The score.

use crate::Galaxy;

impl Galaxy {
    /// The scores of the four players.
    ///
    /// ```
    /// assert_eq!(starchess_reference::Galaxy::barren().score(), [0; 4]);
    /// ```
    pub fn score(&self) -> [i64; 4] {
        let basic = [0, 1, 2, 3].map(|player| self.ships(player) + 10 * self.colonies(player));
        [0, 1, 2, 3].map(|player| {
            let others = (0..4).filter(|&other| other != player);
            let theirs = others.map(|other| if basic[other] > basic[player] { 2 * basic[other] } else { basic[other] });
            3 * basic[player] - theirs.sum::<i64>()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_players_count_double() {
        // B is 55, 30, 10 and 0.
        let text = "t2@1000+2x20,b,t,t3@1000/b,t,t,b/t,b1@20,b,t/t1@1000+1x35,t,b,b 1 1 0:0,0:0,0:0,-";
        let galaxy = Galaxy::parse(text).unwrap();
        assert_eq!(
            galaxy.score(),
            [3 * 55 - 30 - 10, 3 * 30 - 2 * 55 - 10, 3 * 10 - 2 * 55 - 2 * 30, -2 * 55 - 2 * 30 - 2 * 10]
        );
    }
}
