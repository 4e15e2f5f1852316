//! A game with its players: commands and computer turns in, events out.
//!
//! A [`Session`] knows nothing of terminals or networks. It seats four players around a
//! [`GameRecord`], plays their commands, lets the computers think, and keeps what each of them
//! thought.

use std::num::NonZeroU32;

use ::players::{ComputerPlayer, Decision, Fault, Setup};
use gametree::Limits;
use thiserror::Error;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::event::Event;
use crate::galaxy::Galaxy;
use crate::game_file::GameFile;
use crate::player::{PLAYERS, Player};
use crate::players::{PlayerSpec, StarChess};
use crate::preview::Preview;
use crate::record::{GameRecord, UndoError};
use crate::thinking::{Thinking, Thought, TurnError};
use crate::verdict::Verdict;

/// A game and its four players.
///
/// ```
/// use gametree::Limits;
/// use starchess::{Command, Galaxy, Next, Player, PlayerSpec, Session, Start};
/// let computer: PlayerSpec = "published:0".parse()?;
/// let seats = [PlayerSpec::Human, computer.clone(), computer.clone(), computer];
/// let mut session = Session::new(Galaxy::start(Start::Terran), seats);
/// session.apply("move A1 B2 20".parse()?)?;
/// session.apply(Command::EndTurn)?;
/// assert_eq!(session.next(), Next::Computer(Player::TWO));
/// let turn = session.play_computer_turn(&Limits::default(), &mut |_| ())?;
/// assert_eq!(turn.commands.last(), Some(&Command::EndTurn));
/// session.undo_turn()?; // the human's turn, and the computer's reply
/// assert_eq!(session.next(), Next::Human(Player::ONE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    /// The number of rounds from the start after which the highest score wins.
    pub round_limit: Option<NonZeroU32>,
    /// How computer players are built when they are first needed; the seat is filled in.
    pub setup: Setup,
    seats: [PlayerSpec; PLAYERS],
    record: GameRecord,
    /// The computer players that have been built.
    computers: [Option<Box<dyn ComputerPlayer<StarChess>>>; PLAYERS],
    /// The last thought of each player that is still part of the game.
    thoughts: [Option<Thought>; PLAYERS],
}

/// Who or what has to act next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "type", content = "who", rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Next {
    /// A human's command is awaited.
    Human(Player),
    /// A computer can play its turn.
    Computer(Player),
    /// The saved game names a player that is unknown here. It needs another one at its seat.
    Unknown(Player),
    /// The game is over.
    Over(Verdict),
}

/// A whole turn that a computer played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayedTurn {
    /// The player.
    pub player: Player,
    /// The number of the round.
    pub round: u32,
    /// The commands, `end` included.
    pub commands: Vec<Command>,
    /// What happened.
    pub events: Vec<Event>,
}

/// Why a command is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SessionError {
    /// A rule forbids it.
    #[error(transparent)]
    Rule(#[from] CommandError),
    /// The round limit is reached.
    #[error("the game is over: {0}")]
    Over(Verdict),
}

/// Why a turn cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UndoTurnError {
    /// Nothing has been played.
    #[error(transparent)]
    Nothing(#[from] UndoError),
    /// The only human has not played yet.
    #[error("{0} has not finished a turn yet")]
    NoTurn(Player),
    /// Other humans have seen the turn.
    #[error("{0} humans play, so finished turns stand")]
    SeveralHumans(usize),
}

impl Session {
    /// A game that begins in this position, without a round limit.
    pub fn new(start: Galaxy, seats: [PlayerSpec; PLAYERS]) -> Self {
        Self::with_record(GameRecord::new(start), seats, None)
    }

    /// A saved game with its players. Players that are unknown here keep their names.
    pub fn from_file(file: GameFile) -> Self {
        let seats = file.players.each_ref().map(|name| PlayerSpec::from_saved(name));
        Self::with_record(file.record, seats, file.round_limit)
    }

    fn with_record(record: GameRecord, seats: [PlayerSpec; PLAYERS], round_limit: Option<NonZeroU32>) -> Self {
        Self {
            round_limit,
            setup: Setup::default(),
            seats,
            record,
            computers: Default::default(),
            thoughts: Default::default(),
        }
    }

    /// The game as it is saved.
    pub fn to_file(&self) -> GameFile {
        let players = self.seats.each_ref().map(PlayerSpec::to_string);
        GameFile { players, round_limit: self.round_limit, record: self.record.clone() }
    }

    /// The game so far.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// The current position.
    pub fn galaxy(&self) -> &Galaxy {
        self.record.galaxy()
    }

    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        self.record.verdict(self.round_limit)
    }

    /// Who or what has to act next.
    pub fn next(&self) -> Next {
        let player = self.galaxy().to_move();
        match (self.verdict(), self.spec(player)) {
            (Verdict::Ongoing, PlayerSpec::Human) => Next::Human(player),
            (Verdict::Ongoing, PlayerSpec::Computer { .. } | PlayerSpec::Program(_)) => Next::Computer(player),
            (Verdict::Ongoing, PlayerSpec::Unstarted(_) | PlayerSpec::Unknown(_)) => Next::Unknown(player),
            (verdict, _) => Next::Over(verdict),
        }
    }

    /// Who decides for each player.
    pub fn seats(&self) -> &[PlayerSpec; PLAYERS] {
        &self.seats
    }

    /// Who decides for a player.
    pub fn spec(&self, player: Player) -> &PlayerSpec {
        &self.seats[player.index()]
    }

    /// Lets someone else decide for a player from now on.
    pub fn seat(&mut self, player: Player, spec: PlayerSpec) {
        self.computers[player.index()] = None;
        self.seats[player.index()] = spec;
    }

    /// The players that humans decide for, defeated or not.
    pub fn humans(&self) -> impl Iterator<Item = Player> {
        Player::ALL.into_iter().filter(|&player| self.spec(player).is_human())
    }

    /// Whether a human still has a home world.
    pub fn has_living_human(&self) -> bool {
        self.humans().any(|player| !self.galaxy().is_defeated(player))
    }

    /// Plays a command of the player to move and returns what happened, or returns why it is
    /// refused and changes nothing.
    pub fn apply(&mut self, command: Command) -> Result<Vec<Event>, SessionError> {
        self.check_ongoing()?;
        let mut events = Vec::new();
        self.record.apply_with_events(command, &mut events)?;
        Ok(events)
    }

    /// What a command of the player to move would lead to, or why it is refused.
    pub fn preview(&self, command: Command) -> Result<Preview, SessionError> {
        self.check_ongoing()?;
        Ok(self.galaxy().preview(command)?)
    }

    /// Refuses to play on at the round limit. Conquest is for the rules to refuse, in their own
    /// words.
    fn check_ongoing(&self) -> Result<(), SessionError> {
        match self.verdict() {
            verdict @ (Verdict::Score(_) | Verdict::Tie) => Err(SessionError::Over(verdict)),
            Verdict::Ongoing | Verdict::Conquest(_) => Ok(()),
        }
    }

    /// The last computer decision for a player, if it is still part of the game.
    pub fn thought(&self, player: Player) -> Option<&Thought> {
        self.thoughts[player.index()].as_ref()
    }

    /// The computer decision that was played last.
    pub fn last_thought(&self) -> Option<&Thought> {
        self.thoughts.iter().flatten().max_by_key(|thought| thought.at)
    }

    /// Takes the computer player to move out of the session, so that it can think on another
    /// thread.
    pub fn start_thinking(&mut self) -> Result<Thinking, TurnError> {
        let player = match self.next() {
            Next::Computer(player) => player,
            Next::Human(player) => return Err(TurnError::Human(player)),
            Next::Unknown(player) => {
                return Err(TurnError::Unknown { player, name: self.spec(player).to_string() });
            }
            Next::Over(verdict) => return Err(TurnError::Over(verdict)),
        };
        let spec = self.spec(player).clone();
        let computer = match self.computers[player.index()].take() {
            Some(computer) => computer,
            None => self.build(&spec, player)?,
        };
        Ok(Thinking { player, spec, galaxy: *self.galaxy(), at: self.record.len(), computer, is_seated: true })
    }

    /// A computer player that is asked what the player to move should do, be that a human or not.
    pub fn start_advising(&self, adviser: &PlayerSpec) -> Result<Thinking, TurnError> {
        let player = match self.next() {
            Next::Human(player) | Next::Computer(player) | Next::Unknown(player) => player,
            Next::Over(verdict) => return Err(TurnError::Over(verdict)),
        };
        let computer = self.build(adviser, player)?;
        let (galaxy, at) = (*self.galaxy(), self.record.len());
        Ok(Thinking { player, spec: adviser.clone(), galaxy, at, computer, is_seated: false })
    }

    fn build(&self, spec: &PlayerSpec, player: Player) -> Result<Box<dyn ComputerPlayer<StarChess>>, TurnError> {
        let setup = Setup { seat: player.index(), ..self.setup.clone() };
        spec.build(&setup).map_err(|fault| TurnError::Fault { player, fault })
    }

    /// Takes back a computer player and plays the turn that it decided on, as a whole. If it has
    /// none, or the game has changed meanwhile, nothing is played.
    pub fn finish_thinking(
        &mut self,
        thinking: Thinking,
        thought: Result<Thought, TurnError>,
    ) -> Result<PlayedTurn, TurnError> {
        let Thinking { player, spec, computer, is_seated, .. } = thinking;
        // A player that failed is built anew, and so is a program that was interrupted: it may still be
        // busy with its answer.
        let is_sound = match thought {
            Ok(_) => true,
            Err(TurnError::Interrupted) => !matches!(spec, PlayerSpec::Program(_)),
            Err(_) => false,
        };
        if is_seated && is_sound && *self.spec(player) == spec {
            self.computers[player.index()] = Some(computer);
        }
        self.play(thought?)
    }

    /// Plays a turn that a computer decided on, as a whole or not at all.
    pub fn play(&mut self, thought: Thought) -> Result<PlayedTurn, TurnError> {
        if thought.at != self.record.len() || thought.galaxy != *self.galaxy() {
            return Err(TurnError::Outdated);
        }
        let (player, round) = (thought.player, thought.galaxy.round());
        if !matches!(self.verdict(), Verdict::Ongoing) {
            return Err(TurnError::Over(self.verdict()));
        }
        let commands = thought.decision.turn.clone();
        let mut events = Vec::new();
        for &command in &commands {
            // All were checked in this very position when they were thought of.
            let applied = self.record.apply_with_events(command, &mut events);
            applied.map_err(|error| TurnError::Fault { player, fault: Fault::Illegal(error.to_string()) })?;
        }
        self.thoughts[player.index()] = Some(thought);
        Ok(PlayedTurn { player, round, commands, events })
    }

    /// Lets the computer to move think and play its turn. If it is interrupted by [`Limits::cancel`]
    /// or fails, nothing is played.
    pub fn play_computer_turn(
        &mut self,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<PlayedTurn, TurnError> {
        let mut thinking = self.start_thinking()?;
        let thought = thinking.think(limits, progress);
        self.finish_thinking(thinking, thought)
    }

    /// What a computer player would do now in place of the player to move. Nothing is played.
    pub fn advise(
        &self,
        adviser: &PlayerSpec,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Thought, TurnError> {
        self.start_advising(adviser)?.think(limits, progress)
    }

    /// Lets a computer player finish the turn of the player to move. If it is interrupted or fails,
    /// nothing is played.
    pub fn finish_turn(
        &mut self,
        adviser: &PlayerSpec,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<PlayedTurn, TurnError> {
        let thought = self.advise(adviser, limits, progress)?;
        self.play(thought)
    }

    /// Undoes the last command of the current turn.
    pub fn undo(&mut self) -> Result<Command, UndoError> {
        let undone = self.record.undo();
        self.forget_undone_thoughts();
        undone
    }

    /// Undoes one whole turn, no matter whose: for humans who agree on it.
    pub fn undo_turn_by_agreement(&mut self) -> Result<(), UndoError> {
        let undone = self.record.undo_turn();
        self.forget_undone_thoughts();
        undone
    }

    /// Undoes the current turn, or if it has no command yet the previous one: that of the only
    /// human, with all replies of the computers, or that of the last computer if no human plays.
    pub fn undo_turn(&mut self) -> Result<(), UndoTurnError> {
        let humans: Vec<Player> = self.humans().collect();
        let human = match humans[..] {
            [] => return Ok(self.undo_turn_by_agreement()?),
            [human] => human,
            _ if self.record.this_turn().next().is_some() => return Ok(self.undo_turn_by_agreement()?),
            _ => return Err(UndoTurnError::SeveralHumans(humans.len())),
        };
        if !self.record.turns().iter().any(|turn| turn.player == human) {
            return Err(UndoTurnError::NoTurn(human));
        }
        loop {
            self.undo_turn_by_agreement()?;
            if self.galaxy().to_move() == human {
                return Ok(());
            }
        }
    }

    /// Forgets the thoughts that led to turns that were undone.
    fn forget_undone_thoughts(&mut self) {
        let played = self.record.len();
        for thought in &mut self.thoughts {
            thought.take_if(|thought| thought.at >= played);
        }
    }

    /// Redoes the command that was undone last; if it ends a turn, also the turns of the computers
    /// up to the next human. Returns the number of commands.
    pub fn redo(&mut self) -> Result<usize, UndoError> {
        let before = self.record.len();
        if self.record.redo()? == Command::EndTurn {
            while matches!(self.next(), Next::Computer(_) | Next::Unknown(_)) && self.record.redo().is_ok() {}
        }
        Ok(self.record.len() - before)
    }
}

#[cfg(test)]
mod tests {
    use gametree::Stop;

    use super::*;
    use crate::command::read_commands;
    use crate::start::Start;

    fn computer() -> PlayerSpec {
        "published:turns=0".parse().unwrap()
    }

    fn session(humans: [bool; PLAYERS], commands: &str) -> Session {
        let seats = humans.map(|is_human| if is_human { PlayerSpec::Human } else { computer() });
        let mut session = Session::new(Galaxy::start(Start::Terran), seats);
        for command in read_commands(commands).unwrap() {
            session.apply(command).unwrap();
        }
        session
    }

    fn step(session: &mut Session) -> PlayedTurn {
        session.play_computer_turn(&Limits::default(), &mut |_| ()).unwrap()
    }

    #[test]
    fn the_only_human_undoes_its_turn_and_the_replies() {
        let mut session = session([true, false, false, false], "move A1 B2 20; end; move A4 A3 20; end; end; end");
        let (now, length) = (*session.galaxy(), session.record().len());
        session.undo_turn().unwrap();
        assert!(session.record().is_empty());
        assert_eq!(session.redo(), Ok(1));
        assert_eq!(session.redo(), Ok(length - 1));
        assert_eq!(*session.galaxy(), now);
        assert_eq!(session.redo(), Err(UndoError::NothingUndone));
    }

    #[test]
    fn a_turn_that_has_begun_is_undone_alone() {
        let mut session = session([true, false, false, false], "end; end; end; end; move A1 B2 3; move A1 A2 3");
        session.undo_turn().unwrap();
        assert_eq!(session.record().len(), 4);
        session.undo_turn().unwrap();
        assert_eq!(session.record().len(), 0);
        assert_eq!(session.undo_turn(), Err(UndoTurnError::NoTurn(Player::ONE)));
    }

    #[test]
    fn nothing_is_undone_before_the_humans_first_turn() {
        let mut session = session([false, false, true, false], "end; end");
        assert_eq!(session.undo_turn(), Err(UndoTurnError::NoTurn(Player::THREE)));
        assert_eq!(session.record().len(), 2);
    }

    #[test]
    fn several_humans_keep_finished_turns() {
        let mut game = session([true, true, false, false], "end; move A4 A3 1");
        game.undo_turn().unwrap();
        assert_eq!(game.undo_turn(), Err(UndoTurnError::SeveralHumans(2)));
        let mut watched = session([false; PLAYERS], "end; end");
        watched.undo_turn().unwrap();
        assert_eq!(watched.record().len(), 1);
    }

    #[test]
    fn nothing_is_played_at_the_round_limit() {
        let mut session = session([true; PLAYERS], "end; end; end; end");
        session.round_limit = NonZeroU32::new(1);
        assert_eq!(session.next(), Next::Over(Verdict::Tie));
        let error = session.apply(Command::EndTurn).unwrap_err();
        assert_eq!(error.to_string(), "the game is over: a tie by score at the round limit");
        assert_eq!(session.preview(Command::EndTurn), Err(error));
        assert_eq!(session.start_thinking().err(), Some(TurnError::Over(Verdict::Tie)));
    }

    #[test]
    fn computers_play_whole_turns_and_their_reasons_are_kept() {
        let mut session = session([true, false, false, false], "end");
        for player in [Player::TWO, Player::THREE, Player::FOUR] {
            let before = *session.galaxy();
            let turn = step(&mut session);
            assert_eq!((turn.player, turn.round), (player, 1));
            assert!(matches!(turn.events.last(), Some(Event::TurnEnded { .. })));
            let thought = session.thought(player).unwrap();
            assert_eq!((thought.galaxy, &thought.decision.turn), (before, &turn.commands));
            assert_eq!(session.last_thought().map(|thought| thought.player), Some(player));
        }
        assert_eq!(session.next(), Next::Human(Player::ONE));
        session.undo_turn().unwrap();
        assert!(session.last_thought().is_none());
    }

    /// However far it came: it leaves no trace.
    #[test]
    fn an_interrupted_turn_is_not_played() {
        let mut session = session([false; PLAYERS], "");
        let cancel = Stop::new();
        let limits = Limits::default().with_cancel(cancel.clone());
        cancel.raise();
        assert_eq!(session.play_computer_turn(&limits, &mut |_| ()), Err(TurnError::Interrupted));
        assert_eq!(session.finish_turn(&computer(), &limits, &mut |_| ()), Err(TurnError::Interrupted));
        assert!(session.record().is_empty() && session.last_thought().is_none());
        cancel.lower();
        assert!(session.play_computer_turn(&limits, &mut |_| ()).is_ok());
    }

    /// A program that has not answered is busy: the next turn is played by a new one.
    #[cfg(unix)]
    #[test]
    fn an_interrupted_program_is_started_anew() {
        // It answers at once if the file is there, and never before that.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answer");
        let script = format!(
            "while read line; do case $line in sci) echo sciok;; isready) echo readyok;; \
             go*) while [ ! -e {} ]; do sleep 0.01; done; echo bestturn end;; quit) exit;; esac; done",
            file.display()
        );
        let mut session = session([true; PLAYERS], "");
        session.seat(Player::ONE, format!("sci:sh -c '{script}'").parse().unwrap());
        let cancel = Stop::new();
        let limits = Limits::default().with_cancel(cancel.clone());
        let mut thinking = session.start_thinking().unwrap();
        let thought = std::thread::scope(|scope| {
            let thinks = scope.spawn(|| thinking.think(&limits, &mut |_| ()));
            cancel.raise();
            thinks.join().unwrap()
        });
        assert_eq!(session.finish_thinking(thinking, thought), Err(TurnError::Interrupted));
        assert!(session.record().is_empty());
        std::fs::write(&file, "").unwrap();
        cancel.lower();
        assert_eq!(session.play_computer_turn(&limits, &mut |_| ()).unwrap().commands, [Command::EndTurn]);
    }

    #[test]
    fn a_thought_about_another_position_is_not_played() {
        let mut session = session([true; PLAYERS], "");
        let thought = session.advise(&computer(), &Limits::default(), &mut |_| ()).unwrap();
        assert!(session.record().is_empty());
        session.apply("move A1 B2 3".parse().unwrap()).unwrap();
        assert_eq!(session.play(thought.clone()), Err(TurnError::Outdated));
        session.undo().unwrap();
        assert_eq!(session.play(thought).unwrap().player, Player::ONE);
    }

    #[test]
    fn a_computer_finishes_a_turn_that_a_human_began() {
        let mut session = session([true; PLAYERS], "move A1 B2 3");
        let turn = session.finish_turn(&computer(), &Limits::default(), &mut |_| ()).unwrap();
        assert_eq!(turn.player, Player::ONE);
        assert_eq!(session.next(), Next::Human(Player::TWO));
        assert!(session.thought(Player::ONE).is_some());
        assert_eq!(session.start_thinking().err(), Some(TurnError::Human(Player::TWO)));
    }

    #[test]
    fn unknown_players_are_kept_until_another_takes_the_seat() {
        let mut game = session([true, false, true, false], "end; move A4 A3 5");
        game.round_limit = NonZeroU32::new(7);
        let again = Session::from_file(game.to_file().to_string().parse().unwrap());
        assert_eq!((again.seats(), again.round_limit), (game.seats(), game.round_limit));
        assert_eq!(again.galaxy(), game.galaxy());
        let mut file = game.to_file();
        file.players[1] = "bob".to_owned();
        let mut again = Session::from_file(file);
        assert_eq!(again.next(), Next::Unknown(Player::TWO));
        assert_eq!(again.to_file().players[1], "bob");
        let error = again.start_thinking().err().unwrap();
        assert_eq!(error, TurnError::Unknown { player: Player::TWO, name: "bob".to_owned() });
        again.seat(Player::TWO, computer());
        assert_eq!(step(&mut again).player, Player::TWO);
    }
}
