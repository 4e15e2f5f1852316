//! The transposition table on its own.

use gametree::{Bound, Entry, SURE, Score, TO_THE_END, Table, WIN};
use proptest::prelude::*;

fn entry(score: Score, depth: u8) -> Entry {
    Entry { score, bound: Bound::Exact, depth, code: 7 }
}

/// Hashes that share a bucket in any small table.
fn rivals() -> impl Iterator<Item = u64> {
    (1..).map(|i| i << 40)
}

#[test]
fn an_empty_table_has_no_entries() {
    let table = Table::with_bytes(1 << 12);
    assert!([0, 1, u64::MAX].iter().all(|&hash| table.probe(hash, 0).is_none()));
}

#[test]
fn its_size_is_a_power_of_two_that_fits() {
    for (bytes, entries) in [(0, 4), (64, 4), (127, 4), (128, 8), (1 << 20, 1 << 16), (3 << 20, 1 << 17)] {
        assert_eq!(Table::with_bytes(bytes).len(), entries, "{bytes} bytes");
    }
}

#[test]
fn the_shallowest_is_replaced_first() {
    let table = Table::with_bytes(64);
    let hashes: Vec<_> = rivals().take(5).collect();
    for (&hash, depth) in hashes.iter().zip([9, 3, 8, 7, 5]) {
        table.store(hash, 0, entry(1, depth));
    }
    let known: Vec<_> = hashes.iter().map(|&hash| table.probe(hash, 0).map(|entry| entry.depth)).collect();
    assert_eq!(known, [Some(9), None, Some(8), Some(7), Some(5)]);
}

#[test]
fn entries_of_earlier_searches_are_replaced_before_any_of_this_one() {
    let table = Table::with_bytes(64);
    let hashes: Vec<_> = rivals().take(5).collect();
    table.store(hashes[0], 0, entry(1, TO_THE_END));
    table.next_search();
    for &hash in &hashes[1..4] {
        table.store(hash, 0, entry(1, 2));
    }
    assert!(table.probe(hashes[0], 0).is_some(), "old entries may still be used");
    table.store(hashes[4], 0, entry(1, 2));
    assert!(table.probe(hashes[0], 0).is_none());
    assert!(hashes[1..].iter().all(|&hash| table.probe(hash, 0).is_some()));
}

#[test]
fn age_goes_round() {
    let table = Table::with_bytes(64);
    for search in 0..100 {
        for hash in rivals().take(4) {
            table.store(hash, 0, entry(search, 5));
        }
        assert_eq!(table.permille_full(), 1000);
        table.next_search();
        assert_eq!(table.permille_full(), 0);
    }
}

#[test]
fn the_same_position_has_one_entry() {
    let table = Table::with_bytes(64);
    for depth in [3, 9, 4] {
        table.store(42, 0, entry(Score::from(depth), depth));
        assert_eq!(table.probe(42, 0), Some(entry(Score::from(depth), depth)));
    }
    assert_eq!(table.permille_full(), 250);
}

/// A win in three plies from a position is one wherever the position occurs.
#[test]
fn wins_are_relative_to_the_node() {
    let table = Table::with_bytes(64);
    table.store(1, 4, entry(WIN - 7, 5));
    assert_eq!(table.probe(1, 4).unwrap().score, WIN - 7);
    assert_eq!(table.probe(1, 0).unwrap().score, WIN - 3);
    assert_eq!(table.probe(1, 10).unwrap().score, WIN - 13);
    table.store(1, 4, entry(-WIN + 7, 5));
    assert_eq!(table.probe(1, 10).unwrap().score, -WIN + 13);
}

#[test]
fn clearing_removes_all_entries() {
    let table = Table::with_bytes(64);
    table.store(1, 0, entry(3, 5));
    table.clear();
    assert_eq!(table.probe(1, 0), None);
}

proptest! {
    #[test]
    fn what_is_stored_is_found(
        hash: u64, score in -SURE..=SURE, depth: u8, code: u16, bound in 0..3, ply in 0..127_usize,
    ) {
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][bound as usize];
        let table = Table::with_bytes(1 << 12);
        let entry = Entry { score, bound, depth, code };
        table.store(hash, ply, entry);
        prop_assert_eq!(table.probe(hash, ply), Some(entry));
        prop_assert_eq!(table.probe(!hash, ply), None);
    }
}

/// Threads write different entries to the same slots. Every entry found must be one that was stored
/// under that hash.
#[test]
fn threads_never_see_a_mixture() {
    let table = Table::with_bytes(64);
    let value = |hash: u64, round: u64| Entry {
        score: (hash as Score) * 1_000 + round as Score,
        bound: Bound::Lower,
        depth: round as u8,
        code: (hash * 100 + round) as u16,
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                for i in 0..200_000_u64 {
                    let hash = (i + thread) % 9;
                    table.store(hash, 0, value(hash, i % 100));
                    if let Some(found) = table.probe((i + 3) % 9, 0) {
                        let hash = (i + 3) % 9;
                        assert_eq!(found, value(hash, u64::from(found.depth)));
                    }
                }
            });
        }
    });
}
