//! Games between searches, for tests: is this one stronger than that one?

use crate::game::{Game, Score};
use crate::limits::Limits;
use crate::random::Random;
use crate::search::Search;

/// A game with more moves than this is a draw.
const MAX_GAME: usize = 1_000;

/// The result of a match, as the first of the two sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the first won.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games that the second won.
    pub losses: u32,
}

/// Plays one game from `start`, in which search number i has the turns of player i, and returns its
/// final scores. A game of more than 1,000 moves is a draw.
///
/// Panics if there are not as many searches as players, or if one has no move.
pub fn play_game<G: Game>(
    game: &G,
    start: &G::State,
    searches: &mut [&mut dyn Search<G>],
    limits: &Limits,
) -> G::Scores {
    use crate::game::Scores;
    assert_eq!(searches.len(), G::Scores::PLAYERS, "one search for each player");
    let mut state = start.clone();
    for _ in 0..MAX_GAME {
        if let Some(outcome) = game.outcome(&state) {
            return outcome;
        }
        let search = &mut searches[game.to_move(&state)];
        let best = search.search(game, &state, limits).best;
        state = game.after(&state, best.expect("a search always has a move"));
    }
    G::Scores::EVEN
}

/// Plays a match between two searches: `pairs` pairs of games, each from another opening of
/// `opening` random moves, with each search on either side once.
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{AlphaBeta, Limits, OutcomeOnly, Random, duel};
/// // Players take one or two of twenty matches; who takes the last one wins.
/// let game = Take { matches: 20 };
/// let (mut perfect, mut random) = (AlphaBeta::new(OutcomeOnly), Random::new(1));
/// let tally = duel(&game, &mut perfect, &mut random, &Limits::default(), 10, 1);
/// assert!(tally.wins >= 18);
/// ```
pub fn duel<G: Game<Scores = [Score; 2]>>(
    game: &G,
    first: &mut dyn Search<G>,
    second: &mut dyn Search<G>,
    limits: &Limits,
    pairs: u32,
    opening: usize,
) -> Tally {
    let mut tally = Tally::default();
    let mut random = Random::new(pairs.into());
    for _ in 0..pairs {
        let start = random_opening(game, &mut random, opening);
        let as_first = play_game(game, &start, &mut [first, second], limits)[0];
        let as_second = play_game(game, &start, &mut [second, first], limits)[1];
        for score in [as_first, as_second] {
            match score {
                1.. => tally.wins += 1,
                0 => tally.draws += 1,
                ..0 => tally.losses += 1,
            }
        }
    }
    tally
}

/// The position after random moves, or after fewer if the game would be over.
fn random_opening<G: Game>(game: &G, random: &mut Random, moves: usize) -> G::State {
    let mut state = game.start();
    for _ in 0..moves {
        let Some(mv) = random.search(game, &state, &Limits::default()).best else { break };
        let next = game.after(&state, mv);
        if game.outcome(&next).is_some() {
            break;
        }
        state = next;
    }
    state
}
