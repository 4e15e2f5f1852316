//! What games promise whose board can be turned, or in which players can pass.

use crate::game::{Passing, Scores, Symmetric};

use super::Broken;

pub(super) fn check_images<G: Symmetric>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), Broken>
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

pub(super) fn passing<G: Passing>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), Broken>
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
    if !can_pass {
        return Ok(());
    }
    if game.outcome(&next).is_some() {
        return Err(Broken::BadPass("ends the game"));
    }
    let (mover, player, players) = (game.to_move(state), game.to_move(&next), G::Scores::PLAYERS);
    if player >= players {
        return Err(Broken::NoSuchPlayer { player, players });
    }
    if player == mover {
        return Err(Broken::BadPass("does not make it another player's turn"));
    }
    // Who is next after a move, unless the same player moves again. A single move may be the one that
    // puts the next player out of the game.
    let after = moves.iter().map(|&mv| game.after(state, mv)).filter(|after| game.outcome(after).is_none());
    let others: Vec<usize> = after.map(|after| game.to_move(&after)).filter(|&other| other != mover).collect();
    if others.len() > 1 && !others.contains(&player) {
        return Err(Broken::BadPass("makes it the turn of a player who is not next after any move"));
    }
    check_round(game, state)
}

/// If all pass in turn, it is the first player's turn again, and everything is as it was.
fn check_round<G: Passing>(game: &G, state: &G::State) -> Result<(), Broken>
where
    G::State: PartialEq,
{
    let mover = game.to_move(state);
    let mut here = state.clone();
    for _ in 0..G::Scores::PLAYERS {
        if !game.pass(&here.clone(), &mut here) || game.outcome(&here).is_some() {
            return Ok(());
        }
        if game.to_move(&here) == mover {
            let is_same = here == *state;
            return if is_same { Ok(()) } else { Err(Broken::BadPass("changes more than the turn")) };
        }
    }
    Err(Broken::BadPass("does not return to the same player"))
}
