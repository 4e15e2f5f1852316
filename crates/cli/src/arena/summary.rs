//! What a run has shown, as text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use arena::stats::{Estimate, Pairs, Placing, Standing, share_of_blocks, standings};
use arena::text::{TextTable, grouped};
use arena::{Finish, GameResult, Plan, Question, Scoreboard, Test};

use super::conduct::Conducted;
use super::settings::Settings;
use crate::figures::plural;
use crate::terminal::{self, Size};

/// The number of bootstrap resamples for the intervals, and their seed.
const RESAMPLES: usize = 1_000;
const SEED: u64 = 1;

/// The most faults that are listed for a player: it may have another one in every game.
const MAX_FAULTS: usize = 5;

/// The columns of a table for four players, in two tables that a terminal has room for.
const COLUMNS_FOR_FOUR: [&[usize]; 2] = [&[0, 1, 2, 3, 7], &[0, 4, 5, 6]];

/// What a run has shown.
pub(crate) struct Summary {
    pub(crate) standings: Vec<Standing>,
    /// The pairs of games of the first player, in a match of two players.
    pub(crate) pairs: Option<Pairs>,
    pub(crate) table: TextTable,
    pub(crate) verdict: String,
}

impl Summary {
    pub(crate) fn new(settings: &Settings, conducted: &Conducted) -> Self {
        let plan = &settings.plan;
        let blocks = conducted.scoreboard.blocks();
        let standings = standings(&blocks, plan.entrants.len(), RESAMPLES, SEED);
        let is_for_two = settings.seats() == 2;
        let pairs = (is_for_two && plan.entrants.len() == 2).then(|| pairs(&conducted.scoreboard));
        let table =
            if is_for_two { table_for_two(plan, &standings, &blocks) } else { table_for_four(plan, &standings) };
        let verdict = verdict(settings, conducted, &standings, pairs.as_ref());
        Self { standings, pairs, table, verdict }
    }

    /// The summary as text.
    pub(crate) fn text(&self, settings: &Settings, conducted: &Conducted) -> String {
        let plan = &settings.plan;
        let games = conducted.results.len() as u64;
        let mut text = format!(
            "{}: {} of {}, seed {}",
            settings.terms.game.info().title(),
            grouped(games),
            plural(plan.games() as usize, "game"),
            plan.seed
        );
        text += match conducted.finish {
            Finish::Complete => ".\n",
            Finish::Enough => "; the test is decided.\n",
            Finish::Stopped => "; stopped.\n",
        };
        if games == 0 {
            return terminal::fit_terminal(&text);
        }
        let begun = conducted.scoreboard.games_in_begun_blocks();
        // Writing to a string does not fail.
        if begun > 0 {
            let (are, have) = if begun == 1 { ("is", "its start has") } else { ("are", "their starts have") };
            let _ = writeln!(text, "{begun} of them {are} not counted below: {have} not been played in all seatings.");
        }
        let all: Vec<usize> = (0..self.table.headings.len()).collect();
        let tables = if settings.seats() == 2 { &[&all[..]][..] } else { &COLUMNS_FOR_FOUR };
        for columns in tables {
            let _ = write!(text, "\n{}", self.table.columns(columns).fit(Size::of_stdout().columns));
        }
        text.push('\n');
        if let Some(pairs) = &self.pairs {
            let [lost, worse, equal, better, won] = pairs.counts();
            let _ = writeln!(
                text,
                "Pairs of games of {} by score: 0: {lost}, ½: {worse}, 1: {equal}, 1½: {better}, 2: {won}.",
                plan.entrants[0]
            );
        }
        let _ = writeln!(text, "{}", self.verdict);
        terminal::fit_terminal(&(text + &faults(&conducted.results)))
    }
}

/// The pairs of games of the first of two players.
pub(super) fn pairs(results: &Scoreboard) -> Pairs {
    let mut pairs = Pairs::default();
    for block in results.blocks_of(0) {
        add_pair(&mut pairs, 0, block);
    }
    pairs
}

/// The share of its games that a player has won; `None` if it has played none.
pub(super) fn share_of_wins<'a>(
    blocks: impl Iterator<Item = &'a Vec<Placing>> + Clone,
    player: usize,
) -> Option<Estimate> {
    let plays = move |game: &&Placing| game.entrants.contains(&player);
    let count = blocks.clone().flatten().filter(plays).count();
    let points = blocks.map(move |block| {
        let own = block.iter().filter(plays);
        (own.clone().filter(|game| game.is_won_by(player)).count() as f64, own.count() as f64)
    });
    (count > 0).then(|| share_of_blocks(points))
}

/// Adds a pair of games of a player, if it played in them.
pub(super) fn add_pair(pairs: &mut Pairs, player: usize, block: &[Placing]) {
    if let [one, other] = block
        && let (Some(one), Some(other)) = (one.score(player), other.score(player))
    {
        pairs.add([one, other]);
    }
}

fn table_for_two(plan: &Plan, standings: &[Standing], blocks: &[Vec<Placing>]) -> TextTable {
    let is_match = plan.entrants.len() == 2;
    let headings = [
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "score (95 %)",
        if is_match { "Elo (95 %)" } else { "rating (95 %)" },
    ];
    let rows = by_rating(standings).map(|(number, standing)| {
        let Standing { games, wins, draws, .. } = *standing;
        let mut own = Pairs::default();
        for block in blocks {
            add_pair(&mut own, number, block);
        }
        let rating = if is_match { interval(own.elo(), points) } else { interval(Some(standing.rating), points) };
        vec![
            plan.entrants[number].clone(),
            grouped(games),
            grouped(wins),
            grouped(draws),
            grouped(games - wins - draws),
            interval(own.score(), percent),
            rating,
        ]
    });
    TextTable { headings: headings.map(str::to_owned).to_vec(), rows: rows.collect() }
}

fn table_for_four(plan: &Plan, standings: &[Standing]) -> TextTable {
    let headings = [
        "player",
        "games",
        "won",
        "share of games (95 %)",
        "stalemates",
        "first in them",
        "mean place (95 %)",
        "rating (95 %)",
    ];
    let rows = by_rating(standings).map(|(number, standing)| {
        vec![
            plan.entrants[number].clone(),
            grouped(standing.games),
            grouped(standing.wins),
            interval(Some(standing.win_share), percent),
            grouped(standing.stalemates),
            grouped(standing.best_at_stalemate),
            interval(Some(standing.mean_place), |place| format!("{place:.2}")),
            interval(Some(standing.rating), points),
        ]
    });
    TextTable { headings: headings.map(str::to_owned).to_vec(), rows: rows.collect() }
}

/// The players by number, the strongest first.
fn by_rating(standings: &[Standing]) -> impl Iterator<Item = (usize, &Standing)> {
    let mut sorted: Vec<_> = standings.iter().enumerate().collect();
    sorted.sort_by(|(_, one), (_, other)| other.rating.value.total_cmp(&one.rating.value));
    sorted.into_iter()
}

/// Which player is stronger, if that is decided.
fn verdict(settings: &Settings, conducted: &Conducted, standings: &[Standing], pairs: Option<&Pairs>) -> String {
    let entrants = &settings.plan.entrants;
    match (settings.question, &conducted.test, pairs) {
        // The intervals in the table assume that the length of the run does not depend on its
        // games, so only the test counts.
        (Some(question), Some(test), _) => answer(&entrants[0], question, test),
        (_, _, Some(pairs)) => match pairs.elo() {
            Some(estimate) if estimate.low > 0.0 => format!("{} is stronger than {}.", entrants[0], entrants[1]),
            Some(estimate) if estimate.high < 0.0 => format!("{} is stronger than {}.", entrants[1], entrants[0]),
            Some(_) => format!(
                "Not decided: {} is stronger with a likelihood of {}.",
                entrants[0],
                percent(pairs.likelihood_of_superiority())
            ),
            None => "Nothing is decided yet.".to_owned(),
        },
        _ => {
            let mut best = by_rating(standings).filter(|(_, standing)| standing.games > 0);
            match (best.next(), best.next()) {
                (Some((first, one)), Some((second, other))) if one.rating.low > other.rating.high => format!(
                    "{} is the strongest: its rating interval is above that of {}.",
                    entrants[first], entrants[second]
                ),
                (Some((first, _)), Some((second, _))) => format!(
                    "The strongest player is not decided: the intervals of {} and {} overlap.",
                    entrants[first], entrants[second]
                ),
                _ => "Nothing is decided yet.".to_owned(),
            }
        }
    }
}

/// The answer of a test.
fn answer(first: &str, question: Question, test: &Test) -> String {
    let asked = match question {
        Question::Sprt { low, high } => {
            let [low, high] = [low, high].map(|points| points.to_string().replace('-', "−"));
            format!("Is {first} {high} Elo stronger, rather than {low}")
        }
        Question::MoreThan { share } => format!("Does {first} win more than {} of its games", percent(share)),
    };
    let answer = match test.verdict() {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not decided",
    };
    let share = test.interval().map_or_else(String::new, |[low, high]| {
        format!("; 95 % interval of its wins: {} to {}", percent(low), percent(high))
    });
    let (blocks, status) = (plural(test.blocks() as usize, "block"), test.status());
    format!("{asked}? After {blocks}: {answer} ({status}; error probability about 5 %{share}).")
}

/// Why players forfeited, and how often.
fn faults(results: &[GameResult]) -> String {
    let mut counts: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for result in results {
        for seat in &result.seats {
            if let Some(fault) = &seat.fault {
                counts.entry((&seat.player, fault)).or_insert((0, result.id)).0 += 1;
            }
        }
    }
    let mut faults: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for ((player, fault), (count, first)) in counts {
        faults.entry(player).or_default().push((count, first, fault));
    }
    let times = |count| if count == 1 { "once".to_owned() } else { format!("{} times", grouped(count)) };
    let mut text = String::new();
    for (player, mut faults) in faults {
        // The most frequent first, and of equally frequent ones the first.
        faults.sort_by_key(|&(count, first, _)| (Reverse(count), first));
        let others = faults.split_off(faults.len().min(MAX_FAULTS));
        for (count, first, fault) in faults {
            let _ = writeln!(text, "{player} forfeited {}, first in game {first}: {fault}", times(count));
        }
        if !others.is_empty() {
            let sum = others.iter().map(|(count, ..)| count).sum();
            let _ = writeln!(text, "{player} forfeited {} for {}.", times(sum), plural(others.len(), "other reason"));
        }
    }
    text
}

/// A value with its interval.
fn interval(estimate: Option<Estimate>, write: impl Fn(f64) -> String) -> String {
    let Some(Estimate { value, low, high }) = estimate else { return "–".to_owned() };
    // The unit is written once.
    let [low, high] = [low, high].map(|end| write(end).replace(" %", ""));
    format!("{} ({low} to {high})", write(value))
}

/// A share in percent.
fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Rating points with their sign.
fn points(points: f64) -> String {
    match points {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        points if points.round() == 0.0 => "0".to_owned(),
        points => format!("{points:+.0}").replace('-', "−"),
    }
}

/// A share with its interval.
pub(super) fn share(estimate: Option<Estimate>) -> String {
    interval(estimate, percent)
}

/// Elo points with their interval.
pub(super) fn elo(estimate: Option<Estimate>) -> String {
    interval(estimate, points)
}
