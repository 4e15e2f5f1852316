//! How players are told apart: each has a colour, a shape and a way to draw its line, so that no eye needs the colour.

use std::f64::consts::TAU;

use super::svg::{Px, closed};

const COLOURS: usize = 8;
const SHAPES: usize = 12;
const DASHES: usize = 4;

/// The classes of the style sheet for the player with this number.
pub(super) fn classes(player: usize) -> String {
    let hollow = if player % SHAPES >= 8 { " hollow" } else { "" };
    format!("p{} d{}{hollow}", player % COLOURS, player % DASHES)
}

/// The outline of the player's shape around a place, in a circle of that radius. The last four are the first four
/// again, hollow.
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

/// A polygon whose corners have these distances from the middle in turn; the first points up, or so far from it.
fn polygon(x: f64, y: f64, corners: usize, turned: f64, radii: &[f64]) -> String {
    let corner = |(i, radius): (usize, &f64)| {
        let angle = (i as f64 / corners as f64 + turned) * TAU;
        (x + radius * angle.sin(), y - radius * angle.cos())
    };
    closed(radii.iter().cycle().take(corners).enumerate().map(corner))
}

/// A cross with broad arms, upright or turned.
fn cross(x: f64, y: f64, radius: f64, turned: f64) -> String {
    let (long, half) = (radius * 1.1, radius * 0.38);
    let (sin, cos) = (turned * TAU).sin_cos();
    let arm = [(half, -half), (half, -long), (-half, -long), (-half, -half)];
    // The corners of the upper arm, four times, each a quarter further.
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

/// The player's shape as it stands in a line of text.
pub(super) fn sign(player: usize) -> String {
    let (classes, outline) = (classes(player), outline(player, 0.0, 0.0, 6.0));
    format!(
        "<svg class=\"sign\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\">\
         <path class=\"mark {classes}\" d=\"{outline}\"/></svg>"
    )
}

/// The player's line with its shape on it, for a key.
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
    fn two_dozen_players_look_different() {
        let looks: HashSet<_> = (0..24).map(|player| (classes(player), outline(player, 0.0, 0.0, 5.0))).collect();
        assert_eq!(looks.len(), 24);
    }

    #[test]
    fn a_square_is_square() {
        assert_eq!(outline(1, 10.0, 10.0, 10.0), "M18.1 1.9L18.1 18.1L1.9 18.1L1.9 1.9z");
    }
}
