//! Noughts and crosses, the game with which David Levy's paper *Two-Person Games* explains how a program looks ahead.
//!
//! - The rules: [`Board`], [`Square`], and [`Noughts`], which is the game to the searches of [`gametree`].
//! - Symmetry: [`Board::canonical`], and [`Board::different_moves`], the paper's "essentially different moves".
//! - Judgement: a [`Feature`] is something to count in a position, [`Weights`] say how much each counts, and an
//!   [`Evaluation`] is both from one side's point of view.
//! - Players: [`perfect_move`] looks to the end of the game, a [`Program`] as many plies ahead as it is told. [`prove`]
//!   plays a player against everything that could be played against it.
//! - The paper's *task for the month*, solved in [`task`]: the fewest features with which a program plays perfectly.
//!
//! The paper's program looks two plies ahead and takes the centre. But it does not know what a lost game is:
//!
//! ```
//! use noughts::{Board, Feature, Program, Side, Square, Weights, prove};
//!
//! let paper = Program { weights: Weights::PAPER, depth: 2 };
//! assert_eq!(paper.best_move(Board::EMPTY), Some(Square::CENTRE));
//!
//! // Moving second, it can be beaten. X has a and b, and it does not stop c.
//! let proof = prove(Side::Nought, |board| paper.best_move(board))?;
//! assert_eq!(proof.tally.lost, 73);
//! let game: String = proof.flaw.into_iter().flat_map(|flaw| flaw.game).map(Square::name).collect();
//! assert_eq!(game, "aebgc");
//!
//! // One ply more and four features, with losses among them, are enough never to be beaten by anyone.
//! let weights =
//!     Weights::new(&[(Feature::Own3, 4), (Feature::Their3, -2), (Feature::Their2, -2), (Feature::Their1, -1)])?;
//! let program = Program { weights, depth: 3 };
//! for side in Side::BOTH {
//!     assert!(prove(side, |board| program.best_moves(board))?.is_perfect());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod evaluation;
mod evaluator;
mod features;
mod game;
mod notation;
mod perfect;
mod players;
mod positions;
mod program;
mod proof;
mod square;
mod symmetry;
pub mod task;
mod values;

pub use board::{Board, Illegal, Impossible, ROWS, Side};
pub use evaluation::{Evaluation, WeightError, Weights};
pub use evaluator::{Evaluator, EvaluatorKind, UnknownEvaluator};
pub use features::{Feature, FeatureCounts, count_features};
pub use game::Noughts;
pub use notation::NotationError;
pub use perfect::perfect_move;
pub use players::PlayerSpec;
pub use positions::positions;
pub use program::Program;
pub use proof::{Flaw, Proof, Tally, Unfair, prove};
pub use square::{NotASquare, Square, Squares, SquaresIter};
pub use symmetry::{SYMMETRIES, square_image, squares_image};
pub use values::Values;
