//! Tables in which the colour says at once what the numbers say exactly.
//!
//! They are tables and not drawings, so that they can be read aloud and their letters keep their size.

use std::fmt::Write;

use super::text::{self, Escaped};

/// A share and what it would be if all were equal.
pub(super) struct Cell {
    /// The share, from 0 to 1.
    pub(super) share: f64,
    /// What has no colour.
    pub(super) even: f64,
    /// What appears while the pointer rests on it.
    pub(super) tip: String,
}

/// A table in the making.
pub(super) struct Heat {
    full: f64,
    markup: String,
}

impl Heat {
    /// The headings of the columns, as markup, and the difference from even that has the full colour.
    pub(super) fn new(columns: impl Iterator<Item = String>, full: f64) -> Self {
        let mut markup = String::from("<div class=\"scroll\"><table class=\"heat\"><thead><tr><td></td>");
        for column in columns {
            let _ = write!(markup, "<th scope=\"col\">{column}</th>");
        }
        markup.push_str("</tr></thead><tbody>\n");
        Self { full, markup }
    }

    /// A row with its heading as markup. Where there is nothing to say the cell is empty.
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
