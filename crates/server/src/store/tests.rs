//! Games on disk, and files that are not what they should be.

use super::*;

fn beginning(id: &str) -> Beginning {
    let keys = GameKeys::draw(4).unwrap();
    Beginning { id: id.to_owned(), kind: GameKind::Star, keys, setup: "{}".to_owned(), summary: Summary::default() }
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
    let all = store.list(None, 10).unwrap();
    assert_eq!(all.len(), 2);
    let some = store.list(Some(&BTreeSet::from(["a", "c"])), 10).unwrap();
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
