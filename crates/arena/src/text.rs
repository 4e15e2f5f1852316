//! Numbers and tables as text, in one way for everything that is printed.

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

/// The text, or its beginning and its end if it is wider than this: names of players often differ
/// only in the last option.
///
/// ```
/// assert_eq!(arena::text::shorten("published:turns=2", 17), "published:turns=2");
/// assert_eq!(arena::text::shorten("published:turns=2", 11), "publi…rns=2");
/// ```
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().map(letters).sum::<usize>() <= width {
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
    let head: String = text.chars().take_while(fits(room - room / 2)).collect();
    let tail: Vec<char> = text.chars().rev().take_while(fits(room / 2)).collect();
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
        for cell in self.rows.iter_mut().filter_map(|row| row.first_mut()) {
            *cell = shorten(cell, room);
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
    fn a_table_fits_into_its_width() {
        let mut table = TextTable::new(["player", "games", "won"]);
        table.rows.push(["published:turns=2,no-masks", "1,200", "7"].map(str::to_owned).to_vec());
        table.rows.push(["星", "9", "12"].map(str::to_owned).to_vec());
        let text = table.columns(&[0, 2]).fit(20).to_string();
        assert_eq!(text, "player           won\npublish…o-masks    7\n星                12\n");
        assert!(text.lines().all(|line| line.chars().map(letters).sum::<usize>() <= 20));
    }
}
