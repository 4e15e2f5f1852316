//! How games ended, and how long they lasted.

use super::axes::{Frame, Head, Rows, Scale, Unit};
use super::card::Card;
use super::digest::{Digest, SeatOutcome};
use super::svg::{Anchor, WIDTH};
use super::text::{self, Escaped};
use super::{GameResult, TextTable};
use crate::Ending;

const BAR: f64 = 15.0;
/// The smallest width of a part that has room for its number.
const ROOM: f64 = 30.0;

/// The legend of the colours.
pub(super) fn key(outcomes: impl Iterator<Item = SeatOutcome>) -> String {
    let entry = |outcome: SeatOutcome| {
        let (class, name) = (outcome.class(), Escaped(outcome.name()));
        format!(
            "<li><svg class=\"swatch\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">\
             <rect class=\"bar {class}\" width=\"12\" height=\"12\"/></svg>{name}</li>"
        )
    };
    format!(r#"<ul class="key">{}</ul>"#, outcomes.map(entry).collect::<String>())
}

/// A bar for each player with the shares of its outcomes.
pub(super) fn outcomes(digest: &Digest<'_>) -> Option<Card> {
    let games_of = |counts: &[u64; 5]| counts.iter().sum::<u64>();
    let rate = |counts: &[u64; 5]| counts[0] as f64 / games_of(counts).max(1) as f64;
    let mut players: Vec<_> =
        digest.counts.outcomes.iter().enumerate().filter(|(_, counts)| games_of(counts) > 0).collect();
    players.sort_by(|(_, a), (_, b)| rate(b).total_cmp(&rate(a)));
    let &(first, most) = players.first()?;
    let name = digest.roster.short(first);
    let heading = match (most[0], games_of(most)) {
        (0, _) => "No game was won".to_owned(),
        (1, 1) => format!("{name} won its game"),
        (won, games) => format!("{name} wins most often: {} of {} games", text::count(won), text::count(games)),
    };
    let mut rows = Rows::new(players.len(), Scale::covering(0.0, 1.0, 6, Unit::Percent));
    let mut table = TextTable::new(["Player", "games", "won", "drawn", "stalemate", "lost", "by fault"]);
    for (player, counts) in players {
        let name = digest.roster.name(player);
        let games = games_of(counts);
        let y =
            rows.row(&Head { player: Some(player), name, figure: String::new(), more: text::things(games, "game") });
        let mut before = 0;
        for outcome in SeatOutcome::ALL {
            let count = counts[outcome as usize];
            if count == 0 {
                continue;
            }
            let part = |count: u64| count as f64 / games as f64;
            let (from, to) = (rows.scale.at(part(before)), rows.scale.at(part(before + count)));
            before += count;
            let share = text::percent(part(count));
            let tip = format!("{name}: {} {}, {share}", outcome.name(), text::things(count, "game"));
            rows.svg.rect(&format!("bar {}", outcome.class()), (from, y - BAR / 2.0), (to - from, BAR), &tip);
            if to - from >= ROOM {
                let class = format!("inside {}", outcome.class());
                rows.svg.text(&class, ((from + to) / 2.0, y + 4.0), Anchor::Middle, &share);
            }
        }
        let mut row = vec![name.to_owned(), text::count(games)];
        row.extend(counts.iter().map(|&count| text::count(count)));
        table.rows.push(row);
    }
    let drawing =
        rows.finish("share of the games in percent", &heading, "A bar for each player with its games by outcome.");
    Some(
        Card::new(heading, "How the games of each player ended.", drawing)
            .with_key(key(digest.counts.seen()))
            .with_figures(table),
    )
}

/// The most bars.
const MAX_BARS: u64 = 28;
/// The least number of places for bars, so that few bars are not too wide.
const MIN_PLACES: u64 = 9;

/// The endings in the order in which they are stacked, with the outcomes whose colours they have.
const ENDINGS: [(Ending, SeatOutcome); 3] =
    [(Ending::Won, SeatOutcome::Won), (Ending::Drawn, SeatOutcome::Drawn), (Ending::Stalemate, SeatOutcome::Stalemate)];

/// Games by length.
#[derive(Debug, PartialEq)]
struct Histogram {
    /// The length at which the first bar begins.
    first: u64,
    /// The number of lengths in a bar.
    width: u64,
    /// For each bar, the games with each ending.
    bars: Vec<[u64; 3]>,
}

impl Histogram {
    fn new(results: &[GameResult]) -> Option<Self> {
        let lengths = || results.iter().map(|game| u64::from(game.turns));
        let (shortest, longest) = (lengths().min()?, lengths().max()?);
        // 1, 2, 5, 10 and so on, until there are few enough bars.
        let mut widths = (0..).flat_map(|power| [1, 2, 5].map(|factor| factor * 10u64.pow(power)));
        let width = widths.find(|width| longest / width - shortest / width < MAX_BARS)?;
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
    let unit = digest.report.length_unit;
    let quarter = |quarters: usize| text::count(lengths[(lengths.len() - 1) * quarters / 4].into());
    let heading = match lengths[..] {
        [turns] => format!("The game lasted {}", text::things(turns.into(), unit)),
        [turns, .., last] if turns == last => format!("Every game lasted {}", text::things(turns.into(), unit)),
        _ => format!("Half of the games lasted {} to {} {unit}s", quarter(1), quarter(3)),
    };
    let count = histogram.bars.len() as u64;
    let spare = MIN_PLACES.saturating_sub(count) * histogram.width;
    // The edges of a bar are halfway to the neighbouring lengths.
    let low = histogram.first.saturating_sub(spare / 2) as f64 - 0.5;
    let high = (histogram.first + count * histogram.width + spare / 2) as f64 - 0.5;
    let tallest = histogram.bars.iter().map(|bar| bar.iter().sum::<u64>()).max()?;
    let y = if tallest < 6 {
        Scale::counting(0.0, tallest as f64, 8)
    } else {
        Scale::covering(0.0, tallest as f64, 6, Unit::Plain)
    };
    let mut frame =
        Frame::new((WIDTH, 210.0), Scale::counting(low, high, 8), y, &format!("length in {unit}s"), "games");
    let mut table = TextTable::new(["Length", "games", "won", "drawn", "stalemate"]);
    for (i, bar) in histogram.bars.iter().enumerate() {
        let (from, to) = histogram.lengths(i);
        let turns = if from == to { text::count(from) } else { format!("{}–{}", text::count(from), text::count(to)) };
        let (left, right) = (frame.x.at(from as f64 - 0.5), frame.x.at(to as f64 + 0.5));
        let mut below = 0;
        for (&count, (_, outcome)) in bar.iter().zip(ENDINGS).filter(|(count, _)| **count > 0) {
            let (floor, top) = (frame.y.at(below as f64), frame.y.at((below + count) as f64));
            below += count;
            let tip = format!("{turns} {unit}s: {} {}", text::things(count, "game"), outcome.name());
            let gap = ((right - left) * 0.12).min(2.0);
            let class = format!("bar {}", outcome.class());
            frame.svg.rect(&class, (left + gap / 2.0, top), (right - left - gap, floor - top), &tip);
        }
        let mut row = vec![turns, text::count(bar.iter().sum())];
        row.extend(bar.iter().map(|&count| text::count(count)));
        table.rows.push(row);
    }
    let drawing = frame.svg.finish(&heading, "A bar for each length, stacked by ending.");
    let seen = ENDINGS.iter().enumerate().filter(|(i, _)| histogram.bars.iter().any(|bar| bar[*i] > 0));
    Some(
        Card::new(heading, "Length of the games, by ending.", drawing)
            .with_key(key(seen.map(|(_, &(_, outcome))| outcome)))
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
            prop_assert!(histogram.bars.len() as u64 <= MAX_BARS);
            prop_assert_eq!(histogram.bars.iter().flatten().sum::<u64>(), games.len() as u64);
        }
    }
}
