//! What the game says about itself.

/// What can be typed in a game.
pub(crate) const HELP: &str = "\
Commands of the game. The first letters will do, and several can be joined by ;
  move A1 B2 20     m   send ships to a neighbouring sector; without a number all that can move
  build A1 5        b   build ships; without a number as many as the income supports
  colonize B2       c   make a colony of 20 ships that have not moved this turn
  terraform B2      t   make a barren planet terran
  scrap A1 3        x   give ships up; without a number down to what the income supports
  end               e   end your turn
Help
  hint              h   what the published computer player would do now
  finish            a   let it finish your turn
  explain           w   threats and requests as it sees them, and why the last computer did what it did
  idle              n   your fleets that can still move, and colonies that can still build
  help, rules       ?   this list, and all rules of the game
The game
  board                 see the board; an empty line will do
  undo, redo        z Z take back a command of this turn, and play it again
  undo turn             take back the whole turn, or your last one, if you are the only human
  undo turn!            take back a turn that has ended, if all humans agree
  history               all turns so far
  save FILE             save the game; save! replaces a file
  load FILE             go on with a saved game; load! gives up one that is not saved
  seats                 who plays
  seat 2 published:3    let a computer that looks 3 turns ahead, or a human, decide for a player
  go                    let the computers play on, where it is not your turn; Ctrl-C stops them
  quit              q   leave";

/// The rules.
pub(crate) const RULES: &str = "\
The rules of Star Chess

Aim. Four players, one home world each: 1 in A1, 2 in A4, 3 in D4, 4 in D1. Who loses the colony on its home world is
defeated and loses everything. The last one left wins. They move in the order 1, 2, 3, 4; four turns are a full turn.
If there is a turn limit, the highest score wins when the turns are up.

Galaxy. 4 x 4 sectors with one planet each, terran or barren. Neighbours are the up to eight sectors around one. A sector
is in your reach if it or a neighbour has a colony of yours. A sector holds up to 999 ships, all of one player. Home
worlds are terran, and begin with 1,000 inhabitants and 20 ships. Reserves begin with nothing.

Your turn is any number of commands:
  move       ships to a neighbouring sector in your reach. They fight any enemy fleet there at once.
  build      ships at a colony of yours: each takes 20 materials, 40 credits and 10 colonists who have not worked this turn.
             They fight an enemy fleet in the sector at once.
  colonize   a planet without a colony: 20 of your ships there become 20 inhabitants.
  terraform  a barren planet with a colony of yours for 1,000 materials: it is terran then.
  scrap      ships that you cannot support.
Ships that moved or were built this turn can neither move nor colonize before your next.

Combat. Equal fleets destroy each other. Else the larger one wins, the smaller one is gone, and the winner loses
  as many ships as the loser had, with fewer than twice as many ships;
  half as many, with fewer than three times as many ships;
  none, with three times as many or more.

At the end of your turn, in this order:
  1. Your ships out of reach of your colonies are scrapped.
  2. Your ships at a colony of another player bombard it: each kills 1 % of the people, up to 50 %. Under 20 people the
     colony is gone, and its planet is barren. If it was its owner's home world, the owner is defeated.
  3. Your colonies yield, except those with an enemy fleet in their sector:
       terran  1 material (up to 200) and 1 credit (up to 1,000) for each inhabitant
       barren  5 materials (up to 1,000) for each inhabitant, and each costs 1 credit (up to 200)
  4. Each ship takes 10 materials and 20 credits. Ships that cannot be paid for are scrapped, about the same share of
     every fleet.
  5. Your colonies grow: terran ones by 20 % up to 1,000 inhabitants, barren ones by 10 % up to 200.
All divisions round down.

Score. A player's ships and 10 for each colony, three times, less the same of all others, and twice that of those who
have more.";
