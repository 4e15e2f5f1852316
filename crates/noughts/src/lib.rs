//! Noughts and crosses.

mod board;
mod evaluation;
mod features;
mod game;
mod notation;
mod perfect;
mod positions;
mod proof;
mod square;
mod symmetry;
mod values;

pub use board::{Board, Illegal, Impossible, ROWS, Side};
pub use evaluation::{Evaluation, WeightError, Weights};
pub use features::{Feature, FeatureCounts, count_features};
pub use game::Noughts;
pub use notation::NotationError;
pub use perfect::perfect_move;
pub use positions::positions;
pub use proof::{Flaw, Proof, Tally, Unfair, prove};
pub use square::{NotASquare, Square, Squares, SquaresIter};
pub use symmetry::{SYMMETRIES, square_image, squares_image};
pub use values::Values;
