//! Rankings as contests: the player that came first among others.

use std::collections::HashMap;

use super::Placing;

/// For up to this many players that share a place, all orders in which they could have come are
/// enumerated. Each further player would double the work.
const COUNTED_OUT: usize = 8;

/// The contests in blocks of games, as the Plackett-Luce model sees them.
///
/// It reads a ranking as a sequence of contests: the first player has won against all others, the
/// second against all but the first, and so on. The likelihood depends only on how often each
/// player has won, and how often the same players have met. So a block is a few numbers, and blocks
/// can be weighted and summed quickly.
#[derive(Clone, Debug)]
pub(super) struct Contests {
    entrants: usize,
    /// The players of each kind of contest, with their number of seats, which may be fractional.
    kinds: Vec<Vec<(usize, f64)>>,
    /// For all blocks, one after the other: an entrant's number with its wins, or, from `entrants`
    /// on, a kind of contest with its count.
    parts: Vec<(usize, f64)>,
    /// Where each block ends in `parts`.
    ends: Vec<usize>,
    games: usize,
}

impl Contests {
    /// Reads the blocks. Invalid games are ignored.
    pub(super) fn of_blocks<'a, B>(blocks: impl Iterator<Item = B>, entrants: usize) -> Self
    where
        B: IntoIterator<Item = &'a Placing>,
    {
        let mut reader = Reader { entrants, ..Reader::default() };
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        for block in blocks {
            block.into_iter().filter(|game| game.is_sound(entrants)).for_each(|game| reader.read(game));
            reader.block.sort_by_key(|&(number, _)| number);
            let merged = reader.block.chunk_by(|left, right| left.0 == right.0);
            parts.extend(merged.map(|same| (same[0].0, same.iter().map(|(_, count)| count).sum::<f64>())));
            ends.push(parts.len());
            reader.block.clear();
        }
        Self { entrants, kinds: reader.kinds, parts, ends, games: reader.games }
    }

    pub(super) fn entrants(&self) -> usize {
        self.entrants
    }

    pub(super) fn blocks(&self) -> usize {
        self.ends.len()
    }

    /// The number of games in all blocks.
    pub(super) fn games(&self) -> usize {
        self.games
    }

    /// The players of each kind of contest.
    pub(super) fn kinds(&self) -> &[Vec<(usize, f64)>] {
        &self.kinds
    }

    /// The wins of every entrant, followed by the count of every kind of contest, with a weight for
    /// each block. Blocks without a weight do not count.
    pub(super) fn totals(&self, weights: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut totals = vec![0.0; self.entrants + self.kinds.len()];
        let mut begin = 0;
        for (&end, weight) in self.ends.iter().zip(weights) {
            for &(number, count) in &self.parts[begin..end] {
                totals[number] += weight * count;
            }
            begin = end;
        }
        totals
    }
}

/// Turns games into contests.
#[derive(Default)]
struct Reader {
    entrants: usize,
    kinds: Vec<Vec<(usize, f64)>>,
    /// The number of each kind, by its players and the bits of their seats.
    numbers: HashMap<Vec<(usize, u64)>, usize>,
    /// The contests of this block, in the form of `Contests::parts`, not yet merged.
    block: Vec<(usize, f64)>,
    games: usize,
}

impl Reader {
    fn read(&mut self, game: &Placing) {
        self.games += 1;
        let mut seats: Vec<(f64, usize)> = game.places.iter().copied().zip(game.entrants.iter().copied()).collect();
        seats.sort_by(|left, right| left.0.total_cmp(&right.0));
        let mut rest = &seats[..];
        for tied in seats.chunk_by(|left, right| left.0 == right.0) {
            rest = &rest[tied.len()..];
            if tied.len() <= COUNTED_OUT {
                self.count_out(tied, rest);
            } else {
                self.take_means(tied, rest);
            }
        }
    }

    /// Players that share a place could have come in any order. Whenever some of them are still to
    /// come, each subset of that size is equally likely, and so is each of its members to be next.
    fn count_out(&mut self, tied: &[(f64, usize)], rest: &[(f64, usize)]) {
        for choice in 1..1usize << tied.len() {
            let chosen = tied.iter().enumerate().filter(|(seat, _)| choice >> seat & 1 == 1);
            let chosen: Vec<_> = chosen.map(|(_, &(_, entrant))| entrant).collect();
            let seats = chosen.iter().copied().chain(rest.iter().map(|&(_, entrant)| entrant));
            let weight = 1.0 / choices(tied.len(), chosen.len());
            self.contest(seats.map(|entrant| (entrant, 1.0)).collect(), weight, &chosen);
        }
    }

    /// The same for many players: instead of every subset of those still to come, each player
    /// counts as the fraction of a seat that it has on average (Efron's treatment of ties in Cox
    /// regression, which has the same likelihood).
    fn take_means(&mut self, tied: &[(f64, usize)], rest: &[(f64, usize)]) {
        let all: Vec<_> = tied.iter().map(|&(_, entrant)| entrant).collect();
        for count in 1..=tied.len() {
            let part = count as f64 / tied.len() as f64;
            let rest = rest.iter().map(|&(_, entrant)| (entrant, 1.0));
            let seats = all.iter().map(|&entrant| (entrant, part)).chain(rest).collect();
            self.contest(seats, 1.0, &all);
        }
    }

    /// A contest of some seats that one of the winners has won, each with the same probability.
    fn contest(&mut self, mut seats: Vec<(usize, f64)>, weight: f64, winners: &[usize]) {
        seats.sort_by_key(|&(entrant, _)| entrant);
        let merged = seats.chunk_by(|left, right| left.0 == right.0);
        let kind: Vec<_> = merged.map(|same| (same[0].0, same.iter().map(|(_, part)| part).sum::<f64>())).collect();
        // A player that meets only itself always wins, so that is no information.
        if kind.len() < 2 {
            return;
        }
        let key = kind.iter().map(|&(entrant, part)| (entrant, part.to_bits())).collect();
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.kinds.push(kind);
            self.entrants + self.kinds.len() - 1
        });
        self.block.push((number, weight));
        self.block.extend(winners.iter().map(|&entrant| (entrant, weight / winners.len() as f64)));
    }
}

/// The binomial coefficient: the number of ways to choose `chosen` out of `all`.
fn choices(all: usize, chosen: usize) -> f64 {
    (0..chosen).map(|taken| (all - taken) as f64 / (taken + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;

    fn game(entrants: &[usize], places: &[f64]) -> Placing {
        Placing { entrants: entrants.to_vec(), places: places.to_vec(), ending: Ending::Won }
    }

    /// The log-likelihood of the strengths, from the contests.
    fn log_likelihood(games: &[Placing], strengths: &[f64]) -> f64 {
        let contests = Contests::of_blocks([games].into_iter(), strengths.len());
        let totals = contests.totals([1.0].into_iter());
        let (wins, counts) = totals.split_at(strengths.len());
        let won: f64 = wins.iter().zip(strengths).map(|(wins, strength)| wins * strength.ln()).sum();
        let met = contests.kinds().iter().zip(counts).map(|(kind, count)| {
            count * kind.iter().map(|&(entrant, part)| part * strengths[entrant]).sum::<f64>().ln()
        });
        won - met.sum::<f64>()
    }

    /// The same by definition, for seats in the order of their places.
    fn in_order(seats: &[usize], strengths: &[f64]) -> f64 {
        let rows = (0..seats.len()).map(|place| {
            let all: f64 = seats[place..].iter().map(|&entrant| strengths[entrant]).sum();
            (strengths[seats[place]] / all).ln()
        });
        rows.sum()
    }

    fn orders(seats: &[usize]) -> Vec<Vec<usize>> {
        if seats.is_empty() {
            return vec![Vec::new()];
        }
        let with_first = |first: usize| {
            let mut rest = seats.to_vec();
            let first = rest.remove(first);
            orders(&rest).into_iter().map(move |order| [vec![first], order].concat())
        };
        (0..seats.len()).flat_map(with_first).collect()
    }

    const STRENGTHS: [f64; 6] = [1.0, 0.3, 2.5, 4.0, 0.7, 1.9];

    #[test]
    fn a_ranking_without_ties_is_the_definition() {
        let ours = log_likelihood(&[game(&[3, 0, 2, 1], &[2.0, 1.0, 4.0, 3.0])], &STRENGTHS);
        assert!((ours - in_order(&[0, 3, 1, 2], &STRENGTHS)).abs() < 1e-12);
    }

    #[test]
    fn a_tie_is_the_mean_of_its_orders() {
        // Second to fifth place are shared, between a winner and a loser.
        let ours = log_likelihood(&[game(&[0, 1, 2, 3, 4, 5], &[3.5, 1.0, 3.5, 3.5, 6.0, 3.5])], &STRENGTHS);
        let all = orders(&[0, 2, 3, 5]);
        let of_order = |order: &Vec<usize>| in_order(&[&[1], &order[..], &[4]].concat(), &STRENGTHS);
        let expected = all.iter().map(of_order).sum::<f64>() / all.len() as f64;
        assert!((ours - expected).abs() < 1e-12, "{ours} is not {expected}");
    }

    #[test]
    fn an_entrant_may_sit_in_several_seats() {
        // The contests of an entrant against itself add a constant, the logarithm of its share of
        // its own seats.
        let ours = log_likelihood(&[game(&[2, 1, 2, 1], &[1.0, 2.0, 3.0, 4.0])], &STRENGTHS);
        assert!((ours - in_order(&[2, 1, 2, 1], &STRENGTHS)).abs() < 1e-12);
        let ours = log_likelihood(&[game(&[2, 2, 1, 1], &[1.0, 2.0, 3.0, 4.0])], &STRENGTHS);
        assert!((ours - (in_order(&[2, 2, 1, 1], &STRENGTHS) + 2f64.ln())).abs() < 1e-12);
    }

    /// Both methods on the same tie of very different players: log-likelihoods of −8.5 and −8.7.
    #[test]
    fn a_large_tie_is_nearly_the_same() {
        let mut exact = Reader { entrants: 6, ..Reader::default() };
        let mut means = Reader { entrants: 6, ..Reader::default() };
        let tied: Vec<_> = (0..5).map(|entrant| (3.0, entrant)).collect();
        exact.count_out(&tied, &[(6.0, 5)]);
        means.take_means(&tied, &[(6.0, 5)]);
        let value = |reader: &Reader| {
            let parts = reader.block.iter().map(|&(number, count)| match number.checked_sub(6) {
                None => count * STRENGTHS[number].ln(),
                Some(kind) => {
                    -count * reader.kinds[kind].iter().map(|&(e, part)| part * STRENGTHS[e]).sum::<f64>().ln()
                }
            });
            parts.sum::<f64>()
        };
        let [exact, means] = [value(&exact), value(&means)];
        assert!((exact - means).abs() < 0.2, "{exact} {means}");
    }

    #[test]
    fn many_seats_do_not_explode() {
        let all: Vec<_> = (0..200).collect();
        let contests = Contests::of_blocks([[&game(&all, &[100.5; 200])]].into_iter(), 200);
        assert_eq!(contests.kinds().len(), 200);
        assert!(contests.totals([1.0].into_iter())[..200].iter().all(|wins| (wins - 1.0).abs() < 1e-9));
    }

    #[test]
    fn what_is_not_sound_is_left_out() {
        let odd = [
            game(&[0, 9], &[1.0, 2.0]),
            game(&[0, 1], &[1.0]),
            game(&[0, 1], &[1.0, f64::NAN]),
            game(&[], &[]),
            game(&[1], &[1.0]),
            game(&[1, 1], &[1.0, 2.0]),
        ];
        let contests = Contests::of_blocks([&odd[..]].into_iter(), 2);
        assert_eq!((contests.kinds().len(), contests.blocks(), contests.entrants()), (0, 1, 2));
        assert_eq!(contests.totals([1.0].into_iter()), [0.0, 0.0]);
    }
}
