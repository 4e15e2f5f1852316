//! The results of an experiment, as a section in Markdown.

use std::fmt::Write;

use arena::stats::Estimate;
use arena::text::grouped;

use super::catalogue::{Experiment, Judgement};
use super::series::{Figures, Seats};

/// The whole section.
pub(super) fn write(experiment: &Experiment, figures: &[Figures], options: &str) -> String {
    // Writing to a string does not fail.
    let mut text = format!("## {}\n", experiment.title);
    let _ = writeln!(text, "`starchess experiments run {}{options}`\n", experiment.name);
    for seats in [Seats::TwoTwo, Seats::AllOrders, Seats::Alike, Seats::AllMixtures] {
        let of_kind: Vec<&Figures> = figures.iter().filter(|figures| figures.series.seats == seats).collect();
        if !of_kind.is_empty() {
            text += &match seats {
                Seats::TwoTwo => matches(&of_kind),
                Seats::AllOrders => tables(&of_kind),
                Seats::Alike => self_play(&of_kind),
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
            Judgement::Open => "**Not decided**",
        };
        text += &wrap("- ", &format!("{} {verdict}: {why}.", claim.text));
    }
    text
}

/// A paragraph or an item of a list, wrapped at 100 columns.
fn wrap(mark: &str, text: &str) -> String {
    const WIDTH: usize = 100;
    let mut wrapped = String::new();
    let mut line = mark.to_owned();
    for word in text.split(' ') {
        let is_first = line.len() == mark.len();
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            wrapped += &format!("{line}\n");
            line = " ".repeat(mark.len());
            line += word;
        } else {
            line += if is_first { "" } else { " " };
            line += word;
        }
    }
    wrapped + &line + "\n"
}

fn rows(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|---|{}\n", headings.join(" | "), "---:|".repeat(headings.len() - 1));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn matches(all: &[&Figures]) -> String {
    let mut headings = vec![
        "two against two",
        "games",
        "first won",
        "second won",
        "stalemates",
        "rating difference",
        "turns generated per turn",
    ];
    // Times differ from run to run, so they are shown only where they matter.
    let is_by_clock = all.iter().flat_map(|figures| &figures.names).any(|name| name.contains("time="));
    headings.extend(is_by_clock.then_some("ms per turn"));
    let row = |figures: &&Figures| {
        let [one, other] = [0, 1].map(|player| &figures.standings[player]);
        let mut row = vec![
            format!("`{}` – `{}`", figures.names[0], figures.names[1]),
            grouped(figures.games),
            share(one.win_share),
            share(other.win_share),
            share(figures.stalemates),
            points(figures.advantage()),
            format!("{} – {}", count(figures.work[0].0), count(figures.work[1].0)),
        ];
        let [one, other] = [0, 1].map(|player| figures.work[player].1 / 1000.0);
        row.extend(is_by_clock.then(|| format!("{one:.2} – {other:.2}")));
        row
    };
    rows(&headings, all.iter().map(row))
}

fn tables(all: &[&Figures]) -> String {
    let headings = [
        "four different players",
        "games",
        "won",
        "first in stalemates",
        "mean place",
        "rating",
        "turns generated per turn",
    ];
    rows(
        &headings,
        all.iter().flat_map(|figures| {
            figures.names.iter().zip(&figures.standings).zip(&figures.work).map(|((name, standing), work)| {
                vec![
                    format!("`{name}`"),
                    grouped(standing.games),
                    share(standing.win_share),
                    format!("{} of {}", grouped(standing.best_at_stalemate), grouped(standing.stalemates)),
                    place(standing.mean_place),
                    points(standing.rating),
                    count(work.0),
                ]
            })
        }),
    )
}

fn self_play(all: &[&Figures]) -> String {
    let headings = [
        "four copies of",
        "games",
        "stalemates",
        "won from seat 1",
        "2",
        "3",
        "4",
        "rounds",
        "turns generated per turn",
    ];
    rows(
        &headings,
        all.iter().map(|figures| {
            let mut row = vec![format!("`{}`", figures.names[0]), grouped(figures.games), share(figures.stalemates)];
            row.extend(figures.seats.map(share));
            row.push(format!("{:.0}", figures.rounds));
            row.push(count(figures.work[0].0));
            row
        }),
    )
}

fn mixtures(all: &[&Figures]) -> String {
    let headings = ["galaxies", "number", "games", "stalemates", "won from seat 1", "2", "3", "4", "rounds"];
    let mut text = rows(
        &headings,
        all.iter().map(|figures| {
            let kind = format!("{:?}", figures.series.galaxy).to_lowercase();
            let mut row = vec![kind, figures.galaxies.to_string(), grouped(figures.games), share(figures.stalemates)];
            row.extend(figures.seats.map(share));
            row.push(format!("{:.0}", figures.rounds));
            row
        }),
    );
    if let Some(figures) = all.first() {
        let names: Vec<String> = figures.names.iter().map(|name| format!("`{name}`")).collect();
        let sentence =
            format!("In every galaxy, all ways to fill the four seats with {} are played.", names.join(", "));
        text += &format!("\n{}", wrap("", &sentence));
    }
    text
}

/// A share in percent, with its interval.
pub(super) fn share(Estimate { value, low, high }: Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high).replace('-', "−")
}

/// Rating points with their interval.
fn points(Estimate { value, low, high }: Estimate) -> String {
    let [value, low, high] = [value, low, high].map(|points| signed(points, 0));
    format!("{value} ({low} to {high})")
}

/// A number with its sign; 0 has none.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    if text.contains(|c| matches!(c, '1'..='9')) { text.replace('-', "−") } else { text[1..].to_owned() }
}

fn place(Estimate { value, low, high }: Estimate) -> String {
    format!("{value:.2} ({low:.2} to {high:.2})")
}

fn count(number: f64) -> String {
    if number < 10.0 { format!("{number:.1}") } else { grouped(number.round() as u64) }
}
