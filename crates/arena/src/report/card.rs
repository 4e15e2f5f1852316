//! A card: one plot with what it says above it and the figures behind it below.

use std::fmt::Write;

use super::TextTable;
use super::roster::Roster;
use super::text::Escaped;

/// How many letters of a name a table shows. The top of the page has the whole.
const TABLE_NAME: usize = 48;

/// A plot and the words around it.
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
    /// A card whose heading states what one sees, over what the plot is and the markup of the plot.
    pub(super) fn new(heading: impl Into<String>, what: impl Into<String>, body: String) -> Self {
        let (heading, what) = (heading.into(), what.into());
        Self { heading, what, key: String::new(), body, note: String::new(), figures: None, is_wide: false }
    }

    /// The same with a key, as markup.
    pub(super) fn with_key(self, key: String) -> Self {
        Self { key, ..self }
    }

    /// The same with a remark.
    pub(super) fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The same with the figures as a table, for those who want them or cannot see the plot.
    pub(super) fn with_figures(self, figures: TextTable) -> Self {
        Self { figures: Some(figures), ..self }
    }

    /// The same, as wide as the page if so.
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

/// Whether a cell is to stand at the right, as numbers do.
fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '−' | '-' | '±' | '∞' | '–'))
}

/// Adds a table to the page, with the players' shapes beside their names in the column "Player": elsewhere a number or
/// a reason could happen to be somebody's name.
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
