//! The cost of rollouts: `cargo bench -p starchess --bench rollouts`.
//!
//! Turns of the script and of the published player are played alternately in the same run, from the
//! same positions. Instructions are counted by callgrind if valgrind is installed: this program runs
//! itself under it.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use gametree::Limits;
use players::ComputerPlayer;
use starchess::{
    Galaxy, Goal, GoalPlayer, Opponents, PLAYERS, Player, Policy, PublishedTurn, Script, ScriptNumbers, Strength,
};

const ROUNDS: usize = 5;

/// Positions from lively games of the published player.
const MIDGAME: &str = include_str!("../tests/data/midgame.txt");

/// The rounds of a rollout.
const HORIZON: u32 = 12;

/// How often each position is rolled out.
const REPEATS: usize = 20;

fn positions() -> Vec<Galaxy> {
    MIDGAME.lines().map(|line| line.parse().expect("a position")).collect()
}

/// Plays rollouts in which all players follow the same policy. Returns the number of turns.
fn roll_out(positions: &[Galaxy], policy: &mut impl Policy) -> u64 {
    let mut turns = 0;
    for start in positions {
        for _ in 0..REPEATS {
            let (mut here, mut next) = (*start, *start);
            while !here.is_over() && here.round() < start.round() + HORIZON {
                policy.play(&here, &mut next, |_| ());
                std::mem::swap(&mut here, &mut next);
                turns += 1;
            }
            black_box(here);
        }
    }
    turns
}

fn script_turns(positions: &[Galaxy]) -> u64 {
    roll_out(positions, &mut Script { goal: Goal::war(Player::THREE.home()), numbers: ScriptNumbers::FIRST })
}

fn published_turns(positions: &[Galaxy]) -> u64 {
    roll_out(positions, &mut PublishedTurn::default())
}

/// Lets a player think in all positions. Returns the turns that it generated.
fn think(positions: &[Galaxy], opponents: Opponents) -> u64 {
    let strength = Strength { opponents, rounds: 500, ..Strength::strongest() };
    let think = |galaxy| GoalPlayer::new(strength, 1).think(galaxy, &Limits::default(), &mut |_| ());
    positions.iter().filter_map(|galaxy| think(galaxy).ok()).map(|decision| decision.nodes).sum()
}

/// Something to measure: its name, and a function that does the work and returns its amount.
type Entry<'a> = (&'static str, &'a dyn Fn() -> u64);

fn main() {
    let positions = positions();
    if let Some(mode) = std::env::args().find_map(|argument| argument.strip_prefix("count=").map(str::to_owned)) {
        match mode.as_str() {
            "script" => script_turns(&positions),
            "published" => published_turns(&positions),
            _ => 0,
        };
        return;
    }
    let entries: [Entry; 4] = [
        ("turns of the script", &|| script_turns(&positions)),
        ("turns of the published player", &|| published_turns(&positions)),
        ("a player with one model, its turns", &|| think(&positions, Opponents::FullMask)),
        ("a player with three models, its turns", &|| think(&positions, Opponents::Several)),
    ];
    let mut best = [Duration::MAX; 4];
    let mut turns = [0; 4];
    for _ in 0..ROUNDS {
        for (i, (_, work)) in entries.iter().enumerate() {
            let started = Instant::now();
            turns[i] = work();
            best[i] = best[i].min(started.elapsed());
        }
    }
    println!("{} mid-game positions, best of {ROUNDS} rounds, one core", positions.len());
    for (i, (name, _)) in entries.iter().enumerate() {
        let each = best[i].as_nanos() as f64 / turns[i] as f64;
        let rounds = 1e9 / each / PLAYERS as f64;
        println!("  {name:<38} {:>8}  {each:>6.0} ns each  {rounds:>9.0} rounds/s", turns[i]);
    }
    let Some(nothing) = instructions("nothing") else { return };
    for (mode, turns) in [("script", turns[0]), ("published", turns[1])] {
        if let Some(count) = instructions(mode) {
            println!("{mode}: {:.0} instructions per turn", (count - nothing) as f64 / turns as f64);
        }
    }
}

/// The number of instructions of this program in another mode; `None` without valgrind.
fn instructions(mode: &str) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .arg(format!("count={mode}"))
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    text.split("Collected :").nth(1)?.split_whitespace().next()?.parse().ok()
}
