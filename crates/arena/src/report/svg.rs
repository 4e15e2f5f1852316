//! A drawing: the few elements of SVG that the plots need. Colours and strokes are the style sheet's.

use std::fmt::{self, Display, Formatter, Write};

use super::look;
use super::text::Escaped;

/// The width of a plot. About that of a phone, so that its letters keep their size there.
pub(super) const WIDTH: f64 = 360.0;

/// A length on the paper: one decimal is enough.
#[derive(Clone, Copy)]
pub(super) struct Px(pub(super) f64);

impl Display for Px {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tenths = if self.0.is_finite() { (self.0 * 10.0).round() } else { 0.0 };
        // Adding nothing makes of minus nothing nothing.
        write!(f, "{}", tenths / 10.0 + 0.0)
    }
}

/// Where a text stands relative to its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty sheet.
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Adds markup that is known to be sound.
    fn put(&mut self, markup: fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = self.body.write_fmt(markup);
    }

    /// Ends an element, with a text that appears while the pointer rests on it, if there is one.
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

    /// Any outline.
    pub(super) fn path(&mut self, class: &str, outline: &str, tip: &str) {
        if !outline.is_empty() {
            self.put(format_args!(r#"<path class="{class}" d="{outline}""#));
            self.close("path", tip);
        }
    }

    /// The shape of a player.
    pub(super) fn mark(&mut self, player: usize, (x, y): (f64, f64), radius: f64, tip: &str) {
        self.path(&format!("mark {}", look::classes(player)), &look::outline(player, x, y, radius), tip);
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

    /// A figure that counts and what more there is to it, ending at a place.
    pub(super) fn figure(&mut self, (x, y): (f64, f64), figure: &str, more: &str) {
        let (x, y, figure, more) = (Px(x), Px(y), Escaped(figure), Escaped(more));
        self.put(format_args!(
            "<text class=\"more end\" x=\"{x}\" y=\"{y}\"><tspan class=\"figure\">{figure}</tspan>\
             <tspan dx=\"6\">{more}</tspan></text>"
        ));
    }

    /// The finished drawing, with what it is called and what it shows for those who cannot see it.
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

/// A line through these places.
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

/// A triangle at the end of a line that goes on beyond the paper, to the right if `forward`.
pub(super) fn arrow(x: f64, y: f64, forward: bool) -> String {
    let back = if forward { -6.0 } else { 6.0 };
    closed([(x, y), (x + back, y - 4.0), (x + back, y + 4.0)])
}

#[cfg(test)]
mod tests {
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
}
