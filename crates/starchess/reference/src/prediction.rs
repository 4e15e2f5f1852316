//! The prediction tree.

use crate::{Command, Galaxy, full_mask, masks, turn_for_mask};

/// What the computer player found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prediction {
    /// The best mask.
    pub mask: u16,
    /// The turn made from it, `end` included.
    pub commands: Vec<Command>,
    /// The scores of the four players that the tree returned.
    pub scores: [i64; 4],
    /// The turns built in the tree.
    pub generated: u64,
    /// The leaves of the tree.
    pub evaluated: u64,
}

/// Looks `turns` rounds ahead for the best mask of the player to move, by walking the whole tree.
/// With `all_masks` the other players try all their masks too. `None` once the game is over.
pub fn predict(galaxy: &Galaxy, turns: usize, all_masks: bool) -> Option<Prediction> {
    if galaxy.is_over() {
        return None;
    }
    let levels = if turns == 0 { 1 } else { 4 * turns };
    let mut tree = Tree { root: galaxy.player, levels, all_masks, generated: 0, evaluated: 0 };
    let (mask, scores) = tree.best(galaxy, 0);
    let (commands, _) = turn_for_mask(galaxy, mask);
    Some(Prediction { mask, commands, scores, generated: tree.generated, evaluated: tree.evaluated })
}

struct Tree {
    root: usize,
    levels: usize,
    all_masks: bool,
    generated: u64,
    evaluated: u64,
}

impl Tree {
    /// The first of the best masks of the player to move, and the scores it leads to.
    fn best(&mut self, galaxy: &Galaxy, level: usize) -> (u16, [i64; 4]) {
        let player = galaxy.player;
        let tried = if player == self.root || self.all_masks { masks(galaxy) } else { vec![full_mask(galaxy)] };
        let mut best: Option<(u16, [i64; 4])> = None;
        for mask in tried {
            let (_, next) = turn_for_mask(galaxy, mask);
            self.generated += 1;
            let scores = self.scores(&next, level + 1);
            if best.is_none_or(|(_, best)| scores[player] > best[player]) {
                best = Some((mask, scores));
            }
        }
        best.expect("there is always the full mask")
    }

    /// The scores that a position leads to, from a level on.
    fn scores(&mut self, galaxy: &Galaxy, level: usize) -> [i64; 4] {
        if level == self.levels || galaxy.is_over() {
            self.evaluated += 1;
            galaxy.score()
        } else if galaxy.is_defeated((self.root + level) % 4) {
            self.scores(galaxy, level + 1)
        } else {
            self.best(galaxy, level).1
        }
    }
}
