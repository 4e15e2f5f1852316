//! What the server answers over HTTP: the page's files, new games, lists, and the socket.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use rust_embed::Embed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::accept::Place;
use crate::hub::{self, Failure, Shared, blocking};
use crate::live::Refusal;
use crate::rate::{Clients, Rate};
use crate::socket::{self, MAX_MESSAGE};
use crate::store::StoreError;

/// The largest body of a request: a saved game.
const MAX_BODY: usize = 4 << 20;

/// How many requests with a body a client may send at once, and how many more per second. A large body
/// counts as several.
const RATE: Rate = Rate { burst: 120.0, per_second: 30.0 };
const BYTES_PER_REQUEST: f64 = 100_000.0;

/// How long a request with a body may take to arrive and to be answered.
const PATIENCE: Duration = Duration::from_secs(30);

/// The page, as it is in the folder `web`.
#[derive(Embed)]
#[folder = "../../web"]
struct Files;

/// What the page may do: nothing but talk to this server. No script or style stands in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// By which names the server may be addressed.
///
/// An address in figures is safe where the server listens on it: a foreign page can make its own name
/// mean this machine, but not a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosts(pub(crate) SocketAddr);

impl Hosts {
    fn allow(self, host: &str) -> bool {
        let Self(own) = self;
        let is_any = own.ip().is_unspecified();
        // Browsers leave the port out if it is the usual one.
        let without_port = host.strip_suffix(&format!(":{}", own.port())).or((own.port() == 80).then_some(host));
        let Some(name) = without_port else { return false };
        if name == "localhost" {
            return is_any || own.ip().is_loopback();
        }
        let address = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(name) => name.parse().map(IpAddr::V6),
            None => name.parse().map(IpAddr::V4),
        };
        address.is_ok_and(|address| is_any || address == own.ip())
    }
}

/// The server's answers.
pub(crate) fn router(shared: Arc<Shared>, hosts: Hosts) -> Router {
    Router::new()
        .route("/socket", get(open_socket))
        .route("/api/games", post(create))
        .route("/api/branch", post(branch))
        .route("/api/delete", post(delete))
        .route("/api/preview", post(preview))
        .route("/api/recent", post(recent))
        .route_layer(middleware::from_fn_with_state(Arc::new(Clients::new(RATE)), limit))
        .route("/", get(|| async { file("index.html") }))
        .route("/{*path}", get(|Path(path): Path<String>| async move { file(&path) }))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(hosts, guard))
        .with_state(shared)
}

/// Lets only this server's own page in, and adds the headers of safety. A page of another site that
/// addresses this server through a name of its own has another host; one that writes to it or opens a
/// socket has another origin.
async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match check_source(hosts, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses a client that sends too much.
async fn limit(
    State(clients): State<Arc<Clients>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() == Method::POST {
        let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        // A body of unknown length may be as long as any.
        let bytes = length.and_then(|length| length.parse::<f64>().ok()).unwrap_or(MAX_BODY as f64);
        if bytes > MAX_BODY as f64 {
            let reason = "the request has more than 4 MiB, which is the most that this server reads\n";
            return (StatusCode::PAYLOAD_TOO_LARGE, reason).into_response();
        }
        if !clients.take(canonical(address.ip()), 1.0 + bytes / BYTES_PER_REQUEST) {
            let reason = "too many requests: try again in a few seconds\n";
            return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "2")], reason).into_response();
        }
        let late = || (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response();
        return timeout(PATIENCE, next.run(request)).await.unwrap_or_else(|_| late());
    }
    next.run(request).await
}

/// One address for each client: whoever has IPv6 has billions of them, which share their first half.
pub(crate) fn canonical(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address => address,
    }
}

fn check_source(hosts: Hosts, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
    let mut named = headers.get_all(header::HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A second name, in another header or in the address itself, would leave open which is meant.
    let is_clear = named.next().is_none() && uri.authority().is_none_or(|authority| authority.as_str() == host);
    if !is_clear || !hosts.allow(host) {
        return Err("this server is not addressed by that host name\n");
    }
    if method == Method::GET && uri.path() != "/socket" {
        return Ok(());
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = origins.next().and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    if origin.strip_prefix("http://") != Some(host) || origins.next().is_some() {
        return Err("this is not allowed from that origin\n");
    }
    Ok(())
}

fn file(path: &str) -> Response {
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], file.data).into_response()
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Extension(place): Extension<Arc<Place>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).on_upgrade(move |socket| async move {
        socket::serve(socket, canonical(address.ip()), shared).await;
        // The connection lasts as long as the socket, not as the request that opened it.
        drop(place);
    })
}

async fn create(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(match read(body) {
        Ok(begins) => shared.create(begins, Vec::new()).await,
        Err(failure) => Err(failure),
    })
}

async fn branch(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(match read(body) {
        Ok(asked) => shared.branch(asked).await,
        Err(failure) => Err(failure),
    })
}

async fn delete(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(match read(body) {
        Ok(asked) => shared.delete(asked).await,
        Err(failure) => Err(failure),
    })
}

async fn preview(body: Body) -> Response {
    answer(blocking(move || Ok(hub::preview(read(body)?)?)).await)
}

async fn recent(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(blocking(move || Ok(shared.recent(&read(body)?)?)).await)
}

/// A body, or why it was not taken.
type Body = Result<Bytes, BytesRejection>;

fn read<T: DeserializeOwned>(body: Body) -> Result<T, Failure> {
    serde_json::from_slice(&body?).map_err(|error| Refusal(format!("the request cannot be read: {error}")).into())
}

fn answer<T: Serialize>(result: Result<T, Failure>) -> Response {
    let failure = match result {
        Ok(value) => return axum::Json(value).into_response(),
        Err(failure) => failure,
    };
    let status = match failure {
        Failure::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Failure::Body(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Failure::Store(StoreError::NoGame(_)) => StatusCode::NOT_FOUND,
        Failure::Store(_) | Failure::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, failure.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(own: &str, method: Method, path: &str, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check_source(Hosts(own.parse().unwrap()), &method, &path.parse().unwrap(), &headers).is_ok()
    }

    #[test]
    fn only_this_server_is_addressed() {
        let get = |own, host| is_allowed(own, Method::GET, "/", host, None);
        assert!(get("127.0.0.1:7878", "127.0.0.1:7878") && get("127.0.0.1:7878", "localhost:7878"));
        for host in ["127.0.0.1", "127.0.0.1:7879", "localhost", "evil.example:7878", "127.0.0.1.evil.example:7878", ""]
        {
            assert!(!get("127.0.0.1:7878", host), "{host}");
        }
        assert!(get("0.0.0.0:80", "192.0.2.7:80") && get("[::1]:80", "[::1]:80"));
        assert!(!get("192.0.2.7:80", "localhost:80") && !get("0.0.0.0:80", "evil.example:80"));
        assert!(get("0.0.0.0:80", "192.0.2.7") && get("127.0.0.1:80", "localhost") && get("[::1]:80", "[::1]"));
        assert!(!get("[::1]:80", "::1") && !get("0.0.0.0:80", "evil.example") && !get("0.0.0.0:80", ""));
    }

    #[test]
    fn a_second_host_is_refused() {
        let hosts = Hosts("127.0.0.1:7878".parse().unwrap());
        let check = |uri: &str, others: &[&str]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:7878".parse().unwrap());
            for other in others {
                headers.append(header::HOST, other.parse().unwrap());
            }
            check_source(hosts, &Method::GET, &uri.parse().unwrap(), &headers).is_ok()
        };
        assert!(check("/", &[]) && check("http://127.0.0.1:7878/", &[]));
        assert!(!check("/", &["evil.example"]) && !check("http://evil.example/", &[]));
    }

    #[test]
    fn only_its_own_page_may_write_or_open_a_socket() {
        let (own, host) = ("127.0.0.1:7878", "127.0.0.1:7878");
        for (method, path) in [(Method::POST, "/api/games"), (Method::GET, "/socket"), (Method::DELETE, "/")] {
            let from = |origin| is_allowed(own, method.clone(), path, host, origin);
            assert!(from(Some("http://127.0.0.1:7878")));
            for origin in [
                None,
                Some("null"),
                Some("http://localhost:7878"),
                Some("https://127.0.0.1:7878"),
                Some("http://127.0.0.1:7878.evil.example"),
                Some("http://evil.example"),
            ] {
                assert!(!from(origin), "{method} {path} {origin:?}");
            }
        }
    }
}
