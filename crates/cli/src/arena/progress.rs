//! How far a run has come, on the terminal.

use std::time::{Duration, Instant};

use arena::{Plan, Tally, Test};
use indicatif::{ProgressBar, ProgressStyle};

use super::summary::{elo, pairs, share};

/// How often the figures are worked out anew.
const LOOK: Duration = Duration::from_millis(200);

/// No more players than this fit on a line.
const MOST_NAMED: usize = 4;

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
        if let Ok(style) = ProgressStyle::with_template("{prefix}{bar:30} {pos}/{len} games, {eta} left\n{wide_msg}") {
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

/// How it stands, on one line.
fn standing(plan: &Plan, tally: &Tally, test: Option<&Test>) -> String {
    let mut parts = Vec::new();
    if let ([_, _], [one]) = (&plan.entrants[..], &plan.encounters[..])
        && one.seatings[0].len() == 2
    {
        let pairs = pairs(tally);
        parts.push(format!("{} scores {}, {} Elo", plan.entrants[0], share(pairs.score()), elo(pairs.elo())));
    } else {
        let mut ratings: Vec<_> = plan.entrants.iter().zip(tally.live().ratings()).collect();
        ratings.sort_by(|(_, one), (_, other)| other.0.total_cmp(&one.0));
        for (name, (rating, sigma)) in ratings.into_iter().take(MOST_NAMED) {
            parts.push(format!("{name} {rating:.1} ± {:.1}", 1.96 * sigma));
        }
        let part = tally.stalemates() as f64 / tally.games().max(1) as f64;
        parts.push(format!("stalemates {:.0} %", 100.0 * part));
    }
    parts.extend(test.map(Test::status));
    if tally.faults() > 0 {
        parts.push(format!("{} lost by a fault", tally.faults()));
    }
    parts.join(" · ")
}
