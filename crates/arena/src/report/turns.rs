//! Curves over the turns of a game: the scores, and the times of the players.

use super::axes::{Head, Rows, Scale, Unit};
use super::card::Card;
use super::curves::{Bins, Plot, extent, quantile};
use super::digest::Digest;
use super::svg::{self, closed};
use super::{GameResult, TextTable, text};

/// The score of each player over the rounds.
pub(super) fn scores(digest: &Digest<'_>) -> Option<Card> {
    let scored = |game| Some((game, (digest.report.scores)(game)?));
    let games: Vec<(&GameResult, Vec<Vec<f64>>)> = digest.sample().filter_map(scored).collect();
    let turns = games.iter().map(|(_, scores)| scores.len()).max()?;
    let mut bins = Bins::new(digest.roster.len(), turns);
    for (game, scores) in &games {
        for (turn, scores) in scores.iter().enumerate() {
            for (seat, &score) in game.seats.iter().zip(scores) {
                if let Some(player) = digest.roster.number(&seat.player) {
                    bins.push(player, turn, score);
                }
            }
        }
    }
    let curves = bins.curves(|sorted| {
        let mean = sorted.iter().sum::<f64>() / sorted.len().max(1) as f64;
        (quantile(sorted, 0.25), mean, quantile(sorted, 0.75))
    });
    // The last round that all curves reach.
    let last = curves.iter().map(|curve| curve.points.len()).min()?.checked_sub(1)?;
    let leader = curves.iter().max_by(|a, b| a.points[last].middle.total_cmp(&b.points[last].middle))?;
    let (low, high) = extent(&curves);
    // If scores come close to 0, the axis begins there.
    let low = if low > 0.0 && low < high / 2.0 { 0.0 } else { low };
    let y = Scale::covering(low, high, 7, Unit::Plain);
    let heading = format!(
        "{} has the highest mean score in round {}: {}",
        digest.roster.short(leader.player),
        text::count(leader.points[last].last as u64),
        y.words(leader.points[last].middle)
    );
    let description = "For each player a line through the mean scores, in a band from the lower to the upper quartile.";
    let plot = Plot { curves: &curves, y, x_axis: "round", y_axis: "score", title: &heading, description };
    let (drawing, key, is_split) = (plot.draw(&digest.roster), plot.key(&digest.roster), plot.is_split());
    let what = "Score after each round: the line is the mean of the games still in progress, \
                the band holds the middle half of them.";
    let mut note = "A line ends where fewer than one game in twenty is still in progress.".to_owned();
    if games.len() < digest.report.results.len() {
        note = format!("From {}, spread over the run. {note}", text::things(games.len() as u64, "game"));
    }
    Some(Card::new(heading, what, drawing).with_key(key).with_note(note).wide_if(is_split))
}

/// The number of slices of a distribution.
const SLICES: usize = 64;
/// Half the height of the thickest part of a distribution.
const THICK: f64 = 9.0;

/// The times of all turns of all games.
fn all_times(digest: &Digest<'_>) -> Bins {
    let seats = || digest.report.results.iter().flat_map(|game| &game.seats);
    let turns = seats().map(|seat| seat.micros.len()).max().unwrap_or(0);
    let mut bins = Bins::new(digest.roster.len(), turns);
    for seat in seats() {
        if let Some(player) = digest.roster.number(&seat.player) {
            for (turn, &micros) in seat.micros.iter().enumerate() {
                bins.push(player, turn, micros as f64);
            }
        }
    }
    bins
}

/// Both plots: the time over the turns, and its distribution.
pub(super) fn times(digest: &Digest<'_>) -> Option<[Card; 2]> {
    let bins = all_times(digest);
    let all: Vec<_> = (0..digest.roster.len())
        .map(|player| (player, bins.all(player)))
        .filter(|(_, times)| !times.is_empty())
        .collect();
    let distribution = distribution(digest, all)?;
    Some([over_turns(digest, bins)?, distribution])
}

fn over_turns(digest: &Digest<'_>, bins: Bins) -> Option<Card> {
    let curves = bins.curves(|sorted| (quantile(sorted, 0.1), quantile(sorted, 0.5), quantile(sorted, 0.9)));
    let (shortest, longest) = extent(&curves);
    let y = Scale::time(shortest, longest);
    let by_ten = if y.is_log() { " The axis is logarithmic." } else { "" };
    // The highest point of all lines.
    let peaks = curves.iter().flat_map(|curve| curve.points.iter().map(move |point| (curve.player, point)));
    let (player, peak) = peaks.max_by(|(_, a), (_, b)| a.middle.total_cmp(&b.middle))?;
    let name = digest.roster.short(player);
    let (turn, time) = (text::count(peak.first as u64), text::time(peak.middle));
    let heading = format!("{name} thinks longest at turn {turn}: {time}");
    let description = "For each player a line through the median times, in a band that contains eight turns of ten.";
    let plot = Plot {
        curves: &curves,
        y,
        x_axis: "turn of the player",
        y_axis: "time per turn",
        title: &heading,
        description,
    };
    let (drawing, key, is_split) = (plot.draw(&digest.roster), plot.key(&digest.roster), plot.is_split());
    let what =
        format!("Time for each turn: the line is the median of the games, the band contains eight of ten.{by_ten}");
    Some(Card::new(heading, what, drawing).with_key(key).wide_if(is_split))
}

/// The number of values in each of equal slices of the scale, slightly smoothed.
fn density(scale: &Scale, values: &[f64]) -> Vec<f64> {
    let mut counts = vec![0.0; SLICES];
    for &value in values {
        counts[((scale.part(value) * SLICES as f64) as usize).min(SLICES - 1)] += 1.0;
    }
    let at = |i: Option<usize>| i.and_then(|i| counts.get(i)).copied().unwrap_or(0.0);
    (0..SLICES).map(|i| (at(i.checked_sub(1)) + 2.0 * at(Some(i)) + at(Some(i + 1))) / 4.0).collect()
}

fn distribution(digest: &Digest<'_>, mut all: Vec<(usize, Vec<f64>)>) -> Option<Card> {
    let ends = all.iter().filter_map(|(_, times)| Some((*times.first()?, *times.last()?)));
    let (shortest, longest) = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    all.sort_by(|(_, a), (_, b)| quantile(b, 0.5).total_cmp(&quantile(a, 0.5)));
    let slowest = all.iter().find(|(_, times)| times.last() == Some(&longest))?.0;
    let heading = format!("The longest turn took {}, by {}", text::time(longest), digest.roster.short(slowest));
    let mut rows = Rows::new(all.len(), Scale::time(shortest, longest));
    let mut table =
        TextTable::new(["Player", "turns", "shortest", "1 in 10 below", "median", "1 in 10 above", "longest"]);
    for (player, times) in &all {
        let name = digest.roster.name(*player);
        let [least, low, middle, high, most] = [0.0, 0.1, 0.5, 0.9, 1.0].map(|part| quantile(times, part));
        let tip = format!(
            "{name}: median {}, eight of ten turns {} … {}, longest {}",
            text::time(middle),
            text::time(low),
            text::time(high),
            text::time(most)
        );
        let more = format!("at most {}", text::time(most));
        let y = rows.row(&Head { player: Some(*player), name, figure: text::time(middle), more });
        let density = density(&rows.scale, times);
        let thickest = density.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let (from, to) = rows.scale.paper();
        let edge = |side: f64| {
            let place = move |(i, count): (usize, &f64)| {
                let x = from + (to - from) * (i as f64 + 0.5) / SLICES as f64;
                (x, y + side * THICK * count / thickest)
            };
            density.iter().enumerate().map(place).collect::<Vec<_>>()
        };
        let classes = svg::classes(*player);
        let outline = closed(edge(-1.0).into_iter().chain(edge(1.0).into_iter().rev()));
        rows.svg.path(&format!("violin {classes}"), &outline, &tip);
        rows.svg.line(&format!("whisker {classes}"), (rows.scale.at(low), y), (rows.scale.at(high), y));
        rows.svg.mark(*player, (rows.scale.at(middle), y), 4.5, &tip);
        let mut row = vec![name.to_owned(), text::count(times.len() as u64)];
        row.extend([least, low, middle, high, most].map(text::time));
        table.rows.push(row);
    }
    let drawing = rows.finish("time per turn", &heading, "The distribution of the times of each player, as a shape.");
    let what = "Distribution of the times of all turns: the thicker, the more turns; \
                the mark is the median, the line contains eight of ten.";
    Some(Card::new(heading, what, drawing).with_figures(table))
}
