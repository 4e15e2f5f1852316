//! Noughts and crosses.

mod board;
mod game;
mod notation;
mod positions;
mod square;
mod symmetry;

pub use board::{Board, Illegal, Impossible, ROWS, Side};
pub use game::Noughts;
pub use notation::NotationError;
pub use positions::positions;
pub use square::{NotASquare, Square, Squares, SquaresIter};
pub use symmetry::{SYMMETRIES, square_image, squares_image};
