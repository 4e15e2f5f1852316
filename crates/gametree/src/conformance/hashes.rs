//! What games with hashes promise.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use crate::game::{Game, Hashed, SURE, Scores};

use super::{Broken, GAMES, MAX_GAME, Violation, walk_game};

pub(super) fn check_hash<G: Hashed>(
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

/// Hashes that are not mixed are alike in their lowest bits, and their positions share few entries of
/// the table.
pub(super) fn check_mixed<S>(seen: &HashMap<u64, S>) -> Result<(), Broken> {
    let positions = seen.len();
    // So many that random numbers would be alike in three of a hundred cases.
    let bits = positions.max(1).ilog2() + 4;
    let different = seen.keys().map(|hash| hash & ((1 << bits) - 1)).collect::<HashSet<_>>().len();
    if 2 * different < positions { Err(Broken::UnmixedHash { positions, different, bits }) } else { Ok(()) }
}

/// Positions with the same rest must go on in the same way and bring the same points from there on.
pub(super) fn check_rest<G: Hashed>(
    game: &G,
    state: &G::State,
    seen: &mut HashMap<u64, G::State>,
    rng: &mut fastrand::Rng,
) -> Result<(), Broken>
where
    G::State: PartialEq + Debug,
{
    let (rest, ahead) = game.rest(state);
    let known = seen.entry(rest).or_insert_with(|| state.clone());
    if known == state {
        return Ok(());
    }
    // The same rest may be that of another player, on the other side of the board.
    let (mover, known_mover) = (game.to_move(state), game.to_move(known));
    let known_ahead = game.rest(known).1;
    let (mut here, mut there) = (state.clone(), known.clone());
    for _ in 0..MAX_GAME {
        let (moves, there_moves) = (game.legal(&here), game.legal(&there));
        let same = |mv: G::Move| there_moves.iter().copied().find(|&other| game.code(other) == game.code(mv));
        let is_alike = match (game.outcome(&here), game.outcome(&there)) {
            (None, None) => {
                let are_own = [game.to_move(&here) == mover, game.to_move(&there) == known_mover];
                let is_same = moves.len() == there_moves.len() && moves.iter().all(|&mv| same(mv).is_some());
                is_same && are_own[0] == are_own[1]
            }
            (Some(one), Some(other)) => {
                let (score, other) = (one.of(mover), other.of(known_mover));
                let are_points = score.abs() <= SURE && other.abs() <= SURE;
                are_points && score - ahead == other - known_ahead
            }
            _ => false,
        };
        if !is_alike {
            return Err(Broken::RestDiffers(format!("{known:?}")));
        }
        let Some((mv, there_mv)) = rng.choice(moves).and_then(|mv| Some((mv, same(mv)?))) else { break };
        here = game.after(&here, mv);
        there = game.after(&there, there_mv);
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

pub(super) fn check_repetition<G: Game>(game: &G) -> Result<(), Violation>
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
                if other == state && (hash.is_none() || other_hash.is_none()) {
                    return Err(Broken::NoRepetitionHash);
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
