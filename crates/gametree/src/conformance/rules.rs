//! What every game promises.

use std::fmt::Debug;

use crate::game::{Game, SURE, Score, Scores, WIN};

use super::{Broken, GAMES, Violation, is_sound, walk_game};

/// Checks one position. `old` are positions that a slot may contain.
pub(super) fn rules<G: Game>(game: &G, state: &G::State, moves: &[G::Move], old: &[G::State]) -> Result<(), Broken>
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
