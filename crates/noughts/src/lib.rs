//! Noughts and crosses, the example game of David Levy's paper *Two-Person Games* on game-tree
//! search.
//!
//! - Rules: [`Board`], [`Square`], and [`Noughts`], which implements the game for the searches of
//!   [`gametree`].
//! - Symmetry: [`Board::canonical`], and [`Board::different_moves`], the paper's "essentially
//!   different moves".
//! - Evaluation: a [`Feature`] is something to count in a position, [`Weights`] give each feature
//!   its importance, and an [`Evaluation`] applies them from one side's point of view.
//! - Players: [`perfect_move`] searches to the end of the game, a [`Program`] to a fixed depth.
//!   [`PlayerSpec`] describes every computer player. [`verify`] plays a player against every
//!   possible opponent.
//! - The tree of a search as data: [`TreeOptions`] builds it, and a [`Trace`] tells step by step how a
//!   search walks through it.
//! - The paper's *task for the month*, solved in [`task`]: the fewest features with which a program
//!   plays perfectly.
//!
//! The paper's program searches two plies and takes the centre, but does not recognize a lost game:
//!
//! ```
//! use noughts::{Board, Feature, Program, Side, Square, Weights, verify};
//!
//! let paper = Program { weights: Weights::PAPER, depth: 2 };
//! assert_eq!(paper.best_move(Board::EMPTY), Some(Square::CENTRE));
//!
//! // Moving second, it can be beaten: with X on a and b, it does not block c.
//! let verification = verify(Side::Nought, |board| paper.best_move(board))?;
//! assert_eq!(verification.results.lost, 73);
//! let lost_game = verification.counterexample.expect("a lost game").game;
//! assert_eq!(lost_game.into_iter().map(Square::name).collect::<String>(), "aebgc");
//!
//! // With one more ply, four features that include the opponent's rows of three play perfectly.
//! let weights =
//!     Weights::new(&[(Feature::Own3, 4), (Feature::Their3, -2), (Feature::Their2, -2), (Feature::Their1, -1)])?;
//! let program = Program { weights, depth: 3 };
//! for side in Side::BOTH {
//!     assert!(verify(side, |board| program.best_moves(board))?.is_perfect());
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
mod square;
mod symmetry;
pub mod task;
mod trace;
mod tree;
mod values;
mod verification;

pub use board::{Board, IllegalMove, InvalidPosition, ROWS, Side};
pub use evaluation::{Evaluation, WeightError, Weights};
pub use evaluator::{Evaluator, EvaluatorKind, UnknownEvaluator};
pub use features::{Feature, FeatureCounts, count_features};
pub use game::Noughts;
pub use notation::NotationError;
pub use perfect::perfect_move;
pub use players::PlayerSpec;
pub use positions::positions;
pub use program::Program;
pub use square::{Square, Squares, SquaresIter, UnknownSquare};
pub use symmetry::{SYMMETRIES, square_image, squares_image};
pub use trace::{Algorithm, Bounds, Cut, Order, Step, Trace, TraceNode, TraceOptions};
pub use tree::{Node, TreeOptions};
pub use values::Values;
pub use verification::{Counterexample, ResultCounts, RuleViolation, Verification, verify};
