//! How long games last.

use super::card::Card;
use super::digest::Digest;
use super::endings;
use super::frame::Frame;
use super::scale::{Scale, Unit};
use super::svg::WIDTH;
use super::tally::Outcome;
use super::text;
use super::{GameResult, TextTable};
use crate::Ending;

/// No more bars than this.
const MOST: u64 = 28;
/// No fewer places for bars than this, so that few bars do not become walls.
const LEAST: u64 = 9;

/// The endings in the order in which a bar is stacked, with the outcome whose colour they have.
const ENDINGS: [(Ending, Outcome); 3] =
    [(Ending::Won, Outcome::Won), (Ending::Drawn, Outcome::Drawn), (Ending::Stalemate, Outcome::Stalemate)];

/// Games by length.
#[derive(Debug, PartialEq)]
struct Histogram {
    /// The length with which the first bar begins.
    first: u64,
    /// How many lengths a bar holds.
    width: u64,
    /// For each bar, the games with each ending.
    bars: Vec<[u64; 3]>,
}

impl Histogram {
    fn new(results: &[GameResult]) -> Option<Self> {
        let lengths = || results.iter().map(|game| u64::from(game.turns));
        let (shortest, longest) = (lengths().min()?, lengths().max()?);
        // 1, 2, 5, 10 and so on, until the bars are few enough.
        let mut widths = (0..).flat_map(|power| [1, 2, 5].map(|factor| factor * 10u64.pow(power)));
        let width = widths.find(|width| longest / width - shortest / width < MOST)?;
        let first = shortest / width * width;
        let mut bars = vec![[0; 3]; ((longest - first) / width + 1) as usize];
        for game in results {
            let kind = ENDINGS.iter().position(|&(ending, _)| ending == game.ending)?;
            bars[((u64::from(game.turns) - first) / width) as usize][kind] += 1;
        }
        Some(Self { first, width, bars })
    }

    /// The first and the last length of a bar.
    fn lengths(&self, bar: usize) -> (u64, u64) {
        let from = self.first + bar as u64 * self.width;
        (from, from + self.width - 1)
    }
}

/// The lengths of the games, by ending.
pub(super) fn lengths(digest: &Digest<'_>) -> Option<Card> {
    let histogram = Histogram::new(digest.report.results)?;
    let mut lengths: Vec<_> = digest.report.results.iter().map(|game| game.turns).collect();
    lengths.sort_unstable();
    let quarter = |quarters: usize| text::count(lengths[(lengths.len() - 1) * quarters / 4].into());
    let heading = match lengths[..] {
        [turns] => format!("The game lasted {}", text::things(turns.into(), "turn")),
        [turns, .., last] if turns == last => format!("Every game lasted {}", text::things(turns.into(), "turn")),
        _ => format!("Half of the games lasted {} to {} turns", quarter(1), quarter(3)),
    };
    let count = histogram.bars.len() as u64;
    let spare = LEAST.saturating_sub(count) * histogram.width;
    // A bar stands over its lengths, with its edges halfway to the neighbours.
    let low = histogram.first.saturating_sub(spare / 2) as f64 - 0.5;
    let high = (histogram.first + count * histogram.width + spare / 2) as f64 - 0.5;
    let tallest = histogram.bars.iter().map(|bar| bar.iter().sum::<u64>()).max()?;
    let y = if tallest < 6 {
        Scale::counting(0.0, tallest as f64, 8)
    } else {
        Scale::covering(0.0, tallest as f64, 6, Unit::Plain)
    };
    let mut frame = Frame::new((WIDTH, 210.0), Scale::counting(low, high, 8), y, "length in turns", "games");
    let mut table = TextTable::new(["Turns", "games", "won", "drawn", "stalemate"]);
    for (i, bar) in histogram.bars.iter().enumerate() {
        let (from, to) = histogram.lengths(i);
        let turns = if from == to { text::count(from) } else { format!("{}–{}", text::count(from), text::count(to)) };
        let (left, right) = (frame.x.at(from as f64 - 0.5), frame.x.at(to as f64 + 0.5));
        let mut below = 0;
        for (&count, (_, outcome)) in bar.iter().zip(ENDINGS).filter(|(count, _)| **count > 0) {
            let (floor, top) = (frame.y.at(below as f64), frame.y.at((below + count) as f64));
            below += count;
            let tip = format!("{turns} turns: {} {}", text::things(count, "game"), outcome.name());
            let gap = ((right - left) * 0.12).min(2.0);
            let class = format!("bar {}", outcome.class());
            frame.svg.rect(&class, (left + gap / 2.0, top), (right - left - gap, floor - top), &tip);
        }
        let mut row = vec![turns, text::count(bar.iter().sum())];
        row.extend(bar.iter().map(|&count| text::count(count)));
        table.rows.push(row);
    }
    let drawing = frame.svg.finish(&heading, "A bar for each length, stacked by how the games ended.");
    let seen = ENDINGS.iter().enumerate().filter(|(i, _)| histogram.bars.iter().any(|bar| bar[*i] > 0));
    Some(
        Card::new(heading, "How many turns the games took, by their ending.", drawing)
            .with_key(endings::key(seen.map(|(_, &(_, outcome))| outcome)))
            .with_figures(table),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn game(turns: u32, ending: Ending) -> GameResult {
        let (start, how) = (String::new(), String::new());
        GameResult { id: 0, encounter: 0, block: 0, start, ending, how, turns, seats: Vec::new(), moves: None }
    }

    #[test]
    fn bars() {
        let games = [game(5, Ending::Won), game(9, Ending::Drawn), game(9, Ending::Won)];
        let histogram = Histogram::new(&games).expect("there are games");
        assert_eq!(histogram.bars, [[1, 0, 0], [0; 3], [0; 3], [0; 3], [1, 1, 0]]);
        assert_eq!(histogram.lengths(4), (9, 9));
        assert_eq!(Histogram::new(&[]), None);
    }

    proptest! {
        #[test]
        fn every_game_is_in_a_bar(turns in prop::collection::vec(any::<u32>(), 1..50)) {
            let games: Vec<_> = turns.iter().map(|&turns| game(turns, Ending::Stalemate)).collect();
            let histogram = Histogram::new(&games).expect("there are games");
            prop_assert!(histogram.bars.len() as u64 <= MOST);
            prop_assert_eq!(histogram.bars.iter().flatten().sum::<u64>(), games.len() as u64);
        }
    }
}
