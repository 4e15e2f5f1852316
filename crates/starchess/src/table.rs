//! A game with those who play it: four seats around a record.

use std::num::NonZeroU32;

use players::SpecError;
use thiserror::Error;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::galaxy::Galaxy;
use crate::game_file::GameFile;
use crate::player::{PLAYERS, Player};
use crate::players::PlayerSpec;
use crate::record::{Record, UndoError};
use crate::verdict::Verdict;

/// A game, who plays it, and after how many turns the score decides.
///
/// It says whose turn it is, plays commands as long as the game goes on, and knows what may be taken back: a single human
/// among computers may take back whole turns, two humans may not.
///
/// ```
/// use starchess::{Command, Galaxy, Player, PlayerSpec, Published, Start, Table};
/// let computer = PlayerSpec::from(Published::default());
/// let seats = [PlayerSpec::Human, computer.clone(), computer.clone(), computer.clone()];
/// let mut table = Table::new(Galaxy::start(Start::Terran), seats);
/// table.apply("move A1 B2 20".parse()?)?;
/// table.apply(Command::EndTurn)?;
/// assert_eq!(table.next(), Some((Player::TWO, &computer)));
/// table.undo_turn()?;
/// assert_eq!(table.next(), Some((Player::ONE, &PlayerSpec::Human)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    /// Who decides for each player. It can change at any time.
    pub seats: [PlayerSpec; PLAYERS],
    /// After how many full turns the highest score wins.
    pub turn_limit: Option<NonZeroU32>,
    record: Record,
}

/// Why a command is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// A rule forbids it.
    #[error(transparent)]
    Rule(#[from] CommandError),
    /// The turns are up.
    #[error("the game is over: {0}")]
    Over(Verdict),
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TakeBackError {
    /// There is nothing.
    #[error(transparent)]
    Nothing(#[from] UndoError),
    /// There is nothing of the one who asks.
    #[error("{0} has not ended a turn yet that could be taken back")]
    NoTurn(Player),
    /// Others have seen what happened.
    #[error("{0} humans play, so turns that have ended stay as they are")]
    SeveralHumans(usize),
}

/// A saved game names somebody who cannot play here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {}: {player}: {error}", player.number() + 1)]
pub struct SeatError {
    /// Which player.
    pub player: Player,
    /// What is wrong with the name.
    pub error: SpecError,
}

impl Table {
    /// A game that begins in this position, without a turn limit.
    pub fn new(start: Galaxy, seats: [PlayerSpec; PLAYERS]) -> Self {
        Self { seats, turn_limit: None, record: Record::new(start) }
    }

    /// A saved game with those who played it.
    pub fn from_file(file: GameFile) -> Result<Self, SeatError> {
        let mut seats = [const { PlayerSpec::Human }; PLAYERS];
        for player in Player::ALL {
            let name = &file.players[player.index()];
            seats[player.index()] = name.parse().map_err(|error| SeatError { player, error })?;
        }
        Ok(Self::with_seats(file, seats))
    }

    /// A saved game, with others to play it.
    pub fn with_seats(file: GameFile, seats: [PlayerSpec; PLAYERS]) -> Self {
        Self { seats, turn_limit: file.turn_limit, record: file.record }
    }

    /// The game as it is saved.
    pub fn to_file(&self) -> GameFile {
        let players = self.seats.each_ref().map(PlayerSpec::to_string);
        GameFile { players, turn_limit: self.turn_limit, record: self.record.clone() }
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position now.
    pub fn galaxy(&self) -> &Galaxy {
        self.record.galaxy()
    }

    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.galaxy(), self.record.start().round(), self.turn_limit)
    }

    /// Whose turn it is and who decides; nobody's once the game is over.
    pub fn next(&self) -> Option<(Player, &PlayerSpec)> {
        let player = self.galaxy().to_move();
        (self.verdict() == Verdict::Ongoing).then_some((player, &self.seats[player.index()]))
    }

    /// The players that humans decide for, defeated or not.
    pub fn humans(&self) -> impl Iterator<Item = Player> {
        Player::ALL.into_iter().filter(|player| self.seats[player.index()].is_human())
    }

    /// Plays a command of the player to move, or says why not and changes nothing.
    pub fn apply(&mut self, command: Command) -> Result<(), TableError> {
        match self.verdict() {
            // Conquest is for the rules to refuse: they say it in their own words.
            verdict @ (Verdict::Score(_) | Verdict::Tie) => Err(TableError::Over(verdict)),
            Verdict::Ongoing | Verdict::Conquest(_) => Ok(self.record.apply(command)?),
        }
    }

    /// Takes back the last command of the turn that is going on.
    pub fn undo(&mut self) -> Result<Command, UndoError> {
        self.record.undo()
    }

    /// Takes back one whole turn, whoever's it was: for humans who agree on it.
    pub fn undo_turn_by_agreement(&mut self) -> Result<(), UndoError> {
        self.record.undo_turn()
    }

    /// Takes back the turn that is going on, or if it has no command yet the last one: of the only human, with all that
    /// the computers answered, or of the last computer where no human plays.
    pub fn undo_turn(&mut self) -> Result<(), TakeBackError> {
        let humans: Vec<Player> = self.humans().collect();
        let human = match humans[..] {
            [] => return Ok(self.record.undo_turn()?),
            [human] => human,
            _ if self.record.this_turn().next().is_some() => return Ok(self.record.undo_turn()?),
            _ => return Err(TakeBackError::SeveralHumans(humans.len())),
        };
        if !self.record.turns().iter().any(|turn| turn.player == human) {
            return Err(TakeBackError::NoTurn(human));
        }
        loop {
            self.record.undo_turn()?;
            if self.galaxy().to_move() == human {
                return Ok(());
            }
        }
    }

    /// Plays again what was taken back last: one command, or if that ends the turn, all that followed until the next
    /// human's turn. Says how many commands it was.
    pub fn redo(&mut self) -> Result<usize, UndoError> {
        let before = self.record.len();
        if self.record.redo()? == Command::EndTurn {
            let is_computers = |table: &Self| table.next().is_some_and(|(_, seat)| !seat.is_human());
            while is_computers(self) && self.record.redo().is_ok() {}
        }
        Ok(self.record.len() - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_notation::read_commands;
    use crate::published::Published;
    use crate::start::Start;

    fn computer() -> PlayerSpec {
        Published::default().into()
    }

    fn table(humans: [bool; PLAYERS], commands: &str) -> Table {
        let seats = humans.map(|is_human| if is_human { PlayerSpec::Human } else { computer() });
        let mut table = Table::new(Galaxy::start(Start::Terran), seats);
        for command in read_commands(commands).unwrap() {
            table.apply(command).unwrap();
        }
        table
    }

    #[test]
    fn the_only_human_takes_back_its_turn_and_the_answers() {
        let mut table = table([true, false, false, false], "move A1 B2 20; end; move A4 A3 20; end; end; end");
        let (now, length) = (*table.galaxy(), table.record().len());
        table.undo_turn().unwrap();
        assert!(table.record().is_empty());
        assert_eq!(table.redo(), Ok(1));
        assert_eq!(table.redo(), Ok(length - 1));
        assert_eq!(*table.galaxy(), now);
        assert_eq!(table.redo(), Err(UndoError::NothingUndone));
    }

    #[test]
    fn a_turn_that_has_begun_is_taken_back_alone() {
        let mut table = table([true, false, false, false], "end; end; end; end; move A1 B2 3; move A1 A2 3");
        table.undo_turn().unwrap();
        assert_eq!(table.record().len(), 4);
        table.undo_turn().unwrap();
        assert_eq!(table.record().len(), 0);
        assert_eq!(table.undo_turn(), Err(TakeBackError::NoTurn(Player::ONE)));
    }

    #[test]
    fn nothing_is_taken_back_before_the_humans_first_turn() {
        let mut table = table([false, false, true, false], "end; end");
        assert_eq!(table.undo_turn(), Err(TakeBackError::NoTurn(Player::THREE)));
        assert_eq!(table.record().len(), 2);
    }

    #[test]
    fn several_humans_keep_what_has_ended() {
        let mut game = table([true, true, false, false], "end; move A4 A3 1");
        game.undo_turn().unwrap();
        assert_eq!(game.undo_turn(), Err(TakeBackError::SeveralHumans(2)));
        let mut watched = table([false; PLAYERS], "end; end");
        watched.undo_turn().unwrap();
        assert_eq!(watched.record().len(), 1);
    }

    #[test]
    fn at_the_turn_limit_nothing_is_played_any_more() {
        let mut table = table([true; PLAYERS], "end; end; end; end");
        table.turn_limit = NonZeroU32::new(1);
        assert_eq!(table.next(), None);
        let error = table.apply(Command::EndTurn).unwrap_err();
        assert_eq!(error.to_string(), "the game is over: a tie by score at the turn limit");
    }

    #[test]
    fn a_file_has_the_seats() {
        let mut game = table([true, false, true, false], "end; move A4 A3 5");
        game.turn_limit = NonZeroU32::new(7);
        let again = Table::from_file(game.to_file().to_string().parse().unwrap()).unwrap();
        assert_eq!((&again.seats, again.turn_limit), (&game.seats, game.turn_limit));
        assert_eq!(again.galaxy(), game.galaxy());
        let mut file = game.to_file();
        file.players[1] = "bob".to_owned();
        let error = Table::from_file(file).unwrap_err();
        assert!(error.to_string().starts_with("line 3: player 2: unknown player \"bob\""));
    }
}
