//! The help text.

use crate::sitting::lines_about;

/// Everything that can be typed in a game.
pub(super) const HELP: &str = "\
Moves are written e4, Nf3, exd5, O-O, e8=Q, or with both squares: e2e4, e7e8q.
Advice. hint and go also take a player, for this move: hint kong:depth=3
  moves            m    the legal moves; moves e2 for those of one piece
  hint             h    what the engine would play, with its score and line
  why              w    the parts of the static evaluation; eval does the same
  go               g    let the engine move for you, or let computers play on
The game
  board                 show the board again; Enter does the same
  back, forward    [ ]  look at earlier positions, the game stays; back 10, [[[
  undo, redo       z Z  take back a move of yours, or replay it; undo 3, redo 3
  draw                  claim a draw: threefold repetition or fifty moves
  resign                give up
  new                   begin a new game; new FEN from that position
  seat black kong       let another player play Black: human, engine:time=5s
  seats                 the players
  step, fast       s    let computers play one move, or without showing boards
Files
  fen, pgn              print the position, or the game
  save FILE             save a copy of the game as PGN; save! replaces a file
  load FILE             play on from a PGN file; FILE#3 is its third game
Display
  flip                  turn the board around
  letters, figures      draw the pieces as letters or as symbols
  help             ?    this list; help undo explains only undo
  quit             q    leave; starchess chess play --continue goes on
Scores are in pawns and from White's view: +1.00 is a pawn more for White.
The squares of the last move are in brackets.";

/// The lines of the help text about a command, by its name or its key.
pub(super) fn help_on(command: &str) -> Option<String> {
    let command = if command == "Z" { "redo".to_owned() } else { command.to_ascii_lowercase() };
    let name = match command.as_str() {
        "eval" => "why",
        "history" => "pgn",
        "exit" => "quit",
        "u" => "undo",
        "r" => "redo",
        name => name,
    };
    lines_about(HELP, name)
}

#[cfg(test)]
mod tests {
    use super::super::order::words;
    use super::*;

    #[test]
    fn every_command_has_help() {
        for word in words().chain(["m", "h", "w", "g", "[", "]", "u", "z", "Z", "r", "s", "?", "q"]) {
            assert!(help_on(word).is_some(), "{word}");
        }
        assert!(help_on("e4").is_none() && help_on("").is_none());
    }
}
