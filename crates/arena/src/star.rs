//! Star Chess in the arena.

use std::collections::HashSet;
use std::num::NonZeroU32;

use players::{OptionInfo, OptionKind, computer_overview, excerpt};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use starchess::{Command, Galaxy, GameFile, GameRecord, MAX_ROUND, PLAYERS, Player, StarChess, Start, Verdict};

use crate::game::{ArenaGame, Choices, GameInfo, Outcome, Rules, SavedGame, places};
use crate::plan::mix;
use crate::result::Ending;

/// Star Chess, in the list of games.
pub static STAR_CHESS: GameInfo = GameInfo {
    name: "Star Chess",
    key: "star",
    prefix: "",
    seat_names: &["player 1", "player 2", "player 3", "player 4"],
    length_unit: "round",
    rule_options: &[LIMIT],
    start_options: &[GALAXY],
    has_clocks: false,
    replay: Some("starchess replay"),
    transcript: None,
    players: computer_overview::<StarChess>,
    configure,
    restore: |fields: Map<String, Value>| {
        let rules: StarRules = serde_json::from_value(Value::Object(fields))?;
        Ok(Box::new(rules))
    },
};

/// A game is a stalemate after this many rounds, unless another number is chosen.
pub const DEFAULT_TURN_LIMIT: NonZeroU32 = NonZeroU32::new(200).unwrap();

/// The number of different random galaxies: twelve planets, each terran or barren.
const MAX_GALAXIES: usize = 1 << 12;

/// The number of seeds in a row without a new galaxy after which the search for more is given up.
const MAX_FAILURES: u64 = 200_000;

const LIMIT: OptionInfo = OptionInfo {
    name: "limit",
    kind: OptionKind::Number { min: 1, max: MAX_ROUND as u64, default: Some(DEFAULT_TURN_LIMIT.get() as u64) },
    about: "rounds after which a game of Star Chess is a stalemate [default: 200]",
    is_bare: false,
};

const GALAXY: OptionInfo = OptionInfo {
    name: "galaxy",
    kind: OptionKind::Choice(&["random", "barren", "terran", "symmetric"]),
    about: "planet class outside the home sectors of Star Chess [default: random]",
    is_bare: false,
};

fn configure(choices: &Choices) -> Result<Box<dyn ArenaGame>, String> {
    let limit = choices.rules.number(LIMIT.name).and_then(|limit| NonZeroU32::new(limit as u32));
    let galaxy = choices.starts.as_ref().map(|starts| match starts.choice(GALAXY.name) {
        Some("barren") => GalaxyKind::Barren,
        Some("terran") => GalaxyKind::Terran,
        Some("symmetric") => GalaxyKind::Symmetric,
        _ => GalaxyKind::Random,
    });
    Ok(Box::new(StarRules { turn_limit: limit.unwrap_or(DEFAULT_TURN_LIMIT), galaxy }))
}

/// Star Chess up to a number of rounds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct StarRules {
    /// After this many rounds the game is a stalemate, and the scores decide the places.
    pub turn_limit: NonZeroU32,
    /// The galaxies in which games begin; `None` if the starts are given one by one.
    pub galaxy: Option<GalaxyKind>,
}

/// Planet class outside the home sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GalaxyKind {
    /// Each planet terran or barren at random.
    Random,
    /// All barren.
    Barren,
    /// All terran.
    Terran,
    /// Random, but the same from every player's seat.
    Symmetric,
}

/// A game of Star Chess.
#[derive(Clone, Debug)]
pub struct StarGame {
    record: GameRecord,
    /// When each player lost, counted in turns: by the rules, or by forfeit.
    lost: [Option<usize>; PLAYERS],
    /// The players that forfeited. They only end their turns.
    out: [bool; PLAYERS],
    /// Whether a turn has been played.
    has_begun: bool,
    /// The number of turns so far.
    moves: usize,
    /// The number of rounds so far, including the current one once a player has moved in it.
    rounds: u32,
}

impl StarGame {
    fn galaxy(&self) -> &Galaxy {
        self.record.galaxy()
    }

    /// Plays a legal command.
    fn apply(&mut self, command: Command) -> Result<(), String> {
        let round = self.galaxy().round();
        self.record.apply(command).map_err(|error| error.to_string())?;
        if command == Command::EndTurn {
            self.moves += 1;
            self.rounds = 1 + round.saturating_sub(self.record.start().round());
            for player in Player::ALL {
                if self.galaxy().is_defeated(player) {
                    self.lost[player.index()].get_or_insert(self.moves);
                }
            }
        }
        Ok(())
    }

    /// Ends the turns of players that forfeited.
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
        self.record.verdict(Some(limit))
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
    type Game = StarChess;
    type State = StarGame;

    fn info() -> &'static GameInfo {
        &STAR_CHESS
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("turn_limit", json!(self.turn_limit)), ("galaxy", json!(self.galaxy))]
    }

    fn starts(&self, seed: u64, count: usize) -> Vec<String> {
        starts(self.galaxy.unwrap_or(GalaxyKind::Random), seed, count)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("Stalemate", format!("after {} rounds", self.turn_limit))]
    }

    fn begin(&self, start: &str) -> Result<StarGame, String> {
        let galaxy: Galaxy =
            start.parse().map_err(|error| format!("{:?} is not a position: {error}", excerpt(start)))?;
        let lost = Player::ALL.map(|player| galaxy.is_defeated(player).then_some(0));
        Ok(StarGame {
            record: GameRecord::new(galaxy),
            lost,
            out: [false; PLAYERS],
            has_begun: false,
            moves: 0,
            rounds: 0,
        })
    }

    fn position<'a>(&self, game: &'a StarGame) -> &'a Galaxy {
        game.galaxy()
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
        // Players that fail before the first turn share the last place, whatever their seats.
        let moment = if game.has_begun { game.moves } else { 0 };
        game.lost[seat].get_or_insert(moment);
        // A turn can always be ended, so this does not fail.
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
            // A player that forfeited may have the highest score, but does not win by it.
            (_, None) => {
                let most = game.left().map(|player| scores[player.index()]).max();
                let mut best = game.left().filter(|player| Some(scores[player.index()]) == most);
                // Result files keep their words, in which a limit of rounds is a turn limit.
                match (best.next(), best.next()) {
                    (Some(best), None) => format!("{best} wins by score at the turn limit"),
                    _ => "a tie by score at the turn limit".to_owned(),
                }
            }
        };
        // Players that forfeited come after those that lost by the rules, and these after the
        // others.
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
        game.rounds
    }

    fn record(&self, game: &StarGame, players: &[&str]) -> SavedGame {
        let players = std::array::from_fn(|seat| players.get(seat).copied().unwrap_or_default().to_owned());
        let file = GameFile { players, round_limit: Some(self.turn_limit), record: game.record.clone() };
        SavedGame::File(file.to_string())
    }

    fn scores(&self, record: &SavedGame) -> Option<Vec<Vec<f64>>> {
        let SavedGame::File(text) = record else { return None };
        let record = text.parse::<GameFile>().ok()?.record;
        let mut all = Vec::new();
        let mut round = record.start().round();
        for commands in 0..=record.len() {
            let galaxy = record.at(commands);
            if galaxy.round() != round || commands == record.len() {
                round = galaxy.round();
                all.push(galaxy.scores().map(f64::from).to_vec());
            }
        }
        Some(all)
    }
}

/// At most `count` different galaxies of a kind, in an order that follows from the seed. There are
/// 4,096 random galaxies, 8 symmetric ones, and one where all planets are alike.
///
/// ```
/// use arena::star::{GalaxyKind, starts};
/// assert_eq!(starts(GalaxyKind::Symmetric, 1, 100).len(), 8);
/// assert_eq!(starts(GalaxyKind::Random, 1, 3), starts(GalaxyKind::Random, 1, 5)[..3]);
/// ```
pub fn starts(kind: GalaxyKind, seed: u64, count: usize) -> Vec<String> {
    let count = count.min(match kind {
        GalaxyKind::Random => MAX_GALAXIES,
        GalaxyKind::Barren | GalaxyKind::Terran => 1,
        GalaxyKind::Symmetric => 8,
    });
    let mut seen = HashSet::new();
    let mut starts = Vec::with_capacity(count);
    let mut failures = 0;
    for number in 0.. {
        if starts.len() >= count || failures > MAX_FAILURES {
            break;
        }
        let seed = mix(seed, number);
        let galaxy = Galaxy::start(match kind {
            GalaxyKind::Random => Start::Random(seed),
            GalaxyKind::Barren => Start::Barren,
            GalaxyKind::Terran => Start::Terran,
            GalaxyKind::Symmetric => Start::Symmetric(seed),
        });
        failures += 1;
        if seen.insert(galaxy) {
            starts.push(galaxy.to_string());
            failures = 0;
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_galaxy_comes_twice_and_none_is_missing() {
        let all = starts(GalaxyKind::Random, 7, usize::MAX);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), MAX_GALAXIES);
        assert_eq!(starts(GalaxyKind::Barren, 7, 10).len(), 1);
        assert_eq!(starts(GalaxyKind::Terran, 7, 10).len(), 1);
    }

    #[test]
    fn the_seed_decides_on_the_order() {
        assert_ne!(starts(GalaxyKind::Random, 1, 20), starts(GalaxyKind::Random, 2, 20));
    }

    #[test]
    fn the_description_of_a_run_stays_readable() {
        let texts = [
            r#"{"star":{"turn_limit":200,"galaxy":"random"}}"#,
            r#"{"star":{"turn_limit":9,"galaxy":null}}"#,
            r#""noughts""#,
        ];
        for text in texts {
            let game: Box<dyn ArenaGame> = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&game).unwrap(), text);
        }
        let error = |text: &str| serde_json::from_str::<Box<dyn ArenaGame>>(text).unwrap_err().to_string();
        assert_eq!(
            error(r#""nought""#),
            "unknown game \"nought\"; did you mean noughts? (expected star, noughts or chess)"
        );
        assert!(error(r#"{"star":{}}"#).contains("turn_limit"));
        assert!(error("7").contains("expected the name of a game"));
    }
}
