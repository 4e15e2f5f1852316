//! A game: its start and its commands. Undo, replay and branches all follow from that.

use std::num::NonZeroU32;

use thiserror::Error;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::event::Event;
use crate::galaxy::{Galaxy, Reserves};
use crate::player::Player;
use crate::verdict::Verdict;

/// A game is frozen if nothing has changed for this many rounds.
pub const FROZEN_ROUNDS: u32 = 10;

/// A game from its start to the present, and the commands that were undone.
///
/// ```
/// use starchess::{Command, Galaxy, GameRecord, Start, UndoError};
/// let mut record = GameRecord::new(Galaxy::start(Start::Terran));
/// record.apply("move A1 B2 20".parse()?)?;
/// record.undo()?;
/// assert_eq!(record.galaxy(), record.start());
/// record.redo()?;
/// record.apply(Command::EndTurn)?;
/// assert_eq!(record.undo(), Err(UndoError::TurnBegins)); // a turn that has ended stays ended
/// record.undo_turn()?; // unless the whole turn is undone
/// assert_eq!(record.branch(1).galaxy(), record.at(1));
/// assert_eq!((record.command(0), record.command(record.len())), (record.commands().next(), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    start: Galaxy,
    played: Vec<Played>,
    /// The commands that were undone, the last first.
    undone: Vec<Command>,
}

/// A command and its result.
#[derive(Clone, Copy, Debug)]
struct Played {
    command: Command,
    after: Galaxy,
    /// The rounds completed since the start. The position's own number stops at
    /// [`MAX_ROUND`](crate::MAX_ROUND).
    rounds: u32,
}

/// One player's turn in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RecordedTurn {
    /// The player.
    pub player: Player,
    /// The number of the round.
    pub round: u32,
    /// The commands of the turn. The last is [`Command::EndTurn`], unless the turn is not finished.
    pub commands: Vec<Command>,
}

/// Why nothing can be undone or redone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// The game has not begun.
    #[error("nothing has been played yet")]
    GameBegins,
    /// The previous command belongs to another player's turn.
    #[error("no command has been given in this turn yet")]
    TurnBegins,
    /// Nothing was undone, or a new command was played since.
    #[error("there is nothing to redo")]
    NothingUndone,
}

impl GameRecord {
    /// A game that begins in this position.
    pub fn new(start: Galaxy) -> Self {
        Self { start, played: Vec::new(), undone: Vec::new() }
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Galaxy {
        &self.start
    }

    /// The current position.
    pub fn galaxy(&self) -> &Galaxy {
        self.at(self.len())
    }

    /// The number of commands played.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether no command has been played.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// The position after the first `commands` commands, or the current one if there are fewer.
    pub fn at(&self, commands: usize) -> &Galaxy {
        let last = commands.min(self.played.len());
        self.played[..last].last().map_or(&self.start, |played| &played.after)
    }

    /// All commands from the start.
    pub fn commands(&self) -> impl DoubleEndedIterator<Item = Command> + ExactSizeIterator {
        self.played.iter().map(|played| played.command)
    }

    /// The command after the first `commands` commands; `None` if there are no more.
    pub fn command(&self, commands: usize) -> Option<Command> {
        self.played.get(commands).map(|played| played.command)
    }

    /// The commands of the current turn.
    pub fn this_turn(&self) -> impl Iterator<Item = Command> {
        self.played[self.turn_begins()..].iter().map(|played| played.command)
    }

    /// The game turn by turn.
    pub fn turns(&self) -> Vec<RecordedTurn> {
        let mut turns: Vec<RecordedTurn> = Vec::new();
        let mut before = &self.start;
        let mut has_ended = true;
        for Played { command, after, .. } in &self.played {
            if has_ended {
                let (player, round) = (before.to_move(), before.round());
                turns.push(RecordedTurn { player, round, commands: Vec::new() });
            }
            if let Some(turn) = turns.last_mut() {
                turn.commands.push(*command);
            }
            has_ended = *command == Command::EndTurn;
            before = after;
        }
        turns
    }

    /// The number of rounds completed since the start.
    pub fn rounds_played(&self) -> u32 {
        self.played.last().map_or(0, |played| played.rounds)
    }

    /// How the game stands, if the highest score wins after this many rounds.
    pub fn verdict(&self, round_limit: Option<NonZeroU32>) -> Verdict {
        Verdict::of(self.galaxy(), self.rounds_played(), round_limit)
    }

    /// The number of complete rounds up to now in which nothing changed. Each turn in them left the
    /// position as it was one round before, apart from the number of the round and the reserves, or
    /// consisted of nothing but `end`.
    pub fn frozen_rounds(&self) -> u32 {
        let ends: Vec<usize> = (0..self.len()).rev().filter(|&i| self.played[i].command == Command::EndTurn).collect();
        let living = Player::ALL.into_iter().filter(|&player| !self.galaxy().is_defeated(player)).count();
        let is_still = |&turn: &usize| {
            let begin = ends.get(turn + 1).map_or(0, |end| end + 1);
            let round_before = match ends.get(turn + living) {
                Some(end) => Some(self.at(end + 1)),
                None => (turn + living == ends.len()).then_some(&self.start),
            };
            begin == ends[turn] || round_before.is_some_and(|before| is_alike(before, self.at(ends[turn] + 1)))
        };
        let still = (0..ends.len()).take_while(is_still).count();
        (still / living.max(1)) as u32
    }

    /// Whether nothing has changed for [`FROZEN_ROUNDS`] rounds: the players are in a stalemate.
    pub fn is_frozen(&self) -> bool {
        self.frozen_rounds() >= FROZEN_ROUNDS
    }

    /// The number of commands before the current turn.
    fn turn_begins(&self) -> usize {
        self.played.iter().rposition(|played| played.command == Command::EndTurn).map_or(0, |end| end + 1)
    }

    /// Plays a command, or returns the rule that forbids it and changes nothing. Commands that were
    /// undone can no longer be redone.
    pub fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        let mut after = *self.galaxy();
        after.apply(command)?;
        self.push(command, after);
        self.undone.clear();
        Ok(())
    }

    /// Plays a command as [`GameRecord::apply`] does, and adds what happened to `events`.
    pub fn apply_with_events(&mut self, command: Command, events: &mut Vec<Event>) -> Result<(), CommandError> {
        let mut after = *self.galaxy();
        after.apply_with_events(command, events)?;
        self.push(command, after);
        self.undone.clear();
        Ok(())
    }

    fn push(&mut self, command: Command, after: Galaxy) {
        // The player to move is the same or an earlier one exactly if a new round began.
        let ends_round = command == Command::EndTurn && !after.is_over() && after.to_move() <= self.galaxy().to_move();
        let rounds = self.rounds_played().saturating_add(ends_round.into());
        self.played.push(Played { command, after, rounds });
    }

    /// Undoes the last command of the current turn.
    pub fn undo(&mut self) -> Result<Command, UndoError> {
        if self.turn_begins() == self.len() {
            return Err(if self.is_empty() { UndoError::GameBegins } else { UndoError::TurnBegins });
        }
        self.undo_any()
    }

    /// Undoes all commands of the current turn, or the whole previous turn if the current one has
    /// no command yet.
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

    /// Plays the command again that was undone last.
    pub fn redo(&mut self) -> Result<Command, UndoError> {
        let command = self.undone.pop().ok_or(UndoError::NothingUndone)?;
        let mut after = *self.galaxy();
        // It was legal in this very position before.
        after.apply(command).map_err(|_| UndoError::NothingUndone)?;
        self.push(command, after);
        Ok(command)
    }

    /// The game up to the first `commands` commands, to be continued in another way.
    pub fn branch(&self, commands: usize) -> Self {
        let played = self.played[..commands.min(self.len())].to_vec();
        Self { start: self.start, played, undone: Vec::new() }
    }
}

/// Whether two positions differ in nothing but the number of the round and the reserves.
fn is_alike(one: &Galaxy, other: &Galaxy) -> bool {
    let what_counts = |galaxy: &Galaxy| Galaxy { round: 1, reserves: [Reserves::default(); 4], ..*galaxy };
    what_counts(one) == what_counts(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::read_commands;
    use crate::start::Start;

    fn record(commands: &str) -> GameRecord {
        let mut record = GameRecord::new(Galaxy::start(Start::Terran));
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
        let players: Vec<_> = turns.iter().map(|turn| (turn.round, turn.player.number())).collect();
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

    #[test]
    fn a_game_of_nothing_but_ends_is_frozen() {
        let mut game = record("move A1 B2 5; end; end; end; end");
        assert_eq!((game.frozen_rounds(), game.rounds_played()), (0, 1));
        for round in 1..=10 {
            assert!(!game.is_frozen());
            for _ in 0..4 {
                game.apply(Command::EndTurn).unwrap();
            }
            assert_eq!(game.frozen_rounds(), round);
        }
        assert!(game.is_frozen());
        game.apply("scrap A1 1".parse().unwrap()).unwrap();
        assert!(game.is_frozen()); // until the turn has ended
        game.apply(Command::EndTurn).unwrap();
        assert_eq!(game.frozen_rounds(), 0);
    }

    #[test]
    fn a_position_that_comes_back_every_round_is_frozen() {
        // Player 2 builds a ship and scraps it again; player 3 and 4 are defeated.
        let line = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 1 9 0:0,900:900,-,-";
        let mut game = GameRecord::new(line.parse().unwrap());
        for round in 1..=12 {
            for command in read_commands("end; build A4 1; scrap A4 1; end").unwrap() {
                game.apply(command).unwrap();
            }
            assert_eq!((game.frozen_rounds(), game.rounds_played()), (round, round));
        }
        // A fleet that moves is a change, however small.
        for command in read_commands("end; build A4 1; end").unwrap() {
            game.apply(command).unwrap();
        }
        assert_eq!(game.frozen_rounds(), 0);
    }

    #[test]
    fn rounds_are_counted_beyond_the_notation() {
        let line = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 2 999999 0:0,0:0,-,-";
        let mut game = GameRecord::new(line.parse().unwrap());
        for _ in 0..9 {
            game.apply(Command::EndTurn).unwrap();
        }
        assert_eq!((game.rounds_played(), game.galaxy().round()), (5, 1_000_000));
        assert_eq!(game.verdict(NonZeroU32::new(6)), Verdict::Ongoing);
        assert_eq!(game.verdict(NonZeroU32::new(5)), Verdict::Tie);
        game.undo_turn().unwrap();
        assert_eq!(game.rounds_played(), 4);
    }
}
