//! What the queue costs: time per game, games per second as workers grow in number, and what the server
//! holds. The games are of noughts and crosses, which take a few microseconds; before each of them there is
//! a pause, so that more workers than there are cores can be measured.
//!
//! `NATS_SERVER=$(scripts/cluster install) cargo run --release -p workers --example measure`
//!
//! - `measure overhead` compares one worker with one thread of the local arena, with the same pauses.
//! - `measure growth` compares games per second with so many workers that do nothing but pause for exactly
//!   10 ms, again and again: everything else counts as loss, even that a pause takes a little longer than it
//!   should, and the games themselves.
//! - `measure million` plays a million games without pauses.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::SyncSender;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use arena::noughts::NoughtsRules;
use arena::{Folder, Format, HandedIn, Plan, Terms, Workplace, encounters};
use gametree::Stop;
use workers::{Access, Server, Worker, Workers};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// With this argument the program is itself a worker.
const WORKER: &str = "worker";

const PORT: &str = "42422";

/// How long each measurement takes, about.
const SECONDS: f64 = 10.0;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let server = Server::new(&format!("nats://127.0.0.1:{PORT}"), Access::default())?;
    if arguments.first().map(String::as_str) == Some(WORKER) {
        let worker = Worker {
            name: format!("worker-{}", std::process::id()),
            concurrency: NonZeroUsize::MIN,
            allowed: Vec::new(),
        };
        worker.work(&server, &Stop::new(), &|_| ())?;
        return Ok(());
    }
    let place = std::env::temp_dir().join(format!("starchess-measure-{}", std::process::id()));
    fs::create_dir_all(&place)?;
    let _server = start_server(&place)?;
    match arguments.first().map(String::as_str) {
        Some("million") => million(&server, &place)?,
        Some("overhead") => overhead(&server, &place)?,
        Some("growth") => growth(&server, &place, &arguments[1..])?,
        _ => {
            overhead(&server, &place)?;
            growth(&server, &place, &[])?;
        }
    }
    fs::remove_dir_all(&place)?;
    Ok(())
}

/// A child that ends with us.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_server(place: &Path) -> Outcome<Running> {
    let program = std::env::var("NATS_SERVER").map_err(|_| "set NATS_SERVER=$(scripts/cluster install)")?;
    let mut command = Command::new(program);
    command.args(["-js", "-a", "127.0.0.1", "-p", PORT, "-sd"]).arg(place.join("nats"));
    let server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    sleep(Duration::from_secs(2));
    Ok(Running(server))
}

fn start_workers(count: usize) -> Outcome<Vec<Running>> {
    let start = || Command::new(std::env::current_exe()?).arg(WORKER).stderr(Stdio::null()).spawn().map(Running);
    let workers = (0..count).map(|_| start()).collect::<Result<_, _>>()?;
    sleep(Duration::from_secs(1));
    Ok(workers)
}

fn terms() -> Terms {
    let players = ["random", "random:seed=1"].map(str::to_owned).to_vec();
    let game = Box::new(NoughtsRules::default());
    Terms { players, game, movetime_ms: None, clocks: vec![], margin_ms: 0, patience_ms: 60_000 }
}

fn plan(terms: &Terms, games: u64) -> Outcome<Plan> {
    let entrants = terms.game.field(&terms.players)?.names();
    let encounters = encounters(&[0, 1], 2, Format::RoundRobin, None)?;
    let starts = terms.game.starts(1, 1_000_000);
    Ok(Plan { entrants, encounters, starts, blocks: games.div_ceil(2), always_the_same: vec![], seed: 1 })
}

/// How long games took, in seconds.
struct Measured {
    /// Until the first one was on the disk.
    first: f64,
    /// Per game, from the time when a tenth was on the disk until the last one was: workers know by then
    /// how long games take.
    each: f64,
    /// All of them.
    all: f64,
}

/// Plays games, and keeps them in this folder for the time being.
fn play(path: &Path, terms: &Terms, games: u64, workplace: &dyn Workplace) -> Outcome<Measured> {
    let plan = plan(terms, games)?;
    let mut folder = Folder::create(path, &plan)?;
    let begin = Instant::now();
    let mut times = Vec::with_capacity(plan.games() as usize);
    let each = &mut |_| {
        times.push(begin.elapsed().as_secs_f64());
        ControlFlow::Continue(())
    };
    arena::play(workplace, &plan, &Stop::new(), &mut folder, &HashSet::new(), each)?;
    drop(folder);
    fs::remove_dir_all(path)?;
    let tenth = times.len() / 10;
    let (first, all) = (times[0], times[times.len() - 1]);
    Ok(Measured { first, each: (all - times[tenth]) / (times.len() - 1 - tenth) as f64, all })
}

fn remote(server: &Server, place: &Path, terms: &Terms, games: u64, pause: Duration) -> Outcome<Measured> {
    let path = place.join("run");
    let workers = Workers::new(server, terms, &path, |_| ()).with_pause(pause);
    play(&path, terms, games, &workers)
}

/// One thread of the local arena, with a pause before each game.
struct Pausing<'a> {
    terms: &'a Terms,
    pause: Duration,
}

impl Workplace for Pausing<'_> {
    fn work(&self, plan: &Plan, _done: &HashSet<u64>, over: &Stop, hand_in: &SyncSender<HandedIn>) {
        let Ok(field) = self.terms.field(&plan.entrants) else { return };
        let clock = self.terms.clock(over.clone());
        for game in (0..plan.end()).filter_map(|number| plan.game(number)) {
            sleep(self.pause);
            let Ok(Some(played)) = field.play(&plan.entrants, &game, &clock) else { return };
            if hand_in.send(Ok(played)).is_err() {
                return;
            }
        }
    }
}

fn overhead(server: &Server, place: &Path) -> Outcome<()> {
    let terms = &terms();
    let _workers = start_workers(1)?;
    for ms in [0, 1, 10, 100] {
        let pause = Duration::from_millis(ms);
        let games = if ms == 0 { 100_000 } else { (SECONDS * 1e3 / ms as f64) as u64 };
        let local = play(&place.join("run"), terms, games, &Pausing { terms, pause })?;
        let remote = remote(server, place, terms, games, pause)?;
        println!(
            "games of {ms} ms: {:.0} µs in the local arena, {:.0} µs with one worker, {:+.0} µs ({:+.1} %); the first one \
             after {:.2} s",
            1e6 * local.each,
            1e6 * remote.each,
            1e6 * (remote.each - local.each),
            100.0 * (remote.each / local.each - 1.0),
            remote.first
        );
    }
    Ok(())
}

fn growth(server: &Server, place: &Path, counts: &[String]) -> Outcome<()> {
    let terms = &terms();
    let pause = Duration::from_millis(10);
    let counts: Vec<usize> = counts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    println!("games of 10 ms:");
    for &count in if counts.is_empty() { &[1, 2, 4, 8, 16, 32, 64][..] } else { &counts } {
        let _workers = start_workers(count)?;
        let games = (SECONDS / pause.as_secs_f64() * count as f64) as u64;
        let rate = 1.0 / remote(server, place, terms, games, pause)?.each;
        let ideal = count as f64 / pause.as_secs_f64();
        println!("  {count:>2} workers: {rate:>6.0} games/s, {:.1} % of {ideal:.0}", 100.0 * rate / ideal);
    }
    Ok(())
}

/// The size of all files in a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| (entry.path(), entry.metadata())).fold(0, |sum, (path, data)| {
        sum + match data {
            Ok(data) if data.is_dir() => size(&path),
            Ok(data) => data.len(),
            Err(_) => 0,
        }
    })
}

/// What the server holds while a million games are played.
fn million(server: &Server, place: &Path) -> Outcome<()> {
    let terms = &terms();
    let _workers = start_workers(2)?;
    let nats: PathBuf = place.join("nats");
    let is_over = Stop::new();
    thread::scope(|scope| {
        let largest = scope.spawn(|| {
            let mut largest = 0;
            while !is_over.is_raised() {
                largest = largest.max(size(&nats));
                sleep(Duration::from_millis(500));
            }
            largest
        });
        let games = 1_000_000;
        let time = remote(server, place, terms, games, Duration::ZERO);
        is_over.raise();
        let largest = largest.join().map_err(|_| "the measurement failed")?;
        let time = time?.all;
        println!("a million games: {time:.0} s, {:.0} games/s", games as f64 / time);
        println!("the server's files had at most {:.1} MB", largest as f64 / 1e6);
        Ok(())
    })
}
