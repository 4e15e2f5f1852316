//! The page: the results at the top, then the plots, then the lists.

use std::fmt::Write;

use super::digest::Digest;
use super::text::{self, Escaped};
use super::{Report, card, endings, games, seats, strength, svg, turns};

/// A hatching, for what must not be recognised by colour alone. Plots refer to it by its name.
const PATTERNS: &str = "<svg width=\"0\" height=\"0\" class=\"patterns\" aria-hidden=\"true\"><defs>\
    <pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect class=\"hatch-ground\" width=\"5\" height=\"5\"/><rect class=\"hatch-line\" width=\"2.2\" height=\"5\"/>\
    </pattern></defs></svg>\n";

/// The whole page.
pub(super) fn write(report: &Report<'_>) -> String {
    let digest = Digest::new(report);
    let mut page = String::new();
    head(&mut page, report);
    page.push_str("<body>\n");
    page.push_str(PATTERNS);
    top(&mut page, &digest);
    page.push_str("<main>\n");
    plots(&mut page, &digest);
    games::faults(&mut page, &digest);
    games::all(&mut page, &digest);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// No script may run and nothing may be fetched, whatever names and other texts contain.
fn head(page: &mut String, report: &Report<'_>) {
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n",
        Escaped(report.title),
        include_str!("style.css"),
    );
}

fn top(page: &mut String, digest: &Digest<'_>) {
    let report = digest.report;
    let _ = write!(page, "<header>\n<h1>{}</h1>\n", Escaped(report.title));
    if !report.verdict.is_empty() {
        let _ = writeln!(page, "<p class=\"verdict\">{}</p>", Escaped(report.verdict));
    }
    if digest.roster.len() > 0 {
        page.push_str("<ul class=\"players\">");
        let live: Vec<_> = digest.figures().filter_map(|(player, figures)| Some((player, figures.live?))).collect();
        for player in 0..digest.roster.len() {
            let (sign, name) = (svg::sign(player), Escaped(digest.roster.name(player)));
            let _ = write!(page, "<li>{sign}<span>{name}</span>");
            if let Some((_, (mean, deviation))) = live.iter().find(|(other, _)| *other == player) {
                let (mean, deviation) = (text::number(*mean, 1), text::number(*deviation, 1));
                let _ = write!(page, " <small title=\"rating during the run\">live {mean} ± {deviation}</small>");
            }
            page.push_str("</li>");
        }
        page.push_str("</ul>\n");
    }
    if !report.facts.is_empty() {
        page.push_str("<dl>");
        for (name, value) in report.facts {
            let _ = write!(page, "<div><dt>{}</dt><dd>{}</dd></div>", Escaped(name), Escaped(value));
        }
        page.push_str("</dl>\n");
    }
    if !report.command.is_empty() {
        page.push_str("<pre><code>");
        for (i, word) in report.command.split(' ').enumerate() {
            let _ = write!(page, "{}<span>{}</span>", if i == 0 { "" } else { " " }, Escaped(word));
        }
        page.push_str("</code></pre>\n");
    }
    if !report.table.rows.is_empty() {
        page.push_str("<div class=\"card summary\">");
        card::table(page, report.table, &digest.roster);
        page.push_str("</div>\n");
    }
    page.push_str("</header>\n");
}

fn plots(page: &mut String, digest: &Digest<'_>) {
    if digest.report.results.is_empty() {
        page.push_str("<p class=\"note\">No game has been finished yet.</p>\n");
    }
    let [over_turns, distribution] = turns::times(digest).map_or([None, None], |cards| cards.map(Some));
    let cards = [
        strength::ratings(digest),
        strength::shares(digest),
        strength::progress(digest),
        strength::cross_table(digest),
        endings::outcomes(digest),
        seats::wins(digest),
        seats::players(digest),
        endings::lengths(digest),
        turns::scores(digest),
        over_turns,
        distribution,
    ];
    // Cards as wide as the page go below the others, which flow in columns.
    let (wide, narrow): (Vec<_>, Vec<_>) = cards.into_iter().flatten().partition(card::Card::is_wide);
    page.push_str("<div class=\"plots\">\n");
    for card in narrow {
        card.write(page, &digest.roster);
    }
    page.push_str("</div>\n");
    for card in wide {
        card.write(page, &digest.roster);
    }
}
