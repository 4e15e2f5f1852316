//! How far a run has come, on the terminal.

use std::time::{Duration, Instant};

use arena::stats::Estimate;
use arena::{Plan, Tally, Test};
use indicatif::{ProgressBar, ProgressStyle};

use super::summary::{elo, pairs, share, share_of_wins};

/// How often the figures are worked out anew.
const LOOK: Duration = Duration::from_secs(1);

/// No more players than this are shown: the best.
const MOST_NAMED: usize = 6;

/// So many standard deviations are 95 %.
const Z95: f64 = 1.96;

/// A bar with live scores. It hides itself if stderr is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    last: Option<Instant>,
}

impl Progress {
    /// A run of so many games, of which some are done.
    pub(super) fn new(label: &str, games: u64, done: u64) -> Self {
        let bar = ProgressBar::new(games).with_position(done).with_prefix(label.to_owned());
        bar.reset_eta();
        if let Ok(style) = ProgressStyle::with_template("{prefix}{bar:30} {pos}/{len} games, {eta} left\n{msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, last: None }
    }

    /// Counts a game, and from time to time says how it stands.
    pub(super) fn show(&mut self, plan: &Plan, tally: &Tally, test: Option<&Test>) {
        self.bar.set_position(tally.games());
        if !self.bar.is_hidden() && self.last.is_none_or(|last| last.elapsed() > LOOK) {
            self.bar.set_message(standing(plan, tally, test));
            self.last = Some(Instant::now());
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// How it stands, on a few lines.
fn standing(plan: &Plan, tally: &Tally, test: Option<&Test>) -> String {
    let mut lines = Vec::new();
    if let ([first, _], [one]) = (&plan.entrants[..], &plan.encounters[..])
        && one.seatings[0].len() == 2
    {
        let pairs = pairs(tally);
        lines.push(format!("{first} scores {}, {} Elo", share(pairs.score()), elo(pairs.elo())));
    } else {
        let mut ratings: Vec<_> = tally.live().ratings().into_iter().enumerate().collect();
        ratings.sort_by(|(_, one), (_, other)| other.0.total_cmp(&one.0));
        for (player, (rating, sigma)) in ratings.into_iter().take(MOST_NAMED) {
            let won = share(wins(plan, tally, player));
            lines.push(format!("{} won {won}, live rating {rating:.1} ± {:.1}", plan.entrants[player], Z95 * sigma));
        }
        let part = tally.stalemates() as f64 / tally.games().max(1) as f64;
        lines.push(format!("{:.0} % are a stalemate", 100.0 * part));
    }
    lines.extend(test.map(Test::status));
    if tally.faults() > 0 {
        lines.push(format!("{} lost by a fault", tally.faults()));
    }
    lines.join("\n")
}

/// The share of its games that a player has won, once there is a complete block of them.
fn wins(plan: &Plan, tally: &Tally, player: usize) -> Option<Estimate> {
    let blocks = (0..plan.encounters.len()).flat_map(|encounter| tally.blocks_of(encounter));
    share_of_wins(blocks, player)
}
