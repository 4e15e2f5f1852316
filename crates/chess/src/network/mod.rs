//! The static evaluation as a network that learned from games.
//!
//! Each side sees which piece stands where, as `features.rs` describes. The first layer sums a row of
//! weights for every piece, once as the side to move sees the board and once as the other side does.
//! The sums are clipped to the range from 0 to 1 and squared. The second layer weighs them, with
//! other weights for every output bucket, chosen by the number of pieces; its sum is the value of
//! the position for the side to move.
//!
//! Numbers are 16-bit integers: 1 is 255 in the first layer and 64 in the second.
//! `accumulator.rs` keeps the sums of the first layer during a search, `file.rs` reads and writes
//! networks, and `simd.rs` has the loops.

mod accumulator;
mod features;
mod file;
mod simd;

use std::fmt;

use cozy_chess::{Board, Color, File, Piece, Rank, Square};
use gametree::Score;

pub(crate) use self::accumulator::Accumulators;
pub(crate) use self::features::{INPUTS, Kings, MAX_PIECES, Pieces, Placed};
pub use self::file::NetworkError;
pub(crate) use self::simd::{Block, Kernel, LANES, to_blocks, widest};
use self::simd::{Change, Weighing};
use crate::fen::colored_letter;

/// What 1 is in the first layer.
pub(crate) const ONE: i16 = 255;

/// What 1 is among the weights of the second layer.
pub(crate) const OUTPUT_ONE: i16 = 64;

/// The largest weight of the first layer: the bias and the weights of all pieces fit in 16 bits.
pub(crate) const MAX_WEIGHT: i16 = i16::MAX / (MAX_PIECES as i16 + 1);

/// The most neurons.
pub(crate) const MAX_HIDDEN: usize = 2_048;

/// The most output buckets.
pub(crate) const MAX_OUTPUTS: usize = MAX_PIECES;

/// No evaluation is greater, in hundredths of a pawn.
const MAX_VALUE: i64 = 20_000;

/// The largest weight of the second layer: times [`ONE`] it fits in 16 bits, and the sum over all
/// neurons of both sides in 32.
pub(crate) fn max_output_weight(hidden: usize) -> i16 {
    let one = ONE as usize;
    let most = i32::MAX as usize / (one * one * 2 * hidden);
    most.min(i16::MAX as usize / one) as i16
}

/// The size of a network, and what its inputs and outputs mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The neurons of the first layer, for each side: a multiple of [`LANES`].
    pub(crate) hidden: usize,
    /// How the place of a king changes the inputs.
    pub(crate) kings: Kings,
    /// The output buckets.
    pub(crate) outputs: usize,
}

impl Shape {
    /// The blocks of a row.
    pub(crate) fn width(&self) -> usize {
        self.hidden / LANES
    }

    /// The inputs of each side.
    pub(crate) fn inputs(&self) -> usize {
        self.kings.buckets() * INPUTS
    }

    /// The output bucket for a number of pieces.
    pub(crate) fn output(&self, pieces: usize) -> usize {
        pieces.saturating_sub(2) / MAX_PIECES.div_ceil(self.outputs)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { hidden, outputs, kings } = self;
        let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        write!(f, "{hidden} neurons and {}", counted(*outputs, "output bucket"))?;
        match kings.buckets() {
            1 => Ok(()),
            buckets => write!(f, ", {}", counted(buckets, "king bucket")),
        }
    }
}

/// A network that evaluates positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) shape: Shape,
    /// What an output of 1 is worth, in hundredths of a pawn.
    pub(crate) scale: u16,
    /// A row for every input.
    pub(crate) weights: Vec<Block<i16>>,
    pub(crate) biases: Vec<Block<i16>>,
    /// For every output bucket a row for the side to move and one for the other side.
    pub(crate) output_weights: Vec<Block<i16>>,
    /// For every output bucket, in units of [`ONE`] times [`OUTPUT_ONE`].
    pub(crate) output_biases: Vec<i32>,
}

/// What a network thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValues {
    /// The value for the side to move, in hundredths of a pawn.
    pub value: Score,
    /// Every piece but the kings, and how much less White would have without it: negative for
    /// Black's pieces, as a rule.
    pub pieces: Vec<(Square, Color, Piece, Score)>,
}

/// A board with what each piece is worth, in pawns.
impl fmt::Display for PieceValues {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank as usize + 1)?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                match self.pieces.iter().find(|(at, ..)| *at == square) {
                    Some((_, color, piece, worth)) => {
                        let letter = colored_letter(*color, *piece);
                        write!(f, " {letter}{:+6.2}", f64::from(*worth) / 100.0)?;
                    }
                    None => write!(f, "       .")?,
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "        a       b       c       d       e       f       g       h")
    }
}

impl Network {
    /// The neurons of the first layer, for each side.
    pub fn hidden(&self) -> usize {
        self.shape.hidden
    }

    /// The value of a position for the side to move, in hundredths of a pawn.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.evaluate_pieces(&board.into(), board.side_to_move())
    }

    /// Evaluates a position, and again without each of its pieces.
    pub fn explain(&self, board: &Board) -> PieceValues {
        let (pieces, mover) = (Pieces::from(board), board.side_to_move());
        let value = self.evaluate_pieces(&pieces, mover);
        let worth = |placed: Placed| {
            let less = value - self.evaluate_pieces(&pieces.remove(placed), mover);
            let (color, piece, square) = placed;
            (square, color, piece, if mover == Color::White { less } else { -less })
        };
        let others = pieces.all().into_iter().filter(|&(_, piece, _)| piece != Piece::King);
        PieceValues { value, pieces: others.map(worth).collect() }
    }

    fn evaluate_pieces(&self, pieces: &Pieces, mover: Color) -> Score {
        let all = pieces.all();
        let sums = Color::ALL.map(|side| {
            let mut sums = self.biases.clone();
            let inputs = self.shape.kings.view(side, pieces.king(side)).inputs(&all);
            self.add(&mut sums, &inputs, &[]);
            sums
        });
        self.output([&sums[mover as usize], &sums[!mover as usize]], pieces.count())
    }

    /// Adds the weights of inputs to the sums of the first layer and subtracts those of others.
    fn add(&self, sums: &mut [Block<i16>], added: &[u16], removed: &[u16]) {
        widest(Change { from: None, to: sums, matrix: &self.weights, added, removed });
    }

    /// The same, beginning with the sums in `from`.
    fn add_to(&self, from: &[Block<i16>], sums: &mut [Block<i16>], added: &[u16], removed: &[u16]) {
        widest(Change { from: Some(from), to: sums, matrix: &self.weights, added, removed });
    }

    /// The second layer: the value from the sums of the first, those of the side to move before the
    /// others.
    fn output(&self, values: [&[Block<i16>]; 2], pieces: usize) -> Score {
        let width = self.shape.width();
        let bucket = self.shape.output(pieces);
        let (us, them) = self.output_weights[2 * width * bucket..][..2 * width].split_at(width);
        let sum = widest(Weighing { values, weights: [us, them] });
        let output = i64::from(sum / i32::from(ONE)) + i64::from(self.output_biases[bucket]);
        let value = output * i64::from(self.scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE));
        value.clamp(-MAX_VALUE, MAX_VALUE) as Score
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const POSITIONS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
        "8/5pk1/4p1p1/3pP2p/1r1P1P1P/4K1P1/R7/8 b - - 0 41",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    ];

    /// A network of random weights, as large as they may be.
    pub(crate) fn random_network(hidden: usize, outputs: usize, seed: u64) -> Network {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut numbers =
            |count: usize, most: i16| to_blocks(&(0..count).map(|_| random.i16(-most..=most)).collect::<Vec<_>>());
        let shape = Shape { hidden, kings: Kings::mirrored(1), outputs };
        Network {
            shape,
            scale: 300,
            weights: numbers(shape.inputs() * hidden, MAX_WEIGHT),
            biases: numbers(hidden, MAX_WEIGHT),
            output_weights: numbers(2 * outputs * hidden, max_output_weight(hidden)),
            output_biases: (0..outputs as i32).map(|bucket| bucket * 1_000 - 3_000).collect(),
        }
    }

    /// The value as the definition has it, in floating-point numbers.
    fn reference(network: &Network, board: &Board) -> f64 {
        let Network { shape, weights, biases, output_weights, .. } = network;
        let flat = |blocks: &[Block<i16>], one: i16| -> Vec<f64> {
            blocks.iter().flat_map(|block| block.0).map(|weight| f64::from(weight) / f64::from(one)).collect()
        };
        let (weights, biases, output_weights) =
            (flat(weights, ONE), flat(biases, ONE), flat(output_weights, OUTPUT_ONE));
        let bucket = (board.occupied().len() as usize - 2) / 32_usize.div_ceil(shape.outputs);
        let mut output = f64::from(network.output_biases[bucket]) / f64::from(ONE) / f64::from(OUTPUT_ONE);
        let mover = board.side_to_move();
        for (half, side) in [mover, !mover].into_iter().enumerate() {
            let mut sums = biases.clone();
            let king = board.king(side);
            for square in board.occupied() {
                let kind = board.piece_on(square).unwrap();
                let mut seen = if side == Color::White { square } else { square.flip_rank() };
                if (king.file() as usize) < 4 {
                    seen = seen.flip_file();
                }
                let enemy = usize::from(board.color_on(square) != Some(side));
                let input = enemy * 384 + kind as usize * 64 + seen as usize;
                for (neuron, sum) in sums.iter_mut().enumerate() {
                    *sum += weights[input * shape.hidden + neuron];
                }
            }
            for (neuron, sum) in sums.into_iter().enumerate() {
                output += sum.clamp(0.0, 1.0).powi(2) * output_weights[(2 * bucket + half) * shape.hidden + neuron];
            }
        }
        output * f64::from(network.scale)
    }

    #[test]
    fn the_value_is_that_of_the_definition() {
        for (hidden, outputs) in [(32, 1), (64, 8), (256, 4), (MAX_HIDDEN, 1)] {
            let network = random_network(hidden, outputs, 7);
            for fen in POSITIONS {
                let board: Board = fen.parse().unwrap();
                let (value, expected) = (f64::from(network.evaluate(&board)), reference(&network, &board));
                assert!((value - expected).abs() <= 1.1, "{hidden} {fen}: {value} {expected}");
            }
        }
    }

    #[test]
    fn sums_never_overflow() {
        assert!(i32::from(MAX_WEIGHT) * (MAX_PIECES as i32 + 1) <= i32::from(i16::MAX));
        for hidden in (LANES..=MAX_HIDDEN).step_by(LANES) {
            let weight = i64::from(max_output_weight(hidden));
            assert!(weight > 0 && weight * i64::from(ONE) <= i64::from(i16::MAX));
            assert!(weight * i64::from(ONE).pow(2) * 2 * hidden as i64 <= i64::from(i32::MAX));
        }
    }

    #[test]
    fn pieces_are_worth_what_their_removal_costs() {
        let network = random_network(32, 8, 3);
        let board: Board = "4k3/8/8/3n4/8/8/8/R3K3 b - - 0 1".parse().unwrap();
        let PieceValues { value, pieces } = network.explain(&board);
        assert_eq!(value, network.evaluate(&board));
        let without = |fen: &str| network.evaluate(&fen.parse().unwrap());
        let rook = without("4k3/8/8/3n4/8/8/8/4K3 b - - 0 1") - value;
        let knight = without("4k3/8/8/8/8/8/8/R3K3 b - - 0 1") - value;
        let expected =
            [(Square::A1, Color::White, Piece::Rook, rook), (Square::D5, Color::Black, Piece::Knight, knight)];
        assert_eq!(pieces, expected);
    }
}
