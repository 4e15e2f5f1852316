//! The cost of rollouts: `cargo bench -p starchess --bench rollouts`.
//!
//! Turns of the script and of the published player are played alternately in the same run, from the
//! same positions. Instructions are counted by callgrind if valgrind is installed: this program runs
//! itself under it.

mod measure;

use std::hint::black_box;

use gametree::Limits;
use players::ComputerPlayer;
use starchess::{
    Galaxy, Goal, GoalPlayer, Opponents, PLAYERS, Player, Policy, PublishedTurn, Script, ScriptNumbers, Strength,
};

use self::measure::{Entry, ROUNDS, counting_mode, instructions, measure, positions};

/// The rounds of a rollout.
const HORIZON: u32 = 12;

/// How often each position is rolled out.
const REPEATS: usize = 20;

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

fn main() {
    let positions = positions();
    if let Some(mode) = counting_mode() {
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
    let best = measure(&entries);
    println!("{} mid-game positions, best of {ROUNDS} rounds, one core", positions.len());
    for ((name, _), (turns, time)) in entries.iter().zip(best) {
        let each = time.as_nanos() as f64 / turns as f64;
        let rounds = 1e9 / each / PLAYERS as f64;
        println!("  {name:<38} {turns:>8}  {each:>6.0} ns each  {rounds:>9.0} rounds/s");
    }
    let Some(nothing) = instructions("nothing") else { return };
    for (mode, turns) in [("script", best[0].0), ("published", best[1].0)] {
        if let Some(count) = instructions(mode) {
            println!("{mode}: {:.0} instructions per turn", (count - nothing) as f64 / turns as f64);
        }
    }
}
