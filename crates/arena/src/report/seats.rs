//! Whether the seats are equal: wins by seat, and by player and seat.

use super::axes::{Head, Rows, Scale, Unit};
use super::card::{Card, Cell, Heat};
use super::digest::{Blocks, Digest, Rate, is_clearly_off};
use super::text::{self, Escaped};
use super::{Estimate, TextTable};

const BAR: f64 = 11.0;

/// Whether seats can be compared: there are several, and wins in more than one game.
fn are_comparable(digest: &Digest<'_>) -> bool {
    let seats = &digest.counts.seats;
    seats.len() > 1 && digest.report.results.len() > 1 && seats.iter().any(|seat| seat.total().times > 0.0)
}

/// The wins from each seat, by any player.
pub(super) fn wins(digest: &Digest<'_>) -> Option<Card> {
    let seats = &digest.counts.seats;
    if !are_comparable(digest) {
        return None;
    }
    let totals: Vec<_> = seats.iter().map(Blocks::total).collect();
    let even = Rate::sum(totals.iter()).share()?;
    let share = |seat: &Blocks| seat.share().unwrap_or(0.0);
    let ranked = || (0..seats.len()).map(|seat| (share(&seats[seat]), digest.seat_name(seat)));
    let (most, best) = ranked().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let (least, worst) = ranked().reduce(|a, b| if b.0 < a.0 { b } else { a })?;
    let is_even = seats.iter().all(|seat| !is_clearly_off(seat.estimate(), even));
    let heading = if is_even {
        format!("No seat is clearly better: each wins {} to {} of the games", text::percent(least), text::percent(most))
    } else {
        format!(
            "The seats are not equal: {best} wins {} of the games, {worst} {}",
            text::percent(most),
            text::percent(least)
        )
    };
    let high = seats.iter().map(|seat| seat.estimate().high).fold(0.0, f64::max);
    let mut rows = Rows::new(seats.len(), Scale::covering(0.0, high, 6, Unit::Percent));
    let mut table = TextTable::new(["Seat", "games", "won", "share", "from", "to"]);
    for (i, seat) in seats.iter().enumerate() {
        let name = digest.seat_name(i);
        let Estimate { low, high, .. } = seat.estimate();
        let figure = text::percent(share(seat));
        let more = format!("of {}", text::things(totals[i].of, "game"));
        let tip =
            format!("{name}: {figure} {more}; 95\u{a0}% confidence {} … {}", text::percent(low), text::percent(high));
        table.rows.push(vec![
            name.clone(),
            text::count(totals[i].of),
            text::number(totals[i].times, 0),
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
        rows.finish("share of games won in percent", &heading, "A bar for each seat, with its interval as a line.");
    let what = "Games won from each seat, by any player, with 95\u{a0}% confidence intervals; \
                the dashed line is the mean.";
    Some(Card::new(heading, what, drawing).with_figures(table))
}

/// The wins of each player from each seat.
pub(super) fn players(digest: &Digest<'_>) -> Option<Card> {
    let counts = &digest.counts;
    let seats = counts.seats.len();
    let played: Vec<_> = (0..digest.roster.len())
        .filter(|&player| counts.player_seats[player].iter().any(|seat| seat.total().of > 0))
        .collect();
    if !are_comparable(digest) {
        return None;
    }
    let columns = (0..seats).map(|seat| Escaped(&digest.seat_name(seat)).to_string());
    let mut heat = Heat::new(columns, 0.2);
    let mut widest: Option<(f64, String)> = None;
    for player in played {
        let own_seats = &counts.player_seats[player];
        let totals: Vec<_> = own_seats.iter().map(Blocks::total).collect();
        let own = Rate::sum(totals.iter()).share().unwrap_or(0.0);
        let seat = |seat: usize| totals[seat].share().map(|share| (share, seat));
        let best = (0..seats).filter_map(seat).reduce(|a, b| if b.0 > a.0 { b } else { a });
        let worst = (0..seats).filter_map(seat).reduce(|a, b| if b.0 < a.0 { b } else { a });
        if let (Some((most, best)), Some((least, worst))) = (best, worst)
            && own_seats[best].clearly_differ_from(&own_seats[worst])
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
        let cell = |(seat, blocks): (usize, &Blocks)| {
            let rate = totals[seat];
            let share = rate.share()?;
            let Estimate { low, high, .. } = blocks.estimate();
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
        heat.row(digest.roster.label(player, 15), own_seats.iter().enumerate().map(cell));
    }
    let heading = widest.map_or_else(|| "No player clearly depends on its seat".to_owned(), |(_, heading)| heading);
    let what =
        "Games that each player won from each seat, in percent. Blue is above the player’s own mean, sand below.";
    Some(Card::new(heading, what, heat.finish()))
}
