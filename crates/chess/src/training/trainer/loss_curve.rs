//! The errors during a training, as a drawing.

use std::fmt::Write as _;

use super::Losses;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
/// The room for labels: left, top, right and bottom.
const MARGINS: [f64; 4] = [70.0, 30.0, 20.0, 45.0];

/// The most points of a curve: more could not be distinguished.
const POINTS: usize = 300;

const STYLE: &str = "svg { background: #fff; font: 13px sans-serif; fill: #222 } \
line { stroke: #ddd } path { fill: none; stroke-width: 2 } \
.training { stroke: #999 } .validation { stroke: #c33 } text.training { stroke: none; fill: #777 } \
text.validation { stroke: none; fill: #c33 } .end { text-anchor: end } .middle { text-anchor: middle }";

/// Draws the errors over the epochs, as an SVG file.
pub fn draw_losses(losses: &[Losses]) -> String {
    let shown: Vec<_> = losses.iter().step_by(losses.len().div_ceil(POINTS).max(1)).chain(losses.last()).collect();
    let values = shown.iter().flat_map(|losses| [losses.training, losses.validation]);
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let last = losses.last().map_or(1.0, |losses| losses.epochs).max(1e-9);
    let ticks = ticks(low, high, 6);
    let (low, high) =
        (ticks.first().map_or(low, |&tick| tick.min(low)), ticks.last().map_or(high, |&tick| tick.max(high)));
    let [left, top, right, bottom] = MARGINS;
    let x = |epochs: f64| left + (WIDTH - left - right) * epochs / last;
    let y = |value: f64| HEIGHT - bottom - (HEIGHT - top - bottom) * (value - low) / (high - low).max(1e-12);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
         <title>Mean squared error by epoch</title>\n<style>{STYLE}</style>\n"
    );
    let mut put = |line: String| svg.push_str(&(line + "\n"));
    for tick in ticks {
        let (y, end) = (y(tick), WIDTH - right);
        put(format!("<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{end}\" y2=\"{y:.1}\"/>"));
        put(format!("<text class=\"end\" x=\"{}\" y=\"{:.1}\">{tick:.5}</text>", left - 8.0, y + 4.0));
    }
    for tick in self::ticks(0.0, last, 10) {
        put(format!("<text class=\"middle\" x=\"{:.1}\" y=\"{}\">{tick}</text>", x(tick), HEIGHT - bottom + 18.0));
    }
    put(format!("<text class=\"middle\" x=\"{}\" y=\"{}\">epochs</text>", x(last / 2.0), HEIGHT - 8.0));
    for (name, value) in
        [("training", (|losses| losses.training) as fn(&Losses) -> f64), ("validation", |losses| losses.validation)]
    {
        let mut line = String::new();
        for (number, losses) in shown.iter().enumerate() {
            let letter = if number == 0 { 'M' } else { 'L' };
            let _ = write!(line, "{letter}{:.1} {:.1}", x(losses.epochs), y(value(losses)));
        }
        put(format!("<path class=\"{name}\" d=\"{line}\"/>"));
    }
    let end = losses.last().map_or_else(String::new, |losses| format!(", {:.6} at the end", losses.validation));
    put(format!("<text class=\"training\" x=\"{left}\" y=\"18\">training</text>"));
    put(format!("<text class=\"validation\" x=\"{}\" y=\"18\">games held out{end}</text>", left + 70.0));
    svg + "</svg>\n"
}

/// Round numbers from `low` to `high`, at most about as many as asked for.
fn ticks(low: f64, high: f64, most: u32) -> Vec<f64> {
    let rough = (high - low) / f64::from(most);
    if !(rough > 0.0 && rough.is_finite()) {
        return Vec::new();
    }
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough).unwrap_or(rough);
    let numbers = (low / step).ceil() as i64..=(high / step).floor() as i64;
    // Rounded again: 3 · 0.1 is not 0.3.
    let digits = 10_f64.powf((-step.log10().floor()).max(0.0));
    numbers.map(|number| (number as f64 * step * digits).round() / digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 1.0, 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(0.0331, 0.0371, 5), [0.034, 0.035, 0.036, 0.037]);
        assert_eq!(ticks(0.0, 40.0, 10), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
        assert!(ticks(1.0, 1.0, 5).is_empty());
    }

    #[test]
    fn any_losses_can_be_drawn() {
        let losses = |epochs: f64| Losses { epochs, training: 0.1 / epochs, validation: 0.12 / epochs };
        for count in [0, 1, 2, 1_000] {
            let losses: Vec<_> = (1..=count).map(|epoch| losses(epoch.into())).collect();
            let svg = draw_losses(&losses);
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
