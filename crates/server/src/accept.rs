//! Takes connections: so many, and none that keeps the server waiting.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use crate::http::canonical;

/// Files that the server needs for itself: the games, and what the system opens now and then.
const OWN_FILES: usize = 64;

/// What clients may take from the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most connections at once.
    pub(crate) connections: usize,
    /// The most connections of one client, so that nobody takes the places of all others. A browser uses
    /// about six, and one more for each page.
    pub(crate) of_client: usize,
    /// How long a client may take to send the head of a request, and how long a connection without one is
    /// kept.
    pub(crate) patience: Duration,
}

impl Limits {
    /// What the system allows, and is enough.
    pub(crate) fn of_system() -> Self {
        let connections = 8_192.min(open_files().saturating_sub(OWN_FILES));
        Self { connections, of_client: 128, patience: Duration::from_secs(20) }
    }
}

/// What a client is told if there is no place for it. It may be gone before it has read that: nobody waits for it.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n\
                      content-type: text/plain\r\ncontent-length: 42\r\n\r\n\
                      too many connections: try again in a while";

/// Serves connections for ever.
pub(crate) async fn serve(mut listener: TcpListener, app: Router, limits: Limits) {
    let places = Places::new(limits);
    loop {
        // If the system has no connection to give, this waits a moment and tries again.
        let (stream, address) = Listener::accept(&mut listener).await;
        let Some(place) = places.take(address.ip()) else {
            let _ = stream.try_write(FULL);
            continue;
        };
        // An answer often follows news: it must not wait until the page has confirmed those.
        let _ = stream.set_nodelay(true);
        let place = Arc::new(place);
        let app = TowerToHyperService::new(app.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            request.extensions_mut().insert(Arc::clone(&place));
            app.call(request)
        });
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limits.patience);
            // An error means that the client was too slow, or is gone, or does not speak HTTP.
            let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
        });
    }
}

/// How many files the process may have open. It asks for as many as it may have.
#[cfg(unix)]
fn open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}

/// Elsewhere connections are not counted as files.
#[cfg(not(unix))]
fn open_files() -> usize {
    usize::MAX
}

/// The places for connections.
#[derive(Debug)]
struct Places {
    limits: Limits,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_client: HashMap<IpAddr, usize>,
}

impl Places {
    fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, taken: Mutex::default() })
    }

    /// Takes a place for a client, if there is one.
    fn take(self: &Arc<Self>, client: IpAddr) -> Option<Place> {
        // Whoever is at this machine can stop the server anyway.
        let is_limited = !client.to_canonical().is_loopback();
        let client = canonical(client);
        let mut taken = self.taken();
        let own = taken.by_client.get(&client).copied().unwrap_or(0);
        if taken.all >= self.limits.connections || (is_limited && own >= self.limits.of_client) {
            return None;
        }
        taken.all += 1;
        taken.by_client.insert(client, own + 1);
        Some(Place { client, places: Arc::clone(self) })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place for a connection. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    client: IpAddr,
    places: Arc<Places>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        if let Some(own) = taken.by_client.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                taken.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;

    const FEW: Limits = Limits { connections: 4, of_client: 2, patience: Duration::from_millis(200) };

    async fn start(limits: Limits) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, Router::new().route("/", get(|| async { "served" })), limits));
        address
    }

    /// Sends something and reads until the server closes the connection.
    async fn exchange(stream: &mut TcpStream, text: &str) -> String {
        // A server that has closed the connection already takes nothing.
        let _ = stream.write_all(text.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8(answer).unwrap()
    }

    #[tokio::test]
    async fn a_client_that_keeps_the_server_waiting_is_cut_off() {
        let server = start(FEW).await;
        for head in ["", "GET / HTTP/1.1\r\nhost: here\r\nx-slow: "] {
            // It ends: nothing more is asserted about when.
            let answer = exchange(&mut TcpStream::connect(server).await.unwrap(), head).await;
            assert!(!answer.contains("served"), "{answer}");
        }
    }

    #[tokio::test]
    async fn whoever_finds_no_place_is_told_so_and_finds_one_later() {
        let server = start(Limits { connections: 1, patience: Duration::from_secs(600), ..FEW }).await;
        let request = "GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";
        let first = TcpStream::connect(server).await.unwrap();
        // They are taken in the order in which they come.
        let answer = exchange(&mut TcpStream::connect(server).await.unwrap(), "").await;
        assert!(answer.starts_with("HTTP/1.1 503") && answer.ends_with("try again in a while"), "{answer}");
        drop(first);
        // The server notices a moment later.
        while !exchange(&mut TcpStream::connect(server).await.unwrap(), request).await.ends_with("served") {}
    }

    #[test]
    fn places_are_limited_for_each_client_and_for_all_and_given_back() {
        let places = Places::new(FEW);
        let take = |client: &str| places.take(client.parse().unwrap());
        let first = take("10.0.0.1").unwrap();
        let second = take("10.0.0.1");
        assert!(second.is_some() && take("10.0.0.1").is_none(), "a third of the same client");
        let other = take("2001:db8::1").unwrap();
        // Its whole network is one client, which has one place left.
        let same = take("2001:db8::2");
        assert!(same.is_some() && take("2001:db8::3").is_none());
        assert!(take("10.0.0.3").is_none(), "all places are taken");
        drop((first, other));
        assert!(take("10.0.0.3").is_some(), "and given back at once");
        drop((second, same));
        assert!(places.taken().by_client.is_empty() && places.taken().all == 0);
        // At this machine one may have all.
        for own in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let taken: Vec<_> = (0..4).map(|_| take(own)).collect();
            assert!(taken.iter().all(Option::is_some) && take(own).is_none(), "{own}");
        }
    }
}
