//! The static evaluation: material, piece-square tables, mobility, pawns, king safety and threats,
//! tapered between middlegame and endgame.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};
use gametree::Score;

use super::weights::*;

/// The phase of the start position; 0 is an endgame of kings and pawns.
const MAX_PHASE: i32 = 24;

/// How much each piece counts towards the middlegame, by piece index.
const PHASES: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];

/// The value of a position for the side to move, in hundredths of a pawn.
pub(crate) fn evaluate(board: &Board, weights: &Weights) -> Score {
    let mut total = Weight::default();
    trace(board, &mut |weight, count| total += weights.get(weight) * count);
    let phase = phase(board);
    let tempo = weights.get(TEMPO.at(0));
    let tempo = (tempo.middlegame * phase + tempo.endgame * (MAX_PHASE - phase)) / MAX_PHASE;
    let value = (total.middlegame * phase + total.endgame * (MAX_PHASE - phase)) / MAX_PHASE;
    let value = value * scale(board, value) / 64;
    let value = if board.side_to_move() == Color::White { value } else { -value };
    value + tempo
}

/// The terms of the evaluation, for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// What each term is worth to White and to Black, tapered, in hundredths of a pawn.
    pub terms: Vec<(&'static str, [Score; 2])>,
    /// From 24, with all pieces, to 0, with kings and pawns only.
    pub phase: i32,
    /// How much of the sum counts, in 64ths: less where the stronger side can hardly win.
    pub scale: i32,
    /// The value for the side to move, which also has the bonus for being to move.
    pub value: Score,
}

/// Evaluates a position term by term.
pub(crate) fn explain(board: &Board, weights: &Weights) -> Breakdown {
    let phase = phase(board);
    let mut sums = [[Weight::default(); 2]; TERMS.len()];
    for color in Color::ALL {
        Side::new(board, color).trace(&mut |weight, count| {
            let term = TERMS.partition_point(|term| term.start <= weight) - 1;
            sums[term][color as usize] += weights.get(weight) * count;
        });
    }
    let taper = |sum: Weight| (sum.middlegame * phase + sum.endgame * (MAX_PHASE - phase)) / MAX_PHASE;
    let terms = TERMS.iter().zip(sums).filter(|(term, _)| term.start != TEMPO.start);
    let terms: Vec<_> = terms.map(|(term, sums)| (term.name, sums.map(taper))).collect();
    let total: Score = terms.iter().map(|(_, [white, black])| white - black).sum();
    Breakdown { terms, phase, scale: scale(board, total), value: evaluate(board, weights) }
}

/// From 24 with all pieces to 0 with none.
pub(crate) fn phase(board: &Board) -> i32 {
    let count = |piece: Piece| board.pieces(piece).len() as i32 * PHASES[piece as usize];
    Piece::ALL.into_iter().map(count).sum::<i32>().min(MAX_PHASE)
}

/// How much of an advantage counts, in 64ths: hardly any if the stronger side has no pawns and at
/// most a minor piece more, half with bishops of opposite colours only.
fn scale(board: &Board, value: i32) -> i32 {
    let strong = if value > 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    let worth = |color| {
        let count = |piece, worth| board.colored_pieces(color, piece).len() as i32 * worth;
        count(Piece::Knight, 3) + count(Piece::Bishop, 3) + count(Piece::Rook, 5) + count(Piece::Queen, 9)
    };
    if pawns.is_empty() && worth(strong) - worth(!strong) <= 3 {
        return if worth(strong) < 5 { 0 } else { 16 };
    }
    let bishops = board.pieces(Piece::Bishop);
    let others = board.occupied() ^ bishops ^ board.pieces(Piece::Pawn) ^ board.pieces(Piece::King);
    let is_opposite = bishops.len() == 2
        && others.is_empty()
        && !(bishops & board.colors(Color::White)).is_empty()
        && !(bishops & board.colors(Color::Black)).is_empty()
        && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    if is_opposite { 32 } else { 64 }
}

/// Calls `add` with the index of every weight that counts in a position, and how often it counts:
/// positive for White, negative for Black.
#[inline(always)]
pub(crate) fn trace(board: &Board, add: &mut impl FnMut(usize, i32)) {
    Side::new(board, Color::White).trace(&mut |weight, count| add(weight, count));
    Side::new(board, Color::Black).trace(&mut |weight, count| add(weight, -count));
}

/// What is needed to evaluate one side.
struct Side<'a> {
    board: &'a Board,
    color: Color,
    own_pawns: BitBoard,
    enemy_pawns: BitBoard,
    /// The squares that enemy pawns attack.
    pawn_threats: BitBoard,
    king: Square,
    /// The squares around the enemy king.
    king_zone: BitBoard,
}

impl<'a> Side<'a> {
    fn new(board: &'a Board, color: Color) -> Self {
        let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
        let enemy_king = board.king(!color);
        Self {
            board,
            color,
            own_pawns: board.colored_pieces(color, Piece::Pawn),
            enemy_pawns,
            pawn_threats: pawn_attacks(enemy_pawns, !color),
            king: board.king(color),
            king_zone: get_king_moves(enemy_king) | enemy_king.bitboard(),
        }
    }

    #[inline(always)]
    fn trace(&self, add: &mut impl FnMut(usize, i32)) {
        self.pieces(add);
        self.pawns(add);
        self.king(add);
        self.threats(add);
        if self.board.colored_pieces(self.color, Piece::Bishop).len() >= 2 {
            add(BISHOP_PAIR.at(0), 1);
        }
    }

    /// Material, squares and mobility.
    fn pieces(&self, add: &mut impl FnMut(usize, i32)) {
        let occupied = self.board.occupied();
        let own = self.board.colors(self.color);
        let mut attackers = 0;
        for piece in Piece::ALL {
            for square in self.board.colored_pieces(self.color, piece) {
                add(MATERIAL.at(piece as usize), 1);
                add(SQUARES.at(64 * piece as usize + square.relative_to(self.color) as usize), 1);
                let attacks = match piece {
                    Piece::Knight => get_knight_moves(square),
                    Piece::Bishop => get_bishop_moves(square, occupied),
                    Piece::Rook => get_rook_moves(square, occupied),
                    Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                    Piece::Pawn | Piece::King => continue,
                };
                let mobility = (attacks & !own & !self.pawn_threats).len() as usize;
                add(MOBILITY.at(28 * (piece as usize - 1) + mobility.min(27)), 1);
                let near_king = (attacks & self.king_zone).len() as i32;
                if near_king > 0 {
                    attackers += 1;
                    add(KING_ATTACK.at(piece as usize - 1), near_king);
                }
                if piece == Piece::Rook {
                    self.rook(square, add);
                }
            }
        }
        add(KING_ATTACKERS.at(usize::min(attackers, 5)), 1);
    }

    fn rook(&self, square: Square, add: &mut impl FnMut(usize, i32)) {
        let file = square.file().bitboard();
        if (file & self.own_pawns).is_empty() {
            let is_open = (file & self.enemy_pawns).is_empty();
            add(ROOK_FILES.at(usize::from(!is_open)), 1);
        }
    }

    fn pawns(&self, add: &mut impl FnMut(usize, i32)) {
        let own_attacks = pawn_attacks(self.own_pawns, self.color);
        for square in self.own_pawns {
            let file = square.file();
            let rank = square.rank().relative_to(self.color) as usize;
            let ahead = ahead_of(square, self.color);
            let neighbours = file.adjacent();
            if (self.own_pawns & neighbours).is_empty() {
                add(ISOLATED.at(0), 1);
            }
            if !(self.own_pawns & ahead & file.bitboard()).is_empty() {
                add(DOUBLED.at(0), 1);
            }
            if own_attacks.has(square) {
                add(PROTECTED.at(rank), 1);
            }
            if !(self.own_pawns & neighbours & square.rank().bitboard()).is_empty() {
                add(PHALANX.at(rank), 1);
            }
            let front_span = ahead & (file.bitboard() | neighbours);
            if (self.enemy_pawns & front_span).is_empty() && (self.own_pawns & ahead & file.bitboard()).is_empty() {
                self.passed_pawn(square, rank, add);
            }
        }
    }

    fn passed_pawn(&self, square: Square, rank: usize, add: &mut impl FnMut(usize, i32)) {
        add(PASSED.at(rank), 1);
        let forward = if self.color == Color::White { 1 } else { -1 };
        let Some(stop) = square.try_offset(0, forward) else { return };
        if self.board.occupied().has(stop) {
            add(PASSED_BLOCKED.at(rank), 1);
        }
        let near = |king: Square| distance(king, stop) as i32;
        add(PASSED_OWN_KING.at(rank), near(self.king));
        add(PASSED_ENEMY_KING.at(rank), near(self.board.king(!self.color)));
    }

    /// Pawns in front of the own king, and open files beside it.
    fn king(&self, add: &mut impl FnMut(usize, i32)) {
        let file = self.king.file();
        for near in File::ALL {
            if near.bitboard().is_disjoint(file.bitboard() | file.adjacent()) {
                continue;
            }
            let shield = self.own_pawns & near.bitboard() & ahead_of(self.king, self.color);
            let distance = shield.into_iter().map(|pawn| rank_distance(pawn, self.king)).min();
            add(KING_SHIELD.at(distance.unwrap_or(0).min(3)), 1);
            if (near.bitboard() & self.own_pawns).is_empty() {
                let is_open = (near.bitboard() & self.enemy_pawns).is_empty();
                add(KING_FILES.at(usize::from(!is_open)), 1);
            }
        }
    }

    /// Own pieces that enemy pawns attack, and enemy pieces that own pawns and minor pieces attack.
    fn threats(&self, add: &mut impl FnMut(usize, i32)) {
        let enemies = self.board.colors(!self.color);
        let by_pawn = pawn_attacks(self.own_pawns, self.color) & enemies;
        let mut by_minor = BitBoard::EMPTY;
        for square in self.board.colored_pieces(self.color, Piece::Knight) {
            by_minor |= get_knight_moves(square);
        }
        for square in self.board.colored_pieces(self.color, Piece::Bishop) {
            by_minor |= get_bishop_moves(square, self.board.occupied());
        }
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let targets = self.board.pieces(piece) & enemies;
            add(THREAT_BY_PAWN.at(piece as usize - 1), (by_pawn & targets).len() as i32);
            add(THREAT_BY_MINOR.at(piece as usize - 1), (by_minor & targets).len() as i32);
        }
    }
}

/// All squares that pawns of this colour attack.
fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let (left, right) = (pawns & !File::A.bitboard(), pawns & !File::H.bitboard());
    match color {
        Color::White => BitBoard(left.0 << 7 | right.0 << 9),
        Color::Black => BitBoard(left.0 >> 9 | right.0 >> 7),
    }
}

/// All ranks ahead of a square, as this colour moves.
fn ahead_of(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    match color {
        Color::White => BitBoard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Color::Black => BitBoard((1 << (8 * rank)) - 1),
    }
}

fn distance(one: Square, other: Square) -> usize {
    let files = (one.file() as usize).abs_diff(other.file() as usize);
    files.max(rank_distance(one, other))
}

fn rank_distance(one: Square, other: Square) -> usize {
    (one.rank() as usize).abs_diff(other.rank() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_treated_alike() {
        let weights = Weights::default();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let mut parts = fen.split(' ');
            let (pieces, _) = (parts.next().unwrap(), parts.next());
            let turned: Vec<String> = pieces
                .split('/')
                .rev()
                .map(|row| {
                    let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
                    row.chars().map(swap).collect()
                })
                .collect();
            let turned: Board = format!("{} b - - 0 1", turned.join("/")).parse().unwrap();
            assert_eq!(evaluate(&board, &weights), evaluate(&turned, &weights), "{fen}");
        }
    }

    #[test]
    fn a_piece_more_is_better() {
        let weights = Weights::default();
        let value = |fen: &str| evaluate(&fen.parse().unwrap(), &weights);
        assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 50);
        assert!(value("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 200);
        assert_eq!(value("4k3/8/8/8/8/8/8/4KN2 w - - 0 1") - weights.get(TEMPO.at(0)).endgame, 0);
    }
}
