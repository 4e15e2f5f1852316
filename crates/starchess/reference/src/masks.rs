//! Masks: sets of sectors for which the computer player makes requests. Bit i stands for the
//! [`Sector`] of index i.

use crate::{Galaxy, Sector, threat};

/// All sectors in reach of the player to move that are not safe. A sector is safe if it holds an
/// own colony and nothing threatens it.
pub fn full_mask(galaxy: &Galaxy) -> u16 {
    let player = galaxy.player;
    let mut mask = 0;
    for sector in Sector::all() {
        let safe = galaxy.own_colony(player, sector).is_some() && threat(galaxy, sector) == 0;
        if galaxy.in_reach(player, sector) && !safe {
            mask |= 1 << sector.0;
        }
    }
    mask
}

/// The masks to try, in order: the full mask, and the full mask without one or two of its sectors.
pub fn masks(galaxy: &Galaxy) -> Vec<u16> {
    let full = full_mask(galaxy);
    let bits: Vec<u16> = Sector::processing_order(galaxy.player)
        .into_iter()
        .map(|sector| 1 << sector.0)
        .filter(|bit| full & bit != 0)
        .collect();
    let mut masks = vec![full];
    for (i, first) in bits.iter().enumerate() {
        masks.push(full & !first);
        for second in &bits[i + 1..] {
            masks.push(full & !first & !second);
        }
    }
    masks
}
