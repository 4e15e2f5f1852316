//! The page: Star Chess, chess and noughts and crosses in a browser.
//!
//! [`Server::bind`] opens the games on disk and a port, [`Server::run`] serves until it is told to end.
//! All rules are in the games' own crates. The page in the folder `web` is told what is legal and what
//! each choice leads to, and never computes a rule itself.
//!
//! # How it hangs together
//!
//! - `accept.rs` takes connections, and limits how many there are and how long they may say nothing.
//! - `http.rs` answers requests for the page's files, makes and lists games, checks where requests come
//!   from, and opens sockets.
//! - `socket.rs` is one page's connection: it limits sizes and rates (`rate.rs`), passes requests on, and
//!   sends what waits for the page (`outbox.rs`).
//! - `hub.rs` knows all games. `table.rs` is one open game, an actor: it checks who may do what, has
//!   every order stored before it is answered, tells all pages, and lets computers think.
//! - `store.rs` is the SQLite file: one table of games with kind, keys and setup, one of their orders.
//! - `pool.rs` has the threads on which computers think.
//! - `protocol.rs` has the messages that all games share, as types. `web/protocol.d.ts` is generated
//!   from them and from the types of each game by the test `declarations`.
//!
//! # To add a game
//!
//! On this side, a game is a module with a type that implements [`live::LiveGame`] (`star/` is the
//! example), and a line in each of these places:
//!
//! - `protocol.rs`: a variant of [`protocol::GameKind`], in `ALL` and `name`;
//! - `hub.rs`: the three `match`es over the kind;
//! - `declarations.rs`: the game's setup, order, news, view, question, answer and progress.
//!
//! [`live::LiveGame`] says what the types mean. In short: a game is its setup and its orders, both
//! stored as JSON and played again after a restart; `view` is all that a page needs; `answer` replies
//! to questions, at once or on a thinking thread; `next_task` lets the computer to move think, and
//! what it returns is an order like any other. Pace, pause, step, hurry, undo of questions, links and
//! keys, saving and reconnecting come with the table.
//!
//! On the other side, a game is a module `web/NAME/screen.js` that exports
//! `show(root, link, joined)`, and a line in `web/router.js`. `web/link.js` is the connection:
//! `link.order(…)`, `link.ask(…)`, and the events `update`, `status` and `progress`.

mod accept;
mod access;
mod chess;
#[cfg(test)]
mod declarations;
mod http;
mod hub;
pub mod live;
mod noughts;
mod opponents;
mod outbox;
mod pool;
pub mod protocol;
mod rate;
mod socket;
mod star;
mod store;
mod table;

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;

pub use access::Access;
pub use store::StoreError;

use crate::accept::Limits;
use crate::http::Hosts;
use crate::hub::Shared;
use crate::pool::Pool;
use crate::store::Store;

/// The port that is tried first.
pub const PORT: u16 = 7878;

/// How the server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on, by default the loopback address.
    pub address: IpAddr,
    /// The port; without one, [`PORT`] or another free one if that is taken.
    pub port: Option<u16>,
    /// The folder of the games.
    pub data: PathBuf,
    /// How many computers think at the same time; by default one less than there are cores.
    pub threads: Option<usize>,
}

impl Options {
    /// The defaults, with games in this folder.
    pub fn new(data: &Path) -> Self {
        Self { address: Ipv4Addr::LOCALHOST.into(), port: None, data: data.to_owned(), threads: None }
    }
}

/// Why the server cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The games cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The port cannot be used.
    #[error("cannot listen on {0}: {1}")]
    Port(SocketAddr, io::Error),
    /// Threads cannot be started.
    #[error("cannot start the server: {0}")]
    Threads(io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl Server {
    /// Opens the games and the port.
    pub async fn bind(options: &Options) -> Result<Self, StartError> {
        let store = Store::open(&options.data)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = Pool::start(options.threads.unwrap_or(cores.saturating_sub(1))).map_err(StartError::Threads)?;
        let at = |port| SocketAddr::new(options.address, port);
        let bound = match options.port {
            Some(port) => TcpListener::bind(at(port)).await.map_err(|error| StartError::Port(at(port), error))?,
            None => match TcpListener::bind(at(PORT)).await {
                Ok(listener) => listener,
                Err(_) => TcpListener::bind(at(0)).await.map_err(|error| StartError::Port(at(0), error))?,
            },
        };
        let address = bound.local_addr().map_err(|error| StartError::Port(at(0), error))?;
        Ok(Self { listener: bound, shared: Shared::new(store, pool), address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page for its owner, who may do everything. The part after `#` is a secret,
    /// and browsers do not send it.
    pub fn owner_url(&self) -> String {
        let address = SocketAddr::new(reachable(self.address.ip()), self.address.port());
        format!("http://{address}/#/?owner={}", self.shared.store.owner)
    }

    /// Serves until `end` is ready.
    pub async fn run(self, end: impl Future<Output = ()> + Send) {
        let app = http::router(Arc::clone(&self.shared), Hosts(self.address));
        // Sockets are open for as long as pages are: it does not wait for them.
        tokio::select! {
            () = accept::serve(self.listener, app, Limits::of_system()) => {},
            () = end => {},
        }
        self.shared.pool.close();
    }
}

/// The address by which other machines reach a server that listens on all of this machine's addresses:
/// the links of seats are made from it.
fn reachable(address: IpAddr) -> IpAddr {
    if !address.is_unspecified() {
        return address;
    }
    // The system chooses the address from which it would send. Nothing is sent.
    let towards = |far: &str| {
        let socket = UdpSocket::bind((address, 0)).ok()?;
        socket.connect(far).ok()?;
        socket.local_addr().ok().map(|own| own.ip()).filter(|own| !own.is_unspecified())
    };
    match address {
        IpAddr::V4(_) => towards("192.0.2.1:9").unwrap_or(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(_) => towards("[2001:db8::1]:9").unwrap_or(Ipv6Addr::LOCALHOST.into()),
    }
}
