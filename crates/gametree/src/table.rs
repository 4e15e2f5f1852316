//! A memory of positions already searched.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::game::{SURE, Score};

/// What a stored score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, or a bound on it, for the player to move.
    pub score: Score,
    /// How `score` relates to the value.
    pub bound: Bound,
    /// How many plies ahead of the position it was searched.
    pub depth: u8,
    /// The code of the best move found.
    pub code: u16,
}

/// The depth of an entry behind which the game was searched to the end of every line: good for any depth.
pub const TO_THE_END: u8 = u8::MAX;

/// A transposition table: a fixed, power of two number of entries of 16 bytes, shared between threads
/// without locks.
///
/// A position may live in any entry of its bucket of four, one cache line. A new position replaces the one of least
/// worth: an entry of an earlier search first, then the one searched least deep. Won and lost scores are kept relative
/// to the node, so that they are right at whatever ply the position turns up again.
///
/// ```
/// use gametree::{Bound, Entry, Table};
/// let table = Table::with_bytes(1 << 20);
/// assert_eq!(table.len(), 65_536);
/// let entry = Entry { score: 42, bound: Bound::Exact, depth: 7, code: 3 };
/// table.store(0, 0, entry);
/// assert_eq!(table.probe(0, 0), Some(entry)); // even hash 0 is no hit unless it was stored
/// assert_eq!(table.probe(1, 0), None);
/// ```
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    /// Which search this is, from 0 to 31, then from 0 again.
    age: AtomicU8,
}

/// Entries in a bucket.
const WAYS: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// An entry as two words. A thread may see one word of one store and the other of another; the hash is kept XORed with
/// the data, so that such a mixture does not match any hash that is asked for.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// An entry packed into a word: score in bits 32–63, code in 16–31, depth in 8–15, age in 3–7, bound in 1–2, and in bit
/// 0 that there is an entry at all: an empty slot is all zeros and never matches.
#[derive(Clone, Copy)]
struct Packed(u64);

const AGES: u8 = 32;

impl Packed {
    fn new(entry: Entry, age: u8) -> Self {
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        Self(
            u64::from(entry.score as u32) << 32
                | u64::from(entry.code) << 16
                | u64::from(entry.depth) << 8
                | u64::from(age) << 3
                | bound << 1
                | 1,
        )
    }

    fn is_valid(self) -> bool {
        self.0 & 1 != 0
    }

    fn depth(self) -> u8 {
        (self.0 >> 8) as u8
    }

    fn age(self) -> u8 {
        (self.0 >> 3) as u8 % AGES
    }

    fn entry(self) -> Entry {
        let bound = match self.0 >> 1 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry { score: (self.0 >> 32) as u32 as Score, bound, depth: self.depth(), code: (self.0 >> 16) as u16 }
    }

    /// How much it would be missed by a search of this age.
    fn worth(self, age: u8) -> i32 {
        if !self.is_valid() {
            return i32::MIN;
        }
        let searches_ago = (AGES + age - self.age()) % AGES;
        i32::from(self.depth()) - 256 * i32::from(searches_ago)
    }
}

impl Table {
    /// A table of at most `bytes` bytes, but at least one bucket of 64.
    pub fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << most.ilog2();
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: AtomicU8::new(0) }
    }

    /// How many entries it has room for.
    #[expect(clippy::len_without_is_empty, reason = "it is never without entries")]
    pub fn len(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = AtomicU8::new(0);
    }

    /// A new search begins: what is in the table may be used by it, and replaced before its own entries.
    pub fn next_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// The part in a thousand of (a sample of) the entries that this search has filled.
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
        // The table's length is a power of two; its buckets are chosen by the low bits.
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// What is known about the position with this hash, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_it = slot.check.load(Ordering::Relaxed) ^ data == hash && Packed(data).is_valid();
            is_it.then(|| {
                let entry = Packed(data).entry();
                Entry { score: from_node(entry.score, ply), ..entry }
            })
        })
    }

    /// Remembers `entry` for the position with this hash, `ply` plies from the root.
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

/// A score counted from the root, as counted from a node `ply` plies on.
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

/// A score counted from a node `ply` plies from the root, as counted from the root.
#[inline]
fn from_node(score: Score, ply: usize) -> Score {
    crate::game::delayed(score, ply)
}
