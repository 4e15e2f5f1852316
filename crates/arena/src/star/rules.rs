//! The rules of Star Chess as the arena sees them.

use std::num::NonZeroU32;

use starchess::{Command, Galaxy, GameFile, PLAYERS, Player, Record, Verdict};

use crate::result::Ending;
use crate::rules::{self, Outcome, Rules, places};

/// Star Chess up to a number of turns.
#[derive(Clone, Copy, Debug)]
pub struct StarRules {
    /// After so many full turns the game is a stalemate, and the places are those by score.
    pub turn_limit: NonZeroU32,
}

/// A game of Star Chess.
#[derive(Clone, Debug)]
pub struct StarGame {
    record: Record,
    /// When each player lost, counted in turns of single players: by the rules, or because it is out.
    lost: [Option<usize>; PLAYERS],
    /// Who is out for a reason beyond the rules. Such a player only ends its turns.
    out: [bool; PLAYERS],
    /// Whether anybody has played a turn.
    has_begun: bool,
    /// Turns of single players so far.
    moves: usize,
    /// Full turns so far, the one that is going on included once somebody has moved in it.
    turns: u32,
}

impl StarGame {
    /// The position.
    pub fn galaxy(&self) -> &Galaxy {
        self.record.galaxy()
    }

    /// Plays a command that is known to be legal.
    fn apply(&mut self, command: Command) -> Result<(), String> {
        let turn = self.galaxy().round();
        self.record.apply(command).map_err(|error| error.to_string())?;
        if command == Command::EndTurn {
            self.moves += 1;
            self.turns = 1 + turn.saturating_sub(self.record.start().round());
            for player in Player::ALL {
                if self.galaxy().is_defeated(player) {
                    self.lost[player.index()].get_or_insert(self.moves);
                }
            }
        }
        Ok(())
    }

    /// Ends the turns of those who are out.
    fn pass(&mut self, limit: NonZeroU32) -> Result<(), String> {
        while self.out[self.galaxy().to_move().index()]
            && self.verdict(limit) == Verdict::Ongoing
            && self.is_contested()
        {
            self.apply(Command::EndTurn)?;
        }
        Ok(())
    }

    fn verdict(&self, limit: NonZeroU32) -> Verdict {
        Verdict::of(self.galaxy(), self.record.start().round(), Some(limit))
    }

    /// Whether more than one player is left.
    fn is_contested(&self) -> bool {
        self.left().nth(1).is_some()
    }

    fn left(&self) -> impl Iterator<Item = Player> {
        Player::ALL.into_iter().filter(|player| self.lost[player.index()].is_none())
    }
}

impl Rules for StarRules {
    type Game = StarGame;
    type Turn = Vec<Command>;

    fn seats(&self) -> usize {
        PLAYERS
    }

    fn begin(&self, start: &str) -> Result<StarGame, String> {
        let galaxy: Galaxy = start.parse().map_err(|error| format!("{start:?} is not a position: {error}"))?;
        let lost = Player::ALL.map(|player| galaxy.is_defeated(player).then_some(0));
        Ok(StarGame { record: Record::new(galaxy), lost, out: [false; PLAYERS], has_begun: false, moves: 0, turns: 0 })
    }

    fn to_move(&self, game: &StarGame) -> usize {
        game.galaxy().to_move().index()
    }

    fn play(&self, game: &mut StarGame, turn: &Vec<Command>) -> Result<(), String> {
        let mut galaxy = *game.galaxy();
        let ends = turn.iter().position(|&command| command == Command::EndTurn);
        match ends {
            None => return Err("the turn does not end".to_owned()),
            Some(end) if end + 1 < turn.len() => return Err("the turn goes on after its end".to_owned()),
            Some(_) => {}
        }
        for (i, &command) in turn.iter().enumerate() {
            galaxy.apply(command).map_err(|error| format!("command {}, {command}: {error}", i + 1))?;
        }
        for &command in turn {
            game.apply(command)?;
        }
        game.has_begun = true;
        game.pass(self.turn_limit)
    }

    fn forfeit(&self, game: &mut StarGame, seat: usize) {
        game.out[seat] = true;
        // Whoever fails before anybody has played is no worse than the next who does.
        let moment = if game.has_begun { game.moves } else { 0 };
        game.lost[seat].get_or_insert(moment);
        // A turn can always be ended: nothing can go wrong.
        let _ = game.pass(self.turn_limit);
    }

    fn outcome(&self, game: &StarGame) -> Option<Outcome> {
        let verdict = game.verdict(self.turn_limit);
        if verdict == Verdict::Ongoing && game.is_contested() {
            return None;
        }
        let winner = match (verdict, game.left().next()) {
            (Verdict::Conquest(winner), _) if !game.out[winner.index()] => Some(winner),
            (_, left) if !game.is_contested() => left,
            _ => None,
        };
        let scores = game.galaxy().scores();
        let how = match (verdict, winner) {
            (Verdict::Conquest(winner), Some(_)) => Verdict::Conquest(winner).to_string(),
            (_, Some(winner)) => format!("{winner} wins because nobody else is left"),
            (_, None) if !game.is_contested() => "nobody is left".to_owned(),
            // Whoever is out may have the highest score, but that is worth nothing.
            (_, None) => {
                let most = game.left().map(|player| scores[player.index()]).max();
                let mut best = game.left().filter(|player| Some(scores[player.index()]) == most);
                match (best.next(), best.next()) {
                    (Some(best), None) => Verdict::Score(best).to_string(),
                    _ => Verdict::Tie.to_string(),
                }
            }
        };
        // Who was taken out is behind those who lost by the rules, who are behind those who are still there.
        let merits = Player::ALL.map(|player| {
            let seat = player.index();
            let is_out = game.out[seat];
            match game.lost[seat] {
                _ if winner == Some(player) => (3, 0),
                None => (2, i64::from(scores[seat])),
                Some(moment) => (i32::from(!is_out), moment as i64),
            }
        });
        let ending = if winner.is_some() { Ending::Won } else { Ending::Stalemate };
        Some(Outcome { ending, places: places(&merits), how })
    }

    fn turns(&self, game: &StarGame) -> u32 {
        game.turns
    }

    fn record(&self, game: &StarGame, players: &[&str]) -> rules::Record {
        let players = std::array::from_fn(|seat| players.get(seat).copied().unwrap_or_default().to_owned());
        let file = GameFile { players, turn_limit: Some(self.turn_limit), record: game.record.clone() };
        rules::Record::File(file.to_string())
    }

    fn scores(&self, record: &rules::Record) -> Option<Vec<Vec<f64>>> {
        let rules::Record::File(text) = record else { return None };
        let record = text.parse::<GameFile>().ok()?.record;
        let mut all = Vec::new();
        let mut turn = record.start().round();
        for commands in 0..=record.len() {
            let galaxy = record.at(commands);
            if galaxy.round() != turn || commands == record.len() {
                turn = galaxy.round();
                all.push(galaxy.scores().map(f64::from).to_vec());
            }
        }
        Some(all)
    }
}
