//! Combat.

/// The ships left of two fleets that fight each other.
///
/// The smaller fleet is annihilated. The losses of the larger one depend on the ratio of their
/// sizes.
///
/// ```
/// use starchess::fight;
/// assert_eq!(fight(20, 20), (0, 0));
/// assert_eq!(fight(39, 20), (19, 0)); // less than twice as large: loses as many as the enemy
/// assert_eq!(fight(11, 40), (0, 40)); // at least three times as large: loses none
/// assert_eq!(fight(11, 32), (0, 27)); // in between: loses half as many, rounded down
/// ```
#[inline]
pub const fn fight(first: u16, second: u16) -> (u16, u16) {
    if first > second {
        (first - losses(first, second), 0)
    } else if second > first {
        (0, second - losses(second, first))
    } else {
        (0, 0)
    }
}

/// The losses of a fleet that fights a smaller one.
#[inline]
const fn losses(larger: u16, smaller: u16) -> u16 {
    // Three times the largest `u16` needs more bits.
    let (larger, smaller_wide) = (larger as u32, smaller as u32);
    if larger < 2 * smaller_wide {
        smaller
    } else if larger < 3 * smaller_wide {
        smaller / 2
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_edges_of_the_table() {
        assert_eq!(fight(2, 1), (2, 0)); // loses 1/2, rounded down
        assert_eq!(fight(3, 1), (3, 0));
        assert_eq!(fight(21, 20), (1, 0));
        assert_eq!(fight(40, 20), (30, 0));
        assert_eq!(fight(59, 20), (49, 0));
        assert_eq!(fight(60, 20), (60, 0));
        assert_eq!(fight(5, 10), (0, 8));
        assert_eq!(fight(0, 0), (0, 0));
        assert_eq!(fight(u16::MAX, u16::MAX - 1), (1, 0));
    }

    #[test]
    fn one_side_is_always_annihilated() {
        for (a, b) in (0..=60).flat_map(|a| (0..=60).map(move |b| (a, b))) {
            let (left, right) = fight(a, b);
            assert!(left == 0 || right == 0);
            assert!(left <= a && right <= b);
            assert_eq!((right, left), fight(b, a));
        }
    }
}
