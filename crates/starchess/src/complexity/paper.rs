//! The paper's numbers, computed again.

use super::count::{Count, binomial};
use crate::galaxy::Galaxy;
use crate::player::PLAYERS;
use crate::sector::SECTORS;

/// Moves in a complex chess position; the paper takes this from Marsland.
const CHESS: u128 = 80;
/// The moves that are left after alpha-beta pruning.
const PRUNED_CHESS: u128 = 13;
/// Plies in a round of chess.
const CHESS_TURN: u32 = 2;
/// Ships in the paper's situation, and ships that can be built there.
const SHIPS: u32 = 20;
/// Neighbours of a central sector.
const NEIGHBOURS: u32 = 8;
/// Masks in a typical middle-game position, according to the paper.
const MASKS: u128 = 60;
/// Levels of a round.
const TURN: u32 = PLAYERS as u32;

/// A number of the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// What is counted.
    pub name: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// Its value.
    pub count: Count,
    /// The paper's value.
    pub paper: &'static str,
}

/// The numbers of sections 2.1.5 to 2.3.2, in their order.
///
/// ```
/// use starchess::complexity::{Count, paper};
/// assert_eq!(paper()[4].count, Count::of(3_108_105));
/// ```
pub fn paper() -> Vec<Estimate> {
    let all = |name, formula, count, paper| Estimate { name, formula, count, paper };
    let moves = binomial(NEIGHBOURS + SHIPS, SHIPS);
    let turns = moves.times(Count::of(u128::from(SHIPS) + 1));
    let of_chess = turns.exact().map_or(turns, |turns| Count::of((turns + CHESS / 2) / CHESS));
    let sectors = SECTORS as u32;
    let most_masks = (0..=2).map(|left_out| binomial(sectors, left_out)).fold(Count::of(0), Count::plus);
    let [chess, pruned, masks] = [CHESS, PRUNED_CHESS, MASKS].map(Count::of);
    let restricted = |turns| levels(masks, turns).times(Count::of(TURN.into()));
    vec![
        all("chess, a turn: generated", "Σ 80^l, l = 1…2", levels(chess, CHESS_TURN), "6480"),
        all("chess, a turn: evaluated", "80²", chess.pow(CHESS_TURN), "6400"),
        all("with alpha-beta: generated", "Σ 13^l, l = 1…2", levels(pruned, CHESS_TURN), "182"),
        all("with alpha-beta: evaluated", "13²", pruned.pow(CHESS_TURN), "169"),
        all("movements of 20 ships to 9 sectors", "C(28, 20)", moves, "3,108,105"),
        all("… and 0 to 20 ships built", "C(28, 20) · 21 = n", turns, "65,270,205"),
        all("all turns, 4 players: generated", "Σ n^l, l = 1…4", levels(turns, TURN), "1.8·10³¹"),
        all("all turns, 4 players: evaluated", "n⁴", turns.pow(TURN), "1.8·10³¹"),
        all("one position, of one of chess", "n / 80, rounded", of_chess, "815,878"),
        all("masks of a position, at most", "1 + 16 + C(16, 2)", most_masks, "137"),
        all("60 masks, a turn: generated", "Σ 60^l, l = 1…4", levels(masks, TURN), "13,179,660"),
        all("60 masks, a turn: evaluated", "60⁴", masks.pow(TURN), "12,960,000"),
        all("only own masks, 2 turns: generated", "Σ 60^l · 4, l = 1…2", restricted(2), "14,640"),
        all("only own masks, 2 turns: evaluated", "60²", masks.pow(2), "3,600"),
        all("only own masks, 3 turns: generated", "Σ 60^l · 4, l = 1…3", restricted(3), "878,640"),
        all("only own masks, 3 turns: evaluated", "60³", masks.pow(3), "216,000"),
    ]
}

/// The number of positions on `levels` levels of a tree with `branches` branches everywhere.
fn levels(branches: Count, levels: u32) -> Count {
    (1..=levels).map(|level| branches.pow(level)).fold(Count::of(0), Count::plus)
}

/// The paper's situation as a position: player 1 has 20 ships at a colony in B2 that can build 20
/// more, the eight sectors around it are free, and the reserves support all forty.
///
/// The home world is one of the eight. It has used up its workforce this turn and has no ships.
pub fn paper_situation() -> Galaxy {
    SITUATION.parse().unwrap_or(Galaxy::VOID)
}

/// A population of 200 can build 20 ships.
const SITUATION: &str =
    "t2@1000,b,b,t3@1000/b,b,b,b/b,b1@200+1x20,b,b/t1@1000w1000,b,b,t4@1000 1 1 2000:4000,0:0,0:0,0:0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_situation_is_a_position() {
        assert_eq!(SITUATION.parse(), Ok(paper_situation()));
        assert_eq!(paper_situation().to_string(), SITUATION);
    }
}
