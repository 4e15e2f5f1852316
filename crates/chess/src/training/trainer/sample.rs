//! A position to learn from, in 32 bytes.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, Piece, Square};
use gametree::Score;

use crate::network::{Kings, MAX_PIECES, Placed};

/// A position, what the search thought of it, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    occupied: BitBoard,
    /// The piece on every occupied square, two in a byte: its kind, plus 8 if it is Black's.
    codes: [u8; MAX_PIECES / 2],
    /// The score of the search for the side to move.
    score: i16,
    /// The result for the side to move: 0, 1 or 2 halves.
    result: u8,
    mover: Color,
}

/// The inputs of a position as the side to move sees it and as the other does.
pub(super) type Inputs = [ArrayVec<u16, MAX_PIECES>; 2];

impl Sample {
    pub(super) fn new(board: &Board, score: Score, winner: Option<Color>) -> Self {
        let (occupied, mover) = (board.occupied(), board.side_to_move());
        let mut codes = [0; MAX_PIECES / 2];
        for (number, square) in occupied.into_iter().enumerate() {
            let kind = board.piece_on(square).map_or(0, |piece| piece as u8);
            let code = kind | u8::from(board.colors(Color::Black).has(square)) << 3;
            codes[number / 2] |= code << (4 * (number % 2));
        }
        let result = winner.map_or(1, |winner| if winner == mover { 2 } else { 0 });
        Self { occupied, codes, score: score as i16, result, mover }
    }

    /// What the network should output for it, between 0 for a loss and 1 for a win. The result of the
    /// game counts as `blend` says, the score of the search as much as is left; an output of 1 is
    /// worth `scale` hundredths of a pawn.
    pub(super) fn target(&self, blend: f32, scale: f32) -> f32 {
        let searched = logistic(f32::from(self.score) / scale);
        blend * self.outcome() + (1.0 - blend) * searched
    }

    /// The result for the side to move: 0, 0.5 or 1.
    pub(super) fn outcome(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    pub(super) fn score(&self) -> i16 {
        self.score
    }

    pub(super) fn inputs(&self, kings: &Kings) -> Inputs {
        let mut placed = ArrayVec::<Placed, MAX_PIECES>::new();
        let mut king_squares = [Square::A1; Color::NUM];
        for (number, square) in self.occupied.into_iter().enumerate() {
            let code = self.codes[number / 2] >> (4 * (number % 2)) & 15;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            let kind = Piece::index(usize::from(code & 7));
            if kind == Piece::King {
                king_squares[color as usize] = square;
            }
            placed.push((color, kind, square));
        }
        [self.mover, !self.mover].map(|side| kings.view(side, king_squares[side as usize]).inputs(&placed))
    }

    /// The number of pieces.
    pub(super) fn pieces(&self) -> usize {
        self.occupied.len() as usize
    }
}

/// What a win is expected to be with an output.
pub(super) fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// What an output of 1 is worth in hundredths of a pawn, so that scores predict the results of these
/// games best.
pub(super) fn fit_scale(samples: &[Sample]) -> f32 {
    let error = |steepness: f32| -> f64 {
        let error = |sample: &Sample| logistic(steepness * f32::from(sample.score())) - sample.outcome();
        samples.iter().map(|sample| f64::from(error(sample)).powi(2)).sum()
    };
    let (mut low, mut high) = (0.001, 0.02);
    for _ in 0..25 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (2.0 / (low + high)).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Pieces, tests::POSITIONS};

    #[test]
    fn samples_have_the_inputs_of_their_positions() {
        for fen in POSITIONS {
            let board: Board = fen.parse().unwrap();
            let sample = Sample::new(&board, -77, Some(Color::White));
            let (pieces, kings) = (Pieces::from(&board), Kings::mirrored(1));
            assert_eq!(sample.pieces(), pieces.count());
            let mover = board.side_to_move();
            for (inputs, side) in sample.inputs(&kings).iter().zip([mover, !mover]) {
                let mut expected = kings.view(side, board.king(side)).inputs(&pieces.all());
                let mut inputs = inputs.clone();
                expected.sort();
                inputs.sort();
                assert_eq!(inputs, expected, "{fen}");
            }
            assert_eq!(sample.score(), -77);
            assert_eq!(sample.outcome(), if mover == Color::White { 1.0 } else { 0.0 });
        }
        assert_eq!(size_of::<Sample>(), 32);
    }

    #[test]
    fn targets_lie_between_score_and_result() {
        let sample = Sample::new(&Board::default(), 300, None);
        assert_eq!(sample.target(1.0, 300.0), 0.5);
        assert_eq!(sample.target(0.0, 300.0), logistic(1.0));
        assert!((sample.target(0.5, 300.0) - (0.25 + logistic(1.0) / 2.0)).abs() < 1e-6);
    }
}
