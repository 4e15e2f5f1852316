//! Texts and numbers on the page.

use std::fmt::{self, Display, Formatter, Write};

use crate::text::group;
pub(super) use crate::text::shorten;

/// A text, escaped for use between tags or in a quoted attribute.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(c)?,
                // No document may contain these, not even escaped.
                c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => f.write_char('\u{FFFD}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A number with commas between the thousands and a typographic minus sign.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "?".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let is_zero = digits.chars().all(|c| matches!(c, '0' | '.'));
    let mut text = String::from(if value < 0.0 && !is_zero { "−" } else { "" });
    text += &group(whole);
    text + fraction
}

/// A whole number with commas between the thousands.
pub(super) fn count(value: u64) -> String {
    number(value as f64, 0)
}

/// A number with its sign.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    let is_plus = value > 0.0 && text.contains(|c| matches!(c, '1'..='9' | '∞'));
    if is_plus { format!("+{text}") } else { text }
}

/// A number with its unit, without a line break between them.
pub(super) fn with_unit(number: &str, unit: &str) -> String {
    format!("{number}\u{a0}{unit}")
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    with_unit(&number(100.0 * share, 0), "%")
}

/// The unit for a time, and the power of ten of its microseconds.
pub(super) fn unit_of_time(micros: f64) -> (i32, &'static str) {
    match micros {
        micros if micros < 999.5 => (0, "µs"),
        micros if micros < 999.5e3 => (3, "ms"),
        _ => (6, "s"),
    }
}

/// A time, given in microseconds, in a suitable unit.
pub(super) fn time(micros: f64) -> String {
    let (power, unit) = unit_of_time(micros);
    let value = micros / 10f64.powi(power);
    // Two digits are enough, and the clock counts whole microseconds.
    let decimals = if value < 9.95 && power > 0 { 1 } else { 0 };
    with_unit(&number(value, decimals), unit)
}

/// A number of things: "1 game", "2 games".
pub(super) fn things(value: u64, thing: &str) -> String {
    count_of(value, thing, &format!("{thing}s"))
}

/// The same with an irregular plural.
pub(super) fn count_of(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(value), if value == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_markup_is_escaped() {
        let name = "<script>alert(1)</script>&\"'\u{0}\u{1b}";
        assert_eq!(Escaped(name).to_string(), "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn numbers() {
        assert_eq!(number(1_234_567.0, 0), "1,234,567");
        assert_eq!(number(-1234.56, 1), "−1,234.6");
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(number(f64::NEG_INFINITY, 0), "−∞");
        assert_eq!(signed(12.0, 0), "+12");
        assert_eq!(signed(0.2, 0), "0");
        assert_eq!(signed(f64::INFINITY, 0), "+∞");
        assert_eq!(percent(0.414), "41\u{a0}%");
    }

    #[test]
    fn times() {
        let cases = [(0.0, "0 µs"), (999.0, "999 µs"), (1234.0, "1.2 ms"), (12_345.0, "12 ms"), (2.5e6, "2.5 s")];
        for (micros, text) in cases {
            assert_eq!(time(micros).replace('\u{a0}', " "), text);
        }
    }
}
