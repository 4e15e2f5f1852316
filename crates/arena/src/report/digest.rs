//! A report with its players numbered and its games counted, for the plots.

use std::collections::{BTreeMap, HashMap};

use super::svg;
use super::text::{Escaped, shorten};
use super::{Estimate, GameResult, PlayerFigures, Report};
use crate::stats::share_of_blocks;
use crate::{Ending, SeatResult};

/// The number of games whose scores are plotted: enough for a smooth line, and quickly read.
const SAMPLE: usize = 1000;

/// A report with its players and counts.
pub(super) struct Digest<'a> {
    /// The report.
    pub(super) report: &'a Report<'a>,
    /// The players.
    pub(super) roster: Roster<'a>,
    /// The counts.
    pub(super) counts: Counts,
}

impl<'a> Digest<'a> {
    /// Numbers the players and counts the games.
    pub(super) fn new(report: &'a Report<'a>) -> Self {
        let roster = Roster::new(report.players, report.results);
        let counts = Counts::new(&roster, report.results);
        Self { report, roster, counts }
    }

    /// The name of a seat.
    pub(super) fn seat_name(&self, seat: usize) -> String {
        self.report.seat_names.get(seat).map_or_else(|| format!("seat {}", seat + 1), |&name| name.to_owned())
    }

    /// The figures of the players, each player once.
    pub(super) fn figures(&self) -> impl Iterator<Item = (usize, &PlayerFigures<'a>)> {
        let mut seen = vec![false; self.roster.len()];
        self.report.players.iter().filter_map(move |figures| {
            let player = self.roster.number(figures.name)?;
            (!std::mem::replace(&mut seen[player], true)).then_some((player, figures))
        })
    }

    /// The share of its games that a player would win if all seats were equal.
    pub(super) fn even_share(&self, player: usize) -> Option<f64> {
        self.counts.even.get(player)?.share()
    }

    /// Whether all games are for two players. Then the score counts, including draws.
    pub(super) fn is_for_two(&self) -> bool {
        match self.report.results {
            [] => self.report.seat_names.len() == 2,
            games => games.iter().all(|game| game.seats.len() == 2),
        }
    }

    /// About a thousand games at most, spread over the run.
    ///
    /// Games come in blocks of a few seatings, so every twentieth game could always have the same
    /// seating. Multiples of the golden ratio are evenly distributed for every period.
    pub(super) fn sample(&self) -> impl Iterator<Item = &'a GameResult> {
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let games = self.report.results;
        let most = u64::MAX / games.len().max(SAMPLE) as u64 * SAMPLE as u64;
        let is_chosen = move |i: usize| (i as u64).wrapping_mul(GOLDEN) <= most || games.len() <= SAMPLE;
        games.iter().enumerate().filter(move |&(i, _)| is_chosen(i)).map(|(_, game)| game)
    }
}

/// The players by number: those of the summary first, then all others that played.
pub(super) struct Roster<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Roster<'a> {
    /// Numbers the players.
    pub(super) fn new(players: &[PlayerFigures<'a>], results: &'a [GameResult]) -> Self {
        let mut roster = Self { names: Vec::new(), numbers: HashMap::new() };
        let seated = results.iter().flat_map(|game| &game.seats).map(|seat| seat.player.as_str());
        for name in players.iter().map(|player| player.name).chain(seated) {
            roster.numbers.entry(name).or_insert_with(|| {
                roster.names.push(name);
                roster.names.len() - 1
            });
        }
        roster
    }

    /// The number of players.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of the player with this name, if there is one.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The full name.
    pub(super) fn name(&self, player: usize) -> &'a str {
        self.names.get(player).copied().unwrap_or_default()
    }

    /// The name, shortened for a heading.
    pub(super) fn short(&self, player: usize) -> String {
        shorten(self.name(player), 32)
    }

    /// The player's mark and its shortened name, as markup; the style sheet truncates it further if
    /// necessary.
    pub(super) fn label(&self, player: usize, letters: usize) -> String {
        let (sign, name) = (svg::sign(player), self.name(player));
        format!(r#"{sign}<span class="name" title="{0}">{1}</span>"#, Escaped(name), Escaped(&shorten(name, letters)))
    }

    /// The legend of a plot with lines: each player's line, mark and name.
    pub(super) fn key(&self, players: impl Iterator<Item = usize>) -> String {
        let entry =
            |player| format!("<li>{}{}</li>", svg::line_sample(player), Escaped(&shorten(self.name(player), 40)));
        format!(r#"<ul class="key">{}</ul>"#, players.map(entry).collect::<String>())
    }
}

/// The outcome of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatOutcome {
    Won,
    Drawn,
    Stalemate,
    Lost,
    Fault,
}

impl SeatOutcome {
    /// All outcomes, the best first.
    pub(super) const ALL: [Self; 5] = [Self::Won, Self::Drawn, Self::Stalemate, Self::Lost, Self::Fault];

    /// The outcome of a game for a player that has these seats.
    fn of<'a>(game: &GameResult, mut seats: impl Iterator<Item = &'a SeatResult> + Clone) -> Self {
        match game.ending {
            Ending::Drawn => Self::Drawn,
            Ending::Stalemate => Self::Stalemate,
            Ending::Won if seats.clone().any(|seat| has_won(game, seat)) => Self::Won,
            Ending::Won if seats.any(|seat| seat.fault.is_some()) => Self::Fault,
            Ending::Won => Self::Lost,
        }
    }

    /// The name in legends and tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Stalemate => "stalemate",
            Self::Lost => "lost",
            Self::Fault => "lost by fault",
        }
    }

    /// The class in the style sheet.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            outcome => outcome.name(),
        }
    }
}

/// The number of times that something happened, out of a number of chances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rate {
    /// How often it happened; halves are possible.
    pub(super) times: f64,
    /// The number of chances.
    pub(super) of: u64,
}

impl Rate {
    /// Adds a chance.
    pub(super) fn add(&mut self, times: f64) {
        self.times += times;
        self.of += 1;
    }

    /// The sum of rates.
    pub(super) fn sum<'a>(rates: impl Iterator<Item = &'a Self>) -> Self {
        rates.fold(Self::default(), |sum, rate| Self { times: sum.times + rate.times, of: sum.of + rate.of })
    }

    /// The share, if there were chances.
    pub(super) fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.times / self.of as f64)
    }
}

/// Whether the game was won from that seat. A winner does not share its place.
fn has_won(game: &GameResult, seat: &SeatResult) -> bool {
    game.ending == Ending::Won && seat.place == 1.0
}

/// The counts of all games.
pub(super) struct Counts {
    /// For each player, the number of its games with each outcome, in the order of
    /// [`SeatOutcome::ALL`]. A game counts once, however many seats the player has in it.
    pub(super) outcomes: Vec<[u64; 5]>,
    /// How often each player would have won its games if all seats were equal: with k of n seats,
    /// k/n of the games that were won.
    pub(super) even: Vec<Rate>,
    /// The points of each player in its games for two: 1 for a win, ½ for a draw.
    pub(super) scores: Vec<Blocks>,
    /// The wins of each seat.
    pub(super) seats: Vec<Blocks>,
    /// The wins of each player from each seat.
    pub(super) player_seats: Vec<Vec<Blocks>>,
    /// How often a seat of the first player was placed before one of the second; equal places count
    /// half.
    pub(super) before: Vec<Vec<Rate>>,
}

impl Counts {
    /// Counts the games.
    pub(super) fn new(roster: &Roster<'_>, results: &[GameResult]) -> Self {
        let players = roster.len();
        let seats = results.iter().map(|game| game.seats.len()).max().unwrap_or(0);
        let mut counts = Self {
            outcomes: vec![[0; 5]; players],
            even: vec![Rate::default(); players],
            scores: vec![Blocks::default(); players],
            seats: vec![Blocks::default(); seats],
            player_seats: vec![vec![Blocks::default(); seats]; players],
            before: vec![vec![Rate::default(); players]; players],
        };
        for game in results {
            let numbers: Vec<_> = game.seats.iter().map(|seat| roster.number(&seat.player)).collect();
            counts.add_game(game, &numbers);
            for (i, (seat, player)) in game.seats.iter().zip(&numbers).enumerate() {
                let Some(player) = *player else { continue };
                let won = f64::from(u8::from(has_won(game, seat)));
                counts.seats[i].add(game, won);
                counts.player_seats[player][i].add(game, won);
                for (other_seat, other) in game.seats.iter().zip(&numbers) {
                    let Some(other) = other.filter(|&other| other != player) else { continue };
                    let before = match seat.place.total_cmp(&other_seat.place) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    counts.before[player][other].add(before);
                }
            }
        }
        counts
    }

    /// Counts the outcome of a game for each of its players, given their numbers by seat.
    fn add_game(&mut self, game: &GameResult, numbers: &[Option<usize>]) {
        for (i, number) in numbers.iter().enumerate() {
            let Some(player) = *number else { continue };
            if numbers[..i].contains(number) {
                continue;
            }
            let own = game.seats.iter().zip(numbers).filter(|(_, other)| *other == number).map(|(seat, _)| seat);
            let all = game.seats.len() as f64;
            self.even[player].add(if game.ending == Ending::Won { own.clone().count() as f64 / all } else { 0.0 });
            let place = game.seats[i].place;
            if matches!(numbers, [one, other] if one != other) && place.is_finite() {
                self.scores[player].add(game, (2.0 - place).clamp(0.0, 1.0));
            }
            self.outcomes[player][SeatOutcome::of(game, own) as usize] += 1;
        }
    }

    /// The outcomes that occurred.
    pub(super) fn seen(&self) -> impl Iterator<Item = SeatOutcome> + '_ {
        SeatOutcome::ALL.into_iter().filter(|&outcome| self.outcomes.iter().any(|counts| counts[outcome as usize] > 0))
    }
}

/// The half width of the intervals, in standard errors.
const USUAL: f64 = 1.96;
/// The number of standard errors that make a difference clear. Among several seats, one easily
/// differs by two standard errors by chance; of four equal seats, the best and the worst differ by
/// this much in one run of twenty.
const CLEAR: f64 = 2.6;

/// Rates by block. The games of one start depend on each other, so errors are computed from blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    blocks: BTreeMap<(usize, u64), Rate>,
}

impl Blocks {
    /// Counts a chance in a game.
    pub(super) fn add(&mut self, game: &GameResult, times: f64) {
        self.blocks.entry((game.encounter, game.block)).or_default().add(times);
    }

    /// All blocks together.
    pub(super) fn total(&self) -> Rate {
        Rate::sum(self.blocks.values())
    }

    /// The share, if there were chances.
    pub(super) fn share(&self) -> Option<f64> {
        self.total().share()
    }

    /// The share with its interval.
    pub(super) fn estimate(&self) -> Estimate {
        share_of_blocks(self.blocks.values().map(|rate| (rate.times, rate.of as f64)))
    }

    /// Whether the share clearly differs from another one, judged by the blocks that have both.
    pub(super) fn clearly_differ_from(&self, others: &Self) -> bool {
        let difference =
            |(block, rate): (&(usize, u64), &Rate)| Some(rate.share()? - others.blocks.get(block)?.share()?);
        // A difference from −1 to 1, as a share from 0 to 1.
        let differences = self.blocks.iter().filter_map(difference).map(|difference| (0.5 + difference / 2.0, 1.0));
        is_clearly_off(share_of_blocks(differences), 0.5)
    }
}

/// Whether a value is too far from the estimate to be explained by chance.
pub(super) fn is_clearly_off(estimate: Estimate, value: f64) -> bool {
    let end = if value < estimate.value { estimate.low } else { estimate.high };
    (value - estimate.value).abs() > CLEAR / USUAL * (end - estimate.value).abs()
}
