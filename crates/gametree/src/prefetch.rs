//! A hint to the processor that memory will be read soon.
//!
//! The entry of a position in a large transposition table is almost never in a cache. A search that
//! knows the position's hash before it needs the entry can let the processor fetch it meanwhile. The
//! chess engine gains 3 % in speed from the one unsafe call here (`starchess bench --depth 12`, medians
//! of eight runs in turn).

/// Asks the processor to fetch the cache line of `place`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the standard library has no safe way to prefetch")]
pub(crate) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction, and it changes nothing but the caches.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
}

/// There is no stable instruction for other processors: does nothing.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn prefetch<T>(_place: &T) {}
