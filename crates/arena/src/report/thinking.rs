//! How long the players think: over the game, and altogether.

use super::card::Card;
use super::curves::{Bins, Plot, extent, quantile};
use super::digest::Digest;
use super::rows::{Head, Rows};
use super::scale::Scale;
use super::svg::closed;
use super::{TextTable, look, text};

/// How many slices a distribution is drawn in.
const SLICES: usize = 64;
/// Half the height of the thickest part of a distribution.
const THICK: f64 = 9.0;

/// The times of all turns of all games.
fn times(digest: &Digest<'_>) -> Bins {
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
pub(super) fn cards(digest: &Digest<'_>) -> Option<[Card; 2]> {
    let bins = times(digest);
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
    let by_ten = if y.is_log() { " The axis goes by powers of ten." } else { "" };
    // The turn with the highest line of all.
    let peaks = curves.iter().flat_map(|curve| curve.points.iter().map(move |point| (curve.player, point)));
    let (player, peak) = peaks.max_by(|(_, a), (_, b)| a.middle.total_cmp(&b.middle))?;
    let name = digest.roster.short(player);
    let (turn, time) = (text::count(peak.first as u64), text::time(peak.middle));
    let heading = format!("{name} thinks longest at turn {turn}: {time}");
    let description = "For each player a line through the median times, in a band that holds eight turns of ten.";
    let plot = Plot {
        curves: &curves,
        y,
        x_axis: "turn of the player",
        y_axis: "time per turn",
        title: &heading,
        description,
    };
    let (drawing, key, is_split) = (plot.draw(&digest.roster), plot.key(&digest.roster), plot.is_split());
    let what = format!("Time for each turn: the line is the median of the games, the band holds eight of ten.{by_ten}");
    Some(Card::new(heading, what, drawing).with_key(key).wide_if(is_split))
}

/// How many of the sorted values fall into each of equal slices of the scale, smoothed a little.
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
        let classes = look::classes(*player);
        let outline = closed(edge(-1.0).into_iter().chain(edge(1.0).into_iter().rev()));
        rows.svg.path(&format!("violin {classes}"), &outline, &tip);
        rows.svg.line(&format!("whisker {classes}"), (rows.scale.at(low), y), (rows.scale.at(high), y));
        rows.svg.mark(*player, (rows.scale.at(middle), y), 4.5, &tip);
        let mut row = vec![name.to_owned(), text::count(times.len() as u64)];
        row.extend([least, low, middle, high, most].map(text::time));
        table.rows.push(row);
    }
    let drawing = rows.finish("time per turn", &heading, "For each player the distribution of its times, as a shape.");
    let what = "How the times of all turns are spread: the thicker, the more turns; \
                the mark is the median, the line holds eight of ten.";
    Some(Card::new(heading, what, drawing).with_figures(table))
}
