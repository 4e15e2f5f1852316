//! Games between searches: how they end, and what the players know.

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/walk.rs"]
mod walk;

use gametree::{Game, Limits, Random, ReportOf, Search, WithRepetition, duel, play_game};
use walk::Walk;

/// A random player who notes how long the history was at each of its turns.
struct Noting {
    random: Random,
    history: Vec<usize>,
}

impl Noting {
    fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), history: Vec::new() }
    }
}

impl<G: Game> Search<G> for Noting {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.history.push(game.history().len());
        self.random.watch(game, state, limits, each)
    }
}

/// There are four fields and two players, so a position occurs again after eight moves at the latest.
#[test]
fn a_game_ends_when_a_position_occurs_again() {
    for seed in 0..20 {
        let (mut one, mut other) = (Noting::new(seed), Noting::new(seed + 100));
        let game = WithRepetition::new(Walk);
        let scores = play_game(&game, &game.start(), &mut [&mut one, &mut other], &Limits::default());
        assert_eq!(scores, [0, 0]);
        assert!(one.history.len() + other.history.len() <= 8, "{:?}", one.history);
        // Each saw everything that was played before.
        assert!(one.history.iter().zip((0..).step_by(2)).all(|(&seen, played)| seen == played));
        assert!(other.history.iter().zip((1..).step_by(2)).all(|(&seen, played)| seen == played));
        assert!(game.history().is_empty(), "the caller's game is left alone");
    }
}

#[test]
fn what_was_played_before_counts() {
    let mut game = WithRepetition::new(Walk);
    let state = game.start();
    game.record(&state, 1);
    let (mut one, mut other) = (Noting::new(1), Noting::new(2));
    play_game(&game, &state, &mut [&mut one, &mut other], &Limits::default());
    assert!(one.history.is_empty(), "the start is a repetition itself");
}

#[test]
fn the_opening_of_a_match_is_part_of_the_history() {
    let (mut one, mut other) = (Noting::new(1), Noting::new(2));
    let tally = duel(&WithRepetition::new(Walk), &mut one, &mut other, &Limits::default(), 20, 2);
    assert_eq!((tally.wins, tally.draws, tally.losses), (0, 40, 0));
    assert!(one.history.iter().chain(&other.history).all(|&seen| seen > 0));
}

/// Without repetition only its length ends the game.
#[test]
fn an_endless_game_is_a_draw_after_a_thousand_moves() {
    let (mut one, mut other) = (Noting::new(1), Noting::new(2));
    assert_eq!(play_game(&Walk, &Walk.start(), &mut [&mut one, &mut other], &Limits::default()), [0, 0]);
    assert_eq!(one.history.len() + other.history.len(), 1_000);
}
