//! A game between two seats: humans, computers, or one of each. It can be taken back, ended and
//! saved, and knows no terminal.

use std::fmt;

use cozy_chess::{Color, Move};
use gametree::{Limits, Score};
use players::{ComputerPlayer, Decision, Fault, Setup};
use thiserror::Error;

use crate::game::{Ending, Game, MoveError};
use crate::pgn::{PgnGame, PgnResult, evaluation};
use crate::players::{Chess, PlayerSpec, Position};

/// The tag that says how a game ended, and its value for every end that the rules know.
const TERMINATION: &str = "Termination";
const NORMAL: &str = "normal";
/// What the tag says if a side ran out of time.
const TIME_FORFEIT: &str = "time forfeit";

/// A game with its players.
///
/// ```
/// use chess::{Game, Next, Session};
/// let mut session = Session::new(Game::default(), ["human".parse()?, "engine:nodes=500".parse()?]);
/// session.play(session.game().read_move("e2e4")?)?;
/// assert!(matches!(session.next(), Next::Computer(_)));
/// let decision = session.think(&Default::default())?;
/// session.play_decision(&decision)?;
/// session.undo();
/// assert_eq!(session.game().moves(), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    /// The tags of the game, without those that follow from the rest.
    tags: Vec<(String, String)>,
    game: Game,
    /// The comment after each move.
    comments: Vec<String>,
    /// The moves that were taken back with their comments, the next one last.
    undone: Vec<(Move, String)>,
    seats: [PlayerSpec; 2],
    /// The computers that have played already.
    computers: [Option<Box<dyn ComputerPlayer<Chess>>>; 2],
    /// How the game ended, unless the rules alone ended it.
    declared: Option<Conclusion>,
}

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This side is a human's.
    Human(Color),
    /// This side is a computer's.
    Computer(Color),
    /// The name of this side's player, from a file, means nothing here, or is a program that nobody has
    /// seated.
    Unknown(Color),
    /// The game is over.
    Over(Conclusion),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// This side is mated.
    Checkmate(Color),
    /// By a rule, claimed or not.
    Draw(Ending),
    /// This side gave up.
    Resigned(Color),
    /// The time of this side ran out.
    OutOfTime(Color),
    /// In a way that the file of the game does not tell.
    Recorded(PgnResult),
}

/// What was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// The resignation or the claim that ended the game, and no move.
    Conclusion,
    /// This many moves of either side.
    Moves(usize),
}

/// Why a draw cannot be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// Neither rule applies.
    #[error(
        "no draw can be claimed: the position has occurred {} of 3 times, and there were {quiet} of 50 moves by \
         each side without a capture or a pawn move",
        .repetitions
    )]
    NotYet {
        /// How often the position has occurred.
        repetitions: usize,
        /// Full moves without a capture or a pawn move.
        quiet: u32,
    },
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Conclusion),
}

impl Conclusion {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(loser) | Self::Resigned(loser) | Self::OutOfTime(loser) => Some(!loser),
            Self::Recorded(PgnResult::WhiteWins) => Some(Color::White),
            Self::Recorded(PgnResult::BlackWins) => Some(Color::Black),
            Self::Recorded(PgnResult::Draw | PgnResult::Unknown) | Self::Draw(_) => None,
        }
    }

    /// The result, as PGN writes it.
    pub fn result(self) -> PgnResult {
        match self {
            Self::Recorded(result) => result,
            other => other.winner().map_or(PgnResult::Draw, PgnResult::won_by),
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (*self, self.winner().map(color_name)) {
            (Self::Checkmate(_), Some(winner)) => write!(f, "{winner} wins by checkmate"),
            (Self::Resigned(loser), Some(winner)) => write!(f, "{} resigned, {winner} wins", color_name(loser)),
            (Self::OutOfTime(loser), Some(winner)) => {
                write!(f, "{} ran out of time, {winner} wins", color_name(loser))
            }
            (Self::Draw(rule @ (Ending::FiftyMoves | Ending::SeventyFiveMoves)), _) => {
                write!(f, "a draw by the {rule}")
            }
            (Self::Draw(rule), _) => write!(f, "a draw by {rule}"),
            (_, Some(winner)) => write!(f, "{winner} won"),
            (_, None) => f.write_str("a draw"),
        }
    }
}

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Session {
    /// A game from this position on.
    pub fn new(game: Game, seats: [PlayerSpec; 2]) -> Self {
        let comments = vec![String::new(); game.moves().len()];
        let (tags, undone) = (Vec::new(), Vec::new());
        Self { tags, game, comments, undone, seats, computers: [None, None], declared: None }
    }

    /// A game that was saved. Its players are those that its tags name.
    pub fn from_pgn(pgn: PgnGame) -> Self {
        let seat = |tag| PlayerSpec::from_saved(pgn.tag(tag).unwrap_or("?"));
        let seats = [seat("White"), seat("Black")];
        let mut comments = pgn.comments;
        comments.resize(pgn.game.moves().len(), String::new());
        let resigned = Color::ALL.map(Conclusion::Resigned);
        let out_of_time = Color::ALL.map(Conclusion::OutOfTime);
        let told = |conclusion: &Conclusion| {
            let text = conclusion.to_string();
            comments.last().is_some_and(|comment| comment.ends_with(&text))
        };
        let declared = match (pgn.result, pgn.game.ending()) {
            (PgnResult::Unknown, _) => None,
            (_, Some(rule)) if !rule.is_claimed() => None,
            (PgnResult::Draw, Some(rule)) => Some(Conclusion::Draw(rule)),
            (result, _) => {
                Some(resigned.into_iter().chain(out_of_time).find(told).unwrap_or(Conclusion::Recorded(result)))
            }
        };
        let mut session = Self { tags: pgn.tags, comments, declared, ..Self::new(pgn.game, seats) };
        // It follows from the conclusion, and may be taken back.
        let told = session.conclusion().filter(|conclusion| !matches!(conclusion, Conclusion::Recorded(_)));
        if let Some((conclusion, last)) = told.zip(session.comments.last_mut())
            && let Some(rest) = last.strip_suffix(&conclusion.to_string())
        {
            *last = rest.trim_end().to_owned();
        }
        session
    }

    /// The game as it is saved.
    pub fn to_pgn(&self) -> PgnGame {
        let mut pgn = PgnGame { tags: self.tags.clone(), ..PgnGame::new(self.game.clone()) };
        pgn.comments.clone_from(&self.comments);
        for (tag, seat) in ["White", "Black"].into_iter().zip(&self.seats) {
            pgn.set_tag(tag, seat.to_string());
        }
        pgn.result = self.conclusion().map_or_else(PgnResult::default, Conclusion::result);
        match self.conclusion() {
            // The file of the game may tell how.
            Some(Conclusion::Recorded(_)) => {}
            None => pgn.tags.retain(|(name, _)| name != TERMINATION),
            Some(conclusion) => {
                let is_forfeit = matches!(conclusion, Conclusion::OutOfTime(_));
                pgn.set_tag(TERMINATION, if is_forfeit { TIME_FORFEIT } else { NORMAL });
                if let Some(last) = pgn.comments.last_mut() {
                    *last = format!("{last} {conclusion}").trim_start().to_owned();
                }
            }
        }
        pgn
    }

    /// Gives a tag of the saved game a value.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.tags.retain(|(known, _)| known != name);
        self.tags.push((name.to_owned(), value.to_owned()));
    }

    /// The moves so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.game.board().side_to_move()
    }

    /// The players.
    pub fn seats(&self) -> &[PlayerSpec; 2] {
        &self.seats
    }

    /// Who plays this side.
    pub fn spec(&self, color: Color) -> &PlayerSpec {
        &self.seats[color as usize]
    }

    /// Lets another player play this side.
    pub fn seat(&mut self, color: Color, spec: PlayerSpec) {
        self.seats[color as usize] = spec;
        self.computers[color as usize] = None;
    }

    /// Whether a human takes part.
    pub fn has_human(&self) -> bool {
        self.seats.iter().any(PlayerSpec::is_human)
    }

    /// How the game ended, if it has.
    pub fn conclusion(&self) -> Option<Conclusion> {
        let by_rule = self.game.ending().filter(|rule| !rule.is_claimed()).map(|rule| match rule {
            Ending::Checkmate => Conclusion::Checkmate(self.to_move()),
            rule => Conclusion::Draw(rule),
        });
        by_rule.or(self.declared)
    }

    /// What comes next.
    pub fn next(&self) -> Next {
        let color = self.to_move();
        match (self.conclusion(), self.spec(color)) {
            (Some(conclusion), _) => Next::Over(conclusion),
            (None, PlayerSpec::Human) => Next::Human(color),
            (None, PlayerSpec::Unstarted(_) | PlayerSpec::Unknown(_)) => Next::Unknown(color),
            (None, _) => Next::Computer(color),
        }
    }

    /// The rule by which the side to move can claim a draw.
    pub fn claimable(&self) -> Option<Ending> {
        let is_open = self.conclusion().is_none();
        self.game.ending().filter(|rule| is_open && rule.is_claimed())
    }

    /// Whether a computer to move that has decided so claims a draw instead, because it can and does
    /// not expect more.
    pub fn prefers_draw(&self, decision: &Decision<Chess>) -> bool {
        self.claimable().is_some() && !decision.reasons.expects_more_than_a_draw()
    }

    /// Ends the game by a draw that the side to move claims.
    pub fn claim_draw(&mut self) -> Result<Conclusion, ClaimError> {
        if let Some(conclusion) = self.conclusion() {
            return Err(ClaimError::Over(conclusion));
        }
        let Some(rule) = self.claimable() else {
            let (repetitions, quiet) = (self.game.repetitions(), self.game.quiet_plies() / 2);
            return Err(ClaimError::NotYet { repetitions, quiet });
        };
        Ok(*self.declared.insert(Conclusion::Draw(rule)))
    }

    /// Ends the game: this side gives up. Nothing happens if the game is over.
    pub fn resign(&mut self, color: Color) {
        if self.conclusion().is_none() {
            self.declared = Some(Conclusion::Resigned(color));
        }
    }

    /// Ends the game: the time of this side has run out. It is a draw if the other side has only its
    /// king. Nothing happens if the game is over.
    pub fn run_out_of_time(&mut self, color: Color) {
        if self.conclusion().is_none() {
            let is_bare = self.game.board().colors(!color).len() == 1;
            let draw = Conclusion::Draw(Ending::InsufficientMaterial);
            self.declared = Some(if is_bare { draw } else { Conclusion::OutOfTime(color) });
        }
    }

    /// Plays a move of a human.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.play_with(mv, String::new())
    }

    /// Plays the move that a computer decided on, and notes its evaluation.
    pub fn play_decision(&mut self, decision: &Decision<Chess>) -> Result<(), MoveError> {
        let note = |score: Score| {
            let white = if self.to_move() == Color::White { score } else { -score };
            format!("[%eval {},{}]", evaluation(white), decision.reasons.depth)
        };
        self.play_with(decision.turn, decision.reasons.score.map_or_else(String::new, note))
    }

    fn play_with(&mut self, mv: Move, comment: String) -> Result<(), MoveError> {
        if self.conclusion().is_some() {
            return Err(MoveError::Illegal(mv.to_string()));
        }
        self.game.play(mv)?;
        self.comments.push(comment);
        // The same move again leaves what followed it.
        if self.undone.pop().is_none_or(|(undone, _)| undone != mv) {
            self.undone.clear();
        }
        Ok(())
    }

    /// Starts the computer of the side to move, unless it has played already.
    pub fn start_computer(&mut self, setup: &Setup) -> Result<(), Fault> {
        let seat = self.to_move() as usize;
        if self.computers[seat].is_none() {
            let setup = Setup { seat, ..setup.clone() };
            self.computers[seat] = Some(self.seats[seat].build(&setup)?);
        }
        Ok(())
    }

    /// Lets the computer of the side to move decide. Its move is not played.
    pub fn think(&mut self, limits: &Limits) -> Result<Decision<Chess>, Fault> {
        self.start_computer(&Setup::default())?;
        let position = Position::from(self.game.clone());
        let Some(computer) = &mut self.computers[self.game.board().side_to_move() as usize] else {
            return Err(Fault::Start("there is none".to_owned()));
        };
        let decision = computer.think(&position, limits, &mut |_| ());
        if decision.is_err() {
            // It may be in any state: it begins anew if it is asked again.
            self.computers[self.game.board().side_to_move() as usize] = None;
        }
        decision
    }

    /// Goes back to the last move of a human, or by one move if no human takes part; none if there
    /// is nothing to take back.
    pub fn undo(&mut self) -> Option<Undone> {
        match self.declared.take() {
            // The computer would claim the draw again.
            Some(Conclusion::Draw(_)) if !self.spec(self.to_move()).is_human() => {}
            Some(_) => return Some(Undone::Conclusion),
            None => {}
        }
        let all = self.game.moves().len();
        let first = self.game.start().side_to_move();
        let mover = |i: usize| if i.is_multiple_of(2) { first } else { !first };
        let to = (0..all).rev().find(|&i| !self.has_human() || self.spec(mover(i)).is_human())?;
        let undone = self.game.moves()[to..].iter().copied();
        self.undone.extend(undone.zip(self.comments.drain(to..)).rev());
        self.game = self.game.after(to);
        Some(Undone::Moves(all - to))
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Plays again what was taken back, up to the next move of a human. Returns the number of moves.
    pub fn redo(&mut self) -> usize {
        let mut count = 0;
        while let Some((mv, comment)) = self.undone.pop() {
            if self.game.play(mv).is_err() {
                self.undone.clear();
                break;
            }
            self.comments.push(comment);
            count += 1;
            if !self.has_human() || self.spec(self.to_move()).is_human() {
                break;
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read_fen;
    use crate::pgn::PgnReader;

    fn session(seats: [&str; 2], fen: &str, moves: &str) -> Session {
        let mut session = Session::new(Game::new(read_fen(fen).unwrap()), seats.map(|seat| seat.parse().unwrap()));
        play(&mut session, moves);
        session
    }

    fn play(session: &mut Session, moves: &str) {
        for mv in moves.split_whitespace() {
            session.play(session.game().read_move(mv).unwrap()).unwrap();
        }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const HUMANS: [&str; 2] = ["human", "human"];

    fn again(session: &Session) -> Session {
        Session::from_pgn(PgnReader::new(&session.to_pgn().to_string()).next().unwrap().unwrap())
    }

    #[test]
    fn time_runs_out() {
        let mut session = session(HUMANS, START, "e2e4");
        session.run_out_of_time(Color::Black);
        assert_eq!(session.conclusion(), Some(Conclusion::OutOfTime(Color::Black)));
        assert_eq!(session.conclusion().unwrap().to_string(), "Black ran out of time, White wins");
        assert_eq!(again(&session).conclusion(), session.conclusion());
        let mut bare = self::session(HUMANS, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "");
        bare.run_out_of_time(Color::White);
        assert_eq!(bare.conclusion(), Some(Conclusion::Draw(Ending::InsufficientMaterial)));
    }

    #[test]
    fn undo_goes_back_to_a_human() {
        let mut session = session(["human", "engine"], START, "e2e4 e7e5 g1f3 b8c6");
        assert_eq!(session.undo(), Some(Undone::Moves(2)));
        assert_eq!(session.undo(), Some(Undone::Moves(2)));
        assert_eq!(session.undo(), None);
        assert_eq!((session.redo(), session.game().moves().len()), (2, 2));
        // The move that was taken back keeps what followed; another one does not.
        play(&mut session, "g1f3");
        assert_eq!(session.redo(), 1);
        session.undo();
        play(&mut session, "b1c3");
        assert_eq!((session.redo(), session.game().moves().len()), (0, 3));
        assert_eq!(session.undo(), Some(Undone::Moves(1)));
        session.seat(Color::White, "engine".parse().unwrap());
        assert_eq!(session.undo(), Some(Undone::Moves(1)));
    }

    #[test]
    fn draws_are_claimed_or_come_by_themselves() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
        let mut session = session(HUMANS, START, there_and_back);
        let error = session.claim_draw().unwrap_err();
        assert_eq!(error, ClaimError::NotYet { repetitions: 2, quiet: 2 });
        assert!(error.to_string().starts_with("no draw can be claimed: the position has occurred 2 of 3 times"));
        play(&mut session, there_and_back);
        assert_eq!((session.claimable(), session.conclusion()), (Some(Ending::ThreefoldRepetition), None));
        let conclusion = session.claim_draw().unwrap();
        assert_eq!(conclusion.to_string(), "a draw by threefold repetition");
        assert_eq!(again(&session).next(), Next::Over(conclusion));
        assert!(session.play(session.game().read_move("e2e4").unwrap()).is_err());
        assert_eq!(session.undo(), Some(Undone::Conclusion));
        play(&mut session, &there_and_back.repeat(2));
        assert_eq!(session.conclusion(), Some(Conclusion::Draw(Ending::FivefoldRepetition)));
        assert!(matches!(session.claim_draw(), Err(ClaimError::Over(_))));
        assert_eq!(session.undo(), Some(Undone::Moves(1)));
        // What a computer claimed is taken back with the move before.
        session.seat(Color::Black, "engine".parse().unwrap());
        session.undo();
        assert_eq!((session.claimable(), session.undo()), (Some(Ending::ThreefoldRepetition), Some(Undone::Moves(2))));
        session.redo();
        play(&mut session, "f3g1");
        assert!(session.claim_draw().is_ok());
        assert_eq!(session.undo(), Some(Undone::Moves(1)));
    }

    #[test]
    fn a_computer_claims_a_draw_only_if_it_does_not_expect_more() {
        let prefers_draw = |fen: &str| {
            let mut session = session(["engine:depth=4", "engine:depth=4"], fen, "");
            let decision = session.think(&Limits::default()).unwrap();
            session.prefers_draw(&decision)
        };
        // A mate in one, and the same for the other side.
        assert!(!prefers_draw("7k/8/6K1/8/8/8/8/R7 w - - 100 80"));
        assert!(prefers_draw("6k1/8/6K1/8/8/8/8/R7 b - - 100 80"));
        assert!(!prefers_draw("6k1/8/6K1/8/8/8/8/R7 b - - 99 80"));
    }

    #[test]
    fn endings_are_told_and_saved() {
        let mate = session(HUMANS, START, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(mate.conclusion().unwrap().to_string(), "Black wins by checkmate");
        assert_eq!(again(&mate).conclusion(), mate.conclusion());
        let mut resigned = session(HUMANS, START, "e2e4");
        resigned.resign(Color::Black);
        assert_eq!(resigned.conclusion().unwrap().to_string(), "Black resigned, White wins");
        assert_eq!(again(&resigned).conclusion(), resigned.conclusion());
        let text = resigned.to_pgn().to_string();
        assert!(text.contains("[Termination \"normal\"]\n\n1. e4 {Black resigned, White wins} 1-0\n\n"), "{text}");
        assert_eq!(again(&resigned).to_pgn().to_string(), text);
        let mut undone = again(&resigned);
        undone.undo();
        assert!(undone.to_pgn().to_string().ends_with("\n1. e4 *\n\n"), "{}", undone.to_pgn());
        let text = text.replace("Black resigned", "Black overslept").replace("normal", "time forfeit");
        let other = Session::from_pgn(PgnReader::new(&text).next().unwrap().unwrap());
        assert_eq!(other.conclusion(), Some(Conclusion::Recorded(PgnResult::WhiteWins)));
        assert_eq!(other.to_pgn().to_string(), text);
        let fifty = session(HUMANS, "7k/8/8/8/8/8/8/RK6 w - - 98 90", "a1a2 h8h7");
        assert_eq!((fifty.claimable(), fifty.conclusion()), (Some(Ending::FiftyMoves), None));
        let bare = session(HUMANS, "7k/8/8/8/8/8/6Kp/8 w - - 0 1", "g2h2");
        assert_eq!(bare.conclusion().unwrap().to_string(), "a draw by insufficient material");
    }

    #[test]
    fn evaluations_are_saved_from_whites_view() {
        let mut session = session(["human", "engine:depth=4"], "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d3");
        let decision = session.think(&Limits::default()).unwrap();
        session.play_decision(&decision).unwrap();
        let text = session.to_pgn().to_string();
        assert!(text.contains("{[%eval ") && !text.contains("{[%eval -"), "{text}");
        assert_eq!(again(&session).to_pgn().to_string(), text);
    }
}
