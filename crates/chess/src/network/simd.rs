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

use super::ONE;

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
    /// The vector to begin with; what is in `to` if there is none.
    pub(crate) from: Option<&'a [Block<i16>]>,
    pub(crate) to: &'a mut [Block<i16>],
    pub(crate) matrix: &'a [Block<i16>],
    pub(crate) added: &'a [u16],
    pub(crate) removed: &'a [u16],
}

impl Kernel for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { from, to, matrix, added, removed } = self;
        let width = to.len();
        let row = |&row: &u16| &matrix[usize::from(row) * width..][..width];
        // The compiler is told how many rows there are for a move, a capture, and a move of each side.
        match (added, removed) {
            ([a], [b]) => add_rows(from, to, [a].map(row), [b].map(row)),
            ([a], [b, c]) => add_rows(from, to, [a].map(row), [b, c].map(row)),
            ([a, b], [c, d]) => add_rows(from, to, [a, b].map(row), [c, d].map(row)),
            (added, removed) => add_rows(from, to, added.iter().map(row), removed.iter().map(row)),
        }
    }
}

/// Loads and stores every block once. In place or not is decided before the loop: within it, the sums
/// would pass through memory.
#[inline(always)]
fn add_rows<'a>(
    from: Option<&[Block<i16>]>,
    to: &mut [Block<i16>],
    added: impl IntoIterator<Item = &'a [Block<i16>]> + Clone,
    removed: impl IntoIterator<Item = &'a [Block<i16>]> + Clone,
) {
    match from {
        Some(from) => {
            for (at, (to, from)) in to.iter_mut().zip(from).enumerate() {
                *to = changed(*from, at, added.clone(), removed.clone());
            }
        }
        None => {
            for (at, to) in to.iter_mut().enumerate() {
                *to = changed(*to, at, added.clone(), removed.clone());
            }
        }
    }
}

/// A block with those of the rows at the same place added and subtracted.
#[inline(always)]
fn changed<'a>(
    Block(mut sum): Block<i16>,
    at: usize,
    added: impl IntoIterator<Item = &'a [Block<i16>]>,
    removed: impl IntoIterator<Item = &'a [Block<i16>]>,
) -> Block<i16> {
    for row in added {
        for (sum, value) in sum.iter_mut().zip(&row[at].0) {
            *sum = sum.wrapping_add(*value);
        }
    }
    for row in removed {
        for (sum, value) in sum.iter_mut().zip(&row[at].0) {
            *sum = sum.wrapping_sub(*value);
        }
    }
    Block(sum)
}

/// Sums all weights, each times the square of its neuron's value, which is clipped to the range from
/// 0 to [`ONE`]. A clipped value times its weight must fit in 16 bits, the sum in 32.
pub(crate) struct Weighing<'a> {
    /// The neurons of both sides.
    pub(crate) values: [&'a [Block<i16>]; 2],
    pub(crate) weights: [&'a [Block<i16>]; 2],
}

impl Kernel for Weighing<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { values, weights } = self;
        let mut sum = 0;
        for side in 0..2 {
            for (Block(values), Block(weights)) in values[side].iter().zip(weights[side]) {
                // One plain sum: in this form the compiler multiplies and adds pairs at once.
                for lane in 0..LANES {
                    let clipped = values[lane].clamp(0, ONE);
                    sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(weights[lane]));
                }
            }
        }
        sum
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
        let counts = [(1, 1), (1, 2), (2, 2), (2, 1), (0, 0), (19, 11)];
        for (blocks, (added, removed)) in
            [1, 2, 4, 7].into_iter().flat_map(|blocks| counts.map(|counts| (blocks, counts)))
        {
            let width = blocks * LANES;
            let matrix = random(&mut rng, 50 * width, 990);
            let start = random(&mut rng, width, 990);
            let mut rows = |count: usize| (0..count).map(|_| rng.u16(..50)).collect::<Vec<_>>();
            let (added, removed) = (rows(added), rows(removed));
            let (mut wide, mut narrow) = (start.clone(), start.clone());
            widest(Change { from: None, to: &mut wide, matrix: &matrix, added: &added, removed: &removed });
            Change { from: Some(&start), to: &mut narrow, matrix: &matrix, added: &added, removed: &removed }.run();
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
                Weighing { values: [values, &start], weights }
            };
            let values = plain.iter().copied().chain(flat(&start));
            let products = values.zip(weights.iter().flat_map(|weights| flat(weights)));
            let sum: i64 = products.map(|(value, weight)| value.clamp(0, 255).pow(2) * weight).sum();
            assert_eq!(i64::from(widest(weighing(&wide))), sum);
            assert_eq!(i64::from(weighing(&narrow).run()), sum);
        }
    }
}
