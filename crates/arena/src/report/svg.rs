//! Drawings: the few elements of SVG that the plots need, and the marks of the players. Colours and
//! strokes are in the style sheet.

use std::f64::consts::TAU;
use std::fmt::{self, Display, Formatter, Write};

use super::text::Escaped;

/// The width of a plot: about that of a phone, so that letters keep their size there.
pub(super) const WIDTH: f64 = 360.0;

/// A length on the paper, with one decimal.
#[derive(Clone, Copy)]
pub(super) struct Px(pub(super) f64);

impl Display for Px {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tenths = if self.0.is_finite() { (self.0 * 10.0).round() } else { 0.0 };
        // Adding 0 turns −0 into 0.
        write!(f, "{}", tenths / 10.0 + 0.0)
    }
}

/// The position of a text relative to its anchor.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty drawing.
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Adds markup that is known to be valid.
    fn put(&mut self, markup: fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = self.body.write_fmt(markup);
    }

    /// Ends an element, with a tooltip if there is one.
    fn close(&mut self, element: &str, tip: &str) {
        if tip.is_empty() {
            self.body.push_str("/>");
        } else {
            self.put(format_args!("><title>{}</title></{element}>", Escaped(tip)));
        }
    }

    /// A straight line.
    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let (x1, y1, x2, y2) = (Px(x1), Px(y1), Px(x2), Px(y2));
        self.put(format_args!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
    }

    /// A rectangle.
    pub(super) fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), tip: &str) {
        let (x, y, width, height) = (Px(x), Px(y), Px(width.max(0.0)), Px(height.max(0.0)));
        self.put(format_args!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}""#));
        self.close("rect", tip);
    }

    /// A path.
    pub(super) fn path(&mut self, class: &str, outline: &str, tip: &str) {
        if !outline.is_empty() {
            self.put(format_args!(r#"<path class="{class}" d="{outline}""#));
            self.close("path", tip);
        }
    }

    /// The mark of a player.
    pub(super) fn mark(&mut self, player: usize, (x, y): (f64, f64), radius: f64, tip: &str) {
        self.path(&format!("mark {}", classes(player)), &outline(player, x, y, radius), tip);
    }

    /// One line of text on the baseline `y`.
    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " mid",
            Anchor::End => " end",
        };
        let (x, y, text) = (Px(x), Px(y), Escaped(text));
        self.put(format_args!(r#"<text class="{class}{anchor}" x="{x}" y="{y}">{text}</text>"#));
    }

    /// A main figure and more about it, aligned to the right.
    pub(super) fn figure(&mut self, (x, y): (f64, f64), figure: &str, more: &str) {
        let (x, y, figure, more) = (Px(x), Px(y), Escaped(figure), Escaped(more));
        self.put(format_args!(
            "<text class=\"more end\" x=\"{x}\" y=\"{y}\"><tspan class=\"figure\">{figure}</tspan>\
             <tspan dx=\"6\">{more}</tspan></text>"
        ));
    }

    /// The finished drawing, with a title and a description for readers who cannot see it.
    pub(super) fn finish(self, title: &str, description: &str) -> String {
        let (width, height, title, description) =
            (Px(self.width), Px(self.height), Escaped(title), Escaped(description));
        format!(
            "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {width} {height}\"><title>{title}</title>\
             <desc>{description}</desc>{}</svg>\n",
            self.body
        )
    }
}

/// A line through these points.
pub(super) fn through(places: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut outline = String::new();
    for (i, (x, y)) in places.into_iter().enumerate() {
        let _ = write!(outline, "{}{} {}", if i == 0 { 'M' } else { 'L' }, Px(x), Px(y));
    }
    outline
}

/// An area with these corners.
pub(super) fn closed(places: impl IntoIterator<Item = (f64, f64)>) -> String {
    let outline = through(places);
    if outline.is_empty() { outline } else { outline + "z" }
}

/// A triangle at the end of a line that extends beyond the paper, to the right if `forward`.
pub(super) fn arrow(x: f64, y: f64, forward: bool) -> String {
    let back = if forward { -6.0 } else { 6.0 };
    closed([(x, y), (x + back, y - 4.0), (x + back, y + 4.0)])
}

const COLOURS: usize = 8;
const SHAPES: usize = 12;
const DASHES: usize = 4;

/// The style sheet classes of a player. Each player has a colour, a mark and a dash pattern, so
/// that it can be recognised without its colour.
pub(super) fn classes(player: usize) -> String {
    let hollow = if player % SHAPES >= 8 { " hollow" } else { "" };
    format!("p{} d{}{hollow}", player % COLOURS, player % DASHES)
}

/// The outline of the player's mark around a point, in a circle of this radius. The last four marks
/// are the first four, hollow.
pub(super) fn outline(player: usize, x: f64, y: f64, radius: f64) -> String {
    match player % SHAPES {
        0 | 8 => {
            let (r, across) = (Px(radius * 0.9), Px(radius * 1.8));
            format!("M{} {}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z", Px(x - radius * 0.9), Px(y))
        }
        1 | 9 => polygon(x, y, 4, 0.125, &[radius * 1.15]),
        2 | 10 => polygon(x, y + radius * 0.15, 3, 0.0, &[radius * 1.15]),
        3 | 11 => polygon(x, y, 4, 0.0, &[radius * 1.1]),
        4 => cross(x, y, radius, 0.0),
        5 => polygon(x, y, 10, 0.0, &[radius * 1.25, radius * 0.55]),
        6 => polygon(x, y - radius * 0.15, 3, 0.5, &[radius * 1.15]),
        _ => cross(x, y, radius, 0.125),
    }
}

/// A polygon whose corners have these distances from the centre in turn. The first corner points
/// up, turned by `turned` revolutions.
fn polygon(x: f64, y: f64, corners: usize, turned: f64, radii: &[f64]) -> String {
    let corner = |(i, radius): (usize, &f64)| {
        let angle = (i as f64 / corners as f64 + turned) * TAU;
        (x + radius * angle.sin(), y - radius * angle.cos())
    };
    closed(radii.iter().cycle().take(corners).enumerate().map(corner))
}

/// A cross with broad arms, turned by `turned` revolutions.
fn cross(x: f64, y: f64, radius: f64, turned: f64) -> String {
    let (long, half) = (radius * 1.1, radius * 0.38);
    let (sin, cos) = (turned * TAU).sin_cos();
    let arm = [(half, -half), (half, -long), (-half, -long), (-half, -half)];
    // The corners of the upper arm four times, each turned by a quarter.
    let corners = (0..4).flat_map(|quarter| {
        arm.iter().rev().map(move |&(a, b)| match quarter {
            0 => (a, b),
            1 => (-b, a),
            2 => (-a, -b),
            _ => (b, -a),
        })
    });
    closed(corners.map(|(a, b)| (x + a * cos - b * sin, y + a * sin + b * cos)))
}

/// The player's mark within a line of text.
pub(super) fn sign(player: usize) -> String {
    let (classes, outline) = (classes(player), outline(player, 0.0, 0.0, 6.0));
    format!(
        "<svg class=\"sign\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\">\
         <path class=\"mark {classes}\" d=\"{outline}\"/></svg>"
    )
}

/// The player's line with its mark, for a legend.
pub(super) fn line_sample(player: usize) -> String {
    let (classes, outline) = (classes(player), outline(player, 34.0, 6.0, 5.0));
    format!(
        "<svg class=\"sample\" viewBox=\"0 -2 42 16\" aria-hidden=\"true\">\
         <path class=\"curve {classes}\" d=\"M1 6H34\"/><path class=\"mark {classes}\" d=\"{outline}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn lengths_are_short() {
        let cases = [(1.0, "1"), (1.26, "1.3"), (-0.04, "0"), (f64::NAN, "0"), (f64::INFINITY, "0")];
        for (length, text) in cases {
            assert_eq!(Px(length).to_string(), text);
        }
    }

    #[test]
    fn lines_and_areas() {
        assert_eq!(through([(0.0, 1.0), (2.5, 3.0)]), "M0 1L2.5 3");
        assert_eq!(closed([(0.0, 1.0), (2.5, 3.0)]), "M0 1L2.5 3z");
        assert_eq!(closed([]), "");
    }

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text("tick", (1.0, 2.0), Anchor::End, "<&>");
        svg.rect("bar", (0.0, 0.0), (1.0, -1.0), "\"");
        let drawing = svg.finish("a < b", "");
        assert!(drawing.contains("<title>a &lt; b</title>"));
        assert!(drawing.contains(r#"<text class="tick end" x="1" y="2">&lt;&amp;&gt;</text>"#));
        assert!(drawing.contains(r#"height="0"><title>&quot;</title></rect>"#));
    }

    #[test]
    fn two_dozen_players_look_different() {
        let looks: HashSet<_> = (0..24).map(|player| (classes(player), outline(player, 0.0, 0.0, 5.0))).collect();
        assert_eq!(looks.len(), 24);
    }

    #[test]
    fn a_square_is_square() {
        assert_eq!(outline(1, 10.0, 10.0, 10.0), "M18.1 1.9L18.1 18.1L1.9 18.1L1.9 1.9z");
    }
}
