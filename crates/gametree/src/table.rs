//! The transposition table.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use crate::game::{SURE, Score, adjust_for_ply};
use crate::huge_pages::prefer_huge_pages;
use crate::prefetch::prefetch;

/// How a score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What the table stores about a position. It fills a word, so there will be no more fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, or a bound on it, for the player to move: at most ±[`WIN`](crate::WIN).
    pub score: Score,
    /// How `score` relates to the value.
    pub bound: Bound,
    /// The depth in plies to which the position was searched.
    pub depth: u8,
    /// The code of the best move found.
    pub code: u16,
}

impl Entry {
    /// Whether it shows on which side of a window the value lies, or what it is.
    #[inline]
    pub(crate) fn decides(self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// The depth of an entry whose position was searched to the end of the game in every line: it is
/// valid for any depth.
pub const TO_THE_END: u8 = u8::MAX;

/// A transposition table of a fixed number of 16-byte entries, a power of two, shared between
/// threads without locks.
///
/// A position can be stored in any of the four entries of its bucket, which is one cache line. A
/// new position replaces an entry of an earlier search first, then the one with the lowest depth.
/// Won and lost scores are stored relative to the node, so that they are correct at any ply.
///
/// ```
/// use gametree::{Bound, Entry, Table};
/// let table = Table::with_bytes(1 << 20);
/// assert_eq!(table.len(), 65_536);
/// let entry = Entry { score: 42, bound: Bound::Exact, depth: 7, code: 3 };
/// table.store(0, 0, entry);
/// assert_eq!(table.probe(0, 0), Some(entry)); // hash 0 is as good as any
/// assert_eq!(table.probe(1, 0), None);
/// ```
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    /// The number of the search, modulo [`AGES`].
    age: AtomicU16,
}

/// Entries in a bucket.
const WAYS: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// An entry as two words. A thread may read one word of one store and the other word of another.
/// The hash is stored XORed with the data, so that such a mixture matches no hash.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// An entry packed into a word: score in bits 40–63, code in 24–39, depth in 16–23, age in 3–15,
/// bound in 1–2. Bit 0 is set in every entry: an empty slot is all zeros and never matches.
#[derive(Clone, Copy)]
struct Packed(u64);

/// The number of ages. An entry would have to survive this many searches to be taken for a current
/// one.
const AGES: u16 = 1 << 13;

impl Packed {
    fn new(entry: Entry, age: u16) -> Self {
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        Self(
            u64::from(entry.score as u32) << 40
                | u64::from(entry.code) << 24
                | u64::from(entry.depth) << 16
                | u64::from(age) << 3
                | bound << 1
                | 1,
        )
    }

    fn is_valid(self) -> bool {
        self.0 & 1 != 0
    }

    fn depth(self) -> u8 {
        (self.0 >> 16) as u8
    }

    fn age(self) -> u16 {
        (self.0 >> 3) as u16 % AGES
    }

    fn entry(self) -> Entry {
        let bound = match self.0 >> 1 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry { score: (self.0 as i64 >> 40) as Score, bound, depth: self.depth(), code: (self.0 >> 24) as u16 }
    }

    /// The value of keeping it, for a search of this age.
    fn worth(self, age: u16) -> i32 {
        if !self.is_valid() {
            return i32::MIN;
        }
        let searches_ago = (AGES + age - self.age()) % AGES;
        i32::from(self.depth()) - 256 * i32::from(searches_ago)
    }
}

impl Table {
    /// A table of at most `bytes` bytes, but at least one bucket of 64. Aborts if the memory cannot
    /// be allocated, see [`try_with_bytes`](Self::try_with_bytes).
    pub fn with_bytes(bytes: usize) -> Self {
        Self::from_memory(Vec::with_capacity(buckets_in(bytes)), buckets_in(bytes))
    }

    /// As [`with_bytes`](Self::with_bytes), but fails if the memory cannot be allocated.
    pub fn try_with_bytes(bytes: usize) -> Result<Self, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(buckets_in(bytes))?;
        Ok(Self::from_memory(buckets, buckets_in(bytes)))
    }

    /// Fills memory that was just allocated.
    fn from_memory(mut memory: Vec<Bucket>, buckets: usize) -> Self {
        prefer_huge_pages(memory.spare_capacity_mut());
        memory.resize_with(buckets, Bucket::default);
        Self { buckets: memory.into_boxed_slice(), age: AtomicU16::new(0) }
    }

    /// The number of entries, used or not.
    #[expect(clippy::len_without_is_empty, reason = "there is always at least one bucket")]
    pub fn len(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// Removes all entries. What a search that is still running stores meanwhile may stay.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins a new search, which may use the existing entries and replaces them before its own.
    pub fn next_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// The occupancy in permille: how many of a sample of up to 1,000 entries the latest search has
    /// stored. This is what the UCI protocol calls `hashfull`.
    pub fn permille_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let full = slots.map(|slot| Packed(slot.data.load(Ordering::Relaxed)));
        let full = full.filter(|data| data.is_valid() && data.age() == age).count();
        (full * 1000 / (sample.len() * WAYS)) as u32
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        // The number of buckets is a power of two, and the low bits select one.
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// Begins to load what the table knows about the position with this hash, which will be probed
    /// soon. It is a hint: nothing but the time of the probe depends on it.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// The entry of the position with this hash, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
        self.probe_with_age(hash, ply).map(|(entry, _)| entry)
    }

    /// The entry, and whether the latest search stored it.
    #[inline]
    pub(crate) fn probe_with_age(&self, hash: u64, ply: usize) -> Option<(Entry, bool)> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_it = slot.check.load(Ordering::Relaxed) ^ data == hash && Packed(data).is_valid();
            is_it.then(|| {
                let entry = Packed(data).entry();
                let is_current = Packed(data).age() == self.age.load(Ordering::Relaxed);
                (Entry { score: adjust_for_ply(entry.score, ply), ..entry }, is_current)
            })
        })
    }

    /// Stores `entry` for the position with this hash, `ply` plies from the root.
    #[inline]
    pub fn store(&self, hash: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.bucket(hash).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == hash {
                worst = Some((slot, 0));
                break;
            }
            let worth = Packed(data).worth(age);
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            let data = Packed::new(Entry { score: to_node(entry.score, ply), ..entry }, age).0;
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(hash ^ data, Ordering::Relaxed);
        }
    }
}

/// The number of buckets that fit, a power of two.
fn buckets_in(bytes: usize) -> usize {
    1 << (bytes / size_of::<Bucket>()).max(1).ilog2()
}

/// Turns a score counted from the root into one counted from a node `ply` plies below: the inverse
/// of [`adjust_for_ply`].
#[inline]
fn to_node(score: Score, ply: usize) -> Score {
    if score > SURE {
        score + ply as Score
    } else if score < -SURE {
        score - ply as Score
    } else {
        score
    }
}
