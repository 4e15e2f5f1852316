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
