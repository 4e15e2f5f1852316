//! The hand-written evaluation: pieces and squares, mobility, pawns, king safety, passed pawns and
//! threats, tapered between middlegame and endgame.
//!
//! The value is a sum of weights, each times how often it counts: [`trace`] tells the tuner which.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use gametree::Score;

use super::weights::*;

/// The phase of the start position; 0 is an endgame of kings and pawns.
pub(crate) const MAX_PHASE: i32 = 24;

/// How much each piece counts towards the middlegame, by piece index.
const PHASES: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];

/// How much an attack on a square at the king adds to the danger, by piece index.
const ATTACK_UNITS: [usize; Piece::NUM] = [0, 2, 2, 3, 4, 0];

/// How much a safe check adds, by piece index.
const CHECK_UNITS: [usize; Piece::NUM] = [0, 5, 4, 6, 6, 0];

/// The pawn structures that are remembered.
const PAWN_ENTRIES: usize = 1 << 12;

/// The hand-written evaluation of one thread. It remembers pawn structures, which change rarely.
pub(crate) struct Classical {
    weights: Weights,
    pawns: Vec<PawnEntry>,
}

#[derive(Clone, Copy, Default)]
struct PawnEntry {
    /// White's pawns and Black's.
    key: [BitBoard; 2],
    sum: Weight,
    passed: [BitBoard; 2],
}

impl Default for Classical {
    fn default() -> Self {
        Self::new(Weights::default())
    }
}

impl Classical {
    pub(crate) fn new(weights: Weights) -> Self {
        Self { weights, pawns: vec![PawnEntry::default(); PAWN_ENTRIES] }
    }

    /// The value of a position for the side to move, in hundredths of a pawn.
    pub(crate) fn evaluate(&mut self, board: &Board) -> Score {
        let PawnEntry { sum: mut total, passed, .. } = *self.pawn_entry(board);
        let weights = &self.weights;
        trace_pieces(board, passed, &mut |color, weight, count| {
            let value = weights.get(weight) * count;
            total += if color == Color::White { value } else { -value };
        });
        let phase = phase(board);
        let value = taper(total, phase);
        let value = value * scale(board, value) / 64;
        let value = if board.side_to_move() == Color::White { value } else { -value };
        value + taper(weights.get(TEMPO.at(0)), phase)
    }

    fn pawn_entry(&mut self, board: &Board) -> &PawnEntry {
        let key = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        let entry = &mut self.pawns[(pawn_hash(board) >> 32) as usize % PAWN_ENTRIES];
        // An unused entry is that of a board without pawns, and right.
        if entry.key != key {
            let mut sum = Weight::default();
            let weights = &self.weights;
            let passed = trace_pawns(board, &mut |color, weight, count| {
                let value = weights.get(weight) * count;
                sum += if color == Color::White { value } else { -value };
            });
            *entry = PawnEntry { key, sum, passed };
        }
        entry
    }

    /// Evaluates a position term by term.
    pub(crate) fn explain(&mut self, board: &Board) -> Breakdown {
        let phase = phase(board);
        let mut sums = [[Weight::default(); 2]; TERMS.len()];
        let weights = &self.weights;
        trace(board, &mut |color, weight, count| {
            let term = TERMS.partition_point(|term| term.start <= weight) - 1;
            sums[term][color as usize] += weights.get(weight) * count;
        });
        let terms = TERMS.iter().zip(sums).filter(|(term, _)| term.start != TEMPO.start);
        let terms: Vec<_> = terms.map(|(term, sums)| (term.name, sums.map(|sum| taper(sum, phase)))).collect();
        let total: Score = terms.iter().map(|(_, [white, black])| white - black).sum();
        let tempo = taper(weights.get(TEMPO.at(0)), phase);
        Breakdown { terms, phase, scale: scale(board, total), tempo, value: self.evaluate(board) }
    }
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
    /// The bonus for the side to move.
    pub tempo: Score,
    /// The value for the side to move.
    pub value: Score,
}

/// A hash of the pawn structure, good in the high bits.
pub(crate) fn pawn_hash(board: &Board) -> u64 {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    // Two odd constants mix the squares into the high bits.
    pawns(Color::White).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ pawns(Color::Black).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
}

/// The value between middlegame and endgame.
fn taper(weight: Weight, phase: i32) -> Score {
    (weight.middlegame() * phase + weight.endgame() * (MAX_PHASE - phase)) / MAX_PHASE
}

/// From 24 with all pieces to 0 with none.
pub(crate) fn phase(board: &Board) -> i32 {
    let count = |piece: Piece| board.pieces(piece).len() as i32 * PHASES[piece as usize];
    Piece::ALL.into_iter().map(count).sum::<i32>().min(MAX_PHASE)
}

/// How much of an advantage counts, in 64ths: hardly any if the stronger side has no pawns and at
/// most a minor piece more, half with bishops of opposite colours only.
pub(crate) fn scale(board: &Board, value: i32) -> i32 {
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

/// Calls `add` with the side and the index of every weight that counts in a position, and how often
/// it counts. The bonus for the side to move is not among them.
pub(crate) fn trace(board: &Board, add: &mut impl FnMut(Color, usize, i32)) {
    let passed = trace_pawns(board, add);
    trace_pieces(board, passed, add);
}

/// The weights that depend on the pawns alone. Returns the passed pawns of both sides.
fn trace_pawns(board: &Board, add: &mut impl FnMut(Color, usize, i32)) -> [BitBoard; 2] {
    Color::ALL.map(|color| {
        let own = board.colored_pieces(color, Piece::Pawn);
        let enemy = board.colored_pieces(!color, Piece::Pawn);
        let (own_attacks, enemy_attacks) = (pawn_attacks(own, color), pawn_attacks(enemy, !color));
        let mut passed = BitBoard::EMPTY;
        for square in own {
            let file = square.file().bitboard();
            let neighbours = square.file().adjacent();
            let rank = square.rank().relative_to(color) as usize;
            let ahead = ahead_of(square, color);
            let is_open = (enemy & ahead & file).is_empty();
            let is_foremost = (own & ahead & file).is_empty();
            if !is_foremost {
                add(color, DOUBLED.at(0), 1);
            }
            if own_attacks.has(square) {
                add(color, PROTECTED.at(rank), 1);
            }
            let has_phalanx = !(own & neighbours & square.rank().bitboard()).is_empty();
            if has_phalanx {
                add(color, PHALANX.at(rank), 1);
            }
            let behind = !ahead;
            if (own & neighbours).is_empty() {
                add(color, ISOLATED.at(usize::from(is_open)), 1);
            } else if (own & neighbours & behind).is_empty() && enemy_attacks.has(step(square, color)) {
                add(color, BACKWARD.at(usize::from(is_open)), 1);
            }
            if !is_open || !is_foremost {
                continue;
            }
            let guards = enemy & ahead & neighbours;
            if guards.is_empty() {
                passed |= square.bitboard();
                add(color, PASSED.at(rank), 1);
            } else if (own & neighbours & (behind | step(square, color).rank().bitboard())).len() >= guards.len() {
                add(color, CANDIDATE.at(rank), 1);
            }
        }
        passed
    })
}

/// What one side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    all: BitBoard,
    /// Attacked at least twice.
    twice: BitBoard,
    by: [BitBoard; Piece::NUM],
    /// The weight of all attacks on squares at the enemy king.
    units: usize,
    /// The pieces that attack there.
    attackers: usize,
}

impl Attacks {
    #[inline]
    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[piece as usize] |= squares;
    }
}

/// The weights that depend on more than the pawns.
#[inline(always)]
fn trace_pieces(board: &Board, passed: [BitBoard; 2], add: &mut impl FnMut(Color, usize, i32)) {
    let mut attacks = Color::ALL.map(|color| {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let mut attacks = Attacks::default();
        attacks.add(Piece::King, get_king_moves(board.king(color)));
        attacks.add(Piece::Pawn, pawn_attacks(pawns, color));
        attacks
    });
    for color in Color::ALL {
        let pawn_threats = attacks[!color as usize].by[Piece::Pawn as usize];
        trace_side(board, color, pawn_threats, &mut attacks[color as usize], add);
    }
    for color in Color::ALL {
        let (own, enemy) = (&attacks[color as usize], &attacks[!color as usize]);
        trace_king(board, color, own, enemy, add);
        trace_threats(board, color, own, enemy, add);
        for square in passed[color as usize] {
            trace_passed(board, color, square, own, enemy, add);
        }
    }
}

/// Pieces, squares and mobility of one side; collects its attacks.
#[inline(always)]
fn trace_side(
    board: &Board,
    color: Color,
    pawn_threats: BitBoard,
    attacks: &mut Attacks,
    add: &mut impl FnMut(Color, usize, i32),
) {
    let occupied = board.occupied();
    let (own_pawns, enemy_pawns) =
        (board.colored_pieces(color, Piece::Pawn), board.colored_pieces(!color, Piece::Pawn));
    let (own_king, enemy_king) = (board.king(color), board.king(!color));
    // The board is seen from this side's end and with its king on the right wing.
    let is_left = |king: Square| (king.file() as usize) < 4;
    let flip = if color == Color::White { 0 } else { 56 } ^ if is_left(own_king) { 7 } else { 0 };
    let is_opposite = usize::from(is_left(own_king) != is_left(enemy_king));
    let zone = king_zone(enemy_king, !color);
    let usable = !(board.colors(color) & (own_pawns | own_king.bitboard())) & !pawn_threats;
    for piece in Piece::ALL {
        let squares = SQUARES.at((piece as usize * 2 + is_opposite) * 64);
        for square in board.colored_pieces(color, piece) {
            add(color, squares + (square as usize ^ flip), 1);
            let reach = match piece {
                Piece::Knight => get_knight_moves(square),
                // Through the own queen, and rooks through rooks: they support each other.
                Piece::Bishop => get_bishop_moves(square, occupied ^ board.colored_pieces(color, Piece::Queen)),
                Piece::Rook => {
                    let own = board.colors(color);
                    let heavy = own & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
                    get_rook_moves(square, occupied ^ heavy)
                }
                Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                Piece::Pawn | Piece::King => continue,
            };
            attacks.add(piece, reach);
            add(color, MOBILITY.at(MOBILITIES * (piece as usize - 1) + (reach & usable).len() as usize), 1);
            let near_king = (reach & zone).len() as usize;
            if near_king > 0 {
                attacks.attackers += 1;
                attacks.units += ATTACK_UNITS[piece as usize] * near_king;
            }
            match piece {
                Piece::Rook => {
                    let file = square.file().bitboard();
                    if (file & own_pawns).is_empty() {
                        add(color, ROOK_FILES.at(usize::from(!(file & enemy_pawns).is_empty())), 1);
                    }
                }
                Piece::Knight | Piece::Bishop => {
                    let rank = square.rank().relative_to(color) as usize;
                    let guards = enemy_pawns & ahead_of(square, color) & square.file().adjacent();
                    let support = attacks.by[Piece::Pawn as usize].has(square);
                    if (3..6).contains(&rank) && support && guards.is_empty() {
                        add(color, OUTPOSTS.at(usize::from(piece == Piece::Bishop)), 1);
                    }
                }
                _ => {}
            }
        }
    }
    let bishops = board.colored_pieces(color, Piece::Bishop);
    for colour in [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES] {
        if !(bishops & colour).is_empty() {
            add(color, BISHOP_PAWNS.at(0), (own_pawns & colour).len() as i32);
        }
    }
    if bishops.len() >= 2 {
        add(color, BISHOP_PAIR.at(0), 1);
    }
}

/// How exposed a king is.
#[inline(always)]
fn trace_king(board: &Board, color: Color, own: &Attacks, enemy: &Attacks, add: &mut impl FnMut(Color, usize, i32)) {
    let king = board.king(color);
    let (own_pawns, enemy_pawns) =
        (board.colored_pieces(color, Piece::Pawn), board.colored_pieces(!color, Piece::Pawn));
    let ahead = ahead_of(king, color) | king.rank().bitboard();
    let near = king.file().bitboard() | king.file().adjacent();
    for file in File::ALL {
        let file = file.bitboard();
        if (file & near).is_empty() {
            continue;
        }
        let nearest = |pawns: BitBoard| {
            let distance = |pawn: Square| rank_distance(pawn, king);
            (pawns & file & ahead).into_iter().map(distance).min()
        };
        add(color, KING_SHIELD.at(nearest(own_pawns).unwrap_or(0).min(3)), 1);
        add(color, KING_STORM.at(nearest(enemy_pawns).unwrap_or(7)), 1);
        if (file & own_pawns).is_empty() {
            add(color, KING_FILES.at(usize::from(!(file & enemy_pawns).is_empty())), 1);
        }
    }
    let mut danger = 0;
    if enemy.attackers >= 2 || enemy.attackers == 1 && !board.colored_pieces(!color, Piece::Queen).is_empty() {
        let weak = enemy.all & !own.twice & (!own.all | own.by[Piece::King as usize] | own.by[Piece::Queen as usize]);
        danger = enemy.units + 2 * (weak & king_zone(king, color)).len() as usize;
        let safe = !board.colors(!color) & (!own.all | weak & enemy.twice);
        let (straight, diagonal) = (get_rook_moves(king, board.occupied()), get_bishop_moves(king, board.occupied()));
        let checks = [
            (Piece::Knight, get_knight_moves(king)),
            (Piece::Bishop, diagonal),
            (Piece::Rook, straight),
            (Piece::Queen, straight | diagonal),
        ];
        for (piece, squares) in checks {
            if !(squares & safe & enemy.by[piece as usize]).is_empty() {
                danger += CHECK_UNITS[piece as usize];
            }
        }
        if board.colored_pieces(!color, Piece::Queen).is_empty() {
            danger /= 2;
        }
    }
    add(color, KING_DANGER.at(danger.min(DANGERS - 1)), 1);
}

/// Enemy pieces that are attacked by less valuable ones or not defended, and space.
#[inline(always)]
fn trace_threats(board: &Board, color: Color, own: &Attacks, enemy: &Attacks, add: &mut impl FnMut(Color, usize, i32)) {
    let enemies = board.colors(!color);
    let by_pawn = own.by[Piece::Pawn as usize];
    let by_minor = own.by[Piece::Knight as usize] | own.by[Piece::Bishop as usize];
    let by_rook = own.by[Piece::Rook as usize];
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let targets = board.pieces(piece) & enemies;
        for (term, attacks) in [(THREAT_BY_PAWN, by_pawn), (THREAT_BY_MINOR, by_minor), (THREAT_BY_ROOK, by_rook)] {
            let hit = attacks & targets;
            if !hit.is_empty() {
                add(color, term.at(piece as usize - 1), hit.len() as i32);
            }
        }
    }
    let pieces = enemies & !board.pieces(Piece::King);
    add(color, HANGING.at(0), (pieces & own.all & !enemy.all).len() as i32);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let pushed = match color {
        Color::White => BitBoard(pawns.0 << 8),
        Color::Black => BitBoard(pawns.0 >> 8),
    };
    let enemy_pawns = enemy.by[Piece::Pawn as usize];
    let safe = pushed & !board.occupied() & !enemy_pawns & (own.all | !enemy.all);
    let threatened = pawn_attacks(safe, color) & pieces & !board.pieces(Piece::Pawn);
    add(color, PUSH_THREAT.at(0), threatened.len() as i32);
    let camp = [Rank::Third, Rank::Fourth, Rank::Fifth].map(|rank| rank.relative_to(color).bitboard());
    let centre = File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard();
    let space = (camp[0] | camp[1] | camp[2]) & centre & !pawns & !enemy_pawns & own.all;
    add(color, SPACE.at(0), space.len() as i32);
}

/// What helps or hinders a passed pawn.
#[inline(always)]
fn trace_passed(
    board: &Board,
    color: Color,
    square: Square,
    own: &Attacks,
    enemy: &Attacks,
    add: &mut impl FnMut(Color, usize, i32),
) {
    let rank = square.rank().relative_to(color) as usize;
    let stop = step(square, color);
    if board.occupied().has(stop) {
        add(color, PASSED_BLOCKED.at(rank), 1);
    }
    let path = ahead_of(square, color) & square.file().bitboard();
    if (path & (board.colors(!color) | enemy.all & !own.all)).is_empty() {
        add(color, PASSED_FREE.at(rank), 1);
    }
    add(color, PASSED_OWN_KING.at(rank), distance(board.king(color), stop) as i32);
    add(color, PASSED_ENEMY_KING.at(rank), distance(board.king(!color), stop) as i32);
}

/// The squares around a king, and those one step further ahead.
fn king_zone(king: Square, color: Color) -> BitBoard {
    let around = get_king_moves(king) | king.bitboard();
    around
        | match color {
            Color::White => BitBoard(around.0 << 8),
            Color::Black => BitBoard(around.0 >> 8),
        }
}

/// The square in front of a pawn. No pawn stands on its last rank.
fn step(square: Square, color: Color) -> Square {
    let ahead = if color == Color::White { square as usize + 8 } else { (square as usize).wrapping_sub(8) };
    Square::try_index(ahead).unwrap_or(square)
}

/// All squares that pawns of this colour attack.
pub(crate) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
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

    const POSITIONS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5pk1/4p1p1/3pP2p/1r1P1P1P/4K1P1/R7/8 b - - 0 41",
    ];

    /// The position with colours exchanged, or seen in a mirror.
    fn changed(fen: &str, exchange: bool, mirror: bool) -> Board {
        let mut parts = fen.split(' ');
        let (pieces, side) = (parts.next().unwrap(), parts.next().unwrap());
        let mut rows: Vec<String> = pieces.split('/').map(str::to_owned).collect();
        if mirror {
            rows.iter_mut().for_each(|row| *row = row.chars().rev().collect());
        }
        let mut side = side.to_owned();
        if exchange {
            rows.reverse();
            let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            rows.iter_mut().for_each(|row| *row = row.chars().map(swap).collect());
            side = if side == "w" { "b".to_owned() } else { "w".to_owned() };
        }
        format!("{} {side} - - 0 1", rows.join("/")).parse().unwrap()
    }

    #[test]
    fn colours_and_wings_are_treated_alike() {
        let mut evaluator = Classical::default();
        for fen in POSITIONS {
            let value = evaluator.evaluate(&fen.parse().unwrap());
            for (exchange, mirror) in [(true, false), (false, true), (true, true)] {
                assert_eq!(evaluator.evaluate(&changed(fen, exchange, mirror)), value, "{fen}");
            }
        }
    }

    #[test]
    fn a_piece_more_is_better() {
        let mut evaluator = Classical::default();
        let mut value = |fen: &str| evaluator.evaluate(&fen.parse().unwrap());
        assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 60);
        assert!(value("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 200);
        let tempo = Weights::default().get(TEMPO.at(0)).endgame();
        assert_eq!(value("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), tempo);
    }

    #[test]
    fn the_terms_add_up() {
        let mut evaluator = Classical::default();
        for fen in POSITIONS {
            let board: Board = fen.parse().unwrap();
            let Breakdown { terms, scale, tempo, value, .. } = evaluator.explain(&board);
            let sum: Score = terms.iter().map(|(_, [white, black])| white - black).sum();
            let sum = if board.side_to_move() == Color::White { sum } else { -sum };
            // Each term is rounded on its own.
            assert!((sum * scale / 64 + tempo - value).abs() <= 2 * terms.len() as i32, "{fen}");
        }
    }

    #[test]
    fn remembered_pawns_change_nothing() {
        let mut evaluator = Classical::default();
        let values = |evaluator: &mut Classical| POSITIONS.map(|fen| evaluator.evaluate(&fen.parse().unwrap()));
        let first = values(&mut evaluator);
        assert_eq!(first, values(&mut evaluator));
        assert_eq!(first, POSITIONS.map(|fen| Classical::default().evaluate(&fen.parse().unwrap())));
    }
}
