//! Plots in rows: each row has its name above it, so that long names need no margin, and all share one axis.

use super::scale::Scale;
use super::svg::{Anchor, Svg, WIDTH};
use super::text::shorten;

const MARGIN: f64 = 18.0;
const ROW: f64 = 44.0;
/// Where in its row the plot begins, below the name, where it has its middle, and where it ends.
const BELOW: f64 = 16.0;
const MIDDLE: f64 = 27.0;
const END: f64 = 38.0;
const TOP: f64 = 4.0;
const AXIS: f64 = 34.0;
/// About how wide a letter of the rows' texts is.
const LETTER: f64 = 6.4;

/// Who or what a row is about.
pub(super) struct Head<'a> {
    /// The player whose shape stands before the name.
    pub(super) player: Option<usize>,
    /// The name.
    pub(super) name: &'a str,
    /// The figure that counts.
    pub(super) figure: String,
    /// More about the figure.
    pub(super) more: String,
}

/// A plot in rows in the making.
pub(super) struct Rows {
    /// The sheet.
    pub(super) svg: Svg,
    /// The axis.
    pub(super) scale: Scale,
    count: usize,
    drawn: usize,
}

impl Rows {
    /// The grid for so many rows.
    pub(super) fn new(count: usize, scale: Scale) -> Self {
        let bottom = TOP + count as f64 * ROW;
        let scale = scale.on(MARGIN, WIDTH - MARGIN);
        let mut svg = Svg::new(WIDTH, bottom + AXIS);
        for &tick in scale.ticks() {
            let x = scale.at(tick);
            // The grid leaves out the names.
            for row in 0..count {
                let top = TOP + row as f64 * ROW;
                svg.line("grid", (x, top + BELOW), (x, top + END));
            }
            svg.text("tick", (x, bottom + 9.0), Anchor::Middle, &scale.label(tick));
        }
        Self { svg, scale, count, drawn: 0 }
    }

    /// Begins the next row. Gives the height of the middle of its plot.
    pub(super) fn row(&mut self, head: &Head<'_>) -> f64 {
        let top = TOP + self.drawn as f64 * ROW;
        self.drawn += 1;
        let indent = match head.player {
            Some(player) => {
                self.svg.mark(player, (8.0, top + 8.0), 5.0, "");
                20.0
            }
            None => 3.0,
        };
        let taken = (head.figure.chars().count() + head.more.chars().count() + 3) as f64 * LETTER;
        let room = ((WIDTH - indent - taken) / LETTER).max(6.0) as usize;
        self.svg.text("row", (indent, top + 12.0), Anchor::Start, &shorten(head.name, room));
        self.svg.figure((WIDTH - 3.0, top + 12.0), &head.figure, &head.more);
        top + MIDDLE
    }

    /// A line through all rows at a value that the others are to be compared with.
    pub(super) fn reference(&mut self, value: f64) {
        for row in 0..self.count {
            self.reference_in(row, value);
        }
    }

    /// The same in one row, where each has its own value.
    pub(super) fn reference_in(&mut self, row: usize, value: f64) {
        let (x, top) = (self.scale.at(value), TOP + row as f64 * ROW);
        self.svg.line("reference", (x, top + BELOW), (x, top + END));
    }

    /// The finished drawing.
    pub(super) fn finish(mut self, axis: &str, title: &str, description: &str) -> String {
        let bottom = TOP + self.count as f64 * ROW;
        self.svg.text("axis", (WIDTH / 2.0, bottom + 26.0), Anchor::Middle, axis);
        self.svg.finish(title, description)
    }
}
