//! Games between searches, for tests: is this one stronger than that one?

use crate::game::{Game, Score, Scores};
use crate::limits::Limits;
use crate::random::Random;
use crate::search::Search;

/// A game with more moves than this is a draw.
const MAX_GAME: usize = 1_000;

/// The result of a match, as the first of the two sees it.
#[non_exhaustive]
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
/// If the game [repeats](Game::REPEATS), it is also a draw as soon as a position occurs again, in this
/// game or in the [history](Game::history) before it, and the searches know what was played: each move
/// is [recorded](Game::record) in a clone of the game.
///
/// Panics if there are not as many searches as players, or if one has no move.
pub fn play_game<G: Game + Clone>(
    game: &G,
    start: &G::State,
    searches: &mut [&mut dyn Search<G>],
    limits: &Limits,
) -> G::Scores {
    assert_eq!(searches.len(), G::Scores::PLAYERS, "one search for each player");
    let mut game = game.clone();
    let mut state = start.clone();
    let mut seen = if G::REPEATS { game.history().to_vec() } else { Vec::new() };
    for _ in 0..MAX_GAME {
        if let Some(outcome) = game.outcome(&state) {
            return outcome;
        }
        let hash = if G::REPEATS { game.repetition_hash(&state) } else { None };
        if hash.is_some_and(|hash| seen.contains(&hash)) {
            break;
        }
        let search = &mut searches[game.to_move(&state)];
        let best = search.search(&game, &state, limits).best.expect("a search always has a move");
        if G::REPEATS {
            seen.extend(hash);
            if game.is_irreversible(&state, best) {
                seen.clear();
            }
            game.record(&state, best);
        }
        state = game.after(&state, best);
    }
    G::Scores::EVEN
}

/// Plays a match between two searches: `pairs` pairs of games as [`play_game`] plays them, each from
/// another opening of `opening` random moves, with each search on either side once. An opening ends
/// before a move that would end the game.
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{AlphaBeta, Limits, OutcomeOnly, Random, duel};
/// // Players take one or two of twenty matches; whoever takes the last one wins.
/// let game = Take { matches: 20 };
/// let (mut perfect, mut random) = (AlphaBeta::new(OutcomeOnly), Random::new(1));
/// let tally = duel(&game, &mut perfect, &mut random, &Limits::default(), 10, 1);
/// assert!(tally.wins >= 18);
/// ```
pub fn duel<G: Game<Scores = [Score; 2]> + Clone>(
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
        let (game, start) = random_opening(game.clone(), &mut random, opening);
        let as_first = play_game(&game, &start, &mut [first, second], limits)[0];
        let as_second = play_game(&game, &start, &mut [second, first], limits)[1];
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

/// The position after random moves, or after fewer if the game would be over, and the game with these
/// in its history.
fn random_opening<G: Game>(mut game: G, random: &mut Random, moves: usize) -> (G, G::State) {
    let mut state = game.start();
    for _ in 0..moves {
        let Some(mv) = random.search(&game, &state, &Limits::default()).best else { break };
        let next = game.after(&state, mv);
        let is_repeated = G::REPEATS && game.repetition_hash(&next).is_some_and(|hash| game.history().contains(&hash));
        if is_repeated || game.outcome(&next).is_some() {
            break;
        }
        if G::REPEATS {
            game.record(&state, mv);
        }
        state = next;
    }
    (game, state)
}
