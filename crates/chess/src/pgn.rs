//! Portable game notation: games as text, with tags, moves and comments.

mod reader;

use std::fmt;

use cozy_chess::{Board, Color};
use gametree::{SURE, Score, WIN};

use crate::fen::fen;
use crate::game::Game;
use crate::san::write_san;

pub use reader::{PgnError, PgnReader};

/// The tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The most characters of a line.
const WIDTH: usize = 80;

/// The result of a game, as PGN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PgnResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, was given up, or the result is unknown.
    #[default]
    Unknown,
}

impl PgnResult {
    /// A game that this side has won.
    pub fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Reads a result.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// A game with its tags and comments.
///
/// It is read by [`PgnReader`] and written by `Display`. The tags `Result`, `FEN` and `SetUp` are
/// written from the game itself, whatever `tags` has.
///
/// ```
/// use chess::pgn::{PgnGame, PgnReader, PgnResult};
/// let mut game = PgnGame::new(Default::default());
/// game.set_tag("White", "Legal");
/// for mv in ["e2e4", "e7e5"] {
///     let mv = game.game.read_move(mv)?;
///     game.game.play(mv)?;
/// }
/// game.comments = vec!["best by test".to_owned()];
/// game.result = PgnResult::WhiteWins;
/// let text = game.to_string();
/// assert!(text.starts_with("[Event \"?\"]\n") && text.ends_with("\n1. e4 {best by test} 1... e5 1-0\n\n"));
/// let read = PgnReader::new(&text).next().unwrap()?;
/// assert_eq!((read.tag("White"), read.result), (Some("Legal"), PgnResult::WhiteWins));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PgnGame {
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began, and what was played.
    pub game: Game,
    /// The comment after each move, empty where there is none. It may be shorter than the list of
    /// moves.
    pub comments: Vec<String>,
    /// The result.
    pub result: PgnResult,
    /// Whether the text had variations, annotations or a comment before the first move, which are
    /// not kept.
    pub has_skipped: bool,
    /// The line of the text in which it began, from 1; 0 if it was not read.
    pub line: usize,
}

impl PgnGame {
    /// A game without tags, comments or result.
    pub fn new(game: Game) -> Self {
        Self { game, ..Self::default() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

impl fmt::Display for PgnGame {
    /// The game in PGN's export format: the seven tag roster first, short lines, and an empty line at
    /// the end.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let others = self.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str()));
        let others = others.filter(|(name, _)| name != "FEN" && name != "SetUp");
        write_tags(f, self.game.start(), self.result, |name| self.tag(name), others.map(|(n, v)| (n.as_str(), v)))?;
        writeln!(f)?;
        writeln!(f, "{}", wrap(&format!("{} {}", movetext(&self.game, &self.comments), self.result)))
    }
}

/// Writes the tags of a game.
fn write_tags<'a>(
    f: &mut fmt::Formatter,
    start: &Board,
    result: PgnResult,
    known: impl Fn(&str) -> Option<&'a str>,
    others: impl Iterator<Item = (&'a str, &'a String)>,
) -> fmt::Result {
    let mut tag = |name: &str, value: &str| {
        // Tags have no line breaks, and nothing else that a terminal would obey.
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        // Names have only letters, digits and underscores.
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
    };
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        match name {
            "Result" => tag(name, &result.to_string())?,
            _ => tag(name, known(name).unwrap_or(unknown))?,
        }
    }
    if *start != Board::default() {
        tag("FEN", &fen(start))?;
        tag("SetUp", "1")?;
    }
    for (name, value) in others {
        tag(name, value)?;
    }
    Ok(())
}

/// The moves of a game with their numbers and comments, on one line and without the result.
pub fn movetext(game: &Game, comments: &[String]) -> String {
    let mut board = game.start().clone();
    let mut text = String::new();
    let mut needs_number = true;
    for (i, &mv) in game.moves().iter().enumerate() {
        if !text.is_empty() {
            text.push(' ');
        }
        match board.side_to_move() {
            Color::White => text += &format!("{}. ", board.fullmove_number()),
            Color::Black if needs_number => text += &format!("{}... ", board.fullmove_number()),
            Color::Black => {}
        }
        text += &write_san(&board, mv);
        needs_number = false;
        if let Some(comment) = comments.get(i).filter(|comment| !comment.trim().is_empty()) {
            // A closing brace would end the comment, and line breaks are only for show.
            let words: Vec<&str> = comment.split_whitespace().collect();
            text += &format!(" {{{}}}", words.join(" ").replace('}', ")"));
            needs_number = true;
        }
        board.play_unchecked(mv);
    }
    text
}

/// A score from White's view as comments have it: in pawns, or `#3` for a mate in 3 moves.
///
/// ```
/// use chess::pgn::evaluation;
/// use gametree::WIN;
/// assert_eq!([evaluation(-31), evaluation(WIN - 5), evaluation(5 - WIN)], ["-0.31", "#3", "#-3"]);
/// ```
pub fn evaluation(score: Score) -> String {
    match score {
        score if score > SURE => format!("#{}", (WIN - score + 1) / 2),
        score if score < -SURE => format!("#-{}", (WIN + score + 1) / 2),
        score => format!("{:.2}", f64::from(score) / 100.0),
    }
}

/// The score from White's view that a comment notes, as [`evaluation`] writes it.
///
/// ```
/// use chess::pgn::read_evaluation;
/// use gametree::WIN;
/// assert_eq!(read_evaluation("well played [%eval -0.31,12] [%clk 0:01:00]"), Some(-31));
/// assert_eq!([read_evaluation("[%eval #3]"), read_evaluation("[%eval #-3]")], [Some(WIN - 5), Some(5 - WIN)]);
/// assert_eq!(read_evaluation("equal"), None);
/// ```
pub fn read_evaluation(comment: &str) -> Option<Score> {
    let (_, noted) = comment.split_once("[%eval ")?;
    let text = noted.split([',', ']']).next()?.trim();
    match text.strip_prefix('#') {
        Some(moves) => {
            let moves: Score = moves.parse().ok().filter(|moves: &Score| moves.abs() < WIN - SURE)?;
            Some(if moves > 0 { WIN - (2 * moves - 1) } else { -WIN - 2 * moves - 1 })
        }
        None => {
            let pawns: f64 = text.parse().ok()?;
            (pawns.abs() < 1_000.0).then(|| (pawns * 100.0).round() as Score)
        }
    }
}

/// Breaks moves into lines. A short comment stays on one line.
fn wrap(movetext: &str) -> String {
    let mut text = String::with_capacity(movetext.len() + movetext.len() / WIDTH + 2);
    let mut column = 0;
    let mut add = |word: &str| {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    };
    let mut rest = movetext.trim();
    while !rest.is_empty() {
        let comment = rest.starts_with('{').then(|| rest.find('}')).flatten().map(|end| end + 1);
        let word = comment.filter(|&end| end < WIDTH);
        let end = word.or_else(|| rest.find(char::is_whitespace)).unwrap_or(rest.len());
        let (word, others) = rest.split_at(end);
        add(word);
        rest = others.trim_start();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
