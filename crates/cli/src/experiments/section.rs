//! The results of an experiment: a section in Markdown, or as plain text for a terminal.

use std::fmt::Write;

use arena::stats::Estimate;
use arena::text::{TextTable, align, grouped};

use super::catalogue::{Experiment, Judgement};
use super::series::{Figures, Seats};

/// The width of a paragraph in Markdown.
const WIDTH: usize = 100;

/// The results of an experiment. Names and commands in its texts are between backticks.
pub(super) struct Section {
    title: &'static str,
    command: String,
    parts: Vec<Part>,
    claims: Vec<Claimed>,
}

/// A table, and what has to be said about it.
struct Part {
    table: TextTable,
    note: Option<String>,
}

/// A claim of the paper, and what became of it.
struct Claimed {
    text: &'static str,
    verdict: &'static str,
    why: String,
}

impl Section {
    pub(super) fn new(experiment: &Experiment, figures: &[Figures], options: &str) -> Self {
        let part = |seats: Seats| {
            let of_kind: Vec<&Figures> = figures.iter().filter(|figures| figures.series.seats == seats).collect();
            (!of_kind.is_empty()).then(|| match seats {
                Seats::TwoTwo => matches(&of_kind),
                Seats::AllOrders => tables(&of_kind),
                Seats::Alike => self_play(&of_kind),
                Seats::AllMixtures => mixtures(&of_kind),
            })
        };
        let claims = experiment.claims.iter().map(|claim| {
            let (judgement, why) = (claim.judge)(figures);
            let verdict = match judgement {
                Judgement::Holds => "Holds",
                Judgement::Fails => "Does not hold",
                Judgement::Open => "Not decided",
            };
            Claimed { text: claim.text, verdict, why }
        });
        Self {
            title: experiment.title,
            command: format!("starchess experiments run {}{options}", experiment.name),
            parts: [Seats::TwoTwo, Seats::AllOrders, Seats::Alike, Seats::AllMixtures]
                .into_iter()
                .filter_map(part)
                .collect(),
            claims: claims.collect(),
        }
    }

    pub(super) fn markdown(&self) -> String {
        // Writing to a string does not fail.
        let mut text = format!("## {}\n`{}`\n\n", self.title, self.command);
        for Part { table: TextTable { headings, rows }, note } in &self.parts {
            let _ = write!(text, "| {} |\n|---|{}\n", headings.join(" | "), "---:|".repeat(headings.len() - 1));
            for row in rows {
                let _ = writeln!(text, "| {} |", row.join(" | "));
            }
            text += &note.as_ref().map_or_else(String::new, |note| format!("\n{}", wrap("", note, WIDTH)));
            text.push('\n');
        }
        for Claimed { text: claim, verdict, why } in &self.claims {
            text += &wrap("- ", &format!("{claim} **{verdict}**: {why}."), WIDTH);
        }
        text
    }

    /// Plain text for a terminal with so many columns.
    pub(super) fn text(&self, columns: usize) -> String {
        let mut text = format!("{}\n{}\n\n", self.title, self.command);
        for Part { table, note } in &self.parts {
            text += &fit(&without_backticks(table), columns);
            text += &note.as_ref().map_or_else(String::new, |note| format!("\n{}", wrap("", note, columns)));
            text.push('\n');
        }
        for Claimed { text: claim, verdict, why } in &self.claims {
            text += &wrap("- ", &format!("{claim} {verdict}: {why}."), columns);
        }
        text.replace('`', "")
    }
}

/// They would take room in its columns.
fn without_backticks(TextTable { headings, rows }: &TextTable) -> TextTable {
    let rows = rows.iter().map(|row| row.iter().map(|cell| cell.replace('`', "")).collect());
    TextTable { headings: headings.clone(), rows: rows.collect() }
}

/// A table, or its rows one by one if it is too wide.
fn fit(table: &TextTable, columns: usize) -> String {
    let text = table.to_string();
    if text.lines().all(|line| line.chars().count() <= columns) {
        return text;
    }
    let rows = table.rows.iter().map(|row| {
        let cells = table.headings.iter().zip(row).skip(1);
        let lines: Vec<_> = cells.map(|(heading, cell)| [format!("  {heading}"), cell.clone()]).collect();
        let first = row.first().map_or("", String::as_str);
        format!("{}{}", wrap("", &format!("{} {first}", table.headings[0]), columns), align(&lines, 2))
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// A paragraph or an item of a list, wrapped at so many columns.
fn wrap(mark: &str, text: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    let mut line = mark.to_owned();
    for word in text.split(' ') {
        let is_first = line.len() == mark.len();
        if !is_first && line.chars().count() + 1 + word.chars().count() > columns {
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

/// A table with these headings.
fn part(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Part {
    let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
    Part { table: TextTable { headings, rows: rows.collect() }, note: None }
}

fn matches(all: &[&Figures]) -> Part {
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
    part(&headings, all.iter().map(row))
}

fn tables(all: &[&Figures]) -> Part {
    let headings = [
        "four different players",
        "games",
        "won",
        "first in stalemates",
        "mean place",
        "rating",
        "turns generated per turn",
    ];
    part(
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

fn self_play(all: &[&Figures]) -> Part {
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
    part(
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

fn mixtures(all: &[&Figures]) -> Part {
    let headings = ["galaxies", "number", "games", "stalemates", "won from seat 1", "2", "3", "4", "rounds"];
    let table = part(
        &headings,
        all.iter().map(|figures| {
            let kind = format!("{:?}", figures.series.galaxy).to_lowercase();
            let mut row = vec![kind, figures.galaxies.to_string(), grouped(figures.games), share(figures.stalemates)];
            row.extend(figures.seats.map(share));
            row.push(format!("{:.0}", figures.rounds));
            row
        }),
    );
    let note = all.first().map(|figures| {
        let names: Vec<String> = figures.names.iter().map(|name| format!("`{name}`")).collect();
        format!("In every galaxy, all ways to fill the four seats with {} are played.", names.join(", "))
    });
    Part { note, ..table }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_has_room_for_everything() {
        let name = "`published:turns=0` – `published:turns=0,no-masks`".to_owned();
        let mut part =
            part(&["two against two", "games", "first won"], [vec![name, "18".into(), "0.0 %".into()]].into_iter());
        part.note = Some("A note. ".repeat(20).trim().to_owned());
        let claim = Claimed { text: "It wins.", verdict: "Holds", why: "so many words ".repeat(10).trim().to_owned() };
        let command = "starchess experiments run masks".to_owned();
        let section = Section { title: "Request masks", command, parts: vec![part], claims: vec![claim] };
        let narrow = section.text(60);
        assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
        assert!(narrow.contains("\n  games      18\n  first won  0.0 %\n"), "{narrow}");
        assert!(!narrow.contains(['`', '*', '|']), "{narrow}");
        let wide = section.text(100);
        assert!(wide.contains("published:turns=0,no-masks     18      0.0 %\n"), "{wide}");
        let markdown = section.markdown();
        assert!(markdown.contains("| `published:turns=0` – `published:turns=0,no-masks` | 18 | 0.0 % |"), "{markdown}");
        assert!(markdown.contains("- It wins. **Holds**: so many words"), "{markdown}");
    }
}
