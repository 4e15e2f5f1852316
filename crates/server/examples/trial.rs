//! Tries the server under load, and with sudden deaths. Each starts real servers as processes of their
//! own, on loopback:
//!
//! - `cargo run --release -p server --example trial load [STRENGTH]`: 1,000 open games, 200 of them with
//!   computers that think all the time (by default `paper4`, whose turns take longest); prints how long
//!   other requests take.
//! - `cargo run --release -p server --example trial kill 200`: kills the server so many times (SIGKILL)
//!   while pages give orders, and checks that no confirmed order is lost.
//! - `… trial serve FOLDER [PORT]`: the server alone.

#[path = "../tests/socket/client.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod client;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Options, Server};

use client::{Client, Trouble, computers, create, humans};

const GAMES: usize = 1_000;
const THINKING: usize = 200;
const MEASURED: usize = 4_000;
const PAGES: usize = 20;

fn main() -> Result<(), Trouble> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    match words[..] {
        ["serve", folder] => runtime.block_on(serve(folder, 0)),
        ["serve", folder, port] => runtime.block_on(serve(folder, port.parse()?)),
        ["load"] => runtime.block_on(load("paper4")),
        ["load", strength] => runtime.block_on(load(strength)),
        ["kill", times] => runtime.block_on(kill(times.parse()?)),
        _ => Err("expected load [STRENGTH], kill NUMBER, or serve FOLDER [PORT]".into()),
    }
}

async fn serve(folder: &str, port: u16) -> Result<(), Trouble> {
    let server = Server::bind(&Options { port: Some(port), ..Options::new(Path::new(folder)) }).await?;
    println!("http://{}/", server.address());
    server.run(std::future::pending()).await;
    Ok(())
}

/// A server as a process of its own, which ends with this value.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(folder: &Path) -> Result<Self, Trouble> {
        let mut child =
            Command::new(std::env::current_exe()?).arg("serve").arg(folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse()?;
        Ok(Self { child, address })
    }

    /// SIGKILL: the process has no chance to do anything.
    fn kill(mut self) -> Result<(), Trouble> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

async fn load(strength: &str) -> Result<(), Trouble> {
    let folder = tempfile::tempdir()?;
    let server = Process::start(folder.path())?;
    let address = server.address;
    println!("{GAMES} games are opened, {THINKING} of them with four computers …");
    let mut idle = Vec::new();
    let mut busy = Vec::new();
    for number in 0..GAMES {
        let seats = if number < THINKING { computers(strength) } else { humans() };
        let (game, key) = create(address, seats).await?;
        let mut page = Client::connect(address).await?;
        page.join(&game, &[&key]).await?;
        if number < THINKING { busy.push(page) } else { idle.push(page) }
    }
    // The computers play without a pause from now on; their pages read everything.
    let begun = Instant::now();
    let mut readers = Vec::new();
    for mut page in busy {
        page.ask(json!({ "type": "pace", "pace": { "is_paused": false, "gap_ms": 0 } })).await?;
        readers.push(tokio::spawn(async move {
            let mut turns = 0_u32;
            // Taking the messages apart would cost more than the server takes to make them.
            while let Ok(Some(text)) = page.next_text().await {
                turns += u32::from(text.contains("\"type\":\"update\""));
            }
            turns
        }));
    }
    let mut measuring = Vec::new();
    let share = idle.len() / PAGES;
    for _ in 0..PAGES {
        let pages: Vec<Client> = idle.drain(..share).collect();
        measuring.push(tokio::spawn(measure(pages)));
    }
    let (mut orders, mut questions) = (Vec::new(), Vec::new());
    for task in measuring {
        let (ordered, asked) = task.await??;
        orders.extend(ordered);
        questions.extend(asked);
    }
    let elapsed = begun.elapsed();
    drop(server);
    let mut turns = 0;
    for reader in readers {
        turns += reader.await?;
    }
    report("orders (stored before they are answered)", orders);
    report("questions", questions);
    println!("meanwhile the computers played {turns} turns in {:.1} s", elapsed.as_secs_f64());
    Ok(())
}

/// Gives orders and asks questions, one after the other with pauses, as people do.
async fn measure(mut pages: Vec<Client>) -> Result<(Vec<Duration>, Vec<Duration>), Trouble> {
    let (mut orders, mut questions) = (Vec::new(), Vec::new());
    let preview = json!({ "type": "move", "from": "A1", "to": "B2", "ships": 20 });
    for round in 0..MEASURED / PAGES / 2 {
        let count = pages.len();
        let page = &mut pages[round % count];
        let begun = Instant::now();
        page.ask(json!({ "type": "ask", "question": { "type": "preview", "command": preview } }))
            .await
            .map(drop)
            .or_else(is_refusal)?;
        questions.push(begun.elapsed());
        let begun = Instant::now();
        page.order(json!({ "type": "play", "commands": [{ "type": "end_turn" }] })).await?;
        orders.push(begun.elapsed());
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
    Ok((orders, questions))
}

/// A command may be illegal by now; that is an answer too.
fn is_refusal(trouble: Trouble) -> Result<(), Trouble> {
    if trouble.to_string().contains("closed") { Err(trouble) } else { Ok(()) }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what}: {} answered; median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

async fn kill(times: u32) -> Result<(), Trouble> {
    let folder = tempfile::tempdir()?;
    let mut games = Vec::new();
    {
        let server = Process::start(folder.path())?;
        for _ in 0..8 {
            games.push(create(server.address, humans()).await?);
        }
    }
    let mut confirmed = vec![0_u64; games.len()];
    for round in 0..times {
        let server = Process::start(folder.path())?;
        let mut tasks = Vec::new();
        for (i, (game, key)) in games.iter().cloned().enumerate() {
            let (address, known) = (server.address, confirmed[i]);
            tasks.push(tokio::spawn(async move { give_orders(address, &game, &key, known).await }));
        }
        // Not always at the same moment of a write.
        tokio::time::sleep(Duration::from_millis(40 + u64::from(round * 37 % 160))).await;
        server.kill()?;
        for (i, task) in tasks.into_iter().enumerate() {
            confirmed[i] = task.await??;
        }
    }
    let server = Process::start(folder.path())?;
    for ((game, key), known) in games.iter().zip(&confirmed) {
        give_orders_check(server.address, game, key, *known).await?;
    }
    println!("killed {times} times; all of the {} confirmed orders are there", confirmed.iter().sum::<u64>());
    Ok(())
}

/// Gives orders until the connection breaks. Returns how many were confirmed in all.
async fn give_orders(server: SocketAddr, game: &str, key: &str, known: u64) -> Result<u64, Trouble> {
    let Ok(mut page) = Client::connect(server).await else { return Ok(known) };
    let Ok(joined) = page.join(game, &[key]).await else { return Ok(known) };
    let mut confirmed = stored(&joined, known)?;
    while page.order(json!({ "type": "play", "commands": [{ "type": "end_turn" }] })).await.is_ok() {
        confirmed += 1;
    }
    Ok(confirmed)
}

async fn give_orders_check(server: SocketAddr, game: &str, key: &str, known: u64) -> Result<(), Trouble> {
    let joined = Client::connect(server).await?.join(game, &[key]).await?;
    stored(&joined, known).map(drop)
}

/// The number of stored orders: all that were confirmed, and perhaps one whose answer was lost.
fn stored(joined: &Value, confirmed: u64) -> Result<u64, Trouble> {
    let found = joined["view"]["commands"].as_u64().ok_or("no number of commands")?;
    if (confirmed..=confirmed + 1).contains(&found) {
        return Ok(found);
    }
    Err(format!("{confirmed} orders were confirmed, but {found} are stored").into())
}
