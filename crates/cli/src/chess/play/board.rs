//! The chess board as text, with the players and the last moves beside it.

use ::chess::{Color, Game, Move, Piece, color_name, write_san};
use cozy_chess::{File, Rank, Square};
use unicode_width::UnicodeWidthStr;

use crate::palette::{Colour, Palette};
use crate::terminal::{Size, has_unicode, shortened, wrap};

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// Chess symbols.
    Figures,
    /// Letters, capitals for White.
    Letters,
    /// Letters, and lines that every terminal has.
    Ascii,
}

/// A position and how to show it.
pub(super) struct View<'a> {
    pub(super) game: &'a Game,
    /// The side at the bottom.
    pub(super) bottom: Color,
    pub(super) pieces: Pieces,
    pub(super) palette: Palette,
    pub(super) size: Size,
    /// The names of the players.
    pub(super) names: [String; 2],
    /// What stands below the moves.
    pub(super) note: Option<String>,
}

/// Columns of the board with the numbers of its ranks.
const WIDTH: usize = 35;

/// Columns of the board without lines between the squares.
const COMPACT_WIDTH: usize = 26;

/// Columns between the board and what is beside it.
const GAP: usize = 3;

/// What stands beside the board needs at least this many columns.
const MIN_BESIDE: usize = 20;

/// The full board, the title, the empty line above it, the prompt, and a line for a message.
const FULL_LINES: usize = 22;

// Between both: white and black pieces can be told from squares of either colour.
const LIGHT: Colour = Colour { exact: (0xA8, 0x8A, 0x64), index: 137 };
const DARK: Colour = Colour { exact: (0x80, 0x5E, 0x40), index: 95 };
const LAST: Colour = Colour { exact: (0x6E, 0x8B, 0x3D), index: 64 };
const WHITE: Colour = Colour { exact: (0xFF, 0xFF, 0xFF), index: 231 };
const BLACK: Colour = Colour { exact: (0x10, 0x10, 0x10), index: 16 };

/// The lines between squares: left, middle and right, and what joins them.
struct Lines {
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
    level: &'static str,
    upright: &'static str,
}

const BOX: Lines =
    Lines {
        top: ["┌", "┬", "┐"], middle: ["├", "┼", "┤"], bottom: ["└", "┴", "┘"], level: "───", upright: "│"
    };

const PLAIN: Lines =
    Lines { top: ["+", "+", "+"], middle: ["+", "+", "+"], bottom: ["+", "+", "+"], level: "---", upright: "|" };

impl Pieces {
    /// Symbols at a terminal that says it can show them. Text that goes elsewhere has letters.
    pub(super) fn of_terminal(is_terminal: bool) -> Self {
        match (is_terminal, has_unicode()) {
            (true, true) => Self::Figures,
            (true, false) => Self::Ascii,
            (false, _) => Self::Letters,
        }
    }

    fn sign(self, color: Color, piece: Piece) -> char {
        let (letter, figures) = match piece {
            Piece::Pawn => ('P', ['♙', '♟']),
            Piece::Knight => ('N', ['♘', '♞']),
            Piece::Bishop => ('B', ['♗', '♝']),
            Piece::Rook => ('R', ['♖', '♜']),
            Piece::Queen => ('Q', ['♕', '♛']),
            Piece::King => ('K', ['♔', '♚']),
        };
        match (self, color) {
            (Self::Figures, color) => figures[color as usize],
            (_, Color::White) => letter,
            (_, Color::Black) => letter.to_ascii_lowercase(),
        }
    }
}

/// Draws the board under a title, and beside it the players and the last moves.
pub(super) fn draw(view: &View, title: &str) -> String {
    let board = match view.size {
        Size { columns, lines } if columns >= WIDTH && lines >= FULL_LINES => full(view),
        Size { columns, .. } if columns >= COMPACT_WIDTH => compact(view),
        _ => tight(view),
    };
    let room = view.size.columns.saturating_sub(WIDTH + GAP);
    let mut text = format!("{}\n", wrap(title, view.size.columns));
    if room < MIN_BESIDE {
        for line in board {
            text += &format!("{}\n", line.text);
        }
        return text;
    }
    let beside = beside(view, board.len(), room);
    for (i, line) in board.iter().enumerate() {
        text += &line.text;
        if let Some(more) = beside.get(i).filter(|more| !more.is_empty()) {
            text += &" ".repeat(WIDTH + GAP - line.width);
            text += more;
        }
        text.push('\n');
    }
    text
}

/// A line that may have escape sequences in it, which take no room.
struct Line {
    text: String,
    width: usize,
}

impl Line {
    fn plain(text: String) -> Self {
        Self { width: text.width(), text }
    }
}

/// The board with lines between the squares.
fn full(view: &View) -> Vec<Line> {
    let lines = if view.pieces == Pieces::Ascii { &PLAIN } else { &BOX };
    let rule =
        |[left, middle, right]: [&str; 3]| Line::plain(format!("  {left}{}{right}", [lines.level; 8].join(middle)));
    let mut text = vec![rule(lines.top)];
    for (i, rank) in ranks(view.bottom).into_iter().enumerate() {
        if i > 0 {
            text.push(rule(lines.middle));
        }
        let cells = files(view.bottom).map(|file| cell(view, Square::new(file, rank)));
        let upright = lines.upright;
        let line = format!("{rank} {upright}{}{upright}", cells.join(upright));
        text.push(Line { text: line, width: WIDTH });
    }
    text.push(rule(lines.bottom));
    let names = files(view.bottom).map(|file| file.to_string());
    text.push(Line::plain(format!("    {}", names.join("   "))));
    text
}

/// The board without them, for low windows.
fn compact(view: &View) -> Vec<Line> {
    let mut text = Vec::new();
    for rank in ranks(view.bottom) {
        let cells = files(view.bottom).map(|file| cell(view, Square::new(file, rank)));
        text.push(Line { text: format!("{rank} {}", cells.concat()), width: COMPACT_WIDTH });
    }
    let names = files(view.bottom).map(|file| file.to_string());
    text.push(Line::plain(format!("   {}", names.join("  "))));
    text
}

/// The board with a column for each square, for narrow windows. There is no room to mark the last
/// move without colours.
fn tight(view: &View) -> Vec<Line> {
    let line = |rank: Rank| {
        let cells = files(view.bottom).map(|file| {
            let Look { sign, colour, ground, .. } = look(view, Square::new(file, rank));
            view.palette.colour(colour, Some(ground), &sign.to_string())
        });
        Line { text: format!("{rank} {}", cells.concat()), width: 2 + 8 }
    };
    let names = files(view.bottom).map(|file| file.to_string()).concat();
    ranks(view.bottom).map(line).into_iter().chain([Line::plain(format!("  {names}"))]).collect()
}

fn ranks(bottom: Color) -> [Rank; 8] {
    let mut ranks = Rank::ALL;
    if bottom == Color::White {
        ranks.reverse();
    }
    ranks
}

fn files(bottom: Color) -> [File; 8] {
    let mut files = File::ALL;
    if bottom == Color::Black {
        files.reverse();
    }
    files
}

/// A square of three columns. The squares of the last move are in brackets.
fn cell(view: &View, square: Square) -> String {
    let Look { sign, is_last, colour, ground } = look(view, square);
    let text = if is_last { format!("[{sign}]") } else { format!(" {sign} ") };
    view.palette.colour(colour, Some(ground), &text)
}

/// How a square looks.
struct Look {
    sign: char,
    /// Whether the last move began or ended here.
    is_last: bool,
    colour: &'static Colour,
    ground: &'static Colour,
}

fn look(view: &View, square: Square) -> Look {
    let board = view.game.board();
    let (piece, color) = (board.piece_on(square), board.color_on(square));
    let is_last = view.game.moves().last().is_some_and(|mv| squares_of(view.game, *mv).contains(&square));
    let is_dark = (square.file() as usize + square.rank() as usize).is_multiple_of(2);
    let sign = match piece.zip(color) {
        Some((piece, color)) => view.pieces.sign(color, piece),
        // Without colours, dots tell the dark squares from the light ones.
        None if is_dark && view.palette == Palette::Plain && !is_last => '.',
        None => ' ',
    };
    let ground = match (is_last, is_dark) {
        (true, _) => &LAST,
        (_, true) => &DARK,
        (_, false) => &LIGHT,
    };
    let colour = if color == Some(Color::White) { &WHITE } else { &BLACK };
    Look { sign, is_last, colour, ground }
}

/// Where the last move began and ended. Castling is written as the king that takes its rook; what
/// counts for people is where the king goes.
fn squares_of(game: &Game, mv: Move) -> [Square; 2] {
    let (board, mover) = (game.board(), !game.board().side_to_move());
    let is_castling = board.color_on(mv.to) != Some(mover);
    [mv.from, if is_castling { board.king(mover) } else { mv.to }]
}

/// The players, the last moves and the note, in as many lines as the board has.
fn beside(view: &View, lines: usize, columns: usize) -> Vec<String> {
    let player = |color: Color| {
        let name = color_name(color);
        shortened(&format!("{name}: {}", view.names[color as usize]), columns)
    };
    let mut text = vec![player(Color::White), player(Color::Black), String::new()];
    let note = view.note.iter().flat_map(|note| textwrap::wrap(note, columns)).map(|line| line.into_owned());
    let mut end: Vec<String> = balance(view.game).into_iter().chain(note).collect();
    if !end.is_empty() {
        end.insert(0, String::new());
    }
    let moves = numbered_moves(view.game);
    let room = lines.saturating_sub(text.len() + end.len());
    text.extend_from_slice(&moves[moves.len().saturating_sub(room)..]);
    text.append(&mut end);
    text
}

/// The moves of a game, both sides on a line.
pub(super) fn numbered_moves(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut board = game.start().clone();
    for &mv in game.moves() {
        let (number, san) = (board.fullmove_number(), write_san(&board, mv));
        match (board.side_to_move(), lines.last_mut()) {
            (Color::White, _) => lines.push(format!("{number:>3}. {san:<8}")),
            (Color::Black, Some(line)) => *line += &format!(" {san}"),
            (Color::Black, None) => lines.push(format!("{number:>3}. {:<8} {san}", "...")),
        }
        board.play_unchecked(mv);
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The side with more material and how much more, in pawns.
fn balance(game: &Game) -> Option<String> {
    let worth = |color| {
        let count = |piece, worth| game.board().colored_pieces(color, piece).len() as i32 * worth;
        count(Piece::Pawn, 1)
            + count(Piece::Knight, 3)
            + count(Piece::Bishop, 3)
            + count(Piece::Rook, 5)
            + count(Piece::Queen, 9)
    };
    let balance = worth(Color::White) - worth(Color::Black);
    let ahead = if balance > 0 { Color::White } else { Color::Black };
    (balance != 0).then(|| format!("{} is {} ahead in material", color_name(ahead), balance.abs()))
}

#[cfg(test)]
mod tests {
    use ::chess::read_fen;

    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(read_fen(fen).unwrap());
        for mv in moves.split_whitespace() {
            game.play(game.read_move(mv).unwrap()).unwrap();
        }
        game
    }

    fn view(game: &Game) -> View<'_> {
        let (pieces, size) = (Pieces::Figures, Size { columns: 80, lines: 24 });
        let names = ["human".to_owned(), "engine:time=1s".to_owned()];
        View { game, bottom: Color::White, pieces, palette: Palette::Plain, size, names, note: None }
    }

    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn the_last_move_is_marked() {
        let marked = |fen: &str, moves: &str| {
            let game = game(fen, moves);
            let text = draw(&view(&game), "");
            text.matches(['[', ']']).count() / 2
        };
        assert_eq!(marked(CASTLING, ""), 0);
        assert_eq!(marked(CASTLING, "a1a8"), 2);
        let game = game(CASTLING, "e1g1");
        assert!(draw(&view(&game), "").contains("1 │ ♖ │   │ . │   │[ ]│ ♖ │[♔]│   │"), "{}", draw(&view(&game), ""));
        let queen_side = super::tests::game(CASTLING, "e1c1");
        assert!(draw(&view(&queen_side), "").contains("1 │ . │   │[♔]│ ♖ │[ ]│"), "{}", draw(&view(&queen_side), ""));
        let king_move = super::tests::game(CASTLING, "e1f1");
        assert_eq!(squares_of(&king_move, king_move.moves()[0]), [Square::E1, Square::F1]);
        let rook_move = super::tests::game(CASTLING, "a1b1");
        assert_eq!(squares_of(&rook_move, rook_move.moves()[0]), [Square::A1, Square::B1]);
    }

    #[test]
    fn boards_fit_their_terminals() {
        let game = game(CASTLING, &"a1b1 a8b8 b1a1 b8a8 ".repeat(40));
        let sizes =
            [(80, 24), (80, 22), (80, 21), (80, 12), (60, 24), (40, 24), (36, 12), (34, 24), (26, 12), (20, 24)];
        for (columns, lines) in sizes.into_iter().chain([(10, 24)]) {
            for pieces in [Pieces::Figures, Pieces::Letters, Pieces::Ascii] {
                let note = Some("a long note ".repeat(5));
                let view = View { pieces, size: Size { columns, lines }, note, ..view(&game) };
                let text = draw(&view, "Move 1, White to move");
                // The prompt and the line above the board.
                assert!(text.lines().count() + 2 <= lines, "{columns}×{lines}:\n{text}");
                assert!(text.lines().all(|line| line.width() <= columns), "{columns}×{lines}:\n{text}");
                assert_eq!(
                    text.is_ascii(),
                    pieces == Pieces::Ascii || pieces == Pieces::Letters && (lines < 22 || columns < WIDTH),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn black_sees_the_board_from_its_side() {
        let game = game(CASTLING, "");
        let text = draw(&View { bottom: Color::Black, pieces: Pieces::Letters, ..view(&game) }, "");
        assert!(text.contains("1 │ R │ . │   │ K │   │ . │   │ R │"), "{text}");
        assert!(text.trim_end().ends_with("h   g   f   e   d   c   b   a"), "{text}");
    }

    #[test]
    fn moves_and_material_stand_beside_the_board() {
        let game = game("4k3/8/8/8/8/8/8/R3K3 b - - 0 7", "e8e7 a1a7 e7e6");
        assert_eq!(numbered_moves(&game), ["  7. ...      Ke7", "  8. Ra7+     Ke6"]);
        assert_eq!(balance(&game).as_deref(), Some("White is 5 ahead in material"));
    }
}
