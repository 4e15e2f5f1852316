//! The speed of the searches compared with other libraries, on the same rules and positions in the
//! same run: `cargo bench -p gametree`, or `cargo bench -p gametree -- chess` for one contest. Times
//! are processor time, the best of several rounds in which all take turns; on a busy machine only the
//! ratios are meaningful. Instructions per node, which depend only on the program, come from callgrind where
//! valgrind is installed.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the tests")]
#[path = "../../examples/connect_four/game.rs"]
mod connect_four;

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the tests")]
#[path = "../../examples/othello/game.rs"]
mod othello;

mod clock;
mod contests;
mod instructions;
mod kiwipete;
mod othello_positions;
mod with_minimax;
mod with_treant;

use std::time::Duration;

use contests::{CONTESTS, Contest};

const ROUNDS: usize = 15;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, contest, entrant, size] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..]
        && mode == instructions::MODE
    {
        instructions::run_one(contest, entrant, size);
        return;
    }
    // Cargo passes an option of its own.
    let chosen: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    for contest in CONTESTS {
        if chosen.is_empty() || chosen.iter().any(|name| *name == contest.name) {
            report(contest);
        }
    }
}

fn report(contest: &Contest) {
    println!("\n{}", contest.title);
    let mut best = vec![Duration::MAX; contest.entrants.len()];
    for _ in 0..ROUNDS {
        for (entrant, best) in contest.entrants.iter().zip(&mut best) {
            *best = (*best).min((entrant.run)(contest.size));
        }
    }
    let work: Vec<u64> = contest.entrants.iter().map(|entrant| (entrant.work)(contest.size)).collect();
    let rate = |i: usize| work[i] as f64 / best[i].as_secs_f64();
    for (i, entrant) in contest.entrants.iter().enumerate() {
        let mut line = format!(
            "  {:<13} {:>10} {}  {:>8.2} ms  {:>7.2} M/s",
            entrant.name,
            work[i],
            contest.unit,
            best[i].as_secs_f64() * 1e3,
            rate(i) / 1e6
        );
        if let Some(count) = instructions::per_unit(contest, entrant) {
            line += &format!("  {count:>6.0} instructions each");
        }
        if i > 0 {
            line += &format!("  ours: {:.2} × the rate", rate(0) / rate(i));
            line += &format!(", {:.2} × as fast to the result", best[i].as_secs_f64() / best[0].as_secs_f64());
        }
        println!("{line}");
    }
    if !contest.note.is_empty() {
        println!("  ({})", contest.note);
    }
}
