//! A page without a browser: what a page says over HTTP and over its socket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long an answer may take. It is long: machines that run tests can be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// What goes wrong in a conversation, in words.
pub type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// A page that is connected.
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    last: u32,
}

impl Client {
    /// Connects as the page of this server does.
    pub async fn connect(server: SocketAddr) -> Result<Self, Trouble> {
        Self::connect_from(server, &format!("http://{server}")).await
    }

    /// Connects as a page of another origin would.
    pub async fn connect_from(server: SocketAddr, origin: &str) -> Result<Self, Trouble> {
        let mut request = format!("ws://{server}/socket").into_client_request()?;
        request.headers_mut().insert("origin", origin.parse()?);
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(Self { socket, last: 0 })
    }

    /// Sends a request without waiting for the answer, and returns its number.
    pub async fn send(&mut self, request: &Value) -> Result<u32, Trouble> {
        self.last += 1;
        let text = json!({ "id": self.last, "request": request }).to_string();
        self.socket.send(Message::text(text)).await?;
        Ok(self.last)
    }

    /// Sends any text.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(message).await
    }

    /// The next message; none if the server closed the connection.
    pub async fn next(&mut self) -> Result<Option<Value>, Trouble> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await? {
                Some(Ok(Message::Text(text))) => return Ok(Some(serde_json::from_str(&text)?)),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Sends a request and waits for its answer; the error is the refusal's reason.
    pub async fn ask(&mut self, request: Value) -> Result<Value, Trouble> {
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
    pub async fn join(&mut self, game: &str, keys: &[&str]) -> Result<Value, Trouble> {
        self.ask(json!({ "type": "join", "game": game, "keys": keys })).await
    }

    /// Changes the game.
    pub async fn order(&mut self, order: Value) -> Result<Value, Trouble> {
        self.ask(json!({ "type": "order", "order": order })).await
    }

    /// Waits for a message of this type.
    pub async fn hear(&mut self, kind: &str) -> Result<Value, Trouble> {
        loop {
            let message = self.next().await?.ok_or("the connection was closed")?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}

/// Posts a body, and returns the status and the answer.
pub async fn post(server: SocketAddr, path: &str, origin: &str, body: &str) -> Result<(u16, String), Trouble> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nOrigin: {origin}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    exchange(server, &(head + body)).await
}

/// Sends a request as it is, and returns the status and what follows the headers.
pub async fn exchange(server: SocketAddr, request: &str) -> Result<(u16, String), Trouble> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await??;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok((status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())))
}

/// Makes a game of Star Chess with these seats, and returns its id and its host's key.
pub async fn create(server: SocketAddr, seats: Value) -> Result<(String, String), Trouble> {
    let setup = json!({ "from": { "type": "galaxy", "kind": "terran", "seed": 0 }, "seats": seats, "round_limit": null });
    let body = json!({ "kind": "star", "setup": setup }).to_string();
    let (status, answer) = post(server, "/api/games", &format!("http://{server}"), &body).await?;
    if status != 200 {
        return Err(format!("{status}: {answer}").into());
    }
    let created: Value = serde_json::from_str(&answer)?;
    let text = |name: &str| created[name].as_str().unwrap_or_default().to_owned();
    Ok((text("game"), text("host_key")))
}

/// Four people.
pub fn humans() -> Value {
    json!([{ "type": "human" }, { "type": "human" }, { "type": "human" }, { "type": "human" }])
}

/// Four computers of a strength.
pub fn computers(strength: &str) -> Value {
    let seat = json!({ "type": "computer", "strength": strength });
    json!([seat, seat, seat, seat])
}
