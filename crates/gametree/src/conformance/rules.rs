//! What every game promises.

use std::fmt::Debug;

use crate::game::{Game, SURE, Score, Scores, WIN};

use super::{Broken, GAMES, Violation, is_sound, walk_game};

/// How often the same question is asked before its answers count as the same each time.
const CONTROLS: usize = 32;

/// Checks one position. `old` are positions that a slot may contain.
pub(super) fn rules<G: Game>(game: &G, state: &G::State, moves: &[G::Move], old: &[G::State]) -> Result<(), Broken>
where
    G::State: PartialEq + Debug,
{
    // Perhaps an answer differs from another because it differs from itself.
    let differs = |promise| answers_vary(game, state).unwrap_or(promise);
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
        return if both == Some(outcome) { Ok(()) } else { Err(differs(Broken::MovesOrOutcomeDiffers)) };
    }
    // The list is appended to what is there, and the same each time.
    let mut again = moves.to_vec();
    game.moves(state, &mut again);
    if !is_doubled(&again, moves) {
        return Err(differs(Broken::NotAppended("moves")));
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
        return Err(differs(Broken::MovesOrOutcomeDiffers));
    }
    let siblings: Vec<G::State> = moves.iter().map(|&mv| game.after(state, mv)).collect();
    for (i, &mv) in moves.iter().enumerate() {
        let once = game.after(state, mv);
        if once != siblings[i] {
            return Err(Broken::PlayDiffers(format!("{mv:?}")));
        }
        // A search plays into slots with positions of its own line, of siblings, of what follows
        // and of lines that it left long ago.
        let reply = game.legal(&once).last().map(|&reply| game.after(&once, reply));
        for slot in siblings.iter().chain(&reply).chain(old).chain([&game.start()]) {
            let mut next = slot.clone();
            game.play(state, mv, &mut next);
            if next == once && is_alike(game, &next, &once) {
                continue;
            }
            // Perhaps it is not the slot that makes the difference.
            return Err(match whim(game, state, mv, slot, &once) {
                Some(whim) => whim,
                None => Broken::SlotLeaks { mv: format!("{mv:?}"), slot: format!("{slot:?}") },
            });
        }
    }
    Ok(())
}

/// What comes out differently when the same is asked again and again: the move played into slots with
/// the same content, and questions about the position `next` that it leads to.
fn whim<G: Game>(game: &G, from: &G::State, mv: G::Move, slot: &G::State, next: &G::State) -> Option<Broken>
where
    G::State: PartialEq,
{
    let into = |slot: &G::State| {
        let mut to = slot.clone();
        game.play(from, mv, &mut to);
        to
    };
    if varies(|| into(from)) || varies(|| into(slot)) {
        return Some(Broken::PlayDiffers(format!("{mv:?}")));
    }
    answers_vary(game, next)
}

/// What of a position is not the same each time.
fn answers_vary<G: Game>(game: &G, state: &G::State) -> Option<Broken> {
    if varies(|| game.outcome(state)) {
        return Some(Broken::OutcomeDiffers);
    }
    if game.outcome(state).is_some() {
        return None;
    }
    if varies(|| game.to_move(state)) {
        return Some(Broken::TurnDiffers);
    }
    let moves = || {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves
    };
    varies(moves).then_some(Broken::MovesDiffer)
}

/// Whether the same question has different answers.
fn varies<T: PartialEq>(ask: impl Fn() -> T) -> bool {
    let first = ask();
    (0..CONTROLS).any(|_| ask() != first)
}

/// Whether `list` is `moves`, and the same appended to it.
fn is_doubled<M: PartialEq>(list: &[M], moves: &[M]) -> bool {
    list.strip_prefix(moves).is_some_and(|appended| appended == moves)
}

/// Whether two positions have the same outcome, player to move and moves: states may be equal
/// although they are not the same.
fn is_alike<G: Game>(game: &G, one: &G::State, other: &G::State) -> bool {
    let outcome = game.outcome(one);
    outcome == game.outcome(other)
        && (outcome.is_some() || (game.to_move(one) == game.to_move(other) && game.legal(one) == game.legal(other)))
}

pub(super) fn check_bounds<G: Game>(game: &G) -> Result<(), Violation>
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
