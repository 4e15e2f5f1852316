//! The help texts and the rules.

use super::order::command_name;
use crate::sitting::lines_about;

/// What the signs on the board mean, and what to type.
pub(crate) const INTRODUCTION: &str = "\
★2 is the home world of player 2. !20: up to 20 enemy ships are there or can get there next.
15/20 ships: 15 of the 20 can still move. +5, −5, new, gone and *: changed since your last turn.
Type a command, help or rules.";

/// Everything that can be typed in a game.
pub(crate) const HELP: &str = "\
Commands. The first letters are enough, and a semicolon joins several.
  move A1 B2 20    m    move ships to a neighbouring sector; without a number, all that can move
  build A1 5       b    build ships; without a number, as many as the income supports
  colonize B2      c    turn 20 ships that have not moved this turn into a colony
  terraform B2     t    make a barren planet terran
  scrap A1 3       x    give up ships; without a number, down to what the income supports
  end              e    end your turn
  preview          p    what the end of the turn will bring; preview move A1 B2 20 tries a command
Advice
  hint             h    what the strongest computer player would play, and why
  finish           a    let it finish your turn
  explain 2        w    how it sees the position of player 2, and why player 2 played its last turn
  idle             n    your fleets that can still move, and your colonies that can still build
The game
  board                 show the board again; Enter does the same
  back, forward    [ ]  look at earlier positions, the game stays; back 10, [[[
  undo, redo       z Z  take back a command of this turn, or play it again
  undo turn             take back this turn, or your last one if you are the only human
  undo turn!            take back a turn that has ended, if all humans agree
  history               all turns so far
  save FILE             save a copy of the game; save! replaces a file
  load FILE             play another saved game
  seats                 the players
  seat 2 published:3    let a computer that looks 3 rounds ahead play for player 2, or human
  go, step, fast   g s  let the computers play; go 10 for 10 rounds, step for a single turn, fast to skip ahead
  help, rules      ?    this list, and the rules; help move explains only move
  quit             q    leave the game; starchess play --continue continues it
On the board
  ★2                    the home world of player 2
  !20                   up to 20 enemy ships are here, or can get here next
  15/20 ships           15 of the 20 ships can still move
  +5 −5 new gone *      what has changed since your last turn
  ●1000 ●20             in a short window: inhabitants and ships of player 1
  A1t, A1b              in a narrow window: terran, barren
  ships 15/32           below the board: 15 ships, and the income supports 32
  300 (+120)            300 in reserve, and 120 more at the end, after upkeep";

/// Where the commands of the help text end.
const BOARD: &str = "\nOn the board\n";

/// The lines of the help text about a command, by its name or its key.
pub(crate) fn help_on(command: &str) -> Option<String> {
    let word = match command {
        // The only key whose capital means something else.
        "Z" => "redo".to_owned(),
        "exit" => "quit".to_owned(),
        command => command_name(command).map_or_else(|| command.to_ascii_lowercase(), str::to_owned),
    };
    lines_about(HELP.split(BOARD).next().unwrap_or_default(), &word)
}

/// Everything that can be typed in a replay.
pub(crate) const REPLAY_HELP: &str = "  n          the next turn; Enter does the same
  p          the turn before
  ] and [    the next command, and the one before
  go 12      the beginning of round 12
  board      show the board again
  branch F   save the game up to here as file F; starchess play --load F plays on from here
  help, quit";

/// The rules.
pub(crate) const RULES: &str = "\
The rules of Star Chess

Aim. Each of the four players has a home world: 1 in A1, 2 in A4, 3 in D4, 4 in D1. A player who loses the colony on the home world is defeated and loses everything else. The last player left wins. The players move in the order 1, 2, 3, 4; four turns are a round. If the game has a limit of rounds, the highest score wins when they are over.

Galaxy. There are 4 × 4 sectors with one planet each, terran or barren. The up to eight sectors around a sector are its neighbours. A sector is in your reach if you have a colony there or in a neighbouring sector. A sector holds up to 999 ships, all of one player. Home worlds are terran and begin with 1,000 inhabitants and 20 ships. Reserves begin empty.

In your turn you can give any number of commands:
  move       ships to a neighbouring sector in your reach. They fight an enemy fleet there at once.
  build      ships at a colony of yours. Each takes 20 materials, 40 credits and 10 colonists who have not worked this turn. They fight an enemy fleet in the sector at once.
  colonize   a planet without a colony: 20 of your ships there become 20 inhabitants.
  terraform  a barren planet with a colony of yours, for 1,000 materials. It becomes terran.
  scrap      ships that you cannot support.
Ships that moved or were built this turn can neither move nor colonize until your next turn.

Combat. Fleets of equal size destroy each other. Otherwise the smaller fleet is destroyed, and the larger one loses
  as many ships as the smaller one had, if it is less than twice as large;
  half as many, if it is less than three times as large;
  none, if it is at least three times as large.

At the end of your turn, in this order:
  1. Your ships out of reach of your colonies are scrapped.
  2. Your ships at another player's colony bombard it. Each kills 1 % of the inhabitants, at most 50 % in all. A colony with fewer than 20 inhabitants is destroyed, and its planet becomes barren. If it was the owner's home world, the owner is defeated.
  3. Your colonies produce, except those with an enemy fleet in their sector:
       terran  1 material (up to 200) and 1 credit (up to 1,000) per inhabitant
       barren  5 materials (up to 1,000) per inhabitant, but each costs 1 credit (up to 200)
  4. Each ship costs 10 materials and 20 credits. Ships that you cannot pay for are scrapped, about the same share of every fleet.
  5. Your colonies grow: terran ones by 20 % up to 1,000 inhabitants, barren ones by 10 % up to 200.
All divisions round down.

Score. Add your ships and 10 per colony. Your score is three times that sum, less the sums of the other players; the sums of players ahead of you count twice.";

#[cfg(test)]
mod tests {
    use super::super::order::words;
    use super::*;

    #[test]
    fn every_command_has_help() {
        for word in words() {
            assert!(help_on(word).is_some(), "{word}");
        }
        assert!(help_on("M").unwrap().starts_with("  move A1 B2 20    m    move ships"));
        assert_eq!(help_on("undo").unwrap().lines().count(), 3);
        assert_eq!((help_on("seat").unwrap().lines().count(), help_on("Z")), (1, help_on("redo")));
        assert!(help_on("foo").is_none() && help_on("★2").is_none());
    }
}
