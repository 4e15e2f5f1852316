//! All games: those that are open, and those on disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::{OnceCell, mpsc};

use crate::access::{GameKeys, Key};
use crate::chess::ChessGame;
use crate::live::{LiveGame, Refusal};
use crate::noughts::NoughtsGame;
use crate::pool::Pool;
use crate::protocol::{CreatedGame, GameKind, ListedGame, NewGame, RecentGames, Summary};
use crate::star::StarGame;
use crate::store::{Beginning, Store, StoreError, StoredGame};
use crate::table::{Table, ToTable};

/// The most games that are open at once.
const MAX_OPEN: usize = 20_000;

/// The most games in a list.
const MAX_LISTED: usize = 50;

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
            Arc::clone(open.entry(id.to_owned()).or_default())
        };
        let opened = cell.get_or_try_init(|| self.open_table(id)).await.cloned();
        if opened.is_err() {
            self.forget(id);
        }
        opened.map_err(Refusal::because)
    }

    async fn open_table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<ToTable>, StoreError> {
        let (shared, id) = (Arc::clone(self), id.to_owned());
        let opened = tokio::task::spawn_blocking(move || {
            let stored = shared.store.load(&id)?;
            match stored.kind {
                GameKind::Star => reopen::<StarGame>(id, stored, &shared),
                GameKind::Chess => reopen::<ChessGame>(id, stored, &shared),
                GameKind::Noughts => reopen::<NoughtsGame>(id, stored, &shared),
            }
        });
        opened.await.map_err(|_| StoreError::Closed)?
    }

    /// Makes a game.
    pub(crate) async fn create(&self, NewGame { kind, setup }: NewGame) -> Result<CreatedGame, Refusal> {
        match kind {
            GameKind::Star => self.create_one::<StarGame>(setup).await,
            GameKind::Chess => self.create_one::<ChessGame>(setup).await,
            GameKind::Noughts => self.create_one::<NoughtsGame>(setup).await,
        }
    }

    /// How a game would begin. Nothing is kept.
    pub(crate) fn preview(&self, NewGame { kind, setup }: NewGame) -> Result<Summary, Refusal> {
        match kind {
            GameKind::Star => preview_one::<StarGame>(setup),
            GameKind::Chess => preview_one::<ChessGame>(setup),
            GameKind::Noughts => preview_one::<NoughtsGame>(setup),
        }
    }

    async fn create_one<G: LiveGame>(&self, setup: Value) -> Result<CreatedGame, Refusal> {
        let mut setup = read_setup::<G>(setup)?;
        G::settle(&mut setup);
        let summary = G::new(&setup)?.summary();
        let keys = GameKeys::draw(G::SEATS).map_err(Refusal::because)?;
        let id = Key::draw().map_err(Refusal::because)?.to_string()[..16].to_owned();
        let setup = serde_json::to_string(&setup).map_err(Refusal::because)?;
        let created = CreatedGame { game: id.clone(), host_key: keys.host.to_string() };
        let beginning = Beginning { id, kind: G::KIND, keys, setup, summary };
        self.store.begin(beginning).await.map_err(Refusal::because)?;
        Ok(created)
    }

    /// The games that a page knows of; all for the owner. It blocks.
    pub(crate) fn recent(&self, asked: &RecentGames) -> Result<Vec<ListedGame>, Refusal> {
        let is_owner = asked.owner_key.parse::<Key>().is_ok_and(|key| key.is(&self.store.owner));
        let ids = &asked.games[..asked.games.len().min(10 * MAX_LISTED)];
        self.store.list((!is_owner).then_some(ids), MAX_LISTED).map_err(Refusal::because)
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
