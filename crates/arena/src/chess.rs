//! Chess in the arena.

mod adjudication;

use std::collections::HashSet;
use std::time::Duration;

use ::chess::pgn::{PgnReader, PgnResult, evaluation, movetext};
use ::chess::{Chess, Ending as Rule, Epd, Game, Position, Reasons, fen, read_fen};
use cozy_chess::{Board, Color, Move};
use players::{Decision, OptionInfo, OptionKind, computer_overview, excerpt};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use self::adjudication::{Adjudication, Verdict};
pub use self::adjudication::{DrawRule, ResignRule};
use crate::clock::{SeatClock, TimeControl};
use crate::game::{ArenaGame, Choices, GameInfo, Outcome, Rules, SavedGame, StartError, places};
use crate::plan::mix;
use crate::result::{Ending, GameResult};

/// Chess, in the list of games.
pub static CHESS: GameInfo = GameInfo {
    name: "chess",
    key: "chess",
    prefix: "",
    seat_names: &["White", "Black"],
    length_unit: "move",
    rule_options: &[DRAW, DRAW_MOVES, DRAW_AFTER, RESIGN, RESIGN_MOVES, MAX_MOVES],
    start_options: &[RANDOM_PLIES],
    has_clocks: true,
    replay: None,
    transcript: Some("games.pgn"),
    players: computer_overview::<Chess>,
    configure,
    restore: |fields: Map<String, Value>| {
        let rules: ChessRules = serde_json::from_value(Value::Object(fields))?;
        Ok(Box::new(rules))
    },
};

const fn number(name: &'static str, min: u64, max: u64, default: Option<u64>, about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Number { min, max, default }, about, is_bare: false }
}

const DRAW: OptionInfo = number(
    "draw-adjudication",
    0,
    1_000,
    None,
    "chess: adjudicate a draw when both players' scores stay within this many centipawns [default: never]",
);
const DRAW_MOVES: OptionInfo = number(
    "draw-moves",
    1,
    1_000,
    Some(DEFAULT_DRAW_MOVES as u64),
    "chess: the moves of each player that --draw-adjudication looks at [default: 8]",
);
const DRAW_AFTER: OptionInfo = number(
    "draw-after",
    0,
    10_000,
    Some(DEFAULT_DRAW_AFTER as u64),
    "chess: the first move at which --draw-adjudication ends a game [default: 40]",
);
const RESIGN: OptionInfo = number(
    "resign",
    1,
    100_000,
    None,
    "chess: adjudicate a loss when both players agree that a side is this many centipawns behind [default: never]",
);
const RESIGN_MOVES: OptionInfo = number(
    "resign-moves",
    1,
    1_000,
    Some(DEFAULT_RESIGN_MOVES as u64),
    "chess: the moves of each player that --resign looks at [default: 4]",
);
const MAX_MOVES: OptionInfo = number(
    "max-moves",
    1,
    10_000,
    None,
    "chess: adjudicate a draw after this many moves of each side, the opening included [default: never]",
);
const RANDOM_PLIES: OptionInfo = number(
    "random-plies",
    0,
    20,
    Some(DEFAULT_RANDOM_PLIES as u64),
    "chess begins after this many random moves of either side, unless there is an opening book [default: 6]",
);

const DEFAULT_DRAW_MOVES: u32 = 8;
const DEFAULT_DRAW_AFTER: u32 = 40;
const DEFAULT_RESIGN_MOVES: u32 = 4;
const DEFAULT_RANDOM_PLIES: u32 = 6;

/// The number of random openings in a row without a new one after which the search for more is
/// given up.
const MAX_FAILURES: u64 = 20_000;

fn configure(choices: &Choices) -> Result<Box<dyn ArenaGame>, String> {
    for (option, main) in [(&DRAW_MOVES, &DRAW), (&DRAW_AFTER, &DRAW), (&RESIGN_MOVES, &RESIGN)] {
        if choices.rules.has(option.name) && !choices.rules.has(main.name) {
            return Err(format!("--{} says nothing without --{}", option.name, main.name));
        }
    }
    let rule = |option: &OptionInfo| choices.rules.number(option.name).map(|number| number as u32);
    let draw = rule(&DRAW).map(|score| DrawRule {
        score,
        moves: rule(&DRAW_MOVES).unwrap_or(DEFAULT_DRAW_MOVES),
        after: rule(&DRAW_AFTER).unwrap_or(DEFAULT_DRAW_AFTER),
    });
    let resign =
        rule(&RESIGN).map(|score| ResignRule { score, moves: rule(&RESIGN_MOVES).unwrap_or(DEFAULT_RESIGN_MOVES) });
    let plies = choices.starts.as_ref().and_then(|starts| starts.number(RANDOM_PLIES.name));
    let random_plies = plies.map_or(DEFAULT_RANDOM_PLIES, |plies| plies as u32);
    let rules = ChessRules { draw, resign, max_moves: rule(&MAX_MOVES), random_plies };
    if choices.starts.is_some() {
        rules.check_length(random_plies as usize)?;
    }
    Ok(Box::new(rules))
}

/// The rules of chess. Draws that a player could claim are claimed.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ChessRules {
    /// When a draw is adjudicated by the players' scores.
    #[serde(default)]
    pub draw: Option<DrawRule>,
    /// When a loss is adjudicated by the players' scores.
    #[serde(default)]
    pub resign: Option<ResignRule>,
    /// A draw is adjudicated after this many moves by each side.
    #[serde(default)]
    pub max_moves: Option<u32>,
    /// The number of random moves before the positions in which games begin.
    // The starts of a run are in its plan.
    #[serde(skip, default = "default_random_plies")]
    pub random_plies: u32,
}

fn default_random_plies() -> u32 {
    DEFAULT_RANDOM_PLIES
}

impl ChessRules {
    /// Makes sure that games which begin after this many plies do not end there.
    fn check_length(&self, opening: usize) -> Result<(), String> {
        match self.max_moves {
            Some(most) if opening / 2 >= most as usize => Err(format!(
                "--max-moves {most} ends the game in its opening, which is {opening} plies long; expected at least {}",
                opening / 2 + 1
            )),
            _ => Ok(()),
        }
    }
}

impl Default for ChessRules {
    /// No adjudication.
    fn default() -> Self {
        Self { draw: None, resign: None, max_moves: None, random_plies: DEFAULT_RANDOM_PLIES }
    }
}

/// A game of chess.
#[derive(Clone, Debug)]
pub struct ChessGame {
    position: Position,
    /// The number of moves that belong to the start.
    opening: usize,
    /// The comment after each move.
    comments: Vec<String>,
    adjudication: Adjudication,
    /// The side that forfeited.
    out: Option<Color>,
}

impl ChessGame {
    fn verdict(&self, rules: &ChessRules) -> Option<Verdict> {
        if let Some(out) = self.out {
            return Some(Verdict {
                winner: Some(!out),
                how: format!("{} wins because {} forfeits", side(!out), side(out)),
            });
        }
        if let Some(rule) = self.position.game.ending() {
            let winner = self.position.game.winner();
            let how = match (winner, rule) {
                (Some(winner), _) => format!("{} wins by checkmate", side(winner)),
                (None, Rule::FiftyMoves | Rule::SeventyFiveMoves) => format!("a draw by the {rule}"),
                (None, _) => format!("a draw by {rule}"),
            };
            return Some(Verdict { winner, how });
        }
        let moves = self.position.game.moves().len() / 2;
        if rules.max_moves.is_some_and(|most| moves >= most as usize) {
            let unit = if moves == 1 { "move" } else { "moves" };
            return Some(Verdict { winner: None, how: format!("a draw by adjudication after {moves} {unit}") });
        }
        self.adjudication.verdict(rules.draw, rules.resign, self.position.game.board().fullmove_number())
    }
}

/// The names of the sides, as this file writes them.
fn side(color: Color) -> &'static str {
    CHESS.seat_names[color as usize]
}

impl Rules for ChessRules {
    type Game = Chess;
    type State = ChessGame;

    fn info() -> &'static GameInfo {
        &CHESS
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let draw = self.draw.map(|draw| ("draw", json!(draw)));
        let resign = self.resign.map(|resign| ("resign", json!(resign)));
        draw.into_iter().chain(resign).chain(self.max_moves.map(|moves| ("max_moves", json!(moves)))).collect()
    }

    fn starts(&self, seed: u64, count: usize) -> Vec<String> {
        random_openings(self.random_plies, seed, count)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let draw = self.draw.map(|DrawRule { score, moves, after }| {
            ("Adjudicated draws", format!("scores within {score} for {moves} moves, from move {after} on"))
        });
        let resign = self
            .resign
            .map(|ResignRule { score, moves }| ("Adjudicated losses", format!("scores of {score} for {moves} moves")));
        let long = self.max_moves.map(|moves| ("Longest game", format!("{moves} moves")));
        draw.into_iter().chain(resign).chain(long).collect()
    }

    fn list_starts(&self, text: &str) -> Result<Vec<(usize, String)>, StartError> {
        if is_pgn(text) { list_pgn(text) } else { list_epd(text) }
    }

    fn begin(&self, start: &str) -> Result<ChessGame, String> {
        let game = read_start(start)?;
        let opening = game.moves().len();
        self.check_length(opening)?;
        Ok(ChessGame {
            position: game.into(),
            opening,
            comments: vec![String::new(); opening],
            adjudication: Adjudication::default(),
            out: None,
        })
    }

    fn position<'a>(&self, game: &'a ChessGame) -> &'a Position {
        &game.position
    }

    fn to_move(&self, game: &ChessGame) -> usize {
        game.position.game.board().side_to_move() as usize
    }

    fn play(&self, game: &mut ChessGame, mv: &Move) -> Result<(), String> {
        game.position.game.play(*mv).map_err(|error| error.to_string())?;
        game.comments.push(String::new());
        Ok(())
    }

    fn show_clocks(&self, game: &mut ChessGame, clocks: &[SeatClock]) {
        let reading = |clock: &SeatClock| ::chess::engine::Clock {
            left: clock.left,
            increment: clock.control.increment,
            moves_to_go: clock.moves_to_go,
        };
        game.position.clocks = match clocks {
            [white, black] => Some([reading(white), reading(black)]),
            _ => None,
        };
    }

    fn note(&self, game: &mut ChessGame, decision: &Decision<Chess>) {
        let mover = !game.position.game.board().side_to_move();
        let Reasons { score, depth, .. } = decision.reasons;
        game.adjudication.note(mover, score, self.draw, self.resign);
        if let (Some(score), Some(comment)) = (score, game.comments.last_mut()) {
            let white = if mover == Color::White { score } else { -score };
            *comment = format!("[%eval {},{depth}]", evaluation(white));
        }
    }

    fn forfeit(&self, game: &mut ChessGame, seat: usize) {
        // If both forfeit, the first one loses.
        game.out.get_or_insert(Color::index(seat));
    }

    fn outcome(&self, game: &ChessGame) -> Option<Outcome> {
        let Verdict { winner, how } = game.verdict(self)?;
        let ending = if winner.is_some() { Ending::Won } else { Ending::Drawn };
        let merits = Color::ALL.map(|color| winner == Some(color));
        Some(Outcome { ending, places: places(&merits), how })
    }

    fn turns(&self, game: &ChessGame) -> u32 {
        (game.position.game.moves().len() - game.opening).div_ceil(2) as u32
    }

    fn record(&self, game: &ChessGame, _players: &[&str]) -> SavedGame {
        SavedGame::Moves(movetext(&game.position.game, &game.comments))
    }

    fn scores(&self, _record: &SavedGame) -> Option<Vec<Vec<f64>>> {
        None
    }

    fn transcript(&self, result: &GameResult, controls: &[TimeControl]) -> Option<String> {
        transcript(result, controls)
    }
}

/// A time in hours, minutes and seconds: `0:00:02.950`.
fn hours(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    format!("{}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Reads a position to begin in: a FEN or `startpos`, and moves from there.
///
/// ```
/// use arena::chess::read_start;
/// assert_eq!(read_start("startpos moves e2e4 e7e5")?.moves().len(), 2);
/// assert_eq!(read_start("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4")?.moves().len(), 1);
/// # Ok::<(), String>(())
/// ```
pub fn read_start(text: &str) -> Result<Game, String> {
    let (position, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let board = match position.trim() {
        "startpos" => Board::default(),
        fen => read_fen(fen).map_err(|error| format!("{:?} is not a position: {error}", excerpt(fen)))?,
    };
    let mut game = Game::new(board);
    for mv in moves.split_ascii_whitespace() {
        let mv = game.read_move(mv).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// A position to begin in, with the moves that lead there.
fn write_start(game: &Game) -> String {
    let start = game.start();
    let mut text = if *start == Board::default() { "startpos".to_owned() } else { fen(start) };
    for (i, mv) in game.moves().iter().enumerate() {
        text += if i == 0 { " moves " } else { " " };
        text += &mv.to_string();
    }
    text
}

/// Whether a text is PGN rather than EPD: it begins with a tag, a comment or a move number.
fn is_pgn(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%'])).unwrap_or_default();
    first.starts_with(['[', '{', ';']) || first.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
}

/// The games of a PGN file, as openings.
fn list_pgn(text: &str) -> Result<Vec<(usize, String)>, StartError> {
    PgnReader::new(text)
        .enumerate()
        .map(|(i, game)| {
            let place = |line, reason| StartError { line, reason: format!("game {}: {reason}", i + 1) };
            let game = game.map_err(|error| place(error.line, error.reason))?;
            Ok((game.line, write_start(&game.game)))
        })
        .collect()
}

/// The positions of an EPD file, or positions and moves as [`read_start`] reads them.
fn list_epd(text: &str) -> Result<Vec<(usize, String)>, StartError> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(i, line)| {
            let error = |reason: String| StartError { line: i + 1, reason };
            let start = if line.starts_with("startpos") || line.contains(" moves ") {
                write_start(&read_start(line).map_err(error)?)
            } else {
                fen(&Epd::read(line).map_err(|reason| error(reason.to_string()))?.board)
            };
            Ok((i + 1, start))
        })
        .collect()
}

/// At most `count` different openings of random moves. All follow from the seed.
///
/// ```
/// use arena::chess::random_openings;
/// assert_eq!(random_openings(0, 1, 10), ["startpos"]);
/// assert_eq!(random_openings(1, 1, 100).len(), 20);
/// assert_eq!(random_openings(6, 1, 3), random_openings(6, 1, 5)[..3]);
/// ```
pub fn random_openings(plies: u32, seed: u64, count: usize) -> Vec<String> {
    let (mut starts, mut seen) = (Vec::new(), HashSet::new());
    let mut failures = 0;
    for number in 0.. {
        if starts.len() >= count || failures > MAX_FAILURES {
            break;
        }
        failures += 1;
        let mut random = fastrand::Rng::with_seed(mix(seed, number));
        let Some(game) = random_opening(plies, &mut random) else { continue };
        // Different moves may lead to the same position.
        if seen.insert(game.board().hash()) {
            starts.push(write_start(&game));
            failures = 0;
        }
    }
    starts
}

/// A game of random moves; `None` if it is over.
fn random_opening(plies: u32, random: &mut fastrand::Rng) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.board().generate_moves(|some| {
            moves.extend(some);
            false
        });
        game.play(*random.choice(&moves)?).ok()?;
    }
    game.ending().is_none().then_some(game)
}

/// A finished game as PGN. The times and clocks in its comments follow from the measured times.
fn transcript(result: &GameResult, controls: &[TimeControl]) -> Option<String> {
    let [white, black] = &result.seats[..] else { return None };
    let opening = read_start(&result.start).ok()?;
    let moves = result.moves.as_deref().unwrap_or_default();
    let text = format!("[FEN \"{}\"]\n\n{moves} *", fen(opening.start()));
    let mut game = PgnReader::new(&text).next()?.ok()?;
    game.comments.resize(game.game.moves().len(), String::new());
    let mut micros = [white, black].map(|seat| seat.micros.iter());
    let mut clocks: Vec<SeatClock> = controls.iter().copied().map(SeatClock::new).collect();
    let mut mover = opening.board().side_to_move();
    for comment in game.comments.iter_mut().skip(opening.moves().len()) {
        let seat = mover as usize;
        mover = !mover;
        let Some(&micros) = micros[seat].next() else { continue };
        let time = Duration::from_micros(micros);
        let time = match clocks.get_mut(seat) {
            Some(clock) => {
                clock.press(time);
                format!("[%clk {}]", hours(clock.left))
            }
            None => format!("[%emt {}]", hours(time)),
        };
        *comment = [comment.as_str(), &time].join(" ").trim().to_owned();
    }
    if let Some(last) = game.comments.last_mut() {
        let fault = result.seats.iter().find_map(|seat| seat.fault.as_ref());
        let fault = fault.map_or_else(String::new, |fault| format!(": {fault}"));
        *last = format!("{last} {}{fault}", result.how).trim().to_owned();
    }
    game.result = match result.ending {
        Ending::Won if white.place < black.place => PgnResult::WhiteWins,
        Ending::Won => PgnResult::BlackWins,
        Ending::Drawn | Ending::Stalemate => PgnResult::Draw,
    };
    game.set_tag("Event", "Star Chess arena");
    // Rounds count from 1.
    game.set_tag("Round", (result.id + 1).to_string());
    game.set_tag("White", &white.player);
    game.set_tag("Black", &black.player);
    match controls {
        [one, other] if one == other => game.set_tag("TimeControl", one.to_string()),
        [one, other] => {
            game.set_tag("WhiteTimeControl", one.to_string());
            game.set_tag("BlackTimeControl", other.to_string());
        }
        _ => {}
    }
    game.set_tag("Termination", termination(result));
    Some(game.to_string())
}

/// How a game ended, in the words of the PGN standard.
fn termination(result: &GameResult) -> &'static str {
    match result.seats.iter().find_map(|seat| seat.fault.as_deref()) {
        Some("resigned") => "normal",
        Some(fault) if fault == "lost on time" || fault.starts_with("took more than ") => "time forfeit",
        Some(fault) if fault.starts_with("illegal: ") => "rules infraction",
        Some(_) => "abandoned",
        None if result.how.contains("adjudication") => "adjudication",
        None => "normal",
    }
}

#[cfg(test)]
mod tests;
