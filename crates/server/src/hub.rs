//! All games: those that are open, and those on disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::rejection::BytesRejection;
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::access::{GameKeys, Key};
use crate::chess::ChessGame;
use crate::live::{LiveGame, Refusal};
use crate::noughts::NoughtsGame;
use crate::pool::Pool;
use crate::protocol::{
    BranchGame, CreatedGame, GameKind, GameList, KnownGame, ListedGame, NewGame, RecentGames, Summary,
};
use crate::star::StarGame;
use crate::store::{Beginning, KeptGame, KeptGames, Store, StoreError, StoredGame};
use crate::table::{Branch, Table, ToTable};

/// The most games that are open at once.
const MAX_OPEN: usize = 20_000;

/// The most games in a list, and the most that a page asks about.
const MAX_LISTED: usize = 50;
const MAX_KNOWN: usize = 500;

/// What all open games use.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) pool: Pool,
    open: Mutex<HashMap<String, Arc<OnceCell<mpsc::Sender<ToTable>>>>>,
}

impl Shared {
    pub(crate) fn new(store: Store, pool: Pool) -> Arc<Self> {
        Arc::new(Self { store, pool, open: Mutex::default() })
    }

    /// Closes a game: whoever asks for it next opens it anew.
    pub(crate) fn forget(&self, id: &str) {
        self.open().remove(id);
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<mpsc::Sender<ToTable>>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The open game with this id.
    pub(crate) async fn table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<ToTable>, Refusal> {
        let cell = {
            let mut open = self.open();
            if open.len() >= MAX_OPEN && !open.contains_key(id) {
                return Err(Refusal("too many games are open on this server: try again soon".to_owned()));
            }
            let cell = open.entry(id.to_owned()).or_default();
            if cell.get().is_some_and(mpsc::Sender::is_closed) {
                // The game's task has failed: it is opened as it is on disk.
                *cell = Arc::default();
            }
            Arc::clone(cell)
        };
        let opened = cell.get_or_try_init(|| self.open_table(id)).await.cloned();
        if opened.is_err() {
            self.forget(id);
        }
        opened.map_err(Refusal::because)
    }

    async fn open_table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<ToTable>, StoreError> {
        let (shared, id, failed) = (Arc::clone(self), id.to_owned(), StoreError::Failed(id.to_owned()));
        let opened = tokio::task::spawn_blocking(move || {
            let stored = shared.store.load(&id)?;
            match stored.kind {
                GameKind::Star => reopen::<StarGame>(id, stored, &shared),
                GameKind::Chess => reopen::<ChessGame>(id, stored, &shared),
                GameKind::Noughts => reopen::<NoughtsGame>(id, stored, &shared),
            }
        });
        opened.await.unwrap_or(Err(failed))
    }

    /// The games that a page knows of; all for the owner. It blocks.
    pub(crate) fn recent(&self, asked: &RecentGames) -> Result<GameList, StoreError> {
        let is_owner = asked.owner_key.parse::<Key>().is_ok_and(|key| key.is(&self.store.owner));
        let known: BTreeMap<&str, &[String]> =
            asked.games.iter().take(MAX_KNOWN).map(|known| (known.game.as_str(), known.keys.as_slice())).collect();
        let ids: BTreeSet<&str> = known.keys().copied().collect();
        let KeptGames { games, unread, faults } = self.store.list((!is_owner).then_some(&ids), MAX_LISTED)?;
        let listed = |KeptGame { id, kind, keys, summary, created, changed }| {
            let shown = Key::read_all(known.get(id.as_str()).copied().unwrap_or_default());
            let is_host = is_owner || keys.access(&self.store.owner, &shown).is_host;
            ListedGame { game: id, kind, created, changed, is_host, summary }
        };
        Ok(GameList { games: games.into_iter().map(listed).collect(), unread, faults })
    }

    /// Deletes a game, for whoever may do everything in it. Pages that show it find it gone.
    pub(crate) async fn delete(self: &Arc<Self>, KnownGame { game, keys }: KnownGame) -> Result<(), Failure> {
        let (shared, id, shown) = (Arc::clone(self), game.clone(), Key::read_all(&keys));
        let is_allowed = blocking(move || {
            // The owner may delete what cannot be read.
            let is_owner = shown.iter().any(|key| key.is(&shared.store.owner));
            Ok(is_owner || shared.store.keys(&id)?.access(&shared.store.owner, &shown).is_host)
        });
        if !is_allowed.await? {
            return Err(Refusal("only whoever began the game can delete it".to_owned()).into());
        }
        self.store.delete(game.clone()).await?;
        let open = self.open().remove(&game).and_then(|cell| cell.get().cloned());
        if let Some(table) = open {
            // If it has just closed, all the better.
            let _ = table.send(ToTable::Close).await;
        }
        Ok(())
    }

    /// Makes a game and stores it.
    pub(crate) async fn create(&self, begins: NewGame, orders: Vec<Value>) -> Result<CreatedGame, Failure> {
        let (created, beginning) = blocking(move || Ok(make(begins, orders)?)).await?;
        self.store.begin(beginning).await?;
        Ok(created)
    }

    /// Makes a game that goes on from a moment of another.
    pub(crate) async fn branch(
        self: &Arc<Self>,
        BranchGame { game, moment }: BranchGame,
    ) -> Result<CreatedGame, Failure> {
        let closed = || Refusal("the game was just closed: try again".to_owned());
        let table = self.table(&game).await?;
        let (answered, answer) = oneshot::channel();
        table.send(ToTable::Branch { moment, answered }).await.map_err(|_| closed())?;
        let Branch { begins, orders } = answer.await.map_err(|_| closed())??;
        self.create(begins, orders).await
    }
}

/// Does what can take a while, such as playing a saved game, where no other request waits for it.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(Failure::Failed))
}

/// Why a request outside of a game has no answer.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// It is not what can be asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Its body did not arrive.
    #[error("the request has more than 4 MiB, or did not arrive")]
    Body(#[from] BytesRejection),
    /// The games on disk cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The program has a fault.
    #[error("this program fails on the request")]
    Failed,
}

/// Makes a game with its first orders, which is to be stored. It can take a while.
fn make(NewGame { kind, setup }: NewGame, orders: Vec<Value>) -> Result<(CreatedGame, Beginning), Refusal> {
    match kind {
        GameKind::Star => make_one::<StarGame>(setup, orders),
        GameKind::Chess => make_one::<ChessGame>(setup, orders),
        GameKind::Noughts => make_one::<NoughtsGame>(setup, orders),
    }
}

fn make_one<G: LiveGame>(setup: Value, orders: Vec<Value>) -> Result<(CreatedGame, Beginning), Refusal> {
    let mut setup = read_setup::<G>(setup)?;
    G::settle(&mut setup);
    let mut game = G::new(&setup)?;
    for order in &orders {
        game.apply(&G::Order::deserialize(order).map_err(Refusal::because)?)?;
    }
    let (summary, orders) = (game.summary(), orders.iter().map(Value::to_string).collect());
    let keys = GameKeys::draw(G::SEATS).map_err(Refusal::because)?;
    let id = Key::draw().map_err(Refusal::because)?.to_string()[..16].to_owned();
    let setup = serde_json::to_string(&setup).map_err(Refusal::because)?;
    let created = CreatedGame { game: id.clone(), host_key: keys.host.to_string() };
    Ok((created, Beginning { id, kind: G::KIND, keys, setup, orders, summary }))
}

/// How a game would begin. Nothing is kept.
pub(crate) fn preview(NewGame { kind, setup }: NewGame) -> Result<Summary, Refusal> {
    match kind {
        GameKind::Star => preview_one::<StarGame>(setup),
        GameKind::Chess => preview_one::<ChessGame>(setup),
        GameKind::Noughts => preview_one::<NoughtsGame>(setup),
    }
}

fn read_setup<G: LiveGame>(setup: Value) -> Result<G::Setup, Refusal> {
    G::Setup::deserialize(setup).map_err(|error| Refusal(format!("this is not how a game begins: {error}")))
}

fn preview_one<G: LiveGame>(setup: Value) -> Result<Summary, Refusal> {
    Ok(G::new(&read_setup::<G>(setup)?)?.summary())
}

/// Plays a stored game up to the present and opens it.
fn reopen<G: LiveGame>(
    id: String,
    stored: StoredGame,
    shared: &Arc<Shared>,
) -> Result<mpsc::Sender<ToTable>, StoreError> {
    let foreign = |error: String| StoreError::Foreign(id.clone(), error);
    let setup = serde_json::from_str(&stored.setup).map_err(|error| foreign(error.to_string()))?;
    let mut game = G::new(&setup).map_err(|refusal| foreign(refusal.0))?;
    for (i, order) in stored.orders.iter().enumerate() {
        let order = serde_json::from_str(order).map_err(|error| foreign(format!("order {}: {error}", i + 1)))?;
        game.apply(&order).map_err(|refusal| foreign(format!("order {}: {refusal}", i + 1)))?;
    }
    Ok(Table::open(id, stored.keys, game, stored.orders.len(), Arc::clone(shared)))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::extract::ws::Utf8Bytes;

    use super::*;
    use crate::access::Access;
    use crate::live::{Reply, Task};
    use crate::outbox::outbox;

    /// A game with a fault: every order ends its task.
    struct Fragile;

    impl LiveGame for Fragile {
        const KIND: GameKind = GameKind::Noughts;
        const SEATS: usize = 2;
        type Setup = ();
        type Order = Value;
        type News = ();
        type View = ();
        type Question = ();
        type Answer = ();
        type Progress = ();

        fn new((): &()) -> Result<Self, Refusal> {
            Ok(Self)
        }
        fn check_access(&self, _: &Value, _: Access) -> Result<(), Refusal> {
            Ok(())
        }
        fn apply(&mut self, _: &Value) -> Result<(), Refusal> {
            panic!("a game fails, on purpose")
        }
        fn view(&self) {}
        fn summary(&self) -> Summary {
            Summary::default()
        }
        fn answer(&self, (): ()) -> Result<Reply<Self>, Refusal> {
            Ok(Reply::Now(()))
        }
        fn next_task(&self) -> Option<Task<Self, Value>> {
            None
        }
    }

    /// Opens a page's way into a game, and says what the game answers first.
    async fn join(table: &mpsc::Sender<ToTable>, host: Key) -> Utf8Bytes {
        let (outbox, mut outgoing) = outbox();
        let (joined, has_joined) = oneshot::channel();
        let address = Ipv4Addr::LOCALHOST.into();
        table.send(ToTable::Join { page: 1, address, id: 1, keys: vec![host], outbox, joined }).await.unwrap();
        has_joined.await.unwrap();
        outgoing.recv().await.unwrap().text.clone()
    }

    #[tokio::test]
    async fn a_game_whose_task_failed_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let shared = Shared::new(Store::open(folder.path()).unwrap(), Pool::start(1).unwrap());
        let setup = serde_json::json!({ "cross": "human", "nought": "human", "position": "" });
        let (created, beginning) = make(NewGame { kind: GameKind::Noughts, setup }, Vec::new()).unwrap();
        let (id, keys, host) = (created.game, beginning.keys.clone(), beginning.keys.host);
        shared.store.begin(beginning).await.unwrap();
        let broken = Table::open(id.clone(), keys, Fragile, 0, Arc::clone(&shared));
        shared.open().entry(id.clone()).or_default().set(broken.clone()).unwrap();
        join(&broken, host).await;
        let (answered, answer) = oneshot::channel();
        broken.send(ToTable::Order { page: 1, after: None, order: Value::Null, answered }).await.unwrap();
        assert!(answer.await.is_err(), "its task has failed");
        broken.closed().await;
        let table = shared.table(&id).await.unwrap();
        assert!(join(&table, host).await.contains(r#""kind":"noughts""#));
    }
}
