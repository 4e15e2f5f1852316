//! Conformance tests for games and evaluators: call them from the game's own tests.
//!
//! ```
//! # use gametree::*;
//! # #[derive(Clone, Copy)]
//! # struct Take;
//! # impl Game for Take {
//! #     type State = (usize, u8); type Move = u8; type Scores = [Score; 2];
//! #     const MAX_MOVES: usize = 2;
//! #     fn start(&self) -> (usize, u8) { (0, 7) }
//! #     fn to_move(&self, s: &(usize, u8)) -> usize { s.0 }
//! #     fn moves(&self, s: &(usize, u8), moves: &mut Vec<u8>) { moves.extend(1..=s.1.min(2)) }
//! #     fn play(&self, s: &(usize, u8), n: u8, to: &mut (usize, u8)) { *to = (1 - s.0, s.1 - n) }
//! #     fn outcome(&self, s: &(usize, u8)) -> Option<[Score; 2]> {
//! #         (s.1 == 0).then(|| if s.0 == 1 { [WIN, -WIN] } else { [-WIN, WIN] })
//! #     }
//! # }
//! impl Hashed for Take {
//!     fn hash(&self, s: &(usize, u8)) -> u64 {
//!         (s.1 as u64 * 2 + s.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
//!     }
//!     fn code(&self, n: u8) -> u16 { n.into() }
//! }
//! impl Symmetric for Take {}
//!
//! gametree::conformance::check(&Take).unwrap();
//! gametree::conformance::check_evaluator(&Take, &OutcomeOnly).unwrap();
//! ```

use std::collections::HashMap;
use std::fmt::Debug;

use thiserror::Error;

use crate::game::{Evaluate, Game, Hashed, Noisy, Passing, SURE, Score, Scores, Symmetric, WIN};

/// The number of random games played by each check.
const GAMES: u64 = 200;

/// Longer games are abandoned, since a game need not end by itself.
const MAX_GAME: usize = 1_000;

/// How many positions of earlier games are kept, to play into slots that contain them.
const OLD_POSITIONS: usize = 8;

/// A promise that a game breaks, and the position in which it does.
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
    /// A player who passes must hand the turn to the next one, and nothing else may depend on it.
    #[error("passing {0}")]
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
    /// A position from before an irreversible move must not occur after it.
    #[error("the position occurred before a move that is_irreversible")]
    Reversible,
    /// Equal positions must have equal repetition hashes, and different positions different ones.
    #[error("the repetition hash is the same as that of {0}, or different for an equal position")]
    RepetitionHash(String),
    /// Equal positions must have equal hashes.
    #[error("the hash is not the same for an equal position")]
    HashDiffers,
    /// Different positions should have different hashes.
    #[error("the hash is the same as that of {0}")]
    HashClash(String),
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
/// [`check_rules`] checks, hashes agree with states, and symmetric images are equivalent.
///
/// A game without symmetries says `impl Symmetric for MyGame {}`; one without hashes can use
/// [`check_rules`].
pub fn check<G: Hashed + Symmetric>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    check_rules(game)?;
    let mut seen: HashMap<u64, G::State> = HashMap::new();
    walk(game, |state, moves| {
        check_hash(game, state, moves, &mut seen)?;
        check_images(game, state, moves)
    })
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
        rules(game, state, moves, &old)?;
        // Any of them in the end, also finished ones.
        if old.len() < OLD_POSITIONS {
            old.push(state.clone());
        } else if rng.usize(..OLD_POSITIONS) == 0 {
            old[rng.usize(..OLD_POSITIONS)] = state.clone();
        }
        Ok(())
    })?;
    check_bounds(game)?;
    if G::REPEATS { check_repetition(game) } else { Ok(()) }
}

/// Checks what a game with noisy moves promises, on random games: they are legal moves.
pub fn check_noisy<G: Noisy>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    walk(game, |state, moves| {
        let mut noisy = Vec::new();
        if !moves.is_empty() {
            game.noisy_moves(state, &mut noisy);
        }
        for (i, mv) in noisy.iter().enumerate() {
            if !moves.contains(mv) || noisy[..i].contains(mv) {
                return Err(Broken::BadNoisyMove(format!("{mv:?}")));
            }
        }
        Ok(())
    })
}

/// Checks what a game in which players can [pass](Passing) promises, on random games: it is then
/// another player's turn, and after as many passes as there are players that of the same player.
pub fn check_passing<G: Passing>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    walk(game, |state, moves| if moves.is_empty() { Ok(()) } else { passing(game, state, moves) })
}

fn passing<G: Passing>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), Broken>
where
    G::State: PartialEq,
{
    let mut next = state.clone();
    let can_pass = game.pass(state, &mut next);
    for &mv in moves {
        let mut slot = game.after(state, mv);
        if game.pass(state, &mut slot) != can_pass || (can_pass && slot != next) {
            return Err(Broken::BadPass("depends on what the slot contained before"));
        }
    }
    let players = G::Scores::PLAYERS;
    let mut seen = vec![game.to_move(state)];
    let mut here = state.clone();
    while game.pass(&here.clone(), &mut here) && game.outcome(&here).is_none() {
        let player = game.to_move(&here);
        if player >= players {
            return Err(Broken::NoSuchPlayer { player, players });
        }
        if seen.len() == players {
            let is_back = player == seen[0];
            return if is_back { Ok(()) } else { Err(Broken::BadPass("does not return to the same player")) };
        }
        if seen.contains(&player) {
            return Err(Broken::BadPass("does not make it another player's turn"));
        }
        seen.push(player);
    }
    Ok(())
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

fn check_bounds<G: Game>(game: &G) -> Result<(), Violation>
where
    G::State: Debug,
{
    for number in 0..GAMES {
        let mut bounds: Vec<(Score, Score)> = Vec::new();
        let players = G::Scores::PLAYERS;
        walk_game(game, number, |state, moves, _| {
            let Some(outcome) = game.outcome(state).filter(|_| moves.is_empty()) else {
                bounds.extend((0..players).map(|player| game.bounds(state, player)));
                return Ok(());
            };
            for (i, &(low, high)) in bounds.iter().enumerate() {
                let (plies, player) = (i / players, i % players);
                let score = outcome.of(player);
                if score < low || score > high {
                    return Err(Broken::BadBounds { player, score, low, high, plies });
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn check_repetition<G: Game>(game: &G) -> Result<(), Violation>
where
    G::State: PartialEq + Debug,
{
    for number in 0..GAMES {
        let mut seen: Vec<(Option<u64>, G::State)> = Vec::new();
        let mut first_reversible = 0;
        walk_game(game, number, |state, _, chosen| {
            let hash = game.repetition_hash(state);
            for (i, (other_hash, other)) in seen.iter().enumerate() {
                if other == state && i < first_reversible {
                    return Err(Broken::Reversible);
                }
                if hash.is_some() && (other == state) != (*other_hash == hash) {
                    return Err(Broken::RepetitionHash(format!("{other:?}")));
                }
            }
            seen.push((hash, state.clone()));
            if chosen.is_some_and(|mv| game.is_irreversible(state, mv)) {
                first_reversible = seen.len();
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn rules<G: Game>(game: &G, state: &G::State, moves: &[G::Move], old: &[G::State]) -> Result<(), Broken>
where
    G::State: PartialEq + Debug,
{
    let outcome = game.outcome(state);
    if outcome != game.outcome(&state.clone()) {
        return Err(Broken::OutcomeDiffers);
    }
    if let Some(outcome) = outcome {
        // A score in between would count as a win here, and as none a few plies away.
        let is_clear = (0..G::Scores::PLAYERS).all(|p| outcome.of(p).abs() == WIN || outcome.of(p).abs() <= SURE);
        let is_sound = is_clear && is_sound(&outcome, WIN);
        if !is_sound {
            return Err(Broken::BadOutcome(format!("{outcome:?}")));
        }
        let both = game.moves_or_outcome(state, &mut Vec::new());
        return if both == Some(outcome) { Ok(()) } else { Err(Broken::MovesOrOutcomeDiffers) };
    }
    // The list is appended to what is there, and the same each time.
    let mut again = moves.to_vec();
    game.moves(state, &mut again);
    if again[..moves.len()] != *moves || again[moves.len()..] != *moves {
        return Err(Broken::MovesDiffer);
    }
    // Before the number of moves, which a move listed twice may also exceed.
    if let Some((_, mv)) = moves.iter().enumerate().find(|(i, mv)| moves[..*i].contains(mv)) {
        return Err(Broken::MoveTwice(format!("{mv:?}")));
    }
    if moves.len() > G::MAX_MOVES {
        return Err(Broken::TooManyMoves { found: moves.len(), max: G::MAX_MOVES });
    }
    let mut both = moves.to_vec();
    if game.moves_or_outcome(state, &mut both).is_some() || both != again {
        return Err(Broken::MovesOrOutcomeDiffers);
    }
    let siblings: Vec<G::State> = moves.iter().map(|&mv| game.after(state, mv)).collect();
    for (i, &mv) in moves.iter().enumerate() {
        let once = game.after(state, mv);
        if once != siblings[i] {
            return Err(Broken::PlayDiffers(format!("{mv:?}")));
        }
        // A search plays into slots with positions of its own line, of siblings and of lines that it
        // left long ago.
        for slot in siblings.iter().chain(old).chain([&game.start()]) {
            let mut next = slot.clone();
            game.play(state, mv, &mut next);
            if next == once && is_alike(game, &next, &once) {
                continue;
            }
            // Perhaps it is not the slot that makes the difference.
            let mut again = (0..2).map(|_| game.after(state, mv));
            let mut outcomes = (0..3).map(|_| game.outcome(&once));
            let first = outcomes.next();
            return Err(if again.any(|next| next != once) {
                Broken::PlayDiffers(format!("{mv:?}"))
            } else if next == once && outcomes.any(|outcome| Some(outcome) != first) {
                Broken::OutcomeDiffers
            } else {
                Broken::SlotLeaks { mv: format!("{mv:?}"), slot: format!("{slot:?}") }
            });
        }
    }
    Ok(())
}

/// Whether two positions have the same outcome, player to move and moves: states may be equal
/// although they are not the same.
fn is_alike<G: Game>(game: &G, one: &G::State, other: &G::State) -> bool {
    let outcome = game.outcome(one);
    outcome == game.outcome(other)
        && (outcome.is_some() || (game.to_move(one) == game.to_move(other) && game.legal(one) == game.legal(other)))
}

fn check_hash<G: Hashed>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    seen: &mut HashMap<u64, G::State>,
) -> Result<(), Broken>
where
    G::State: PartialEq + Debug,
{
    let hash = game.hash(state);
    if hash != game.hash(&state.clone()) {
        return Err(Broken::HashDiffers);
    }
    let known = seen.entry(hash).or_insert_with(|| state.clone());
    if known != state {
        return Err(Broken::HashClash(format!("{known:?}")));
    }
    for (i, &a) in moves.iter().enumerate() {
        // The same position in slots that contained different ones before.
        let (mut once, twice) = (game.start(), game.after(state, a));
        game.play(state, a, &mut once);
        if game.hash(&once) != game.hash(&twice) {
            return Err(Broken::HashDiffers);
        }
        if let Some(b) = moves[..i].iter().find(|&&b| game.code(a) == game.code(b)) {
            return Err(Broken::CodeClash(format!("{b:?}"), format!("{a:?}")));
        }
        // The same moves in another order often lead to an equal position, whose hash must be equal
        // too.
        for &b in &moves[..i] {
            let there = [play_both(game, state, a, b), play_both(game, state, b, a)];
            if let [Some(ab), Some(ba)] = there
                && ab == ba
                && game.hash(&ab) != game.hash(&ba)
            {
                return Err(Broken::HashDiffers);
            }
        }
    }
    Ok(())
}

/// The position after two moves, if the second can be played after the first.
fn play_both<G: Game>(game: &G, state: &G::State, first: G::Move, second: G::Move) -> Option<G::State> {
    let mut middle = state.clone();
    game.play(state, first, &mut middle);
    if game.outcome(&middle).is_some() {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(&middle, &mut moves);
    moves.contains(&second).then(|| {
        let mut end = state.clone();
        game.play(&middle, second, &mut end);
        end
    })
}

fn check_images<G: Symmetric>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), Broken>
where
    G::State: PartialEq,
{
    if game.image(state, 0) != *state || moves.iter().any(|&mv| game.move_image(mv, 0) != mv) {
        return Err(Broken::FirstImage);
    }
    for image in 1..G::IMAGES {
        let differs = |what| Err(Broken::ImageDiffers { image, what });
        let turned = game.image(state, image);
        let alike = match (game.outcome(state), game.outcome(&turned)) {
            (None, None) => true,
            (Some(a), Some(b)) => (0..G::Scores::PLAYERS).all(|p| a.of(p) == b.of(game.player_image(p, image))),
            _ => false,
        };
        if !alike {
            return differs("its outcome");
        }
        if moves.is_empty() {
            continue;
        }
        if game.player_image(game.to_move(state), image) != game.to_move(&turned) {
            return differs("the player to move");
        }
        let mut turned_moves = Vec::new();
        game.moves(&turned, &mut turned_moves);
        for &mv in moves {
            let turned_mv = game.move_image(mv, image);
            if moves.len() != turned_moves.len() || !turned_moves.contains(&turned_mv) {
                return differs("its moves");
            }
            let (mut next, mut turned_next) = (state.clone(), state.clone());
            game.play(state, mv, &mut next);
            game.play(&turned, turned_mv, &mut turned_next);
            if game.image(&next, image) != turned_next {
                return differs("what its moves lead to");
            }
        }
    }
    Ok(())
}

/// Whether scores lie within ±`limit` and, with two players, add up to zero.
fn is_sound<S: Scores>(scores: &S, limit: Score) -> bool {
    (0..S::PLAYERS).all(|player| scores.of(player).abs() <= limit) && (S::PLAYERS != 2 || scores.of(0) == -scores.of(1))
}
