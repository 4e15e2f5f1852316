//! Scales: where a value stands on the paper, and at which values the grid has its lines.

use super::text;

/// No axis reaches further than this to either side, and none is finer than one part of it: beyond, the arithmetic of
/// `f64` gives steps that are none.
const FURTHEST: f64 = 1e15;

/// What the numbers along an axis are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// Nothing but numbers.
    Plain,
    /// Numbers above and below zero.
    Signed,
    /// Parts of one, shown in percent.
    Percent,
    /// Microseconds.
    Time,
}

/// An axis: its values, its ticks and its place on the paper.
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

/// The least step with which at most `most` ticks cover the range. From 6 on, `most` also gives 3 ticks at least.
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

/// A range that has a length: the ends in order, finite and apart.
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
    /// A scale whose ticks, 3 to `most` (6 to 10), cover the values.
    pub(super) fn covering(low: f64, high: f64, most: usize, unit: Unit) -> Self {
        let (low, high) = proper(low, high);
        let Step { size, power, first, last } = nice(low, high, most);
        let ticks = (0..=(last - first) as usize).map(|i| (first + i as f64) * size).collect();
        Self { ends: (first * size, last * size), paper: (0.0, 1.0), ticks, power, is_log: false, unit }
    }

    /// The same for what only comes in whole numbers: no tick stands between two of them, and the scale ends with the
    /// values, so that no paper is wasted.
    pub(super) fn counting(low: f64, high: f64, most: usize) -> Self {
        let mut scale = Self::covering(low, high, most, Unit::Plain);
        scale.ends = proper(low, high);
        let (low, high) = scale.ends;
        scale.ticks.retain(|tick| (low..=high).contains(tick) && tick.fract() == 0.0);
        scale.power = scale.power.max(0);
        scale
    }

    /// Times in microseconds, from nothing to the longest; by powers of ten if they span more than two. The clock
    /// counts whole microseconds, so that less than one is shown as one there.
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

    /// The same scale, laid between two places of the paper.
    pub(super) fn on(mut self, from: f64, to: f64) -> Self {
        self.paper = (from, to);
        self
    }

    /// Where on the paper a value stands. What lies outside stands at the end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (from, to) = self.paper;
        from + self.part(value) * (to - from)
    }

    /// How far along the scale a value stands, from 0 to 1.
    pub(super) fn part(&self, value: f64) -> f64 {
        let (low, high) = self.ends;
        let value = if value.is_nan() { low } else { value.clamp(low, high) };
        if self.is_log { (value / low).ln() / (high / low).ln() } else { (value - low) / (high - low) }
    }

    /// Whether a value lies between the ends.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.ends.0..=self.ends.1).contains(&value)
    }

    /// Whether equal distances are equal ratios.
    pub(super) fn is_log(&self) -> bool {
        self.is_log
    }

    /// The two places of the paper.
    pub(super) fn paper(&self) -> (f64, f64) {
        self.paper
    }

    /// The values that have a line in the grid.
    pub(super) fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// What stands beside a tick.
    pub(super) fn label(&self, tick: f64) -> String {
        match self.unit {
            Unit::Plain => text::number(tick, self.decimals(0)),
            Unit::Signed => text::signed(tick, self.decimals(0)),
            Unit::Percent => text::with_unit(&text::number(100.0 * tick, self.decimals(2)), "%"),
            Unit::Time => {
                // All ticks of an axis have the unit of the longest, but powers of ten have their own.
                let (power, unit) = text::unit_of_time(if self.is_log { tick } else { self.ends.1 });
                let decimals = if self.is_log { 0 } else { self.decimals(-power) };
                text::with_unit(&text::number(tick / 10f64.powi(power), decimals), unit)
            }
        }
    }

    /// A value of the scale in words, a little finer than the ticks.
    pub(super) fn words(&self, value: f64) -> String {
        match self.unit {
            Unit::Plain => text::number(value, self.decimals(-1)),
            Unit::Signed => text::signed(value, self.decimals(0)),
            Unit::Percent => text::with_unit(&text::number(100.0 * value, self.decimals(1)), "%"),
            Unit::Time => text::time(value),
        }
    }

    /// How many decimals tell the ticks apart if the values are shown times that power of ten.
    fn decimals(&self, shown_times: i32) -> usize {
        usize::try_from(-(self.power + shown_times)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
