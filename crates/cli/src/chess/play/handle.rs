//! What the user types in a game of chess, carried out.

use ::chess::engine::{Breakdown, Engine, Evaluation, Explanation};
use ::chess::{Board, Color, Move, Piece, PlayerSpec, Session, Undone, color_name, fen, write_san};
use anyhow::Result;
use cozy_chess::Square;

use super::board::Pieces;
use super::computer::pawns;
use super::game::Game;
use super::order::{Order, read_move};
use super::saved::today;
use crate::figures::plural;
use crate::sitting::{Next, TerminalGame};
use crate::terminal::{Size, sentence};

impl Game<'_> {
    pub(super) fn carry_out(&mut self, order: Order) -> Result<()> {
        let is_about_now = matches!(
            order,
            Order::Move(_)
                | Order::Moves(_)
                | Order::Hint(_)
                | Order::Why
                | Order::Draw
                | Order::Go(_)
                | Order::Undo(_)
                | Order::Redo(_)
                | Order::Resign
                | Order::Fen
        );
        if is_about_now && !self.is_present()? {
            return Ok(());
        }
        match order {
            Order::Move(text) => self.make_move(&text),
            Order::Moves(square) => self.list_moves(square),
            Order::Undo(count) => self.undo(count),
            Order::Redo(count) => self.redo(count),
            Order::Hint(_) if self.is_over() => self.say_over(),
            Order::Hint(spec) => self.hint(spec),
            Order::Why => self.explain(),
            Order::Draw => {
                if self.is_humans_turn()? {
                    self.claim_draw()?;
                }
                Ok(())
            }
            Order::Resign => self.resign(),
            Order::Flip => {
                self.game.is_flipped = !self.game.is_flipped;
                self.show()
            }
            Order::Letters => {
                self.draw_pieces(if self.game.pieces == Pieces::Ascii { Pieces::Ascii } else { Pieces::Letters })
            }
            Order::Figures => self.draw_pieces(Pieces::Figures),
            Order::Seat(color, spec) => self.seat(color, spec),
            Order::Seats => self.seats(),
            Order::Fen => self.say(fen(self.game.session.game().board())),
            Order::Pgn => self.print_game(),
            Order::New { start, discard } => self.begin(start, discard),
            Order::Go(spec) => self.go(spec),
        }
    }

    fn make_move(&mut self, text: &str) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        match read_move(self.game.session.game().board(), text) {
            Ok(mv) => {
                self.game.session.play(mv)?;
                self.game.note = None;
                self.changed()
            }
            Err(error) => self.say(format_args!("{error}.")),
        }
    }

    fn list_moves(&mut self, square: Option<Square>) -> Result<()> {
        if self.is_over() {
            return self.say_over();
        }
        let game = self.game.session.game();
        let board = game.board();
        let moves: Vec<Move> =
            game.legal_moves().into_iter().filter(|mv| square.is_none_or(|square| mv.from == square)).collect();
        let Some(square) = square else {
            let mut text = format!("{}:", plural(moves.len(), "legal move"));
            for piece in Piece::ALL {
                let some = moves.iter().filter(|mv| board.piece_on(mv.from) == Some(piece));
                let some: Vec<String> = some.map(|&mv| write_san(board, mv)).collect();
                if !some.is_empty() {
                    text += &format!("\n  {}", some.join(" "));
                }
            }
            return self.say(text);
        };
        let text = match (board.color_on(square), &moves[..]) {
            (None, _) => format!("There is no piece on {square}."),
            (Some(color), _) if color != board.side_to_move() => {
                format!("The piece on {square} is {}'s, and {} is to move.", color_name(color), color_name(!color))
            }
            (_, []) => format!("The piece on {square} has no legal move."),
            (_, moves) => {
                let moves: Vec<String> = moves.iter().map(|&mv| write_san(board, mv)).collect();
                format!("{square}: {}", moves.join(" "))
            }
        };
        self.say(text)
    }

    fn undo(&mut self, count: usize) -> Result<()> {
        let mut taken = 0;
        for done in 0..count {
            match self.game.session.undo() {
                Some(Undone::Moves(moves)) => taken += moves,
                Some(Undone::Conclusion) if count == 1 => {
                    self.say("The game goes on.")?;
                    return self.changed();
                }
                Some(Undone::Conclusion) => {}
                None if done == 0 => return self.say("There is no move of yours to take back."),
                None => break,
            }
        }
        self.game.note = None;
        // With a human to move there is nothing to wait for.
        self.is_paused &= !self.game.has_human();
        self.say(format_args!("Taken back: {}.", plural(taken, "move")))?;
        self.changed()
    }

    fn redo(&mut self, count: usize) -> Result<()> {
        let redone = (0..count).map_while(|_| Some(self.game.session.redo()).filter(|&moves| moves > 0));
        match redone.sum() {
            0 => self.say("There is nothing to play again."),
            count => {
                self.game.note = None;
                self.say(format_args!("Redone: {}.", plural(count, "move")))?;
                self.changed()
            }
        }
    }

    /// What the engine thinks of the position without looking ahead.
    fn explain(&mut self) -> Result<()> {
        let board = self.game.session.game().board();
        let for_white = |value: i32| if board.side_to_move() == Color::White { value } else { -value };
        // In a narrow window only the sums have room.
        let columns = Size::of_stdout().columns;
        let mut text = String::new();
        if let Explanation::Pieces(values) = Evaluation::default().explain(board) {
            let value = pawns(for_white(values.value));
            let worth = values.to_string();
            let is_wide = worth.lines().all(|line| line.len() <= columns);
            text += &format!("The engine's network values the position at {value}, without looking ahead.");
            text += &if is_wide {
                format!(" What White would lose without each piece, in pawns:\n{}", worth.replace('-', "−"))
            } else {
                "\n".to_owned()
            };
        }
        let Breakdown { terms, phase, scale, tempo, value } = Engine::explain(board);
        let width = terms.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let heads = format!("  {:<width$} {:>8} {:>8} {:>8}\n", "", "White", "Black", "sum");
        let is_wide = heads.len() <= columns;
        if is_wide {
            text += &heads;
        }
        for (name, [white, black]) in terms.iter().filter(|(_, sums)| *sums != [0, 0]) {
            let [white, black, sum] = [*white, *black, white - black].map(pawns);
            text += &match is_wide {
                true => format!("  {name:<width$} {white:>8} {black:>8} {sum:>8}\n"),
                false => format!("  {name}: {sum}\n"),
            };
        }
        if scale != 64 {
            text += &format!("Of the sum only {scale}/64 count, because this is hard to win.\n");
        }
        text += &format!(
            "The hand-written evaluation, which the levels below full strength play with, is {}, with a bonus of {} for \
             the side to move. The phase is {phase} of 24: 24 is the opening, 0 an endgame of kings and pawns.",
            pawns(for_white(value)),
            pawns(tempo)
        );
        self.console.page(&text)
    }

    /// Claims a draw for the side to move.
    pub(super) fn claim_draw(&mut self) -> Result<()> {
        let side = color_name(self.game.session.to_move());
        match self.game.session.claim_draw() {
            Ok(conclusion) => {
                self.say(format_args!("{side} claims the draw: {conclusion}."))?;
                self.changed()
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    /// Gives up for the human to move, or for the only human.
    fn resign(&mut self) -> Result<()> {
        if self.is_over() {
            return self.say_over();
        }
        let color = self.game.session.to_move();
        let human = [color, !color].into_iter().find(|&color| self.game.session.spec(color).is_human());
        match human {
            Some(color) => {
                self.game.session.resign(color);
                self.is_paused = false;
                self.changed()
            }
            None => self.say("No human takes part who could resign."),
        }
    }

    /// Prints the game. Its comments may come from a file with anything in it.
    fn print_game(&mut self) -> Result<()> {
        let text = self.game.session.to_pgn().to_string();
        let lines: Vec<String> = text.trim_end().lines().map(players::excerpt).collect();
        self.say(lines.join("\n"))
    }

    fn draw_pieces(&mut self, pieces: Pieces) -> Result<()> {
        self.game.pieces = pieces;
        self.show()
    }

    fn seat(&mut self, color: Color, spec: PlayerSpec) -> Result<()> {
        self.game.session.seat(color, spec);
        // Another player expects something else.
        self.game.note = None;
        // The players stand beside the board.
        self.game.shown = None;
        let name = players::excerpt(&self.game.session.spec(color).to_string());
        self.say(format_args!("{} is {name} now.", color_name(color)))?;
        self.seats_changed()
    }

    fn seats(&mut self) -> Result<()> {
        for color in Color::ALL {
            let name = players::excerpt(&self.game.session.spec(color).to_string());
            self.say(format_args!("  {}  {name}", color_name(color)))?;
        }
        Ok(())
    }

    fn begin(&mut self, start: Option<Box<Board>>, discard: bool) -> Result<()> {
        if !discard && !self.may_be_replaced("new!")? {
            return Ok(());
        }
        let game = start.map_or_else(::chess::Game::default, |start| ::chess::Game::new(*start));
        let mut session = Session::new(game, self.game.session.seats().clone());
        session.set_tag("Date", &today());
        self.game.replace(session);
        self.replaced(None);
        self.say("A new game.")
    }

    /// Lets a computer make this one move, or lets the computers that wait play on.
    fn go(&mut self, spec: Option<PlayerSpec>) -> Result<()> {
        match (self.game.next(), spec) {
            (Next::Over, _) => self.say_over(),
            (Next::Computer, None) => {
                self.is_paused = false;
                Ok(())
            }
            (Next::Human | Next::Computer, spec) => match self.ask_computer(spec)? {
                Some(decision) => self.play_and_tell(&decision),
                None => Ok(()),
            },
        }
    }
}
