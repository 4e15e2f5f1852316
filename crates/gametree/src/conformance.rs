//! Conformance tests for games and evaluators: call them from the game's own tests.
//!
//! | of | the promises are checked by |
//! |---|---|
//! | [`Game`], also with repetition | [`check_rules`] |
//! | [`Hashed`] | [`check_hashes`] |
//! | [`Symmetric`] | [`check`], after the two above |
//! | [`Noisy`] | [`check_noisy`] |
//! | [`Passing`] | [`check_passing`] |
//! | [`Evaluate`] | [`check_evaluator`] |
//!
//! ```
//! # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
//! use gametree::{OutcomeOnly, Symmetric, conformance};
//! impl Symmetric for Take {} // without symmetries
//!
//! let game = Take { matches: 7 };
//! conformance::check(&game).unwrap();
//! conformance::check_evaluator(&game, &OutcomeOnly).unwrap();
//! ```

mod hashes;
mod rules;
mod turns;

use std::collections::HashMap;
use std::fmt::Debug;

use thiserror::Error;

use crate::game::{Evaluate, Game, Hashed, Noisy, Passing, SURE, Score, Scores, Symmetric};

/// The number of random games played by each check.
const GAMES: u64 = 200;

/// Longer games are abandoned, since a game need not end by itself.
const MAX_GAME: usize = 1_000;

/// How many positions of earlier games are kept, to play into slots that contain them.
const OLD_POSITIONS: usize = 8;

/// A promise that a game breaks, and the position in which it does.
#[non_exhaustive]
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{promise} (in {state}, after {plies} plies of random game {game})")]
pub struct Violation {
    /// What is wrong.
    pub promise: Broken,
    /// The position, formatted with `Debug`.
    pub state: String,
    /// The number of the random game, which is also its seed.
    pub game: u64,
    /// The number of plies played in it.
    pub plies: usize,
}

/// The promises that a game or an evaluator can break.
#[non_exhaustive]
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Broken {
    /// An unfinished game must have a move.
    #[error("the game is not over but there is no move")]
    NoMoves,
    /// The searches only reserve space for `MAX_MOVES` moves.
    #[error("there are {found} moves but MAX_MOVES is {max}")]
    TooManyMoves {
        /// The number of moves found.
        found: usize,
        /// `MAX_MOVES`.
        max: usize,
    },
    /// The same position must always have the same moves, in the same order.
    #[error("the moves are not the same the second time")]
    MovesDiffer,
    /// Moves are appended to a list, which the searches use as a stack: nothing in it may change.
    #[error("{0} must append to the list: what was already in it is gone or changed")]
    NotAppended(&'static str),
    /// `moves_or_outcome` must agree with `moves` and `outcome`.
    #[error("moves_or_outcome does not agree with moves and outcome")]
    MovesOrOutcomeDiffers,
    /// A list must contain each move once.
    #[error("move {0} is listed twice")]
    MoveTwice(String),
    /// The next position must depend on nothing but the position and the move.
    #[error("move {0} does not lead to the same position when played again")]
    PlayDiffers(String),
    /// Nothing of the position that was in the slot before may be left in it.
    #[error("move {mv} does not lead to the same position when it is played into a slot that contains {slot}")]
    SlotLeaks {
        /// The move.
        mv: String,
        /// The position that was in the slot before.
        slot: String,
    },
    /// Final scores must lie within the bounds of all positions before.
    #[error("the game ends with {score} for player {player}, but the bounds were {low} to {high} after {plies} plies")]
    BadBounds {
        /// The player.
        player: usize,
        /// Its final score.
        score: Score,
        /// The lowest score that was possible.
        low: Score,
        /// The highest score that was possible.
        high: Score,
        /// When these bounds were given.
        plies: usize,
    },
    /// A pass must hand the turn to the next player and change nothing else.
    #[error("a pass {0}")]
    BadPass(&'static str),
    /// Players are numbered from 0.
    #[error("player {player} is to move, but there are {players} players, numbered from 0")]
    NoSuchPlayer {
        /// The player to move.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// Outcomes must be ±`WIN` or within ±`SURE` and, with two players, add up to zero.
    #[error("the outcome {0} is neither ±WIN nor within ±SURE, or the scores of two players do not add up to zero")]
    BadOutcome(String),
    /// The same position must always have the same outcome, however it was reached.
    #[error("the outcome is not the same the second time")]
    OutcomeDiffers,
    /// The same position must always have the same player to move.
    #[error("the player to move is not the same the second time")]
    TurnDiffers,
    /// A position from before an irreversible move must not occur after it.
    #[error("the position occurred before a move that is_irreversible")]
    Reversible,
    /// Equal positions must have equal repetition hashes, and different positions different ones.
    #[error("the repetition hash is the same as that of {0}, or different for an equal position")]
    RepetitionHash(String),
    /// Only a position that cannot occur again has no repetition hash.
    #[error("the repetition hash is None, but the position occurs again")]
    NoRepetitionHash,
    /// Equal positions must have equal hashes.
    #[error("the hash is not the same for an equal position")]
    HashDiffers,
    /// Different positions should have different hashes.
    #[error("the hash is the same as that of {0}")]
    HashClash(String),
    /// All 64 bits of a hash should be well mixed: the table finds an entry by the lowest ones.
    #[error("{positions} hashes have only {different} different values in their lowest {bits} bits: see gametree::mix")]
    UnmixedHash {
        /// The number of positions looked at.
        positions: usize,
        /// How many different values the lowest bits have.
        different: usize,
        /// The number of bits.
        bits: u32,
    },
    /// Positions with the same [rest](Hashed::rest) must have the same moves, and the same points
    /// must follow.
    #[error("the rest is the same as that of {0}, but other moves or points follow, or a win that is not points")]
    RestDiffers(String),
    /// The moves of one position must have different codes.
    #[error("moves {0} and {1} have the same code")]
    CodeClash(String, String),
    /// Noisy moves must be legal moves, each listed once.
    #[error("noisy move {0} is not legal or is listed twice")]
    BadNoisyMove(String),
    /// Image 0 must be the position itself.
    #[error("image 0 is not the position itself")]
    FirstImage,
    /// The image's outcome, player to move and moves must be the images of the position's.
    #[error("image {image} differs in {what}")]
    ImageDiffers {
        /// The number of the image.
        image: usize,
        /// What differs.
        what: &'static str,
    },
    /// Evaluations must stay within ±`SURE` and, with two players, add up to zero.
    #[error("the evaluation {0} is not within ±SURE, or the scores of two players do not add up to zero")]
    BadEvaluation(String),
}

/// Checks what a game with hashes and symmetries promises, on random games: everything that
/// [`check_rules`] and [`check_hashes`] check, and symmetric images are equivalent.
///
/// A game without symmetries says `impl Symmetric for MyGame {}`, or is checked with the other two.
/// What noisy moves, passing and an evaluator promise is checked separately.
pub fn check<G: Hashed + Symmetric>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    check_rules(game)?;
    check_hashes(game)?;
    walk(game, |state, moves| turns::check_images(game, state, moves))
}

/// Checks what a game with [hashes](Hashed) promises, on random games: equal positions have equal
/// hashes and different ones different hashes, whose lowest bits differ too, moves have different
/// codes, and positions with the same [rest](Hashed::rest) go on in the same way.
pub fn check_hashes<G: Hashed>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    let (mut by_hash, mut by_rest) = (HashMap::new(), HashMap::new());
    let mut rng = fastrand::Rng::with_seed(0);
    walk(game, |state, moves| {
        hashes::check_hash(game, state, moves, &mut by_hash)?;
        if moves.is_empty() { Ok(()) } else { hashes::check_rest(game, state, &mut by_rest, &mut rng) }
    })?;
    let start = || format!("{:?}", game.start());
    hashes::check_mixed(&by_hash).map_err(|promise| Violation { promise, state: start(), game: 0, plies: 0 })
}

/// Checks what every game promises, on random games: play is deterministic and leaves nothing of
/// what was in its slot, every move listed can be played, outcomes are sound and within the
/// [bounds](Game::bounds). If positions can occur again, they do not after irreversible moves, and
/// their hashes tell them apart.
pub fn check_rules<G: Game>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    let mut old = Vec::new();
    let mut rng = fastrand::Rng::with_seed(0);
    walk(game, |state, moves| {
        rules::rules(game, state, moves, &old)?;
        // The position before is always there, and any of the others in the end, also finished ones.
        if old.len() < OLD_POSITIONS {
            old.push(state.clone());
        } else {
            if rng.usize(..OLD_POSITIONS) == 0 {
                old.swap(rng.usize(..OLD_POSITIONS), OLD_POSITIONS - 1);
            }
            old[OLD_POSITIONS - 1] = state.clone();
        }
        Ok(())
    })?;
    rules::check_bounds(game)?;
    if G::REPEATS { hashes::check_repetition(game) } else { Ok(()) }
}

/// Checks what a game with noisy moves promises, on random games: they are legal moves.
pub fn check_noisy<G: Noisy>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    walk(game, |state, moves| {
        let mut list = moves.to_vec();
        if !moves.is_empty() {
            game.noisy_moves(state, &mut list);
        }
        let Some(noisy) = list.strip_prefix(moves) else { return Err(Broken::NotAppended("noisy_moves")) };
        for (i, mv) in noisy.iter().enumerate() {
            if !moves.contains(mv) || noisy[..i].contains(mv) {
                return Err(Broken::BadNoisyMove(format!("{mv:?}")));
            }
        }
        Ok(())
    })
}

/// Checks what a game in which players can [pass](Passing) promises, on random games: a pass does not
/// end the game, it is then the turn of the player who is next after a move too, and when all have
/// passed, the position is what it was.
pub fn check_passing<G: Passing>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    walk(game, |state, moves| if moves.is_empty() { Ok(()) } else { turns::passing(game, state, moves) })
}

/// Checks what an evaluator promises, on random games: scores within ±[`SURE`] that add up to zero
/// for two players and are the same for symmetric images.
pub fn check_evaluator<G: Symmetric>(game: &G, evaluator: &impl Evaluate<G>) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    walk(game, |state, moves| {
        if moves.is_empty() {
            return Ok(());
        }
        let scores = evaluator.evaluate(game, state);
        if !is_sound(&scores, SURE) {
            return Err(Broken::BadEvaluation(format!("{scores:?}")));
        }
        for image in 0..G::IMAGES {
            let turned = evaluator.evaluate(game, &game.image(state, image));
            if (0..G::Scores::PLAYERS).any(|p| turned.of(game.player_image(p, image)) != scores.of(p)) {
                return Err(Broken::ImageDiffers { image, what: "its evaluation" });
            }
        }
        Ok(())
    })
}

/// Plays random games and looks at every position with its moves. A finished game has none.
fn walk<G: Game>(game: &G, mut look: impl FnMut(&G::State, &[G::Move]) -> Result<(), Broken>) -> Result<(), Violation>
where
    G::State: Debug,
{
    for number in 0..GAMES {
        walk_game(game, number, |state, moves, _| look(state, moves))?;
    }
    Ok(())
}

/// Plays one random game and looks at every position with its moves and the move that is chosen.
fn walk_game<G: Game>(
    game: &G,
    number: u64,
    mut look: impl FnMut(&G::State, &[G::Move], Option<G::Move>) -> Result<(), Broken>,
) -> Result<(), Violation>
where
    G::State: Debug,
{
    let mut rng = fastrand::Rng::with_seed(number);
    let mut state = game.start();
    for plies in 0..MAX_GAME {
        let violation = |promise| Violation { promise, state: format!("{state:?}"), game: number, plies };
        let mut moves = Vec::new();
        if game.outcome(&state).is_none() {
            let (player, players) = (game.to_move(&state), G::Scores::PLAYERS);
            if player >= players {
                return Err(violation(Broken::NoSuchPlayer { player, players }));
            }
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                return Err(violation(Broken::NoMoves));
            }
        }
        let chosen = rng.choice(moves.iter().copied());
        look(&state, &moves, chosen).map_err(violation)?;
        let Some(mv) = chosen else { break };
        let from = state.clone();
        game.play(&from, mv, &mut state);
    }
    Ok(())
}

/// Whether scores lie within ±`limit` and, with two players, add up to zero.
fn is_sound<S: Scores>(scores: &S, limit: Score) -> bool {
    (0..S::PLAYERS).all(|player| scores.of(player).abs() <= limit) && (S::PLAYERS != 2 || scores.of(0) == -scores.of(1))
}
