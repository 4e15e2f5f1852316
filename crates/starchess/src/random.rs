//! Random bits that are the same everywhere and forever.

/// The first number of the SplitMix64 generator (Steele, Lea and Flood 2014) for a seed.
///
/// One number is all that a galaxy needs. It is written out here because the galaxies of the seeds must never change,
/// which no library promises.
pub(crate) const fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::split_mix;

    /// The vectors for seed 0 and 1234567 that circulate with the reference implementation.
    #[test]
    fn published_vectors() {
        assert_eq!(split_mix(0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(split_mix(1_234_567), 6_457_827_717_110_365_317);
    }
}
