//! Chess on the page: a [`Session`] of the crate `chess` with clocks, and an engine that analyses.

mod analysis;
mod clock;
pub(crate) mod messages;
pub(crate) mod opponents;
mod position;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use chess::engine::Clock;
use chess::pgn::{PgnGame, PgnReader, read_evaluation};
use chess::{Chess, Color, Conclusion, Game, Next, PlayerSpec, Position, Reasons, Session, Undone};
use chess::{color_name, fen, read_fen, read_san, with_drawn_seed, write_san};
use gametree::Limits;
use players::{Decision, Setup};

use self::analysis::{Analyst, MAX_LINES, from_white, with_numbers, worth};
use self::clock::Clocks;
use self::messages::{
    ChessAnswer, ChessClocks, ChessMode, ChessMove, ChessNews, ChessOrder, ChessOutcome, ChessPlayer, ChessProgress,
    ChessQuestion, ChessSetup, ChessStart, ChessView,
};
use self::opponents::{opponent, read_player, with_little_memory};
use self::position::{legal_moves, position, written};
use crate::access::Access;
use crate::live::{LiveGame, Refusal, Reply, Task};
use crate::protocol::{GameKind, Summary};

/// The longest game that is read, in moves of either side.
const MAX_MOVES: usize = 1_000;

/// The longest game that is read, in KiB with its tags and comments.
const MAX_KIB: usize = 256;

const NOTHING_TO_TAKE_BACK: &str = "there is no move to take back";
const NOTHING_TO_PLAY_AGAIN: &str = "there is no move to play again";

/// A game of chess.
pub(crate) struct ChessGame {
    mode: ChessMode,
    session: Session,
    /// How many moves the game had when it began here.
    first: usize,
    clocks: Option<Clocks>,
    /// When the side to move began to think.
    since: Instant,
    /// The moves that moves from earlier positions replaced, the last one last.
    replaced: Vec<PgnGame>,
    analyst: Analyst,
}

impl LiveGame for ChessGame {
    const KIND: GameKind = GameKind::Chess;
    const SEATS: usize = 2;
    type Setup = ChessSetup;
    type Order = ChessOrder;
    type News = ChessNews;
    type View = ChessView;
    type Question = ChessQuestion;
    type Answer = ChessAnswer;
    type Progress = ChessProgress;

    fn new(setup: &ChessSetup) -> Result<Self, Refusal> {
        let seats = [read_player(&setup.white)?, read_player(&setup.black)?];
        let mut session = match &setup.start {
            ChessStart::Initial => Session::new(Game::default(), seats),
            ChessStart::Fen { fen } => Session::new(Game::new(read_fen(fen).map_err(Refusal::because)?), seats),
            ChessStart::Pgn { pgn } => {
                let read = PgnReader::new(pgn).next().ok_or_else(|| Refusal("there is no game in it".to_owned()))?;
                let read = read.map_err(|error| Refusal(format!("not a PGN: {error}")))?;
                check_pgn(&read)?;
                let mut session = Session::from_pgn(read);
                // Names in a file start nobody's programs here.
                for (color, seat) in Color::ALL.into_iter().zip(seats) {
                    session.seat(color, seat);
                }
                session
            }
        };
        if is_date(&setup.date) && matches!(setup.start, ChessStart::Initial | ChessStart::Fen { .. }) {
            session.set_tag("Date", &setup.date);
        }
        let first = session.game().moves().len();
        let clocks = setup.time.map(|time| Clocks::new(time, first)).transpose()?;
        let (mode, replaced, analyst) = (setup.mode, Vec::new(), Analyst::default());
        if mode == ChessMode::Analyse && !session.seats().iter().all(PlayerSpec::is_human) {
            return Err(Refusal("in analysis nobody plays: both sides are human".to_owned()));
        }
        Ok(Self { mode, session, first, clocks, since: Instant::now(), replaced, analyst })
    }

    fn settle(setup: &mut ChessSetup) {
        for player in [&mut setup.white, &mut setup.black] {
            if let Ok(spec) = read_player(player) {
                *player = with_drawn_seed(spec).to_string();
            }
        }
    }

    fn check_access(&self, order: &ChessOrder, access: Access) -> Result<(), Refusal> {
        let may_play = |color: Color| access.may_play(color as usize);
        let is_allowed = match order {
            ChessOrder::Move { .. } | ChessOrder::ClaimDraw => may_play(self.session.to_move()),
            ChessOrder::Resign { side } => may_play((*side).into()),
            ChessOrder::Decide { .. } => return Err(Refusal("computers decide for themselves".to_owned())),
            ChessOrder::TakeBack | ChessOrder::PlayAgain => {
                Color::ALL.into_iter().any(|color| self.session.spec(color).is_human() && may_play(color))
                    || access.is_host
            }
            ChessOrder::Flag { .. } => true,
            ChessOrder::Restore | ChessOrder::Seat { .. } => access.is_host,
        };
        if is_allowed { Ok(()) } else { Err(Refusal("this is for another player to do".to_owned())) }
    }

    fn is_for_position(order: &ChessOrder) -> bool {
        !matches!(order, ChessOrder::Seat { .. } | ChessOrder::Resign { .. } | ChessOrder::Flag { .. })
    }

    fn consent_of(&self, order: &ChessOrder) -> Result<Vec<usize>, Refusal> {
        let is_shared = self.mode == ChessMode::Play && self.session.seats().iter().all(PlayerSpec::is_human);
        match order {
            ChessOrder::TakeBack if !self.can_take_back() && self.session.conclusion().is_none() => {
                Err(Refusal(NOTHING_TO_TAKE_BACK.to_owned()))
            }
            ChessOrder::PlayAgain if !self.session.can_redo() => Err(Refusal(NOTHING_TO_PLAY_AGAIN.to_owned())),
            ChessOrder::TakeBack | ChessOrder::PlayAgain if is_shared => Ok(vec![0, 1]),
            _ => Ok(Vec::new()),
        }
    }

    fn stamp(&self, order: &mut ChessOrder) {
        if let ChessOrder::Move { millis, .. } | ChessOrder::Flag { millis } = order {
            *millis = self.thought().as_millis().try_into().unwrap_or(u32::MAX);
        }
    }

    fn apply(&mut self, order: &ChessOrder) -> Result<ChessNews, Refusal> {
        let text = self.carry_out(order)?;
        self.since = Instant::now();
        Ok(ChessNews { text })
    }

    fn view(&self) -> ChessView {
        let session = &self.session;
        let game = session.game();
        let outcome = session.conclusion().map(|conclusion| ChessOutcome {
            result: conclusion.result().to_string(),
            text: sentence(&conclusion.to_string()),
            winner: conclusion.winner().map(Into::into),
        });
        let is_human = matches!(session.next(), Next::Human(_));
        ChessView {
            mode: self.mode,
            players: session.seats().each_ref().map(player),
            start: position(game.start()),
            moves: self.moves(),
            legal: if is_human || self.mode == ChessMode::Analyse { legal_moves(game) } else { Vec::new() },
            to_move: session.to_move().into(),
            number: game.board().fullmove_number().into(),
            outcome,
            claim: session.claimable().filter(|_| is_human).map(|rule| rule.to_string()),
            can_take_back: self.can_take_back(),
            can_play_again: session.can_redo(),
            replaced: self.replaced.last().map(|replaced| self.describe_replaced(replaced)),
            clocks: self.clocks.as_ref().map(|clocks| self.show_clocks(clocks)),
        }
    }

    fn summary(&self) -> Summary {
        let [white, black] = self.session.seats().each_ref().map(player);
        let players = match (self.mode, white.is_human, black.is_human) {
            (ChessMode::Analyse, _, _) => "analysis".to_owned(),
            (_, true, true) => "two people".to_owned(),
            (_, true, false) => format!("White, against {}", black.name),
            (_, false, true) => format!("Black, against {}", white.name),
            (_, false, false) => format!("{} against {}", white.name, black.name),
        };
        let number = self.session.game().board().fullmove_number();
        let state = match self.session.next() {
            Next::Over(conclusion) => sentence(&conclusion.to_string()),
            Next::Human(_) if self.mode == ChessMode::Play && white.is_human != black.is_human => {
                format!("Move {number}, your turn")
            }
            _ => format!("Move {number}, {} to move", color_name(self.session.to_move())),
        };
        Summary {
            players,
            state,
            is_over: self.session.conclusion().is_some() && self.mode == ChessMode::Play,
            has_human: white.is_human || black.is_human,
            details: serde_json::json!({ "squares": position(self.session.game().board()).squares }),
        }
    }

    fn answer(&self, question: ChessQuestion) -> Result<Reply<Self>, Refusal> {
        let game = self.session.game();
        Ok(match question {
            ChessQuestion::Moves { ply } => {
                let at = self.after(ply)?;
                Reply::Now(ChessAnswer::Moves { legal: legal_moves(&at) })
            }
            ChessQuestion::Analyse { ply, lines, millis } => {
                let at = self.after(ply)?;
                if lines == 0 || lines > MAX_LINES {
                    return Err(Refusal(format!("{lines} lines: expected 1 to {MAX_LINES}")));
                }
                let (analyst, time) = (self.analyst.clone(), Duration::from_millis(millis.into()));
                Reply::Later(Box::new(move |context| {
                    Ok(ChessAnswer::Analysis(analyst.analyse(&at, ply, lines, time, &context.cancel)))
                }))
            }
            ChessQuestion::Scores { from } => {
                self.after(from)?;
                let (analyst, game) = (self.analyst.clone(), game.clone());
                Reply::Later(Box::new(move |context| {
                    let all = from as usize..=game.moves().len();
                    let count = all.clone().count();
                    let scores = analyst.scores(all.map(|ply| game.after(ply)), &context.cancel);
                    let is_complete = scores.len() == count;
                    Ok(ChessAnswer::Scores { from, scores, is_complete })
                }))
            }
            ChessQuestion::Texts { ply } => {
                let fen = fen(self.after(ply)?.board());
                Reply::Now(ChessAnswer::Texts { fen, pgn: self.session.to_pgn().to_string() })
            }
            ChessQuestion::Worth { ply } => {
                let (pieces, is_network) = worth(self.after(ply)?.board());
                Reply::Now(ChessAnswer::Worth { ply, pieces, is_network })
            }
            ChessQuestion::Position { fen } => {
                let board = read_fen(&fen).map_err(Refusal::because)?;
                Reply::Now(ChessAnswer::Position(position(&board)))
            }
        })
    }

    fn next_task(&self) -> Option<Task<Self, ChessOrder>> {
        let Next::Computer(color) = self.session.next() else { return None };
        let can_claim = self.session.claimable().is_some();
        let spec = with_little_memory(self.session.spec(color));
        let position = Position { game: self.session.game().clone(), clocks: self.engine_clocks() };
        Some(Box::new(move |context| {
            let started = Instant::now();
            let setup = Setup { seat: color as usize, cancel: context.cancel.clone(), ..Setup::default() };
            let fault = |fault| Refusal(format!("the player of {} {fault}", color_name(color)));
            let mut player = spec.build(&setup).map_err(fault)?;
            let mut limits = Limits::default().with_cancel(context.cancel.clone());
            // The textbook players would search otherwise than the papers say if they had to be ready
            // to stop; they are quick.
            if matches!(&spec, PlayerSpec::Computer { kind, .. } if kind.name == "engine") {
                limits = limits.with_stop(context.stop.clone());
            }
            let mut tell = |decision: &Decision<Chess>| {
                (context.progress)(ChessProgress { depth: decision.reasons.depth });
            };
            let decision = player.think(&position, &limits, &mut tell).map_err(fault)?;
            let board = position.game.board();
            if !board.is_legal(decision.turn) {
                return Err(Refusal(format!("the player of {} chose an illegal move", color_name(color))));
            }
            if can_claim && !decision.reasons.expects_more_than_a_draw() {
                return Ok(ChessOrder::ClaimDraw);
            }
            let (_, _, uci) = written(board, decision.turn);
            let Reasons { score, depth, .. } = decision.reasons;
            let ply = position.game.moves().len() as u32;
            let millis = started.elapsed().as_millis().try_into().unwrap_or(u32::MAX);
            Ok(ChessOrder::Decide { ply, uci, score, depth, millis })
        }))
    }
}

impl ChessGame {
    /// Carries out an order, and says in words what happened.
    fn carry_out(&mut self, order: &ChessOrder) -> Result<String, Refusal> {
        match order {
            ChessOrder::Move { ply, text, millis } => self.make_move(*ply, text, *millis),
            ChessOrder::Decide { ply, uci, score, depth, millis } => {
                self.check_turn(*ply, |next| matches!(next, Next::Computer(_)))?;
                let turn = self.session.game().read_move(uci).map_err(Refusal::because)?;
                let reasons = Reasons { score: *score, depth: *depth, ..Reasons::default() };
                let decision = Decision { turn, nodes: 0, evaluations: 0, reasons };
                self.play(*millis, |session| {
                    let text = told(session.game(), decision.turn);
                    session.play_decision(&decision).map_err(Refusal::because)?;
                    Ok(text)
                })
            }
            ChessOrder::TakeBack => {
                let text = match self.session.undo() {
                    Some(Undone::Moves(1)) => "One move was taken back.".to_owned(),
                    Some(Undone::Moves(count)) => format!("{count} moves were taken back."),
                    Some(Undone::Conclusion) => "The game goes on.".to_owned(),
                    None => return Err(Refusal(NOTHING_TO_TAKE_BACK.to_owned())),
                };
                self.rewind_clocks();
                Ok(text)
            }
            ChessOrder::PlayAgain => match self.session.redo() {
                0 => Err(Refusal(NOTHING_TO_PLAY_AGAIN.to_owned())),
                _ => {
                    self.rewind_clocks();
                    let game = self.session.game();
                    let last = game.moves().last().copied();
                    let before = game.after(game.moves().len() - 1);
                    Ok(last.map_or_else(String::new, |last| told(&before, last)))
                }
            },
            ChessOrder::Resign { side } => {
                self.check_open()?;
                self.session.resign((*side).into());
                Ok(self.conclusion_text())
            }
            ChessOrder::ClaimDraw => {
                self.session.claim_draw().map_err(Refusal::because)?;
                Ok(self.conclusion_text())
            }
            ChessOrder::Flag { millis } => {
                self.check_open()?;
                if !self.is_out_of_time(*millis) {
                    return Err(Refusal("there is time left".to_owned()));
                }
                self.session.run_out_of_time(self.session.to_move());
                Ok(self.conclusion_text())
            }
            ChessOrder::Restore => {
                let replaced = self.replaced.pop().ok_or_else(|| Refusal("no moves were replaced".to_owned()))?;
                let seats = self.session.seats().clone();
                self.session = Session::from_pgn(replaced);
                for (color, seat) in Color::ALL.into_iter().zip(seats) {
                    self.session.seat(color, seat);
                }
                Ok("The replaced moves are back.".to_owned())
            }
            ChessOrder::Seat { side, player } => {
                if self.mode == ChessMode::Analyse {
                    return Err(Refusal("in analysis nobody plays: both sides are human".to_owned()));
                }
                let (color, spec) = (Color::from(*side), read_player(player)?);
                let text = format!("{} is {} now.", color_name(color), self::player(&spec).name);
                self.session.seat(color, spec);
                Ok(text)
            }
        }
    }

    fn make_move(&mut self, ply: u32, text: &str, millis: u32) -> Result<String, Refusal> {
        if self.mode == ChessMode::Play {
            self.check_turn(ply, |next| matches!(next, Next::Human(_)))?;
        }
        let at = self.after(ply)?;
        let mv = at.read_move(text).ok().map_or_else(|| read_san(at.board(), text), Ok).map_err(Refusal::because)?;
        let moves = self.session.game().moves();
        if moves.get(ply as usize) == Some(&mv) {
            return Ok(told(&at, mv));
        }
        let is_ended = self.session.conclusion().is_some();
        if (ply as usize) < moves.len() || is_ended {
            self.replaced.push(self.session.to_pgn());
            if is_ended && self.session.game().ending().is_none_or(|rule| rule.is_claimed()) {
                // A result that was declared, and no move.
                self.session.undo();
            }
            while self.session.game().moves().len() > ply as usize && self.session.undo().is_some() {}
        }
        self.play(millis, |session| {
            let text = told(session.game(), mv);
            session.play(mv).map_err(Refusal::because)?;
            Ok(text)
        })
    }

    /// Makes a move, if there is time left for it.
    fn play(
        &mut self,
        millis: u32,
        make: impl FnOnce(&mut Session) -> Result<String, Refusal>,
    ) -> Result<String, Refusal> {
        let side = self.session.to_move();
        if self.is_out_of_time(millis) {
            self.session.run_out_of_time(side);
            return Ok(self.conclusion_text());
        }
        let is_running = self.is_clock_running();
        let mut text = make(&mut self.session)?;
        if let Some(clocks) = &mut self.clocks {
            let thought = if is_running { Duration::from_millis(millis.into()) } else { Duration::ZERO };
            clocks.press(side, thought);
        }
        if self.session.conclusion().is_some() {
            text = format!("{text} {}", self.conclusion_text());
        }
        Ok(text)
    }

    /// Refuses a move that is late or not this player's.
    fn check_turn(&self, ply: u32, is_right: impl Fn(Next) -> bool) -> Result<(), Refusal> {
        self.check_open()?;
        let moves = self.session.game().moves().len();
        if ply as usize != moves {
            return Err(Refusal(format!("the game has moved on: it has {moves} moves, not {ply}")));
        }
        if !is_right(self.session.next()) {
            return Err(Refusal(format!("{} is not yours to move", color_name(self.session.to_move()))));
        }
        Ok(())
    }

    fn check_open(&self) -> Result<(), Refusal> {
        let over = |conclusion: Conclusion| Err(Refusal(format!("the game is over: {conclusion}")));
        self.session.conclusion().map_or(Ok(()), over)
    }

    /// The game as it was after this many moves.
    fn after(&self, ply: u32) -> Result<Game, Refusal> {
        let game = self.session.game();
        let moves = game.moves().len();
        if ply as usize > moves {
            return Err(Refusal(format!("the game has only {moves} moves")));
        }
        Ok(game.after(ply as usize))
    }

    fn conclusion_text(&self) -> String {
        self.session.conclusion().map_or_else(String::new, |conclusion| sentence(&format!("{conclusion}.")))
    }

    fn can_take_back(&self) -> bool {
        let (first, moves) = (self.session.game().start().side_to_move(), self.session.game().moves().len());
        let movers = [first, !first].into_iter().take(moves);
        movers.into_iter().any(|color| !self.session.has_human() || self.session.spec(color).is_human())
    }

    fn describe_replaced(&self, replaced: &PgnGame) -> String {
        let (now, before) = (self.session.game().moves(), replaced.game.moves());
        let shared = now.iter().zip(before).take_while(|(a, b)| a == b).count().min(before.len().saturating_sub(1));
        let at = replaced.game.after(shared);
        let first = with_numbers(at.board(), before[shared..].iter().take(1)).concat();
        match before.len() - shared {
            0 | 1 => first,
            count => format!("{first} and {} more", count - 1),
        }
    }

    fn moves(&self) -> Vec<ChessMove> {
        let pgn = self.session.to_pgn();
        let mut board = pgn.game.start().clone();
        let mut moves = Vec::with_capacity(pgn.game.moves().len());
        for (i, &mv) in pgn.game.moves().iter().enumerate() {
            let (side, number, san) =
                (board.side_to_move().into(), board.fullmove_number().into(), write_san(&board, mv));
            let (from, to, _) = written(&board, mv);
            board.play_unchecked(mv);
            let note = pgn.comments.get(i).map_or("", String::as_str);
            let score = read_evaluation(note).map(|score| from_white(score, Color::White));
            let comment = without_commands(note);
            moves.push(ChessMove { side, number, san, from, to, position: position(&board), score, comment });
        }
        moves
    }

    /// Whether the clock of the side to move runs.
    fn is_clock_running(&self) -> bool {
        let played = self.session.game().moves().len().saturating_sub(self.first);
        self.clocks.as_ref().is_some_and(|clocks| clocks.is_running(played)) && self.session.conclusion().is_none()
    }

    /// How long the side to move has thought.
    fn thought(&self) -> Duration {
        if self.is_clock_running() { self.since.elapsed() } else { Duration::ZERO }
    }

    fn is_out_of_time(&self, millis: u32) -> bool {
        let side = self.session.to_move();
        let thought = Duration::from_millis(millis.into());
        let is_over = |clocks: &Clocks| clocks.after(side, thought).is_zero();
        self.is_clock_running() && self.clocks.as_ref().is_some_and(is_over)
    }

    fn rewind_clocks(&mut self) {
        let moves = self.session.game().moves().len();
        if let Some(clocks) = &mut self.clocks {
            clocks.rewind(moves);
        }
    }

    fn show_clocks(&self, clocks: &Clocks) -> ChessClocks {
        let side = self.session.to_move();
        let mut left = clocks.left();
        left[side as usize] = clocks.after(side, self.thought());
        if let Some(Conclusion::OutOfTime(loser)) = self.session.conclusion() {
            left[loser as usize] = Duration::ZERO;
        }
        let running = self.is_clock_running().then(|| side.into());
        ChessClocks { left: left.map(|left| left.as_millis() as u64), running, time: clocks.time }
    }

    fn engine_clocks(&self) -> Option<[Clock; 2]> {
        let clocks = self.clocks.as_ref()?;
        let clock = |left| Clock { left, increment: clocks.increment(), moves_to_go: None };
        Some(clocks.left().map(clock))
    }
}

/// Refuses games that are too long for a page, or not of chess.
fn check_pgn(read: &PgnGame) -> Result<(), Refusal> {
    let moves = read.game.moves().len();
    if moves > MAX_MOVES {
        return Err(Refusal(format!("the game has {moves} moves; up to {MAX_MOVES} can be read")));
    }
    let kib = read.to_string().len() >> 10;
    if kib > MAX_KIB {
        return Err(Refusal(format!(
            "the game has {kib} KiB with its names and comments; up to {MAX_KIB} KiB can be read"
        )));
    }
    let variant = read.tags.iter().find(|(name, _)| name == "Variant").map(|(_, value)| value.as_str());
    match variant.map(str::to_lowercase).as_deref() {
        None | Some("" | "standard" | "chess" | "normal" | "from position" | "chess960" | "fischerandom") => Ok(()),
        Some(variant) => Err(Refusal(format!("the game is of {}, and not of chess", players::excerpt(variant)))),
    }
}

/// Who plays a side.
fn player(spec: &PlayerSpec) -> ChessPlayer {
    let known = opponent(spec);
    let is_human = spec.is_human();
    let (name, about) = match known {
        Some(known) => (known.name, known.about),
        None if is_human => ("Human".to_owned(), String::new()),
        None => (players::excerpt(&spec.name()), String::new()),
    };
    ChessPlayer { player: spec.to_string(), name, about, is_human }
}

/// A move in words: "White plays 19. a4."
fn told(game: &Game, mv: chess::Move) -> String {
    let side = color_name(game.board().side_to_move());
    format!("{side} plays {}.", with_numbers(game.board(), std::iter::once(&mv)).concat())
}

/// With a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A comment without what is meant for programs: `[%clk 0:01:00]`.
fn without_commands(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        text += before;
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    text += rest;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text is a date as PGN writes it.
fn is_date(text: &str) -> bool {
    let pattern = |(i, c): (usize, char)| if i == 4 || i == 7 { c == '.' } else { c.is_ascii_digit() };
    text.len() == 10 && text.chars().enumerate().all(pattern)
}
