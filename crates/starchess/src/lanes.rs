//! Sums over the ships of a whole row of sectors at a time.
//!
//! A row's four 16-bit numbers are one 64-bit word with four *lanes*. No sum here reaches 65,536
//! (nine fleets of 999 ships are 8,991), so whole words can be added without a carry between lanes.

use crate::sector::{SECTORS, Sectors};

/// Numbers for all sectors: one word per row, column A in the lowest lane.
pub(crate) type Lanes = [u64; 4];

/// For each set of four lanes, a word with all bits of these lanes set.
static FULL: [u64; 16] = {
    let mut full = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut lane = 0;
        while lane < 4 {
            if set >> lane & 1 == 1 {
                full[set] |= 0xFFFF << (16 * lane);
            }
            lane += 1;
        }
        set += 1;
    }
    full
};

/// The numbers of an array as lanes.
#[inline(always)]
pub(crate) fn lanes(numbers: &[u16; SECTORS]) -> Lanes {
    std::array::from_fn(|row| {
        let at = |column: usize| u64::from(numbers[4 * row + column]) << (16 * column);
        at(0) | at(1) | at(2) | at(3)
    })
}

/// The lanes as an array of numbers.
#[inline(always)]
pub(crate) fn numbers(lanes: &Lanes) -> [u16; SECTORS] {
    std::array::from_fn(|index| (lanes[index / 4] >> (16 * (index % 4))) as u16)
}

/// All bits of the lanes of a set.
#[inline(always)]
pub(crate) fn full(set: Sectors) -> Lanes {
    std::array::from_fn(|row| FULL[usize::from(set.bits() >> (4 * row) & 15)])
}

/// The numbers in the sectors of a set, zero elsewhere.
#[inline(always)]
pub(crate) fn only(lanes: &Lanes, set: Sectors) -> Lanes {
    let full = full(set);
    std::array::from_fn(|row| lanes[row] & full[row])
}

/// The sum of all lanes; it must stay below 65,536.
#[inline(always)]
pub(crate) fn sum(lanes: &Lanes) -> u32 {
    let columns = lanes[0] + lanes[1] + lanes[2] + lanes[3];
    // The highest lane of the product is the sum of the four.
    (columns.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// The larger of the numbers in each lane of two rows; they must stay below 32,768.
#[inline(always)]
pub(crate) const fn max(one: u64, other: u64) -> u64 {
    const HIGHEST: u64 = 0x8000_8000_8000_8000;
    // The highest bit of a lane remains where no more is subtracted than there is.
    let not_less = (((one | HIGHEST) - other) & HIGHEST) >> 15;
    let full = not_less * 0xFFFF;
    one & full | other & !full
}

/// For each sector the sum over it and its neighbours.
#[inline(always)]
pub(crate) fn sum_around(lanes: &Lanes) -> Lanes {
    let wide = lanes.map(|row| row + (row << 16) + (row >> 16));
    [wide[0] + wide[1], wide[0] + wide[1] + wide[2], wide[1] + wide[2] + wide[3], wide[2] + wide[3]]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sector::Sector;

    proptest! {
        #[test]
        fn lanes_are_numbers(fleets in prop::array::uniform16(0..=999u16), set: u16) {
            let set = Sectors::from_bits(set);
            prop_assert_eq!(numbers(&lanes(&fleets)), fleets);
            let some = numbers(&only(&lanes(&fleets), set));
            let around = numbers(&sum_around(&lanes(&some)));
            for sector in Sector::all() {
                let expected = if set.has(sector) { fleets[sector.index()] } else { 0 };
                prop_assert_eq!(some[sector.index()], expected);
                let near = sector.alone().spread();
                prop_assert_eq!(around[sector.index()], near.into_iter().map(|s| some[s.index()]).sum::<u16>());
            }
            let total: u32 = some.iter().map(|&ships| u32::from(ships)).sum();
            prop_assert_eq!(sum(&lanes(&some)), total);
        }
    }
}
