//! What the user types in a game of chess, carried out.

use std::path::PathBuf;

use ::chess::engine::{Breakdown, Engine};
use ::chess::{
    Board, Color, Game as ChessGame, Move, Next, Piece, PlayerSpec, Session, Undone, color_name, fen, write_san,
};
use anyhow::Result;
use cozy_chess::Square;
use storage::printable;

use super::board::Pieces;
use super::computer::pawns;
use super::game::{Game, Pause};
use super::order::{Order, read_move};
use super::saved::{ChessFile, today};
use super::{make_playable, texts};
use crate::autosave::{Autosave, Folder, SavedGame, check_free};
use crate::figures::plural;
use crate::terminal::sentence;

impl Game<'_> {
    /// Follows a line of input, and says whether the game goes on.
    pub(super) fn follow(&mut self, line: &str) -> Result<bool> {
        match Order::read(line) {
            Ok(Order::Quit { discard }) => return self.quit(discard).map(|leaves| !leaves),
            Ok(Order::Step) => return self.step(),
            Ok(order) => self.carry_out(order)?,
            Err(error) => self.say(sentence(&format!("{error:#}")))?,
        }
        Ok(true)
    }

    fn carry_out(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Move(text) => self.make_move(&text),
            Order::Moves(square) => self.list_moves(square),
            Order::Undo(count) => self.undo(count),
            Order::Redo => self.redo(),
            Order::Hint(_) if self.is_over() => self.say_over(),
            Order::Hint(spec) => self.hint(spec),
            Order::Why => self.explain(),
            Order::Draw => self.claim_draw(),
            Order::Resign => self.resign(),
            Order::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show()
            }
            Order::Letters => {
                self.draw_pieces(if self.pieces == Pieces::Ascii { Pieces::Ascii } else { Pieces::Letters })
            }
            Order::Figures => self.draw_pieces(Pieces::Figures),
            Order::Seat(color, spec) => self.seat(color, spec),
            Order::Seats => self.seats(),
            Order::Fen => self.say(fen(self.session.game().board())),
            Order::Pgn => self.print_game(),
            Order::Save { path, replace } => self.save(path, replace),
            Order::Load { path, discard } => self.load(path, discard),
            Order::New { start, discard } => self.begin(start, discard),
            Order::Go(spec) => self.go(spec),
            Order::Fast => self.skip_ahead(),
            Order::Board => self.show(),
            Order::Help => self.say(texts::HELP),
            // The caller has dealt with them.
            Order::Quit { .. } | Order::Step => Ok(()),
        }
    }

    /// Leaves the game, unless it would be lost; says whether it does.
    pub(super) fn quit(&mut self, discard: bool) -> Result<bool> {
        if !discard && !self.is_saved && self.autosave.is_some() {
            self.say("The game is not saved: save FILE saves it, quit! leaves without it.")?;
            return Ok(false);
        }
        self.leave("You left the game")?;
        Ok(true)
    }

    fn say_over(&mut self) -> Result<()> {
        match self.session.conclusion() {
            Some(conclusion) => self.say(format_args!("The game is over: {conclusion}. undo takes back.")),
            None => Ok(()),
        }
    }

    /// Whether a human is to move. If not, says why and what can be done.
    fn is_humans_turn(&mut self) -> Result<bool> {
        match self.session.next() {
            Next::Human(_) => return Ok(true),
            Next::Over(_) => self.say_over()?,
            Next::Computer(color) | Next::Unknown(color) => {
                let (side, name) = (color_name(color), players::excerpt(&self.session.spec(color).name()));
                let join = self.how_to_join();
                self.say(format_args!("{side} is to move, and {name} plays it. go lets it move, {join}."))?;
            }
        }
        Ok(false)
    }

    fn make_move(&mut self, text: &str) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        match read_move(self.session.game().board(), text) {
            Ok(mv) => {
                self.session.play(mv)?;
                self.note = None;
                self.changed()
            }
            Err(error) => self.say(format_args!("{error}.")),
        }
    }

    fn list_moves(&mut self, square: Option<Square>) -> Result<()> {
        if self.is_over() {
            return self.say_over();
        }
        let game = self.session.game();
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
            match self.session.undo() {
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
        self.note = None;
        // With a human to move there is nothing to wait for.
        self.is_paused &= !self.session.has_human();
        self.say(format_args!("Taken back: {}.", plural(taken, "move")))?;
        self.changed()
    }

    fn redo(&mut self) -> Result<()> {
        match self.session.redo() {
            0 => self.say("There is nothing to play again."),
            count => {
                self.note = None;
                self.say(format_args!("Redone: {}.", plural(count, "move")))?;
                self.changed()
            }
        }
    }

    /// The parts of the static evaluation.
    fn explain(&mut self) -> Result<()> {
        let board = self.session.game().board();
        let Breakdown { terms, phase, scale, tempo, value } = Engine::explain(board);
        let value = if board.side_to_move() == Color::White { value } else { -value };
        let width = terms.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = format!("  {:<width$} {:>8} {:>8} {:>8}\n", "", "White", "Black", "sum");
        for (name, [white, black]) in terms.iter().filter(|(_, sums)| *sums != [0, 0]) {
            let [white, black, sum] = [*white, *black, white - black].map(pawns);
            text += &format!("  {name:<width$} {white:>8} {black:>8} {sum:>8}\n");
        }
        if scale != 64 {
            text += &format!("Of the sum only {scale}/64 count, because this is hard to win.\n");
        }
        text += &format!(
            "The engine's static evaluation is {}, with a bonus of {} for the side to move. It does not look ahead. \
             The phase is {phase} of 24: 24 is the opening, 0 an endgame of kings and pawns.",
            pawns(value),
            pawns(tempo)
        );
        self.say(text)
    }

    fn claim_draw(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        let side = color_name(self.session.to_move());
        match self.session.claim_draw() {
            Ok(conclusion) => self.concluded(&format!("{side} claims the draw"), conclusion),
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    /// Gives up for the human to move, or for the only human.
    fn resign(&mut self) -> Result<()> {
        if self.is_over() {
            return self.say_over();
        }
        let color = self.session.to_move();
        let human = [color, !color].into_iter().find(|&color| self.session.spec(color).is_human());
        match human {
            Some(color) => {
                self.session.resign(color);
                self.is_paused = false;
                self.changed()
            }
            None => self.say("No human takes part who could resign."),
        }
    }

    /// Prints the game. Its comments may come from a file with anything in it.
    fn print_game(&mut self) -> Result<()> {
        let text = self.session.to_pgn().to_string();
        let lines: Vec<String> = text.lines().map(players::excerpt).collect();
        self.say(lines.join("\n"))
    }

    fn draw_pieces(&mut self, pieces: Pieces) -> Result<()> {
        self.pieces = pieces;
        self.show()
    }

    fn seat(&mut self, color: Color, spec: PlayerSpec) -> Result<()> {
        self.session.seat(color, spec);
        let name = players::excerpt(&self.session.spec(color).to_string());
        self.say(format_args!("{} is {name} now.", color_name(color)))?;
        (self.is_saved, self.is_shown) = (false, false);
        if self.is_over() {
            return self.autosave();
        }
        if !self.session.has_human() {
            self.pause(Pause::NoHumans)?;
        } else if self.is_paused {
            // A human takes part again, so the game goes on by itself.
            self.is_paused = false;
            if !matches!(self.session.next(), Next::Human(_)) {
                self.say("The game goes on.")?;
            }
        }
        self.autosave()
    }

    fn seats(&mut self) -> Result<()> {
        for color in Color::ALL {
            let name = players::excerpt(&self.session.spec(color).to_string());
            self.say(format_args!("  {}  {name}", color_name(color)))?;
        }
        Ok(())
    }

    fn save(&mut self, path: PathBuf, replace: bool) -> Result<()> {
        if !replace && let Err(error) = check_free(&path, self.file.as_deref()) {
            return self.say(format_args!("{error}; save! {} replaces it.", printable(&path)));
        }
        match ChessFile::from(self.session.to_pgn()).save(&path) {
            Ok(()) => {
                self.say(format_args!("Saved to {}.", printable(&path)))?;
                (self.is_saved, self.file) = (true, Some(path));
                Ok(())
            }
            Err(error) => self.say(format_args!("Cannot save to {}: {error}.", printable(&path))),
        }
    }

    /// Whether another game may take the place of this one. If not, says so.
    fn may_be_replaced(&mut self, command: &str) -> Result<bool> {
        if self.is_saved || self.is_untouched() {
            return Ok(true);
        }
        self.say(format_args!("This game is not saved: save FILE saves it, {command} discards it."))?;
        Ok(false)
    }

    fn load(&mut self, path: PathBuf, discard: bool) -> Result<()> {
        if !discard && !self.may_be_replaced(&format!("load! {}", printable(&path)))? {
            return Ok(());
        }
        match ChessFile::load(&path) {
            Ok(file) => {
                self.say(format_args!("Loaded {}.", printable(&path)))?;
                let mut session = Session::from_pgn(file.pgn.clone());
                for note in make_playable(&mut session, &file) {
                    self.say(note)?;
                }
                self.replace(session);
                self.file = Some(path);
                if self.is_over() || self.session.has_human() { Ok(()) } else { self.pause(Pause::Loaded) }
            }
            Err(error) => self.say(format_args!("Cannot load: {error}.")),
        }
    }

    fn begin(&mut self, start: Option<Box<Board>>, discard: bool) -> Result<()> {
        if !discard && !self.may_be_replaced("new!")? {
            return Ok(());
        }
        let game = start.map_or_else(ChessGame::default, |start| ChessGame::new(*start));
        let mut session = Session::new(game, self.session.seats().clone());
        session.set_tag("Date", &today());
        self.replace(session);
        self.file = None;
        self.say("A new game.")
    }

    /// Goes on with another game. It is saved to a file of its own.
    fn replace(&mut self, session: Session) {
        self.session = session;
        (self.is_saved, self.is_shown, self.is_paused, self.note) = (true, false, false, None);
        self.autosave = self.autosave.take().and_then(|_| Folder::of_user().ok()).map(Autosave::to_folder);
        self.console.interrupt.set_farewell(String::new());
    }

    /// Lets a computer move for the human, or lets the computers that wait play on.
    fn go(&mut self, spec: Option<PlayerSpec>) -> Result<()> {
        match self.session.next() {
            Next::Over(_) => self.say_over(),
            Next::Computer(_) | Next::Unknown(_) if spec.is_none() => {
                self.is_paused = false;
                Ok(())
            }
            Next::Computer(_) | Next::Unknown(_) => {
                self.say("A computer is to move: go lets it move, seat lets another one play.")
            }
            Next::Human(_) => match self.advise(spec)? {
                Some(decision) => self.play_and_tell(&decision),
                None => Ok(()),
            },
        }
    }

    /// Whether a computer is to move. If not, says so.
    fn is_computers_turn(&mut self) -> Result<bool> {
        match self.session.next() {
            Next::Computer(_) | Next::Unknown(_) => return Ok(true),
            Next::Over(_) => self.say_over()?,
            Next::Human(_) => self.say("It is your move: go lets the engine move for you.")?,
        }
        Ok(false)
    }

    /// Lets the computers play on without delays and without showing each board.
    fn skip_ahead(&mut self) -> Result<()> {
        if self.is_computers_turn()? {
            (self.is_paused, self.pace.is_fast) = (false, true);
        }
        Ok(())
    }

    /// Lets the next computer move, and says whether the game goes on.
    fn step(&mut self) -> Result<bool> {
        if !self.is_computers_turn()? {
            return Ok(true);
        }
        let goes_on = self.single_turn()?;
        if goes_on && !self.is_paused && !self.is_over() && !self.session.has_human() {
            // What was typed is followed by a prompt, and not by keys.
            self.keys = None;
            self.pause(Pause::Step)?;
        }
        Ok(goes_on)
    }
}
