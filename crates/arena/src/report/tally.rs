//! What the plots count, in one pass over the games.

use super::GameResult;
use super::blocks::Blocks;
use super::roster::Roster;
use crate::{Ending, SeatResult};

/// What one game was for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won,
    Drawn,
    Stalemate,
    Lost,
    Fault,
}

impl Outcome {
    /// All of them, from the best.
    pub(super) const ALL: [Self; 5] = [Self::Won, Self::Drawn, Self::Stalemate, Self::Lost, Self::Fault];

    /// What a game was for a player who has these seats of it.
    fn of<'a>(game: &GameResult, mut seats: impl Iterator<Item = &'a SeatResult> + Clone) -> Self {
        match game.ending {
            Ending::Drawn => Self::Drawn,
            Ending::Stalemate => Self::Stalemate,
            Ending::Won if seats.clone().any(|seat| has_won(game, seat)) => Self::Won,
            Ending::Won if seats.any(|seat| seat.fault.is_some()) => Self::Fault,
            Ending::Won => Self::Lost,
        }
    }

    /// The name in legends and in tables.
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

/// How often something happened out of how often it could have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rate {
    /// How often it happened; half times are possible.
    pub(super) times: f64,
    /// How often it could have.
    pub(super) of: u64,
}

impl Rate {
    /// One more chance.
    pub(super) fn add(&mut self, times: f64) {
        self.times += times;
        self.of += 1;
    }

    /// All of them together.
    pub(super) fn sum<'a>(rates: impl Iterator<Item = &'a Self>) -> Self {
        rates.fold(Self::default(), |sum, rate| Self { times: sum.times + rate.times, of: sum.of + rate.of })
    }

    /// The part of the times, unless there were none.
    pub(super) fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.times / self.of as f64)
    }
}

/// Whether the game was won from that seat. Nobody shares the place of who has won.
fn has_won(game: &GameResult, seat: &SeatResult) -> bool {
    game.ending == Ending::Won && seat.place == 1.0
}

/// All that is counted.
pub(super) struct Tally {
    /// For each player, how many of its games had each outcome, in the order of [`Outcome::ALL`]. A game counts once,
    /// however many seats the player has in it.
    pub(super) outcomes: Vec<[u64; 5]>,
    /// How often each player would have won its games if all seats were alike: with k of n seats, k/n of those that
    /// somebody has won.
    pub(super) even: Vec<Rate>,
    /// The points of each player in its games for two: 1 for a win, ½ for a draw.
    pub(super) scores: Vec<Blocks>,
    /// How often each seat won.
    pub(super) seats: Vec<Blocks>,
    /// How often each player won from each seat.
    pub(super) player_seats: Vec<Vec<Blocks>>,
    /// How often a seat of the first player came before one of the second; equal places count half.
    pub(super) before: Vec<Vec<Rate>>,
}

impl Tally {
    /// Counts the games.
    pub(super) fn new(roster: &Roster<'_>, results: &[GameResult]) -> Self {
        let players = roster.len();
        let seats = results.iter().map(|game| game.seats.len()).max().unwrap_or(0);
        let mut tally = Self {
            outcomes: vec![[0; 5]; players],
            even: vec![Rate::default(); players],
            scores: vec![Blocks::default(); players],
            seats: vec![Blocks::default(); seats],
            player_seats: vec![vec![Blocks::default(); seats]; players],
            before: vec![vec![Rate::default(); players]; players],
        };
        for game in results {
            let numbers: Vec<_> = game.seats.iter().map(|seat| roster.number(&seat.player)).collect();
            tally.add_game(game, &numbers);
            for (i, (seat, player)) in game.seats.iter().zip(&numbers).enumerate() {
                let Some(player) = *player else { continue };
                let won = f64::from(u8::from(has_won(game, seat)));
                tally.seats[i].add(game, won);
                tally.player_seats[player][i].add(game, won);
                for (other_seat, other) in game.seats.iter().zip(&numbers) {
                    let Some(other) = other.filter(|&other| other != player) else { continue };
                    let before = match seat.place.total_cmp(&other_seat.place) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    tally.before[player][other].add(before);
                }
            }
        }
        tally
    }

    /// Counts what a game was for each of its players, of whom the seats have the numbers.
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
            self.outcomes[player][Outcome::of(game, own) as usize] += 1;
        }
    }

    /// Which outcomes there were at all.
    pub(super) fn seen(&self) -> impl Iterator<Item = Outcome> + '_ {
        Outcome::ALL.into_iter().filter(|&outcome| self.outcomes.iter().any(|counts| counts[outcome as usize] > 0))
    }
}
