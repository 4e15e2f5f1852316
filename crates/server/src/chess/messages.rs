//! What page and server tell each other about a game of chess.

use serde::{Deserialize, Serialize};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChessSide {
    /// White, seat 0.
    White,
    /// Black, seat 1.
    Black,
}

/// What a game is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChessMode {
    /// Two players play it.
    #[default]
    Play,
    /// One looks for the best moves: they can be made in any position of the game.
    Analyse,
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ChessStart {
    /// In the initial position.
    #[default]
    Initial,
    /// In this position.
    Fen {
        /// In Forsyth–Edwards notation.
        fen: String,
    },
    /// At the end of this game.
    Pgn {
        /// In portable game notation; of several games the first counts.
        pgn: String,
    },
}

/// The time of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with times", deny_unknown_fields)]
pub(crate) struct ChessTime {
    /// Seconds for the game.
    pub(crate) seconds: u32,
    /// Seconds that are added after each move.
    pub(crate) increment: u32,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with white, black and start", deny_unknown_fields)]
pub(crate) struct ChessSetup {
    /// Who plays White: `human`, or a computer player such as `engine:level=club`.
    pub(crate) white: String,
    /// Who plays Black.
    pub(crate) black: String,
    /// What it is for.
    #[serde(default)]
    pub(crate) mode: ChessMode,
    /// Where it begins.
    #[serde(default)]
    pub(crate) start: ChessStart,
    /// The clocks; without, everyone has all the time in the world.
    #[serde(default)]
    pub(crate) time: Option<ChessTime>,
    /// The day on which it began, as PGN writes it. The server sets it.
    #[serde(default)]
    pub(crate) date: String,
}

/// A change to the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ChessOrder {
    /// A person moves.
    Move {
        /// The number of moves before it, so that no move is made twice.
        ply: u32,
        /// The move, as UCI or as algebraic notation writes it.
        text: String,
        /// How long the side thought, in milliseconds. The server sets it.
        #[serde(default)]
        millis: u32,
    },
    /// A computer moves. Pages cannot order this.
    Decide {
        /// The number of moves before it.
        ply: u32,
        /// The move, as UCI writes it.
        uci: String,
        /// Its score for the side that moves, in hundredths of a pawn.
        score: Option<i32>,
        /// How deep it looked.
        depth: u32,
        /// How long it thought, in milliseconds.
        millis: u32,
    },
    /// Takes back the last move of a person and what followed.
    TakeBack,
    /// Plays again what was taken back.
    PlayAgain,
    /// Gives the game up.
    Resign {
        /// Who.
        side: ChessSide,
    },
    /// The side to move claims a draw.
    ClaimDraw,
    /// Ends the game if the time of the side to move has run out.
    Flag {
        /// How long the side has thought, in milliseconds. The server sets it.
        #[serde(default)]
        millis: u32,
    },
    /// In analysis: goes back to the moves that the last move from an earlier position replaced.
    Restore,
    /// Lets somebody else play a side.
    Seat {
        /// Which.
        side: ChessSide,
        /// Who.
        player: String,
    },
}

/// What an order led to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessNews {
    /// In words, for everyone to hear.
    pub(crate) text: String,
}

/// A score from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ChessScore {
    /// In hundredths of a pawn.
    Pawns {
        /// More is better for White.
        hundredths: i32,
    },
    /// A mate is certain.
    Mate {
        /// In so many moves; negative if Black mates.
        moves: i32,
    },
}

/// A position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessPosition {
    /// The whole position.
    pub(crate) fen: String,
    /// 64 characters from a8 to h1: a piece as FEN writes it, or a dot.
    pub(crate) squares: String,
    /// The square of the king, if the side to move is in check.
    pub(crate) check: Option<String>,
    /// What White is ahead in material, in pawns.
    pub(crate) material: i32,
}

/// A move that was made, and where it led.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessMove {
    /// Whose move it was.
    pub(crate) side: ChessSide,
    /// Its number in the game: 1 for each side's first.
    pub(crate) number: u32,
    /// In algebraic notation.
    pub(crate) san: String,
    /// From which square.
    pub(crate) from: String,
    /// To which.
    pub(crate) to: String,
    /// The position after it.
    pub(crate) position: ChessPosition,
    /// What the computer that made it thought of it.
    pub(crate) score: Option<ChessScore>,
    /// What a note in the game says about it.
    pub(crate) comment: String,
}

/// A move that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessLegalMove {
    /// From which square.
    pub(crate) from: String,
    /// To which. Castling is listed with the king's square and with the rook's.
    pub(crate) to: String,
    /// The kind of piece that a pawn becomes, in upper case.
    pub(crate) promotion: Option<String>,
    /// As UCI writes it.
    pub(crate) uci: String,
    /// In algebraic notation.
    pub(crate) san: String,
}

/// Who plays a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessPlayer {
    /// As a specification.
    pub(crate) player: String,
    /// What to call it.
    pub(crate) name: String,
    /// More about it.
    pub(crate) about: String,
    /// Whether it is a person.
    pub(crate) is_human: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessOutcome {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(crate) result: String,
    /// In words.
    pub(crate) text: String,
    /// Who won, if anyone.
    pub(crate) winner: Option<ChessSide>,
}

/// The clocks.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessClocks {
    /// White's and Black's time now, in milliseconds.
    #[cfg_attr(test, ts(type = "[number, number]"))]
    pub(crate) left: [u64; 2],
    /// Whose clock runs.
    pub(crate) running: Option<ChessSide>,
    /// What was agreed.
    pub(crate) time: ChessTime,
}

/// How the game stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessView {
    /// What it is for.
    pub(crate) mode: ChessMode,
    /// Who plays White and Black.
    pub(crate) players: [ChessPlayer; 2],
    /// The first position.
    pub(crate) start: ChessPosition,
    /// The moves so far.
    pub(crate) moves: Vec<ChessMove>,
    /// The moves that a person can make now: none if the game is over or a computer is to move.
    pub(crate) legal: Vec<ChessLegalMove>,
    /// Who is to move.
    pub(crate) to_move: ChessSide,
    /// The number of the move to be made.
    pub(crate) number: u32,
    /// How it ended, if it has.
    pub(crate) outcome: Option<ChessOutcome>,
    /// The rule by which the side to move can claim a draw.
    pub(crate) claim: Option<String>,
    /// Whether there is a move to take back.
    pub(crate) can_take_back: bool,
    /// Whether there is a move to play again.
    pub(crate) can_play_again: bool,
    /// In analysis: the moves that were replaced and can be restored, in words.
    pub(crate) replaced: Option<String>,
    /// The clocks, if it is played with them.
    pub(crate) clocks: Option<ChessClocks>,
}

/// A question that changes nothing.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ChessQuestion {
    /// Which moves could be made after this many moves of the game?
    Moves {
        /// The number of moves before.
        ply: u32,
    },
    /// What are the best lines after this many moves of the game? What was found about the position
    /// before is not forgotten, so that the same question leads deeper every time.
    Analyse {
        /// The number of moves before.
        ply: u32,
        /// How many lines, 1 to 5.
        lines: u32,
        /// How long to think, in milliseconds, up to 2,000.
        millis: u32,
    },
    /// What are the positions of the game worth, from this one on?
    Scores {
        /// The number of moves before the first.
        from: u32,
    },
    /// What is the game in other notations?
    Texts {
        /// The number of moves before the position.
        ply: u32,
    },
    /// What is each piece worth to the engine's evaluation after this many moves of the game?
    Worth {
        /// The number of moves before the position.
        ply: u32,
    },
    /// Is this a position? It is refused with the reason if not.
    Position {
        /// In Forsyth–Edwards notation.
        fen: String,
    },
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ChessAnswer {
    /// The moves that could be made.
    Moves {
        /// All of them.
        legal: Vec<ChessLegalMove>,
    },
    /// The best lines.
    Analysis(ChessAnalysis),
    /// What positions are worth.
    Scores {
        /// The number of moves before the first.
        from: u32,
        /// In the order of the game. There may be fewer than there are positions: ask again.
        scores: Vec<ChessScore>,
        /// Whether these are all.
        is_complete: bool,
    },
    /// The game in other notations.
    Texts {
        /// The position.
        fen: String,
        /// The whole game.
        pgn: String,
    },
    /// What each piece is worth.
    Worth {
        /// The number of moves before the position.
        ply: u32,
        /// All pieces but the kings.
        pieces: Vec<ChessWorth>,
        /// Whether a network says so, or else the hand-written evaluation.
        is_network: bool,
    },
    /// A position.
    Position(ChessPosition),
}

/// What a piece is worth to the evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessWorth {
    /// Where it stands.
    pub(crate) square: String,
    /// How much less its side would have without it, in hundredths of a pawn.
    pub(crate) hundredths: i32,
}

/// The best lines of a position, the best first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessAnalysis {
    /// The position, as the question has it.
    pub(crate) ply: u32,
    /// The depth in plies.
    pub(crate) depth: u32,
    /// The positions that were looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) nodes: u64,
    /// The lines.
    pub(crate) lines: Vec<ChessLine>,
}

/// A line of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessLine {
    /// What it leads to.
    pub(crate) score: ChessScore,
    /// From where the first move goes.
    pub(crate) from: String,
    /// To where.
    pub(crate) to: String,
    /// The first move as UCI writes it.
    pub(crate) uci: String,
    /// The first move in algebraic notation, with its number.
    pub(crate) first: String,
    /// All its moves.
    pub(crate) moves: Vec<ChessLineMove>,
}

/// A move of a line, and where it leads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessLineMove {
    /// In algebraic notation, with its number where it is needed.
    pub(crate) text: String,
    /// From where it goes.
    pub(crate) from: String,
    /// To where.
    pub(crate) to: String,
    /// The position after it.
    pub(crate) position: ChessPosition,
}

/// What a computer that thinks about its move has found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChessProgress {
    /// How deep it has looked.
    pub(crate) depth: u32,
}
