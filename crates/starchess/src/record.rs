//! A game: its start and its commands. Undo, replay and branches all follow from that.

use thiserror::Error;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::galaxy::Galaxy;
use crate::player::Player;

/// A game from its start to now, and what was taken back of it.
///
/// ```
/// use starchess::{Command, Galaxy, Record, Start, UndoError};
/// let mut record = Record::new(Galaxy::start(Start::Terran));
/// record.apply("move A1 B2 20".parse()?)?;
/// record.undo()?;
/// assert_eq!(record.galaxy(), record.start());
/// record.redo()?;
/// record.apply(Command::EndTurn)?;
/// assert_eq!(record.undo(), Err(UndoError::TurnBegins)); // what is ended is ended
/// record.undo_turn()?; // unless all agree
/// assert_eq!(record.branch(1).galaxy(), record.at(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    start: Galaxy,
    played: Vec<Played>,
    /// What was taken back, the last first.
    undone: Vec<Command>,
}

/// A command and where it led.
#[derive(Clone, Copy, Debug)]
struct Played {
    command: Command,
    after: Galaxy,
}

/// One player's turn in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTurn {
    /// Whose turn.
    pub player: Player,
    /// Which.
    pub turn: u32,
    /// Its commands. The last is [`Command::EndTurn`], unless the turn is still going on.
    pub commands: Vec<Command>,
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// The game has not begun.
    #[error("nothing has been played yet")]
    GameBegins,
    /// The command before this one is another player's.
    #[error("this turn has no command yet that could be taken back")]
    TurnBegins,
    /// Nothing was taken back, or something else was played since.
    #[error("nothing was taken back that could be played again")]
    NothingUndone,
}

impl Record {
    /// A game that begins in this position.
    pub fn new(start: Galaxy) -> Self {
        Self { start, played: Vec::new(), undone: Vec::new() }
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Galaxy {
        &self.start
    }

    /// The position now.
    pub fn galaxy(&self) -> &Galaxy {
        self.at(self.len())
    }

    /// How many commands have been played.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether nothing has been played.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// The position after so many commands; the position now if there are not so many.
    pub fn at(&self, commands: usize) -> &Galaxy {
        let last = commands.min(self.played.len());
        self.played[..last].last().map_or(&self.start, |played| &played.after)
    }

    /// All commands from the start.
    pub fn commands(&self) -> impl DoubleEndedIterator<Item = Command> + ExactSizeIterator {
        self.played.iter().map(|played| played.command)
    }

    /// The commands of the turn that is going on.
    pub fn this_turn(&self) -> impl Iterator<Item = Command> {
        self.played[self.turn_begins()..].iter().map(|played| played.command)
    }

    /// The game turn by turn.
    pub fn turns(&self) -> Vec<RecordedTurn> {
        let mut turns: Vec<RecordedTurn> = Vec::new();
        let mut before = &self.start;
        let mut is_over = true;
        for Played { command, after } in &self.played {
            if is_over {
                turns.push(RecordedTurn { player: before.to_move(), turn: before.round(), commands: Vec::new() });
            }
            if let Some(turn) = turns.last_mut() {
                turn.commands.push(*command);
            }
            is_over = *command == Command::EndTurn;
            before = after;
        }
        turns
    }

    /// How many commands had been played when this turn began.
    fn turn_begins(&self) -> usize {
        self.played.iter().rposition(|played| played.command == Command::EndTurn).map_or(0, |end| end + 1)
    }

    /// Plays a command, or says which rule forbids it and changes nothing. What was taken back is forgotten.
    pub fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        self.play(command)?;
        self.undone.clear();
        Ok(())
    }

    fn play(&mut self, command: Command) -> Result<(), CommandError> {
        let mut after = *self.galaxy();
        after.apply(command)?;
        self.played.push(Played { command, after });
        Ok(())
    }

    /// Takes back the last command of the turn that is going on.
    pub fn undo(&mut self) -> Result<Command, UndoError> {
        if self.turn_begins() == self.len() {
            return Err(if self.is_empty() { UndoError::GameBegins } else { UndoError::TurnBegins });
        }
        self.undo_any()
    }

    /// Takes back all commands of the turn that is going on, or if it has none yet, the whole turn before: for players
    /// who agree on it.
    pub fn undo_turn(&mut self) -> Result<(), UndoError> {
        self.undo_any()?;
        while self.turn_begins() < self.len() {
            self.undo_any()?;
        }
        Ok(())
    }

    fn undo_any(&mut self) -> Result<Command, UndoError> {
        let last = self.played.pop().ok_or(UndoError::GameBegins)?;
        self.undone.push(last.command);
        Ok(last.command)
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<Command, UndoError> {
        let command = self.undone.pop().ok_or(UndoError::NothingUndone)?;
        // It was legal in this very position before.
        self.play(command).map_err(|_| UndoError::NothingUndone)?;
        Ok(command)
    }

    /// The game as it was after so many commands, to go on from there in another way.
    pub fn branch(&self, commands: usize) -> Self {
        let played = self.played[..commands.min(self.len())].to_vec();
        Self { start: self.start, played, undone: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_notation::read_commands;
    use crate::start::Start;

    fn record(commands: &str) -> Record {
        let mut record = Record::new(Galaxy::start(Start::Terran));
        for command in read_commands(commands).unwrap() {
            record.apply(command).unwrap();
        }
        record
    }

    #[test]
    fn undo_and_redo_go_through_the_turn() {
        let mut game = record("move A1 B2 5; move A1 A2 5; move A1 B1 5");
        let positions: Vec<Galaxy> = (0..=3).map(|n| *game.at(n)).collect();
        for n in (0..3).rev() {
            game.undo().unwrap();
            assert_eq!(*game.galaxy(), positions[n]);
        }
        assert_eq!(game.undo(), Err(UndoError::GameBegins));
        for position in &positions[1..] {
            game.redo().unwrap();
            assert_eq!(game.galaxy(), position);
        }
        assert_eq!(game.redo(), Err(UndoError::NothingUndone));
    }

    #[test]
    fn a_new_command_ends_redo_and_a_refused_one_does_not() {
        let mut game = record("move A1 B2 5; move A1 A2 5");
        game.undo().unwrap();
        assert!(game.apply("move A1 D4 1".parse().unwrap()).is_err());
        assert_eq!(game.redo(), Ok("move A1 A2 5".parse().unwrap()));
        game.undo().unwrap();
        game.apply("move A1 B1 1".parse().unwrap()).unwrap();
        assert_eq!(game.redo(), Err(UndoError::NothingUndone));
    }

    #[test]
    fn whole_turns_are_taken_back_and_played_again() {
        let mut game = record("move A1 B2 5; end; move A4 B4 1; end; move D4 C4 2");
        let now = *game.galaxy();
        game.undo_turn().unwrap();
        assert_eq!(game.galaxy(), game.at(4));
        game.undo_turn().unwrap();
        assert_eq!((game.len(), game.galaxy().to_move()), (2, Player::TWO));
        game.undo_turn().unwrap();
        assert!(game.is_empty());
        assert_eq!(game.undo_turn(), Err(UndoError::GameBegins));
        while game.redo().is_ok() {}
        assert_eq!(*game.galaxy(), now);
    }

    #[test]
    fn turns_are_told_apart() {
        let game = record("move A1 B2 5; end; end; end; end; end; move A4 B4 2");
        let turns = game.turns();
        let players: Vec<_> = turns.iter().map(|turn| (turn.turn, turn.player.number())).collect();
        assert_eq!(players, [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)]);
        assert_eq!(turns[0].commands.len(), 2);
        assert_eq!(turns[5].commands, game.this_turn().collect::<Vec<_>>());
    }

    #[test]
    fn a_branch_goes_its_own_way() {
        let game = record("move A1 B2 5; end; end");
        let mut branch = game.branch(1);
        branch.apply("move A1 A2 5".parse().unwrap()).unwrap();
        assert_eq!(game.len(), 3);
        assert_eq!(
            branch.commands().map(|command| command.to_string()).collect::<Vec<_>>(),
            ["move A1 B2 5", "move A1 A2 5"]
        );
    }
}
