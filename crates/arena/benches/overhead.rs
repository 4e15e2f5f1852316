//! What the arena itself costs: games per second between players who answer at once, and what it adds to the time of
//! players who think 10 ms about each turn, with bare pipes beside it. Run with `cargo bench -p arena`.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::noughts::{NoughtsGame, NoughtsRules, SearchPlayer};
use arena::star::{Kind, SciEntrant, StarRules};
use arena::{Clock, Entrant, Fault, Finish, Folder, Format, Plan, Player, Rules, Run, Seating, Thought, encounters};
use gametree::{Limits, Random, Stop};
use noughts::Square;

/// How long a player thinks about a turn.
const THOUGHT: Duration = Duration::from_millis(10);

/// The argument with which this program is a player of its own.
const PLAYER: &str = "player";

fn main() {
    // cargo passes `--bench`.
    if std::env::args().nth(1).as_deref() == Some(PLAYER) {
        return sit_and_think().unwrap_or_default();
    }
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let names = ["one", "other"].map(|name| Thinker { name, think: Duration::ZERO });
    let (games, _, wall) = measure(&NoughtsRules, &[&names[0], &names[1]], noughts_plan(100_000), cores);
    println!("noughts and crosses between two who answer at once, {cores} at a time:");
    println!("  {:>9.0} games/s, each on the disk before it counts", games as f64 / wall.as_secs_f64());
    println!("time beyond the {} ms that players think about each turn:", THOUGHT.as_millis());
    for concurrency in [NonZeroUsize::MIN, cores] {
        let names = ["one", "other"].map(|name| Thinker { name, think: THOUGHT });
        let (_, thought, wall) = measure(&NoughtsRules, &[&names[0], &names[1]], noughts_plan(60), concurrency);
        print(&format!("in the arena, {concurrency} at a time"), thought, wall, concurrency);
        let program = std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default();
        let bots =
            ["one", "other"].map(|name| SciEntrant::new(name, &format!("'{program}' {PLAYER}")).expect("a program"));
        let rules = StarRules { turn_limit: NonZeroU32::new(200).unwrap_or(NonZeroU32::MIN) };
        let (_, thought, wall) = measure(&rules, &[&bots[0], &bots[1]], star_plan(), concurrency);
        print(&format!("programs of their own, {concurrency} at a time"), thought, wall, concurrency);
    }
    let (thought, wall) = bare_pipes(4, 400).expect("this program can be started");
    print("for comparison, four programs in turn behind bare pipes, with no arena", thought, wall, NonZeroUsize::MIN);
}

/// Asks some programs in turn for so many turns, with nothing in between: how long they thought, and how long it took.
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
    plan(&[0, 1, 0, 1], arena::star::starts(Kind::Random, 1, 1), 1, Some(Seating::Rotations))
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

/// Plays a plan: how many games that was, how long the players thought by their own account, and how long it took.
fn measure<R: Rules>(
    rules: &R,
    entrants: &[&dyn Entrant<R>],
    plan: Plan,
    concurrency: NonZeroUsize,
) -> (u64, Duration, Duration) {
    let path = std::env::temp_dir().join(format!("arena-bench-{}", std::process::id()));
    let mut folder = Folder::create(&path, &plan).expect("a new folder");
    let clock = Clock { time: None, margin: Duration::ZERO, patience: Duration::from_secs(60), stop: Stop::new() };
    let run = Run { rules, entrants, plan: &plan, concurrency, clock };
    let (mut games, mut micros) = (0, 0);
    let begin = Instant::now();
    let finish = run.play(&mut folder, &HashSet::new(), |result| {
        games += 1;
        micros += result.seats.iter().map(|seat| seat.evaluations).sum::<u64>();
        ControlFlow::Continue(())
    });
    let wall = begin.elapsed();
    assert_eq!(finish.expect("no game fails"), Finish::Complete);
    std::fs::remove_dir_all(&path).expect("the folder is there");
    (games, Duration::from_micros(micros), wall)
}

/// Thinks for a while about nothing, and plays at random.
struct Thinker {
    name: &'static str,
    think: Duration,
}

impl Entrant<NoughtsRules> for Thinker {
    fn name(&self) -> &str {
        self.name
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn sit(&self, _seat: usize, seed: u64, _clock: &Clock) -> Result<Box<dyn Player<NoughtsRules> + '_>, Fault> {
        let player = SearchPlayer { search: Box::new(Random::new(seed)), limits: Limits::default() };
        Ok(Box::new(Pensive { player, think: self.think }))
    }
}

struct Pensive {
    player: SearchPlayer,
    think: Duration,
}

impl Player<NoughtsRules> for Pensive {
    fn turn(&mut self, game: &NoughtsGame, clock: &Clock) -> Result<Thought<Square>, Fault> {
        let begin = Instant::now();
        let thought = self.player.turn(game, clock)?;
        Ok(Thought { evaluations: think_from(begin, self.think), ..thought })
    }
}

/// Is busy for so long, as a player would be. Says how long it was really, in microseconds, for on a busy machine it may be
/// kept from thinking: these players count that instead of positions.
fn think_from(begin: Instant, time: Duration) -> u64 {
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
    begin.elapsed().as_micros() as u64
}

/// A program that speaks sci: it thinks for 10 ms and ends its turn.
fn sit_and_think() -> io::Result<()> {
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
