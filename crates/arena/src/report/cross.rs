//! Every player against every other.

use super::card::Card;
use super::digest::Digest;
use super::heat::{Cell, Heat};
use super::{look, text};

/// How often the player of the row came before the player of the column, the best player first.
pub(super) fn table(digest: &Digest<'_>) -> Option<Card> {
    let before = &digest.tally.before;
    // The mean over the opponents, so that who met the weakest most often is not the best for it.
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
            format!("{} comes before each of the others more often than behind", digest.roster.short(player))
        }
        None => "No player comes before each of the others more often than behind".to_owned(),
    };
    let is_wide = players.len() > 6;
    let mut heat = Heat::new(players.iter().map(|&player| look::sign(player)), 0.35);
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
    let what = "How often a seat of the player of the row came before one of the player of the column, in percent; \
                equal places count half.";
    Some(Card::new(heading, what, heat.finish()).wide_if(is_wide))
}
