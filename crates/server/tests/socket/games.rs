//! Chess and noughts and crosses over the socket.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, post};
use crate::start;

/// A page that shows a game.
struct Page {
    client: Client,
    game: String,
    key: String,
    seat_keys: Value,
    /// The last view.
    view: Value,
}

/// Makes a game and joins it.
async fn create(server: SocketAddr, kind: &str, setup: Value) -> Page {
    let (status, answer) = make(server, kind, &setup).await;
    assert_eq!(status, 200, "{answer}");
    let created: Value = serde_json::from_str(&answer).unwrap();
    let text = |name: &str| created[name].as_str().unwrap().to_owned();
    join(server, text("game"), text("host_key")).await
}

async fn make(server: SocketAddr, kind: &str, setup: &Value) -> (u16, String) {
    let body = json!({ "kind": kind, "setup": setup }).to_string();
    post(server, "/api/games", &format!("http://{server}"), &body).await.unwrap()
}

async fn join(server: SocketAddr, game: String, key: String) -> Page {
    let mut client = Client::connect(server).await.unwrap();
    let mut joined = client.join(&game, &[&key]).await.unwrap();
    Page { client, game, key, seat_keys: joined["seat_keys"].take(), view: joined["view"].take() }
}

impl Page {
    /// Gives an order, and waits for what it leads to.
    async fn order(&mut self, order: Value) -> Result<(), String> {
        self.client.order(order).await.map_err(|refusal| refusal.to_string())?;
        Ok(())
    }

    async fn ask(&mut self, question: Value) -> Value {
        self.client.ask(json!({ "type": "ask", "question": question })).await.unwrap()
    }

    /// Sees how the game stands now.
    async fn look(&mut self) -> &Value {
        let mut joined = self.client.join(&self.game, &[&self.key]).await.unwrap();
        self.view = joined["view"].take();
        &self.view
    }

    /// Waits until the game has so many moves.
    async fn wait_for(&mut self, moves: usize) {
        while self.count() < moves {
            self.view = self.client.hear("update").await.unwrap()["view"].take();
        }
    }

    fn count(&self) -> usize {
        let moves = &self.view["moves"];
        moves.as_array().map_or_else(|| moves.as_str().unwrap().len(), Vec::len)
    }

    /// Makes a move of chess.
    async fn play(&mut self, text: &str) -> Result<(), String> {
        self.look().await;
        self.order(json!({ "type": "move", "ply": self.count(), "text": text })).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_chess_to_mate_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = create(server, "chess", json!({ "white": "human", "black": "human" })).await;
    for mv in ["f2f3", "e5", "g4"] {
        page.play(mv).await.unwrap();
    }
    assert_eq!(page.play("Ke2").await.unwrap_err(), "Ke2 is not legal here");
    // Another server finds it as it was.
    let again = start(folder.path()).await;
    let mut page = join(again, page.game, page.key).await;
    assert_eq!(page.count(), 3);
    page.play("Qh4").await.unwrap();
    let view = page.look().await;
    assert_eq!(view["outcome"]["text"], "Black wins by checkmate");
    assert_eq!(view["moves"][3]["position"]["check"], "e1");
    let texts = page.ask(json!({ "type": "texts", "ply": 4 })).await;
    assert!(texts["pgn"].as_str().unwrap().contains("2. g4 Qh4# {Black wins by checkmate} 0-1"), "{texts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_answers_and_analyses() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = create(server, "chess", json!({ "white": "human", "black": "engine:level=beginner" })).await;
    page.play("e4").await.unwrap();
    page.wait_for(2).await;
    assert!(page.view["players"][1]["player"].as_str().unwrap().contains("seed="));
    let found = page.ask(json!({ "type": "analyse", "ply": 1, "lines": 3, "millis": 200 })).await;
    assert_eq!(found["lines"].as_array().unwrap().len(), 3, "{found}");
    assert!(found["lines"][0]["first"].as_str().unwrap().starts_with("1… "), "{found}");
    page.order(json!({ "type": "take_back" })).await.unwrap();
    page.look().await;
    assert_eq!(page.count(), 0);
    // Nobody decides for the engine.
    let decide = json!({ "type": "decide", "ply": 0, "uci": "e2e4", "score": null, "depth": 1, "millis": 0 });
    assert_eq!(page.order(decide).await.unwrap_err(), "computers decide for themselves");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_is_played_with_its_key_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut host = create(server, "chess", json!({ "white": "human", "black": "human" })).await;
    let key = host.seat_keys[1].as_str().unwrap().to_owned();
    let mut black = join(server, host.game.clone(), key).await;
    assert_eq!(black.play("e4").await.unwrap_err(), "this is for another player to do");
    let mut watcher = join(server, host.game.clone(), "00000000000000000000000000000000".to_owned()).await;
    assert!(watcher.play("e4").await.unwrap_err().starts_with("you only watch this game"));
    host.play("e4").await.unwrap();
    black.play("e5").await.unwrap();
    watcher.wait_for(2).await;
}

/// Between two people at two screens, nobody takes a move back alone.
#[tokio::test(flavor = "multi_thread")]
async fn taking_back_needs_the_others_consent() {
    let proposal = async |page: &mut Page| loop {
        let proposal = page.client.hear("status").await.unwrap()["proposal"].take();
        if proposal != Value::Null {
            return proposal;
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    for (kind, setup) in [
        ("chess", json!({ "white": "human", "black": "human" })),
        ("noughts", json!({ "cross": "human", "nought": "human" })),
    ] {
        let moves = if kind == "chess" {
            ["e4", "e5"].map(|text| json!({ "type": "move", "text": text }))
        } else {
            ["a", "e"].map(|square| json!({ "type": "play", "square": square }))
        };
        let mut host = create(server, kind, setup).await;
        let refusal = host.order(json!({ "type": "take_back" })).await.unwrap_err();
        assert_eq!(refusal, "there is no move to take back");
        // Alone at the screen, the host plays both sides.
        let mut first = moves[0].clone();
        first["ply"] = json!(0);
        if kind == "noughts" {
            first.as_object_mut().unwrap().remove("ply");
        }
        host.order(first.clone()).await.unwrap();
        host.order(json!({ "type": "take_back" })).await.unwrap();
        assert_eq!(host.look().await["moves"].as_array().map_or(0, Vec::len), 0);
        host.order(first.clone()).await.unwrap();
        let key = host.seat_keys[1].as_str().unwrap().to_owned();
        let mut guest = join(server, host.game.clone(), key).await;
        while host.client.hear("status").await.unwrap()["guests"] != json!([1]) {}
        host.order(json!({ "type": "take_back" })).await.unwrap();
        assert_eq!(proposal(&mut guest).await, json!({ "by": [0], "is_by_host": true, "waits_for": [1] }));
        assert_eq!(guest.look().await["moves"].as_array().map_or_else(|| 1, Vec::len), 1, "nothing is taken back yet");
        let consent = |is_agreed: bool| json!({ "type": "consent", "is_agreed": is_agreed });
        let refusal = host.client.ask(consent(true)).await.unwrap_err().to_string();
        assert_eq!(refusal, "this is for another player to decide");
        guest.client.ask(consent(false)).await.unwrap();
        assert_eq!(guest.client.ask(consent(true)).await.unwrap_err().to_string(), "nothing is proposed");
        host.order(json!({ "type": "take_back" })).await.unwrap();
        guest.client.ask(consent(true)).await.unwrap();
        guest.look().await;
        assert_eq!(guest.count(), 0);
        // Nobody is asked whether nothing should be taken back.
        assert_eq!(host.order(json!({ "type": "take_back" })).await.unwrap_err(), "there is no move to take back");
        host.order(first).await.unwrap();
        host.order(json!({ "type": "take_back" })).await.unwrap();
        // The guest leaves: then the host decides alone.
        guest.client.send_raw(Message::Close(None)).await.unwrap();
        while host.client.hear("status").await.unwrap()["guests"] != json!([]) {}
        host.client.ask(consent(true)).await.unwrap();
        host.look().await;
        assert_eq!(host.count(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_games_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let humans = |start: Value| json!({ "white": "human", "black": "human", "start": start });
    let cases = [
        ("chess", json!({ "white": "human", "black": "uci:touch intruder" }), "does not play here"),
        ("chess", json!({ "white": "human", "black": "nobody" }), "nobody does not play here; choose human, "),
        ("chess", json!({ "white": "human" }), "missing field `black`"),
        (
            "chess",
            humans(json!({ "type": "fen", "fen": "8/8/8/8/8/8/8/8 w - - 0 1" })),
            "not a possible position: White has 0 kings instead of 1",
        ),
        (
            "chess",
            humans(json!({ "type": "pgn", "pgn": "1. e4 e5 2. Qh6" })),
            "not a PGN: game 1, line 1: Qh6 is not legal here",
        ),
        (
            "chess",
            humans(json!({ "type": "fen", "fen": "8/8/8/8/8/3P4/4k3/4K3 w - - 0 1" })),
            "the kings stand next to each other",
        ),
        (
            "chess",
            humans(json!({ "type": "pgn", "pgn": format!("1. e4 {{{}}} *", "x".repeat(300 << 10)) })),
            "the game has 300 KiB with its names and comments; up to 256 KiB can be read",
        ),
        (
            "chess",
            humans(json!({ "type": "pgn", "pgn": "[Variant \"Atomic\"]\n\n1. e4 *" })),
            "the game is of atomic, and not of chess",
        ),
        ("noughts", json!({ "cross": "human", "nought": "minimax" }), "minimax does not play here"),
        ("noughts", json!({ "cross": "human", "nought": "human", "position": "XXX/.../..." }), "3 X and 0 O"),
    ];
    for (kind, setup, expected) in cases {
        let (status, reason) = make(server, kind, &setup).await;
        assert!(status == 422 && reason.contains(expected), "{setup}: {status} {reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn noughts_and_crosses_with_its_tree() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = create(server, "noughts", json!({ "cross": "human", "nought": "perfect" })).await;
    let question =
        json!({ "type": "tree", "algorithm": "alpha_beta", "depth": 2, "order": "best_first", "fold": true });
    let tree = page.ask(question).await;
    assert_eq!((tree["nodes"].as_array().unwrap().len(), tree["steps"].as_array().unwrap().len()), (16, 9));
    page.order(json!({ "type": "play", "square": "a" })).await.unwrap();
    page.wait_for(2).await;
    assert_eq!(page.view["moves"], "ae", "anything but the centre loses");
    let whole = page.ask(json!({ "type": "whole_game" })).await;
    assert_eq!(whole["rows"][0]["verdict"], "a draw");
    assert_eq!(page.order(json!({ "type": "play", "square": "e" })).await.unwrap_err(), "O is already on e");
    page.order(json!({ "type": "take_back" })).await.unwrap();
    assert_eq!(page.look().await["moves"], "");
}

/// Orders and questions that are strange are refused in words, and the game goes on.
#[tokio::test(flavor = "multi_thread")]
async fn strange_messages_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut page = create(server, "chess", json!({ "white": "human", "black": "human", "mode": "analyse" })).await;
    let most = u32::MAX;
    let texts = ["", " ", "é", "éé4", "e2é", "🚀🚀", "O-O-O-O", "e9", "=Q", "x", "a8=K", "\u{0}", "e2e4e2e4"];
    for text in texts {
        for ply in [0, 1, most] {
            let refusal = page.order(json!({ "type": "move", "ply": ply, "text": text })).await;
            assert!(refusal.is_err(), "{text:?} after {ply} moves");
        }
        let refusal = page.order(json!({ "type": "seat", "side": "white", "player": text })).await;
        assert!(refusal.is_err(), "{text:?}");
        let question = json!({ "type": "ask", "question": { "type": "position", "fen": text } });
        assert!(page.client.ask(question).await.is_err(), "{text:?}");
    }
    for fen in [
        "é/8/8/8/8/8/8/8 w - - 0 1",
        "9/9/9/9/9/9/9/9 w - - 0 1",
        "8/8/8/8/8/8/8/8 é é é é é",
        "////// w KQkq e9 -1 -1",
    ] {
        let question = json!({ "type": "ask", "question": { "type": "position", "fen": fen } });
        assert!(page.client.ask(question).await.is_err(), "{fen}");
    }
    for question in [
        json!({ "type": "moves", "ply": most }),
        json!({ "type": "analyse", "ply": 0, "lines": 0, "millis": 1 }),
        json!({ "type": "analyse", "ply": 0, "lines": most, "millis": most }),
        json!({ "type": "analyse", "ply": most, "lines": 1, "millis": most }),
        json!({ "type": "scores", "from": most }),
        json!({ "type": "texts", "ply": most }),
    ] {
        let asked = page.client.ask(json!({ "type": "ask", "question": question })).await;
        assert!(asked.is_err(), "{question}");
    }
    for order in ["take_back", "play_again", "restore", "claim_draw", "flag"] {
        assert!(page.order(json!({ "type": order })).await.is_err(), "{order}");
    }
    page.play("e4").await.unwrap();
    let mut page = create(server, "noughts", json!({ "cross": "human", "nought": "human" })).await;
    for square in ["", "j", "é", "aa", "0"] {
        assert!(page.order(json!({ "type": "play", "square": square })).await.is_err(), "{square}");
    }
    for depth in [0, 5, most] {
        let question =
            json!({ "type": "tree", "algorithm": "minimax", "depth": depth, "order": "listed", "fold": false });
        assert!(page.client.ask(json!({ "type": "ask", "question": question })).await.is_err(), "{depth}");
    }
    page.order(json!({ "type": "play", "square": "e" })).await.unwrap();
}
