//! The rules of chess as a game of `gametree`, so that all its searches can play it.

use std::fmt;

use cozy_chess::{Board, Color, Move, Piece, Rank, Square};
use gametree::{Game, Hashed, Noisy, Score, Symmetric, WIN};

use crate::game::has_insufficient_material;
use crate::kong::Material;

/// The rules of chess, from any first position and also of Chess960.
///
/// A game ends by checkmate, stalemate, fifty moves without a capture or a pawn move, and
/// insufficient material. Wrap the rules in [`WithRepetition`](gametree::WithRepetition) to make
/// repetitions draws as well.
///
/// ```
/// use chess::Rules;
/// use gametree::{AlphaBeta, Game, Limits, OutcomeOnly, Search, WIN, perft};
///
/// assert_eq!(perft(&Rules::default(), &Rules::default().start(), 3).leaves, 8_902);
///
/// let rules = Rules::from(chess::read_fen("7k/R7/8/8/8/8/8/1R5K w - - 0 1")?);
/// let report = AlphaBeta::new(OutcomeOnly).search(&rules, &rules.start(), &Limits::depth(1));
/// assert_eq!(report.best.map(|mv| mv.to_string()), Some("b1b8".to_owned()));
/// assert_eq!(report.scores, [WIN - 1, 1 - WIN]);
/// # Ok::<(), chess::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    start: Board,
    has_draws: bool,
}

impl Rules {
    /// The same rules without the draws by fifty moves and by insufficient material: games end by
    /// checkmate and stalemate only, as published perft counts assume.
    pub fn without_draws(self) -> Self {
        Self { has_draws: false, ..self }
    }

    fn is_drawn(&self, board: &Board) -> bool {
        self.has_draws && (board.halfmove_clock() >= 100 || has_insufficient_material(board))
    }
}

impl Default for Rules {
    /// From the initial position.
    fn default() -> Self {
        Self::from(Board::default())
    }
}

impl From<Board> for Rules {
    /// From this position.
    fn from(start: Board) -> Self {
        Self { start, has_draws: true }
    }
}

/// A position in a search.
///
/// Two are equal if the rules on repetition take them for the same position: the clocks do not
/// matter, nor does an en passant square on which nothing can capture.
#[derive(Clone)]
pub struct State {
    board: Board,
    /// White's material minus Black's. It is updated with every move, which takes a tenth of the
    /// time of counting all pieces at every leaf.
    balance: Score,
}

impl State {
    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// White's [material](Material) minus Black's.
    #[inline]
    pub fn balance(&self) -> Score {
        self.balance
    }
}

impl From<Board> for State {
    fn from(board: Board) -> Self {
        let count = |color, piece| board.colored_pieces(color, piece).len() as Score;
        let difference = |piece| Material::of(piece) * (count(Color::White, piece) - count(Color::Black, piece));
        let balance = Piece::ALL.into_iter().map(difference).sum();
        Self { board, balance }
    }
}

/// The material that a move gains, for the side that plays it.
#[inline]
fn gain(board: &Board, mv: Move) -> Score {
    let mut gain = 0;
    if board.colors(!board.side_to_move()).has(mv.to) {
        gain += board.piece_on(mv.to).map_or(0, Material::of);
    } else if mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from) {
        gain += Material::of(Piece::Pawn); // en passant
    }
    if let Some(promotion) = mv.promotion {
        gain += Material::of(promotion) - Material::of(Piece::Pawn);
    }
    gain
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.board.same_position(&other.board)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.board)
    }
}

/// The score of a side to move that has no legal move: mated or stalemated.
fn scores_without_moves(board: &Board) -> [Score; 2] {
    match (board.checkers().is_empty(), board.side_to_move()) {
        (true, _) => [0, 0],
        (false, Color::White) => [-WIN, WIN],
        (false, Color::Black) => [WIN, -WIN],
    }
}

/// No position has more legal moves. The most that can be reached in a game are 218, but positions
/// that are set up can have a few more.
pub(crate) const MAX_MOVES: usize = 256;

impl Game for Rules {
    type State = State;
    type Move = Move;
    /// White's score and Black's.
    type Scores = [Score; 2];
    const MAX_MOVES: usize = MAX_MOVES;
    const OUTCOME_NEEDS_MOVES: bool = true;

    fn start(&self) -> State {
        self.start.clone().into()
    }

    #[inline]
    fn to_move(&self, state: &State) -> usize {
        state.board.side_to_move() as usize
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let before_last = Rank::Seventh.relative_to(state.board.side_to_move());
        state.board.generate_moves(|some| {
            if some.piece == Piece::Pawn && some.from.rank() == before_last {
                moves.extend(some);
            } else {
                // Without promotions this is three times as fast.
                moves.extend(some.to.iter().map(|to| Move { from: some.from, to, promotion: None }));
            }
            false
        });
    }

    #[inline]
    fn play(&self, from: &State, mv: Move, to: &mut State) {
        let gain = gain(&from.board, mv);
        to.balance = match from.board.side_to_move() {
            Color::White => from.balance + gain,
            Color::Black => from.balance - gain,
        };
        to.board.clone_from(&from.board);
        to.board.play_unchecked(mv);
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<[Score; 2]> {
        let board = &state.board;
        if !board.generate_moves(|_| true) {
            return Some(scores_without_moves(board));
        }
        self.is_drawn(board).then_some([0, 0])
    }

    #[inline]
    fn moves_or_outcome(&self, state: &State, moves: &mut Vec<Move>) -> Option<[Score; 2]> {
        let board = &state.board;
        let before = moves.len();
        self.moves(state, moves);
        if moves.len() == before {
            return Some(scores_without_moves(board));
        }
        if self.is_drawn(board) {
            moves.truncate(before);
            return Some([0, 0]);
        }
        None
    }

    #[inline]
    fn is_irreversible(&self, from: &State, mv: Move) -> bool {
        let board = &from.board;
        board.pieces(Piece::Pawn).has(mv.from) || board.colors(!board.side_to_move()).has(mv.to)
    }
}

impl Hashed for Rules {
    #[inline]
    fn hash(&self, state: &State) -> u64 {
        let board = &state.board;
        match board.en_passant() {
            // The board also notes an en passant square where nothing can capture.
            Some(_) if !can_capture_en_passant(board) => board.hash_without_ep(),
            _ => board.hash(),
        }
    }

    /// The squares in the low 12 bits, the promotion above.
    #[inline]
    fn code(&self, mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
    }
}

/// The square on which a pawn that has just moved two squares can be captured, by a pawn that stands
/// beside it or not.
fn en_passant_square(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

fn can_capture_en_passant(board: &Board) -> bool {
    en_passant_square(board).is_some_and(|to| {
        let color = board.side_to_move();
        let pawns = cozy_chess::get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
        pawns.iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
    })
}

impl Noisy for Rules {
    /// Captures, the most valuable victims first, and then promotions.
    fn noisy_moves(&self, state: &State, moves: &mut Vec<Move>) {
        let board = &state.board;
        let enemies = board.colors(!board.side_to_move());
        for victims in Piece::ALL.iter().rev().map(|&piece| board.pieces(piece) & enemies) {
            if !victims.is_empty() {
                board.generate_moves(|mut some| {
                    some.to &= victims;
                    moves.extend(some);
                    false
                });
            }
        }
        let last = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
        let en_passant = en_passant_square(board).map_or(cozy_chess::BitBoard::EMPTY, Square::bitboard);
        board.generate_moves_for(pawns, |mut some| {
            some.to &= (last | en_passant) & !enemies;
            moves.extend(some);
            false
        });
    }

    /// In check, no move may be left out.
    #[inline]
    fn must_move(&self, state: &State) -> bool {
        !state.board.checkers().is_empty()
    }
}

/// A board has no images: castling and the pawns tell all sides apart.
impl Symmetric for Rules {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::read_fen;

    const STARTS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];

    proptest! {
        #[test]
        fn the_balance_is_that_of_the_pieces(start in 0..STARTS.len(), choices in prop::collection::vec(0..1000_usize, 1..80)) {
            let rules = Rules::from(read_fen(STARTS[start]).unwrap());
            let mut state = rules.start();
            for choice in choices {
                let mut moves = Vec::new();
                if rules.moves_or_outcome(&state, &mut moves).is_some() {
                    break;
                }
                let mut by_cozy_chess = Vec::new();
                state.board.generate_moves(|some| {
                    by_cozy_chess.extend(some);
                    false
                });
                prop_assert_eq!(&moves, &by_cozy_chess);
                let from = state.clone();
                rules.play(&from, moves[choice % moves.len()], &mut state);
                prop_assert_eq!(state.balance, State::from(state.board.clone()).balance);
            }
        }
    }
}
