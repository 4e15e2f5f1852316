//! Random numbers for rollouts.

/// The random numbers of a [`Policy`](super::Policy): fast, not for secrets.
#[derive(Clone, Debug)]
pub struct Rng(fastrand::Rng);

impl Rng {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number from 0 up to, but not including, `end`, each with the same probability. Panics if `end`
    /// is 0.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    /// A number from 0 up to, but not including, 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        self.0.f64()
    }

    /// Another generator, with numbers of its own.
    pub(super) fn fork(&mut self) -> Self {
        Self(self.0.fork())
    }
}
