//! Random numbers that are the same everywhere and forever.

/// The step between two states of the generator.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The SplitMix64 generator (Steele, Lea and Flood 2014).
///
/// It is written out here because what follows from a seed must never change, which no library
/// promises.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which must not be 0. (The bias is at most `bound` in 2⁶⁴.)
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        let bits = split_mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        ((bits as u128 * bound as u128) >> 64) as u64
    }
}

/// The first number of the generator for a seed. That is all that a galaxy needs.
pub(crate) const fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(STEP);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of the reference implementation.
    #[test]
    fn published_vectors() {
        assert_eq!(split_mix(0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(split_mix(1_234_567), 6_457_827_717_110_365_317);
        // A bound of 2³² keeps the upper half of each number.
        let mut random = Random::new(1_234_567);
        let numbers = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers.map(|_| random.below(1 << 32)), numbers.map(|number: u64| number >> 32));
    }
}
