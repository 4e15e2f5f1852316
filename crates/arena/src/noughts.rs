//! Noughts and crosses in the arena.

use gametree::Game;
use noughts::{Board, Noughts, Side, Square};
use players::{OptionInfo, OptionKind, computer_overview, excerpt};
use serde_json::Value;

use crate::game::{GameInfo, Outcome, Rules, SavedGame, places};
use crate::plan::mix;
use crate::result::Ending;

/// Noughts and crosses, in the list of games.
pub static NOUGHTS: GameInfo = GameInfo {
    name: "noughts and crosses",
    key: "noughts",
    prefix: "noughts:",
    seat_names: &["cross", "nought"],
    length_unit: "move",
    rule_options: &[],
    start_options: &[PLIES],
    has_clocks: false,
    replay: None,
    transcript: None,
    players: computer_overview::<Noughts>,
    configure: |choices| {
        let plies = choices.starts.as_ref().and_then(|starts| starts.number(PLIES.name));
        Ok(Box::new(NoughtsRules { plies: plies.map_or(DEFAULT_PLIES, |plies| plies as u32) }))
    },
    // The starts of a run are in its plan.
    restore: |_| Ok(Box::new(NoughtsRules::default())),
};

const PLIES: OptionInfo = OptionInfo {
    name: "plies",
    kind: OptionKind::Number { min: 0, max: 6, default: Some(DEFAULT_PLIES as u64) },
    about: "noughts and crosses begins after this many moves, made in all possible ways [default: 2]",
    is_bare: false,
};

const DEFAULT_PLIES: u32 = 2;

/// The rules of noughts and crosses. Cross has the first seat.
#[derive(Clone, Copy, Debug)]
pub struct NoughtsRules {
    /// The number of moves before the positions in which games begin.
    pub plies: u32,
}

impl Default for NoughtsRules {
    /// Games begin after two moves.
    fn default() -> Self {
        Self { plies: DEFAULT_PLIES }
    }
}

/// A game of noughts and crosses.
#[derive(Clone, Debug)]
pub struct NoughtsGame {
    board: Board,
    moves: String,
    count: u32,
    /// The side that forfeited.
    out: Option<Side>,
}

impl Rules for NoughtsRules {
    type Game = Noughts;
    type State = NoughtsGame;

    fn info() -> &'static GameInfo {
        &NOUGHTS
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    fn starts(&self, seed: u64, _count: usize) -> Vec<String> {
        starts(self.plies, seed)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn begin(&self, start: &str) -> Result<NoughtsGame, String> {
        let board = start.parse().map_err(|error| format!("{:?} is not a position: {error}", excerpt(start)))?;
        Ok(NoughtsGame { board, moves: String::new(), count: 0, out: None })
    }

    fn position<'a>(&self, game: &'a NoughtsGame) -> &'a Board {
        &game.board
    }

    fn to_move(&self, game: &NoughtsGame) -> usize {
        game.board.to_move().index()
    }

    fn play(&self, game: &mut NoughtsGame, square: &Square) -> Result<(), String> {
        game.board = game.board.try_play(*square).map_err(|error| format!("{square}: {error}"))?;
        if !game.moves.is_empty() {
            game.moves.push(' ');
        }
        game.moves += &square.to_string();
        game.count += 1;
        Ok(())
    }

    fn forfeit(&self, game: &mut NoughtsGame, seat: usize) {
        // If both forfeit, the first one loses.
        game.out.get_or_insert(Side::BOTH[seat]);
    }

    fn outcome(&self, game: &NoughtsGame) -> Option<Outcome> {
        let winner = match game.out {
            Some(out) => Some(out.other()),
            None if game.board.is_over() => game.board.winner(),
            None => return None,
        };
        let (ending, how) = match (winner, game.out) {
            (Some(winner), Some(_)) => (Ending::Won, format!("{winner} wins because nobody else is left")),
            (Some(winner), None) => (Ending::Won, format!("{winner} has three in a row")),
            (None, _) => (Ending::Drawn, "a draw".to_owned()),
        };
        let merits = Side::BOTH.map(|side| winner == Some(side));
        Some(Outcome { ending, places: places(&merits), how })
    }

    fn turns(&self, game: &NoughtsGame) -> u32 {
        game.count
    }

    fn record(&self, game: &NoughtsGame, _players: &[&str]) -> SavedGame {
        SavedGame::Moves(game.moves.clone())
    }

    fn scores(&self, _record: &SavedGame) -> Option<Vec<Vec<f64>>> {
        None
    }
}

/// All unfinished positions after this many moves, in an order that follows from the seed.
///
/// ```
/// assert_eq!(arena::noughts::starts(0, 1), [".../.../..."]);
/// assert_eq!(arena::noughts::starts(2, 1).len(), 72);
/// ```
pub fn starts(plies: u32, seed: u64) -> Vec<String> {
    let mut boards = vec![Board::EMPTY];
    for _ in 0..plies {
        let mut next = Vec::new();
        for board in boards {
            let mut moves = Vec::new();
            Noughts.moves(&board, &mut moves);
            next.extend(moves.into_iter().map(|square| board.play(square)));
        }
        next.retain(|board| !board.is_over());
        next.sort_by_key(|board| board.notation());
        next.dedup();
        boards = next;
    }
    let mut starts: Vec<String> = boards.into_iter().map(|board| board.notation()).collect();
    // The Fisher-Yates shuffle.
    for last in (1..starts.len()).rev() {
        let other = mix(seed, last as u64) % (last as u64 + 1);
        starts.swap(last, other as usize);
    }
    starts
}
