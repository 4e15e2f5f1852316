//! Cones of weights, cut exactly.

use std::cmp::Ordering;

/// The weights of N features, or the features themselves.
pub(super) type Vector<const N: usize> = [i64; N];

/// Features times weights.
fn dot<const N: usize>(a: &Vector<N>, b: &Vector<N>) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weights with which a number of comparisons come out the same: the inside of a cone, given by its extreme rays.
/// (Of a cone that lies in a plane, the inside within that plane.)
///
/// Everything is in integers and exact. A ray is where N − 1 planes meet whose coordinates are differences of counts,
/// at most 8; written with the smallest integers its coordinates are no larger than a determinant of such numbers,
/// below 2²¹ for N = 6, so that no product of two of them times a count is near the end of an `i64`.
#[derive(Clone, Debug)]
pub(super) struct Cone<const N: usize> {
    rays: Vec<Vector<N>>,
    /// The normals of the planes that bound the cone. Some may only touch it.
    faces: Vec<Vector<N>>,
}

/// What a plane cuts a cone into.
pub(super) struct Parts<const N: usize> {
    pub(super) above: Cone<N>,
    pub(super) within: Cone<N>,
    pub(super) below: Cone<N>,
}

/// A difference of features that weighs more than nothing with some weights of a cone, and less with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undecided<const N: usize>(pub(super) Vector<N>);

impl<const N: usize> Cone<N> {
    /// The 2ᴺ cones of weights without zeros, by their signs.
    pub(super) fn orthants() -> impl Iterator<Item = Self> {
        (0..1u32 << N).map(|signs| {
            let axis = |i| std::array::from_fn(|j| i64::from(i == j) * if signs >> i & 1 == 0 { 1 } else { -1 });
            let rays: Vec<Vector<N>> = (0..N).map(axis).collect();
            Self { faces: rays.clone(), rays }
        })
    }

    /// These weights alone, and their multiples.
    pub(super) fn ray(weights: Vector<N>) -> Self {
        Self { rays: vec![weights], faces: Vec::new() }
    }

    /// Some weights inside the cone.
    pub(super) fn inside(&self) -> Vector<N> {
        std::array::from_fn(|i| self.rays.iter().map(|ray| ray[i]).sum())
    }

    /// Whether these weights are inside the cone: on the same side of every face as its rays.
    #[cfg(test)]
    pub(super) fn holds(&self, weights: &Vector<N>) -> bool {
        self.faces.iter().all(|face| self.compare(face, &[0; N]) == Ok(dot(face, weights).cmp(&0)))
    }

    /// Compares features by their weighted sums, if that comes out the same with all weights of the cone.
    pub(super) fn compare(&self, a: &Vector<N>, b: &Vector<N>) -> Result<Ordering, Undecided<N>> {
        let difference = std::array::from_fn(|i| a[i] - b[i]);
        let mut order = Ordering::Equal;
        for ray in &self.rays {
            let new = dot(&difference, ray).cmp(&0);
            if order == Ordering::Equal {
                order = new;
            } else if new == order.reverse() {
                return Err(Undecided(difference));
            }
        }
        Ok(order)
    }

    /// Cuts the cone where the undecided difference weighs nothing.
    pub(super) fn cut(&self, Undecided(normal): Undecided<N>) -> Parts<N> {
        let heights: Vec<(i64, &Vector<N>)> = self.rays.iter().map(|ray| (dot(&normal, ray), ray)).collect();
        let rays_at = |order| heights.iter().filter(move |(height, _)| height.cmp(&0) == order);
        let mut within: Vec<Vector<N>> = rays_at(Ordering::Equal).map(|(_, ray)| **ray).collect();
        for (up, above) in rays_at(Ordering::Greater) {
            for (down, below) in rays_at(Ordering::Less) {
                if self.are_neighbours(above, below) {
                    within.push(shortest(std::array::from_fn(|i| up * below[i] - down * above[i])));
                }
            }
        }
        let part = |order| {
            let rays: Vec<Vector<N>> = rays_at(order).map(|(_, ray)| **ray).chain(within.iter().copied()).collect();
            Self { faces: self.faces_at(&rays, normal), rays }
        };
        let (above, below) = (part(Ordering::Greater), part(Ordering::Less));
        Parts { above, below, within: Self { faces: self.faces_at(&within, normal), rays: within } }
    }

    /// The faces that still touch the part of the cone with these rays, and the new one.
    fn faces_at(&self, rays: &[Vector<N>], new: Vector<N>) -> Vec<Vector<N>> {
        let touches = |face: &&Vector<N>| rays.iter().any(|ray| dot(face, ray) == 0);
        self.faces.iter().filter(touches).copied().chain([new]).collect()
    }

    /// Whether two rays span an edge of the cone: no third ray lies on all the faces on which both of them lie.
    fn are_neighbours(&self, a: &Vector<N>, b: &Vector<N>) -> bool {
        let common: Vec<_> = self.faces.iter().filter(|face| dot(face, a) == 0 && dot(face, b) == 0).collect();
        !self.rays.iter().any(|ray| ray != a && ray != b && common.iter().all(|face| dot(face, ray) == 0))
    }
}

/// The smallest integers in the same direction.
fn shortest<const N: usize>(vector: Vector<N>) -> Vector<N> {
    let divisor = vector.into_iter().fold(0, gcd).max(1);
    vector.map(|x| x / divisor)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts positive weights by the order of their sizes; with ties or without.
    fn orders<const N: usize>(ties: bool) -> Vec<Cone<N>> {
        let mut cones: Vec<Cone<N>> = Cone::orthants().take(1).collect();
        for i in 0..N {
            for j in 0..i {
                let unit = |k| std::array::from_fn(|l| i64::from(k == l));
                let cut = |cone: Cone<N>| match cone.compare(&unit(i), &unit(j)) {
                    Ok(_) => vec![cone],
                    Err(undecided) => {
                        let Parts { above, within, below } = cone.cut(undecided);
                        if ties { vec![above, within, below] } else { vec![above, below] }
                    }
                };
                cones = cones.into_iter().flat_map(cut).collect();
            }
        }
        cones
    }

    /// N different sizes have N! orders; with ties there are as many as ways to arrange N in ranks, the Fubini numbers.
    #[test]
    fn sizes_can_be_ordered_in_so_many_ways() {
        assert_eq!([orders::<1>(false).len(), orders::<2>(false).len(), orders::<3>(false).len()], [1, 2, 6]);
        assert_eq!([orders::<4>(false).len(), orders::<5>(false).len(), orders::<6>(false).len()], [24, 120, 720]);
        assert_eq!([orders::<1>(true).len(), orders::<2>(true).len(), orders::<3>(true).len()], [1, 3, 13]);
        assert_eq!([orders::<4>(true).len(), orders::<5>(true).len(), orders::<6>(true).len()], [75, 541, 4683]);
    }

    /// Each order of sizes has its cone, and what the cone says of the order is true of the weights inside it.
    #[test]
    fn cones_are_what_they_were_cut_to() {
        let mut seen = std::collections::HashSet::new();
        for cone in orders::<5>(true) {
            let inside = cone.inside();
            let order = |i: usize, j: usize| inside[i].cmp(&inside[j]);
            assert!(inside.iter().all(|&weight| weight > 0));
            for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
                let unit = |k| std::array::from_fn(|l| i64::from(k == l));
                assert_eq!(cone.compare(&unit(i), &unit(j)), Ok(order(i, j)));
            }
            assert!(seen.insert((0..25).map(|n| order(n / 5, n % 5)).collect::<Vec<_>>()));
        }
    }

    #[test]
    fn numbers_stay_small() {
        assert_eq!(shortest([6, -9, 0]), [2, -3, 0]);
        assert_eq!(shortest([0, 0]), [0, 0]);
        let Some(cone) = Cone::<3>::orthants().nth(1) else { panic!("there are eight") };
        assert_eq!(cone.inside(), [-1, 1, 1]);
        let parts = cone.cut(Undecided([4, 8, 0]));
        assert!(parts.within.rays.contains(&[-2, 1, 0]));
    }
}
