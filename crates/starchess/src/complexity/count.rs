//! Numbers that may be too large to be exact.

/// A number of positions: exact as long as it fits, then approximate.
///
/// ```
/// use starchess::complexity::Count;
/// assert_eq!(Count::of(80).pow(2), Count::of(6_400));
/// let many = Count::of(10).pow(400);
/// assert_eq!(many.exact(), None);
/// assert!((many.log10() - 400.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// An exact number.
    Exact(u128),
    /// An approximate number.
    About {
        /// The decimal logarithm.
        log10: f64,
    },
}

impl Count {
    /// One.
    pub const ONE: Self = Self::Exact(1);

    /// An exact number.
    pub const fn of(number: u128) -> Self {
        Self::Exact(number)
    }

    /// The number, if it is exact.
    pub const fn exact(self) -> Option<u128> {
        match self {
            Self::Exact(number) => Some(number),
            Self::About { .. } => None,
        }
    }

    /// The decimal logarithm; −∞ for zero.
    pub fn log10(self) -> f64 {
        match self {
            Self::Exact(number) => (number as f64).log10(),
            Self::About { log10 } => log10,
        }
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(0), _) | (_, Self::Exact(0)) => Self::Exact(0),
            (Self::Exact(a), Self::Exact(b)) if a.checked_mul(b).is_some() => Self::Exact(a * b),
            _ => Self::About { log10: self.log10() + other.log10() },
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) if a.checked_add(b).is_some() => Self::Exact(a + b),
            _ => {
                let (large, small) = (self.log10().max(other.log10()), self.log10().min(other.log10()));
                Self::About { log10: large + (1.0 + 10f64.powf(small - large)).log10() }
            }
        }
    }

    /// This number to the power of `times`.
    #[must_use]
    pub fn pow(self, times: u32) -> Self {
        (0..times).fold(Self::ONE, |power, _| power.times(self))
    }
}

/// The binomial coefficient *n* over *k*.
///
/// ```
/// use starchess::complexity::{Count, binomial};
/// assert_eq!(binomial(28, 20), Count::of(3_108_105));
/// ```
pub fn binomial(n: u32, k: u32) -> Count {
    if k > n {
        return Count::of(0);
    }
    let k = k.min(n - k);
    let mut exact: Option<u128> = Some(1);
    let mut log10 = 0.0;
    for i in 1..=k {
        let factor = n - k + i;
        // The first i factors are the binomial of n − k + i over i: the division is exact.
        exact = exact.and_then(|number| number.checked_mul(factor.into())).map(|number| number / u128::from(i));
        log10 += (f64::from(factor) / f64::from(i)).log10();
    }
    exact.map_or(Count::About { log10 }, Count::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pascals_triangle() {
        for n in 1..60 {
            assert_eq!(binomial(n, 0), Count::ONE);
            assert_eq!(binomial(n, n), Count::ONE);
            assert_eq!(binomial(n, n + 1), Count::of(0));
            for k in 1..n {
                assert_eq!(binomial(n, k), binomial(n - 1, k).plus(binomial(n - 1, k - 1)));
            }
        }
    }

    #[test]
    fn too_large_to_be_exact() {
        let largest = Count::of(u128::MAX);
        let close = |count: Count, log10: f64| assert!(count.exact().is_none() && (count.log10() - log10).abs() < 1e-9);
        close(largest.plus(Count::ONE), largest.log10());
        close(largest.plus(largest), largest.log10() + 2f64.log10());
        close(largest.times(largest), 2.0 * largest.log10());
        close(binomial(999 * 16, 999), binomial(999 * 16, 999 * 15).log10());
        assert_eq!(largest.times(Count::of(0)), Count::of(0));
        assert_eq!(Count::About { log10: 50.0 }.times(Count::of(0)), Count::of(0));
    }
}
