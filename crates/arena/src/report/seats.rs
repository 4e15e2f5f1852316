//! Whether the seats are equal: wins by seat, and what each player makes of each seat.

use super::card::Card;
use super::digest::Digest;
use super::heat::{Cell, Heat};
use super::rows::{Head, Rows};
use super::scale::{Scale, Unit};
use super::text::{self, Escaped};
use super::{Table, tally::Rate};

const BAR: f64 = 11.0;
/// How many standard errors make a difference clear. With several seats one is easily two of them off by chance.
const CLEAR: f64 = 2.6;

/// Whether there is something to say about seats: several, and wins from them, in more than one game.
fn are_told(digest: &Digest<'_>) -> bool {
    let seats = &digest.tally.seats;
    seats.len() > 1 && digest.report.results.len() > 1 && seats.iter().any(|seat| seat.times > 0.0)
}

/// The wins from each seat, whoever sat there.
pub(super) fn wins(digest: &Digest<'_>) -> Option<Card> {
    let seats = &digest.tally.seats;
    if !are_told(digest) {
        return None;
    }
    let even = Rate::sum(seats).share()?;
    let share = |seat: &Rate| seat.share().unwrap_or(0.0);
    let ranked = || (0..seats.len()).map(|seat| (share(&seats[seat]), digest.seat_name(seat)));
    let (most, best) = ranked().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let (least, worst) = ranked().reduce(|a, b| if b.0 < a.0 { b } else { a })?;
    let has_even = |seat: &Rate| (seat.interval_of(CLEAR).0..=seat.interval_of(CLEAR).1).contains(&even);
    let is_even = seats.iter().all(has_even);
    let heading = if is_even {
        format!("No seat is clearly better: each wins {} to {} of the games", text::percent(least), text::percent(most))
    } else {
        format!(
            "The seats are not equal: {best} wins {} of the games, {worst} {}",
            text::percent(most),
            text::percent(least)
        )
    };
    let high = seats.iter().map(|seat| seat.interval().1).fold(0.0, f64::max);
    let mut rows = Rows::new(seats.len(), Scale::covering(0.0, high, 6, Unit::Percent));
    let mut table = Table::new(["Seat", "games", "won", "share", "from", "to"]);
    for (i, seat) in seats.iter().enumerate() {
        let name = digest.seat_name(i);
        let (low, high) = seat.interval();
        let figure = text::percent(share(seat));
        let more = format!("of {}", text::things(seat.of, "game"));
        let tip = format!(
            "{name}: {figure} {more}, with 95\u{a0}% confidence {} … {}",
            text::percent(low),
            text::percent(high)
        );
        table.rows.push(vec![
            name.clone(),
            text::count(seat.of),
            text::number(seat.times, 0),
            figure.clone(),
            text::percent(low),
            text::percent(high),
        ]);
        let y = rows.row(&Head { player: None, name: &name, figure, more });
        let (zero, end) = (rows.scale.at(0.0), rows.scale.at(share(seat)));
        rows.svg.rect("bar seat", (zero, y - BAR / 2.0), (end - zero, BAR), &tip);
        let (low, high) = (rows.scale.at(low), rows.scale.at(high));
        rows.svg.line("whisker", (low, y), (high, y));
        for x in [low, high] {
            rows.svg.line("whisker", (x, y - 3.0), (x, y + 3.0));
        }
    }
    rows.reference(even);
    let drawing =
        rows.finish("share of games won in percent", &heading, "For each seat a bar with the interval as a line.");
    let what = "Games won from each seat, whoever sat there, with the interval of 95\u{a0}% confidence; \
                the dashed line is the mean.";
    let note = "The intervals take each game for itself, as if those of one start did not depend on each other.";
    Some(Card::new(heading, what, drawing).with_note(note).with_figures(table))
}

/// What each player won from each seat.
pub(super) fn players(digest: &Digest<'_>) -> Option<Card> {
    let tally = &digest.tally;
    let seats = tally.seats.len();
    let played: Vec<_> =
        (0..digest.roster.len()).filter(|&player| tally.player_seats[player].iter().any(|rate| rate.of > 0)).collect();
    if !are_told(digest) {
        return None;
    }
    let columns = (0..seats).map(|seat| Escaped(&digest.seat_name(seat)).to_string());
    let mut heat = Heat::new(columns, 0.2);
    let mut widest: Option<(f64, String)> = None;
    for player in played {
        let rates = &tally.player_seats[player];
        let own = Rate::sum(rates).share().unwrap_or(0.0);
        let seat = |seat: usize| rates[seat].share().map(|share| (share, seat));
        let best = (0..seats).filter_map(seat).reduce(|a, b| if b.0 > a.0 { b } else { a });
        let worst = (0..seats).filter_map(seat).reduce(|a, b| if b.0 < a.0 { b } else { a });
        if let (Some((most, best)), Some((least, worst))) = (best, worst)
            && widest.as_ref().is_none_or(|(gap, _)| most - least > *gap)
        {
            let gap = format!(
                "{} depends most on its seat: {} as {}, {} as {}",
                digest.roster.short(player),
                text::percent(most),
                digest.seat_name(best),
                text::percent(least),
                digest.seat_name(worst)
            );
            widest = Some((most - least, gap));
        }
        let cell = |(seat, rate): (usize, &Rate)| {
            let share = rate.share()?;
            let (low, high) = rate.interval();
            let tip = format!(
                "{} as {}: {} of {} won; 95\u{a0}% confidence {} … {}",
                digest.roster.name(player),
                digest.seat_name(seat),
                text::number(rate.times, 0),
                text::things(rate.of, "game"),
                text::percent(low),
                text::percent(high)
            );
            Some(Cell { share, even: own, tip })
        };
        heat.row(digest.roster.label(player, 15), rates.iter().enumerate().map(cell));
    }
    let (gap, heading) = widest?;
    let heading = if gap > 0.0 { heading } else { "Every player wins as often from every seat".to_owned() };
    let what =
        "Games that each player won from each seat, in percent. Blue is above the player’s own mean, sand below.";
    Some(Card::new(heading, what, heat.finish()))
}
