//! The player of the paper *NegaMax Chess Engine*: alpha-beta with an evaluation of three terms, and
//! a buffer of moves against repetition.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_pawn_quiets, get_rook_moves,
};
use gametree::{Evaluate, Score};
use players::{DEPTH, Kind, NODES, OptionInfo, OptionKind, Settings, TIME};

use crate::players::Chess;
use crate::rules::{Rules, State};
use crate::textbook::{Parts, Textbook};
use crate::textbook_player::TextbookPlayer;

/// Larger coefficients could make an evaluation look like a won game.
const MAX_COEFFICIENT: u64 = 1_000;
/// The paper's example of a move buffer.
const DEFAULT_BUFFER: u64 = 3;

const fn number(name: &'static str, max: u64, default: u64, about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Number { min: 0, max, default: Some(default) }, about, is_bare: false }
}

const fn flag(name: &'static str, about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Flag, about, is_bare: false }
}

const MATERIAL: OptionInfo = number("material", MAX_COEFFICIENT, 15, "coefficient of the material (default: 15)");
const MOBILITY: OptionInfo = number("mobility", MAX_COEFFICIENT, 3, "coefficient of the number of moves (default: 3)");
const PAWNS: OptionInfo = number("pawns", MAX_COEFFICIENT, 6, "coefficient of the ranks of pawns (default: 6)");
const LESS_MATERIAL: OptionInfo = flag("less-material", "make the coefficient negative: it tries to lose pieces");
const LESS_MOBILITY: OptionInfo = flag("less-mobility", "make the coefficient negative: it prefers to have few moves");
const FEWER_PAWN_MOVES: OptionInfo = flag("fewer-pawn-moves", "make the coefficient negative: it keeps its pawns back");
const BUFFER: OptionInfo =
    number("buffer", 100, DEFAULT_BUFFER, "latest moves that it does not play again (default: 3)");

/// The player, as the list of players has it.
pub(crate) static NEGAMAX: Kind<Chess> = Kind {
    name: "negamax",
    about: "alpha-beta that counts material, moves and pawn ranks; 3 plies if no limit is given",
    options: &[DEPTH, NODES, TIME, MATERIAL, MOBILITY, PAWNS, LESS_MATERIAL, LESS_MOBILITY, FEWER_PAWN_MOVES, BUFFER],
    complete: |_| (),
    is_deterministic: true,
    build: |settings, _setup| {
        let evaluation = evaluation(settings);
        let search = Textbook::new(evaluation, Parts { prunes: true, ..Parts::default() });
        let buffer = settings.number(BUFFER.name).unwrap_or(DEFAULT_BUFFER) as usize;
        Ok(Box::new(TextbookPlayer { search, limits: settings.limits(), buffer, pawn: evaluation.material.max(0) }))
    },
};

fn evaluation(settings: &Settings) -> ThreeTerms {
    let coefficient = |option: &OptionInfo, default: Score, negated: &OptionInfo| {
        let size = settings.number(option.name).map_or(default, |number| number as Score);
        if settings.has(negated.name) { -size } else { size }
    };
    let default = ThreeTerms::default();
    ThreeTerms {
        material: coefficient(&MATERIAL, default.material, &LESS_MATERIAL),
        mobility: coefficient(&MOBILITY, default.mobility, &LESS_MOBILITY),
        pawns: coefficient(&PAWNS, default.pawns, &FEWER_PAWN_MOVES),
    }
}

/// The paper's evaluation: h = c₁·material + c₂·mobility + c₃·pawn ranks, each term White's minus
/// Black's.
///
/// ```
/// use chess::ThreeTerms;
///
/// let board = chess::read_fen("4k3/8/P7/8/8/8/1p6/4K3 w - - 0 1")?;
/// assert_eq!(ThreeTerms::material(&board), 0);
/// assert_eq!(ThreeTerms::pawn_ranks(&board), 6 - 7);
/// # Ok::<(), chess::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeTerms {
    /// The coefficient of the material.
    pub material: Score,
    /// The coefficient of the mobility.
    pub mobility: Score,
    /// The coefficient of the pawns' ranks.
    pub pawns: Score,
}

impl Default for ThreeTerms {
    /// The coefficients that the paper recommends: 15, 3 and 6.
    fn default() -> Self {
        Self { material: 15, mobility: 3, pawns: 6 }
    }
}

impl ThreeTerms {
    /// The value of a piece: pawn 1, knight and bishop 3, rook 5, queen 9, king 100.
    pub const fn value(piece: Piece) -> Score {
        match piece {
            Piece::Pawn => 1,
            Piece::Knight | Piece::Bishop => 3,
            Piece::Rook => 5,
            Piece::Queen => 9,
            Piece::King => 100,
        }
    }

    /// The values of White's pieces minus those of Black's.
    pub fn material(board: &Board) -> Score {
        let count = |color, piece| board.colored_pieces(color, piece).len() as Score;
        let balance = |piece| Self::value(piece) * (count(Color::White, piece) - count(Color::Black, piece));
        Piece::ALL.into_iter().map(balance).sum()
    }

    /// The number of moves that White's pieces have minus the number that Black's have, whoever is to
    /// move.
    ///
    /// A king does not move to a square that the other side attacks. Otherwise checks and pins are
    /// not considered, nor are castling and en passant, which the paper's table of moves does not
    /// have.
    pub fn mobility(board: &Board) -> Score {
        let of = |color| board.colors(color).iter().map(|from| targets(board, from).len() as Score).sum::<Score>();
        of(Color::White) - of(Color::Black)
    }

    /// The sum of the ranks of White's pawns minus that of Black's, each counted from its own side:
    /// a pawn that has not moved has rank 2.
    pub fn pawn_ranks(board: &Board) -> Score {
        let of = |color| {
            let pawns = board.colored_pieces(color, Piece::Pawn);
            pawns.iter().map(|square| square.rank().relative_to(color) as Score + 1).sum::<Score>()
        };
        of(Color::White) - of(Color::Black)
    }
}

impl Evaluate<Rules> for ThreeTerms {
    fn evaluate(&self, _rules: &Rules, state: &State) -> [Score; 2] {
        let board = state.board();
        let mut h = self.material * Self::material(board);
        // The most expensive term, which some of the paper's characters do without.
        if self.mobility != 0 {
            h += self.mobility * Self::mobility(board);
        }
        h += self.pawns * Self::pawn_ranks(board);
        [h, -h]
    }
}

/// The squares to which the piece on `from` can move, as [`ThreeTerms::mobility`] counts them.
fn targets(board: &Board, from: Square) -> BitBoard {
    let (Some(piece), Some(color)) = (board.piece_on(from), board.color_on(from)) else { return BitBoard::EMPTY };
    let occupied = board.occupied();
    let own = board.colors(color);
    match piece {
        Piece::Pawn => {
            let captures = get_pawn_attacks(from, color) & board.colors(!color);
            captures | get_pawn_quiets(from, color, occupied)
        }
        Piece::King => get_king_moves(from) & !own & !attacks(board, !color),
        piece => reach(piece, from, occupied) & !own,
    }
}

/// The squares that a piece other than a pawn attacks.
fn reach(piece: Piece, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// All squares that a side attacks, also those behind the other king: what the paper calls paths.
fn attacks(board: &Board, color: Color) -> BitBoard {
    let occupied = board.occupied() & !board.colored_pieces(!color, Piece::King);
    let of = |from: Square| match board.piece_on(from) {
        Some(Piece::Pawn) => get_pawn_attacks(from, color),
        Some(piece) => reach(piece, from, occupied),
        None => BitBoard::EMPTY,
    };
    board.colors(color).iter().map(of).fold(BitBoard::EMPTY, |all, some| all | some)
}

#[cfg(test)]
mod tests {
    use cozy_chess::{File, Rank};

    use super::*;
    use crate::game::read_fen;

    /// The corner e1–h4, which the paper's example shows.
    fn corner() -> BitBoard {
        let files = [File::E, File::F, File::G, File::H].map(File::bitboard);
        let ranks = [Rank::First, Rank::Second, Rank::Third, Rank::Fourth].map(Rank::bitboard);
        let join = |parts: [BitBoard; 4]| parts.into_iter().fold(BitBoard::EMPTY, |all, part| all | part);
        join(files) & join(ranks)
    }

    /// The paper's diagram shows the squares to which pieces can move, from which the pieces follow:
    /// the pawn on e2, the bishop on f3 and the rook on h1 are White's, the knight on g2 is Black's.
    /// The kings are added where they have no part in it.
    #[test]
    fn the_example_of_an_evaluation() {
        let board = read_fen("2k5/8/K7/8/8/5B2/4P1n1/7R w - - 0 1").unwrap();
        let moves = |square: Square| (targets(&board, square) & corner()).iter().map(|to| to.to_string());
        let list = |square| moves(square).collect::<Vec<_>>().join(" ");
        assert_eq!(list(Square::F3), "g2 e4 g4");
        assert_eq!(list(Square::E2), "e3 e4");
        assert_eq!(list(Square::H1), "e1 f1 g1 h2 h3 h4");
        assert_eq!(list(Square::G2), "e1 e3 f4 h4");
        let white = [Square::F3, Square::E2, Square::H1].map(|square| moves(square).count());
        assert_eq!(white.iter().sum::<usize>() - moves(Square::G2).count(), 7); // as the paper says
        assert_eq!(ThreeTerms::pawn_ranks(&board), 2); // as the paper says
        // The paper says 10, but a bishop, a rook and a pawn against a knight are worth 3 + 5 + 1 − 3.
        assert_eq!(ThreeTerms::material(&board), 6);
    }

    /// Section 3.2: the black king on g2 may go to f2 and g3 only. It may not take the rook, although
    /// the bishop does not reach that square past the king.
    #[test]
    fn the_example_of_paths() {
        let board = read_fen("8/8/8/8/8/5B2/4P1k1/K6R b - - 0 1").unwrap();
        let squares = |squares: BitBoard| squares.iter().map(|to| to.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(squares(targets(&board, Square::G2)), "f2 g3");
        let mut legal = BitBoard::EMPTY;
        board.generate_moves(|moves| {
            legal |= moves.to;
            false
        });
        assert_eq!(squares(legal), "f2 g3");
        // The squares that the diagram of all white paths leaves blank.
        let pushes = get_pawn_quiets(Square::E2, Color::White, board.occupied());
        assert_eq!(squares(corner() & !attacks(&board, Color::White) & !pushes), "f2 g3 f4");
    }

    /// Whoever has more of each term is better, and the coefficients add them up.
    #[test]
    fn the_terms_add_up() {
        let rules = Rules::default();
        let h = |fen: &str, terms: ThreeTerms| terms.evaluate(&rules, &read_fen(fen).unwrap().into())[0];
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(h(start, ThreeTerms::default()), 0);
        // After 1. e4 White has 30 moves against 20, and the pawn has gained two ranks.
        let opened = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(h(opened, ThreeTerms::default()), 3 * 10 + 6 * 2);
        assert_eq!(h(opened, ThreeTerms { material: 10, mobility: 0, pawns: 0 }), 0);
        assert_eq!(h(opened, ThreeTerms { material: 0, mobility: 10, pawns: 0 }), 100);
        assert_eq!(h(opened, ThreeTerms { material: 0, mobility: 0, pawns: 10 }), 20);
        let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(h(queen_up, ThreeTerms { material: 1, mobility: 0, pawns: 0 }), 9);
    }
}
