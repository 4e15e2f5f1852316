//! Programs that speak the xboard protocol, also known as CECP.

use std::time::{Duration, Instant};

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use gametree::{Limits, Score};
use players::{Fault, Setup, excerpt};

use super::{Language, Options, Program, after, centipawns, find_option, mate_in, mated_in, read_line};
use crate::engine::Clock;
use crate::fen::{fen, is_chess960};
use crate::game::Game;
use crate::players::{Position, Reasons};
use crate::san::{SanError, read_san, write_san};

/// How long to wait for a program's features. Old programs have none.
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// Scores from here on are mates: 100,000 and the number of moves.
const MATE: i64 = 100_000;

/// Options that are not the program's own: its memory in MiB, its threads, and lines that it is
/// sent before the game.
const MEMORY: &str = "memory";
const CORES: &str = "cores";
const SEND: &str = "send";

/// Orders without which a game cannot go on.
const NEEDED: [&str; 7] = ["new", "variant", "force", "setboard", "edit", "usermove", "go"];

/// What a program can do.
#[derive(Debug, Default)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    smp: bool,
    variants: String,
    /// The names of its options.
    options: Vec<String>,
}

/// What is known about a program, and what it knows.
pub(super) struct Xboard {
    features: Features,
    /// The game that the program knows: where it began, and the moves, its own included.
    known: Option<(Board, Vec<Move>)>,
}

/// Asks for the features, and accepts those that are understood.
fn read_features(program: &mut Program) -> Result<Features, Fault> {
    program.process.send("xboard\nprotover 2");
    let mut features = Features::default();
    let begin = Instant::now();
    let mut deadline = begin + FEATURE_TIME.min(program.patience);
    // An old program says nothing.
    let silent = Fault::Hangs(Duration::ZERO);
    let late = || silent.clone();
    loop {
        let line = program
            .process
            .wait_for(deadline, &[&program.cancel], &late, |line| Ok(after(line, "feature").map(str::to_owned)));
        let line = match line {
            Ok(line) => line,
            Err(fault) if fault == silent && deadline == begin + program.patience => {
                return Err(Fault::Hangs(program.patience));
            }
            Err(fault) if fault == silent && !program.cancel.is_raised() => return Ok(features),
            Err(fault) => return Err(fault),
        };
        for (name, value) in split_features(&line) {
            let is_on = value == "1";
            match name {
                "done" if is_on => return Ok(features),
                // It needs more time.
                "done" => deadline = begin + program.patience,
                "ping" => features.ping = is_on,
                "setboard" => features.setboard = is_on,
                "usermove" => features.usermove = is_on,
                "memory" => features.memory = is_on,
                "smp" => features.smp = is_on,
                "variants" => value.clone_into(&mut features.variants),
                // NAME -spin 4 1 100
                "option" => {
                    let name = value.split(" -").next().unwrap_or(value);
                    features.options.push(name.trim().to_owned());
                }
                // Moves are written in coordinates.
                "san" if is_on => {
                    program.process.send("rejected san");
                    continue;
                }
                _ => {}
            }
            program.process.send(&format!("accepted {name}"));
        }
    }
}

/// The features of a line: `ping=1 myname="Phalanx XXII"`.
fn split_features(line: &str) -> Vec<(&str, &str)> {
    let mut features = Vec::new();
    let mut rest = line.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once([' ', '\t']).unwrap_or((after, "")),
        };
        // A word without a value before the name is nothing.
        features.push((name.split_whitespace().last().unwrap_or_default(), value));
        rest = next.trim_start();
    }
    features
}

/// The order that sets an option.
fn write_option(features: &Features, name: &str, value: &str) -> Result<String, Fault> {
    let refused = |feature| Err(Fault::Start(format!("{name}: the program does not have the feature {feature}")));
    match name {
        SEND => Ok(format!("{value}\n")),
        MEMORY if features.memory => Ok(format!("memory {value}\n")),
        MEMORY => refused("memory"),
        CORES if features.smp => Ok(format!("cores {value}\n")),
        CORES => refused("smp"),
        _ => {
            let known = find_option(&features.options, name, &[MEMORY, CORES, SEND])?;
            // A button has no value.
            Ok(if value.is_empty() { format!("option {known}\n") } else { format!("option {known}={value}\n") })
        }
    }
}

impl Xboard {
    /// The orders that tell the program of a game that it does not know, up to now.
    fn introduce(&self, position: &Position, limits: &Limits) -> Result<String, Fault> {
        let game = &position.game;
        let mut orders = String::from("new\n");
        let is_chess960 = is_chess960(game.start());
        if is_chess960 {
            if !self.features.variants.split(',').any(|variant| variant.trim() == "fischerandom") {
                return Err(Fault::Protocol("it does not play the variant fischerandom".to_owned()));
            }
            orders += "variant fischerandom\n";
        }
        orders += "easy\npost\n";
        match (limits.time, position.clocks) {
            (Some(time), _) => orders += &format!("st {}\n", time.as_secs_f64()),
            (None, Some(clocks)) => orders += &write_level(&clocks[game.board().side_to_move() as usize]),
            (None, None) => {}
        }
        if limits.depth < Limits::default().depth {
            orders += &format!("sd {}\n", limits.depth);
        }
        orders += "force\n";
        let mut board = game.start().clone();
        if board != Board::default() {
            if self.features.setboard {
                orders += &format!("setboard {}\n", fen(&board));
            } else {
                if board.side_to_move() == Color::Black {
                    let first = Move { from: Square::A2, to: Square::A3, promotion: None };
                    orders += &self.write_move(&Board::default(), first);
                }
                orders += &write_edit(&board)?;
            }
        }
        for &mv in game.moves() {
            orders += &self.write_move(&board, mv);
            board.play_unchecked(mv);
        }
        Ok(orders)
    }

    fn write_move(&self, board: &Board, mv: Move) -> String {
        let is_castling = board.colors(board.side_to_move()).has(mv.to);
        let text = if is_castling && is_chess960(board) {
            write_san(board, mv).trim_end_matches(['+', '#']).to_owned()
        } else {
            display_uci_move(board, mv).to_string()
        };
        if self.features.usermove { format!("usermove {text}\n") } else { format!("{text}\n") }
    }

    /// The orders after which the program thinks.
    fn orders(&self, position: &Position, limits: &Limits) -> Result<String, Fault> {
        let game = &position.game;
        let clocks = position.clocks.map_or_else(String::new, |clocks| {
            let side = game.board().side_to_move() as usize;
            let centiseconds = |clock: Clock| clock.left.as_millis() / 10;
            format!("time {}\notim {}\n", centiseconds(clocks[side]), centiseconds(clocks[1 - side]))
        });
        if let Some((start, moves)) = &self.known
            && let Some((&last, before)) = game.moves().split_last()
            && (start, moves.as_slice()) == (game.start(), before)
        {
            let mut board = game.start().clone();
            before.iter().for_each(|&mv| board.play_unchecked(mv));
            return Ok(format!("{clocks}{}", self.write_move(&board, last)));
        }
        Ok(format!("{}{clocks}go\n", self.introduce(position, limits)?))
    }
}

/// The orders that set up a position in a program without `setboard`. It takes the side to move
/// from the game so far, and castling from the places of kings and rooks.
fn write_edit(board: &Board) -> Result<String, Fault> {
    let is_as_expected = |color: Color| {
        let first = Rank::First.relative_to(color);
        let stands = |piece, file| board.colored_pieces(color, piece).has(Square::new(file, first));
        let rights = board.castle_rights(color);
        let expected = |file| (stands(Piece::King, File::E) && stands(Piece::Rook, file)).then_some(file);
        (rights.short, rights.long) == (expected(File::H), expected(File::A))
    };
    if board.en_passant().is_some() || !Color::ALL.into_iter().all(is_as_expected) {
        let reason = "it has no setboard, and edit knows neither castling rights nor en passant";
        return Err(Fault::Protocol(format!("it cannot begin in {}: {reason}", fen(board))));
    }
    let mut orders = String::from("edit\n#\n");
    for color in Color::ALL {
        for square in board.colors(color) {
            let piece = board.piece_on(square).map_or(' ', char::from).to_ascii_uppercase();
            orders += &format!("{piece}{square}\n");
        }
        orders += if color == Color::White { "c\n" } else { ".\n" };
    }
    Ok(orders)
}

/// The order that sets a clock: `level MOVES MINUTES:SECONDS INCREMENT`.
fn write_level(clock: &Clock) -> String {
    let seconds = clock.left.as_secs().max(1);
    let (moves, increment) = (clock.moves_to_go.unwrap_or(0), clock.increment.as_secs_f64());
    format!("level {moves} {}:{:02} {increment}\n", seconds / 60, seconds % 60)
}

impl Language for Xboard {
    fn greet(program: &mut Program, options: &Options<'_>, setup: &Setup) -> Result<Self, Fault> {
        if program.limits.nodes.is_some() {
            return Err(Fault::Start("go.nodes: the xboard protocol has no limit of nodes; use go.depth".to_owned()));
        }
        let features = read_features(program)?;
        let mut orders = String::new();
        if features.smp && !options.iter().any(|(name, _)| *name == CORES) {
            orders += &format!("{CORES} {}\n", setup.threads);
        }
        for &(name, value) in options {
            orders += &write_option(&features, name, value)?;
        }
        program.process.send(&format!("{orders}nopost"));
        if features.ping {
            program.process.send("ping 1");
            program.wait_ready(|line| Ok((line == "pong 1").then_some(())))?;
        }
        Ok(Self { features, known: None })
    }

    fn ask(
        &mut self,
        program: &mut Program,
        position: &Position,
        limits: &Limits,
    ) -> Result<(Move, u64, Reasons), Fault> {
        let game = &position.game;
        let orders = self.orders(position, limits)?;
        program.process.send(orders.trim_end());
        let (mut thought, mut reason) = (String::new(), None);
        let answer = program.answer(position, limits, "?", |line| {
            match read_answer(line) {
                Some(Answer::Move(text)) => return Ok(Some(text.to_owned())),
                Some(Answer::Resigns) => return Err(Fault::Resigned),
                Some(Answer::Refusal) => return Err(Fault::Protocol(excerpt(line))),
                // If no move follows, it is the reason.
                Some(Answer::Complaint) => reason = Some(excerpt(line)),
                Some(Answer::Claim) => reason = Some(format!("it claims {} instead of a move", excerpt(line))),
                None if read_thought(line).is_some() => line.clone_into(&mut thought),
                None => {}
            }
            Ok(None)
        });
        let text = answer.map_err(|fault| match (fault, reason) {
            (Fault::Resigned, _) => Fault::Resigned,
            (Fault::Protocol(refusal), _) => Fault::Protocol(refusal),
            (_, Some(reason)) => Fault::Protocol(reason),
            (fault, None) => fault,
        })?;
        let turn = read_move(game, &text)?;
        let mut moves = game.moves().to_vec();
        moves.push(turn);
        self.known = Some((game.start().clone(), moves));
        let (depth, score, nodes, line) = read_thought(&thought).unwrap_or_default();
        let score = (!thought.is_empty()).then_some(score);
        let line = read_line(game.board(), line.split_ascii_whitespace());
        Ok((turn, nodes, Reasons { depth, score, line, ..Reasons::default() }))
    }
}

/// Whether a word in small letters is a move, in coordinates or in SAN.
fn is_move(word: &str) -> bool {
    let has_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    word.starts_with("o-o") || word.as_bytes().windows(2).any(has_square)
}

/// Reads the move of a program.
fn read_move(game: &Game, text: &str) -> Result<Move, Fault> {
    if let Ok(mv) = game.read_move(text) {
        return Ok(mv);
    }
    read_san(game.board(), text).map_err(|error| match error {
        SanError::Notation(_) => Fault::Protocol(format!("move {}", excerpt(text))),
        error => Fault::Illegal(error.to_string()),
    })
}

/// A line that is not about what the program thinks.
#[derive(Debug, PartialEq, Eq)]
enum Answer<'a> {
    Move(&'a str),
    Resigns,
    /// It does not accept a move, or an order without which the game cannot go on.
    Refusal,
    /// It does not accept something else.
    Complaint,
    /// It says that the game is over, perhaps up to the last move.
    Claim,
}

fn read_answer(line: &str) -> Option<Answer<'_>> {
    if let Some(text) = after(line, "move") {
        return Some(Answer::Move(text));
    }
    // As programs wrote it before the protocol had versions.
    if let Some((_, text)) = line.strip_prefix("My move is").and_then(|rest| rest.split_once(':')) {
        return Some(Answer::Move(text.trim()));
    }
    let lower = line.to_ascii_lowercase();
    let is_result = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| lower.starts_with(result));
    match lower.as_str() {
        "resign" | "tellics resign" => Some(Answer::Resigns),
        _ if is_result && lower.contains("resign") => Some(Answer::Resigns),
        _ if is_result => Some(Answer::Claim),
        _ if after(&lower, "tellusererror").is_some_and(|text| text.starts_with("illegal position")) => {
            Some(Answer::Refusal)
        }
        _ => read_refusal(&lower),
    }
}

/// Reads `Illegal move: MOVE` and `Error (REASON): ORDER`. Programs may refuse orders that they do not
/// know, even as if they were moves.
fn read_refusal(lower: &str) -> Option<Answer<'static>> {
    let is_illegal = lower.starts_with("illegal move");
    if !is_illegal && after(lower, "error").is_none() && !lower.starts_with("error:") {
        return None;
    }
    let refused = match lower.split_once(':') {
        Some((_, refused)) => refused,
        None => lower.strip_prefix("illegal move").unwrap_or_default(),
    };
    let is_fatal = match refused.split_whitespace().next().filter(|word| !word.starts_with('(')) {
        Some(word) => NEEDED.contains(&word) || is_move(word),
        // What is unknown without its name may be anything.
        None => is_illegal || !lower.contains("command"),
    };
    Some(if is_fatal { Answer::Refusal } else { Answer::Complaint })
}

/// The depth, score, nodes and line of thinking output: `9 156 1084 48000 Nf3 Nc6 Nc3`.
fn read_thought(line: &str) -> Option<(u32, Score, u64, &str)> {
    let mut rest = line.trim();
    let mut word = || {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        word
    };
    // The depth may have a sign behind it.
    let depth = word().trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i64 = word().parse().ok()?;
    let _centiseconds: f64 = word().parse().ok()?;
    let nodes: u64 = word().parse().ok()?;
    let score = match score {
        score if score >= MATE => mate_in(score - MATE),
        score if score <= -MATE => mated_in(-score - MATE),
        score => centipawns(score),
    };
    Some((depth, score, nodes, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let line = "ping=1 setboard=1 myname=\"Phalanx XXII (pg25)\" option=\"Hash Size -spin 4 1 100\" done=1";
        let features = [
            ("ping", "1"),
            ("setboard", "1"),
            ("myname", "Phalanx XXII (pg25)"),
            ("option", "Hash Size -spin 4 1 100"),
            ("done", "1"),
        ];
        assert_eq!(split_features(line), features);
        assert_eq!(split_features("junk"), []);
        assert_eq!(split_features("myname=\"open"), [("myname", "open")]);
    }

    #[test]
    fn options_that_do_not_exist_are_refused() {
        let features = Features { memory: true, options: vec!["Resign".to_owned()], ..Features::default() };
        let write = |name: &str, value: &str| write_option(&features, name, value);
        assert_eq!(write("memory", "16"), Ok("memory 16\n".to_owned()));
        assert_eq!(write("resign", "0"), Ok("option Resign=0\n".to_owned()));
        assert_eq!(write("send", "book off"), Ok("book off\n".to_owned()));
        let error = |name: &str| write(name, "1").unwrap_err().to_string();
        assert_eq!(error("cores"), "cannot be started: cores: the program does not have the feature smp");
        assert!(error("Resgn").contains("unknown option of the program \"Resgn\"; did you mean Resign?"));
    }

    #[test]
    fn answers_are_read() {
        let cases = [
            ("move e2e4", Some(Answer::Move("e2e4"))),
            ("My move is: Nf3", Some(Answer::Move("Nf3"))),
            ("My move is : e7e5", Some(Answer::Move("e7e5"))),
            ("resign", Some(Answer::Resigns)),
            ("0-1 {White resigns}", Some(Answer::Resigns)),
            ("1/2-1/2 {Draw by repetition}", Some(Answer::Claim)),
            ("Illegal move: e2e5", Some(Answer::Refusal)),
            ("Illegal move (in check): Nf3", Some(Answer::Refusal)),
            ("Illegal move e7e8q", Some(Answer::Refusal)),
            ("Illegal move", Some(Answer::Refusal)),
            ("Illegal move (in check)", Some(Answer::Refusal)),
            ("Illegal move: O-O", Some(Answer::Refusal)),
            ("Error (unknown command): usermove e2e4", Some(Answer::Refusal)),
            ("Error (too many parameters): setboard 8/8", Some(Answer::Refusal)),
            ("Error (no king)", Some(Answer::Refusal)),
            ("tellusererror Illegal position", Some(Answer::Refusal)),
            ("Error (unknown command): easy", Some(Answer::Complaint)),
            ("Illegal move: otim 500", Some(Answer::Complaint)),
            ("Error (unknown command)", Some(Answer::Complaint)),
            ("error: no book", Some(Answer::Complaint)),
            ("errors: 0", None),
            ("# debug", None),
            ("moved", None),
        ];
        for (line, answer) in cases {
            assert_eq!(read_answer(line), answer, "{line}");
        }
    }

    #[test]
    fn thoughts_are_read() {
        assert_eq!(read_thought("  9  156  1084  48000 Nf3 Nc6"), Some((9, 156, 48_000, "Nf3 Nc6")));
        assert_eq!(read_thought("12. -30 5 100"), Some((12, -30, 100, "")));
        assert_eq!(read_thought("5 100003 1 2 Qh5"), Some((5, mate_in(3), 2, "Qh5")));
        assert_eq!(read_thought("5 -100002 1 2 Qh5"), Some((5, mated_in(2), 2, "Qh5")));
        assert_eq!(read_thought("hello 1 2 3"), None);
        assert_eq!(read_thought("1 2 3"), None);
    }

    #[test]
    fn positions_are_edited_where_they_cannot_be_set() {
        let read = |fen: &str| crate::read_fen(fen).unwrap();
        assert_eq!(
            write_edit(&read("4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1")).unwrap(),
            "edit\n#\nKe1\nPe2\nc\nKe8\nRh8\n.\n"
        );
        for fen in ["4k2r/8/8/8/8/8/4P3/4K3 b - - 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"] {
            assert!(matches!(write_edit(&read(fen)), Err(Fault::Protocol(_))), "{fen}");
        }
    }

    #[test]
    fn clocks_are_told() {
        let clock =
            Clock { left: Duration::from_millis(61_500), increment: Duration::from_millis(30), moves_to_go: Some(40) };
        assert_eq!(write_level(&clock), "level 40 1:01 0.03\n");
        assert_eq!(write_level(&Clock::default()), "level 0 0:01 0\n");
    }
}
