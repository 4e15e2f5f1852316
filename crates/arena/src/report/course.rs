//! How the scores go during the games.

use super::GameResult;
use super::card::Card;
use super::curves::{Bins, Plot, extent, quantile};
use super::digest::Digest;
use super::scale::{Scale, Unit};
use super::text;

/// The score of each player over the turns.
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
    // The last turn that all of them reach.
    let last = curves.iter().map(|curve| curve.points.len()).min()?.checked_sub(1)?;
    let leader = curves.iter().max_by(|a, b| a.points[last].middle.total_cmp(&b.points[last].middle))?;
    let (low, high) = extent(&curves);
    // A score that comes near zero is better seen against it.
    let low = if low > 0.0 && low < high / 2.0 { 0.0 } else { low };
    let y = Scale::covering(low, high, 7, Unit::Plain);
    let heading = format!(
        "{} has the highest mean score at turn {}: {}",
        digest.roster.short(leader.player),
        text::count(leader.points[last].last as u64),
        y.words(leader.points[last].middle)
    );
    let description = "For each player a line through the mean scores, in a band from the lower to the upper quartile.";
    let plot = Plot { curves: &curves, y, x_axis: "turn", y_axis: "score", title: &heading, description };
    let (drawing, key, is_split) = (plot.draw(&digest.roster), plot.key(&digest.roster), plot.is_split());
    let what = "Score after each turn: the line is the mean of the games that still go on, \
                the band holds the middle half of them.";
    let mut note = "A line ends where fewer than one game in twenty goes on.".to_owned();
    if games.len() < digest.report.results.len() {
        note = format!("From {}, spread over the run. {note}", text::things(games.len() as u64, "game"));
    }
    Some(Card::new(heading, what, drawing).with_key(key).with_note(note).wide_if(is_split))
}
