//! The weights of the static evaluation, as one list that a tuner can change.

use std::ops::{AddAssign, Mul};

use cozy_chess::Piece;

/// A value in the middlegame and in the endgame, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) middlegame: i32,
    pub(crate) endgame: i32,
}

impl AddAssign for Weight {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.middlegame += other.middlegame;
        self.endgame += other.endgame;
    }
}

impl Mul<i32> for Weight {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self { middlegame: self.middlegame * times, endgame: self.endgame * times }
    }
}

/// A group of weights, such as one for every rank of a passed pawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) name: &'static str,
    pub(crate) start: usize,
    pub(crate) len: usize,
}

impl Term {
    const fn first(name: &'static str, len: usize) -> Self {
        Self { name, start: 0, len }
    }

    const fn then(self, name: &'static str, len: usize) -> Self {
        Self { name, start: self.start + self.len, len }
    }

    /// The index of one of its weights.
    #[inline(always)]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }
}

pub(crate) const MATERIAL: Term = Term::first("material", Piece::NUM);
pub(crate) const SQUARES: Term = MATERIAL.then("piece-square", Piece::NUM * 64);
pub(crate) const MOBILITY: Term = SQUARES.then("mobility", 4 * 28);
pub(crate) const KING_ATTACK: Term = MOBILITY.then("attacks on the king's zone", 4);
pub(crate) const KING_ATTACKERS: Term = KING_ATTACK.then("attackers of the king", 6);
pub(crate) const KING_SHIELD: Term = KING_ATTACKERS.then("king shield", 4);
pub(crate) const KING_FILES: Term = KING_SHIELD.then("open files at the king", 2);
pub(crate) const ROOK_FILES: Term = KING_FILES.then("rooks on open files", 2);
pub(crate) const BISHOP_PAIR: Term = ROOK_FILES.then("bishop pair", 1);
pub(crate) const ISOLATED: Term = BISHOP_PAIR.then("isolated pawns", 1);
pub(crate) const DOUBLED: Term = ISOLATED.then("doubled pawns", 1);
pub(crate) const PROTECTED: Term = DOUBLED.then("protected pawns", 8);
pub(crate) const PHALANX: Term = PROTECTED.then("pawns side by side", 8);
pub(crate) const PASSED: Term = PHALANX.then("passed pawns", 8);
pub(crate) const PASSED_BLOCKED: Term = PASSED.then("blocked passed pawns", 8);
pub(crate) const PASSED_OWN_KING: Term = PASSED_BLOCKED.then("passed pawns, own king's distance", 8);
pub(crate) const PASSED_ENEMY_KING: Term = PASSED_OWN_KING.then("passed pawns, enemy king's distance", 8);
pub(crate) const THREAT_BY_PAWN: Term = PASSED_ENEMY_KING.then("threats by pawns", 4);
pub(crate) const THREAT_BY_MINOR: Term = THREAT_BY_PAWN.then("threats by minor pieces", 4);
pub(crate) const TEMPO: Term = THREAT_BY_MINOR.then("tempo", 1);

/// All groups, in order.
pub(crate) const TERMS: [Term; 20] = [
    MATERIAL,
    SQUARES,
    MOBILITY,
    KING_ATTACK,
    KING_ATTACKERS,
    KING_SHIELD,
    KING_FILES,
    ROOK_FILES,
    BISHOP_PAIR,
    ISOLATED,
    DOUBLED,
    PROTECTED,
    PHALANX,
    PASSED,
    PASSED_BLOCKED,
    PASSED_OWN_KING,
    PASSED_ENEMY_KING,
    THREAT_BY_PAWN,
    THREAT_BY_MINOR,
    TEMPO,
];

/// How many weights there are.
pub(crate) const COUNT: usize = TEMPO.start + TEMPO.len;

/// All weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights(pub(crate) Box<[Weight; COUNT]>);

impl Default for Weights {
    /// Weights from simple formulas, to begin with.
    fn default() -> Self {
        let mut weights = Self(Box::new([Weight::default(); COUNT]));
        let material = [(90, 110), (330, 320), (345, 340), (480, 560), (980, 1020), (0, 0)];
        weights.set_all(MATERIAL, |i| material[i]);
        weights.set_all(SQUARES, |i| square_value(i / 64, i % 64));
        // More squares are better, and the first ones count most.
        let mobility = [(4, 4, 4), (4, 4, 6), (2, 4, 7), (1, 3, 13)];
        weights.set_all(MOBILITY, |i| {
            let (middlegame, endgame, usual) = mobility[i / 28];
            let over = i as i32 % 28 - usual;
            (over * middlegame, over * endgame)
        });
        weights.set_all(KING_ATTACK, |i| ([6, 5, 7, 6][i], 0));
        weights.set_all(KING_ATTACKERS, |i| ([0, 0, 20, 50, 80, 110][i], 0));
        weights.set_all(KING_SHIELD, |i| ([-20, 15, 8, 0][i], 0));
        weights.set_all(KING_FILES, |i| ([-25, -10][i], 0));
        weights.set_all(ROOK_FILES, |i| ([30, 12][i], [10, 8][i]));
        weights.set_all(BISHOP_PAIR, |_| (30, 50));
        weights.set_all(ISOLATED, |_| (-12, -14));
        weights.set_all(DOUBLED, |_| (-8, -20));
        weights.set_all(PROTECTED, |i| (8 + 3 * i as i32, 4 + 3 * i as i32));
        weights.set_all(PHALANX, |i| (4 + 3 * i as i32, 2 + 4 * i as i32));
        let passed = [0, 5, 8, 15, 35, 65, 110, 0];
        weights.set_all(PASSED, |i| (passed[i], 2 * passed[i]));
        weights.set_all(PASSED_BLOCKED, |i| (-passed[i] / 3, -passed[i] * 2 / 3));
        weights.set_all(PASSED_OWN_KING, |i| (0, -2 * i as i32));
        weights.set_all(PASSED_ENEMY_KING, |i| (0, 3 * i as i32));
        weights.set_all(THREAT_BY_PAWN, |_| (50, 30));
        weights.set_all(THREAT_BY_MINOR, |i| ([12, 12, 35, 35][i], [15, 15, 20, 25][i]));
        weights.set_all(TEMPO, |_| (20, 15));
        weights
    }
}

impl Weights {
    fn set_all(&mut self, term: Term, value: impl Fn(usize) -> (i32, i32)) {
        for i in 0..term.len {
            let (middlegame, endgame) = value(i);
            self.0[term.at(i)] = Weight { middlegame, endgame };
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Weight {
        self.0[index]
    }
}

/// What a piece is worth more on a square than in general, as White sees the board: pieces belong in
/// the middle, pawns forward, and the king in its corner until the endgame.
fn square_value(piece: usize, square: usize) -> (i32, i32) {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let from_middle = |line: i32| if line < 4 { 3 - line } else { line - 4 };
    let off_centre = from_middle(file).max(from_middle(rank)) + from_middle(file) + from_middle(rank);
    match Piece::index(piece) {
        Piece::Pawn => {
            let centre = if from_middle(file) == 0 { 8 * (rank - 1).min(3) } else { 0 };
            (centre + 3 * (rank - 1), 6 * (rank - 1))
        }
        Piece::Knight => (20 - 7 * off_centre, 15 - 6 * off_centre),
        Piece::Bishop => (10 - 3 * off_centre, 8 - 3 * off_centre),
        Piece::Rook => (if rank == 6 { 20 } else { 6 - 3 * from_middle(file) }, if rank == 6 { 20 } else { 0 }),
        Piece::Queen => (5 - 2 * off_centre, 20 - 5 * off_centre),
        Piece::King => {
            let shelter = if rank == 0 { 10 * (from_middle(file) - 1) } else { -15 * rank };
            (shelter, 25 - 9 * off_centre)
        }
    }
}
