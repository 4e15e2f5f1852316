//! The table of a run.

use super::plackett_luce::Rankings;
use super::wilson::Share;
use super::{Estimate, Placing};
use crate::Ending;

/// What an entrant has made of all its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// How often it was seated: more often than it played, if it had several seats in a game.
    pub seats: u64,
    /// How many games it played.
    pub games: u64,
    /// How many of them it has won outright: the first place in a game that was [`Won`](Ending::Won).
    pub wins: u64,
    /// How many of them the rules call a draw.
    pub draws: u64,
    /// How many of them ended because the turns were up.
    pub stalemates: u64,
    /// In how many of these it was alone in the first place.
    pub best_at_stalemate: u64,
    /// Wins per game.
    pub win_share: Estimate,
    /// The mean of the places of its seats.
    pub mean_place: Estimate,
    /// In points, with a mean of 0 over all entrants: see [`plackett_luce`](super::plackett_luce).
    pub rating: Estimate,
}

/// The table of all entrants, in the order of their numbers, from the games of all blocks.
///
/// The intervals come from the blocks, which are independent, not from the games, which are not:
/// - of the share of wins and of the mean place: Wilson's, with as many trials as the blocks are worth by their variance.
///   For the variance alone, two more blocks are thought of, one with all and one with nothing. So the interval has some
///   width even if all blocks were equal: 20 blocks of which every game was won give 83.9 to 100 %. Few blocks that vary
///   little have a wider one than they need;
/// - of the rating: the bootstrap's, with at least 200 resamples ([`Rankings::ratings`]).
///
/// About an entrant that did not play nothing is known: the share and the mean place are the middle of what is possible,
/// and the intervals are all of it. A game with an entrant that is not there, or without a place for every seat, is left
/// out.
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

/// A share with its interval; all that is possible if there are no blocks.
fn share(blocks: impl Iterator<Item = (f64, f64, u64)> + Clone) -> Estimate {
    Share::of_blocks(blocks).map_or(Estimate { value: 0.5, low: 0.0, high: 1.0 }, |share| share.estimate())
}

/// What is counted of an entrant in a block.
#[derive(Clone, Copy, Default)]
struct Counts {
    seats: u64,
    games: u64,
    wins: u64,
    draws: u64,
    stalemates: u64,
    best_at_stalemate: u64,
    /// How far all seats together stayed behind the first place.
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

    /// Blocks of one game each are plain trials.
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

    /// Starts that favour a seat, four games to a block: the intervals hold the truth about 19 times in 20.
    #[test]
    fn the_intervals_hold_the_truth() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut held = [0; 2];
        for _ in 0..200 {
            let mut block = || {
                // The start has a winning seat in half of all cases; otherwise anybody may win.
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
                // The rating's interval has its random weights by number.
                prop_assert_eq!(Standing { rating: other.rating, ..*standing }, *other);
                let all = [standing.win_share, standing.mean_place, standing.rating];
                prop_assert!(all.iter().all(|all| all.low <= all.value && all.value <= all.high && all.low < all.high));
            }
        }
    }
}
