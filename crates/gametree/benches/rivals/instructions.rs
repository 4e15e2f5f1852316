//! Instructions per unit of work, counted by callgrind: this program runs itself under valgrind.

use std::process::Command;

use crate::contests::{CONTESTS, Contest, Entrant};

/// The argument that makes the program do one entrant's work and nothing else.
pub(crate) const MODE: &str = "count-instructions";

/// Does the work of one entrant.
pub(crate) fn run_one(contest: &str, entrant: &str, size: &str) {
    let contest = CONTESTS.iter().find(|it| it.name == contest).expect("a contest's name");
    let entrant = contest.entrants.iter().find(|it| it.name == entrant).expect("an entrant's name");
    (entrant.run)(size.parse().expect("a size"));
}

/// Instructions per unit of work; `None` without valgrind.
pub(crate) fn per_unit(contest: &Contest, entrant: &Entrant) -> Option<f64> {
    let [small, large] = contest.counted_sizes;
    let instructions = count(contest, entrant, large)? - count(contest, entrant, small)?;
    let work = (entrant.work)(large) - (entrant.work)(small);
    Some(instructions as f64 / work as f64)
}

fn count(contest: &Contest, entrant: &Entrant, size: u32) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args([MODE, contest.name, entrant.name, &size.to_string()])
        .output()
        .ok()?;
    // The last line of its summary: "==123== Collected : 4567".
    let text = String::from_utf8_lossy(&output.stderr);
    text.split("Collected :").nth(1)?.split_whitespace().next()?.parse().ok()
}
