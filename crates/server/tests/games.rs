//! Chess and noughts and crosses over the socket of a real server.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Options, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that runs until the test ends.
struct Running {
    address: String,
    end: Option<tokio::sync::oneshot::Sender<()>>,
}

async fn start(folder: &std::path::Path) -> Running {
    let server = Server::bind(&Options { port: Some(0), ..Options::new(folder) }).await.unwrap();
    let address = server.address().to_string();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(server.run(async move {
        let _ = ended.await;
    }));
    Running { address, end: Some(end) }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
    }
}

impl Running {
    /// Posts JSON, and returns the status and the body.
    async fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let (body, address) = (body.to_string(), &self.address);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    /// Makes a game and joins it.
    async fn create(&self, kind: &str, setup: Value) -> Page {
        let (status, body) = self.post("/api/games", &json!({ "kind": kind, "setup": setup })).await;
        assert_eq!(status, 200, "{body}");
        let created: Value = serde_json::from_str(&body).unwrap();
        let text = |name: &str| created[name].as_str().unwrap().to_owned();
        self.join(text("game"), vec![text("host_key")]).await
    }

    async fn join(&self, game: String, keys: Vec<String>) -> Page {
        let mut request = format!("ws://{}/socket", self.address).into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{}", self.address).parse().unwrap());
        let (socket, _) = connect_async(request).await.unwrap();
        let mut page = Page { socket, number: 0, view: Value::Null, game, keys, seat_keys: Value::Null };
        let join = json!({ "type": "join", "game": page.game, "keys": page.keys });
        let joined = page.request(join).await.unwrap();
        page.view = joined["view"].clone();
        page.seat_keys = joined["seat_keys"].clone();
        page
    }
}

/// A page that shows a game.
struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    number: u64,
    /// The last view.
    view: Value,
    game: String,
    keys: Vec<String>,
    seat_keys: Value,
}

impl Page {
    async fn receive(&mut self) -> Value {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time").unwrap().unwrap();
            if let Message::Text(text) = frame {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == "update" {
                    self.view = message["view"].clone();
                }
                return message;
            }
        }
    }

    /// Sends a request and waits for its answer.
    async fn request(&mut self, request: Value) -> Result<Value, String> {
        self.number += 1;
        let text = json!({ "id": self.number, "request": request }).to_string();
        self.socket.send(Message::Text(text.into())).await.unwrap();
        loop {
            let message = self.receive().await;
            if message["id"] == self.number {
                return match message["type"].as_str() {
                    Some("answer") => Ok(message["answer"].clone()),
                    _ => Err(message["reason"].as_str().unwrap().to_owned()),
                };
            }
        }
    }

    async fn order(&mut self, order: Value) -> Result<(), String> {
        self.request(json!({ "type": "order", "order": order })).await.map(drop)
    }

    async fn ask(&mut self, question: Value) -> Result<Value, String> {
        self.request(json!({ "type": "ask", "question": question })).await
    }

    /// Waits until the view is as wanted.
    async fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) {
        while !is_wanted(&self.view) {
            self.receive().await;
        }
    }

    async fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = self.view["moves"].as_array().unwrap().len();
        self.order(json!({ "type": "move", "ply": ply, "text": text })).await
    }

    fn moves(&self) -> Vec<&str> {
        self.view["moves"].as_array().unwrap().iter().map(|mv| mv["san"].as_str().unwrap()).collect()
    }
}

#[tokio::test]
async fn a_game_of_chess_to_mate_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = server.create("chess", json!({ "white": "human", "black": "human" })).await;
    for mv in ["f2f3", "e5", "g4"] {
        page.play(mv).await.unwrap();
    }
    assert_eq!(page.play("Ke2").await.unwrap_err(), "Ke2 is not legal here");
    let (game, keys) = (page.game.clone(), page.keys.clone());
    drop((page, server));
    let server = start(folder.path()).await;
    let mut page = server.join(game, keys).await;
    assert_eq!(page.moves(), ["f3", "e5", "g4"]);
    page.play("Qh4").await.unwrap();
    assert_eq!(page.view["outcome"]["text"], "Black wins by checkmate");
    assert_eq!(page.view["moves"][3]["position"]["check"], "e1");
    let texts = page.ask(json!({ "type": "texts", "ply": 4 })).await.unwrap();
    assert!(texts["pgn"].as_str().unwrap().contains("1. f3 e5 2. g4 Qh4# 0-1"), "{texts}");
}

#[tokio::test]
async fn the_engine_answers_and_analyses() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = server.create("chess", json!({ "white": "human", "black": "engine:level=beginner" })).await;
    page.play("e4").await.unwrap();
    page.wait(|view| view["moves"].as_array().unwrap().len() == 2).await;
    assert!(page.view["players"][1]["player"].as_str().unwrap().contains("seed="));
    let found = page.ask(json!({ "type": "analyse", "ply": 1, "lines": 3, "millis": 200 })).await.unwrap();
    assert_eq!(found["lines"].as_array().unwrap().len(), 3, "{found}");
    assert!(found["lines"][0]["first"].as_str().unwrap().starts_with("1… "));
    page.order(json!({ "type": "take_back" })).await.unwrap();
    assert_eq!(page.moves(), [""; 0]);
    // Nobody decides for the engine.
    let decide = json!({ "type": "decide", "ply": 0, "uci": "e2e4", "score": null, "depth": 1, "millis": 0 });
    assert_eq!(page.order(decide).await.unwrap_err(), "computers decide for themselves");
}

#[tokio::test]
async fn a_seat_is_played_with_its_key_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let host = server.create("chess", json!({ "white": "human", "black": "human" })).await;
    let black = host.seat_keys[1].as_str().unwrap().to_owned();
    let mut black = server.join(host.game.clone(), vec![black]).await;
    assert_eq!(black.play("e4").await.unwrap_err(), "this is for another player to do");
    let mut watcher = server.join(host.game.clone(), vec![]).await;
    assert!(watcher.play("e4").await.unwrap_err().contains("you only watch this game"));
    let mut host = host;
    host.play("e4").await.unwrap();
    black.wait(|view| view["moves"].as_array().unwrap().len() == 1).await;
    black.play("e5").await.unwrap();
    watcher.wait(|view| view["moves"].as_array().unwrap().len() == 2).await;
}

#[tokio::test]
async fn impossible_games_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let cases = [
        ("chess", json!({ "white": "human", "black": "uci:touch /tmp/x" }), "does not play here"),
        ("chess", json!({ "white": "human", "black": "nobody" }), "unknown player \"nobody\""),
        (
            "chess",
            json!({ "white": "human", "black": "human", "start": { "type": "fen", "fen": "8/8/8/8/8/8/8/8 w - - 0 1" } }),
            "not a possible position: White has 0 kings instead of 1",
        ),
        (
            "chess",
            json!({ "white": "human", "black": "human", "start": { "type": "pgn", "pgn": "1. e4 e5 2. Qh6" } }),
            "game 1, line 1: Qh6 is not legal here",
        ),
        ("chess", json!({ "white": "human" }), "missing field `black`"),
        ("noughts", json!({ "cross": "human", "nought": "human", "position": "XXX/.../..." }), "X"),
    ];
    for (kind, setup, expected) in cases {
        let (status, reason) = server.post("/api/games", &json!({ "kind": kind, "setup": setup })).await;
        assert!(status == 422 && reason.contains(expected), "{setup}: {status} {reason}");
    }
}

#[tokio::test]
async fn noughts_and_crosses_with_its_tree() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = server.create("noughts", json!({ "cross": "human", "nought": "perfect" })).await;
    let question = json!({ "type": "tree", "algorithm": "alpha_beta", "depth": 2, "order": "best_first", "fold": true });
    let tree = page.ask(question.clone()).await.unwrap();
    assert_eq!((tree["nodes"].as_array().unwrap().len(), tree["steps"].as_array().unwrap().len()), (16, 9));
    page.order(json!({ "type": "play", "square": "a" })).await.unwrap();
    page.wait(|view| view["moves"].as_str().unwrap().len() == 2).await;
    assert_eq!(page.view["moves"], "ae", "anything but the centre loses");
    let whole = page.ask(json!({ "type": "whole_game" })).await.unwrap();
    assert_eq!(whole["rows"][0]["verdict"], "a draw");
    assert_eq!(page.order(json!({ "type": "play", "square": "e" })).await.unwrap_err(), "O is already on e");
    page.order(json!({ "type": "take_back" })).await.unwrap();
    assert_eq!(page.view["moves"], "");
}
