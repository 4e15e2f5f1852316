//! Curves over the turns of a game: a line in a band for each player.

use std::fmt::Write;

use super::axes::Frame;
use super::axes::Scale;
use super::digest::Roster;
use super::svg::{self, WIDTH, closed, through};
use super::text::{self, shorten};

/// The most points of a curve: more could not be distinguished on the paper.
const POINTS: usize = 60;
/// If there are more curves than this, each gets its own plot, with the others in grey behind it.
const TOGETHER: usize = 4;
/// A curve ends where fewer than one in this many of its values are left: the mean of the last few
/// games is meaningless.
const SPARSE: usize = 20;
/// The distance between the marks at the ends of the curves, so that none hides another.
const APART: f64 = 11.0;

/// At most `most` of the items, evenly chosen, including the first and the last.
pub(super) fn thin<T: Copy>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most || most < 2 {
        return items.to_vec();
    }
    (0..most).map(|i| items[i * (items.len() - 1) / (most - 1)]).collect()
}

/// The value below which this share of the sorted values lies.
pub(super) fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * sorted.len().saturating_sub(1) as f64;
    let at = |place: f64| sorted.get(place as usize).copied().unwrap_or(0.0);
    let (below, above) = (at(place.floor()), at(place.ceil()));
    below + (above - below) * place.fract()
}

/// The values of a player in one or more turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// The first turn, from 1.
    pub(super) first: usize,
    /// The last turn.
    pub(super) last: usize,
    /// The lower edge of the band.
    pub(super) low: f64,
    /// The line.
    pub(super) middle: f64,
    /// The upper edge of the band.
    pub(super) high: f64,
}

impl Point {
    fn x(&self) -> f64 {
        (self.first + self.last) as f64 / 2.0
    }

    fn turns(&self) -> String {
        let (first, last) = (text::count(self.first as u64), text::count(self.last as u64));
        if first == last { format!("turn {first}") } else { format!("turns {first}–{last}") }
    }
}

/// The curve of a player.
pub(super) struct Curve {
    /// The player.
    pub(super) player: usize,
    /// Its points, in the order of the turns. There is at least one.
    pub(super) points: Vec<Point>,
}

/// Values by player and turn. In long games neighbouring turns share a bin.
pub(super) struct Bins {
    width: usize,
    values: Vec<Vec<Vec<f64>>>,
}

impl Bins {
    /// Empty bins for this many players, and turns of the longest game.
    pub(super) fn new(players: usize, turns: usize) -> Self {
        Self { width: turns.div_ceil(POINTS).max(1), values: vec![Vec::new(); players] }
    }

    /// Adds a player's value in a turn, counted from 0. Values that are not finite are ignored.
    pub(super) fn push(&mut self, player: usize, turn: usize, value: f64) {
        let bin = turn / self.width;
        if let Some(bins) = self.values.get_mut(player).filter(|_| value.is_finite()) {
            if bins.len() <= bin {
                bins.resize(bin + 1, Vec::new());
            }
            bins[bin].push(value);
        }
    }

    /// All values of a player, sorted.
    pub(super) fn all(&self, player: usize) -> Vec<f64> {
        let mut all: Vec<_> = self.values.get(player).into_iter().flatten().flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        all
    }

    /// The curves. `summary` computes a low, a middle and a high value from the sorted values of a
    /// bin.
    pub(super) fn curves(mut self, summary: impl Fn(&[f64]) -> (f64, f64, f64)) -> Vec<Curve> {
        let width = self.width;
        let point = |(i, bin): (usize, &mut Vec<f64>)| {
            bin.sort_by(f64::total_cmp);
            let (low, middle, high) = summary(bin);
            Point { first: i * width + 1, last: (i + 1) * width, low, middle, high }
        };
        let curve = |(player, bins): (usize, &mut Vec<Vec<f64>>)| {
            let most = bins.iter().map(Vec::len).max()?;
            let filled =
                bins.iter_mut().enumerate().take_while(|(_, bin)| !bin.is_empty() && bin.len() * SPARSE >= most);
            let points: Vec<_> = filled.map(point).collect();
            (!points.is_empty()).then_some(Curve { player, points })
        };
        self.values.iter_mut().enumerate().filter_map(curve).collect()
    }
}

/// The smallest and the largest value of all curves, including their bands.
pub(super) fn extent(curves: &[Curve]) -> (f64, f64) {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let low = points().map(|point| point.low.min(point.middle)).fold(f64::INFINITY, f64::min);
    let high = points().map(|point| point.high.max(point.middle)).fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}

/// Vertical positions in the order of the curves, moved apart where marks would hide each other.
fn spread(heights: &[f64], lowest: f64) -> Vec<f64> {
    let mut order: Vec<_> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut moved = heights.to_vec();
    let mut least = f64::NEG_INFINITY;
    for &i in &order {
        moved[i] = moved[i].max(least);
        least = moved[i] + APART;
    }
    let mut most = lowest;
    for &i in order.iter().rev() {
        moved[i] = moved[i].min(most);
        most = moved[i] - APART;
    }
    moved
}

/// A plot of curves.
pub(super) struct Plot<'a> {
    /// The curves.
    pub(super) curves: &'a [Curve],
    /// The vertical axis, which covers them.
    pub(super) y: Scale,
    /// The name of the horizontal axis.
    pub(super) x_axis: &'a str,
    /// The name of the vertical axis.
    pub(super) y_axis: &'a str,
    /// The message of the drawing.
    pub(super) title: &'a str,
    /// What the drawing shows.
    pub(super) description: &'a str,
}

impl Plot<'_> {
    /// Whether each curve gets its own plot.
    pub(super) fn is_split(&self) -> bool {
        self.curves.len() > TOGETHER
    }

    /// The markup of the drawing, or of the drawings.
    pub(super) fn draw(&self, roster: &Roster<'_>) -> String {
        if !self.is_split() {
            let all: Vec<_> = self.curves.iter().collect();
            return self.sheet((WIDTH, 240.0), 7, roster, &all, self.title);
        }
        let mut panels = String::from("<div class=\"panels\">\n");
        for curve in self.curves {
            let name = roster.name(curve.player);
            let title = format!("{}: {}", self.title, shorten(name, 48));
            let drawing = self.sheet((190.0, 142.0), 6, roster, &[curve], &title);
            let label = roster.label(curve.player, 20);
            let _ = writeln!(panels, "<div class=\"panel\"><p class=\"label\">{label}</p>{drawing}</div>");
        }
        panels + "</div>\n"
    }

    /// The legend, if one is needed.
    pub(super) fn key(&self, roster: &Roster<'_>) -> String {
        if self.is_split() { String::new() } else { roster.key(self.curves.iter().map(|curve| curve.player)) }
    }

    fn sheet(&self, size: (f64, f64), ticks: usize, roster: &Roster<'_>, shown: &[&Curve], title: &str) -> String {
        let longest = self.curves.iter().filter_map(|curve| curve.points.last()).map(Point::x).fold(1.0, f64::max);
        let x = Scale::counting(1.0, longest, ticks);
        let mut frame = Frame::new(size, x, self.y.clone(), self.x_axis, self.y_axis);
        let line = |frame: &Frame, curve: &Curve| through(curve.points.iter().map(|p| frame.at(p.x(), p.middle)));
        if self.is_split() {
            for curve in self.curves {
                frame.svg.path("ghost", &line(&frame, curve), "");
            }
        }
        for curve in shown {
            let upper = curve.points.iter().map(|point| frame.at(point.x(), point.high));
            let lower = curve.points.iter().rev().map(|point| frame.at(point.x(), point.low));
            let band = closed(upper.chain(lower));
            frame.svg.path(&format!("band {}", svg::classes(curve.player)), &band, "");
        }
        for curve in shown {
            let classes = svg::classes(curve.player);
            frame.svg.path(&format!("curve {classes}"), &line(&frame, curve), "");
            // A line needs more than one turn.
            if let [p] = curve.points[..] {
                frame.svg.line(&format!("whisker {classes}"), frame.at(p.x(), p.low), frame.at(p.x(), p.high));
            }
        }
        let ends: Vec<_> = shown.iter().filter_map(|curve| Some((curve.player, curve.points.last()?))).collect();
        let heights: Vec<_> = ends.iter().map(|(_, point)| frame.y.at(point.middle)).collect();
        for ((player, point), y) in ends.iter().zip(spread(&heights, frame.y.paper().0)) {
            frame.svg.mark(*player, (frame.x.at(point.x()), y), 5.5, "");
        }
        self.slices(&mut frame, roster, shown);
        frame.svg.finish(title, self.description)
    }

    /// Adds invisible strips over the turns, with the values as tooltips.
    fn slices(&self, frame: &mut Frame, roster: &Roster<'_>, shown: &[&Curve]) {
        let Some(longest) = shown.iter().max_by_key(|curve| curve.points.len()) else { return };
        let (bottom, top) = frame.y.paper();
        for (i, point) in longest.points.iter().enumerate() {
            let mut tip = point.turns();
            for curve in shown {
                if let Some(Point { low, middle, high, .. }) = curve.points.get(i) {
                    let [low, middle, high] = [low, middle, high].map(|&value| self.y.words(value));
                    let _ = write!(tip, "\n{}: {middle} ({low} … {high})", shorten(roster.name(curve.player), 32));
                }
            }
            let (left, right) = (frame.x.at(point.first as f64 - 0.5), frame.x.at(point.last as f64 + 0.5));
            frame.svg.rect("slice", (left, top), (right - left, bottom - top), &tip);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_ends() {
        let items: Vec<_> = (0..1000).collect();
        let few = thin(&items, 7);
        assert_eq!((few.len(), few[0], few[6]), (7, 0, 999));
        assert_eq!(thin(&[1, 2, 3], 7), [1, 2, 3]);
    }

    #[test]
    fn quantiles() {
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!([0.0, 0.5, 1.0].map(|part| quantile(&sorted, part)), [1.0, 2.5, 4.0]);
        assert_eq!(quantile(&[7.0], 0.1), 7.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn long_games_share_bins() {
        let mut bins = Bins::new(1, 120);
        for turn in 0..120 {
            bins.push(0, turn, turn as f64);
        }
        bins.push(0, 0, f64::NAN);
        let curves = bins.curves(|bin| (bin[0], bin[0], bin[bin.len() - 1]));
        assert_eq!(curves[0].points.len(), POINTS);
        assert_eq!(curves[0].points[1], Point { first: 3, last: 4, low: 2.0, middle: 2.0, high: 3.0 });
    }

    #[test]
    fn curves_end_where_few_games_go_on() {
        let mut bins = Bins::new(1, 2);
        for _ in 0..100 {
            bins.push(0, 0, 1.0);
        }
        bins.push(0, 1, 1.0);
        assert_eq!(bins.curves(|_| (0.0, 0.0, 0.0))[0].points.len(), 1);
    }

    #[test]
    fn shapes_make_room_for_each_other() {
        assert_eq!(spread(&[50.0, 10.0, 50.0], 200.0), [50.0, 10.0, 61.0]);
        assert_eq!(spread(&[200.0, 200.0], 200.0), [189.0, 200.0]);
    }
}
