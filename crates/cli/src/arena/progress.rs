//! The progress of a run, on the terminal.

use std::time::{Duration, Instant};

use arena::stats::Estimate;
use arena::{Plan, Scoreboard, Test};
use indicatif::ProgressBar;

use super::summary::{elo, pairs, share, share_of_wins};
use crate::progress::{self, ExtraLine};
use crate::workers::WorkersBoard;

/// How often the figures are computed anew.
const INTERVAL: Duration = Duration::from_secs(1);

/// The most players that are shown: the best ones.
const MAX_PLAYERS: usize = 6;

/// The half width of a 95 % interval, in standard deviations.
const Z95: f64 = 1.96;

/// A progress bar with live scores. It is hidden if standard error is not a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    last: Option<Instant>,
    workers: ExtraLine,
}

impl Progress {
    /// The progress of a run, of which some games are done.
    pub(super) fn new(label: &str, games: u64, done: u64) -> Self {
        let workers = ExtraLine::default();
        let bar =
            progress::bar_with_line("{prefix}{bar:30} {pos}/{len} games{left}{extra}\n{msg}", games, done, &workers);
        bar.set_prefix(label.to_owned());
        Self { bar, last: None, workers }
    }

    /// Shows the number of games, and from time to time the scores.
    pub(super) fn show(&mut self, plan: &Plan, results: &Scoreboard, test: Option<&Test>) {
        self.bar.set_position(results.games());
        if !self.bar.is_hidden() && self.last.is_none_or(|last| last.elapsed() > INTERVAL) {
            self.bar.set_message(scores(plan, results, test));
            self.last = Some(Instant::now());
        }
    }

    /// A place to show who works, from another thread.
    pub(super) fn workers(&self, address: String) -> WorkersBoard {
        WorkersBoard::new(&self.bar, &self.workers, address)
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
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
        lines.push("live ratings have a scale of their own: all players begin with 25".to_owned());
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
