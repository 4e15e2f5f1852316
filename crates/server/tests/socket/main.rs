//! The server as a page sees it, over real sockets.

mod client;
mod games;
mod kept;
mod limits;

use std::net::SocketAddr;
use std::path::Path;

use serde_json::{Value, json};
use server::{Options, Server};
use starchess::{Galaxy, GameFile, GameRecord, Start};
use tokio_tungstenite::tungstenite::Message;

use client::{Client, TOO_MANY_REQUESTS, computers, create, exchange, humans, post};

/// Starts a server on a free port.
async fn start(folder: &Path) -> SocketAddr {
    let server = Server::bind(&Options { port: Some(0), ..Options::new(folder) }).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run(std::future::pending()));
    address
}

fn play(command: &Value) -> Value {
    json!({ "type": "play", "commands": [command] })
}

fn end() -> Value {
    play(&json!({ "type": "end_turn" }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_by_several_pages_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, host_key) = create(server, humans()).await.unwrap();
    let mut host = Client::connect(server).await.unwrap();
    let joined = host.join(&game, &[&host_key]).await.unwrap();
    assert_eq!((joined["is_host"].as_bool(), joined["seats"].as_array().unwrap().len()), (Some(true), 4));
    let key = joined["seat_keys"][1].as_str().unwrap();
    let mut teal = Client::connect(server).await.unwrap();
    assert_eq!(teal.join(&game, &[key]).await.unwrap()["seats"], json!([1]));
    let mut watcher = Client::connect(server).await.unwrap();
    let seen = watcher.join(&game, &["00000000000000000000000000000000"]).await.unwrap();
    assert_eq!((seen["seats"].clone(), seen["seat_keys"].clone()), (json!([]), json!([])));

    // Indigo moves; Teal and the watcher see it, and cannot do it.
    let command = json!({ "type": "move", "from": "A1", "to": "B2", "ships": 20 });
    let refusal = teal.order(play(&command)).await.unwrap_err().to_string();
    assert_eq!(refusal, "it is another player's turn");
    assert!(watcher.order(end()).await.unwrap_err().to_string().starts_with("you only watch"));
    host.order(play(&command)).await.unwrap();
    let update = watcher.hear("update").await.unwrap();
    assert_eq!(update["news"]["steps"][0]["events"][0]["type"], "ships_moved");
    let refusal = host.order(play(&command)).await.unwrap_err().to_string();
    assert!(refusal.contains("A1"), "{refusal}");
    host.order(json!({ "type": "undo" })).await.unwrap();
    host.order(json!({ "type": "redo" })).await.unwrap();
    host.order(end()).await.unwrap();
    teal.order(end()).await.unwrap();

    // Another server finds it as it was.
    let again = start(folder.path()).await;
    let mut host = Client::connect(again).await.unwrap();
    let joined = host.join(&game, &[&host_key]).await.unwrap();
    assert_eq!((joined["view"]["commands"].clone(), joined["view"]["turns"].clone()), (json!(3), json!(2)));
    assert_eq!(joined["view"]["next"], json!({ "type": "human", "who": 3 }));
}

/// The number of ships of a command can be changed after it was given, at once and as one order.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_command_of_a_turn_is_revised() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, key) = create(server, humans()).await.unwrap();
    let mut page = Client::connect(server).await.unwrap();
    page.join(&game, &[&key]).await.unwrap();
    let to_b2 = |ships: u32| json!({ "type": "move", "from": "A1", "to": "B2", "ships": ships });
    let revise = |command: Value| json!({ "type": "revise", "command": command });
    let preview = |command: Value| json!({ "type": "ask", "question": { "type": "preview", "command": command, "instead": true } });
    let refusal = page.order(revise(to_b2(5))).await.unwrap_err().to_string();
    assert_eq!(refusal, "this turn has no command yet");
    page.order(play(&to_b2(20))).await.unwrap();
    // All ships have gone: only in place of the move can others go.
    let seen = page.ask(preview(to_b2(12))).await.unwrap();
    assert_eq!(seen["board"]["sectors"][5]["fleet"]["ships"], 12);
    page.order(revise(to_b2(12))).await.unwrap();
    for refused in [to_b2(21), json!({ "type": "end_turn" })] {
        page.order(revise(refused)).await.unwrap_err();
    }
    page.order(end()).await.unwrap();
    page.order(revise(to_b2(3))).await.unwrap_err();

    let again = start(folder.path()).await;
    let mut page = Client::connect(again).await.unwrap();
    let joined = page.join(&game, &[&key]).await.unwrap();
    let ships = |sector: usize| joined["view"]["board"]["sectors"][sector]["fleet"]["ships"].clone();
    assert_eq!((ships(0), ships(5), joined["view"]["commands"].clone()), (json!(8), json!(12), json!(2)));
}

/// Two pages of one player that end the turn at the same moment end one turn, not two.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_for_a_position_that_is_gone_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, key) = create(server, humans()).await.unwrap();
    let (mut one, mut two) = (Client::connect(server).await.unwrap(), Client::connect(server).await.unwrap());
    let seen = one.join(&game, &[&key]).await.unwrap()["orders"].as_u64().unwrap();
    assert_eq!(two.join(&game, &[&key]).await.unwrap()["orders"], seen);
    let (first, second) = tokio::join!(one.order_after(seen, end()), two.order_after(seen, end()));
    let refusal = first.and(second).unwrap_err().to_string();
    assert_eq!(refusal, "the game changed before this arrived, so it was not done: look at the game as it is now");
    let joined = one.join(&game, &[&key]).await.unwrap();
    assert_eq!((joined["view"]["turns"].clone(), joined["orders"].clone()), (json!(1), json!(seen + 1)));
    assert!(two.order_after(seen, json!({ "type": "undo_turn" })).await.is_err());
    // Who sits where does not depend on the position.
    let seat = json!({ "type": "seat", "player": 4, "seat": { "type": "human" } });
    two.order_after(seen, seat).await.unwrap();
    one.order_after(seen + 2, end()).await.unwrap();
    assert_eq!(two.join(&game, &[&key]).await.unwrap()["view"]["turns"], 2);
    // Nor can a page order for a position that is still to come.
    assert!(two.order_after(seen + 9, end()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_play_and_explain_their_turns() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, host_key) = create(server, computers("paper2")).await.unwrap();
    let mut page = Client::connect(server).await.unwrap();
    let joined = page.join(&game, &[&host_key]).await.unwrap();
    assert_eq!(joined["status"]["pace"]["is_paused"], true, "nobody plays before someone watches");
    page.ask(json!({ "type": "step" })).await.unwrap();
    let update = page.hear("update").await.unwrap();
    assert_eq!(update["view"]["turns"], 1);
    let turn = &update["news"]["finished"][0];
    assert_eq!(turn["computer"]["name"], "Paper 2");
    let why = page.ask(json!({ "type": "ask", "question": { "type": "why", "turn": 0 } })).await.unwrap();
    let why = &why["why"];
    assert_eq!(why["expected"].as_array().unwrap().len(), 8, "two rounds of four players");
    assert_eq!(why["expected"][0]["commands"], turn["commands"], "it finds the turn that it played");
    assert_eq!(why["expected"][0]["real"]["likeness"], "same");
    assert_eq!(why["expected"][1]["real"], Value::Null);
    let refusal = page.ask(json!({ "type": "ask", "question": { "type": "why", "turn": 9 } })).await.unwrap_err();
    assert_eq!(refusal.to_string(), "there is no turn 10 yet");
}

/// A player that learns from turn to turn is the same after a restart, and finds each of its turns again.
#[tokio::test(flavor = "multi_thread")]
async fn the_strongest_player_remembers_and_explains() {
    let why = async |page: &mut Client, turn: u32| {
        let question = json!({ "type": "ask", "question": { "type": "why", "turn": turn } });
        page.ask(question).await.unwrap()["why"].take()
    };
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, host_key) = create(server, computers("admiral")).await.unwrap();
    let mut page = Client::connect(server).await.unwrap();
    page.join(&game, &[&host_key]).await.unwrap();
    let mut played = Vec::new();
    for _ in 0..13 {
        page.ask(json!({ "type": "step" })).await.unwrap();
        played.push(page.hear("update").await.unwrap()["news"]["finished"][0]["commands"].take());
    }
    let last = why(&mut page, 12).await;
    assert_eq!(last["reasons"]["type"], "goals");
    assert_eq!(last["computer"]["name"], "Admiral");
    assert_eq!(last["expected"][0]["commands"], played[12]);
    assert_eq!(last["reasons"]["beliefs"].as_array().unwrap().len(), 3, "it knows its opponents");
    assert!(last["reasons"]["goals"][0]["words"].as_str().unwrap().len() > 10, "{last}");
    // The turn of the second round has come true as far as it was played: two of its rounds.
    let second = why(&mut page, 4).await;
    let real = |moment: usize| second["expected"][moment]["real"]["likeness"].as_str();
    assert_eq!(real(0), Some("same"));
    assert!(real(1).is_some() && real(2).is_some() && real(3).is_none());

    // Another server has to recall what the players knew.
    let again = start(folder.path()).await;
    let mut page = Client::connect(again).await.unwrap();
    page.join(&game, &[&host_key]).await.unwrap();
    assert_eq!(why(&mut page, 12).await["reasons"], last["reasons"]);
    // After an undo it thinks of the same again, with what it knew then.
    page.order(json!({ "type": "undo_turn" })).await.unwrap();
    page.ask(json!({ "type": "step" })).await.unwrap();
    while page.hear("update").await.unwrap()["news"]["finished"][0]["commands"] != played[12] {}
}

/// A new game can be looked at before it is made.
#[tokio::test(flavor = "multi_thread")]
async fn a_galaxy_is_shown_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let setup =
        json!({ "from": { "type": "galaxy", "kind": "barren", "seed": 0 }, "seats": null, "round_limit": null });
    let body = json!({ "kind": "star", "setup": setup }).to_string();
    let (status, answer) = post(server, "/api/preview", &format!("http://{server}"), &body).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let summary: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(summary["details"]["sectors"][1]["class"], "barren");
    assert_eq!(post(server, "/api/preview", "http://evil.example", &body).await.unwrap().0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_requests_is_slowed_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let origin = format!("http://{server}");
    let mut refused = 0;
    for _ in 0..1_000 {
        let (status, _) = post(server, "/api/recent", &origin, r#"{"games":[],"owner_key":""}"#).await.unwrap();
        refused += u32::from(status == TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
    // Whoever waits is let in.
    assert!(create(server, humans()).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn other_origins_and_hosts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    assert!(Client::connect_from(server, "http://evil.example").await.is_err());
    assert!(Client::connect_from(server, "null").await.is_err());
    assert_eq!(post(server, "/api/games", "http://evil.example", "{}").await.unwrap().0, 403);
    let (status, _) =
        exchange(server, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").await.unwrap();
    assert_eq!(status, 403);
    let page = format!("GET / HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    assert_eq!(exchange(server, &page).await.unwrap().0, 200);
    let secret = format!("GET /../Cargo.toml HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    assert_eq!(exchange(server, &secret).await.unwrap().0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_new_game_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let origin = format!("http://{server}");
    for (body, reason) in [
        ("", "the request cannot be read: EOF"),
        (r#"{"kind":"go","setup":{}}"#, "unknown variant `go`"),
        (r#"{"kind":"star","setup":{}}"#, "this is not how a game begins: missing field `from`"),
        (
            r#"{"kind":"star","setup":{"from":{"type":"position","position":"t"},"seats":null,"round_limit":null}}"#,
            "this is not a position: ",
        ),
        (
            r#"{"kind":"star","setup":{"from":{"type":"file","text":"x"},"seats":null,"round_limit":null}}"#,
            "this is not a saved game: line 1: ",
        ),
    ] {
        let (status, answer) = post(server, "/api/games", &origin, body).await.unwrap();
        assert!(status == 422 && answer.contains(reason), "{body}: {status} {answer}");
    }
    let (status, _) = post(server, "/api/games", &origin, &"x".repeat(5 << 20)).await.unwrap_or((413, String::new()));
    assert_eq!(status, 413);
    // A saved game could name any program: it does not run here.
    let mut file = GameFile::new(GameRecord::new(Galaxy::start(Start::Terran)));
    file.players[0] = "sci:touch intruder".to_owned();
    let text = file.to_string();
    let setup = json!({ "from": { "type": "file", "text": text }, "seats": null, "round_limit": null });
    let body = json!({ "kind": "star", "setup": setup }).to_string();
    let (status, answer) = post(server, "/api/games", &origin, &body).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let created: Value = serde_json::from_str(&answer).unwrap();
    let mut page = Client::connect(server).await.unwrap();
    let joined = page.join(created["game"].as_str().unwrap(), &[created["host_key"].as_str().unwrap()]).await.unwrap();
    assert_eq!(joined["view"]["seats"][0]["kind"], "unknown");
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_and_large_messages_end_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = Client::connect(server).await.unwrap();
    let _ = page.send_raw(Message::text("x".repeat(20 << 10))).await;
    assert!(page.next().await.unwrap().is_none());
    let mut page = Client::connect(server).await.unwrap();
    for _ in 0..2_000 {
        if page.send(&json!({ "type": "hurry" })).await.is_err() {
            break;
        }
    }
    while page.next().await.unwrap().is_some() {}
    // Others are not affected.
    assert!(create(server, humans()).await.is_ok());
}

/// Garbage of all kinds, from nonsense to requests that are almost right, never ends the server.
#[tokio::test(flavor = "multi_thread")]
async fn garbage_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, host_key) = create(server, humans()).await.unwrap();
    let mut random = 1_u64;
    let mut next = move |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let join = json!({ "type": "join", "game": game, "keys": [host_key] });
    let valid = [
        json!({ "type": "order", "order": end() }),
        json!({ "type": "order", "order": play(&json!({ "type": "move", "from": "A1", "to": "B2", "ships": 20 })) }),
        json!({ "type": "order", "order": { "type": "seat", "player": 1, "seat": { "type": "human" } } }),
        json!({ "type": "order", "order": { "type": "turn", "commands": [], "rounds": 4_000_000_000_u32 } }),
        json!({ "type": "ask", "question": { "type": "at", "commands": 4_294_967_295_u32 } }),
        json!({ "type": "ask", "question": { "type": "history", "from": 4_294_967_295_u32 } }),
        json!({ "type": "ask", "question": { "type": "file" } }),
        json!({ "type": "ask", "question": { "type": "why", "turn": 4_294_967_295_u32 } }),
        json!({ "type": "ask", "question": { "type": "preview", "command": { "type": "build", "at": "A1", "ships": 4_294_967_295_u32 } } }),
        json!({ "type": "pace", "pace": { "is_paused": true, "gap_ms": 4_294_967_295_u32 } }),
        json!({ "type": "step" }),
        json!({ "type": "join", "game": "🚀", "keys": ["x"] }),
    ];
    for round in 0..60 {
        let mut page = Client::connect(server).await.unwrap();
        page.ask(join.clone()).await.unwrap();
        for _ in 0..8 {
            let mut bytes = json!({ "id": 7, "request": valid[next(valid.len())] }).to_string().into_bytes();
            // Some stay as they are.
            for _ in 0..next(4) {
                match next(4) {
                    0 => bytes.truncate(next(bytes.len() + 1)),
                    1 if !bytes.is_empty() => {
                        let at = next(bytes.len());
                        bytes[at] = b"0123456789{}[]\",:-eE.\\ntfA"[next(26)];
                    }
                    2 => bytes.insert(next(bytes.len() + 1), b'0' + next(10) as u8),
                    _ => bytes.extend_from_within(..bytes.len() / 2),
                }
            }
            let message = match (round % 10, String::from_utf8(bytes)) {
                (9, _) => Message::binary(vec![0xff; next(300)]),
                (_, Ok(text)) => Message::text(text),
                (_, Err(error)) => Message::binary(error.into_bytes()),
            };
            if page.send_raw(message).await.is_err() {
                break;
            }
        }
        let mut last = Client::connect(server).await.unwrap();
        assert!(last.join(&game, &[&host_key]).await.is_ok(), "after round {round}");
    }
}
