//! A card: a plot or a table, its message above it and its figures below.

use std::fmt::Write;

use super::TextTable;
use super::digest::Roster;
use super::text::{self, Escaped};

/// The longest name in a table. The top of the page has the full names.
const TABLE_NAME: usize = 48;

/// A plot with its texts.
pub(super) struct Card {
    heading: String,
    what: String,
    key: String,
    body: String,
    note: String,
    figures: Option<TextTable>,
    is_wide: bool,
}

impl Card {
    /// A card with a heading that states the result, a line that says what the plot is, and the
    /// markup of the plot.
    pub(super) fn new(heading: impl Into<String>, what: impl Into<String>, body: String) -> Self {
        let (heading, what) = (heading.into(), what.into());
        Self { heading, what, key: String::new(), body, note: String::new(), figures: None, is_wide: false }
    }

    /// Adds a legend, as markup.
    pub(super) fn with_key(self, key: String) -> Self {
        Self { key, ..self }
    }

    /// Adds a note.
    pub(super) fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Adds the figures as a table, also for readers who cannot see the plot.
    pub(super) fn with_figures(self, figures: TextTable) -> Self {
        Self { figures: Some(figures), ..self }
    }

    /// Makes it as wide as the page if `is_wide`.
    pub(super) fn wide_if(self, is_wide: bool) -> Self {
        Self { is_wide, ..self }
    }

    /// Whether it is as wide as the page.
    pub(super) fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Adds the card to the page.
    pub(super) fn write(&self, page: &mut String, roster: &Roster<'_>) {
        let class = if self.is_wide { "card wide" } else { "card" };
        let (heading, what) = (Escaped(&self.heading), Escaped(&self.what));
        let _ = write!(
            page,
            "<figure class=\"{class}\"><figcaption><h2>{heading}</h2><p class=\"what\">{what}</p></figcaption>\n{}{}",
            self.key, self.body
        );
        if !self.note.is_empty() {
            let _ = write!(page, "<p class=\"note\">{}</p>", Escaped(&self.note));
        }
        if let Some(figures) = &self.figures {
            page.push_str("<details><summary>The figures</summary>");
            table(page, figures, roster);
            page.push_str("</details>");
        }
        page.push_str("</figure>\n");
    }
}

/// Whether a cell is a number, which is aligned to the right.
fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '−' | '-' | '±' | '∞' | '–'))
}

/// Adds a table to the page, with the players' marks in the column "Player": in other columns a
/// number or a reason could happen to be a player's name.
pub(super) fn table(page: &mut String, table: &TextTable, roster: &Roster<'_>) {
    let columns = table.rows.iter().map(Vec::len).chain([table.headings.len()]).max().unwrap_or(0);
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let is_player = |heading: &str| heading.eq_ignore_ascii_case("player");
    let classes: Vec<_> = (0..columns)
        .map(|column| {
            let all = table.rows.iter().all(|row| is_number(&cell(row, column)));
            if all { " class=\"number\"" } else { "" }
        })
        .collect();
    page.push_str("<div class=\"scroll\"><table><thead><tr>");
    for (column, class) in classes.iter().enumerate() {
        let _ = write!(page, "<th scope=\"col\"{class}>{}</th>", Escaped(&cell(&table.headings, column)));
    }
    page.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for (column, class) in classes.iter().enumerate() {
            let text = cell(row, column);
            let player = is_player(&cell(&table.headings, column)).then(|| roster.number(&text)).flatten();
            let _ = match player {
                Some(player) => {
                    write!(page, "<td><span class=\"who\">{}</span></td>", roster.label(player, TABLE_NAME))
                }
                None => write!(page, "<td{class}>{}</td>", Escaped(&text)),
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

/// A cell of a heat map.
pub(super) struct Cell {
    /// The share, from 0 to 1.
    pub(super) share: f64,
    /// The share that has no colour.
    pub(super) even: f64,
    /// The tooltip.
    pub(super) tip: String,
}

/// A heat map. It is a table and not a drawing, so that it can be read aloud and its letters keep
/// their size.
pub(super) struct Heat {
    full: f64,
    markup: String,
}

impl Heat {
    /// A heat map with these headings of columns, as markup. `full` is the difference from even
    /// that has the full colour.
    pub(super) fn new(columns: impl Iterator<Item = String>, full: f64) -> Self {
        let mut markup = String::from("<div class=\"scroll\"><table class=\"heat\"><thead><tr><td></td>");
        for column in columns {
            let _ = write!(markup, "<th scope=\"col\">{column}</th>");
        }
        markup.push_str("</tr></thead><tbody>\n");
        Self { full, markup }
    }

    /// Adds a row with its heading, as markup.
    pub(super) fn row(&mut self, heading: String, cells: impl Iterator<Item = Option<Cell>>) {
        let _ = write!(self.markup, "<tr><th scope=\"row\">{heading}</th>");
        for cell in cells {
            let Some(Cell { share, even, tip }) = cell else {
                self.markup.push_str("<td class=\"none\">·</td>");
                continue;
            };
            let class = if share >= even { "above" } else { "below" };
            let heat = 100.0 * ((share - even).abs() / self.full).min(1.0);
            let (tip, share) = (Escaped(&tip), text::number(100.0 * share, 0));
            let _ = write!(self.markup, r#"<td class="{class}" style="--heat:{heat:.0}%" title="{tip}">{share}</td>"#);
        }
        self.markup.push_str("</tr>\n");
    }

    /// The finished table.
    pub(super) fn finish(self) -> String {
        self.markup + "</tbody></table></div>\n"
    }
}
