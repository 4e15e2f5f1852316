//! The positions of a game that an evaluation can learn from.

use cozy_chess::Board;
use gametree::Score;

use super::game_file::PlayedGame;
use crate::engine::features::is_noisy;

/// Calls `each` with the positions of a game that are fit to learn from, and their scores for the
/// side to move: not those with a score beyond `most`, which are decided, nor those in check or with
/// a best move that captures or promotes, of which the search sees more than an evaluation can.
pub(super) fn for_each_quiet(game: &PlayedGame, most: Score, each: &mut dyn FnMut(&Board, Score)) {
    let mut board = Board::default();
    for played in &game.moves {
        if let Some(score) = played.score.filter(|score| score.abs() <= most)
            && board.checkers().is_empty()
            && !is_noisy(&board, played.mv)
        {
            each(&board, score);
        }
        board.play_unchecked(played.mv);
    }
}
