//! Ratings during a run.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::Placing;

/// Weng-Lin ratings (2011), updated after every game, to show during a run.
///
/// They depend on the order of the games, by about as much as their stated uncertainty. The final
/// ratings are those of [`plackett_luce`](super::plackett_luce).
///
/// Each seat counts as a player that meets all seats of other entrants. The rating and the
/// uncertainty of an entrant become the means over its seats.
///
/// ```
/// use arena::{Ending, stats::{Live, Placing}};
/// let mut live = Live::new(2);
/// live.add(&Placing { entrants: vec![0, 1], places: vec![1.0, 2.0], ending: Ending::Won });
/// let [(winner, _), (loser, doubt)] = live.ratings()[..] else { unreachable!() };
/// assert!(winner > 25.0 && loser < 25.0 && doubt < 25.0 / 3.0);
/// ```
#[derive(Clone, Debug)]
pub struct Live {
    ratings: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl Live {
    /// Entrants without games: 25 points, with a standard deviation of 25/3.
    pub fn new(entrants: usize) -> Self {
        Self { ratings: vec![WengLinRating::new(); entrants], config: WengLinConfig::new() }
    }

    /// Adds a game. An invalid game changes nothing.
    pub fn add(&mut self, game: &Placing) {
        if !game.is_sound(self.ratings.len()) {
            return;
        }
        let mut present = game.entrants.clone();
        present.sort_unstable();
        present.dedup();
        let after: Vec<_> = present.iter().map(|&entrant| self.after(game, entrant)).collect();
        for (entrant, rating) in present.into_iter().zip(after) {
            self.ratings[entrant] = rating;
        }
    }

    /// Every entrant's rating and its standard deviation.
    pub fn ratings(&self) -> Vec<(f64, f64)> {
        self.ratings.iter().map(|rating| (rating.rating, rating.uncertainty)).collect()
    }

    /// The rating of a seat after a game.
    fn after(&self, game: &Placing, entrant: usize) -> WengLinRating {
        let seats = || game.entrants.iter().copied().zip(game.places.iter().copied());
        let others: Vec<_> = seats().filter(|&(other, _)| other != entrant).collect();
        let (mut rating, mut uncertainty, mut count) = (0.0, 0.0, 0.0);
        for own in seats().filter(|&(other, _)| other == entrant) {
            let meeting: Vec<_> = [own].into_iter().chain(others.iter().copied()).collect();
            let rank = |place: f64| 1 + meeting.iter().filter(|&&(_, other)| other < place).count();
            let teams: Vec<_> = meeting
                .iter()
                .map(|&(seat, place)| (&self.ratings[seat..=seat], MultiTeamOutcome::new(rank(place))))
                .collect();
            if let Some(&new) = weng_lin_multi_team(&teams, &self.config).first().and_then(|team| team.first()) {
                rating += new.rating;
                uncertainty += new.uncertainty;
                count += 1.0;
            }
        }
        if count == 0.0 {
            return self.ratings[entrant];
        }
        WengLinRating { rating: rating / count, uncertainty: uncertainty / count }
    }
}

#[cfg(test)]
mod tests {
    use skillratings::Outcomes;
    use skillratings::weng_lin::weng_lin;

    use super::*;
    use crate::Ending;

    fn game(entrants: &[usize], places: &[f64]) -> Placing {
        Placing { entrants: entrants.to_vec(), places: places.to_vec(), ending: Ending::Won }
    }

    #[test]
    fn two_seats_are_a_duel() {
        let mut live = Live::new(3);
        live.add(&game(&[2, 0], &[1.0, 2.0]));
        let new = WengLinRating::new();
        let (winner, loser) = weng_lin(&new, &new, &Outcomes::WIN, &WengLinConfig::new());
        let expected = [loser, new, winner].map(|rating| (rating.rating, rating.uncertainty));
        for (ours, theirs) in live.ratings().iter().zip(expected) {
            assert!((ours.0 - theirs.0).abs() < 1e-9 && (ours.1 - theirs.1).abs() < 1e-9);
        }
    }

    #[test]
    fn equals_who_share_all_places_stay_equal() {
        let mut live = Live::new(4);
        live.add(&game(&[0, 1, 2, 3], &[2.5; 4]));
        assert!(live.ratings().iter().all(|&(rating, doubt)| (rating - 25.0).abs() < 1e-9 && doubt < 25.0 / 3.0));
    }

    #[test]
    fn an_entrant_in_several_seats_gets_their_mean() {
        let mut live = Live::new(2);
        // The best and the worst place on one side, the middle ones on the other: no side is
        // stronger.
        live.add(&game(&[0, 1, 1, 0], &[1.0, 2.0, 3.0, 4.0]));
        assert!(live.ratings().iter().all(|&(rating, _)| (rating - 25.0).abs() < 1e-9));
        live.add(&game(&[0, 1, 0, 1], &[1.0, 2.0, 3.0, 4.0]));
        let [(first, _), (second, _)] = live.ratings()[..] else { panic!("two entrants") };
        assert!(first > 25.0 && second < 25.0);
        let before = live.ratings();
        live.add(&game(&[0, 0], &[1.0, 2.0]));
        assert_eq!(live.ratings(), before, "a game against oneself changes nothing");
    }

    #[test]
    fn odd_games_change_nothing() {
        let mut live = Live::new(2);
        for odd in [game(&[0, 2], &[1.0, 2.0]), game(&[0, 1], &[1.0]), game(&[0, 1], &[1.0, f64::NAN]), game(&[], &[])]
        {
            live.add(&odd);
        }
        assert_eq!(live.ratings(), Live::new(2).ratings());
        assert!(Live::new(0).ratings().is_empty());
    }

    #[test]
    fn a_long_run_stays_finite_and_in_order() {
        let mut live = Live::new(4);
        (0..20_000).for_each(|_| live.add(&game(&[0, 1, 2, 3], &[1.0, 2.0, 3.0, 4.0])));
        let ratings = live.ratings();
        assert!(ratings.iter().all(|(rating, doubt)| rating.is_finite() && *doubt > 0.0));
        assert!(ratings.is_sorted_by(|better, worse| better.0 > worse.0));
    }
}
