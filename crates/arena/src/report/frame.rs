//! Plots with two axes.

use super::scale::Scale;
use super::svg::{Anchor, Svg};

/// About how wide a letter beside a tick is.
const LETTER: f64 = 6.2;
const TOP: f64 = 24.0;
const RIGHT: f64 = 16.0;
const BOTTOM: f64 = 38.0;

/// A sheet with a grid on it.
pub(super) struct Frame {
    /// The sheet.
    pub(super) svg: Svg,
    /// The axis from left to right.
    pub(super) x: Scale,
    /// The axis from the bottom up.
    pub(super) y: Scale,
}

impl Frame {
    /// Lays the scales on a sheet of that size and draws the grid, its labels and the names of the axes: of the upright
    /// one above it, where it needs no turned head.
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

    /// A place on the sheet.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}
