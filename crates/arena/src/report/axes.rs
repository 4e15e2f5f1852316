//! Axes: where a value stands on the paper, and the grids of plots with two axes or with one.

use super::svg::{Anchor, Svg, WIDTH};
use super::text::{self, shorten};

/// The largest absolute value on an axis; its reciprocal is the finest step. Beyond these, `f64`
/// arithmetic can no longer separate the ticks.
const FURTHEST: f64 = 1e15;

/// The unit of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// Plain numbers.
    Plain,
    /// Numbers with a sign.
    Signed,
    /// Shares, shown in percent.
    Percent,
    /// Microseconds.
    Time,
}

/// An axis: its values, its ticks and its position on the paper.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    ends: (f64, f64),
    paper: (f64, f64),
    ticks: Vec<f64>,
    /// The power of ten of the step between ticks.
    power: i32,
    is_log: bool,
    unit: Unit,
}

/// The step between ticks, 1, 2 or 5 times a power of ten.
struct Step {
    size: f64,
    power: i32,
    /// The multiples of the step at which the ticks begin and end.
    first: f64,
    last: f64,
}

/// The smallest step with which at most `most` ticks cover the range. If `most` is 6 or more, there
/// are at least 3.
fn nice(low: f64, high: f64, most: usize) -> Step {
    let most = most.max(3) as f64;
    let mut power = ((high - low) / most).log10().floor() as i32 - 1;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            let size = factor * 10f64.powi(power);
            let (first, last) = ((low / size).floor(), (high / size).ceil());
            if last - first < most {
                return Step { size, power, first, last };
            }
        }
        power += 1;
    }
}

/// A range whose ends are finite, in order and different.
fn proper(low: f64, high: f64) -> (f64, f64) {
    let tame = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(-FURTHEST, FURTHEST) };
    let (low, high) = (tame(low).min(tame(high)), tame(low).max(tame(high)));
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 && high - low > 1.0 / FURTHEST {
        return (low, high);
    }
    let apart = if size > 0.0 { size / 2.0 } else { 1.0 };
    (low - apart, high + apart)
}

impl Scale {
    /// A scale with 3 to `most` ticks (`most` from 6 to 10) that cover the values.
    pub(super) fn covering(low: f64, high: f64, most: usize, unit: Unit) -> Self {
        let (low, high) = proper(low, high);
        let Step { size, power, first, last } = nice(low, high, most);
        let ticks = (0..=(last - first) as usize).map(|i| (first + i as f64) * size).collect();
        Self { ends: (first * size, last * size), paper: (0.0, 1.0), ticks, power, is_log: false, unit }
    }

    /// A scale for whole numbers: all ticks are whole, and the scale ends with the values, so that
    /// no space is wasted.
    pub(super) fn counting(low: f64, high: f64, most: usize) -> Self {
        let mut scale = Self::covering(low, high, most, Unit::Plain);
        scale.ends = proper(low, high);
        let (low, high) = scale.ends;
        scale.ticks.retain(|tick| (low..=high).contains(tick) && tick.fract() == 0.0);
        scale.power = scale.power.max(0);
        scale
    }

    /// Times in microseconds, from 0 to the longest; logarithmic if they span more than two powers
    /// of ten. The clock counts whole microseconds, so there a shorter time is shown as 1.
    pub(super) fn time(shortest: f64, longest: f64) -> Self {
        let (shortest, longest) = (shortest.clamp(1.0, FURTHEST), longest.clamp(1.0, FURTHEST));
        if longest / shortest <= 100.0 {
            return Self::covering(0.0, longest, 6, Unit::Time);
        }
        let (first, last) = (shortest.log10().floor() as i32, longest.log10().ceil() as i32);
        let every = (last - first) as usize / 8 + 1;
        let ticks = (first..=last).step_by(every).map(|power| 10f64.powi(power)).collect();
        let ends = (10f64.powi(first), 10f64.powi(last));
        Self { ends, paper: (0.0, 1.0), ticks, power: 0, is_log: true, unit: Unit::Time }
    }

    /// The same scale between two positions on the paper.
    pub(super) fn on(mut self, from: f64, to: f64) -> Self {
        self.paper = (from, to);
        self
    }

    /// The position of a value on the paper. Values outside the scale are at its ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (from, to) = self.paper;
        from + self.part(value) * (to - from)
    }

    /// The position of a value on the scale, from 0 to 1.
    pub(super) fn part(&self, value: f64) -> f64 {
        let (low, high) = self.ends;
        let value = if value.is_nan() { low } else { value.clamp(low, high) };
        if self.is_log { (value / low).ln() / (high / low).ln() } else { (value - low) / (high - low) }
    }

    /// Whether a value lies between the ends.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.ends.0..=self.ends.1).contains(&value)
    }

    /// Whether the scale is logarithmic.
    pub(super) fn is_log(&self) -> bool {
        self.is_log
    }

    /// The two positions on the paper.
    pub(super) fn paper(&self) -> (f64, f64) {
        self.paper
    }

    /// The values of the grid lines.
    pub(super) fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// The label of a tick.
    pub(super) fn label(&self, tick: f64) -> String {
        match self.unit {
            Unit::Plain => text::number(tick, self.decimals(0)),
            Unit::Signed => text::signed(tick, self.decimals(0)),
            Unit::Percent => text::with_unit(&text::number(100.0 * tick, self.decimals(2)), "%"),
            Unit::Time => {
                // All ticks of an axis have the unit of the longest time, except on a logarithmic
                // scale.
                let (power, unit) = text::unit_of_time(if self.is_log { tick } else { self.ends.1 });
                let decimals = if self.is_log { 0 } else { self.decimals(-power) };
                text::with_unit(&text::number(tick / 10f64.powi(power), decimals), unit)
            }
        }
    }

    /// A value of the scale as text, with a little more precision than the ticks.
    pub(super) fn words(&self, value: f64) -> String {
        match self.unit {
            Unit::Plain => text::number(value, self.decimals(-1)),
            Unit::Signed => text::signed(value, self.decimals(0)),
            Unit::Percent => text::with_unit(&text::number(100.0 * value, self.decimals(1)), "%"),
            Unit::Time => text::time(value),
        }
    }

    /// The number of decimals that distinguish the ticks if the values are multiplied by that power
    /// of ten.
    fn decimals(&self, shown_times: i32) -> usize {
        usize::try_from(-(self.power + shown_times)).unwrap_or(0)
    }
}

/// The approximate width of a letter in the labels.
const LETTER: f64 = 6.2;
const TOP: f64 = 24.0;
const RIGHT: f64 = 16.0;
const BOTTOM: f64 = 38.0;

/// A plot with two axes.
pub(super) struct Frame {
    /// The drawing.
    pub(super) svg: Svg,
    /// The horizontal axis.
    pub(super) x: Scale,
    /// The vertical axis.
    pub(super) y: Scale,
}

impl Frame {
    /// Draws the grid, its labels and the names of the axes in a drawing of this size. The name of
    /// the vertical axis is above it, so that it can be read horizontally.
    pub(super) fn new((width, height): (f64, f64), x: Scale, y: Scale, x_axis: &str, y_axis: &str) -> Self {
        let letters = y.ticks().iter().map(|&tick| y.label(tick).chars().count()).max().unwrap_or(0);
        let left = letters as f64 * LETTER + 10.0;
        let x = x.on(left, width - RIGHT);
        let y = y.on(height - BOTTOM, TOP);
        let mut svg = Svg::new(width, height);
        svg.text("axis", (2.0, 11.0), Anchor::Start, y_axis);
        svg.text("axis", (width - RIGHT, height - 6.0), Anchor::End, x_axis);
        for &tick in y.ticks() {
            svg.line("grid", (left, y.at(tick)), (width - RIGHT, y.at(tick)));
            svg.text("tick", (left - 5.0, y.at(tick) + 4.0), Anchor::End, &y.label(tick));
        }
        let floor = height - BOTTOM;
        for &tick in x.ticks() {
            svg.line("grid", (x.at(tick), floor), (x.at(tick), floor + 4.0));
            svg.text("tick", (x.at(tick), floor + 16.0), Anchor::Middle, &x.label(tick));
        }
        svg.line("floor", (left, floor), (width - RIGHT, floor));
        Self { svg, x, y }
    }

    /// A position in the drawing.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}

const MARGIN: f64 = 18.0;
const ROW: f64 = 44.0;
/// The vertical positions in a row at which its plot begins, below the name, has its middle, and
/// ends.
const BELOW: f64 = 16.0;
const MIDDLE: f64 = 27.0;
const END: f64 = 38.0;
const ROWS_TOP: f64 = 4.0;
const AXIS: f64 = 34.0;
/// The approximate width of a letter in the texts of rows.
const ROW_LETTER: f64 = 6.4;

/// The heading of a row.
pub(super) struct Head<'a> {
    /// The player whose mark precedes the name.
    pub(super) player: Option<usize>,
    /// The name.
    pub(super) name: &'a str,
    /// The main figure.
    pub(super) figure: String,
    /// More about the figure.
    pub(super) more: String,
}

/// A plot in rows that share one horizontal axis. Each row has its name above it, so that long
/// names need no margin.
pub(super) struct Rows {
    /// The drawing.
    pub(super) svg: Svg,
    /// The axis.
    pub(super) scale: Scale,
    count: usize,
    drawn: usize,
}

impl Rows {
    /// Draws the grid for this many rows.
    pub(super) fn new(count: usize, scale: Scale) -> Self {
        let bottom = ROWS_TOP + count as f64 * ROW;
        let scale = scale.on(MARGIN, WIDTH - MARGIN);
        let mut svg = Svg::new(WIDTH, bottom + AXIS);
        for &tick in scale.ticks() {
            let x = scale.at(tick);
            // The grid leaves out the names.
            for row in 0..count {
                let top = ROWS_TOP + row as f64 * ROW;
                svg.line("grid", (x, top + BELOW), (x, top + END));
            }
            svg.text("tick", (x, bottom + 9.0), Anchor::Middle, &scale.label(tick));
        }
        Self { svg, scale, count, drawn: 0 }
    }

    /// Begins the next row. Returns the vertical position of the middle of its plot.
    pub(super) fn row(&mut self, head: &Head<'_>) -> f64 {
        let top = ROWS_TOP + self.drawn as f64 * ROW;
        self.drawn += 1;
        let indent = match head.player {
            Some(player) => {
                self.svg.mark(player, (8.0, top + 8.0), 5.0, "");
                20.0
            }
            None => 3.0,
        };
        let taken = (head.figure.chars().count() + head.more.chars().count() + 3) as f64 * ROW_LETTER;
        let room = ((WIDTH - indent - taken) / ROW_LETTER).max(6.0) as usize;
        self.svg.text("row", (indent, top + 12.0), Anchor::Start, &shorten(head.name, room));
        self.svg.figure((WIDTH - 3.0, top + 12.0), &head.figure, &head.more);
        top + MIDDLE
    }

    /// Draws a reference line through all rows.
    pub(super) fn reference(&mut self, value: f64) {
        for row in 0..self.count {
            self.reference_in(row, value);
        }
    }

    /// Draws a reference line in one row.
    pub(super) fn reference_in(&mut self, row: usize, value: f64) {
        let (x, top) = (self.scale.at(value), ROWS_TOP + row as f64 * ROW);
        self.svg.line("reference", (x, top + BELOW), (x, top + END));
    }

    /// The finished drawing.
    pub(super) fn finish(mut self, axis: &str, title: &str, description: &str) -> String {
        let bottom = ROWS_TOP + self.count as f64 * ROW;
        self.svg.text("axis", (WIDTH / 2.0, bottom + 26.0), Anchor::Middle, axis);
        self.svg.finish(title, description)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_scales() {
        let cases: [(f64, f64, &[f64]); 5] = [
            (0.0, 1.0, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
            (-130.0, 90.0, &[-150.0, -100.0, -50.0, 0.0, 50.0, 100.0]),
            (3.0, 3.0, &[1.0, 2.0, 3.0, 4.0, 5.0]),
            (0.0, 0.0, &[-1.0, -0.5, 0.0, 0.5, 1.0]),
            (f64::NAN, f64::INFINITY, &[0.0, 2e14, 4e14, 6e14, 8e14, 1e15]),
        ];
        for (low, high, ticks) in cases {
            let scale = Scale::covering(low, high, 6, Unit::Plain);
            assert_eq!(scale.ticks().len(), ticks.len(), "{:?}", scale.ticks());
            for (tick, known) in scale.ticks().iter().zip(ticks) {
                assert!((tick - known).abs() <= known.abs() * 1e-12, "{:?}", scale.ticks());
            }
        }
    }

    fn labels(scale: &Scale) -> Vec<String> {
        scale.ticks().iter().map(|&tick| scale.label(tick).replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn long_spans_of_time_go_by_powers_of_ten() {
        let scale = Scale::time(0.0, 250_000.0).on(0.0, 60.0);
        assert!(scale.is_log());
        assert_eq!(labels(&scale), ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
        assert!((scale.at(1000.0) - 30.0).abs() < 1e-9);
        let scale = Scale::time(1000.0, 2_000.0);
        assert_eq!(labels(&scale), ["0.0 ms", "0.5 ms", "1.0 ms", "1.5 ms", "2.0 ms"]);
    }

    #[test]
    fn whole_things_have_whole_ticks() {
        assert_eq!(Scale::counting(1.0, 4.0, 8).ticks(), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(Scale::counting(5.0, 9.0, 6).ends, (5.0, 9.0));
    }

    proptest! {
        #[test]
        fn ticks_cover_the_range(low in -1e9..1e9, length in 1e-3..1e9, most in 6usize..=10) {
            let high = low + length;
            let scale = Scale::covering(low, high, most, Unit::Plain);
            let ticks = scale.ticks();
            prop_assert!((3..=most).contains(&ticks.len()), "{:?}", ticks);
            prop_assert!(ticks[0] <= low && high <= ticks[ticks.len() - 1], "{:?}", ticks);
            prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn no_range_is_too_odd(low: f64, high: f64, value: f64) {
            for scale in [
                Scale::covering(low, high, 7, Unit::Signed),
                Scale::counting(low, high, 7),
                Scale::time(low, high),
            ] {
                let scale = scale.on(10.0, 110.0);
                prop_assert!(scale.ticks().len() <= 10, "{:?}", scale.ticks());
                prop_assert!((9.9..=110.1).contains(&scale.at(value)), "{}", scale.at(value));
            }
        }
    }
}
