//! The number of ways to distribute ships over sectors.
//!
//! There are several groups of identical ships, and each ship goes to one of its group's places.
//! Two ways are the same if every place gets the same number of ships, no matter from which group.
//! To count them one by one is hopeless, but they are the integer points of a *generalised
//! permutohedron*, a sum of simplices, for which Postnikov ("Permutohedra, associahedra, and
//! beyond", 2005, theorem 11.3) has a formula: with yᵢ ships in group i, whose places are the set
//! Iᵢ, it is the sum, over all a₁, a₂, … ≥ 0 with
//!
//! > Σ aᵢ over i in J  <  the number of places that the groups in J have together, for every J that is not empty,
//!
//! of the product of the binomials (yᵢ + aᵢ − 1 over aᵢ). The length of the sum depends on where
//! the groups can go, and hardly on the numbers of ships. The sum is a polynomial and remains valid
//! for a *negative* number of ships wherever the sum of simplices is still defined; limits on
//! shipbuilding are expressed that way.

use super::count::Count;

/// The maximum number of places: sixteen sectors, and one for ships that are not built.
pub(super) const MAX_PLACES: usize = 17;

/// A group of ships and the places where they can go, one bit per place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) ships: i64,
    pub(super) places: u32,
}

/// The number of different ways to distribute the groups; none if the formula takes more than
/// `max_steps` partial products.
pub(super) fn count(groups: impl IntoIterator<Item = Group>, max_steps: u32) -> Option<Count> {
    let mut merged: Vec<Group> = Vec::new();
    // A group with a single place has no choice.
    for group in groups.into_iter().filter(|group| group.places.count_ones() > 1) {
        match merged.iter_mut().find(|other| other.places == group.places) {
            Some(other) => other.ships += group.ships,
            None => merged.push(group),
        }
    }
    merged.retain(|group| group.ships != 0);
    // The last group's sum needs no recursion, so the longest comes last.
    merged.sort_by_key(|group| (group.places.count_ones(), group.places));
    let terms = merged.iter().map(|group| terms(group.ships)).collect();
    let mut sum = Sum { groups: merged, terms, steps_left: max_steps, total: Number::ZERO };
    sum.add(0, [UNCLAIMED; MAX_PLACES], Number::ONE)?;
    sum.total.count()
}

/// A place that no group has claimed.
const UNCLAIMED: u8 = u8::MAX;

/// The group that has claimed each place.
///
/// The condition of the formula is Hall's marriage condition: aᵢ is allowed exactly if group i can
/// claim aᵢ + 1 places of its own while every group j before it claims aⱼ.
type Claims = [u8; MAX_PLACES];

struct Sum {
    groups: Vec<Group>,
    /// For each group the binomials (y + a − 1 over a), for a from 0 on.
    terms: Vec<[Number; MAX_PLACES]>,
    steps_left: u32,
    total: Number,
}

impl Sum {
    /// Adds all products that extend `product`, that of the groups before `group`.
    fn add(&mut self, group: usize, mut claims: Claims, product: Number) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        if group == self.groups.len() {
            self.total = self.total.plus(product);
            return Some(());
        }
        let is_last = group + 1 == self.groups.len();
        let mut last_sum = Number::ZERO;
        for a in 0..MAX_PLACES {
            let mut more = claims;
            if !self.claim(group, &mut more, &mut 0) {
                break;
            }
            let term = self.terms[group][a];
            if is_last {
                last_sum = last_sum.plus(term);
            } else {
                self.add(group + 1, claims, product.times(term))?;
            }
            claims = more;
        }
        self.total = self.total.plus(product.times(last_sum));
        Some(())
    }

    /// Claims one more place for a group, moving the claims of others if necessary. Returns whether
    /// that is possible.
    fn claim(&self, group: usize, claims: &mut Claims, tried: &mut u32) -> bool {
        loop {
            let places = self.groups[group].places & !*tried;
            if places == 0 {
                return false;
            }
            let place = places.trailing_zeros() as usize;
            *tried |= 1 << place;
            if claims[place] == UNCLAIMED || self.claim(claims[place].into(), claims, tried) {
                claims[place] = group as u8;
                return true;
            }
        }
    }
}

/// The binomials (ships + a − 1 over a), for a from 0 on.
fn terms(ships: i64) -> [Number; MAX_PLACES] {
    let mut terms = [Number::ONE; MAX_PLACES];
    for a in 1..MAX_PLACES {
        let factor = ships + a as i64 - 1;
        let before = terms[a - 1];
        terms[a] = Number {
            exact: before.exact.and_then(|number| number.checked_mul(factor.into())).map(|number| number / a as i128),
            near: before.near * factor as f64 / a as f64,
        };
    }
    terms
}

/// A number that is exact while it fits, with an approximation beside it.
#[derive(Clone, Copy)]
struct Number {
    exact: Option<i128>,
    near: f64,
}

impl Number {
    const ZERO: Self = Self { exact: Some(0), near: 0.0 };
    const ONE: Self = Self { exact: Some(1), near: 1.0 };

    fn times(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.checked_mul(b));
        Self { exact, near: self.near * other.near }
    }

    fn plus(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.checked_add(b));
        Self { exact, near: self.near + other.near }
    }

    fn count(self) -> Option<Count> {
        match self.exact {
            Some(number) => u128::try_from(number).ok().map(Count::Exact),
            None => (self.near > 0.0).then(|| Count::About { log10: self.near.log10() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// Counts by placing one ship at a time.
    fn one_by_one(groups: &[Group]) -> u128 {
        let mut ways = HashSet::from([[0u8; MAX_PLACES]]);
        for group in groups {
            for _ in 0..group.ships {
                let each = ways.iter().flat_map(|way| {
                    (0..MAX_PLACES).filter(|place| group.places >> place & 1 == 1).map(|place| {
                        let mut way = *way;
                        way[place] += 1;
                        way
                    })
                });
                ways = each.collect();
            }
        }
        ways.len() as u128
    }

    #[test]
    fn too_long_a_formula_is_given_up() {
        let groups = (0..17u32).map(|place| Group { ships: 9, places: 0x1_FFFF & !(1 << place) });
        assert_eq!(count(groups, 100_000), None);
    }

    #[test]
    fn too_large_a_number_is_near() {
        let all = Group { ships: 10_000_000_000, places: 0x1_FFFF };
        let found = count([all], 1).unwrap();
        // 10^160 / 16!
        assert!(found.exact().is_none() && (found.log10() - (160.0 - 20_922_789_888_000f64.log10())).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn as_many_as_one_by_one(groups in prop::collection::vec((0..5i64, 1..128u32), 0..5)) {
            let groups: Vec<Group> = groups.into_iter().map(|(ships, places)| Group { ships, places }).collect();
            prop_assert_eq!(count(groups.iter().copied(), u32::MAX), Some(Count::of(one_by_one(&groups))));
        }
    }
}
