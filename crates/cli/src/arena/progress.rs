//! The progress of a run, on the terminal.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::stats::Estimate;
use arena::{Plan, Scoreboard, Test};
use indicatif::ProgressBar;
use workers::Roster;

use super::summary::{elo, pairs, share, share_of_wins};
use crate::progress;
use crate::terminal::fit_stderr;

/// How often the figures are computed anew.
const INTERVAL: Duration = Duration::from_secs(1);

/// The most players that are shown: the best ones.
const MAX_PLAYERS: usize = 6;

/// After so many seconds without a worker, it is said how to start one.
const PATIENCE: u32 = 3;

/// The half width of a 95 % interval, in standard deviations.
const Z95: f64 = 1.96;

/// A progress bar with live scores. It is hidden if standard error is not a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    last: Option<Instant>,
    texts: Arc<Mutex<Texts>>,
}

/// What stands below the bar.
#[derive(Default)]
struct Texts {
    scores: String,
    workers: String,
}

impl Progress {
    /// The progress of a run, of which some games are done.
    pub(super) fn new(label: &str, games: u64, done: u64) -> Self {
        let bar = progress::bar("{prefix}{bar:30} {pos}/{len} games{left}\n{msg}", games, done);
        bar.set_prefix(label.to_owned());
        Self { bar, last: None, texts: Arc::default() }
    }

    /// Shows the number of games, and from time to time the scores.
    pub(super) fn show(&mut self, plan: &Plan, results: &Scoreboard, test: Option<&Test>) {
        self.bar.set_position(results.games());
        if !self.bar.is_hidden() && self.last.is_none_or(|last| last.elapsed() > INTERVAL) {
            lock(&self.texts).scores = scores(plan, results, test);
            set_message(&self.bar, &self.texts);
            self.last = Some(Instant::now());
        }
    }

    /// A place to show who works, from another thread.
    pub(super) fn workers(&self, address: String) -> WorkersBoard {
        WorkersBoard { bar: self.bar.clone(), texts: self.texts.clone(), address, is_alone: AtomicU32::new(0) }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows who works.
pub(super) struct WorkersBoard {
    bar: ProgressBar,
    texts: Arc<Mutex<Texts>>,
    address: String,
    /// How often there was nobody.
    is_alone: AtomicU32,
}

impl WorkersBoard {
    /// Shows the workers in a line, and prints what is new.
    pub(super) fn show(&self, roster: &mut Roster) {
        for news in roster.take_news() {
            self.print(&news);
        }
        if roster.is_empty() && self.is_alone.fetch_add(1, Ordering::Relaxed) == PATIENCE {
            self.print(&format!("No worker has come yet. To start one: starchess worker {}", self.address));
        }
        lock(&self.texts).workers = roster.status();
        set_message(&self.bar, &self.texts);
    }

    fn print(&self, line: &str) {
        // Nobody would see the error.
        self.bar.suspend(|| drop(writeln!(std::io::stderr(), "{}", fit_stderr(line))));
    }
}

fn lock(texts: &Mutex<Texts>) -> MutexGuard<'_, Texts> {
    texts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_message(bar: &ProgressBar, texts: &Mutex<Texts>) {
    let texts = lock(texts);
    let lines = [texts.workers.as_str(), texts.scores.as_str()];
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    bar.set_message(lines.join("\n"));
}

/// The scores so far, on a few lines.
fn scores(plan: &Plan, results: &Scoreboard, test: Option<&Test>) -> String {
    let mut lines = Vec::new();
    if let ([first, _], [one]) = (&plan.entrants[..], &plan.encounters[..])
        && one.seatings[0].len() == 2
    {
        let pairs = pairs(results);
        lines.push(format!("{first} scores {}, {} Elo", share(pairs.score()), elo(pairs.elo())));
    } else {
        let mut ratings: Vec<_> = results.live().ratings().into_iter().enumerate().collect();
        ratings.sort_by(|(_, one), (_, other)| other.0.total_cmp(&one.0));
        for (player, (rating, sigma)) in ratings.into_iter().take(MAX_PLAYERS) {
            let won = share(wins(plan, results, player));
            lines.push(format!("{} won {won}, live rating {rating:.1} ± {:.1}", plan.entrants[player], Z95 * sigma));
        }
        // Only games for four end in what the summary calls a stalemate.
        if plan.encounters[0].seatings[0].len() > 2 {
            let part = results.stalemates() as f64 / results.games().max(1) as f64;
            lines.push(format!("{:.0} % stalemates", 100.0 * part));
        }
    }
    lines.extend(test.map(Test::status));
    if results.faults() > 0 {
        lines.push(format!("{} forfeited", results.faults()));
    }
    lines.join("\n")
}

/// The share of its games that a player has won, once there is a complete block of them.
fn wins(plan: &Plan, results: &Scoreboard, player: usize) -> Option<Estimate> {
    let blocks = (0..plan.encounters.len()).flat_map(|encounter| results.blocks_of(encounter));
    share_of_wins(blocks, player)
}
