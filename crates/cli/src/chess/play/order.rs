//! What can be typed in a game of chess, besides what every game has.

use ::chess::{Board, Color, Move, PlayerSpec, SanError, color_name, read_fen, read_san, write_san};
use anyhow::{Context, Result, anyhow, bail};
use cozy_chess::Square;

use crate::sitting::{SHARED_WORDS, meant};

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// A move, as it was typed.
    Move(String),
    /// List the legal moves, perhaps of one square only.
    Moves(Option<Square>),
    /// Take back this many moves of one's own.
    Undo(usize),
    /// Play this many of them again.
    Redo(usize),
    /// Ask a computer for advice.
    Hint(Option<PlayerSpec>),
    /// Explain the static evaluation.
    Why,
    /// Claim a draw.
    Draw,
    Resign,
    Flip,
    Letters,
    Figures,
    Seat(Color, PlayerSpec),
    Seats,
    Fen,
    Pgn,
    New {
        /// The position to begin with, if it is not the usual one.
        start: Option<Box<Board>>,
        discard: bool,
    },
    /// Let a computer move.
    Go(Option<PlayerSpec>),
}

/// All words but those that every game has.
const WORDS: [&str; 18] = [
    "moves", "hint", "why", "eval", "go", "undo", "redo", "draw", "resign", "new", "seat", "seats", "fen", "pgn",
    "history", "flip", "letters", "figures",
];

/// All words.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    WORDS.into_iter().chain(SHARED_WORDS)
}

/// More moves than any game has are not taken back or played again at once.
const MAX_UNDO: usize = 10_000;

impl Order {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        // The only key whose capital means something else.
        let word = if word == "Z" { "redo".to_owned() } else { word.to_ascii_lowercase() };
        let order = match word.as_str() {
            "moves" | "m" => return read_square(rest).map(Self::Moves),
            "undo" | "u" | "z" => return read_count("undo", rest).map(Self::Undo),
            "redo" | "r" => return read_count("redo", rest).map(Self::Redo),
            "hint" | "h" => return read_player(rest).map(Self::Hint),
            "go" | "g" => return read_player(rest).map(Self::Go),
            "seat" => return read_seat(rest),
            "new" | "new!" => {
                let start = if rest.is_empty() { None } else { Some(Box::new(read_fen(rest)?)) };
                return Ok(Self::New { start, discard: word.ends_with('!') });
            }
            "why" | "w" | "eval" => Self::Why,
            "draw" => Self::Draw,
            "resign" => Self::Resign,
            "flip" => Self::Flip,
            "letters" => Self::Letters,
            "figures" => Self::Figures,
            "seats" => Self::Seats,
            "fen" => Self::Fen,
            "pgn" | "history" => Self::Pgn,
            _ => return read_move_text(line, &word),
        };
        if !rest.is_empty() {
            bail!("{word:?} takes no arguments; found {:?}", players::excerpt(rest));
        }
        Ok(order)
    }
}

fn read_square(text: &str) -> Result<Option<Square>> {
    if text.is_empty() {
        return Ok(None);
    }
    let square = text.to_ascii_lowercase().parse();
    square.map(Some).map_err(|_| anyhow!("{:?} is not a square; expected one such as e2", players::excerpt(text)))
}

fn read_count(word: &str, text: &str) -> Result<usize> {
    if text.is_empty() {
        return Ok(1);
    }
    let count = text.parse().ok().filter(|count| (1..=MAX_UNDO).contains(count));
    count.with_context(|| format!("{word:?} takes a number of moves; found {:?}", players::excerpt(text)))
}

fn read_player(text: &str) -> Result<Option<PlayerSpec>> {
    if text.is_empty() {
        return Ok(None);
    }
    let spec: PlayerSpec = text.parse()?;
    if spec.is_human() {
        bail!("expected a computer player, not human");
    }
    Ok(Some(spec))
}

fn read_seat(text: &str) -> Result<Order> {
    let (side, spec) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let color = match side.to_ascii_lowercase().as_str() {
        "white" | "w" => Color::White,
        "black" | "b" => Color::Black,
        "" => bail!("\"seat\" needs a side and a player, as in \"seat black kong:depth=3\""),
        _ => bail!("{:?} is not a side; expected white or black", players::excerpt(side)),
    };
    if spec.trim().is_empty() {
        let side = color_name(color);
        let example = format!("seat {} engine:level=club", side.to_ascii_lowercase());
        bail!("who plays {side}? Expected a player, as in {example:?}");
    }
    Ok(Order::Seat(color, spec.trim().parse()?))
}

/// No move has more letters, with whatever people write behind it: `Qa1xb2=Q+ e.p.!!`.
const LONGEST_MOVE: usize = 15;

/// Takes a line for a move if it may be one: moves have digits, or are castling.
fn read_move_text(line: &str, word: &str) -> Result<Order> {
    // A move number may come first: 12. Nf3 or 12...Nf6
    let numberless = match line.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest.trim_start_matches(['.', ' ']),
        _ => line,
    };
    let text: String = numberless.split_whitespace().collect();
    let is_castling = !text.is_empty() && text.chars().all(|c| "oO0-+#!?".contains(c));
    let may_be_move = text.contains(|c: char| c.is_ascii_digit()) && text.chars().count() <= LONGEST_MOVE;
    if is_castling || may_be_move {
        return Ok(Order::Move(text));
    }
    if word.starts_with("castl") {
        bail!("castling is written O-O, or O-O-O to the queen's side");
    }
    let shown = players::excerpt(line);
    match meant(word, words()) {
        Some(meant) => bail!("{shown:?} is neither a move nor a command; did you mean {meant}?"),
        None => bail!("{shown:?} is neither a move nor a command; help lists the commands, moves the legal moves"),
    }
}

/// Reads a move as people type it: with capitals where none belong and without those that do, or with
/// the symbols of the board.
pub(super) fn read_move(board: &Board, text: &str) -> Result<Move> {
    let text = &without_figures(text);
    let mut ambiguous = None;
    let mut is_move = false;
    for candidate in candidates(text) {
        match read_san(board, &candidate) {
            Ok(mv) => return Ok(mv),
            Err(error @ SanError::Ambiguous { .. }) => ambiguous = ambiguous.or(Some(error)),
            Err(SanError::Illegal(_)) => is_move = true,
            Err(SanError::Notation(_)) => {}
        }
    }
    if let Some(error) = ambiguous {
        return Err(error.into());
    }
    let queens = candidates(text).map(|candidate| read_san(board, &format!("{candidate}=Q")));
    if let Some(queen) = queens.into_iter().find_map(Result::ok) {
        let san = write_san(board, queen);
        let stem = san.split('=').next().unwrap_or_default();
        bail!("{}: the pawn promotes; expected {stem}=Q, {stem}=R, {stem}=B or {stem}=N", players::excerpt(text));
    }
    let shown = players::excerpt(text);
    match (is_move, board.checkers().is_empty()) {
        (false, _) => bail!("{shown:?} is not a move; expected one such as Nf3 or exd5"),
        (true, true) => bail!("{shown} is not legal here; \"moves\" lists the legal moves"),
        (true, false) => bail!("{shown} is not legal here: the king is in check"),
    }
}

/// A move with letters in the place of chess symbols.
fn without_figures(text: &str) -> String {
    let letter = |c: char| match c {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => None,
        c => Some(c),
    };
    text.chars().filter_map(letter).collect()
}

/// The ways in which a text may be meant, the likeliest first.
fn candidates(text: &str) -> [String; 4] {
    let lower = text.to_ascii_lowercase();
    let mut capital = lower.clone();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let signs: Vec<char> = lower.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let has_squares = matches!(signs[..], [a, b, c, d, ..] if [a, c].iter().all(|file| ('a'..='h').contains(file))
        && [b, d].iter().all(|rank| ('1'..='8').contains(rank)));
    if lower.chars().all(|c| "o0-+#!?".contains(c)) {
        let count = lower.chars().filter(|c| "o0".contains(*c)).count();
        let castling = vec!["O"; count].join("-");
        return [castling.clone(), castling.clone(), castling.clone(), castling];
    }
    match text.starts_with(|c: char| c.is_ascii_uppercase()) && !has_squares {
        true => [text.to_owned(), capital.clone(), lower, capital],
        false => [text.to_owned(), lower, capital.clone(), capital],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Order {
        Order::read(line).unwrap()
    }

    fn error(line: &str) -> String {
        Order::read(line).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_read() {
        assert_eq!(order("  UNDO 3 "), Order::Undo(3));
        assert_eq!([order("redo"), order("Z 2")], [Order::Redo(1), Order::Redo(2)]);
        assert_eq!(order("moves E2"), Order::Moves(Some(Square::E2)));
        assert_eq!(
            order("seat black kong:depth=2,seed=1"),
            Order::Seat(Color::Black, "kong:depth=2,seed=1".parse().unwrap())
        );
        assert_eq!(order("e2 e4"), Order::Move("e2e4".to_owned()));
        assert_eq!(order("12... Nf6"), Order::Move("Nf6".to_owned()));
        assert_eq!(order("o-o"), Order::Move("o-o".to_owned()));
        assert!(matches!(order("new 4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Order::New { start: Some(_), discard: false }));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert_eq!(error("hnit"), "\"hnit\" is neither a move nor a command; did you mean hint?");
        assert!(error("castle").starts_with("castling is written O-O"));
        assert!(error("checkers").contains("help lists the commands"));
        assert!(error("x\u{1b}[J").contains("\\u{1b}"));
        assert_eq!(error("moves z9"), "\"z9\" is not a square; expected one such as e2");
        assert_eq!(error("flip it"), "\"flip\" takes no arguments; found \"it\"");
        assert!(error("seat red human").contains("expected white or black"));
        assert!(error("seat white").starts_with("who plays White?"));
        assert!(error("seat white bob").starts_with("unknown player \"bob\""));
        assert!(error("undo all").starts_with("\"undo\" takes a number of moves; found \"all\""));
        assert!(error("undo 0").starts_with("\"undo\" takes a number of moves; found \"0\""));
        assert!(error("hint human").starts_with("expected a computer"));
        assert!(error("new 8/8").starts_with("not a FEN"));
    }

    fn moved(fen: &str, text: &str) -> String {
        let board = read_fen(fen).unwrap();
        match read_move(&board, text) {
            Ok(mv) => write_san(&board, mv),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn moves_are_read_as_people_type_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["e4", "E4", "e2e4", "E2E4", "e2-e4", "e4!"] {
            assert_eq!(moved(start, text), "e4", "{text}");
        }
        for text in ["Nf3", "nf3", "NF3", "g1f3", "Ng1f3", "nf3+", "♘f3", "♞f3"] {
            assert_eq!(moved(start, text), "Nf3", "{text}");
        }
        // Both a pawn and a bishop can go there.
        let both = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1";
        assert_eq!([moved(both, "bxc4"), moved(both, "Bxc4"), moved(both, "BXC4")], ["bxc4", "Bxc4", "Bxc4"]);
        assert_eq!(moved("4k3/8/8/8/2p5/3B4/8/4K3 w - - 0 1", "bc4"), "Bxc4");
        // A bishop on the second rank and a pawn: both squares mean the pawn.
        assert_eq!(moved("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "B2B4"), "b4");
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for text in ["O-O", "0-0", "o-o", "oo", "00", "O-O!"] {
            assert_eq!(moved(castling, text), "O-O", "{text}");
        }
        assert_eq!(moved(castling, "0-0-0"), "O-O-O");
        assert_eq!(moved("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "A8=q"), "a8=Q+");
    }

    #[test]
    fn refusals_give_the_reason() {
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(moved(knights, "Nd2"), "Nd2 is ambiguous: Nbd2 or Nfd2");
        assert_eq!(moved(knights, "nd2"), "Nd2 is ambiguous: Nbd2 or Nfd2");
        assert_eq!(moved(knights, "Nd5"), "Nd5 is not legal here; \"moves\" lists the legal moves");
        assert_eq!(moved("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "0-0"), "0-0 is not legal here: the king is in check");
        assert_eq!(
            moved("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"),
            "a8: the pawn promotes; expected a8=Q, a8=R, a8=B or a8=N"
        );
        assert_eq!(moved(knights, "e9"), "\"e9\" is not a move; expected one such as Nf3 or exd5");
        assert_eq!(moved(knights, "0"), "\"0\" is not a move; expected one such as Nf3 or exd5");
        assert_eq!(moved(knights, "é4"), "\"é4\" is not a move; expected one such as Nf3 or exd5");
    }
}
