//! What page and server tell each other about noughts and crosses.

use serde::{Deserialize, Serialize};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoughtsSide {
    /// Moves first, seat 0.
    Cross,
    /// Seat 1.
    Nought,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with cross, nought and position", deny_unknown_fields)]
pub(crate) struct NoughtsSetup {
    /// Who plays cross: `human`, or a computer player such as `perfect`.
    pub(crate) cross: String,
    /// Who plays nought.
    pub(crate) nought: String,
    /// The position in which it begins: three lines of X, O and . separated by /. The empty board if
    /// it is empty.
    #[serde(default)]
    pub(crate) position: String,
}

/// A change to the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum NoughtsOrder {
    /// A person plays on a square.
    Play {
        /// a to i, from the top left to the bottom right.
        square: String,
    },
    /// A computer plays on a square. Pages cannot order this.
    Decide {
        /// The square.
        square: String,
    },
    /// Takes back the last move of a person and what followed.
    TakeBack,
    /// Lets somebody else play a side.
    Seat {
        /// Which.
        side: NoughtsSide,
        /// Who.
        player: String,
    },
    /// Clears the board.
    Again,
}

/// What an order led to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsNews {
    /// In words, for everyone to hear.
    pub(crate) text: String,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsPlayer {
    /// As a specification.
    pub(crate) player: String,
    /// What to call it.
    pub(crate) name: String,
    /// One line about it.
    pub(crate) about: String,
}

/// How the game stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsView {
    /// Nine characters from a to i: X, O or a dot.
    pub(crate) board: String,
    /// The squares that a person can play on now, such as `abi`.
    pub(crate) legal: String,
    /// The squares that were played on, in their order.
    pub(crate) moves: String,
    /// Who is to move.
    pub(crate) to_move: NoughtsSide,
    /// Who plays cross and nought.
    pub(crate) players: [NoughtsPlayer; 2],
    /// How it ended, in words, if it has.
    pub(crate) outcome: Option<String>,
    /// The squares of the row that won.
    pub(crate) row: String,
    /// Whether there is a move to take back.
    pub(crate) can_take_back: bool,
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoughtsAlgorithm {
    /// Looks at every line.
    Minimax,
    /// Leaves out what cannot matter.
    AlphaBeta,
    /// Deepens ply by ply, with a table and ordered moves.
    Iterative,
}

/// The order of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoughtsMoveOrder {
    /// From the first square to the last.
    Listed,
    /// By a search one ply shallower.
    BestFirst,
}

/// A question that changes nothing.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum NoughtsQuestion {
    /// How does a search look at this position?
    Tree {
        /// Its search.
        algorithm: NoughtsAlgorithm,
        /// How many moves it looks ahead.
        depth: u32,
        /// The order of the moves.
        order: NoughtsMoveOrder,
        /// Whether one move stands for all that are equal up to symmetry.
        fold: bool,
    },
    /// What does each search need to play this game to its end?
    WholeGame,
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum NoughtsAnswer {
    /// How a search looks at the position.
    Tree(NoughtsTree),
    /// What each search needs to play to the end.
    WholeGame {
        /// One row for each search.
        rows: Vec<NoughtsCounts>,
    },
}

/// A search of a tree, step by step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsTree {
    /// The side to move at the root, for which the scores are.
    pub(crate) side: NoughtsSide,
    /// All positions. The root is the first, and children come after their parent.
    pub(crate) nodes: Vec<NoughtsNode>,
    /// One step for each position that is entered.
    pub(crate) steps: Vec<NoughtsStep>,
    /// The exact score of each of the nine squares as a move; none where it is not legal.
    pub(crate) exact: Vec<Option<i32>>,
    /// What each search needs for this tree.
    pub(crate) rows: Vec<NoughtsCounts>,
    /// The scores of rows, as a person would write them: "128 for three, 31 for two, 7 for one".
    pub(crate) own_rows: String,
    /// The same for the other side's rows.
    pub(crate) their_rows: String,
}

/// A position in a tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsNode {
    /// The position before; none for the root.
    pub(crate) parent: Option<u32>,
    /// The distance from the root.
    pub(crate) ply: u32,
    /// Nine characters from a to i.
    pub(crate) board: String,
    /// The move that leads here, in words: "centre", "corner", "edge".
    pub(crate) place: String,
    /// Its square.
    pub(crate) square: String,
    /// How many moves this one stands for.
    pub(crate) equivalents: u32,
    /// Its exact score, whether or not the search found it.
    pub(crate) score: i32,
    /// Whether it lies on the line that both sides play at their best.
    pub(crate) is_principal: bool,
    /// How the game ended here: "cross wins", "nought wins", "draw" or nothing.
    pub(crate) result: String,
}

/// A position is entered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsStep {
    /// The position.
    pub(crate) node: u32,
    /// How many moves this iteration looks ahead. With a new iteration nothing is known any more.
    pub(crate) iteration: u32,
    /// What is known from now on.
    pub(crate) changes: Vec<NoughtsKnown>,
    /// The positions whose other moves the search leaves out from now on.
    pub(crate) cuts: Vec<NoughtsCut>,
    /// What happens, in words.
    pub(crate) text: String,
    /// Why, in words.
    pub(crate) why: String,
}

/// What is known about a position's score.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsKnown {
    /// The position.
    pub(crate) node: u32,
    /// It is this or more.
    pub(crate) at_least: Option<i32>,
    /// It is this or less.
    pub(crate) at_most: Option<i32>,
}

/// A position that is left early.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsCut {
    /// The position.
    pub(crate) node: u32,
    /// The positions after it that are not entered.
    pub(crate) left_out: Vec<u32>,
}

/// The work of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NoughtsCounts {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is the one that is shown.
    pub(crate) is_shown: bool,
    /// Positions entered.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) positions: u64,
    /// Positions scored.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) scored: u64,
    /// Positions left early.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) cuts: u64,
    /// Positions of the tree that were never entered.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) left_out: u64,
    /// The score that it found, for the side to move.
    pub(crate) value: i32,
    /// The best move, in words.
    pub(crate) best: String,
    /// The score in words: "a draw", "cross wins in 5".
    pub(crate) verdict: String,
}
