//! An experiment as a section of a page in Markdown.

use std::fmt::Write;

use arena::stats::Estimate;

use super::catalogue::{Experiment, Judgement};
use super::series::{Figures, Seats};
use crate::figures::grouped;

/// The whole section.
pub(super) fn write(experiment: &Experiment, figures: &[Figures], seed: u64) -> String {
    // Writing to a string does not fail.
    let mut text = format!("## {}\n", experiment.title);
    let _ = writeln!(text, "`starchess experiments run {} --seed {seed}`\n", experiment.name);
    for seats in [Seats::TwoTwo, Seats::AllOrders, Seats::Alike, Seats::AllMixtures] {
        let of_kind: Vec<&Figures> = figures.iter().filter(|figures| figures.series.seats == seats).collect();
        if !of_kind.is_empty() {
            text += &match seats {
                Seats::TwoTwo => meetings(&of_kind),
                Seats::AllOrders => tables(&of_kind),
                Seats::Alike => alone(&of_kind),
                Seats::AllMixtures => mixtures(&of_kind),
            };
            text.push('\n');
        }
    }
    for claim in &experiment.claims {
        let (judgement, why) = (claim.judge)(figures);
        let verdict = match judgement {
            Judgement::Holds => "**Holds**",
            Judgement::Fails => "**Does not hold**",
            Judgement::Open => "**Not decided**, within the error",
        };
        let _ = writeln!(text, "- {} {verdict}: {why}.", claim.text);
    }
    text
}

fn rows(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|---|{}\n", headings.join(" | "), "---:|".repeat(headings.len() - 1));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn meetings(all: &[&Figures]) -> String {
    let headings =
        ["two against two", "games", "first won", "second won", "stalemates", "points ahead", "turns built for one"];
    rows(
        &headings,
        all.iter().map(|figures| {
            let [one, other] = [0, 1].map(|player| &figures.standings[player]);
            vec![
                format!("`{}` – `{}`", figures.names[0], figures.names[1]),
                grouped(figures.games),
                share(one.win_share),
                share(other.win_share),
                share(figures.stalemates),
                points(figures.advantage()),
                format!("{} – {}", count(figures.work[0].0), count(figures.work[1].0)),
            ]
        }),
    )
}

fn tables(all: &[&Figures]) -> String {
    let headings =
        ["four at a table", "games", "won", "first at a stalemate", "mean place", "rating", "turns built for one"];
    rows(
        &headings,
        all.iter().flat_map(|figures| {
            figures.names.iter().zip(&figures.standings).zip(&figures.work).map(|((name, standing), work)| {
                vec![
                    format!("`{name}`"),
                    grouped(standing.games),
                    share(standing.win_share),
                    format!("{} of {}", grouped(standing.best_at_stalemate), grouped(standing.stalemates)),
                    with_error(standing.mean_place, 2),
                    points(standing.rating),
                    count(work.0),
                ]
            })
        }),
    )
}

fn alone(all: &[&Figures]) -> String {
    let headings =
        ["four of a kind", "games", "stalemates", "won from seat 1", "2", "3", "4", "turns", "turns built for one"];
    rows(
        &headings,
        all.iter().map(|figures| {
            let mut row = vec![format!("`{}`", figures.names[0]), grouped(figures.games), share(figures.stalemates)];
            row.extend(figures.seats.map(share));
            row.push(format!("{:.0}", figures.turns));
            row.push(count(figures.work[0].0));
            row
        }),
    )
}

fn mixtures(all: &[&Figures]) -> String {
    let headings = ["galaxies", "different", "games", "stalemates", "won from seat 1", "2", "3", "4", "turns"];
    let mut text = rows(
        &headings,
        all.iter().map(|figures| {
            let kind = format!("{:?}", figures.series.galaxy).to_lowercase();
            let mut row = vec![kind, figures.galaxies.to_string(), grouped(figures.games), share(figures.stalemates)];
            row.extend(figures.seats.map(share));
            row.push(format!("{:.0}", figures.turns));
            row
        }),
    );
    if let Some(figures) = all.first() {
        let names: Vec<String> = figures.names.iter().map(|name| format!("`{name}`")).collect();
        let _ =
            writeln!(text, "\nIn every galaxy all ways to fill the four seats with {} are played.", names.join(", "));
    }
    text
}

/// A share in percent and half the width of its interval.
pub(super) fn share(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    with_error(Estimate { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }, 1) + " %"
}

/// Points of a rating and half the width of their interval.
fn points(estimate: Estimate) -> String {
    let text = with_error(estimate, 0);
    if estimate.value >= 0.5 { format!("+{text}") } else { text }
}

fn with_error(Estimate { value, low, high }: Estimate, decimals: usize) -> String {
    let text = format!("{value:.decimals$} ± {:.decimals$}", (high - low) / 2.0).replace('-', "−");
    // Nothing is nothing, whichever side it was rounded from.
    if text.starts_with("−0 ") { text.replacen('−', "", 1) } else { text }
}

fn count(number: f64) -> String {
    if number < 10.0 { format!("{number:.1}") } else { grouped(number.round() as u64) }
}
