//! Games on disk, in one SQLite file.
//!
//! One thread writes. What is sent to it while it waits for the disk is committed together, with one
//! sync: so many games at once do not wait for one another. What people wait for is committed first. An
//! order is answered only after its commit, which survives a crash of the program and of the system.
//!
//! Commits go to SQLite's write-ahead log. Another thread moves them from there to the database, so that
//! no commit waits for that.

mod list;
mod own_file;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, ffi, params};
use thiserror::Error;
use tokio::sync::oneshot;

pub(crate) use self::list::{KeptGame, KeptGames};
use self::own_file::OwnFile;
use crate::access::{GameKeys, Key};
use crate::protocol::{GameKind, Summary};

/// The most writes that share one sync, besides those that people wait for.
const MAX_BATCH: usize = 32;

/// How often the log is moved to the database.
const CHECKPOINTS: Duration = Duration::from_millis(500);

/// The log is started anew when it has this many pages. Commits wait meanwhile.
const MAX_LOG: i64 = 16_000;

/// The log is shortened to this many bytes when it is started anew.
const LOG_BYTES: i64 = 64 << 20;

/// How long a write waits for another program that uses the file.
const BUSY: Duration = Duration::from_secs(5);

/// The file of all games.
const FILE: &str = "page.sqlite";

/// The format of the file. A new file has none.
const FORMAT: i64 = 1;

/// The tables of the format.
const TABLES: [&str; 3] = ["games", "orders", "server"];

const SCHEMA: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, keys TEXT NOT NULL, setup TEXT NOT NULL,
        summary TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_changed ON games (changed);
    CREATE TABLE orders (
        game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
";

const INSERT_ORDER: &str = "INSERT INTO orders VALUES (?1, ?2, ?3)";

/// Why a game cannot be stored or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// SQLite failed.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The file cannot be read.
    #[error("the games in {0} cannot be read: {1}")]
    Read(String, rusqlite::Error),
    /// The file cannot be written.
    #[error("the games cannot be stored in {0}: {1}")]
    Write(String, rusqlite::Error),
    /// The file cannot be used.
    #[error("{0} cannot be used for games: {1}")]
    File(String, rusqlite::Error),
    /// The file or its folder cannot be used.
    #[error("{0} cannot be used for games: {1}")]
    Folder(String, std::io::Error),
    /// The file was taken away while the server ran.
    #[error("the games cannot be stored any more: {0} was deleted or replaced while the server was running")]
    Gone(String),
    /// There is no such game.
    #[error("there is no game {0}; it may have been deleted")]
    NoGame(String),
    /// What is stored is not a game of this program.
    #[error("game {0} cannot be read: another version of this program has stored it, or the file is damaged: {1}")]
    Foreign(String, String),
    /// The program has a fault that the game shows.
    #[error("this program fails on game {0}: it cannot be opened")]
    Failed(String),
    /// Another server has stored an order in its place.
    #[error("another server with the same games has changed game {0}")]
    Overtaken(String),
    /// The file is of another version of this program.
    #[error("{0} has another format than this program reads ({1} instead of {FORMAT}): another version has stored it")]
    Format(String, i64),
    /// The file has not what its format says.
    #[error("{0} is damaged: it has no {1}")]
    Damaged(String, &'static str),
    /// There is no randomness for keys.
    #[error("no key can be drawn: {0}")]
    Randomness(getrandom::Error),
    /// The writing thread has ended.
    #[error("the games cannot be stored any more")]
    Closed,
}

/// A game as it is stored.
#[derive(Debug)]
pub(crate) struct StoredGame {
    /// Its kind.
    pub(crate) kind: GameKind,
    /// Its keys.
    pub(crate) keys: GameKeys,
    /// Its setup, as JSON.
    pub(crate) setup: String,
    /// Its orders, as JSON.
    pub(crate) orders: Vec<String>,
}

/// A new game.
#[derive(Debug)]
pub(crate) struct Beginning {
    /// Its id.
    pub(crate) id: String,
    /// Its kind.
    pub(crate) kind: GameKind,
    /// Its keys.
    pub(crate) keys: GameKeys,
    /// Its setup, as JSON.
    pub(crate) setup: String,
    /// The orders that it has from the first, as JSON.
    pub(crate) orders: Vec<String>,
    /// How it stands.
    pub(crate) summary: Summary,
}

/// An order that is to be stored.
#[derive(Debug)]
pub(crate) struct NewOrder {
    /// The game.
    pub(crate) game: String,
    /// The number of orders before it.
    pub(crate) number: usize,
    /// The order, as JSON.
    pub(crate) body: String,
    /// How the game stands after it.
    pub(crate) summary: Summary,
    /// Whether a person waits for it.
    pub(crate) is_urgent: bool,
}

enum Write {
    Game(Beginning),
    Order(NewOrder),
    /// The game with this id goes.
    Deletion(String),
}

impl Write {
    fn is_urgent(&self) -> bool {
        match self {
            Self::Game(_) | Self::Deletion(_) => true,
            Self::Order(order) => order.is_urgent,
        }
    }
}

type Job = (Write, oneshot::Sender<Result<(), StoreError>>);

/// The games on disk.
pub(crate) struct Store {
    writer: Sender<Job>,
    reader: Mutex<Connection>,
    /// The file's path.
    name: String,
    /// The key of the server's owner.
    pub(crate) owner: Key,
}

impl Store {
    /// Opens the file in a folder, which is made if it does not exist.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE);
        Self::open_file(folder, &path).map_err(|error| match error {
            StoreError::Sqlite(error) => StoreError::File(path.display().to_string(), error),
            error => error,
        })
    }

    fn open_file(folder: &Path, path: &Path) -> Result<Self, StoreError> {
        let name = path.display().to_string();
        fs::create_dir_all(folder).map_err(|error| StoreError::Folder(folder.display().to_string(), error))?;
        let unusable = |error| StoreError::Folder(name.clone(), error);
        let file = OwnFile::make(path).map_err(unusable)?;
        let mut writer = connect(path)?;
        prepare(&mut writer, &name)?;
        let drawn = Key::draw().map_err(StoreError::Randomness)?;
        writer.execute("INSERT OR IGNORE INTO server VALUES ('owner', ?1)", [drawn.to_string()])?;
        let owner: String = writer.query_row("SELECT value FROM server WHERE name = 'owner'", [], |row| row.get(0))?;
        let owner = owner.parse().map_err(|_| StoreError::Damaged(name.clone(), "key of its owner"))?;
        let (sender, jobs) = channel();
        let reader = Mutex::new(connect(path)?);
        let (wrote, writes) = sync_channel(1);
        let log = connect(path)?;
        writer.pragma_update(None, "wal_autocheckpoint", 0)?;
        let start = |name: &str| thread::Builder::new().name(name.to_owned());
        start("store").spawn(move || write_all(writer, &file, &jobs, &wrote)).map_err(unusable)?;
        start("store-log").spawn(move || move_log(&log, &writes)).map_err(unusable)?;
        Ok(Self { writer: sender, reader, name, owner })
    }

    /// Stores a new game.
    pub(crate) async fn begin(&self, game: Beginning) -> Result<(), StoreError> {
        self.write(Write::Game(game)).await
    }

    /// Stores an order. When it returns, the order is on disk.
    pub(crate) async fn append(&self, order: NewOrder) -> Result<(), StoreError> {
        self.write(Write::Order(order)).await
    }

    /// Deletes a game with its orders.
    pub(crate) async fn delete(&self, id: String) -> Result<(), StoreError> {
        self.write(Write::Deletion(id)).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, wait) = oneshot::channel();
        self.writer.send((write, done)).map_err(|_| StoreError::Closed)?;
        wait.await.map_err(|_| StoreError::Closed)?
    }

    /// Reads a game. It blocks: call it where that is allowed.
    pub(crate) fn load(&self, id: &str) -> Result<StoredGame, StoreError> {
        self.find(id).map_err(|error| self.reading(error))
    }

    /// The keys of a game. It blocks.
    pub(crate) fn keys(&self, id: &str) -> Result<GameKeys, StoreError> {
        let found =
            self.reader().query_row("SELECT keys FROM games WHERE id = ?1", [id], |row| row.get::<_, String>(0));
        match found.optional() {
            Ok(Some(keys)) => keys.parse().map_err(|_| StoreError::Foreign(id.to_owned(), "no keys".to_owned())),
            Ok(None) => Err(StoreError::NoGame(players::excerpt(id))),
            Err(error) => Err(self.reading(error.into())),
        }
    }

    /// Says of an error that it came while reading, also to whoever runs the server.
    fn reading(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Sqlite(error) => report(StoreError::Read(self.name.clone(), error)),
            error => error,
        }
    }

    fn find(&self, id: &str) -> Result<StoredGame, StoreError> {
        let reader = self.reader();
        let found = reader
            .prepare_cached("SELECT kind, keys, setup FROM games WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?)))
            .optional()?;
        let Some((kind, keys, setup)) = found else { return Err(StoreError::NoGame(players::excerpt(id))) };
        let kind = read_kind(&kind).ok_or_else(|| StoreError::Foreign(id.to_owned(), kind))?;
        let keys = keys.parse().map_err(|_| StoreError::Foreign(id.to_owned(), "no keys".to_owned()))?;
        let mut query = reader.prepare_cached("SELECT number, body FROM orders WHERE game = ?1 ORDER BY number")?;
        let mut orders = Vec::new();
        for row in query.query_map([id], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))? {
            let (number, body) = row?;
            if number != orders.len() as i64 {
                return Err(StoreError::Foreign(id.to_owned(), format!("order {} is missing", orders.len() + 1)));
            }
            orders.push(body);
        }
        Ok(StoredGame { kind, keys, setup, orders })
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_kind(name: &str) -> Option<GameKind> {
    GameKind::ALL.into_iter().find(|kind| kind.name() == name)
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Every commit is synced: what was answered survives a power failure too.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
    Ok(connection)
}

/// Makes the tables of a new file, and checks those of an old one.
fn prepare(connection: &mut Connection, name: &str) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: Vec<String> = transaction
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    match transaction.query_row("PRAGMA user_version", [], |row| row.get(0))? {
        0 if tables.is_empty() => {
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
        }
        FORMAT => {
            if let Some(missing) = TABLES.into_iter().find(|table| !tables.iter().any(|found| found == table)) {
                return Err(StoreError::Damaged(name.to_owned(), missing));
            }
        }
        other => return Err(StoreError::Format(name.to_owned(), other)),
    }
    Ok(transaction.commit()?)
}

/// Tells whoever runs the server, besides the page that waits.
fn report(error: StoreError) -> StoreError {
    eprintln!("{error}");
    error
}

/// Writes until all senders are gone, and tells `wrote` of it.
fn write_all(mut connection: Connection, file: &OwnFile, jobs: &Receiver<Job>, wrote: &SyncSender<()>) {
    let name = || file.path.display().to_string();
    // Those that nobody waits for and that did not fit.
    let mut later: VecDeque<Job> = VecDeque::new();
    loop {
        if later.is_empty() {
            match jobs.recv() {
                Ok(first) => later.push_back(first),
                Err(_) => return,
            }
        }
        later.extend(jobs.try_iter());
        let (mut batch, mut rest): (Vec<Job>, Vec<Job>) = later.into_iter().partition(|(write, _)| write.is_urgent());
        batch.extend(rest.drain(..rest.len().min(MAX_BATCH)));
        later = rest.into();
        let written = write_together(&mut connection, batch.iter().map(|(write, _)| write));
        if !file.is_there() {
            report(StoreError::Gone(name()));
            batch.into_iter().for_each(|(_, done)| drop(done.send(Err(StoreError::Gone(name())))));
            continue;
        }
        match written {
            Ok(()) => batch.into_iter().for_each(|(_, done)| drop(done.send(Ok(())))),
            // One of them cannot be stored: the others must not suffer.
            Err(_) => {
                for (write, done) in batch {
                    let written = write_together(&mut connection, [&write]).map_err(|error| match error {
                        StoreError::Sqlite(error) => report(StoreError::Write(name(), error)),
                        error => error,
                    });
                    let _ = done.send(written);
                }
            }
        }
        // If it is full, that is known already.
        let _ = wrote.try_send(());
    }
}

/// Moves the log to the database after something was written, until the writer is gone.
fn move_log(connection: &Connection, writes: &Receiver<()>) {
    let checkpoint = |mode: &str| {
        connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| row.get::<_, i64>(1)).unwrap_or(0)
    };
    while writes.recv().is_ok() {
        // It stops where the readers and the writer are, and waits for nobody.
        if checkpoint("PASSIVE") > MAX_LOG {
            checkpoint("RESTART");
        }
        thread::sleep(CHECKPOINTS);
    }
}

/// Stores all or none.
fn write_together<'a>(
    connection: &mut Connection,
    writes: impl IntoIterator<Item = &'a Write>,
) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let now = now();
    for write in writes {
        match write {
            Write::Game(Beginning { id, kind, keys, setup, orders, summary }) => {
                let mut insert = transaction.prepare_cached("INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)")?;
                insert.execute(params![id, kind.name(), keys.to_string(), setup, json(summary), now])?;
                let mut insert = transaction.prepare_cached(INSERT_ORDER)?;
                for (number, body) in orders.iter().enumerate() {
                    insert.execute(params![id, number as i64, body])?;
                }
            }
            Write::Deletion(id) => {
                transaction.prepare_cached("DELETE FROM orders WHERE game = ?1")?.execute([id])?;
                if transaction.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])? == 0 {
                    return Err(StoreError::NoGame(players::excerpt(id)));
                }
            }
            Write::Order(NewOrder { game, number, body, summary, .. }) => {
                // Another program that plays on with the same game has stored this number already: the
                // key refuses it.
                let mut insert = transaction.prepare_cached(INSERT_ORDER)?;
                let inserted = insert.execute(params![game, *number as i64, body]);
                inserted.map_err(|error| match error.sqlite_error().map(|cause| cause.extended_code) {
                    Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY) => StoreError::Overtaken(game.clone()),
                    // It was deleted meanwhile.
                    Some(ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => StoreError::NoGame(game.clone()),
                    _ => error.into(),
                })?;
                let mut update =
                    transaction.prepare_cached("UPDATE games SET summary = ?2, changed = ?3 WHERE id = ?1")?;
                update.execute(params![game, json(summary), now])?;
            }
        }
    }
    Ok(transaction.commit()?)
}

fn json(summary: &Summary) -> String {
    // A summary has only strings as keys and no infinite numbers, so it can be written.
    serde_json::to_string(summary).unwrap_or_default()
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
