//! Polyhedral cones of weights, in exact arithmetic.

use std::cmp::Ordering;

/// The weights of N features, or their counts.
pub(super) type Vector<const N: usize> = [i64; N];

/// The weighted sum: counts times weights.
fn dot<const N: usize>(a: &Vector<N>, b: &Vector<N>) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A set of weights for which a series of comparisons has the same outcome: the relative interior
/// of a cone, given by its extreme rays.
///
/// The arithmetic is exact, in integers. A ray is the intersection of N − 1 hyperplanes whose
/// coefficients are differences of counts, at most 8 in absolute value. In lowest terms, its
/// coordinates are bounded by a determinant of such coefficients, less than 2²¹ for N = 6. So a
/// product of two coordinates and a count is far below the limit of an `i64`.
#[derive(Clone, Debug)]
pub(super) struct Cone<const N: usize> {
    rays: Vec<Vector<N>>,
    /// The normals of the hyperplanes that bound the cone. Some may touch it without being a facet.
    faces: Vec<Vector<N>>,
}

/// The parts of a cone above, within and below a hyperplane.
pub(super) struct Parts<const N: usize> {
    pub(super) above: Cone<N>,
    pub(super) within: Cone<N>,
    pub(super) below: Cone<N>,
}

/// A difference of counts whose weighted sum is positive for some weights of a cone and negative
/// for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undecided<const N: usize>(pub(super) Vector<N>);

impl<const N: usize> Cone<N> {
    /// The 2ᴺ orthants: the cones of nonzero weights with the same signs.
    pub(super) fn orthants() -> impl Iterator<Item = Self> {
        (0..1u32 << N).map(|signs| {
            let axis = |i| std::array::from_fn(|j| i64::from(i == j) * if signs >> i & 1 == 0 { 1 } else { -1 });
            let rays: Vec<Vector<N>> = (0..N).map(axis).collect();
            Self { faces: rays.clone(), rays }
        })
    }

    /// The cone of these weights and their positive multiples.
    pub(super) fn ray(weights: Vector<N>) -> Self {
        Self { rays: vec![weights], faces: Vec::new() }
    }

    /// Weights in the interior of the cone.
    pub(super) fn interior_point(&self) -> Vector<N> {
        std::array::from_fn(|i| self.rays.iter().map(|ray| ray[i]).sum())
    }

    /// Whether the cone contains these weights: they lie on the same side of every face as its
    /// rays.
    #[cfg(test)]
    pub(super) fn contains(&self, weights: &Vector<N>) -> bool {
        self.faces.iter().all(|face| self.compare(face, &[0; N]) == Ok(dot(face, weights).cmp(&0)))
    }

    /// Compares two weighted sums, if the result is the same for all weights of the cone.
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

    /// Splits the cone at the hyperplane on which the undecided difference has the weighted sum 0.
    pub(super) fn split(&self, Undecided(normal): Undecided<N>) -> Parts<N> {
        let heights: Vec<(i64, &Vector<N>)> = self.rays.iter().map(|ray| (dot(&normal, ray), ray)).collect();
        let rays_at = |order| heights.iter().filter(move |(height, _)| height.cmp(&0) == order);
        let mut within: Vec<Vector<N>> = rays_at(Ordering::Equal).map(|(_, ray)| **ray).collect();
        for (up, above) in rays_at(Ordering::Greater) {
            for (down, below) in rays_at(Ordering::Less) {
                if self.are_adjacent(above, below) {
                    within.push(lowest_terms(std::array::from_fn(|i| up * below[i] - down * above[i])));
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

    /// The faces that touch the part of the cone with these rays, and the new face.
    fn faces_at(&self, rays: &[Vector<N>], new: Vector<N>) -> Vec<Vector<N>> {
        let touches = |face: &&Vector<N>| rays.iter().any(|ray| dot(face, ray) == 0);
        self.faces.iter().filter(touches).copied().chain([new]).collect()
    }

    /// Whether two rays are adjacent: no third ray lies on all faces that contain both.
    fn are_adjacent(&self, a: &Vector<N>, b: &Vector<N>) -> bool {
        let common: Vec<_> = self.faces.iter().filter(|face| dot(face, a) == 0 && dot(face, b) == 0).collect();
        !self.rays.iter().any(|ray| ray != a && ray != b && common.iter().all(|face| dot(face, ray) == 0))
    }
}

/// The vector divided by the greatest common divisor of its coordinates.
fn lowest_terms<const N: usize>(vector: Vector<N>) -> Vector<N> {
    let divisor = vector.into_iter().fold(0, gcd).max(1);
    vector.map(|x| x / divisor)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits the positive weights by their order, with or without ties.
    fn orders<const N: usize>(ties: bool) -> Vec<Cone<N>> {
        let mut cones: Vec<Cone<N>> = Cone::orthants().take(1).collect();
        for i in 0..N {
            for j in 0..i {
                let unit = |k| std::array::from_fn(|l| i64::from(k == l));
                let split = |cone: Cone<N>| match cone.compare(&unit(i), &unit(j)) {
                    Ok(_) => vec![cone],
                    Err(undecided) => {
                        let Parts { above, within, below } = cone.split(undecided);
                        if ties { vec![above, within, below] } else { vec![above, below] }
                    }
                };
                cones = cones.into_iter().flat_map(split).collect();
            }
        }
        cones
    }

    /// N distinct weights have N! orders; with ties, the number of weak orders is a Fubini number.
    #[test]
    fn the_number_of_orders_is_right() {
        assert_eq!([orders::<1>(false).len(), orders::<2>(false).len(), orders::<3>(false).len()], [1, 2, 6]);
        assert_eq!([orders::<4>(false).len(), orders::<5>(false).len(), orders::<6>(false).len()], [24, 120, 720]);
        assert_eq!([orders::<1>(true).len(), orders::<2>(true).len(), orders::<3>(true).len()], [1, 3, 13]);
        assert_eq!([orders::<4>(true).len(), orders::<5>(true).len(), orders::<6>(true).len()], [75, 541, 4683]);
    }

    /// Each order has one cone, and comparisons in the cone agree with its interior point.
    #[test]
    fn comparisons_agree_with_the_interior_point() {
        let mut seen = std::collections::HashSet::new();
        for cone in orders::<5>(true) {
            let point = cone.interior_point();
            let order = |i: usize, j: usize| point[i].cmp(&point[j]);
            assert!(point.iter().all(|&weight| weight > 0));
            for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
                let unit = |k| std::array::from_fn(|l| i64::from(k == l));
                assert_eq!(cone.compare(&unit(i), &unit(j)), Ok(order(i, j)));
            }
            assert!(seen.insert((0..25).map(|n| order(n / 5, n % 5)).collect::<Vec<_>>()));
        }
    }

    #[test]
    fn rays_are_in_lowest_terms() {
        assert_eq!(lowest_terms([6, -9, 0]), [2, -3, 0]);
        assert_eq!(lowest_terms([0, 0]), [0, 0]);
        let Some(cone) = Cone::<3>::orthants().nth(1) else { panic!("there are eight orthants") };
        assert_eq!(cone.interior_point(), [-1, 1, 1]);
        let parts = cone.split(Undecided([4, 8, 0]));
        assert!(parts.within.rays.contains(&[-2, 1, 0]));
    }
}
