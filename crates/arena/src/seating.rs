//! The seatings of a line-up.

/// All different seatings of a line-up by rotation around the table.
///
/// ```
/// assert_eq!(arena::rotations(&[0, 1]), [[0, 1], [1, 0]]);
/// assert_eq!(arena::rotations(&[0, 1, 0, 1]).len(), 2);
/// ```
pub fn rotations(lineup: &[usize]) -> Vec<Vec<usize>> {
    let mut seatings: Vec<Vec<usize>> = Vec::new();
    for turned in 0..lineup.len() {
        let mut seating = lineup.to_vec();
        seating.rotate_right(turned);
        if !seatings.contains(&seating) {
            seatings.push(seating);
        }
    }
    seatings
}

/// All different seatings of a line-up.
///
/// ```
/// assert_eq!(arena::all_seatings(&[0, 1, 2, 3]).len(), 24);
/// assert_eq!(arena::all_seatings(&[0, 0, 1, 1]).len(), 6);
/// ```
pub fn all_seatings(lineup: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = lineup.split_first() else { return vec![Vec::new()] };
    let mut seatings = Vec::new();
    for others in all_seatings(rest) {
        for seat in 0..=others.len() {
            let mut seating = others.clone();
            seating.insert(seat, first);
            seatings.push(seating);
        }
    }
    seatings.sort();
    seatings.dedup();
    seatings
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_player_sits_in_every_seat_equally_often(lineup in prop::collection::vec(0..3_usize, 1..5)) {
            for seatings in [rotations(&lineup), all_seatings(&lineup)] {
                for player in 0..3 {
                    let in_seat = |seat: usize| seatings.iter().filter(|seating| seating[seat] == player).count();
                    prop_assert!((0..lineup.len()).all(|seat| in_seat(seat) == in_seat(0)));
                }
                let different: std::collections::HashSet<_> = seatings.iter().collect();
                prop_assert_eq!(different.len(), seatings.len());
            }
        }
    }
}
