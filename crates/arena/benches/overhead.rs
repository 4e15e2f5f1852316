//! The overhead of the arena: games per second between players that answer at once, and the time it
//! adds to that of players that think 10 ms about each turn, compared with bare pipes. Run it with
//! `cargo bench -p arena`.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::noughts::NoughtsRules;
use arena::star::{GalaxyKind, StarRules};
use arena::{Clock, Finish, Folder, Format, Plan, Rules, RunOptions, Seating, Threads, encounters};
use gametree::{Limits, Random, Search, Stop};
use noughts::{Board, Noughts};
use players::{ComputerPlayer, Decision, Fault, Kind, PlayerSpec, Settings, TIME, Value};

/// The time that a player thinks about a turn.
const THOUGHT: Duration = Duration::from_millis(10);

/// With this argument the program is itself a player.
const PLAYER: &str = "player";

fn main() {
    // cargo passes `--bench`.
    if std::env::args().nth(1).as_deref() == Some(PLAYER) {
        return speak_sci().unwrap_or_default();
    }
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let rules = NoughtsRules::default();
    let players = [thinker(None), thinker(None)];
    let (games, _, wall) = measure(&rules, &players, noughts_plan(100_000), cores);
    println!("noughts and crosses between two players that answer at once, {}:", at_a_time(cores));
    println!("  {:>9.0} games/s, each on the disk before it counts", games as f64 / wall.as_secs_f64());
    println!("time in addition to the {} ms that players think about each turn:", THOUGHT.as_millis());
    for concurrency in [NonZeroUsize::MIN, cores] {
        let players = [thinker(Some(THOUGHT)), thinker(Some(THOUGHT))];
        let (_, thought, wall) = measure(&rules, &players, noughts_plan(60), concurrency);
        print(&format!("players in the arena, {}", at_a_time(concurrency)), thought, wall, concurrency);
        let program = std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default();
        let bots = ["one", "other"].map(|name| {
            format!("{name}=sci:'{program}' {PLAYER}").parse::<starchess::PlayerSpec>().expect("a program")
        });
        let rules = StarRules { turn_limit: NonZeroU32::new(200).unwrap_or(NonZeroU32::MIN), galaxy: None };
        let (_, thought, wall) = measure(&rules, &bots, star_plan(), concurrency);
        print(&format!("programs, {}", at_a_time(concurrency)), thought, wall, concurrency);
    }
    let (thought, wall) = bare_pipes(4, 400).expect("this program can be started");
    print("for comparison, four programs in turn over bare pipes, without an arena", thought, wall, NonZeroUsize::MIN);
}

/// How many games are played at once, in words.
fn at_a_time(concurrency: NonZeroUsize) -> String {
    let games = if concurrency.get() == 1 { "game" } else { "games" };
    format!("{concurrency} {games} at a time")
}

/// Asks some programs in turn for a number of turns, with nothing in between. Returns how long they
/// thought, and how long it took.
fn bare_pipes(programs: usize, turns: usize) -> io::Result<(Duration, Duration)> {
    let mut children = Vec::new();
    for _ in 0..programs {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg(PLAYER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take()).ok_or(io::ErrorKind::BrokenPipe)?;
        children.push((child, pipes.0, io::BufReader::new(pipes.1)));
    }
    let (mut micros, mut line) = (0, String::new());
    let begin = Instant::now();
    for turn in 0..turns {
        let (_, stdin, stdout) = &mut children[turn % programs];
        stdin.write_all(b"go\n")?;
        line.clear();
        stdout.read_line(&mut line)?;
        micros += line.rsplit(' ').next().and_then(|word| word.trim().parse::<u64>().ok()).unwrap_or(0);
        stdout.read_line(&mut line)?;
    }
    let wall = begin.elapsed();
    for (mut child, stdin, _) in children {
        drop(stdin);
        child.wait()?;
    }
    Ok((Duration::from_micros(micros), wall))
}

fn print(what: &str, thought: Duration, wall: Duration, concurrency: NonZeroUsize) {
    let thought = thought.as_secs_f64() / concurrency.get() as f64;
    println!("  {:>8.2} %  {what}", 100.0 * (wall.as_secs_f64() / thought - 1.0));
}

fn noughts_plan(games: u64) -> Plan {
    plan(&[0, 1], arena::noughts::starts(2, 1), games / 2, None)
}

fn star_plan() -> Plan {
    plan(&[0, 1, 0, 1], arena::star::starts(GalaxyKind::Random, 1, 1), 1, Some(Seating::Rotations))
}

fn plan(named: &[usize], starts: Vec<String>, blocks: u64, seating: Option<Seating>) -> Plan {
    let encounters = encounters(named, named.len(), Format::RoundRobin, seating).expect("enough players");
    Plan {
        entrants: vec!["one".to_owned(), "other".to_owned()],
        encounters,
        starts,
        blocks,
        always_the_same: Vec::new(),
        seed: 1,
    }
}

/// Plays a plan. Returns the number of games, how long the players thought by their own account,
/// and how long it took.
fn measure<R: Rules>(
    rules: &R,
    players: &[PlayerSpec<R::Game>],
    plan: Plan,
    concurrency: NonZeroUsize,
) -> (u64, Duration, Duration) {
    let path = std::env::temp_dir().join(format!("arena-bench-{}", std::process::id()));
    let mut folder = Folder::create(&path, &plan).expect("a new folder");
    let clock = Clock {
        time: None,
        controls: vec![],
        margin: Duration::ZERO,
        patience: Duration::from_secs(60),
        stop: Stop::new(),
    };
    let threads = Threads { rules, players, options: RunOptions { concurrency, clock } };
    let (mut games, mut micros) = (0, 0);
    let begin = Instant::now();
    let finish = arena::play(&threads, &plan, &Stop::new(), &mut folder, &HashSet::new(), &mut |result| {
        games += 1;
        micros += result.seats.iter().map(|seat| seat.evaluations).sum::<u64>();
        ControlFlow::Continue(())
    });
    let wall = begin.elapsed();
    assert_eq!(finish.expect("no game fails"), Finish::Complete);
    std::fs::remove_dir_all(&path).expect("the folder is there");
    (games, Duration::from_micros(micros), wall)
}

/// A player that is busy for a time and then plays at random.
static THINKER: Kind<Noughts> = Kind {
    name: "thinker",
    about: "is busy for a while",
    options: &[TIME],
    complete: |_| (),
    is_deterministic: false,
    build: |settings, setup| {
        let think = settings.time(TIME.name).unwrap_or_default();
        Ok(Box::new(Thinker { random: Random::new(setup.seed), think }))
    },
};

fn thinker(think: Option<Duration>) -> PlayerSpec<Noughts> {
    let mut settings = Settings::new(THINKER.options);
    if let Some(think) = think {
        settings.set(&TIME, Value::Time(think));
    }
    PlayerSpec::Computer { kind: &THINKER, settings }
}

struct Thinker {
    random: Random,
    think: Duration,
}

impl ComputerPlayer<Noughts> for Thinker {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        _progress: &mut dyn FnMut(&Decision<Noughts>),
    ) -> Result<Decision<Noughts>, Fault> {
        let begin = Instant::now();
        let report = self.random.search(&Noughts, board, limits);
        let turn = report.best.ok_or_else(|| Fault::Crashed("it found no move".to_owned()))?;
        let evaluations = think_from(begin, self.think);
        Ok(Decision { turn, nodes: report.counts.nodes, evaluations, reasons: report })
    }
}

/// Is busy for this long, as a player would be. Returns how long it really was, in microseconds: a
/// busy machine may interrupt it. These players report that instead of a number of positions.
fn think_from(begin: Instant, time: Duration) -> u64 {
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
    begin.elapsed().as_micros() as u64
}

/// A program that speaks sci: it thinks for 10 ms and ends its turn.
fn speak_sci() -> io::Result<()> {
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let begin = Instant::now();
        let answer = match line?.split_whitespace().next() {
            Some("sci") => "sciok".to_owned(),
            Some("isready") => "readyok".to_owned(),
            Some("go") => format!("info evaluated {}\nbestturn end", think_from(begin, THOUGHT)),
            Some("quit") => break,
            _ => continue,
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
