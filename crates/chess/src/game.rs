//! A game of chess: where it began, what was played, and how it ended.

use std::fmt;

use cozy_chess::{BitBoard, Board, Color, FenParseError, Move, Piece, get_king_moves};
use thiserror::Error;

use crate::fen::shredder_castling;

/// A game from its first position on.
///
/// ```
/// use chess::{Ending, Game};
/// let mut game = Game::default();
/// for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play(game.read_move(mv)?)?;
/// }
/// assert_eq!(game.ending(), Some(Ending::Checkmate));
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    moves: Vec<Move>,
    /// The position now and all before it, the first one included.
    boards: Vec<Board>,
    /// Moves of either side since the last capture or pawn move. The board itself stops counting at
    /// 100.
    quiet_plies: u32,
}

/// The greatest halfmove clock: with it a game ends by the seventy-five-move rule.
const MAX_CLOCK: u32 = 150;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// No sequence of legal moves leads to mate.
    InsufficientMaterial,
    /// The position occurred for the third time: a draw if a player claims it.
    ThreefoldRepetition,
    /// The position occurred for the fifth time: a draw.
    FivefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn move: a draw if a player claims it.
    FiftyMoves,
    /// Seventy-five such moves: a draw.
    SeventyFiveMoves,
}

impl Ending {
    /// Whether the game ends only if a player claims it.
    pub fn is_claimed(self) -> bool {
        matches!(self, Self::ThreefoldRepetition | Self::FiftyMoves)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::SeventyFiveMoves => "seventy-five-move rule",
        })
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move.
    #[error("{0:?} is not a move; expected one such as e2e4 or e7e8q")]
    Notation(String),
    /// The move is not legal.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// A field is missing or cannot be read.
    #[error("not a FEN: {0}")]
    Field(&'static str),
    /// Something follows the last field.
    #[error("not a FEN: {0:?} is too much after the six fields")]
    TooMuch(String),
    /// The fields can be read, but no game leads to the position.
    #[error("not a possible position: {0}")]
    Impossible(String),
}

/// Reads a position in Forsyth–Edwards notation. For Chess960 the castling field may be that of
/// Shredder-FEN or of X-FEN. The two counters at the end may be missing.
pub fn read_fen(text: &str) -> Result<Board, FenError> {
    let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
    if fields.len() < 4 {
        return Err(FenError::Field("expected pieces, side to move, castling rights and en passant square"));
    }
    let castling = shredder_castling(fields[0], fields[2]);
    fields[2] = &castling;
    if let Some(rest @ [_, ..]) = fields.get(6..) {
        return Err(FenError::TooMuch(players::excerpt(&rest.join(" "))));
    }
    if fields.len() < 5 {
        fields.push("0");
    }
    if fields.len() < 6 {
        fields.push("1");
    }
    // The rules module counts quiet moves up to 100 and moves from 1; games go beyond, and programs
    // begin at 0.
    if fields[4].parse().is_ok_and(|clock: u32| clock > 100 && clock <= MAX_CLOCK) {
        fields[4] = "100";
    }
    if fields[5] == "0" {
        fields[5] = "1";
    }
    let fen = fields.join(" ");
    let read = match Board::from_fen(&fen, false) {
        Err(FenParseError::InvalidCastlingRights) => Board::from_fen(&fen, true),
        read => read,
    };
    let error = match read {
        // The rules module does not look for a king that attacks the other.
        Ok(board) if are_kings_adjacent(&board) => {
            return Err(FenError::Impossible("the kings stand next to each other".to_owned()));
        }
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    Err(match error {
        FenParseError::InvalidBoard => FenError::Impossible(reason(fields[0], fields[1])),
        FenParseError::InvalidSideToMove => FenError::Field("the side to move must be w or b"),
        FenParseError::InvalidCastlingRights => FenError::Field("the castling rights do not fit the kings and rooks"),
        FenParseError::InvalidEnPassant => FenError::Field("the en passant square does not fit the pawns"),
        FenParseError::InvalidHalfMoveClock => FenError::Field("the halfmove clock must be a number up to 150"),
        FenParseError::InvalidFullmoveNumber => FenError::Field("the move number must be a number from 1 to 65535"),
        FenParseError::MissingField => FenError::Field("a field is missing"),
        FenParseError::TooManyFields => FenError::Field("there are too many fields"),
    })
}

fn are_kings_adjacent(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

/// What is wrong with the pieces of a FEN.
fn reason(pieces: &str, side: &str) -> String {
    let rows: Vec<&str> = pieces.split('/').collect();
    if rows.len() != 8 {
        return format!("it has {} ranks instead of 8", rows.len());
    }
    for (i, row) in rows.iter().enumerate() {
        let mut squares = 0;
        for c in row.chars() {
            squares += match c {
                '1'..='8' => c as usize - '0' as usize,
                'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => 1,
                _ => return format!("{c:?} on rank {} is not a piece", 8 - i),
            };
        }
        if squares != 8 {
            return format!("rank {} has {squares} squares instead of 8", 8 - i);
        }
    }
    let count = |piece: char| pieces.chars().filter(|&c| c == piece).count();
    for (king, name) in [('K', "White"), ('k', "Black")] {
        if count(king) != 1 {
            return format!("{name} has {} kings instead of 1", count(king));
        }
    }
    if [rows[0], rows[7]].iter().any(|row| row.contains(['p', 'P'])) {
        return "a pawn stands on the first or last rank".to_owned();
    }
    for (pawn, name) in [('P', "White"), ('p', "Black")] {
        if count(pawn) > 8 {
            return format!("{name} has {} pawns", count(pawn));
        }
    }
    for (is_own, name) in [(char::is_uppercase as fn(char) -> bool, "White"), (char::is_lowercase, "Black")] {
        let pieces = pieces.chars().filter(|&c| is_own(c)).count();
        if pieces > 16 {
            return format!("{name} has {pieces} pieces");
        }
    }
    let (mover, other) = if side == "w" { ("White", "b") } else { ("Black", "w") };
    // If it is possible with the other side to move, that side is in check.
    match Board::from_fen(&format!("{pieces} {other} - - 0 1"), false) {
        Ok(_) => format!("{mover} could capture the king"),
        Err(_) => format!("{mover} is in check by more than two pieces, or both kings are in check"),
    }
}

impl Default for Game {
    /// The initial position.
    fn default() -> Self {
        Self::new(Board::default())
    }
}

impl Game {
    /// A game that begins in this position.
    pub fn new(start: Board) -> Self {
        let quiet_plies = start.halfmove_clock().into();
        Self { boards: vec![start.clone()], start, moves: Vec::new(), quiet_plies }
    }

    /// The first position.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        self.boards.last().unwrap_or(&self.start)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The hashes of the positions before this one, oldest first.
    pub fn hashes_before(&self) -> Vec<u64> {
        let before = &self.boards[..self.boards.len() - 1];
        before.iter().map(Board::hash).collect()
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.board().generate_moves(|piece_moves| {
            moves.extend(piece_moves);
            false
        });
        moves
    }

    /// Reads a move as UCI writes it. Castling may be written either way.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let board = self.board();
        let mv = cozy_chess::util::parse_uci_move(board, text).map_err(|_| MoveError::Notation(text.to_owned()))?;
        let literal: Option<Move> = text.parse().ok();
        match [Some(mv), literal].into_iter().flatten().find(|&mv| board.is_legal(mv)) {
            Some(mv) => Ok(mv),
            None => Err(MoveError::Illegal(text.to_owned())),
        }
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let mut board = self.board().clone();
        board.try_play(mv).map_err(|_| MoveError::Illegal(mv.to_string()))?;
        self.quiet_plies = if board.halfmove_clock() == 0 { 0 } else { self.quiet_plies + 1 };
        self.moves.push(mv);
        self.boards.push(board);
        Ok(())
    }

    /// The game as it was after this many moves.
    pub fn after(&self, moves: usize) -> Self {
        let mut game = Self::new(self.start.clone());
        for &mv in self.moves.iter().take(moves) {
            if game.play(mv).is_err() {
                // They were all legal before.
                break;
            }
        }
        game
    }

    /// How often the position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        self.boards.iter().filter(|before| before.same_position(self.board())).count()
    }

    /// Moves of either side since the last capture or pawn move.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// How the game has ended, if it has. Draws that a player must claim count.
    pub fn ending(&self) -> Option<Ending> {
        let board = self.board();
        if !board.generate_moves(|_| true) {
            return Some(if board.checkers().is_empty() { Ending::Stalemate } else { Ending::Checkmate });
        }
        match (self.repetitions(), self.quiet_plies) {
            _ if has_insufficient_material(board) => Some(Ending::InsufficientMaterial),
            (5.., _) => Some(Ending::FivefoldRepetition),
            (_, 150..) => Some(Ending::SeventyFiveMoves),
            (3.., _) => Some(Ending::ThreefoldRepetition),
            (_, 100..) => Some(Ending::FiftyMoves),
            _ => None,
        }
    }

    /// The winner, if the game has ended by checkmate.
    pub fn winner(&self) -> Option<Color> {
        (self.ending() == Some(Ending::Checkmate)).then(|| !self.board().side_to_move())
    }
}

/// Whether neither side can ever be mated: bare kings with at most one minor piece, or with bishops
/// on squares of one colour only.
pub fn has_insufficient_material(board: &Board) -> bool {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let others = board.occupied() & !board.pieces(Piece::King) & !minors;
    if !others.is_empty() {
        return false;
    }
    let bishops = board.pieces(Piece::Bishop);
    minors.len() <= 1
        || minors == bishops
            && ((bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(read_fen(fen).unwrap());
        for mv in moves.split_whitespace() {
            game.play(game.read_move(mv).unwrap()).unwrap();
        }
        game
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn repetitions() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(play(START, there_and_back).ending(), None);
        assert_eq!(play(START, &there_and_back.repeat(2)).ending(), Some(Ending::ThreefoldRepetition));
        assert_eq!(play(START, &there_and_back.repeat(4)).ending(), Some(Ending::FivefoldRepetition));
    }

    #[test]
    fn quiet_moves() {
        let start = "7k/8/8/8/8/8/8/RK6 w - - 98 90";
        assert_eq!(play(start, "a1a2").ending(), None);
        assert_eq!(play(start, "a1a2 h8h7").ending(), Some(Ending::FiftyMoves));
        // The rook walks through the ranks while the king steps to and fro: no position comes back.
        let mut game = Game::new(read_fen("7k/8/8/8/8/8/8/RK6 w - - 100 90").unwrap());
        let mut plies = 100;
        'walk: for file in ["a", "b", "c", "d", "e", "f"] {
            for rank in 2..=7 {
                let from = game.board().pieces(Piece::Rook).next_square().unwrap();
                let to = if rank == 2 && file != "a" {
                    format!("{file}{}", from.rank() as usize + 1)
                } else {
                    format!("{file}{rank}")
                };
                let king = game.board().king(Color::Black);
                let reply = if king == cozy_chess::Square::H8 { "h8g8" } else { "g8h8" };
                let Ok(mv) = game.read_move(&format!("{from}{to}")) else { continue };
                game.play(mv).unwrap();
                game.play(game.read_move(reply).unwrap()).unwrap();
                plies += 2;
                if plies == 150 {
                    break 'walk;
                }
            }
        }
        assert_eq!((plies, game.ending()), (150, Some(Ending::SeventyFiveMoves)));
    }

    #[test]
    fn material() {
        let is_insufficient = |fen: &str| has_insufficient_material(&read_fen(fen).unwrap());
        assert!(is_insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert!(is_insufficient("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
        assert!(is_insufficient("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"));
        assert!(!is_insufficient("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"));
        assert!(!is_insufficient("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"));
        assert!(!is_insufficient("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let cases = [
            ("8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares"),
            ("4k3/8/8/8/8/8/8 w - - 0 1", "it has 7 ranks"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "White could capture the king"),
            ("8/8/8/8/8/3P4/4k3/4K3 w - - 0 1", "the kings stand next to each other"),
            ("8/8/8/8/8/8/8/r3k2K b q - 0 1", "the castling rights"),
            ("8/8/8/8/8/8/6kK/8 b - - 0 1", "the kings stand next to each other"),
            ("4k3/8/8/8/8/3n4/8/r3K2r w - - 0 1", "White is in check by more than two pieces"),
            ("4k3/8/QQQQQQQQ/QQQQQQQQ/8/8/8/4K3 b - - 0 1", "White has 17 pieces"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "the castling rights"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "the en passant square"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the halfmove clock"),
            ("4k3/8/8/8/8/8/8/4K3", "expected pieces, side"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 and more", "\"and more\" is too much after the six fields"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "the move number must be a number from 1 to 65535"),
            ("4k3/8/8/8/4x3/8/8/4K3 w - - 0 1", "'x' on rank 4"),
        ];
        for (fen, expected) in cases {
            let message = read_fen(fen).unwrap_err().to_string();
            assert!(message.contains(expected), "{fen}: {message}");
        }
        assert!(read_fen("4k3/8/8/8/8/8/8/4K3 w - -").is_ok());
        assert_eq!(read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 140 0").unwrap().halfmove_clock(), 100);
    }
}
