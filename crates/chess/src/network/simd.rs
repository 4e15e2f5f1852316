//! The loops of the network, run with the widest vectors that the processor has.
//!
//! They are plain safe Rust over blocks of fixed length, which the compiler turns into vector
//! instructions. A program for every x86-64 may use those of 2003 only; [`widest`] compiles the
//! same loops a second time for AVX2 and chooses at run time. Other processors have one kind of
//! vectors (NEON on aarch64) and need no choice. Since both come from one source and the compiler
//! never reorders sums of floating-point numbers, their results are the same, bit for bit.
//!
//! The one unsafe call is here for training: with 128 neurons it is 1.45 times as fast as without
//! (757,000 positions a second against 522,000 on one core of an AMD EPYC 7003). A search gains less
//! than can be measured, since these loops take only a tenth of its time.

/// The numbers of a block: the length of a layer is a multiple of it.
pub(crate) const LANES: usize = 32;

/// Neighbouring numbers, in whole cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Block<T>(pub(crate) [T; LANES]);

impl<T: Copy + Default> Default for Block<T> {
    fn default() -> Self {
        Self([T::default(); LANES])
    }
}

/// Blocks that hold these numbers, whose count is a multiple of [`LANES`].
pub(crate) fn to_blocks<T: Copy>(numbers: &[T]) -> Vec<Block<T>> {
    numbers.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect()
}

/// A loop and what it works on.
pub(crate) trait Kernel {
    /// What it computes.
    type Output;

    /// Runs it. Implementations are marked `#[inline(always)]`, and so is all that is long in them:
    /// only what becomes part of its caller is compiled for the caller's vectors.
    fn run(self) -> Self::Output;
}

/// Runs a kernel with the widest vectors of this processor.
#[inline(always)]
#[expect(unsafe_code, reason = "a function compiled for AVX2 may be called only where there is AVX2")]
pub(crate) fn widest<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { avx2(kernel) };
        }
    }
    kernel.run()
}

/// Adds rows of a matrix to a vector and subtracts others.
pub(crate) struct Change<'a> {
    pub(crate) to: &'a mut [Block<i16>],
    pub(crate) matrix: &'a [Block<i16>],
    pub(crate) added: &'a [u16],
    pub(crate) removed: &'a [u16],
}

impl Kernel for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { to, matrix, added, removed } = self;
        let width = to.len();
        for (at, Block(to)) in to.iter_mut().enumerate() {
            let mut sum = *to;
            for &row in added {
                let Block(row) = &matrix[usize::from(row) * width + at];
                for lane in 0..LANES {
                    sum[lane] = sum[lane].wrapping_add(row[lane]);
                }
            }
            for &row in removed {
                let Block(row) = &matrix[usize::from(row) * width + at];
                for lane in 0..LANES {
                    sum[lane] = sum[lane].wrapping_sub(row[lane]);
                }
            }
            *to = sum;
        }
    }
}

/// Sums all weights, each times the square of its neuron's value, which is clipped to the range from
/// 0 to `one`. A clipped value times its weight must fit in 16 bits, the sum in 32.
pub(crate) struct Weighing<'a> {
    /// The neurons of both sides.
    pub(crate) values: [&'a [Block<i16>]; 2],
    pub(crate) weights: [&'a [Block<i16>]; 2],
    pub(crate) one: i16,
}

impl Kernel for Weighing<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { values, weights, one } = self;
        let mut sums = [0_i32; LANES / 2];
        for side in 0..2 {
            for (Block(values), Block(weights)) in values[side].iter().zip(weights[side]) {
                let (mut clipped, mut products) = ([0; LANES], [0; LANES]);
                for lane in 0..LANES {
                    clipped[lane] = values[lane].clamp(0, one);
                    products[lane] = clipped[lane].wrapping_mul(weights[lane]);
                }
                // Pairs of neighbours: fewer sums than lanes.
                let (clipped, products) = (clipped.as_chunks::<2>().0, products.as_chunks::<2>().0);
                for ((sum, [a, b]), [c, d]) in sums.iter_mut().zip(clipped).zip(products) {
                    *sum += i32::from(*a) * i32::from(*c) + i32::from(*b) * i32::from(*d);
                }
            }
        }
        sums.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(random: &mut fastrand::Rng, count: usize, most: i16) -> Vec<Block<i16>> {
        to_blocks(&(0..count).map(|_| random.i16(-most..=most)).collect::<Vec<_>>())
    }

    fn flat(blocks: &[Block<i16>]) -> Vec<i64> {
        blocks.iter().flat_map(|block| block.0).map(i64::from).collect()
    }

    #[test]
    fn wide_and_narrow_vectors_and_plain_numbers_agree() {
        let mut rng = fastrand::Rng::with_seed(1);
        for width in [1, 2, 4, 7].map(|blocks| blocks * LANES) {
            let matrix = random(&mut rng, 50 * width, 990);
            let start = random(&mut rng, width, 990);
            let mut rows = |most: usize| (0..rng.usize(..most)).map(|_| rng.u16(..50)).collect::<Vec<_>>();
            let (added, removed) = (rows(20), rows(12));
            let (mut wide, mut narrow) = (start.clone(), start.clone());
            widest(Change { to: &mut wide, matrix: &matrix, added: &added, removed: &removed });
            Change { to: &mut narrow, matrix: &matrix, added: &added, removed: &removed }.run();
            let numbers = flat(&matrix);
            let mut plain = flat(&start);
            for (rows, sign) in [(added, 1), (removed, -1)] {
                for row in rows {
                    let row = &numbers[usize::from(row) * width..][..width];
                    plain.iter_mut().zip(row).for_each(|(to, value)| *to += sign * value);
                }
            }
            assert_eq!((&wide, &flat(&wide)), (&narrow, &plain));

            let weights = [(); 2].map(|()| random(&mut rng, width, 128));
            let weighing = |values| {
                let weights = [&weights[0][..], &weights[1]];
                Weighing { values: [values, &start], weights, one: 255 }
            };
            let values = plain.iter().copied().chain(flat(&start));
            let products = values.zip(weights.iter().flat_map(|weights| flat(weights)));
            let sum: i64 = products.map(|(value, weight)| value.clamp(0, 255).pow(2) * weight).sum();
            assert_eq!(i64::from(widest(weighing(&wide))), sum);
            assert_eq!(i64::from(weighing(&narrow).run()), sum);
        }
    }
}
