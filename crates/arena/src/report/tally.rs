//! What the plots count, in one pass over the games.

use super::GameResult;
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

    /// What a game was for the player in one of its seats.
    fn of(game: &GameResult, seat: &SeatResult) -> Self {
        match game.ending {
            _ if seat.fault.is_some() => Self::Fault,
            // Only one can have won, and nobody shares its place.
            Ending::Won if seat.place < 1.5 => Self::Won,
            Ending::Won => Self::Lost,
            Ending::Drawn => Self::Drawn,
            Ending::Stalemate => Self::Stalemate,
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
    fn add(&mut self, times: f64) {
        self.times += times;
        self.of += 1;
    }

    /// All of them together.
    pub(super) fn sum(rates: &[Self]) -> Self {
        rates.iter().fold(Self::default(), |sum, rate| Self { times: sum.times + rate.times, of: sum.of + rate.of })
    }

    /// The part of the times, unless there were none.
    pub(super) fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.times / self.of as f64)
    }

    /// Wilson's interval: where the true share lies with 95 % confidence if the games do not depend on each other.
    pub(super) fn interval(self) -> (f64, f64) {
        self.interval_of(1.96)
    }

    /// The same for as many standard errors as one likes.
    pub(super) fn interval_of(self, z: f64) -> (f64, f64) {
        let Some(share) = self.share() else { return (0.0, 1.0) };
        let n = self.of as f64;
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let reach = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - reach).max(0.0), (middle + reach).min(1.0))
    }
}

/// All that is counted.
pub(super) struct Tally {
    /// For each player, how often each outcome came, in the order of [`Outcome::ALL`].
    pub(super) outcomes: Vec<[u64; 5]>,
    /// How often each seat won.
    pub(super) seats: Vec<Rate>,
    /// How often each player won from each seat.
    pub(super) player_seats: Vec<Vec<Rate>>,
    /// How often the first player came before the second; equal places count half.
    pub(super) before: Vec<Vec<Rate>>,
}

impl Tally {
    /// Counts the games.
    pub(super) fn new(roster: &Roster<'_>, results: &[GameResult]) -> Self {
        let players = roster.len();
        let seats = results.iter().map(|game| game.seats.len()).max().unwrap_or(0);
        let mut tally = Self {
            outcomes: vec![[0; 5]; players],
            seats: vec![Rate::default(); seats],
            player_seats: vec![vec![Rate::default(); seats]; players],
            before: vec![vec![Rate::default(); players]; players],
        };
        for game in results {
            let numbers: Vec<_> = game.seats.iter().map(|seat| roster.number(&seat.player)).collect();
            for (i, (seat, player)) in game.seats.iter().zip(&numbers).enumerate() {
                let Some(player) = *player else { continue };
                let outcome = Outcome::of(game, seat);
                let won = f64::from(u8::from(outcome == Outcome::Won));
                tally.outcomes[player][outcome as usize] += 1;
                tally.seats[i].add(won);
                tally.player_seats[player][i].add(won);
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

    /// Which outcomes there were at all.
    pub(super) fn seen(&self) -> impl Iterator<Item = Outcome> + '_ {
        Outcome::ALL.into_iter().filter(|&outcome| self.outcomes.iter().any(|counts| counts[outcome as usize] > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson() {
        let (low, high) = Rate { times: 8.0, of: 10 }.interval();
        assert!((low - 0.490).abs() < 1e-3 && (high - 0.943).abs() < 1e-3, "{low} {high}");
        assert_eq!(Rate { times: 0.0, of: 0 }.interval(), (0.0, 1.0));
        assert_eq!(Rate { times: 0.0, of: 5 }.interval().0, 0.0);
    }
}
