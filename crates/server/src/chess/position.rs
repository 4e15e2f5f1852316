//! Positions and moves as the page is told them.

use chess::{Board, Color, Game, Move, Piece, fen, is_chess960, write_san};
use cozy_chess::{BitBoard, File, Rank, Square};

use crate::chess::messages::{ChessLegalMove, ChessPosition, ChessSide};

impl From<Color> for ChessSide {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<ChessSide> for Color {
    fn from(side: ChessSide) -> Self {
        match side {
            ChessSide::White => Self::White,
            ChessSide::Black => Self::Black,
        }
    }
}

/// A position.
pub(crate) fn position(board: &Board) -> ChessPosition {
    let mut squares = String::with_capacity(64);
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let square = Square::new(file, rank);
            let piece = board.piece_on(square).map(char::from);
            let is_white = board.color_on(square) == Some(Color::White);
            squares.push(piece.map_or('.', |piece| if is_white { piece.to_ascii_uppercase() } else { piece }));
        }
    }
    let is_check = !board.checkers().is_empty();
    let check = is_check.then(|| board.king(board.side_to_move()).to_string());
    ChessPosition { fen: fen(board), squares, check, material: material(board) }
}

/// From where to where a move goes, and how UCI writes it.
pub(crate) fn written(board: &Board, mv: Move) -> (String, String, String) {
    let uci =
        if is_chess960(board) { mv.to_string() } else { cozy_chess::util::display_uci_move(board, mv).to_string() };
    let squares: Option<(&str, &str)> = uci.get(..2).zip(uci.get(2..4));
    let (from, to) = squares.unwrap_or_default();
    (from.to_owned(), to.to_owned(), uci)
}

/// The moves that can be made.
pub(crate) fn legal_moves(game: &Game) -> Vec<ChessLegalMove> {
    let board = game.board();
    let mut legal = Vec::new();
    for mv in game.legal_moves() {
        let (from, to, uci) = written(board, mv);
        let promotion = mv.promotion.map(|piece| char::from(piece).to_ascii_uppercase().to_string());
        let listed = ChessLegalMove { from, to, promotion, uci, san: write_san(board, mv) };
        let rook = mv.to.to_string();
        if listed.to != rook {
            legal.push(ChessLegalMove { to: rook, ..listed.clone() });
        }
        legal.push(listed);
    }
    legal
}

/// What White is ahead in material, in pawns.
fn material(board: &Board) -> i32 {
    let worth = [(Piece::Pawn, 1), (Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];
    let count = |squares: BitBoard| squares.len() as i32;
    let ahead = |(piece, worth): (Piece, i32)| {
        let pieces = board.pieces(piece);
        worth * (count(pieces & board.colors(Color::White)) - count(pieces & board.colors(Color::Black)))
    };
    worth.into_iter().map(ahead).sum()
}

#[cfg(test)]
mod tests {
    use chess::read_fen;

    use super::*;

    #[test]
    fn squares_are_listed_from_a8() {
        let shown = position(&Board::default());
        assert!(shown.squares.starts_with("rnbqkbnrpppppppp....") && shown.squares.ends_with("PPPPPPPPRNBQKBNR"));
        assert_eq!((shown.squares.len(), shown.check), (64, None));
        let check = position(&read_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap());
        assert_eq!(check.check.as_deref(), Some("e8"));
    }

    #[test]
    fn castling_is_listed_both_ways() {
        let game = Game::new(read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap());
        let castling = |to: &str| legal_moves(&game).into_iter().find(|mv| mv.from == "e1" && mv.to == to).unwrap();
        assert_eq!((castling("g1").uci.as_str(), castling("g1").san.as_str()), ("e1g1", "O-O"));
        assert_eq!((castling("h1").uci.as_str(), castling("c1").san.as_str()), ("e1g1", "O-O-O"));
        for mv in legal_moves(&game) {
            assert!(game.read_move(&mv.uci).is_ok());
        }
    }

    #[test]
    fn promotions_are_listed_apart() {
        let game = Game::new(read_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap());
        let mut kinds: Vec<String> = legal_moves(&game).into_iter().filter_map(|mv| mv.promotion).collect();
        kinds.sort();
        assert_eq!(kinds, ["B", "N", "Q", "R"]);
        assert_eq!(material(game.board()), 1);
    }
}
