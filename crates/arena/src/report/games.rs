//! The list of faults and the list of games.

use std::fmt::Write;

use super::card;
use super::digest::Digest;
use super::text::{self, shorten};
use super::{GameResult, TextTable};
use crate::Ending;

/// The longest list: more would make a browser slow, and the files of the run have everything.
const MAX_ROWS: usize = 2000;
/// A list up to this length is not folded.
const OPEN: usize = 8;

/// Adds a list that is folded if it is long.
fn list(page: &mut String, digest: &Digest<'_>, class: &str, summary: &str, table: &TextTable, total: usize) {
    let open = if total <= OPEN { " open=\"open\"" } else { "" };
    let _ = write!(page, "<details class=\"card list {class}\"{open}><summary><h2>{summary}</h2></summary>");
    if total > table.rows.len() {
        let (shown, total) = (text::count(table.rows.len() as u64), text::count(total as u64));
        let _ = write!(page, "<p class=\"note\">The first {shown} of {total}.</p>");
    }
    card::table(page, table, &digest.roster);
    page.push_str("</details>\n");
}

/// The seats that were forfeited, with the reason.
pub(super) fn faults(page: &mut String, digest: &Digest<'_>) {
    let faults = || {
        let seats = digest.report.results.iter().flat_map(|game| game.seats.iter().map(move |seat| (game, seat)));
        seats.filter_map(|(game, seat)| Some((game, seat, seat.fault.as_ref()?)))
    };
    let total = faults().count();
    if total == 0 {
        return;
    }
    let mut table = TextTable::new(["Game", "player", "reason"]);
    for (game, seat, reason) in faults().take(MAX_ROWS) {
        table.rows.push(vec![game.id.to_string(), seat.player.clone(), shorten(reason, 400)]);
    }
    let summary = text::things(total as u64, "fault");
    list(page, digest, "faults", &summary, &table, total);
}

/// A place, with a decimal only if it is shared.
fn place(place: f64) -> String {
    text::number(place, if place.fract() == 0.0 { 0 } else { 1 })
}

fn row(game: &GameResult, replay: Option<String>) -> Vec<String> {
    let ending = match game.ending {
        Ending::Won => "won",
        Ending::Drawn => "drawn",
        Ending::Stalemate => "stalemate",
    };
    let seats: Vec<_> = game.seats.iter().map(|seat| shorten(&seat.player, 28)).collect();
    let places: Vec<_> = game.seats.iter().map(|seat| place(seat.place)).collect();
    let how = if game.how.is_empty() { ending.to_owned() } else { format!("{ending}: {}", shorten(&game.how, 80)) };
    let mut row = vec![
        game.id.to_string(),
        shorten(&game.start, 72),
        seats.join(" · "),
        places.join(" · "),
        how,
        text::count(game.turns.into()),
    ];
    row.extend(replay);
    row
}

/// The games, as many as a page has room for.
pub(super) fn all(page: &mut String, digest: &Digest<'_>) {
    let results = digest.report.results;
    if results.is_empty() {
        return;
    }
    let mut table = TextTable::new(["Game", "start", "seats", "places", "ending", "length"]);
    table.rows.extend(results.iter().take(MAX_ROWS).map(|game| row(game, (digest.report.replay)(game))));
    if table.rows.iter().any(|row| row.len() > table.headings.len()) {
        table.headings.push("replay".to_owned());
    }
    let summary = if results.len() == 1 { "The game" } else { "All games" };
    list(page, digest, "games", summary, &table, results.len());
}
