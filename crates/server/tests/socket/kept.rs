//! Games that are kept: lists of them, games that go, and games that branch off.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::client::{Client, computers, create, humans, post};
use super::{end, start};

/// Posts to the server as its own page does.
async fn ask(server: SocketAddr, path: &str, body: Value) -> (u16, Value) {
    let (status, answer) = post(server, path, &format!("http://{server}"), &body.to_string()).await.unwrap();
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

async fn list(server: SocketAddr, games: Value) -> Value {
    let (status, answer) = ask(server, "/api/recent", json!({ "games": games, "owner_key": "" })).await;
    assert_eq!((status, answer["faults"].clone()), (200, json!([])), "{answer}");
    answer["games"].clone()
}

/// A game that is named several times is listed once, and says whether it may be deleted.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_has_no_game_twice() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, key) = create(server, humans()).await.unwrap();
    let known = |keys: &[&str]| json!({ "game": game, "keys": keys });
    let listed = list(server, json!([known(&[]), known(&[]), { "game": "x", "keys": [&key] }])).await;
    assert_eq!((listed.as_array().unwrap().len(), listed[0]["is_host"].clone()), (1, json!(false)));
    assert_eq!(list(server, json!([known(&[&key])])).await[0]["is_host"], true);
}

/// Only whoever began a game can delete it: not a guest at a seat, and nobody who watches.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_deleted_by_its_host() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, key) = create(server, humans()).await.unwrap();
    let (other, other_key) = create(server, humans()).await.unwrap();
    let mut page = Client::connect(server).await.unwrap();
    let joined = page.join(&game, &[&key]).await.unwrap();
    page.order(end()).await.unwrap();
    let seat_key = joined["seat_keys"][0].as_str().unwrap();
    for keys in [json!([]), json!([seat_key]), json!([other_key]), json!(["x"])] {
        let (status, reason) = ask(server, "/api/delete", json!({ "game": game, "keys": keys })).await;
        assert_eq!((status, reason.as_str()), (422, Some("only whoever began the game can delete it")), "{keys}");
    }
    let deletion = json!({ "game": game, "keys": [seat_key, key] });
    assert_eq!(post(server, "/api/delete", "http://evil.example", &deletion.to_string()).await.unwrap().0, 403);
    assert_eq!(ask(server, "/api/delete", deletion.clone()).await, (200, Value::Null));
    // Whoever shows it is sent away, and finds that it is gone.
    while page.next().await.unwrap().is_some() {}
    let mut page = Client::connect(server).await.unwrap();
    let refusal = page.join(&game, &[&key]).await.unwrap_err().to_string();
    assert_eq!(refusal, format!("there is no game {game}; it may have been deleted"));
    assert_eq!(ask(server, "/api/delete", deletion).await.0, 404);
    page.join(&other, &[&other_key]).await.unwrap();
    // It is gone from the disk too.
    let again = start(folder.path()).await;
    let known = json!([{ "game": game, "keys": [key] }, { "game": other, "keys": [] }]);
    let listed = list(again, known).await;
    assert_eq!((listed.as_array().unwrap().len(), listed[0]["game"].as_str()), (1, Some(other.as_str())));
}

/// A branch has the turns of its origin with their reasons, and its computers remember what they knew.
#[tokio::test(flavor = "multi_thread")]
async fn a_branch_explains_the_turns_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (game, key) = create(server, computers("lieutenant")).await.unwrap();
    let mut page = Client::connect(server).await.unwrap();
    page.join(&game, &[&key]).await.unwrap();
    let seat = |player: u32, seat: Value| json!({ "type": "seat", "player": player, "seat": seat });
    for turn in 0..10 {
        // In the second round a person plays for Teal, and from then on another computer.
        if turn == 5 {
            page.order(seat(2, json!({ "type": "human" }))).await.unwrap();
            page.order(end()).await.unwrap();
            page.order(seat(2, json!({ "type": "computer", "strength": "paper2" }))).await.unwrap();
        } else {
            page.ask(json!({ "type": "step" })).await.unwrap();
            while page.hear("update").await.unwrap()["view"]["turns"] != turn + 1 {}
        }
    }
    let history = async |page: &mut Client| {
        let answer = page.ask(json!({ "type": "ask", "question": { "type": "history", "from": 0 } })).await.unwrap();
        answer["turns"].as_array().unwrap().clone()
    };
    let turns = history(&mut page).await;
    let why = async |page: &mut Client, turn: usize| {
        let question = json!({ "type": "ask", "question": { "type": "why", "turn": turn } });
        page.ask(question).await.map(|answer| answer["why"]["reasons"].clone()).map_err(|refusal| refusal.to_string())
    };
    let moment = turns[8]["ends"].clone();
    let (status, branch) = ask(server, "/api/branch", json!({ "game": game, "moment": moment })).await;
    assert_eq!(status, 200, "{branch}");
    let (branch, branch_key) = (branch["game"].as_str().unwrap(), branch["host_key"].as_str().unwrap());
    // Also after a restart.
    let again = start(folder.path()).await;
    let mut other = Client::connect(again).await.unwrap();
    let joined = other.join(branch, &[branch_key]).await.unwrap();
    assert_eq!((joined["view"]["turns"].clone(), joined["view"]["commands"].clone()), (json!(9), moment));
    assert_eq!(history(&mut other).await, turns[..9]);
    for turn in 0..9 {
        assert_eq!(why(&mut other, turn).await, why(&mut page, turn).await, "turn {turn}");
    }
    assert_eq!(why(&mut other, 5).await.unwrap_err(), "Teal decided on this turn as a person");
    other.ask(json!({ "type": "step" })).await.unwrap();
    assert_eq!(other.hear("update").await.unwrap()["news"]["finished"][0], turns[9]);
    // Games without branches, and those that are not there, say so.
    let body = json!({ "kind": "noughts", "setup": { "cross": "human", "nought": "human", "position": "" } });
    let (_, noughts) = ask(server, "/api/games", body).await;
    let (status, reason) = ask(server, "/api/branch", json!({ "game": noughts["game"], "moment": 0 })).await;
    assert_eq!((status, reason.as_str()), (422, Some("games of this kind have no branches")));
    assert_eq!(ask(server, "/api/branch", json!({ "game": "x", "moment": 0 })).await.0, 422);
}
