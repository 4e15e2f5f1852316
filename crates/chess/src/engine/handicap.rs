//! How the engine plays below its full strength: it searches less, and its evaluation is mistaken
//! about every position by a random amount.

use cozy_chess::Board;
use gametree::Score;

/// The weakest and the strongest rating that can be asked for.
pub const ELO_RANGE: [u32; 2] = [800, 2_500];

/// The named levels, with their ratings.
pub const LEVELS: [(&str, u32); 6] =
    [("beginner", 800), ("casual", 1_100), ("club", 1_500), ("strong", 1_800), ("expert", 2_100), ("master", 2_400)];

/// A rating, the nodes of a search, and the usual size of a mistake in hundredths of a pawn. In
/// between, ratings are interpolated. `scripts/levels` measures them; docs/chess-engine.md has the
/// result.
const STEPS: [(u32, u64, Score); 7] = [
    (800, 138, 144),
    (1_100, 340, 102),
    (1_500, 640, 51),
    (1_800, 900, 24),
    (2_100, 2_250, 9),
    (2_400, 5_400, 1),
    (2_500, 8_000, 0),
];

/// What limits an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The most nodes of a search.
    pub(crate) nodes: u64,
    /// The usual size of a mistake.
    mistake: Score,
    /// From which the mistakes follow.
    seed: u64,
}

impl Handicap {
    /// The handicap for a rating.
    pub(crate) fn for_elo(elo: u32, seed: u64) -> Self {
        let elo = elo.clamp(ELO_RANGE[0], ELO_RANGE[1]);
        let above = STEPS.iter().position(|&(step, ..)| step >= elo).unwrap_or(STEPS.len() - 1).max(1);
        let (low, high) = (STEPS[above - 1], STEPS[above]);
        let part = f64::from(elo.saturating_sub(low.0)) / f64::from(high.0 - low.0);
        let nodes = (low.1 as f64).ln() * (1.0 - part) + (high.1 as f64).ln() * part;
        let mistake = f64::from(low.2) * (1.0 - part) + f64::from(high.2) * part;
        Self { nodes: nodes.exp().round() as u64, mistake: mistake.round() as Score, seed }
    }

    /// How much the evaluation of a position is mistaken: always the same for the same position.
    pub(crate) fn mistake(&self, board: &Board) -> Score {
        if self.mistake == 0 {
            return 0;
        }
        let bits = fastrand::Rng::with_seed(self.seed ^ board.hash()).u64(..);
        // The sum of four uniform numbers is nearly normal, with a deviation of 37,837.
        let sum: i64 =
            bits.to_le_bytes().as_chunks::<2>().0.iter().map(|&pair| i64::from(i16::from_le_bytes(pair))).sum();
        (sum * i64::from(self.mistake) / 37_837) as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_searches_more_and_errs_less() {
        let all: Vec<_> = (ELO_RANGE[0]..=ELO_RANGE[1]).step_by(25).map(|elo| Handicap::for_elo(elo, 0)).collect();
        for pair in all.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].mistake >= pair[1].mistake, "{pair:?}");
        }
        assert_eq!(Handicap::for_elo(0, 0), Handicap::for_elo(ELO_RANGE[0], 0));
        assert_eq!(Handicap::for_elo(9_999, 0), Handicap::for_elo(ELO_RANGE[1], 0));
        assert_eq!(Handicap::for_elo(1_500, 0).nodes, 640);
    }

    #[test]
    fn mistakes_have_the_promised_size_and_repeat() {
        let handicap = Handicap { nodes: 1, mistake: 100, seed: 5 };
        let mut board = Board::default();
        let mut random = fastrand::Rng::with_seed(3);
        let mut squares = 0.0;
        for _ in 0..2_000 {
            let mut moves = Vec::new();
            board.generate_moves(|piece_moves| {
                moves.extend(piece_moves);
                false
            });
            match random.choice(&moves) {
                Some(&mv) => board.play_unchecked(mv),
                None => board = Board::default(),
            }
            let mistake = handicap.mistake(&board);
            assert_eq!(mistake, handicap.mistake(&board));
            squares += f64::from(mistake).powi(2);
        }
        let deviation = (squares / 2_000.0).sqrt();
        assert!((90.0..110.0).contains(&deviation), "{deviation}");
    }
}
