//! A game of chess at the terminal.

use std::time::Duration;

use ::chess::{Chess, Color, Conclusion, Next as ChessNext, PlayerSpec, Session, color_name, write_san};
use anyhow::Result;
use players::ComputerPlayer;

use super::board::{self, Pieces, View};
use super::computer::Decided;
use super::order::{Order, words};
use super::saved::ChessFile;
use super::{make_playable, texts};
use crate::console::{Complete, Completions};
use crate::palette::Palette;
use crate::sitting::{Failure, Next, Pause, Sitting, TerminalGame, Wish, absence};
use crate::terminal::Size;

/// Chess at the terminal.
pub(super) type Game<'a> = Sitting<'a, ChessGame>;

/// A game, and what its terminal needs to know about it.
pub(super) struct ChessGame {
    pub(super) session: Session,
    /// The position that was shown last, and how the game had ended.
    pub(super) shown: Option<(::chess::Board, Option<Conclusion>)>,
    /// What a computer expected when it moved last.
    pub(super) note: Option<String>,
    pub(super) is_flipped: bool,
    pub(super) pieces: Pieces,
    palette: Palette,
    /// The computer that gives advice, from the first time on.
    pub(super) adviser: Option<(PlayerSpec, Box<dyn ComputerPlayer<Chess>>)>,
}

impl ChessGame {
    pub(super) fn new(session: Session, pieces: Pieces) -> Self {
        let palette = Palette::of_stdout();
        Self { session, shown: None, note: None, is_flipped: false, pieces, palette, adviser: None }
    }

    /// Goes on with another game.
    pub(super) fn replace(&mut self, session: Session) {
        (self.session, self.shown, self.note) = (session, None, None);
    }

    /// The move that is next or was looked at, and who plays it.
    fn title(&self, game: &::chess::Game) -> String {
        let (board, side) = (game.board(), color_name(game.board().side_to_move()));
        let check = if board.checkers().is_empty() { "" } else { ", in check" };
        format!("Move {}, {side} to move{check}", board.fullmove_number())
    }
}

impl TerminalGame for ChessGame {
    type File = ChessFile;
    type Order = Order;
    type Turn = Decided;

    const NAME: &'static str = "Chess";
    const INTRODUCTION: &'static str = "Type a move such as e4 or Nf3, or \"help\".";
    const HELP: &'static str = texts::HELP;
    const TURN: &'static str = "move";
    const UNDO: &'static str = "undo";
    const YOUR_TURN: &'static str = "It is your move: \"go\" lets the engine move for you.";
    const COMPUTER: &'static str = "engine";
    const WATCHED_DELAY: Duration = Duration::from_secs(1);
    const MENU_KEYS: [char; 2] = ['o', 'p'];

    fn help_on(command: &str) -> Option<String> {
        texts::help_on(command)
    }

    fn to_file(&self) -> ChessFile {
        ChessFile::from(self.session.to_pgn())
    }

    fn load(&mut self, file: ChessFile) -> Vec<String> {
        let mut session = Session::from_pgn(file.pgn.clone());
        let notes = make_playable(&mut session, &file, [false; 2]);
        self.replace(session);
        notes
    }

    fn next(&self) -> Next {
        match self.session.next() {
            ChessNext::Human(_) => Next::Human,
            ChessNext::Computer(_) | ChessNext::Unknown(_) => Next::Computer,
            ChessNext::Over(_) => Next::Over,
        }
    }

    fn verdict(&self) -> String {
        self.session.conclusion().map_or_else(|| "ongoing".to_owned(), |conclusion| conclusion.to_string())
    }

    fn has_human(&self) -> bool {
        self.session.has_human()
    }

    fn length(&self) -> usize {
        self.session.game().moves().len()
    }

    fn is_untouched(&self) -> bool {
        self.length() == 0 && self.session.conclusion().is_none()
    }

    fn to_move(&self) -> String {
        color_name(self.session.to_move()).to_owned()
    }

    fn seat_to_move(&self) -> String {
        self.to_move().to_ascii_lowercase()
    }

    fn name_to_move(&self) -> String {
        players::excerpt(&self.session.spec(self.session.to_move()).name())
    }

    fn absence(&self) -> Option<Pause> {
        absence(self.session.spec(self.session.to_move()))
    }

    fn time(&self) -> String {
        format!("Move {}", self.session.game().board().fullmove_number())
    }

    fn screen(&mut self, at: Option<usize>) -> String {
        let now = self.session.game();
        let earlier = at.map(|at| now.after(at));
        let game = earlier.as_ref().unwrap_or(now);
        let title = match (at, self.session.conclusion()) {
            (Some(at), _) => format!("{}: {at} of {} moves", self.title(game), now.moves().len()),
            (None, Some(conclusion)) => format!("The game is over: {conclusion}"),
            (None, None) => self.title(game),
        };
        let [white, black] = self.session.seats();
        let seen_from = if black.is_human() && !white.is_human() { Color::Black } else { Color::White };
        let view = View {
            game,
            bottom: if self.is_flipped { !seen_from } else { seen_from },
            pieces: self.pieces,
            palette: self.palette,
            size: Size::of_stdout(),
            names: [white, black].map(|spec| players::excerpt(&spec.name())),
            // What was expected says nothing about the past, nor about a game that is over.
            note: self.note.clone().filter(|_| at.is_none() && self.session.conclusion().is_none()),
        };
        let text = board::draw(&view, &title);
        if at.is_none() {
            self.shown = Some((now.board().clone(), self.session.conclusion()));
        }
        text
    }

    fn is_shown(&self) -> bool {
        let is_now = |(board, conclusion): &(::chess::Board, Option<Conclusion>)| {
            board == self.session.game().board() && *conclusion == self.session.conclusion()
        };
        self.shown.as_ref().is_some_and(is_now)
    }

    /// Commands and legal moves.
    fn completions(&self) -> Complete {
        let game = self.session.game();
        let moves = if self.session.conclusion().is_some() { Vec::new() } else { game.legal_moves() };
        let write = |mv: &::chess::Move| (mv.from.to_string(), write_san(game.board(), *mv));
        let moves: Vec<(String, String)> = moves.iter().map(write).collect();
        Box::new(move |text| completions(&moves, text))
    }

    fn show_to_human(sitting: &mut Game<'_>) -> Result<()> {
        if sitting.game.is_shown() {
            return Ok(());
        }
        sitting.show()?;
        if let Some(rule) = sitting.game.session.claimable() {
            let draw = Conclusion::Draw(rule);
            sitting.say(format_args!("You can claim {draw}: \"draw\" claims it, a move plays on."))?;
        }
        if sitting.is_over() {
            sitting.say("\"new\" begins anew, [ looks back, \"undo\" takes back, \"pgn\" prints it, or \"quit\".")?;
        }
        Ok(())
    }

    fn read(line: &str) -> Result<Order> {
        Order::read(line)
    }

    fn carry_out(sitting: &mut Game<'_>, order: Order) -> Result<()> {
        sitting.carry_out(order)
    }

    fn begin_turn(sitting: &mut Game<'_>) -> Result<bool> {
        if sitting.console.is_interactive() && !sitting.pace.is_fast {
            sitting.show_if_new()?;
        }
        Ok(true)
    }

    fn decide(sitting: &mut Game<'_>) -> (Result<Decided, Failure>, Option<Wish>) {
        sitting.decide()
    }

    fn play(sitting: &mut Game<'_>, turn: Decided) -> Result<()> {
        match turn {
            Decided::Move(decision) => sitting.play_and_tell(&decision),
            Decided::ClaimsDraw => sitting.claim_draw(),
            Decided::Resigns => {
                let color = sitting.game.session.to_move();
                sitting.game.session.resign(color);
                sitting.changed()
            }
        }
    }
}

/// What the last word of a line can be. The moves come with the squares where they begin.
fn completions(moves: &[(String, String)], text: &str) -> Completions {
    let mut typed: Vec<&str> = text.split_whitespace().collect();
    if !text.ends_with(char::is_whitespace) {
        typed.pop();
    }
    let kinds = || <Chess as players::Playable>::kinds().iter().map(|kind| kind.name.to_owned());
    let completions: Vec<String> = match typed[..] {
        [] => moves.iter().map(|(_, san)| san.clone()).chain(words().map(str::to_owned)).collect(),
        ["moves" | "m"] => {
            let mut squares: Vec<String> = moves.iter().map(|(square, _)| square.clone()).collect();
            squares.dedup();
            squares
        }
        ["seat"] => ["white", "black"].map(str::to_owned).to_vec(),
        ["seat", _] => std::iter::once("human".to_owned()).chain(kinds()).collect(),
        ["hint" | "h" | "go" | "g"] => kinds().collect(),
        ["help" | "?"] => words().map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    Completions::Words(completions)
}
