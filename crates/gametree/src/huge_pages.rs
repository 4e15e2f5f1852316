//! A hint to the system that memory should be mapped in huge pages.
//!
//! A transposition table is read at random, so with pages of 4 KiB nearly every probe of a large one
//! also misses the processor's cache of page addresses. And when a program ends, the system takes its
//! pages back one by one: pages of 2 MiB are 512 times fewer. The chess engine searches 4 % more nodes
//! per second with a table of 1 GiB, 3 % with 256 MiB and as many as before with 16 MiB (three runs of
//! 8 million nodes each, in turn), and ends 4 ms after `quit` with 1 GiB instead of 75 ms.

/// Asks for huge pages under `memory`, before it is first written. It is a hint: where there are no
/// huge pages, nothing changes.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the standard library has no way to advise the system about memory")]
pub(crate) fn prefer_huge_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    /// The system takes whole pages only. Where its pages are larger, it refuses, and nothing changes.
    const PAGE: usize = 4096;
    let start = memory.as_mut_ptr().cast::<libc::c_void>();
    let ahead = start.align_offset(PAGE);
    let Some(bytes) = size_of_val(memory).checked_sub(ahead) else { return };
    // SAFETY: the range lies within `memory`, and the advice changes neither its contents nor who may
    // access it.
    unsafe { libc::madvise(start.byte_add(ahead), bytes, libc::MADV_HUGEPAGE) };
}

/// Other systems have no such hint: does nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer_huge_pages<T>(_memory: &mut [std::mem::MaybeUninit<T>]) {}
