//! What the server does not let anyone do, over real sockets.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use starchess::{Command, Galaxy, GameFile, GameRecord, Start};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::{Client, create, exchange, humans, post};
use crate::start;

/// A saved game in which so many turns just ended.
fn saved(turns: usize) -> GameFile {
    let mut record = GameRecord::new(Galaxy::start(Start::Terran));
    for _ in 0..turns {
        record.apply(Command::EndTurn).unwrap();
    }
    GameFile::new(record)
}

async fn load(server: SocketAddr, file: &str) -> (u16, Value) {
    let setup = json!({ "from": { "type": "file", "text": file }, "seats": null, "round_limit": null });
    let body = json!({ "kind": "star", "setup": setup }).to_string();
    let (status, answer) = post(server, "/api/games", &format!("http://{server}"), &body).await.unwrap();
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

async fn watch(server: SocketAddr, created: &Value) -> (Client, Value) {
    let mut page = Client::connect(server).await.unwrap();
    let joined = page.join(created["game"].as_str().unwrap(), &[]).await.unwrap();
    (page, joined)
}

/// A short question must not have an answer of many megabytes.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_game_is_told_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (status, created) = load(server, &saved(1_200).to_string()).await;
    assert_eq!(status, 200, "{created}");
    let (mut page, joined) = watch(server, &created).await;
    assert_eq!(joined["view"]["turns"], 1_200);
    for (from, count) in [(0, 500), (1_000, 200), (1_200, 0), (u32::MAX, 0)] {
        let question = json!({ "type": "ask", "question": { "type": "history", "from": from } });
        let answer = page.ask(question).await.unwrap();
        let turns = answer["turns"].as_array().unwrap();
        assert_eq!(turns.len(), count, "from {from}");
        assert!(turns.first().is_none_or(|turn| turn["begins"] == from));
    }
    let (status, reason) = load(server, &saved(40_001).to_string()).await;
    assert_eq!((status, reason), (422, json!("the game has 40001 commands; up to 40000 can be read")));
}

/// Every page that joins is sent the names of the players.
#[tokio::test(flavor = "multi_thread")]
async fn names_in_a_file_are_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut file = saved(1);
    file.players[3] = format!("a\u{202e}b{}", "x".repeat(100_000));
    // As a program on another system may have written it.
    let (status, created) = load(server, &file.to_string().replace('\n', "\r\n")).await;
    assert_eq!(status, 200, "{created}");
    let (_, joined) = watch(server, &created).await;
    let seat = joined["view"]["seats"][3].to_string();
    assert!(seat.len() < 1_000 && seat.contains("a bxxx"), "{seat}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_too_large_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let head =
        format!("POST /api/games HTTP/1.1\r\nHost: {server}\r\nOrigin: http://{server}\r\nConnection: close\r\n");
    let (status, reason) = exchange(server, &format!("{head}Content-Length: 100000000000000\r\n\r\n")).await.unwrap();
    assert_eq!(status, 413);
    assert_eq!(reason.trim(), "the request has more than 4 MiB, which is the most that this server reads");
}

/// Whoever only watches cannot keep players from asking.
#[tokio::test(flavor = "multi_thread")]
async fn each_page_has_questions_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, key) = create(server, humans()).await.unwrap();
    let mut watcher = Client::connect(server).await.unwrap();
    watcher.join(&game, &[]).await.unwrap();
    let hint = json!({ "type": "ask", "question": { "type": "advise", "strength": "admiral" } });
    for _ in 0..4 {
        watcher.send(&hint).await.unwrap();
    }
    let refusal = watcher.ask(hint.clone()).await.unwrap_err().to_string();
    assert_eq!(refusal, "the computer still thinks about earlier questions");
    let mut player = Client::connect(server).await.unwrap();
    player.join(&game, &[&key]).await.unwrap();
    assert_eq!(player.ask(hint).await.unwrap()["type"], "advice");
}

/// A socket without the conversation around it.
async fn socket(server: SocketAddr) -> WebSocketStream<TcpStream> {
    let mut request = format!("ws://{server}/socket").into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("http://{server}").parse().unwrap());
    client_async(request, TcpStream::connect(server).await.unwrap()).await.unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_closed_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = socket(server).await;
    page.send(Message::text("x".repeat(17 << 10))).await.unwrap();
    let Some(Ok(Message::Close(Some(frame)))) = page.next().await else { panic!("no reason") };
    assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1002, "a message is damaged or has more than 16 KiB"));
    // Whoever says goodbye is answered.
    let mut page = socket(server).await;
    page.send(Message::Close(None)).await.unwrap();
    assert!(matches!(page.next().await, Some(Ok(Message::Close(_)))));
}
