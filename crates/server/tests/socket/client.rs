//! A page without a browser: what a page says over HTTP and over its socket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long an answer may take. It is long: machines that run tests can be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// The status of an answer to a client that sends too much.
pub(crate) const TOO_MANY_REQUESTS: u16 = 429;

/// What goes wrong in a conversation, in words.
pub(crate) type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// A page that is connected. Like a browser, it takes messages all the time, also if nobody looks.
pub(crate) struct Client {
    socket: SplitSink<WebSocketStream<TcpStream>, Message>,
    inbox: mpsc::UnboundedReceiver<String>,
    last: u32,
}

impl Client {
    /// Connects as the page of this server does.
    pub(crate) async fn connect(server: SocketAddr) -> Result<Self, Trouble> {
        Self::connect_from(server, &format!("http://{server}")).await
    }

    /// Connects as a page of another origin would.
    pub(crate) async fn connect_from(server: SocketAddr, origin: &str) -> Result<Self, Trouble> {
        let mut request = format!("ws://{server}/socket").into_client_request()?;
        request.headers_mut().insert("origin", origin.parse()?);
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let (socket, mut incoming) = client_async(request, stream).await?.0.split();
        let (sender, inbox) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(message)) = incoming.next().await {
                match message {
                    Message::Text(text) if sender.send(text.to_string()).is_err() => return,
                    Message::Close(_) => return,
                    _ => {}
                }
            }
        });
        Ok(Self { socket, inbox, last: 0 })
    }

    /// Sends a request without waiting for the answer, and returns its number.
    pub(crate) async fn send(&mut self, request: &Value) -> Result<u32, Trouble> {
        self.last += 1;
        let text = json!({ "id": self.last, "request": request }).to_string();
        self.socket.send(Message::text(text)).await?;
        Ok(self.last)
    }

    /// Sends any text.
    pub(crate) async fn send_raw(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(message).await
    }

    /// The next message; none if the server closed the connection.
    pub(crate) async fn next(&mut self) -> Result<Option<Value>, Trouble> {
        self.next_text().await?.map(|text| Ok(serde_json::from_str(&text)?)).transpose()
    }

    /// The next message as it was sent, for whoever need not understand it.
    pub(crate) async fn next_text(&mut self) -> Result<Option<String>, Trouble> {
        Ok(timeout(PATIENCE, self.inbox.recv()).await?)
    }

    /// Sends a request and waits for its answer; the error is the refusal's reason.
    pub(crate) async fn ask(&mut self, request: Value) -> Result<Value, Trouble> {
        let id = self.send(&request).await?;
        loop {
            let mut message = self.next().await?.ok_or("the connection was closed")?;
            if message["id"] == id {
                return match message["type"].as_str() {
                    Some("answer") => Ok(message["answer"].take()),
                    _ => Err(message["reason"].as_str().unwrap_or("no reason").into()),
                };
            }
        }
    }

    /// Opens a game.
    pub(crate) async fn join(&mut self, game: &str, keys: &[&str]) -> Result<Value, Trouble> {
        self.ask(json!({ "type": "join", "game": game, "keys": keys })).await
    }

    /// Changes the game.
    pub(crate) async fn order(&mut self, order: Value) -> Result<Value, Trouble> {
        self.ask(json!({ "type": "order", "order": order })).await
    }

    /// Changes the game as it was when it had so many orders.
    pub(crate) async fn order_after(&mut self, after: u64, order: Value) -> Result<Value, Trouble> {
        self.ask(json!({ "type": "order", "after": after, "order": order })).await
    }

    /// Waits for a message of this type.
    pub(crate) async fn hear(&mut self, kind: &str) -> Result<Value, Trouble> {
        loop {
            let message = self.next().await?.ok_or("the connection was closed")?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}

/// Posts a body, and returns the status and the answer.
pub(crate) async fn post(server: SocketAddr, path: &str, origin: &str, body: &str) -> Result<(u16, String), Trouble> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nOrigin: {origin}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    exchange(server, &(head + body)).await
}

/// Sends a request as it is, and returns the status and what follows the headers.
pub(crate) async fn exchange(server: SocketAddr, request: &str) -> Result<(u16, String), Trouble> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await??;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok((status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())))
}

/// Makes a game of Star Chess with these seats, and returns its id and its host's key.
pub(crate) async fn create(server: SocketAddr, seats: Value) -> Result<(String, String), Trouble> {
    let setup =
        json!({ "from": { "type": "galaxy", "kind": "terran", "seed": 0 }, "seats": seats, "round_limit": null });
    let body = json!({ "kind": "star", "setup": setup }).to_string();
    let (status, answer) = loop {
        let answered = post(server, "/api/games", &format!("http://{server}"), &body).await?;
        if answered.0 != TOO_MANY_REQUESTS {
            break answered;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    if status != 200 {
        return Err(format!("{status}: {answer}").into());
    }
    let created: Value = serde_json::from_str(&answer)?;
    let text = |name: &str| created[name].as_str().unwrap_or_default().to_owned();
    Ok((text("game"), text("host_key")))
}

/// Four people.
pub(crate) fn humans() -> Value {
    json!([{ "type": "human" }, { "type": "human" }, { "type": "human" }, { "type": "human" }])
}

/// Four computers of a strength.
pub(crate) fn computers(strength: &str) -> Value {
    let seat = json!({ "type": "computer", "strength": strength });
    json!([seat, seat, seat, seat])
}
