//! How games ended for each player.

use super::TextTable;
use super::card::Card;
use super::digest::Digest;
use super::rows::{Head, Rows};
use super::scale::{Scale, Unit};
use super::svg::Anchor;
use super::tally::Outcome;
use super::text::{self, Escaped};

const BAR: f64 = 15.0;
/// The least width of a part that has room for its number.
const ROOM: f64 = 30.0;

/// The key to the colours of the outcomes.
pub(super) fn key(outcomes: impl Iterator<Item = Outcome>) -> String {
    let entry = |outcome: Outcome| {
        let (class, name) = (outcome.class(), Escaped(outcome.name()));
        format!(
            "<li><svg class=\"swatch\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">\
             <rect class=\"bar {class}\" width=\"12\" height=\"12\"/></svg>{name}</li>"
        )
    };
    format!(r#"<ul class="key">{}</ul>"#, outcomes.map(entry).collect::<String>())
}

/// For each player a bar with the parts of its games.
pub(super) fn outcomes(digest: &Digest<'_>) -> Option<Card> {
    let games_of = |counts: &[u64; 5]| counts.iter().sum::<u64>();
    let rate = |counts: &[u64; 5]| counts[0] as f64 / games_of(counts).max(1) as f64;
    let mut players: Vec<_> =
        digest.tally.outcomes.iter().enumerate().filter(|(_, counts)| games_of(counts) > 0).collect();
    players.sort_by(|(_, a), (_, b)| rate(b).total_cmp(&rate(a)));
    let &(first, most) = players.first()?;
    let name = digest.roster.short(first);
    let heading = match (most[0], games_of(most)) {
        (0, _) => "Nobody has won a game".to_owned(),
        (1, 1) => format!("{name} won its game"),
        (won, games) => format!("{name} wins most often: {} of {} games", text::count(won), text::count(games)),
    };
    let mut rows = Rows::new(players.len(), Scale::covering(0.0, 1.0, 6, Unit::Percent));
    let mut table = TextTable::new(["Player", "games", "won", "drawn", "stalemate", "lost", "by fault"]);
    for (player, counts) in players {
        let name = digest.roster.name(player);
        let games = games_of(counts);
        let y =
            rows.row(&Head { player: Some(player), name, figure: String::new(), more: text::things(games, "game") });
        let mut before = 0;
        for outcome in Outcome::ALL {
            let count = counts[outcome as usize];
            if count == 0 {
                continue;
            }
            let part = |count: u64| count as f64 / games as f64;
            let (from, to) = (rows.scale.at(part(before)), rows.scale.at(part(before + count)));
            before += count;
            let share = text::percent(part(count));
            let tip = format!("{name}: {} {}, {share}", outcome.name(), text::things(count, "game"));
            rows.svg.rect(&format!("bar {}", outcome.class()), (from, y - BAR / 2.0), (to - from, BAR), &tip);
            if to - from >= ROOM {
                let class = format!("inside {}", outcome.class());
                rows.svg.text(&class, ((from + to) / 2.0, y + 4.0), Anchor::Middle, &share);
            }
        }
        let mut row = vec![name.to_owned(), text::count(games)];
        row.extend(counts.iter().map(|&count| text::count(count)));
        table.rows.push(row);
    }
    let drawing =
        rows.finish("share of the games in percent", &heading, "For each player a bar of its games by outcome.");
    Some(
        Card::new(heading, "How the games of each player ended.", drawing)
            .with_key(key(digest.tally.seen()))
            .with_figures(table),
    )
}
