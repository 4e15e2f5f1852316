//! The weights of the static evaluation, as one list that the tuner can change.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};
use std::str::FromStr;
use std::sync::LazyLock;

use cozy_chess::Piece;
use thiserror::Error;

/// A value in the middlegame and in the endgame, in hundredths of a pawn. Both lie in one number,
/// so that one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight(i32);

impl Weight {
    pub(crate) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn endgame(self) -> i32 {
        // What a negative middlegame value borrowed is given back.
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Weight {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Weight {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Weight {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Weight {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Weight {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
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

/// The number of mobility weights of a piece: a queen reaches at most 27 squares.
pub(crate) const MOBILITIES: usize = 28;

/// The number of steps of the danger to a king.
pub(crate) const DANGERS: usize = 64;

/// By piece, whether the enemy king stands on the other wing, and square. Squares are mirrored so
/// that the own king is on the files e to h. The value of the piece is included.
pub(crate) const SQUARES: Term = Term::first("pieces and squares", Piece::NUM * 2 * 64);
pub(crate) const MOBILITY: Term = SQUARES.then("mobility", 4 * MOBILITIES);
pub(crate) const KING_DANGER: Term = MOBILITY.then("danger to the king", DANGERS);
pub(crate) const KING_SHIELD: Term = KING_DANGER.then("pawns before the king", 4);
pub(crate) const KING_STORM: Term = KING_SHIELD.then("enemy pawns before the king", 8);
pub(crate) const KING_FILES: Term = KING_STORM.then("open files at the king", 2);
pub(crate) const ROOK_FILES: Term = KING_FILES.then("rooks on open files", 2);
pub(crate) const BISHOP_PAIR: Term = ROOK_FILES.then("bishop pair", 1);
pub(crate) const BISHOP_PAWNS: Term = BISHOP_PAIR.then("pawns on the bishop's colour", 1);
pub(crate) const OUTPOSTS: Term = BISHOP_PAWNS.then("outposts", 2);
pub(crate) const ISOLATED: Term = OUTPOSTS.then("isolated pawns", 2);
pub(crate) const DOUBLED: Term = ISOLATED.then("doubled pawns", 1);
pub(crate) const BACKWARD: Term = DOUBLED.then("backward pawns", 2);
pub(crate) const PROTECTED: Term = BACKWARD.then("protected pawns", 8);
pub(crate) const PHALANX: Term = PROTECTED.then("pawns side by side", 8);
pub(crate) const CANDIDATE: Term = PHALANX.then("candidate passed pawns", 8);
pub(crate) const PASSED: Term = CANDIDATE.then("passed pawns", 8);
pub(crate) const PASSED_BLOCKED: Term = PASSED.then("blocked passed pawns", 8);
pub(crate) const PASSED_FREE: Term = PASSED_BLOCKED.then("passed pawns with a safe path", 8);
pub(crate) const PASSED_OWN_KING: Term = PASSED_FREE.then("passed pawns: own king's distance", 8);
pub(crate) const PASSED_ENEMY_KING: Term = PASSED_OWN_KING.then("passed pawns: enemy king's distance", 8);
pub(crate) const THREAT_BY_PAWN: Term = PASSED_ENEMY_KING.then("threats by pawns", 4);
pub(crate) const THREAT_BY_MINOR: Term = THREAT_BY_PAWN.then("threats by minor pieces", 4);
pub(crate) const THREAT_BY_ROOK: Term = THREAT_BY_MINOR.then("threats by rooks", 4);
pub(crate) const HANGING: Term = THREAT_BY_ROOK.then("attacked, undefended pieces", 1);
pub(crate) const PUSH_THREAT: Term = HANGING.then("threats by pawn pushes", 1);
pub(crate) const SPACE: Term = PUSH_THREAT.then("space", 1);
pub(crate) const TEMPO: Term = SPACE.then("tempo", 1);

/// All groups, in order.
pub(crate) const TERMS: [Term; 28] = [
    SQUARES,
    MOBILITY,
    KING_DANGER,
    KING_SHIELD,
    KING_STORM,
    KING_FILES,
    ROOK_FILES,
    BISHOP_PAIR,
    BISHOP_PAWNS,
    OUTPOSTS,
    ISOLATED,
    DOUBLED,
    BACKWARD,
    PROTECTED,
    PHALANX,
    CANDIDATE,
    PASSED,
    PASSED_BLOCKED,
    PASSED_FREE,
    PASSED_OWN_KING,
    PASSED_ENEMY_KING,
    THREAT_BY_PAWN,
    THREAT_BY_MINOR,
    THREAT_BY_ROOK,
    HANGING,
    PUSH_THREAT,
    SPACE,
    TEMPO,
];

/// The number of weights.
pub(crate) const COUNT: usize = TEMPO.start + TEMPO.len;

/// All weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights(pub(crate) Box<[Weight; COUNT]>);

/// Why a text is not a list of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum WeightsError {
    #[error("line {line}: expected the heading \"# {expected}\"")]
    Heading { line: usize, expected: &'static str },
    #[error("line {line}: {found:?} is not a whole number from -9999 to 9999")]
    Number { line: usize, found: String },
    #[error("{name} has {found} numbers instead of {expected}")]
    Count { name: &'static str, found: usize, expected: usize },
}

/// A heading for each term, and below it its weights: middlegame and endgame in turn.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for term in TERMS {
            writeln!(f, "# {}", term.name)?;
            for row in self.0[term.start..term.start + term.len].chunks(8) {
                let pairs = row.iter().map(|weight| format!("{:>4} {:>4}", weight.middlegame(), weight.endgame()));
                writeln!(f, "{}", pairs.collect::<Vec<_>>().join("  "))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self(Box::new([Weight::default(); COUNT]));
        let mut lines = (1..).zip(text.lines()).peekable();
        for term in TERMS {
            let (line, heading) = lines.next().unwrap_or_default();
            if heading.strip_prefix("# ") != Some(term.name) {
                return Err(WeightsError::Heading { line, expected: term.name });
            }
            let mut numbers = Vec::new();
            while let Some((line, row)) = lines.next_if(|(_, row)| !row.starts_with('#')) {
                for found in row.split_ascii_whitespace() {
                    let number = found.parse().ok().filter(|number| (-9_999..=9_999).contains(number));
                    numbers.push(number.ok_or_else(|| WeightsError::Number { line, found: found.to_owned() })?);
                }
            }
            let (pairs, _) = numbers.as_chunks::<2>();
            if numbers.len() != 2 * term.len {
                return Err(WeightsError::Count { name: term.name, found: numbers.len(), expected: 2 * term.len });
            }
            weights.set_all(term, |i| (pairs[i][0], pairs[i][1]));
        }
        Ok(weights)
    }
}

/// The weights that the engine plays with, as `starchess chess tune` wrote them.
static TUNED: LazyLock<Weights> =
    LazyLock::new(|| include_str!("weights.txt").parse().unwrap_or_else(|_| Weights::from_formulas()));

impl Default for Weights {
    fn default() -> Self {
        TUNED.clone()
    }
}

impl Weights {
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Weight {
        self.0[index]
    }

    fn set_all(&mut self, term: Term, value: impl Fn(usize) -> (i32, i32)) {
        for i in 0..term.len {
            let (middlegame, endgame) = value(i);
            self.0[term.at(i)] = Weight::new(middlegame, endgame);
        }
    }

    /// Weights from simple formulas: where tuning begins.
    pub(crate) fn from_formulas() -> Self {
        let mut weights = Self(Box::new([Weight::default(); COUNT]));
        let material = [(90, 110), (330, 320), (345, 340), (480, 560), (980, 1020), (0, 0)];
        weights.set_all(SQUARES, |i| {
            let (piece, square) = (i / 128, i % 64);
            let (middlegame, endgame) = square_value(piece, square);
            (material[piece].0 + middlegame, material[piece].1 + endgame)
        });
        // More squares are better, and the first ones count most.
        let mobility = [(4, 4, 4), (4, 4, 6), (2, 4, 7), (1, 3, 13)];
        weights.set_all(MOBILITY, |i| {
            let (middlegame, endgame, usual) = mobility[i / MOBILITIES];
            let over = (i % MOBILITIES) as i32 - usual;
            (over * middlegame, over * endgame)
        });
        weights.set_all(KING_DANGER, |i| (-((i * i) as i32 / 8).min(500), -(i as i32) / 2));
        weights.set_all(KING_SHIELD, |i| ([-20, 15, 8, 0][i], 0));
        weights.set_all(KING_STORM, |i| ([0, -5, -20, -10, -4, 0, 0, 0][i], 0));
        weights.set_all(KING_FILES, |i| ([-25, -10][i], 0));
        weights.set_all(ROOK_FILES, |i| ([30, 12][i], [10, 8][i]));
        weights.set_all(BISHOP_PAIR, |_| (30, 50));
        weights.set_all(BISHOP_PAWNS, |_| (-2, -5));
        weights.set_all(OUTPOSTS, |i| ([25, 15][i], [15, 10][i]));
        weights.set_all(ISOLATED, |i| ([-10, -16][i], [-12, -16][i]));
        weights.set_all(DOUBLED, |_| (-8, -20));
        weights.set_all(BACKWARD, |i| ([-6, -14][i], [-8, -12][i]));
        weights.set_all(PROTECTED, |i| (8 + 3 * i as i32, 4 + 3 * i as i32));
        weights.set_all(PHALANX, |i| (4 + 3 * i as i32, 2 + 4 * i as i32));
        weights.set_all(CANDIDATE, |i| (3 * i as i32, 5 * i as i32));
        let passed = [0, 0, 2, 10, 30, 60, 100, 0];
        weights.set_all(PASSED, |i| (passed[i], 2 * passed[i]));
        weights.set_all(PASSED_BLOCKED, |i| (-passed[i] / 3, -passed[i] * 2 / 3));
        weights.set_all(PASSED_FREE, |i| (passed[i] / 6, passed[i] / 2));
        weights.set_all(PASSED_OWN_KING, |i| (0, -2 * i as i32));
        weights.set_all(PASSED_ENEMY_KING, |i| (0, 3 * i as i32));
        weights.set_all(THREAT_BY_PAWN, |_| (50, 30));
        weights.set_all(THREAT_BY_MINOR, |i| ([12, 12, 35, 35][i], [15, 15, 20, 25][i]));
        weights.set_all(THREAT_BY_ROOK, |i| ([8, 8, 0, 35][i], [15, 15, 0, 25][i]));
        weights.set_all(HANGING, |_| (15, 10));
        weights.set_all(PUSH_THREAT, |_| (12, 8));
        weights.set_all(SPACE, |_| (2, 0));
        weights.set_all(TEMPO, |_| (20, 15));
        weights
    }
}

/// What a piece is worth more on a square than in general, as White sees the board: pieces belong
/// in the middle, pawns forward, and the king in its corner until the endgame.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_of_a_weight_are_kept() {
        for middlegame in [-3_000, -1, 0, 1, 77, 3_000] {
            for endgame in [-3_000, -1, 0, 1, 77, 3_000] {
                let weight = Weight::new(middlegame, endgame);
                assert_eq!((weight.middlegame(), weight.endgame()), (middlegame, endgame));
                let sum = weight * 3 - weight + -weight;
                assert_eq!((sum.middlegame(), sum.endgame()), (middlegame, endgame));
            }
        }
    }

    #[test]
    fn weights_round_trip_and_the_tuned_ones_can_be_read() {
        let weights = Weights::from_formulas();
        assert_eq!(weights.to_string().parse(), Ok(weights.clone()));
        include_str!("weights.txt").parse::<Weights>().unwrap();
        let text = weights.to_string();
        let error = |text: String| text.parse::<Weights>().unwrap_err().to_string();
        assert_eq!(error(text.replacen("# mobility", "# mobilty", 1)), "line 98: expected the heading \"# mobility\"");
        assert_eq!(
            error(text.replacen("  90 ", "  9x ", 1)),
            "line 3: \"9x\" is not a whole number from -9999 to 9999"
        );
    }

    #[test]
    fn the_terms_are_all_listed_once() {
        let mut start = 0;
        for term in TERMS {
            assert_eq!(term.start, start, "{}", term.name);
            start += term.len;
        }
        assert_eq!(start, COUNT);
    }
}
