//! The NATS server or servers that hold the queue, and how to connect to them.

use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;
use storage::printable;
use thiserror::Error;
use tokio::time::sleep;

/// The oldest server that keeps the promises of [`crate`]. Servers before it left jobs stuck after they
/// had been killed.
const OLDEST: (i64, i64) = (2, 12);

/// How often a silent connection is tested. After two unanswered tests it is given up for another one.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// The room for headers in a message.
const HEADER_ROOM: usize = 1024;

/// How long someone who wants to leave waits for a server that is gone, and how often it is looked for.
const GONE_PATIENCE: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The servers of a queue, and what they ask for.
#[derive(Clone, Debug)]
pub struct Server {
    addresses: Vec<ServerAddr>,
    access: Access,
}

/// What a server asks for before it lets anyone in.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// A file with a token.
    pub token: Option<PathBuf>,
    /// A NATS credentials file.
    pub credentials: Option<PathBuf>,
    /// A file with the certificates of the authorities to trust, besides those of the system.
    pub authority: Option<PathBuf>,
    /// The files of the certificate to show, and of its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// What is wrong with the queue.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum QueueError {
    #[error("{text:?} is not the address of a NATS server, such as nats://127.0.0.1:4222: {reason}")]
    Address { text: String, reason: String },
    #[error("{}: {reason}", printable(path))]
    File { path: PathBuf, reason: String },
    #[error("no NATS server can be reached at {address}: {reason}. On this machine, scripts/cluster start starts one")]
    Connect { address: String, reason: String },
    #[error(
        "the NATS server at {address} has version {version}; {}.{} or later is needed, since earlier ones can lose \
         track of games",
        OLDEST.0, OLDEST.1
    )]
    Old { address: String, version: String },
    #[error("the NATS server at {address} has no JetStream: start it with -js")]
    NoJetStream { address: String },
    #[error("the run cannot be announced: {0}")]
    Task(String),
    #[error("the queue at {address} cannot be used: {reason}")]
    Queue { address: String, reason: String },
    #[error(
        "{what} has {size} bytes, and the NATS server takes {limit} in a message: raise max_payload in its configuration"
    )]
    TooLarge { what: String, size: usize, limit: usize },
    #[error("the threads for the connection cannot be started: {0}")]
    Runtime(std::io::Error),
}

impl Server {
    /// Reads addresses, separated by commas: `nats://HOST:PORT`, or `tls://HOST:PORT` to insist on TLS.
    pub fn new(addresses: &str, access: Access) -> Result<Self, QueueError> {
        let read = |text: &str| {
            let wrong = |reason: String| QueueError::Address { text: players::excerpt(&without_secret(text)), reason };
            // Both would be taken for the name of a host.
            if text.contains('/') && !text.contains("://") {
                return Err(wrong("it has no ://".to_owned()));
            }
            if text.trim().bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(wrong("it has no host".to_owned()));
            }
            let address: ServerAddr = text.trim().parse().map_err(|error: std::io::Error| wrong(error.to_string()))?;
            match address.scheme() {
                "nats" | "tls" if !address.host().is_empty() => Ok(address),
                "nats" | "tls" => Err(wrong("there is no host".to_owned())),
                scheme => Err(wrong(format!("{scheme}:// is not nats:// or tls://"))),
            }
        };
        let addresses = addresses.split(',').map(read).collect::<Result<_, _>>()?;
        Ok(Self { addresses, access })
    }

    /// Where it is, without passwords.
    pub fn address(&self) -> String {
        let show = |address: &ServerAddr| format!("{}://{}:{}", address.scheme(), address.host(), address.port());
        self.addresses.iter().map(show).collect::<Vec<_>>().join(",")
    }

    /// Why it is unwise to use this queue, if it is.
    pub fn warning(&self) -> Option<String> {
        let is_open = |address: &&ServerAddr| !is_loopback(address.host());
        let open = self.addresses.iter().find(is_open)?;
        let has_secret = self.access.token.is_some()
            || self.access.credentials.is_some()
            || self.access.certificate.is_some()
            || open.has_user_pass();
        let is_private = open.tls_required() || self.access.authority.is_some();
        let host = open.host();
        match (has_secret, is_private) {
            (false, _) => Some(format!(
                "Warning: nothing keeps others away from the queue at {host}. Whoever can reach it can give work to \
                 the workers and fake results. Use --creds or --token, and tls:// (docs/many-machines.md)."
            )),
            (true, false) => Some(format!(
                "Warning: the connection to {host} is not encrypted, so others in the network can read along. Use \
                 tls:// (docs/many-machines.md)."
            )),
            (true, true) => None,
        }
    }

    /// Whether it can be used now: a mistake is found before anything else is done.
    pub fn check(&self) -> Result<(), QueueError> {
        crate::runtime(1).map_err(QueueError::Runtime)?.block_on(self.connect("starchess")).map(drop)
    }

    /// Connects to any of the servers. Later, the connection comes back by itself.
    pub(crate) async fn connect(&self, name: &str) -> Result<Client, QueueError> {
        let address = self.address();
        let mut options = ConnectOptions::new().name(name).ping_interval(PING_INTERVAL).max_reconnects(None);
        let urls = self.addresses.iter().map(|address| address.clone().into_inner());
        let mut addresses = Vec::new();
        for mut url in urls {
            if !url.username().is_empty() {
                let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
                let user = decode(url.username());
                options = match url.password() {
                    Some(password) => options.user_and_password(user, decode(password)),
                    // A name without a password is a token, as for other clients of NATS.
                    None => options.token(user),
                };
                // These cannot fail for an address with a host.
                let _ = (url.set_username(""), url.set_password(None));
            }
            let wrong =
                |error: std::io::Error| QueueError::Address { text: address.clone(), reason: error.to_string() };
            addresses.push(ServerAddr::from_url(url).map_err(wrong)?);
        }
        if let Some(path) = &self.access.token {
            let token = fs::read_to_string(path).map_err(|error| file(path, error))?;
            options = options.token(token.trim().to_owned());
        }
        if let Some(path) = &self.access.credentials {
            let text = fs::read_to_string(path).map_err(|error| file(path, error))?;
            options = options.credentials(&text).map_err(|error| file(path, error))?;
        }
        if let Some(path) = &self.access.authority {
            // It is read only later, and then the error does not name it.
            fs::read(path).map_err(|error| file(path, error))?;
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.access.certificate {
            for path in [certificate, key] {
                fs::read(path).map_err(|error| file(path, error))?;
            }
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let client = options.connect(&addresses[..]).await.map_err(|error| {
            let reason = match error.kind() {
                ConnectErrorKind::AuthorizationViolation => {
                    "it refuses us: the token, password or credentials are wrong or missing".to_owned()
                }
                // What someone who expects TLS makes of a server that does not speak it.
                _ if chain(&error).contains("corrupt message") => {
                    "it does not use TLS; nats:// connects without, unless --ca or --cert is given".to_owned()
                }
                _ => chain(&error),
            };
            QueueError::Connect { address: address.clone(), reason }
        })?;
        let info = client.server_info();
        if !client.is_server_compatible(OLDEST.0, OLDEST.1, 0) {
            return Err(QueueError::Old { address, version: players::excerpt(&info.version) });
        }
        if !info.jetstream {
            return Err(QueueError::NoJetStream { address });
        }
        Ok(client)
    }
}

/// Whether there is a connection at the moment.
pub(crate) fn is_connected(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

/// The size of the largest message that the server takes, apart from its headers.
pub(crate) fn largest_message(client: &Client) -> usize {
    client.max_payload().saturating_sub(HEADER_ROOM)
}

/// Waits for as long as someone who wants to leave should try to do so in good order: not for long while the
/// server is gone, since every call of a client waits for it to come back.
pub(crate) async fn patience(client: &Client, longest: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < if is_connected(client) { longest } else { GONE_PATIENCE } {
        sleep(POLL_INTERVAL).await;
    }
}

fn file(path: &Path, error: std::io::Error) -> QueueError {
    QueueError::File { path: path.to_owned(), reason: error.to_string() }
}

/// An address without the part that may be a secret.
fn without_secret(text: &str) -> String {
    match (text.split_once("://"), text.rfind('@')) {
        (Some((scheme, _)), Some(at)) => format!("{scheme}://…@{}", &text[at + 1..]),
        (None, Some(at)) => format!("…@{}", &text[at + 1..]),
        (_, None) => text.to_owned(),
    }
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// An error with all its causes, in one line.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(addresses: &str) -> Server {
        Server::new(addresses, Access::default()).unwrap()
    }

    #[test]
    fn addresses_are_read_and_shown_without_passwords() {
        assert_eq!(server("127.0.0.1").address(), "nats://127.0.0.1:4222");
        assert_eq!(server("nats://me:secret@a:1, tls://b:2").address(), "nats://a:1,tls://b:2");
        for text in ["", "ws://a", "http://a", "nats://", "nats://a:b", "nats://a,,b", "nats:/a", "nats//a", "2"] {
            assert!(Server::new(text, Access::default()).is_err(), "{text}");
        }
        let error = Server::new("nats://me:secret@a:b", Access::default()).unwrap_err().to_string();
        assert!(error.contains("…@a:b") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn only_loopback_needs_no_protection() {
        for safe in ["nats://127.0.0.1:4222", "nats://localhost", "nats://[::1]:4222", "tls://token@example.org"] {
            assert_eq!(server(safe).warning(), None, "{safe}");
        }
        assert!(server("nats://example.org").warning().unwrap().contains("keeps others away"));
        assert!(server("tls://example.org").warning().unwrap().contains("keeps others away"));
        assert!(server("nats://127.0.0.1,nats://me:secret@example.org").warning().unwrap().contains("not encrypted"));
    }
}
