//! Playing strength: ratings and shares with their intervals, how the estimate developed, and every
//! player against every other.

use super::axes::{Frame, Head, Rows, Scale, Unit};
use super::card::{Card, Cell, Heat};
use super::curves::thin;
use super::digest::Digest;
use super::svg::{self, WIDTH, arrow, closed, through};
use super::{Estimate, PlayerFigures, TextTable, text};

/// The most points of the progress curve.
const PROGRESS_POINTS: usize = 200;

/// An estimate without values that are not numbers.
fn sound(estimate: Estimate) -> Option<Estimate> {
    let Estimate { value, low, high } = estimate;
    let or_value = |end: f64| if end.is_nan() { value } else { end };
    (!value.is_nan()).then(|| Estimate { value, low: or_value(low), high: or_value(high) })
}

/// The players that have the estimate, the best first.
fn ranked(digest: &Digest<'_>, of: impl Fn(&PlayerFigures<'_>) -> Option<Estimate>) -> Vec<(usize, Estimate)> {
    let mut ranked: Vec<_> =
        digest.figures().filter_map(|(player, figures)| Some((player, of(figures).and_then(sound)?))).collect();
    ranked.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    ranked
}

/// The range of the axis: all values, and the intervals as far as they do not squeeze everything
/// else.
fn extent(estimates: &[(usize, Estimate)]) -> (f64, f64) {
    let values = || estimates.iter().map(|(_, estimate)| estimate.value).filter(|value| value.is_finite());
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if low > high {
        return (0.0, 0.0);
    }
    let mut widths: Vec<_> =
        estimates.iter().map(|(_, estimate)| estimate.high - estimate.low).filter(|width| width.is_finite()).collect();
    widths.sort_by(f64::total_cmp);
    let usual = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
    let reach = (high - low).max(usual);
    let ends = |(from, to): (f64, f64), (_, estimate): &(usize, Estimate)| {
        (from.min(estimate.low.max(low - reach)), to.max(estimate.high.min(high + reach)))
    };
    estimates.iter().fold((low, high), ends)
}

/// Dots with whiskers. An interval that extends beyond the axis ends in an arrow.
fn dots(rows: &mut Rows, digest: &Digest<'_>, estimates: &[(usize, Estimate)], words: impl Fn(f64) -> String) {
    for &(player, Estimate { value, low, high }) in estimates {
        let name = digest.roster.name(player);
        let (figure, more) = (words(value), format!("{} … {}", words(low), words(high)));
        let tip = format!("{name}: {figure}, with 95\u{a0}% confidence {more}");
        let y = rows.row(&Head { player: Some(player), name, figure, more });
        let (from, to) = (rows.scale.at(low), rows.scale.at(high));
        let classes = svg::classes(player);
        rows.svg.line(&format!("whisker {classes}"), (from, y), (to, y));
        for (end, x, forward) in [(low, from, false), (high, to, true)] {
            if rows.scale.holds(end) {
                rows.svg.line(&format!("whisker {classes}"), (x, y - 4.0), (x, y + 4.0));
            } else {
                rows.svg.path(&format!("arrow {classes}"), &arrow(x, y, forward), "extends beyond the axis");
            }
        }
        if rows.scale.holds(value) {
            rows.svg.mark(player, (rows.scale.at(value), y), 6.0, &tip);
        }
    }
}

fn figures(
    digest: &Digest<'_>,
    estimates: &[(usize, Estimate)],
    what: &str,
    words: impl Fn(f64) -> String,
) -> TextTable {
    let mut table = TextTable::new(["Player", what, "from", "to"]);
    for &(player, estimate) in estimates {
        let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(&words);
        table.rows.push(vec![digest.roster.name(player).to_owned(), value, low, high]);
    }
    table
}

/// The ratings with their intervals.
pub(super) fn ratings(digest: &Digest<'_>) -> Option<Card> {
    let ranked = ranked(digest, |figures| figures.rating);
    let words = |rating: f64| text::signed(rating, 0);
    // For two players the summary has the difference, and the plot the ratings on both sides of
    // their mean.
    let is_match = ranked.len() == 2 && digest.roster.len() == 2 && digest.is_for_two();
    let heading = match ranked[..] {
        [] => return None,
        [(player, rating)] => format!("{} is rated {}", digest.roster.short(player), words(rating.value)),
        [(first, best), (second, next), ..] => {
            let (first, second) = (digest.roster.short(first), digest.roster.short(second));
            let ahead = best.value - next.value;
            let intervals =
                if best.low > next.high { "and their intervals do not overlap" } else { "but their intervals overlap" };
            if ahead >= 0.5 && is_match {
                format!("Elo difference of {first} and {second}: {} points, {intervals}", text::number(ahead, 0))
            } else if ahead >= 0.5 {
                format!("{first} leads {second} by {} points, {intervals}", text::number(ahead, 0))
            } else {
                format!("{first} and {second} are rated alike")
            }
        }
    };
    let (low, high) = extent(&ranked);
    let mut rows = Rows::new(ranked.len(), Scale::covering(low, high, 7, Unit::Signed));
    if rows.scale.holds(0.0) {
        rows.reference(0.0);
    }
    dots(&mut rows, digest, &ranked, words);
    let drawing = rows.finish("rating in Elo points", &heading, "A dot for each player, with the interval as a line.");
    let mut what = "Rating of each player, with its 95\u{a0}% confidence interval.".to_owned();
    if is_match {
        what += " The difference between the two ratings is the Elo difference.";
    }
    Some(Card::new(heading, what, drawing).with_figures(figures(digest, &ranked, "Rating", words)))
}

/// The score of each player in games for two, or its share of wins in other games.
pub(super) fn shares(digest: &Digest<'_>) -> Option<Card> {
    if digest.is_for_two() { scores(digest) } else { win_shares(digest) }
}

/// A share in percent, with the precision of the summary.
fn percent(share: f64) -> String {
    text::with_unit(&text::number(100.0 * share, 1), "%")
}

/// The scores with their intervals.
fn scores(digest: &Digest<'_>) -> Option<Card> {
    let scores = digest.counts.scores.iter().enumerate();
    let mut ranked: Vec<_> = scores
        .filter(|(_, blocks)| blocks.share().is_some())
        .map(|(player, blocks)| (player, blocks.estimate()))
        .collect();
    ranked.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let &(first, best) = ranked.first()?;
    let heading = format!("{} has a score of {}", digest.roster.short(first), percent(best.value));
    let (low, high) = extent(&ranked);
    let scale = Scale::covering(low.clamp(0.0, 0.5), high.clamp(0.5, 1.0), 6, Unit::Percent);
    let mut rows = Rows::new(ranked.len(), scale);
    rows.reference(0.5);
    dots(&mut rows, digest, &ranked, percent);
    let drawing = rows.finish("score in percent", &heading, "A dot for each player, with the interval.");
    let what = "Score of each player, 1 for a win and ½ for a draw, with its 95\u{a0}% confidence interval; \
                the dashed line is one half.";
    Some(Card::new(heading, what, drawing).with_figures(figures(digest, &ranked, "Score", percent)))
}

/// The shares of the wins with their intervals.
fn win_shares(digest: &Digest<'_>) -> Option<Card> {
    let ranked = ranked(digest, |figures| figures.win_share);
    let &(first, best) = ranked.first()?;
    let mut heading = format!("{} has a win share of {}", digest.roster.short(first), text::percent(best.value));
    if let Some(even) = digest.even_share(first) {
        heading += &format!("; its even share is {}", text::percent(even));
    }
    let even: Vec<_> = ranked.iter().map(|&(player, _)| digest.even_share(player)).collect();
    let reach = |(low, high): (f64, f64), even: &f64| (low.min(*even), high.max(*even));
    let (low, high) = even.iter().flatten().fold(extent(&ranked), reach);
    let scale = Scale::covering(low.max(0.0), high.min(1.0), 6, Unit::Percent);
    let mut rows = Rows::new(ranked.len(), scale);
    for (row, even) in even.iter().enumerate() {
        if let Some(even) = *even {
            rows.reference_in(row, even);
        }
    }
    dots(&mut rows, digest, &ranked, percent);
    let drawing = rows.finish("win share in percent", &heading, "A dot for each player, with the interval.");
    let mut what = "Share of its games that each player won, with its 95\u{a0}% confidence interval.".to_owned();
    let mut table = figures(digest, &ranked, "Share", percent);
    if even.iter().any(Option::is_some) {
        what += " The dashed line is its even share: its part of the seats in the games that were won.";
        table.headings.push("even".to_owned());
        for (row, even) in table.rows.iter_mut().zip(&even) {
            row.push(even.map_or_else(String::new, percent));
        }
    }
    Some(Card::new(heading, what, drawing).with_figures(table))
}

/// How the estimate of the first player's score or share developed.
pub(super) fn progress(digest: &Digest<'_>) -> Option<Card> {
    let first = digest.report.players.first().and_then(|player| digest.roster.number(player.name)).unwrap_or(0);
    let steps: Vec<_> =
        digest.report.progress.iter().filter_map(|&(games, estimate)| Some((games as f64, sound(estimate)?))).collect();
    let &(games, last) = steps.last()?;
    let steps = thin(&steps, PROGRESS_POINTS);
    let is_for_two = digest.is_for_two();
    let share = if is_for_two { "score" } else { "win share" };
    let heading = format!(
        "After {} the {share} of {} is between {} and {}",
        text::things(games as u64, "game"),
        digest.roster.short(first),
        text::percent(last.low),
        text::percent(last.high)
    );
    // The first few games have a wide interval, which may extend beyond the plot.
    let settled = &steps[steps.len() / 8..];
    let (mut low, mut high) = (last.low, last.high);
    for (_, estimate) in settled {
        (low, high) = (low.min(estimate.low), high.max(estimate.high));
    }
    let even = if is_for_two { Some(0.5) } else { digest.even_share(first) };
    if let Some(even) = even {
        (low, high) = (low.min(even), high.max(even));
    }
    let from = steps.first().map_or(games, |&(games, _)| games);
    let y = Scale::covering(low.max(0.0), high.min(1.0), 6, Unit::Percent);
    let mut frame = Frame::new(
        (WIDTH, 230.0),
        Scale::counting(from.min(games - 1.0), games, 6),
        y,
        "games played",
        &format!("{share} in percent"),
    );
    if let Some(even) = even {
        let (left, right) = frame.x.paper();
        let y = frame.y.at(even);
        frame.svg.line("reference", (left, y), (right, y));
    }
    let classes = svg::classes(first);
    let upper = steps.iter().map(|(x, estimate)| frame.at(*x, estimate.high));
    let lower = steps.iter().rev().map(|(x, estimate)| frame.at(*x, estimate.low));
    let band = closed(upper.chain(lower));
    let line = through(steps.iter().map(|(x, estimate)| frame.at(*x, estimate.value)));
    frame.svg.path(&format!("band {classes}"), &band, "");
    frame.svg.path(&format!("curve {classes}"), &line, "");
    let tip = format!("{}: {}", digest.roster.name(first), text::percent(last.value));
    let end = frame.at(games, last.value);
    frame.svg.mark(first, end, 6.0, &tip);
    let drawing = frame.svg.finish(&heading, "The estimate as a line over the games, with its interval as a band.");
    let mut what = format!(
        "The {share} of {}, the first player, as estimated in the course of the run, with its 95\u{a0}% \
         confidence interval.",
        digest.roster.short(first)
    );
    if even.is_some() {
        what += if is_for_two { " The dashed line is one half." } else { " The dashed line is its even share." };
    }
    Some(Card::new(heading, what, drawing))
}

/// How often the player of the row was placed before the player of the column, the best player
/// first.
pub(super) fn cross_table(digest: &Digest<'_>) -> Option<Card> {
    let before = &digest.counts.before;
    // The mean over the opponents, so that it does not matter which of them a player has met most
    // often.
    let mean = |player: usize| {
        let shares: Vec<_> = before[player].iter().filter_map(|rate| rate.share()).collect();
        (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
    };
    let mut ranked: Vec<_> = (0..digest.roster.len()).filter_map(|player| Some((mean(player)?, player))).collect();
    if ranked.len() < 3 {
        return None;
    }
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let players: Vec<_> = ranked.into_iter().map(|(_, player)| player).collect();
    let beats_all = |player: &&usize| before[**player].iter().filter_map(|rate| rate.share()).all(|share| share > 0.5);
    let heading = match players.iter().find(beats_all) {
        Some(&player) => {
            format!("{} is placed before each of the others more often than behind", digest.roster.short(player))
        }
        None => "No player is placed before each of the others more often than behind".to_owned(),
    };
    let is_wide = players.len() > 6;
    let mut heat = Heat::new(players.iter().map(|&player| svg::sign(player)), 0.35);
    for &row in &players {
        let cell = |&column: &usize| {
            let rate = before[row][column];
            let tip = format!(
                "{} before {}: {} of {}",
                digest.roster.name(row),
                digest.roster.name(column),
                text::number(rate.times, if rate.times.fract() == 0.0 { 0 } else { 1 }),
                text::things(rate.of, "time")
            );
            Some(Cell { share: rate.share()?, even: 0.5, tip })
        };
        heat.row(digest.roster.label(row, if is_wide { 32 } else { 15 }), players.iter().map(cell));
    }
    let what = "How often a seat of the player of the row was placed before one of the player of the column, in percent; \
                equal places count half.";
    Some(Card::new(heading, what, heat.finish()).wide_if(is_wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, low: f64, high: f64) -> (usize, Estimate) {
        (0, Estimate { value, low, high })
    }

    #[test]
    fn huge_intervals_do_not_squeeze_the_others() {
        let estimates =
            [estimate(50.0, 40.0, 60.0), estimate(0.0, -10.0, 10.0), estimate(-50.0, f64::NEG_INFINITY, 1e9)];
        assert_eq!(extent(&estimates), (-150.0, 150.0));
        assert_eq!(extent(&[estimate(f64::INFINITY, 0.0, f64::INFINITY)]), (0.0, 0.0));
        assert_eq!(extent(&[estimate(10.0, 0.0, 20.0)]), (0.0, 20.0));
    }

    #[test]
    fn what_is_not_a_number_is_no_estimate() {
        assert_eq!(sound(estimate(f64::NAN, 0.0, 1.0).1), None);
        assert_eq!(sound(estimate(1.0, f64::NAN, 2.0).1), Some(estimate(1.0, 1.0, 2.0).1));
    }
}
