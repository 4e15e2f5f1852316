//! The standings of a run.

use super::plackett_luce::Rankings;
use super::wilson::Share;
use super::{Estimate, Placing};
use crate::Ending;

/// The results of an entrant in all its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The number of seats it had. It may have several in a game.
    pub seats: u64,
    /// The number of games it played.
    pub games: u64,
    /// The number of games it won outright: the first place in a game that was
    /// [`Won`](Ending::Won).
    pub wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of stalemates.
    pub stalemates: u64,
    /// The number of stalemates in which it was first, alone.
    pub best_at_stalemate: u64,
    /// Wins per game.
    pub win_share: Estimate,
    /// The mean of the places of its seats.
    pub mean_place: Estimate,
    /// The rating in points, with a mean of 0 over all entrants: see
    /// [`plackett_luce`](super::plackett_luce).
    pub rating: Estimate,
}

/// The standings of all entrants, in the order of their numbers, from the games of all blocks.
///
/// The intervals are computed from blocks, which are independent, not from games, which are not:
/// - The share of wins and the mean place have Wilson's interval, with the effective number of
///   trials by the variance of the blocks. For the variance alone two imaginary blocks are added,
///   one with all points and one with none. So the interval has some width even if all blocks are
///   equal: 20 blocks in which every game was won give 83.9 to 100 %. With few blocks that vary
///   little the interval is wider than necessary.
/// - The rating has a bootstrap interval with at least 200 resamples ([`Rankings::ratings`]).
///
/// For an entrant that did not play, the share and the mean place are the middle of the possible
/// range, and the intervals are the whole range. Invalid games are ignored.
///
/// ```
/// use arena::{Ending, stats::{Placing, standings}};
/// let game = |places: [f64; 2]| Placing { entrants: vec![0, 1], places: places.to_vec(), ending: Ending::Won };
/// let blocks = [vec![game([1.0, 2.0]), game([1.0, 2.0])], vec![game([2.0, 1.0]), game([1.0, 2.0])]];
/// let table = standings(&blocks, 2, 1000, 1);
/// assert_eq!((table[0].games, table[0].wins, table[0].win_share.value), (4, 3, 0.75));
/// assert!(table[0].rating.value > table[1].rating.value);
/// ```
pub fn standings(blocks: &[Vec<Placing>], entrants: usize, resamples: usize, seed: u64) -> Vec<Standing> {
    let sound = |game: &&Placing| game.is_sound(entrants);
    let last = blocks.iter().flatten().filter(sound).map(|game| game.places.len()).max().unwrap_or(1) as f64;
    let ratings = Rankings::new(blocks, entrants).ratings(resamples, seed);
    let of_entrant = |(entrant, rating): (usize, Estimate)| {
        let counts = blocks.iter().map(|block| Counts::of(block.iter().filter(sound), entrant)).collect::<Vec<_>>();
        let Counts { seats, games, wins, draws, stalemates, best_at_stalemate, .. } =
            counts.iter().fold(Counts::default(), Counts::and);
        let win_share = share(counts.iter().map(|block| (block.wins as f64, block.games as f64, 1)));
        let places =
            share(counts.iter().map(|block| (block.places_lost / (last - 1.0).max(1.0), block.seats as f64, 1)));
        let [value, low, high] = [places.value, places.low, places.high].map(|share| 1.0 + share * (last - 1.0));
        let mean_place = Estimate { value, low, high };
        Standing { seats, games, wins, draws, stalemates, best_at_stalemate, win_share, mean_place, rating }
    };
    ratings.into_iter().enumerate().map(of_entrant).collect()
}

/// A share with its interval; the whole range if there are no blocks.
fn share(blocks: impl Iterator<Item = (f64, f64, u64)> + Clone) -> Estimate {
    Share::of_blocks(blocks).map_or(Estimate { value: 0.5, low: 0.0, high: 1.0 }, |share| share.estimate())
}

/// The counts of an entrant in a block.
#[derive(Clone, Copy, Default)]
struct Counts {
    seats: u64,
    games: u64,
    wins: u64,
    draws: u64,
    stalemates: u64,
    best_at_stalemate: u64,
    /// The sum over all seats of their distance from the first place.
    places_lost: f64,
}

impl Counts {
    fn of<'a>(block: impl Iterator<Item = &'a Placing>, entrant: usize) -> Self {
        let mut counts = Self::default();
        for game in block {
            let own = || game.entrants.iter().zip(&game.places).filter(|&(&seat, _)| seat == entrant);
            let seats = own().count() as u64;
            if seats == 0 {
                continue;
            }
            let first = u64::from(own().any(|(_, &place)| place == 1.0));
            counts.seats += seats;
            counts.games += 1;
            counts.places_lost += own().map(|(_, place)| place - 1.0).sum::<f64>();
            match game.ending {
                Ending::Won => counts.wins += first,
                Ending::Drawn => counts.draws += 1,
                Ending::Stalemate => {
                    counts.stalemates += 1;
                    counts.best_at_stalemate += first;
                }
            }
        }
        counts
    }

    fn and(self, other: &Self) -> Self {
        Self {
            seats: self.seats + other.seats,
            games: self.games + other.games,
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            stalemates: self.stalemates + other.stalemates,
            best_at_stalemate: self.best_at_stalemate + other.best_at_stalemate,
            places_lost: self.places_lost + other.places_lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::stats::wilson;

    fn game(entrants: &[usize], places: &[f64], ending: Ending) -> Placing {
        Placing { entrants: entrants.to_vec(), places: places.to_vec(), ending }
    }

    #[test]
    fn counts_what_it_says() {
        let blocks = [
            vec![
                game(&[0, 1, 2, 0], &[1.0, 2.0, 3.0, 4.0], Ending::Won),
                game(&[1, 0, 2, 1], &[3.0, 1.0, 2.0, 4.0], Ending::Stalemate),
            ],
            vec![
                game(&[0, 1, 2, 1], &[1.5, 1.5, 3.0, 4.0], Ending::Stalemate),
                game(&[2, 1], &[1.5, 1.5], Ending::Drawn),
                game(&[2, 7], &[1.0, 2.0], Ending::Won),
                game(&[2, 1], &[0.0, 2.0], Ending::Won),
            ],
        ];
        let table = standings(&blocks, 3, 100, 1);
        let counts = |standing: &Standing| {
            let Standing { seats, games, wins, draws, stalemates, best_at_stalemate, .. } = *standing;
            [seats, games, wins, draws, stalemates, best_at_stalemate]
        };
        assert_eq!(counts(&table[0]), [4, 3, 1, 0, 2, 1]);
        assert_eq!(counts(&table[1]), [6, 4, 0, 1, 2, 0]);
        assert_eq!(counts(&table[2]), [4, 4, 0, 1, 2, 0]);
        assert_eq!(table[0].mean_place.value, (1.0 + 4.0 + 1.0 + 1.5) / 4.0);
        assert_eq!(table[2].mean_place.value, (3.0 + 2.0 + 3.0 + 1.5) / 4.0);
        assert!((table[0].win_share.value - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_clean_sweep_leaves_a_doubt() {
        let blocks = vec![vec![game(&[0, 1], &[1.0, 2.0], Ending::Won), game(&[1, 0], &[2.0, 1.0], Ending::Won)]; 20];
        let table = standings(&blocks, 2, 200, 1);
        assert_eq!((table[0].win_share.value, table[0].win_share.high), (1.0, 1.0));
        assert!((table[0].win_share.low - wilson(20, 20).low).abs() < 1e-12);
        assert!((table[0].mean_place.high - 1.161_125).abs() < 1e-6, "2 − 0.838875");
        assert!((table[1].mean_place.low - 1.838_875).abs() < 1e-6);
        assert!(table[0].rating.low > table[1].rating.high && table[0].rating.low < table[0].rating.value);
    }

    /// Blocks of one game each are independent trials.
    #[test]
    fn single_games_give_wilsons_interval() {
        let block = |number: usize| vec![game(&[number % 20 / 19, 1 - number % 20 / 19], &[1.0, 2.0], Ending::Won)];
        let blocks: Vec<_> = (0..400).map(block).collect();
        let share = standings(&blocks, 2, 0, 1)[0].win_share;
        assert_eq!(share.value, 0.95);
        assert!((share.low - 0.924).abs() < 5e-4 && (share.high - 0.967).abs() < 5e-4, "{share:?}");
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert!(standings(&[], 0, 100, 1).is_empty());
        let table = standings(&[Vec::new()], 2, 0, 1);
        for standing in table {
            assert_eq!((standing.seats, standing.games), (0, 0));
            assert_eq!(standing.win_share, Estimate { value: 0.5, low: 0.0, high: 1.0 });
            assert_eq!(standing.mean_place, Estimate { value: 1.0, low: 1.0, high: 1.0 });
        }
        let absent = standings(&[vec![game(&[0, 1, 0, 1], &[1.0, 2.0, 3.0, 4.0], Ending::Won)]], 3, 0, 1)[2];
        assert_eq!(absent.mean_place, Estimate { value: 2.5, low: 1.0, high: 4.0 });
    }

    /// Starts that favour a seat, four games per block: the intervals contain the true value about
    /// 19 times in 20.
    #[test]
    fn the_intervals_hold_the_truth() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut held = [0; 2];
        for _ in 0..200 {
            let mut block = || {
                // Half of the starts have a winning seat; in the others any seat may win.
                let lucky = (rng.f64() < 0.5).then(|| rng.usize(..4));
                (0..4)
                    .map(|turn| {
                        let winner = lucky.map_or_else(|| rng.usize(..4), |seat| (seat + turn) % 4);
                        let places: Vec<_> = (0..4).map(|seat| if seat == winner { 1.0 } else { 3.0 }).collect();
                        game(&[0, 1, 2, 3], &places, Ending::Won)
                    })
                    .collect()
            };
            let blocks: Vec<Vec<_>> = (0..150).map(|_| block()).collect();
            let Standing { win_share, mean_place, .. } = standings(&blocks, 4, 0, 1)[0];
            held[0] += u32::from(win_share.low <= 0.25 && 0.25 <= win_share.high);
            held[1] += u32::from(mean_place.low <= 2.5 && 2.5 <= mean_place.high);
        }
        assert!(held.iter().all(|held| (188..=198).contains(held)), "{held:?} of 200");
    }

    proptest! {
        #[test]
        fn other_numbers_are_the_same_entrants(
            seats in prop::collection::vec((0usize..3, 0usize..3, any::<bool>()), 1..20),
            numbers in Just(vec![0, 1, 2]).prop_shuffle(),
        ) {
            let blocks = |number: &dyn Fn(usize) -> usize| -> Vec<_> {
                seats.iter().map(|&(first, second, won)| {
                    let places = if won { [1.0, 2.0] } else { [1.5, 1.5] };
                    let ending = if won { Ending::Won } else { Ending::Drawn };
                    vec![game(&[number(first), number(second)], &places, ending)]
                })
                .collect()
            };
            let here = standings(&blocks(&|entrant| entrant), 3, 0, 1);
            let there = standings(&blocks(&|entrant| numbers[entrant]), 3, 0, 1);
            for (entrant, standing) in here.iter().enumerate() {
                let other = &there[numbers[entrant]];
                prop_assert!((standing.rating.value - other.rating.value).abs() < 1e-6);
                // The random weights of the rating's interval go by the number of the block.
                prop_assert_eq!(Standing { rating: other.rating, ..*standing }, *other);
                let all = [standing.win_share, standing.mean_place, standing.rating];
                prop_assert!(all.iter().all(|all| all.low <= all.value && all.value <= all.high && all.low < all.high));
            }
        }
    }
}
