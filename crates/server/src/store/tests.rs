//! Games on disk, and files that are not what they should be.

use std::collections::BTreeSet;

use super::*;

fn beginning(id: &str) -> Beginning {
    let keys = GameKeys::draw(4).unwrap();
    Beginning {
        id: id.to_owned(),
        kind: GameKind::Star,
        keys,
        setup: "{}".to_owned(),
        orders: Vec::new(),
        summary: Summary::default(),
    }
}

fn order(game: &str, number: usize) -> NewOrder {
    let summary = Summary { state: format!("order {number}"), ..Summary::default() };
    NewOrder { game: game.to_owned(), number, body: number.to_string(), summary, is_urgent: number.is_multiple_of(2) }
}

#[tokio::test]
async fn what_is_stored_is_found_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let owner = store.owner;
    store.begin(beginning("a")).await.unwrap();
    store.begin(beginning("b")).await.unwrap();
    for number in 0..3 {
        store.append(order("a", number)).await.unwrap();
    }
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    assert!(store.owner.is(&owner));
    let game = store.load("a").unwrap();
    assert_eq!((game.kind, game.orders.len(), game.orders[2].as_str()), (GameKind::Star, 3, "2"));
    assert!(matches!(store.load("c"), Err(StoreError::NoGame(_))));
    assert_eq!(store.list(None, 10).unwrap().games.len(), 2);
    let some = store.list(Some(&BTreeSet::from(["a", "c"])), 10).unwrap().games;
    assert_eq!((some.len(), some[0].summary.state.as_str()), (1, "order 2"));
}

#[tokio::test]
async fn a_number_is_stored_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(beginning("a")).await.unwrap();
    store.append(order("a", 0)).await.unwrap();
    // The second is refused, and those that are written together with it are not.
    let (refused, stored) = tokio::join!(store.append(order("a", 0)), store.append(order("a", 1)));
    assert!(matches!(refused, Err(StoreError::Overtaken(_))) && stored.is_ok());
    assert!(store.append(order("x", 0)).await.is_err(), "an order of no game");
    assert_eq!(store.load("a").unwrap().orders, ["0", "1"]);
}

#[tokio::test]
async fn a_missing_order_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(beginning("a")).await.unwrap();
    for number in 0..3 {
        store.append(order("a", number)).await.unwrap();
    }
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other.execute("DELETE FROM orders WHERE number = 1", []).unwrap();
    let error = store.load("a").unwrap_err().to_string();
    assert!(error.ends_with("or the file is damaged: order 2 is missing"), "{error}");
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(FILE), "this is not a database, whatever its name says").unwrap();
    let error = Store::open(folder.path()).err().unwrap().to_string();
    assert!(error.contains("page.sqlite cannot be used for games: file is not a database"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(FILE)).unwrap();
    let error = Store::open(folder.path()).err().unwrap().to_string();
    assert!(error.contains("page.sqlite cannot be used for games: Is a directory"), "{error}");
}

#[test]
fn another_format_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).unwrap());
    let change = |sql: &str| Connection::open(folder.path().join(FILE)).unwrap().execute_batch(sql).unwrap();
    let error = || Store::open(folder.path()).err().unwrap().to_string();
    for format in [2, -1, 0] {
        change(&format!("PRAGMA user_version = {format}"));
        let error = error();
        assert!(
            error.contains(&format!("page.sqlite has another format than this program reads ({format} ")),
            "{error}"
        );
    }
    change("PRAGMA user_version = 1; UPDATE server SET value = 'x'");
    assert!(error().ends_with("page.sqlite is damaged: it has no key of its owner"), "{}", error());
    change("DROP TABLE orders");
    assert!(error().ends_with("page.sqlite is damaged: it has no orders"), "{}", error());
}

/// What is written to a deleted file is gone when the server ends: it must not be confirmed.
#[cfg(unix)]
#[tokio::test]
async fn a_deleted_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(beginning("a")).await.unwrap();
    fs::remove_file(folder.path().join(FILE)).unwrap();
    let error = store.append(order("a", 0)).await.unwrap_err();
    assert!(error.to_string().ends_with("page.sqlite was deleted or replaced while the server was running"));
}

/// What cannot be read is said with the file's name, and not as if something should have been stored.
#[tokio::test]
async fn a_file_damaged_while_it_is_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(beginning("a")).await.unwrap();
    Connection::open(folder.path().join(FILE)).unwrap().execute_batch("DROP TABLE orders").unwrap();
    let error = store.load("a").unwrap_err().to_string();
    assert!(error.contains("page.sqlite cannot be read: no such table: orders"), "{error}");
    let error = store.append(order("a", 0)).await.unwrap_err().to_string();
    assert!(error.contains("cannot be stored in ") && error.ends_with("no such table: orders"), "{error}");
}

#[tokio::test]
async fn a_game_can_begin_with_orders_and_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let orders = vec!["0".to_owned(), "1".to_owned()];
    store.begin(Beginning { orders, ..beginning("a") }).await.unwrap();
    store.begin(beginning("b")).await.unwrap();
    store.append(order("a", 2)).await.unwrap();
    assert_eq!(store.load("a").unwrap().orders, ["0", "1", "2"]);
    store.delete("a".to_owned()).await.unwrap();
    assert!(matches!(store.load("a"), Err(StoreError::NoGame(_))));
    assert!(matches!(store.keys("a"), Err(StoreError::NoGame(_))));
    assert!(matches!(store.delete("a".to_owned()).await, Err(StoreError::NoGame(_))));
    // Whoever still plays it is told, and nothing of it comes back.
    assert!(matches!(store.append(order("a", 3)).await, Err(StoreError::NoGame(_))));
    let left: i64 = store.reader().query_row("SELECT count(*) FROM orders", [], |row| row.get(0)).unwrap();
    assert_eq!((left, store.list(None, 10).unwrap().games.len()), (0, 1));
}

#[tokio::test]
async fn a_row_that_cannot_be_read_hides_only_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for id in ["a", "b", "c", "d"] {
        store.begin(beginning(id)).await.unwrap();
    }
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other
        .execute_batch("UPDATE games SET summary = '{' WHERE id = 'b'; UPDATE games SET kind = 'go' WHERE id = 'c'")
        .unwrap();
    let ids = BTreeSet::from(["a", "b", "c", "d"]);
    for list in [store.list(None, 10).unwrap(), store.list(Some(&ids), 10).unwrap()] {
        let mut listed: Vec<&str> = list.games.iter().map(|game| game.id.as_str()).collect();
        listed.sort_unstable();
        assert_eq!((listed.as_slice(), list.unread), (&["a", "d"][..], 2));
        assert!(list.faults.iter().any(|fault| fault.starts_with("game c cannot be read: ")), "{:?}", list.faults);
    }
}

/// Every page of the file but the first is damaged once: never does a list fail, and only what is on the page
/// is missing.
#[tokio::test]
async fn a_damaged_page_hides_only_its_games() {
    const GAMES: usize = 24;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let store = Store::open(folder.path()).unwrap();
    for number in 0..GAMES {
        let setup = format!("\"{}\"", "x".repeat(1_000));
        store.begin(Beginning { setup, ..beginning(&format!("game{number:02}")) }).await.unwrap();
    }
    let page_size: u32 = store.reader().query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let page_size = page_size as usize;
    store.reader().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    let ids: Vec<String> = (0..GAMES).map(|number| format!("game{number:02}")).collect();
    let ids: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    let mut damaged = 0;
    for page in 1..whole.len() / page_size {
        let mut bytes = whole.clone();
        bytes[page * page_size..(page + 1) * page_size].fill(0xff);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), bytes).unwrap();
        // Without the owner's key the file cannot be used at all, and says so.
        let Ok(store) = Store::open(folder.path()) else { continue };
        let (all, known) = (store.list(None, 50).unwrap(), store.list(Some(&ids), 50).unwrap());
        damaged += usize::from(!all.faults.is_empty());
        assert!(all.games.len() >= GAMES - 4 || !all.faults.is_empty(), "page {page}: {all:?}");
        assert_eq!(known.games.len() + known.unread as usize, GAMES, "page {page}");
        assert_eq!(known.unread > 0, !known.faults.is_empty(), "page {page}");
    }
    assert!(damaged > 4, "{damaged}");
}
