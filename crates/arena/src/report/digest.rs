//! A report with its players numbered and its games counted: what every plot starts from.

use super::roster::Roster;
use super::tally::Tally;
use super::{GameResult, PlayerFigures, Report};

/// How many games the curves ask for their scores: enough for a smooth line, and soon read.
const SAMPLE: usize = 1000;

/// The report and what is known of it.
pub(super) struct Digest<'a> {
    /// The report.
    pub(super) report: &'a Report<'a>,
    /// The players by number.
    pub(super) roster: Roster<'a>,
    /// The counts.
    pub(super) tally: Tally,
}

impl<'a> Digest<'a> {
    /// Numbers and counts.
    pub(super) fn new(report: &'a Report<'a>) -> Self {
        let roster = Roster::new(report.players, report.results);
        let tally = Tally::new(&roster, report.results);
        Self { report, roster, tally }
    }

    /// What a seat is called.
    pub(super) fn seat_name(&self, seat: usize) -> String {
        self.report.seat_names.get(seat).map_or_else(|| format!("seat {}", seat + 1), |&name| name.to_owned())
    }

    /// The figures of the players that have some, each once.
    pub(super) fn figures(&self) -> impl Iterator<Item = (usize, &PlayerFigures<'a>)> {
        let mut seen = vec![false; self.roster.len()];
        self.report.players.iter().filter_map(move |figures| {
            let player = self.roster.number(figures.name)?;
            (!std::mem::replace(&mut seen[player], true)).then_some((player, figures))
        })
    }

    /// The share of its games that a player would win if all seats were alike.
    pub(super) fn even_share(&self, player: usize) -> Option<f64> {
        self.tally.even.get(player)?.share()
    }

    /// Whether all games are for two. Then what counts is the score, to which draws belong too.
    pub(super) fn is_for_two(&self) -> bool {
        match self.report.results {
            [] => self.report.seat_names.len() == 2,
            games => games.iter().all(|game| game.seats.len() == 2),
        }
    }

    /// At most about a thousand games, spread over the run.
    ///
    /// Games come in blocks of a few seatings, and every twentieth game could be the same seating each time. Multiples
    /// of the golden ratio fall evenly whatever the period.
    pub(super) fn sample(&self) -> impl Iterator<Item = &'a GameResult> {
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let games = self.report.results;
        let most = u64::MAX / games.len().max(SAMPLE) as u64 * SAMPLE as u64;
        let is_chosen = move |i: usize| (i as u64).wrapping_mul(GOLDEN) <= most || games.len() <= SAMPLE;
        games.iter().enumerate().filter(move |&(i, _)| is_chosen(i)).map(|(_, game)| game)
    }
}
