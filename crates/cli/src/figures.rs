//! Numbers, formatted for reading.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

pub(crate) use arena::text::grouped;
use gametree::{SURE, Score, WIN};

/// Reads a whole number in this range, for an option of the command line.
pub(crate) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + FromStr + Into<u64> + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let [first, last] = [*range.start(), *range.end()].map(|end| grouped(end.into()));
        // The largest number of all says nothing, unless the text may exceed it.
        let is_open = (*range.end()).into() == u64::MAX && text.len() < 20;
        let upper = if is_open { String::new() } else { format!(" to {last}") };
        number.ok_or_else(|| format!("expected a whole number from {first}{upper}"))
    }
}

/// Reads a number in this range, for an option of the command line.
pub(crate) fn number(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// A number of things, in the singular if there is one.
pub(crate) fn plural(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number as u64))
}

/// A score in words if the game is decided, otherwise as a number.
pub(crate) fn value(score: Score) -> String {
    match score {
        WIN => "won".to_owned(),
        score if score > SURE => format!("win in {}", WIN - score),
        score if score == -WIN => "lost".to_owned(),
        score if score < -SURE => format!("loss in {}", WIN + score),
        score => signed(score),
    }
}

/// The mean of many results, where a win counts 1 and a loss −1.
pub(crate) fn mean(score: Score) -> String {
    format!("≈ {:.2}", f64::from(score) / f64::from(WIN)).replace('-', "−")
}

/// A number with a proper minus sign.
pub(crate) fn signed(number: Score) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs().into()))
}

/// A fraction in percent, with two significant digits.
pub(crate) fn percent(part: f64) -> String {
    let percent = 100.0 * part;
    let decimals = match percent {
        percent if percent >= 9.95 || percent <= 0.0 => 0,
        percent if percent >= 0.995 => 1,
        percent if percent >= 0.0995 => 2,
        _ => 3,
    };
    if percent < 1000.0 { format!("{percent:.decimals$} %") } else { format!("{} %", grouped(percent.round() as u64)) }
}

/// A time in milliseconds, to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> String {
    let micros = time.as_micros();
    format!("{}.{:03} ms", grouped((micros / 1000) as u64), micros % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let cases = [
            (0, "0"),
            (-9, "−9"),
            (12_345, "12,345"),
            (SURE, "999,000"),
            (WIN - 1, "win in 1"),
            (WIN, "won"),
            (8 - WIN, "loss in 8"),
            (-WIN, "lost"),
        ];
        for (score, text) in cases {
            assert_eq!(value(score), text);
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let read = whole(1..=1_000_u32);
        assert_eq!((read("1"), read("1000")), (Ok(1), Ok(1_000)));
        for text in ["0", "1001", "-1", "x", "", "1.5", "99999999999999999999"] {
            assert_eq!(read(text).unwrap_err(), "expected a whole number from 1 to 1,000");
        }
    }

    #[test]
    fn the_largest_number_is_named_only_where_it_matters() {
        let read = whole(1..=u64::MAX);
        assert_eq!(read("x").unwrap_err(), "expected a whole number from 1");
        assert!(read("99999999999999999999").unwrap_err().ends_with("from 1 to 18,446,744,073,709,551,615"));
    }

    #[test]
    fn numbers_with_fractions_are_read() {
        let read = number(0.0..=1.0);
        assert_eq!([read("0"), read("0.25"), read("1")], [Ok(0.0), Ok(0.25), Ok(1.0)]);
        for text in ["", "x", "-0.1", "1.1", "NaN", "inf"] {
            assert_eq!(read(text).unwrap_err(), "expected a number from 0 to 1");
        }
    }

    #[test]
    fn one_thing_is_in_the_singular() {
        assert_eq!([0, 1, 2_000].map(|number| plural(number, "turn")), ["0 turns", "1 turn", "2,000 turns"]);
    }

    #[test]
    fn means() {
        assert_eq!(mean(260_000), "≈ 0.26");
        assert_eq!(mean(-WIN / 2), "≈ −0.50");
    }

    #[test]
    fn percentages() {
        let cases = [(1.0, "100 %"), (0.5, "50 %"), (0.032, "3.2 %"), (0.0034, "0.34 %"), (0.00028, "0.028 %")];
        for (part, text) in
            cases.into_iter().chain([(0.0, "0 %"), (2.5, "250 %"), (121.954, "12,195 %"), (0.0999, "10 %")])
        {
            assert_eq!(percent(part), text);
        }
    }

    #[test]
    fn times() {
        assert_eq!(milliseconds(Duration::from_micros(7)), "0.007 ms");
        assert_eq!(milliseconds(Duration::from_micros(1_234_567)), "1,234.567 ms");
    }
}
