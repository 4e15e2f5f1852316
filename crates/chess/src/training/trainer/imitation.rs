//! Positions near those of a game, as the hand-written evaluation sees them.
//!
//! Searched games are dear, and a network that has seen too few of them is worse than the evaluation
//! they were played with. The values of that evaluation cost next to nothing, so a network can learn
//! them first, from as many positions as it needs, and learn from the games what it did not know.

use cozy_chess::{Board, Move};
use gametree::Score;

use crate::engine::features::Classical;
use crate::training::PlayedGame;

/// The most random moves that are played from a position of a game.
const MAX_STEPS: usize = 3;

/// Plays one to [`MAX_STEPS`] random moves from every position of a game and calls `each` with the
/// position that comes out and its value for the side to move; not if the value is beyond `most`, nor
/// in check, where the search does not ask for one.
pub(super) fn for_each_near(
    game: &PlayedGame,
    most: Score,
    random: &mut fastrand::Rng,
    classical: &mut Classical,
    each: &mut dyn FnMut(&Board, Score),
) {
    let mut board = Board::default();
    let mut moves = Vec::new();
    for played in &game.moves {
        let mut near = board.clone();
        for _ in 0..random.usize(1..=MAX_STEPS) {
            let Some(mv) = random_move(&near, &mut moves, random) else { break };
            near.play_unchecked(mv);
        }
        if near.checkers().is_empty() {
            let score = classical.evaluate(&near);
            if score.abs() <= most {
                each(&near, score);
            }
        }
        board.play_unchecked(played.mv);
    }
}

/// One of the legal moves, if there are any.
fn random_move(board: &Board, moves: &mut Vec<Move>, random: &mut fastrand::Rng) -> Option<Move> {
    moves.clear();
    board.generate_moves(|piece_moves| {
        moves.extend(piece_moves);
        false
    });
    random.choice(moves.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::game_file::tests::random_game;

    #[test]
    fn positions_near_a_game_have_the_hand_written_value_and_follow_from_the_seed() {
        let game = random_game(3, 60);
        let positions = |seed| {
            let mut positions = Vec::new();
            let (mut random, mut classical) = (fastrand::Rng::with_seed(seed), Classical::default());
            for_each_near(&game, 2_000, &mut random, &mut classical, &mut |board, score| {
                assert!(board.checkers().is_empty() && score.abs() <= 2_000);
                assert_eq!(score, Classical::default().evaluate(board), "{board}");
                positions.push(board.clone());
            });
            positions
        };
        assert!(positions(1).len() > 30);
        assert_eq!(positions(1), positions(1));
        assert_ne!(positions(1), positions(2));
    }
}
