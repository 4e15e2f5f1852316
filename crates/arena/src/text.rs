//! Numbers and tables as text, in one way for everything that is printed.

use std::collections::HashSet;
use std::fmt;

/// A number with commas between the thousands.
///
/// ```
/// assert_eq!(arena::text::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
    group(&number.to_string())
}

/// Puts commas between the thousands of a number that is written in digits.
pub(crate) fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The number of spaces between two columns.
const GAP: usize = 2;

/// No name is shortened to less.
const MIN_NAME: usize = 8;

/// The width of a character in columns of a terminal: characters of East Asia and pictures take
/// two.
fn letters(c: char) -> usize {
    if c >= '\u{1100}' && !('\u{2000}'..'\u{2E80}').contains(&c) { 2 } else { 1 }
}

/// The width of a text in columns of a terminal.
fn columns(text: &str) -> usize {
    text.chars().map(letters).sum()
}

/// The text, or its beginning and its end if it is wider than this: names of players often differ
/// only in the last option.
///
/// ```
/// assert_eq!(arena::text::shorten("published:turns=2", 17), "published:turns=2");
/// assert_eq!(arena::text::shorten("published:turns=2", 11), "publi…rns=2");
/// ```
pub fn shorten(text: &str, width: usize) -> String {
    shorten_to_ends(text, width, width.saturating_sub(1) / 2)
}

/// The texts, shortened so that those that differ still do. If the width is not enough for that, they
/// are wider.
///
/// ```
/// let names = ["engine:nodes=1000", "engine:nodes=2000"];
/// assert_eq!(arena::text::shorten_all(&names, 8), ["eng…1000", "eng…2000"]);
/// ```
pub fn shorten_all<T: AsRef<str>>(texts: &[T], width: usize) -> Vec<String> {
    let count = |texts: &mut dyn Iterator<Item = &str>| texts.collect::<HashSet<_>>().len();
    let different = count(&mut texts.iter().map(AsRef::as_ref));
    let widest = texts.iter().map(|text| columns(text.as_ref())).max().unwrap_or(0);
    for width in width..=widest {
        let room = width.saturating_sub(1);
        // As much of both ends as possible, then more of the end.
        for tail in room / 2..=room {
            let short: Vec<String> = texts.iter().map(|text| shorten_to_ends(text.as_ref(), width, tail)).collect();
            if count(&mut short.iter().map(String::as_str)) == different {
                return short;
            }
        }
    }
    texts.iter().map(|text| text.as_ref().to_owned()).collect()
}

/// The text, or its beginning and this much of its end if it is wider than this.
fn shorten_to_ends(text: &str, width: usize, tail: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let fits = |room: usize| {
        let mut used = 0;
        move |c: &char| {
            used += letters(*c);
            used <= room
        }
    };
    let head: String = text.chars().take_while(fits(room - tail)).collect();
    let tail: Vec<char> = text.chars().rev().take_while(fits(tail)).collect();
    format!("{head}…{}", tail.iter().rev().collect::<String>())
}

/// A table of texts.
///
/// Its `Display` aligns the first column to the left and the others to the right, with two spaces
/// between. On a report page, columns of numbers are aligned to the right.
///
/// ```
/// let mut table = arena::text::TextTable::new(["player", "games"]);
/// table.rows.push(vec!["perfect".to_owned(), "12".to_owned()]);
/// assert_eq!(table.to_string(), "player   games\nperfect     12\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// The headings of the columns.
    pub headings: Vec<String>,
    /// The cells, row by row. Missing cells at the end of a row are empty.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table without rows.
    pub fn new<const N: usize>(headings: [&str; N]) -> Self {
        Self { headings: headings.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    /// A table of some of the columns, by number.
    pub fn columns(&self, numbers: &[usize]) -> Self {
        let choose = |line: &Vec<String>| {
            numbers.iter().map(|&number| line.get(number).cloned().unwrap_or_default()).collect::<Vec<_>>()
        };
        Self { headings: choose(&self.headings), rows: self.rows.iter().map(choose).collect() }
    }

    /// The same table, at most this wide: the texts of the first column are shortened if necessary.
    pub fn fit(mut self, width: usize) -> Self {
        let widths = self.widths();
        let others: usize = widths.iter().skip(1).map(|width| width + GAP).sum();
        let room = width.saturating_sub(others).max(MIN_NAME);
        let names: Vec<String> = self.rows.iter().map(|row| row.first().cloned().unwrap_or_default()).collect();
        for (cell, name) in self.rows.iter_mut().filter_map(|row| row.first_mut()).zip(shorten_all(&names, room)) {
            *cell = name;
        }
        self
    }

    fn widths(&self) -> Vec<usize> {
        widths(&self.lines())
    }

    fn lines(&self) -> Vec<&[String]> {
        std::iter::once(&self.headings).chain(&self.rows).map(Vec::as_slice).collect()
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&align(&self.lines(), 1))
    }
}

/// Aligns rows of cells in columns, with two spaces between: the first `left` columns to the left, the
/// others to the right.
///
/// ```
/// let rows = [["masks", "7"], ["positions", "12"]].map(|row| row.map(str::to_owned));
/// assert_eq!(arena::text::align(&rows, 1), "masks       7\npositions  12\n");
/// ```
pub fn align<R: AsRef<[String]>>(rows: &[R], left: usize) -> String {
    let widths = widths(rows);
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.as_ref().iter().zip(&widths).enumerate() {
            let space = " ".repeat(width - cell.chars().map(letters).sum::<usize>());
            let gap = " ".repeat(if column == 0 { 0 } else { GAP });
            line += &if column < left { format!("{gap}{cell}{space}") } else { format!("{gap}{space}{cell}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The width of every column.
fn widths<R: AsRef<[String]>>(rows: &[R]) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (column, cell) in row.as_ref().iter().enumerate() {
            let width: usize = cell.chars().map(letters).sum();
            match widths.get_mut(column) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (549_946, "549,946"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shorten("星星星星星星", 7), "星…星");
        assert_eq!(shorten("abc", 1), "…");
        assert_eq!(shorten("abc", 0), "…");
        assert_eq!(shorten("", 0), "");
    }

    #[test]
    fn different_names_stay_different() {
        let all = |names: &[&str], width| shorten_all(names, width);
        let same_ends = ["engine:nodes=1000,hash=16", "engine:nodes=2000,hash=16"];
        let short = all(&same_ends, 8);
        assert!(short[0] != short[1] && short[0].chars().count() < 25, "{short:?}");
        assert_eq!(all(&["engine:nodes=1000", "kong"], 8), ["engi…000", "kong"]);
        assert_eq!(all(&["published:turns=2"; 2], 11), ["publi…rns=2"; 2]);
        assert_eq!(all(&[], 8), [] as [&str; 0]);
    }

    #[test]
    fn a_table_fits_into_its_width() {
        let mut table = TextTable::new(["player", "games", "won"]);
        table.rows.push(["published:turns=2,no-masks", "1,200", "7"].map(str::to_owned).to_vec());
        table.rows.push(["星", "9", "12"].map(str::to_owned).to_vec());
        let text = table.columns(&[0, 2]).fit(20).to_string();
        assert_eq!(text, "player           won\npublish…o-masks    7\n星                12\n");
        assert!(text.lines().all(|line| line.chars().map(letters).sum::<usize>() <= 20));
    }
}
